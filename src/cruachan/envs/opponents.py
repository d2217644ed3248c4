"""Opponents inside the compiled step of an environment: bots that need no more than a position.

A lineup says of each seat whether it is asked (LEARNER) or which bot plays it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from cruachan.bots import levels_of
from cruachan.bots.judgement import equal, judgement
from cruachan.bots.network import Net, is_learned, learned, network
from cruachan.engine.bits import below
from cruachan.engine.errors import OptionError
from cruachan.engine.kernel import KernelGame
from cruachan.engine.record import Ints, rule
from cruachan.engine.texts import message
from cruachan.games import GAMES

LEARNER = -1
RANDOM, GREEDY, NETWORK = range(3)
OPPONENTS = ("random", "greedy", "network")
"""`network` makes the best move that the learned network sees, one move ahead."""


class House(NamedTuple):
    """What the compiled step needs to know of opponents."""

    choose: Callable[..., int]
    """(board, table, moves, total, scratch, dice, kind, mind) -> the move of an opponent"""
    value: Callable[[Any, Any, int], float]
    """(board, state, seat) -> what a position is worth in the points of the game, to shape
    rewards"""


@rule
def nobody(
    board: Any, table: Any, moves: Ints, total: int, scratch: Any, dice: Ints, kind: int, mind: Any
) -> int:
    """Nobody else plays."""
    return int(moves[0])


@cache
def make_house(name: str, kernel: Any, kinds: frozenset[int], shaped: bool) -> House:
    """Compile the opponents of a game that are wanted, and no others."""
    known = GAMES[name].bots
    value = (known.value if known is not None else None) or equal
    worth = value if shaped else equal
    if not kinds:
        return House(nobody, worth)
    greedily = judgement(name, kernel).choose
    if NETWORK not in kinds:

        @rule
        def choose(
            board: Any,
            table: Any,
            moves: Ints,
            total: int,
            scratch: Any,
            dice: Ints,
            kind: int,
            mind: Any,
        ) -> int:
            if kind == RANDOM:
                return int(moves[below(dice, total)])
            return int(greedily(board, table, moves, total, scratch, dice))

        return House(choose, worth)
    place_of = network(name, kernel).choose

    @rule
    def choose_learned(
        board: Any,
        table: Any,
        moves: Ints,
        total: int,
        scratch: Any,
        dice: Ints,
        kind: int,
        mind: Any,
    ) -> int:
        if kind == RANDOM:
            return int(moves[below(dice, total)])
        if kind == GREEDY:
            return int(greedily(board, table, moves, total, scratch, dice))
        net, x, hidden, worths = mind
        best = place_of(board, table, net, moves, total, scratch, x, hidden, worths, dice)
        return int(moves[best])

    return House(choose_learned, worth)


def read_lineup(
    game: KernelGame[Any, Any, Any], seats: int, opponents: str | Sequence[str] | None
) -> list[int]:
    """The lineup, beginning with the learner's seat; an OptionError for an invalid one."""
    if opponents is None:
        return [LEARNER] * seats
    named = [opponents] * (seats - 1) if isinstance(opponents, str) else list(opponents)
    known = OPPONENTS if is_learned(game) and levels_of(game) else OPPONENTS[:-1]
    unknown = [name for name in named if name not in known]
    if unknown:
        said = message(__package__, "error.opponent", name=unknown[0], known=list(known))
        raise OptionError(said)
    if len(named) != seats - 1:
        raise OptionError(
            message(__package__, "error.opponents", wanted=seats - 1, named=len(named))
        )
    return [LEARNER, *(OPPONENTS.index(name) for name in named)]


def make_mind(game: KernelGame[Any, Any, Any], seats: int, kinds: frozenset[int]) -> Any:
    """The network that opponents judge by, and the memory it needs; nothing where none does."""
    if NETWORK not in kinds:
        return (0,)
    net: Net = learned(game.name, seats)
    inputs, most = network(game.name, game.kernel).inputs, game.kernel.most_moves
    return (
        net,
        np.zeros(inputs, np.float32),
        np.zeros_like(net.bias),
        np.zeros((most, 2 * seats), np.float32),
    )
