"""What a game that is over adds to the sums of many."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, cast

from cruachan.arena.tally import MOST_ROUNDS
from cruachan.engine.bits import count, lowest
from cruachan.engine.kernel import Kernel
from cruachan.engine.record import Ints, rule


@cache
def make_score(kernel: Kernel) -> Callable[..., tuple[int, int, int, int]]:
    """Compile a rule that scores a game that is over: (board, state, seats) -> the winner and its
    place in the order of play (-1 where there is none), the rounds, and the way it ended."""
    winners, rounds, way, starter = kernel.winners, kernel.rounds, kernel.way, kernel.starter

    @rule
    def run(board: Any, state: Any, seats: int) -> tuple[int, int, int, int]:
        first = winners(board, state)
        winner, order = -1, -1
        if count(first) == 1:
            winner = lowest(first)
            begun_by = starter(state)
            if begun_by >= 0:
                order = (winner - begun_by) % seats
        return winner, order, min(int(rounds(state)), MOST_ROUNDS - 1), int(way(board, state))

    return cast(Callable[..., tuple[int, int, int, int]], run)


@rule
def add_score(
    winner: int,
    order: int,
    rounds: int,
    way: int,
    wins: Ints,
    order_wins: Ints,
    lengths: Ints,
    ends: Ints,
) -> None:
    """Add a scored game to the sums of a block."""
    if winner >= 0:
        wins[winner] += 1
    if order >= 0:
        order_wins[order] += 1
    lengths[rounds] += 1
    ends[way] += 1
