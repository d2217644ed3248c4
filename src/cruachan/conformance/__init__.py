"""Does a game keep the protocol? `cruachan check GAME`, and `check_game` for a plugin's own tests.

Random games are played on every board with every number of players, and with every option at the
usual table, by the options of tables at which only bots sit, since these games end. One game for
each number of players is played to its end, the others for so many moves at most (`PART`). What the
rules, the presentation and the optional parts return is compared with what frameworks expect of it.
Each fault is a sentence with an example; an exception is a fault that names the line of the plugin.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from cruachan.bots import table_options
from cruachan.conformance.data import check_data
from cruachan.conformance.findings import Findings, Report, say
from cruachan.conformance.parts import check_bots, check_observation, check_terminal
from cruachan.conformance.playing import check_table
from cruachan.engine.errors import CruachanError
from cruachan.engine.game import Game
from cruachan.engine.texts import Message
from cruachan.games import game_class

__all__ = ["Report", "check_game"]


PART = 300
"""The moves made in a game that need not end."""


class CheckedTable(NamedTuple):
    """A table at which a random game is played."""

    board: str
    seats: int
    options: dict[str, str]
    most: int | None
    """The moves to make; None where the game must end."""


def check_game(
    name: str,
    games: int = 2,
    seed: int = 1,
    tell: Callable[[int, int], None] = lambda done, total: None,
) -> Report:
    """What is wrong with a game, and what it lacks; `games` are played on the usual board
    with every number of players.

    `tell` is told how many games were played, and of how many.
    """
    try:
        kind = game_class(name)
    except CruachanError as error:
        return Report(name, [_message(error)])
    findings = Findings(kind.description)
    rng = Random(f"{name} {seed}")
    boards = {which: findings.attempt("board", kind.on_board, which) for which in kind.boards}
    there = {which: game for which, game in boards.items() if game is not None}
    tables = [each for each in _tables(kind, games, there) if each.board in there]
    for number, table in enumerate(tables):
        tell(number, len(tables))
        check_table(there[table.board], table.seats, table.options, rng, findings, table.most)
    findings.at = ""
    check_data(kind, findings)
    game = findings.attempt("board", kind.on_board)
    if game is not None:
        findings.attempt("bots", check_bots, game, rng, findings)
        findings.attempt("observation", check_observation, game, rng, findings)
        findings.attempt("terminal", check_terminal, game, findings)
    return findings.report()


def _message(error: CruachanError) -> Message:
    """What an error says, as a message."""
    return error.said if isinstance(error.said, Message) else say("fault.error", error=error.said)


def _tables(
    kind: type[Game[Any, Any]], games: int, boards: dict[str, Game[Any, Any]]
) -> Iterator[CheckedTable]:
    """All tables; those of other boards and each other value of each option once."""
    usual = next((table_options(game) for game in boards.values()), {})
    for number in range(games):
        for board in kind.boards[:1] if number else kind.boards:
            for seats in kind.players:
                whole = number == 0 and board == kind.boards[0]
                yield CheckedTable(board, seats, usual, None if whole else PART)
    for option in kind.options:
        for value in option.choices:
            if value != option.default:
                options = usual | {option.name: value}
                yield CheckedTable(kind.boards[0], kind.usual_seats(), options, PART)
