"""What the doors share: which game is played, and the rules of its tables compiled together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple, cast

import numpy as np

from cruachan.engine.bits import below, bit, count
from cruachan.engine.capabilities import ObservationSpec
from cruachan.engine.errors import CruachanError, OptionError
from cruachan.engine.game import CHANCE, NOBODY
from cruachan.engine.kernel import Kernel, KernelGame, as_table, record_game
from cruachan.engine.record import Ints, rule
from cruachan.engine.texts import message
from cruachan.envs.observation import observation_of
from cruachan.envs.opponents import House
from cruachan.games import GAMES, game_class, load_game


def playable() -> list[str]:
    """The games that environments can play: those whose descriptions name an observation."""
    return [name for name, game in GAMES.items() if game.observation_part is not None]


class EnvTable(NamedTuple):
    """A game, and how it is played at a table."""

    game: KernelGame[Any, Any, Any]
    seats: int
    start: Any
    """The state before the first lot, as an array of one."""
    observation: ObservationSpec


def set_table(
    name: str,
    seats: int | None = None,
    board: str | None = None,
    options: Mapping[str, str] | None = None,
) -> EnvTable:
    """A game by its name with seats, board and options as at any table; an OptionError if not."""
    kind = game_class(name)
    count = seats or kind.usual_seats()
    kind.check_seats(count)
    game = record_game(load_game(name, board or kind.usual_board(count)))
    seen = None if game is None else observation_of(game)
    if game is None or seen is None:
        titles = [GAMES[each].title for each in playable()]
        raise OptionError(message(__package__, "error.no_door", game=kind.title, games=titles))
    return EnvTable(game, count, as_table(game.setup(count, options or {})), seen)


def needed(package: str, extra: str) -> Any:
    """A package that is there for a door alone; a CruachanError says how to get it."""
    return needed_as(package, f"pip install 'cruachan[{extra}]'")


def needed_as(package: str, command: str) -> Any:
    """Import an optional package; a CruachanError names the command that installs it."""
    try:
        return import_module(package)
    except ModuleNotFoundError as error:
        said = message(__package__, "error.not_installed", package=package, command=command)
        raise CruachanError(said) from error


@rule
def utility(first: int, seat: int, seats: int) -> float:
    """What a result is worth to a seat: 1 for winning alone, and all seats together have 0.

    With two players a draw is 0 and a loss -1; with more, who did not win shares the loss.
    """
    share = 1.0 / count(first) if first & bit(seat) else 0.0
    return (seats * share - 1.0) / (seats - 1.0)


class Steps(NamedTuple):
    """The rules that move many tables at once; a row of every array is a table."""

    step: Callable[..., int]
    """(board, start, tables, dice, moves, begin, again, lineup, shaping, seen) -> the first table
    at which the rules refuse the move, or -1 when all were made; `begin`: all tables are set anew
    instead; `again`: so is a table whose game is over"""
    show: Callable[..., None]
    """(board, tables, index, dice, lineup, seen): shows a table that was put into a state, after
    chance and opponents have moved"""


Seen = tuple[Any, Any, Any, Any, Any]
"""The arrays observations, masks, rewards, to_act and done."""


@cache
def make_observe(kernel: Kernel, observation: ObservationSpec) -> Callable[..., int]:
    """A rule (board, table, scratch, seat, row) -> what a seat sees at an array of one table."""
    hide, see = kernel.observe, observation.observe

    @rule
    def observe(board_tables: Any, table: Any, scratch: Any, seat: int, row: Any) -> int:
        scratch[0] = table[0]
        hide(scratch[0], seat)
        row[:] = 0
        return see(board_tables, scratch[0], seat, row)

    return cast(Callable[..., int], observe)


@cache
def make_steps(kernel: Kernel, observation: ObservationSpec, house: House) -> Steps:
    """Compile a game's rules together with how it is seen, and with the bots of other seats."""
    to_act, legal_moves, refuses, play = kernel[:4]
    winners, most_moves = kernel.winners, kernel.most_moves
    observe, choose, value = make_observe(kernel, observation), house.choose, house.value

    @rule
    def deal(
        board_tables: Any, table: Any, dice: Ints, moves: Ints, scratch: Any, kinds: Any, mind: Any
    ) -> int:
        """Chance and opponents move until a player is asked or the game is over; how many moves
        are legal."""
        state = table[0]
        total = legal_moves(board_tables, state, moves)
        seat = to_act(state)
        while seat == CHANCE or (seat >= 0 and kinds[seat] >= 0):
            if seat == CHANCE:
                move = int(moves[below(dice, total)])
            else:
                move = int(
                    choose(board_tables, table, moves, total, scratch, dice, kinds[seat], mind)
                )
            play(board_tables, state, move)
            total = legal_moves(board_tables, state, moves)
            seat = to_act(state)
        return total

    @rule
    def tell(
        board_tables: Any,
        tables: Any,
        index: int,
        total: int,
        scratch: Any,
        moves: Ints,
        seen: Seen,
    ) -> None:
        """Write what the seat to act sees and may do; of a game that is over, what seat 0 sees."""
        observations, masks, _, acting, _ = seen
        seat = to_act(tables[index])
        acting[index] = seat
        observe(board_tables, tables[index : index + 1], scratch, max(seat, 0), observations[index])
        masks[index, :] = 0
        for each in range(total):
            masks[index, moves[each]] = 1

    @rule
    def refused(board_tables: Any, tables: Any, wanted: Ints) -> int:
        for index in range(len(tables)):
            seat = to_act(tables[index])
            if seat != NOBODY and refuses(board_tables, tables[index], seat, wanted[index]):
                return index
        return -1

    @rule
    def set_anew(start: Any, tables: Any, index: int, dice: Ints, lineup: Any) -> None:
        """Begin a game, with the seats as they are or turned by lot."""
        first, kinds, turn, _ = lineup
        tables[index] = start[0]
        shift = below(dice, len(first)) if turn else 0
        for seat in range(len(first)):
            kinds[index, (seat + shift) % len(first)] = first[seat]

    @rule
    def show(
        board_tables: Any, tables: Any, index: int, dice: Ints, lineup: Any, seen: Seen
    ) -> None:
        scratch = tables[index : index + 1].copy()
        moves = np.zeros(most_moves, np.int16)
        table = tables[index : index + 1]
        total = deal(board_tables, table, dice[index], moves, scratch, lineup[1][index], lineup[3])
        tell(board_tables, tables, index, total, scratch, moves, seen)
        seen[2][index, :] = 0
        seen[4][index] = False

    @rule
    def step(
        board_tables: Any,
        start: Any,
        tables: Any,
        dice: Ints,
        wanted: Ints,
        begin: bool,
        again: bool,
        lineup: Any,
        shaping: Any,
        seen: Seen,
    ) -> int:
        wrong = -1 if begin else refused(board_tables, tables, wanted)
        if wrong >= 0:
            return wrong
        rewards, acting, done = seen[2], seen[3], seen[4]
        weight, worth, last = shaping
        kinds, mind = lineup[1], lineup[3]
        scratch = start.copy()
        moves = np.zeros(most_moves, np.int16)
        seats = rewards.shape[1]
        for index in range(len(tables)):
            rewards[index, :] = 0
            table = tables[index : index + 1]
            mover = int(acting[index])
            over = to_act(table[0]) == NOBODY
            if begin or (over and again):
                mover = -1
                set_anew(start, tables, index, dice[index], lineup)
            elif not over:
                play(board_tables, table[0], wanted[index])
            else:
                done[index] = False
                continue
            total = deal(board_tables, table, dice[index], moves, scratch, kinds[index], mind)
            done[index] = total == 0
            if total == 0:
                first = winners(board_tables, table[0])
                for seat in range(seats):
                    rewards[index, seat] = utility(first, seat, seats)
                if len(last):
                    observe(board_tables, table, scratch, max(mover, 0), last[index])
                if weight != 0.0 and mover >= 0:
                    rewards[index, mover] -= weight * worth[index]
                if again:
                    mover = -1
                    set_anew(start, tables, index, dice[index], lineup)
                    total = deal(
                        board_tables, table, dice[index], moves, scratch, kinds[index], mind
                    )
            tell(board_tables, tables, index, total, scratch, moves, seen)
            if weight != 0.0 and acting[index] >= 0:
                now = value(board_tables, table[0], int(acting[index]))
                if mover >= 0:
                    rewards[index, mover] += weight * (now - worth[index])
                worth[index] = now
        return -1

    return Steps(cast(Any, step), show)
