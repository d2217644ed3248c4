"""Many random games in machine code, with moves taken back, and an account after every move."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from cruachan.engine.bits import below
from cruachan.engine.kernel import Kernel
from cruachan.engine.record import MODE, Ints, rule

SHARE = 500 if MODE == "interpreted" else 1
"""Interpreted games take so much longer, and only so many of them are played."""


def accountant(kernel: Kernel, adds_up: Any) -> Callable[..., int]:
    """A rule (board, start, games, dice) -> plies played, or -1 once something does not add up.

    One move of a player in four is taken back and another one is chosen.
    """
    to_act, legal_moves, play = kernel.to_act, kernel.legal_moves, kernel.play
    most_moves = kernel.most_moves

    @rule
    def run(board: Any, start: Any, games: int, dice: Ints) -> int:
        table = start.copy()
        before = start.copy()
        moves = np.zeros(most_moves, np.int16)
        plies = 0
        for _ in range(games):
            table[0] = start[0]
            total = legal_moves(board, table[0], moves)
            while total:
                before[0] = table[0]
                play(board, table[0], moves[below(dice, total)])
                if not adds_up(board, table[0]):
                    return -1
                if to_act(before[0]) >= 0 and below(dice, 4) == 0:
                    table[0] = before[0]
                plies += 1
                total = legal_moves(board, table[0], moves)
        return plies

    found: Callable[..., int] = run
    return found


@cache
def permitted(kernel: Kernel) -> Callable[..., int]:
    """A rule (board, state, seat, moves) -> how many moves, now in `moves`, no rule refuses."""
    refuses, last = kernel.refuses, kernel.moves

    @rule
    def every(board: Any, state: Any, seat: int, moves: Ints) -> int:
        total = 0
        for move in range(last):
            if refuses(board, state, seat, move) == 0:
                moves[total] = move
                total += 1
        return total

    found: Callable[..., int] = every
    return found
