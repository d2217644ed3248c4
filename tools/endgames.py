"""Wins that can be forced, proven by looking at everything, and how often bots play them.

    python -m tools.endgames gallia --games 100 --turns 1

In games between bots every decision is looked at as its player knows it: after which moves does she
win within so many turns of her own, whatever the others do, chance decides or hidden cards turn out
to be? Where some moves do and others do not, each bot is asked what it would play. A position that
is too large to be looked at whole is left out, and counted.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

import numpy as np

from cruachan import CHANCE, load_game
from cruachan.bots import load_bot, repeatable_bots
from cruachan.bots.tree import hash_of
from cruachan.engine.bits import bit
from cruachan.engine.game import NOBODY, Decision
from cruachan.engine.kernel import Kernel, KernelGame, as_table, record_game
from cruachan.engine.record import Ints, rule

DEPTH = 120
"""No line is followed further."""
KNOWN = 1 << 16
"""How many positions are remembered."""
REFUTED, PROVEN, UNKNOWN = range(3)
PLAYER = "strong"
"""Whose games are looked at."""


class Memory(NamedTuple):
    """The line that is being looked at, and what is known of positions; used again and again."""

    tables: Any
    """The positions of the line."""
    scratch: Any
    raw: Ints
    """The numbers that `scratch` consists of."""
    moves: Ints
    totals: Ints
    places: Ints
    """By depth the legal moves, how many there are, and which is looked at."""
    left: Ints
    """By depth how many turns of the others may still come."""
    mover: Ints
    """By depth who moved last, chance aside."""
    marks: Ints
    found: Ints
    """By hash a position with its turns left, and whether it is proven."""


def new_memory(game: KernelGame[Any, Any, Any], state: Any) -> Memory:
    """Return memory for the positions of a game."""
    scratch = as_table(state).copy()
    most = game.kernel.most_moves
    totals, places, left, mover = np.zeros((4, DEPTH), np.int64)
    return Memory(
        np.repeat(scratch, DEPTH), scratch, scratch.view(np.int64),
        np.zeros((DEPTH, most), np.int16), totals, places, left, mover,
        np.zeros(KNOWN, np.int64), np.zeros(KNOWN, np.int64),
    )  # fmt: skip


@cache
def make_prover(kernel: Kernel) -> Any:
    """Compile (board, seat, memory, budget) -> REFUTED, PROVEN or UNKNOWN, for `tables[0]`."""
    to_act, legal_moves, play, winners = (
        kernel.to_act, kernel.legal_moves, kernel.play, kernel.winners,
    )  # fmt: skip

    @rule
    def mark_of(seat: int, memory: Memory, depth: int) -> int:
        memory.scratch[0] = memory.tables[depth]
        own = 1 if memory.mover[depth] == seat else 0
        return int((hash_of(memory.raw) * 31 + memory.left[depth]) * 4 + own + 1)

    @rule
    def enter(board: Any, seat: int, memory: Memory, depth: int) -> int:
        """What is known of a position when it is reached; lists its moves if nothing is."""
        state = memory.tables[depth]
        acting = to_act(state)
        if acting == NOBODY:
            return PROVEN if winners(board, state) == bit(seat) else REFUTED
        if acting >= 0:
            if acting != seat and memory.mover[depth] == seat:
                memory.left[depth] -= 1
            if memory.left[depth] < 0:
                return REFUTED
            memory.mover[depth] = acting
        mark = mark_of(seat, memory, depth)
        if memory.marks[mark % KNOWN] == mark:
            return int(memory.found[mark % KNOWN])
        memory.totals[depth] = legal_moves(board, state, memory.moves[depth])
        memory.places[depth] = 0
        return UNKNOWN

    @rule
    def leave(seat: int, memory: Memory, depth: int, result: int) -> int:
        """Take what was found of the move under way; what that says of the position itself."""
        wanted = PROVEN if to_act(memory.tables[depth]) == seat else REFUTED
        memory.places[depth] += 1
        if result != wanted and memory.places[depth] < memory.totals[depth]:
            return UNKNOWN
        mark = mark_of(seat, memory, depth)
        memory.marks[mark % KNOWN] = mark
        memory.found[mark % KNOWN] = result
        return result

    @rule
    def prove(board: Any, seat: int, memory: Memory, budget: int) -> int:
        depth = 0
        result = enter(board, seat, memory, 0)
        for _ in range(budget):
            if result != UNKNOWN:
                if depth == 0:
                    return result
                depth -= 1
                result = leave(seat, memory, depth, result)
                continue
            if depth == DEPTH - 1:
                return UNKNOWN
            move = memory.moves[depth, memory.places[depth]]
            memory.tables[depth + 1] = memory.tables[depth]
            memory.left[depth + 1] = memory.left[depth]
            memory.mover[depth + 1] = memory.mover[depth]
            depth += 1
            play(board, memory.tables[depth], move)
            result = enter(board, seat, memory, depth)
        return UNKNOWN

    return prove


class Prover:
    """Finds the moves of a decision after which a win within some turns is certain."""

    def __init__(self, game: KernelGame[Any, Any, Any], turns: int, budget: int) -> None:
        self.game, self.turns, self.budget = game, turns, budget
        self.prove = make_prover(game.kernel)
        self.memory: Memory | None = None

    def winning(self, decision: Decision[Any, Any]) -> list[Any] | None:
        """The moves that win for certain; None where that is too much to look at."""
        memory = self.memory = self.memory or new_memory(self.game, decision.seen)
        memory.marks[:] = 0
        found = []
        for move in decision.moves:
            after = self.game.apply(decision.seen, decision.seat, move)
            memory.tables[0] = as_table(after)[0]
            memory.left[0], memory.mover[0] = self.turns - 1, decision.seat
            result = self.prove(self.game.board_tables, decision.seat, memory, self.budget)
            if result == UNKNOWN:
                return None
            if result == PROVEN:
                found.append(move)
        return found


def decisions(
    game: KernelGame[Any, Any, Any], seats: int, games: int, seed: int
) -> Iterator[Decision[Any, Any]]:
    """The decisions with a choice of games between bots."""
    bot = load_bot(PLAYER, game)
    for number in range(games):
        rng, state = Random(f"{seed} {number}"), game.setup(seats, {})
        while acting := game.to_act(state):
            moves = game.legal_moves(state, acting[0])
            if acting[0] == CHANCE:
                state = game.apply(state, CHANCE, rng.choice(moves))
                continue
            decision = Decision(acting[0], game.observe(state, acting[0]), moves)
            if len(moves) > 1:
                yield decision
            state = game.apply(state, acting[0], bot.choose(decision, rng))


def measure(
    game: KernelGame[Any, Any, Any], seats: int, games: int, turns: int, budget: int, seed: int
) -> dict[str, Any]:
    """How many positions were proven, and how often each bot played a winning move there."""
    prover, counts, right = Prover(game, turns, budget), Counter[str](), Counter[str]()
    bots = [load_bot(kind, game) for kind in repeatable_bots(game)]
    for decision in decisions(game, seats, games, seed):
        counts["decisions"] += 1
        winning = prover.winning(decision)
        if winning is None:
            counts["too_large"] += 1
        elif 0 < len(winning) < len(decision.moves):
            counts["proven"] += 1
            for bot in bots:
                right[bot.name] += bot.choose(decision, Random(seed)) in winning
    return {**counts, "right": {bot.name: right[bot.name] for bot in bots}}


def main() -> None:
    """Print what was found as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--turns", type=int, default=1)
    parser.add_argument("--budget", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    game = record_game(load_game(asked.game))
    assert game is not None
    found = measure(game, asked.seats, asked.games, asked.turns, asked.budget, asked.seed)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
