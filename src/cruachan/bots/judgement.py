"""From what a position is worth to what a move is worth, for any record game."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import floor
from typing import Any, NamedTuple

from cruachan.engine.arrays import np
from cruachan.engine.bits import below, bit, count
from cruachan.engine.game import NOBODY
from cruachan.engine.kernel import Kernel
from cruachan.engine.record import Ints, rule
from cruachan.games import GAMES

WON = 1000.0
"""What a won game is worth beside everything else on the table; a draw is half as bad as a loss."""
GRAIN = 2.0**20
"""Worths are compared in steps of 1 / GRAIN. Processors differ in the last bits of a sum (a GPU
multiplies and adds at once), and moves that are equally good must be so on all of them."""


class Judgement(NamedTuple):
    """The rules of a game's greedy bot."""

    rate: Callable[[Any, Any, Ints, int, Any, Any], None]
    """(board, table, moves, total, scratch, worth): what each move is worth to the seat to act, as
    far as it may know the table"""
    choose: Callable[[Any, Any, Ints, int, Any, Ints], int]
    """(board, table, moves, total, scratch, dice) -> a best move"""
    after: Callable[[Any, Any, int, Any], float]
    """(board, table, move, scratch) -> what a move is worth to the seat to act"""
    turn_worth: Callable[[Any, Any, int], float]
    """(board, table, seat) -> what the position is worth after the rest of a greedy turn"""


@cache
def judgement(name: str, kernel: Kernel) -> Judgement:
    """The judgement of a game by its name, compiled for its kernel; without one all is equal."""
    known = GAMES[name].bots if name in GAMES else None
    if known is None:
        return make_judgement(kernel, leave, equal)
    return make_judgement(kernel, known.settle or leave, known.value or equal)


@rule
def leave(board: Any, state: Any) -> None:
    """Nothing that is half done is finished."""


@rule
def equal(board: Any, state: Any, seat: int) -> float:
    """Every position is worth the same."""
    return 0.0


def make_judgement(kernel: Kernel, settle: Any, value: Any) -> Judgement:
    """Compile greedy play from the judgement of positions.

    A table is an array that holds one state; `settle` finishes what a move leaves half done.
    """
    to_act, legal_moves, play = kernel.to_act, kernel.legal_moves, kernel.play
    winners, most_moves, observe = kernel.winners, kernel.most_moves, kernel.observe

    @rule
    def verdict(board: Any, state: Any, seat: int) -> float:
        if to_act(state) != NOBODY:
            return 0.0
        first = winners(board, state)
        if count(first) > 1:
            return -WON / 2
        return WON if first & bit(seat) else -WON

    @rule
    def after(board: Any, table: Any, move: int, scratch: Any) -> float:
        seat = to_act(table[0])
        scratch[0] = table[0]
        observe(scratch[0], seat)
        play(board, scratch[0], move)
        settle(board, scratch[0])
        exact = value(board, scratch[0], seat) + verdict(board, scratch[0], seat)
        return float(floor(exact * GRAIN + 0.5) / GRAIN)

    @rule
    def rate(board: Any, table: Any, moves: Ints, total: int, scratch: Any, worth: Any) -> None:
        for index in range(total):
            worth[index] = after(board, table, moves[index], scratch)

    @rule
    def choose(board: Any, table: Any, moves: Ints, total: int, scratch: Any, dice: Ints) -> int:
        best = moves[0]
        most = after(board, table, best, scratch)
        equals = 1
        for index in range(1, total):
            worth = after(board, table, moves[index], scratch)
            if worth > most:
                equals = 0
            if worth >= most:
                equals += 1
                if equals == 1 or below(dice, equals) == 0:
                    best, most = moves[index], worth
        return int(best)

    @rule
    def turn_worth(board: Any, table: Any, seat: int) -> float:
        moves = np.zeros(most_moves, np.int16)
        scratch = table.copy()
        dice = np.ones(1, np.int64)
        while to_act(table[0]) == seat:
            total = legal_moves(board, table[0], moves)
            play(board, table[0], choose(board, table, moves, total, scratch, dice))
        return float(value(board, table[0], seat))

    return Judgement(rate, choose, after, turn_worth)
