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
from random import Random
from typing import Any

from cruachan import CHANCE, load_game
from cruachan.bots import load_bot, repeatable_bots
from cruachan.bots.proof import PROVEN, UNKNOWN, make_proof, new_proof_memory
from cruachan.engine.game import Decision
from cruachan.engine.kernel import KernelGame, as_table, record_game

KNOWN = 1 << 16
"""How many positions are remembered."""
PLAYER = "strong"
"""Whose games are looked at."""


class WinningMoves:
    """Finds the moves of a decision after which a win within some turns is certain."""

    def __init__(self, game: KernelGame[Any, Any, Any], turns: int, budget: int) -> None:
        self.game, self.turns, self.budget = game, turns, budget
        self.prove = make_proof(game.kernel).prove
        start = as_table(game.setup(game.players[0], {}))
        self.memory = new_proof_memory(game.kernel, start, KNOWN)

    def winning(self, decision: Decision[Any, Any]) -> list[Any] | None:
        """The moves that win for certain; None where that is too much to look at."""
        memory = self.memory
        memory.searches[0] += 1
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
    prover, counts, right = WinningMoves(game, turns, budget), Counter[str](), Counter[str]()
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
