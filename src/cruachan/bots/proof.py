"""Wins that can be forced, proven by looking at everything that can still happen.

A win within n turns is proven where the seat can choose moves such that it has won by the end of
its n-th own turn, this one included, whatever the others do, chance decides or hidden cards turn
out to be. All follows from what the seat may see, so a proof holds in every deal.

It is a search in depth that remembers positions and gives up after so many steps: no proof does not
mean that there is no win.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

from cruachan.bots.tree import hash_of
from cruachan.engine.arrays import np
from cruachan.engine.bits import bit
from cruachan.engine.game import NOBODY, Decision
from cruachan.engine.kernel import Kernel, KernelGame, as_table
from cruachan.engine.record import Ints, rule

DEPTH = 120
"""No line is followed further."""
FIRST = 4
"""How far lines are followed at first; then twice as far each time."""
KNOWN = 1 << 14
"""How many positions are remembered."""
TURNS = 2
"""Wins within so many own turns are looked for: this one and the next."""
REFUTED, PROVEN, UNKNOWN = range(3)


class ProofMemory(NamedTuple):
    """The line that is being looked at, and what is known of positions; used again and again."""

    tables: Any
    """By depth the position."""
    raw: Ints
    """By depth the numbers that it consists of."""
    moves: Ints
    totals: Ints
    places: Ints
    """By depth the legal moves, how many there are, and which is looked at."""
    left: Ints
    """By depth how many turns of the seat may still come."""
    mover: Ints
    """By depth who moved last, chance aside."""
    keys: Ints
    """By depth the hash of the position with its turns left."""
    marks: Ints
    found: Ints
    """By hash what is known of a position."""
    steps: Ints
    """How many steps were made."""
    searches: Ints
    """How many searches there were: each forgets what was found before."""
    limits: Ints
    """No line is followed further, and whether that has mattered."""


class ProofRules(NamedTuple):
    """The compiled proof of a game."""

    prove: Callable[..., int]
    """(board, seat, memory, budget) -> REFUTED, PROVEN or UNKNOWN, for the position at depth 0"""
    first_win: Callable[..., int]
    """(board, root, seat, memory, moves, total, turns, budget) -> the place of the first of the
    moves after which the seat wins within so many turns, or -1"""


def new_proof_memory(kernel: Kernel, table: Any, known: int = KNOWN) -> ProofMemory:
    """Return memory for positions like that on a table; `known` is a power of two."""
    tables = np.repeat(table, DEPTH)
    totals, places, left, mover, keys = np.zeros((5, DEPTH), np.int64)
    return ProofMemory(
        tables, tables.view(np.int64).reshape(DEPTH, -1),
        np.zeros((DEPTH, kernel.most_moves), np.int16), totals, places, left, mover, keys,
        np.zeros(known, np.int64), np.zeros(known, np.int64), np.zeros(1, np.int64),
        np.zeros(1, np.int64), np.array([DEPTH, 0]),
    )  # fmt: skip


@cache
def make_proof(kernel: Kernel) -> ProofRules:
    """Compile the proof of a game."""
    to_act, legal_moves, play, winners = (
        kernel.to_act,
        kernel.legal_moves,
        kernel.play,
        kernel.winners,
    )

    @rule
    def enter(board: Any, seat: int, memory: ProofMemory, depth: int) -> int:
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
        if depth == memory.limits[0]:
            memory.limits[1] = 1
            return REFUTED
        own = 1 if memory.mover[depth] == seat else 0
        key = hash_of(memory.raw[depth]) ^ (memory.searches[0] << 8 | memory.left[depth] << 1 | own)
        memory.keys[depth] = key
        if memory.marks[key & (len(memory.marks) - 1)] == key:
            return int(memory.found[key & (len(memory.marks) - 1)])
        memory.totals[depth] = legal_moves(board, state, memory.moves[depth])
        memory.places[depth] = 0
        return UNKNOWN

    @rule
    def leave(seat: int, memory: ProofMemory, depth: int, result: int) -> int:
        """Take what was found of the move under way; what that says of the position itself."""
        wanted = PROVEN if to_act(memory.tables[depth]) == seat else REFUTED
        memory.places[depth] += 1
        if result != wanted and memory.places[depth] < memory.totals[depth]:
            return UNKNOWN
        key = memory.keys[depth]
        memory.marks[key & (len(memory.marks) - 1)] = key
        memory.found[key & (len(memory.marks) - 1)] = result
        return result

    @rule
    def prove(board: Any, seat: int, memory: ProofMemory, budget: int) -> int:
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
            memory.steps[0] += 1
            play(board, memory.tables[depth], move)
            result = enter(board, seat, memory, depth)
        return UNKNOWN

    @rule
    def first_win(
        board: Any, root: Any, seat: int, memory: ProofMemory, moves: Ints, total: int,
        turns: int, budget: int,
    ) -> int:  # fmt: skip
        memory.steps[0] = 0
        limit = FIRST
        while memory.steps[0] < budget:
            memory.searches[0] += 1
            memory.limits[0] = min(limit, DEPTH)
            memory.limits[1] = 0
            for index in range(total):
                memory.tables[0] = root[0]
                play(board, memory.tables[0], moves[index])
                memory.left[0] = turns - 1
                memory.mover[0] = seat
                share = (budget - memory.steps[0]) // (total - index)
                if prove(board, seat, memory, 2 * share) == PROVEN:
                    return index
            if not memory.limits[1]:
                return -1
            limit *= 2
        return -1

    return ProofRules(prove, first_win)


class ProvenWin(NamedTuple):
    """A move after which a win is certain."""

    move: int
    turns: int
    """The seat has won by the end of so many own turns at the latest; 1: of this one."""


class Prover:
    """Looks for moves that force a win."""

    def __init__(self, game: KernelGame[Any, Any, Any]) -> None:
        self.game = game
        self.rules = make_proof(game.kernel)
        start = as_table(game.setup(game.players[0], {}))
        self.memory = new_proof_memory(game.kernel, start)

    def find(
        self, decision: Decision[Any, Any], moves: Sequence[int], positions: int, turns: int = TURNS
    ) -> ProvenWin | None:
        """The first of the moves that wins soonest; at most so many positions for each turn."""
        root, listed = as_table(decision.seen), np.array(moves, np.int16)
        for within in range(1, turns + 1):
            place = self.rules.first_win(
                self.game.board_tables, root, decision.seat, self.memory, listed, len(listed),
                within, positions,
            )  # fmt: skip
            if place >= 0:
                return ProvenWin(moves[place], within)
        return None
