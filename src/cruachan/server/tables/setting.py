"""Settings of a table: game, board, options, seats, pace."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Literal, NamedTuple, get_args

import msgspec

from cruachan.engine.game import Game
from cruachan.engine.texts import DEFAULT_LANG, Lang, Texts
from cruachan.engine.transcript import clean_name
from cruachan.games import GAMES, game_class, load_game
from cruachan.server.errors import wrong

FREE = "free"
PERSON = "person"
BOT_NAMES = ("Bran", "Maeve", "Fergus", "Niamh", "Cormac", "Deirdre", "Oran", "Grainne")
"""What bots are called that take free seats, where the game has no names of its own left."""
HOST = -1
"""The host's chair, a pseudo-seat: she starts and closes the table."""

Clock = Literal["none", "5m+5s", "10m+10s", "20m+15s", "45m+30s", "1+4", "3+12", "3+36"]
"""The time a seat has in all, and what each of its moves adds: days and hours, or minutes and
seconds where people sit at the table together."""
AtZero = Literal["vote", "bot", "resign"]
"""What happens when a clock comes to zero: the others may vote for a bot, a bot takes over until
the player is there again, or the player has resigned."""
MINUTE = 60_000
DAY = 24 * 60 * MINUTE


class ClockRule(NamedTuple):
    """What a kind of clock gives, in milliseconds."""

    total: int
    more: int
    """What a move adds."""
    live: bool
    """Whether it is for people who sit at the table together: minutes, not days."""


def _rule(clock: str) -> ClockRule:
    total, _, more = clock.partition("+")
    if total.endswith("m"):
        return ClockRule(int(total[:-1]) * MINUTE, int(more[:-1]) * 1000, True)
    return ClockRule(int(total) * DAY, int(more) * 60 * MINUTE, False)


CLOCKS: dict[str, ClockRule] = {clock: _rule(clock) for clock in get_args(Clock) if clock != "none"}


@cache
def boxed_game(name: str, board: str | None = None) -> Game[Any, Any]:
    """A game on a board of its box; files are not read for strangers."""
    if not GAMES.check(name):
        raise wrong("no_game", name=name, games=list(GAMES))
    kind = game_class(name)
    chosen = board or kind.boards[0]
    if chosen not in kind.boards:
        raise wrong("no_board", board=chosen, boards=kind.boards)
    return load_game(name, chosen)


class SeatSetting(msgspec.Struct, frozen=True):
    """The setting of a seat: a person, free, or a kind of bot."""

    kind: str
    name: str = ""


class TableSetting(msgspec.Struct, frozen=True):
    """Everything that is decided before anybody sits down."""

    game: str
    board: str
    options: dict[str, str]
    seats: tuple[SeatSetting, ...]
    public: bool = False
    bot_pace: float = 0.8
    """Seconds between a bot's moves, for people to follow."""
    clock: Clock = "none"
    at_zero: AtZero = "vote"
    vacation: int = 0
    """The days for which each seat may stop its clock, all in all; only where it counts days."""
    hints: bool = False
    """Whether hints are given although several people play."""
    lesson: Lang | None = None
    """Where a first game is taught: the language in which its other players tell."""
    before: str | None = None
    """The table of which this is the rematch."""
    rated: bool = False
    """Whether the game counts for the ratings of its players."""
    daily: str | None = None
    """The day whose daily game it is, as 2026-11-18."""
    puzzle: str | None = None
    """The id of the puzzle that is to be solved here."""
    edition: int = 0
    """Which of the server's stories of this game it is, counted from 1; 0 where none is counted."""

    @property
    def once(self) -> bool:
        """Whether nothing is tried out here: the game is rated, or the daily game."""
        return self.rated or self.daily is not None


def with_seats(setting: TableSetting, seats: tuple[SeatSetting, ...]) -> TableSetting:
    """A copy of a setting with other seats."""
    return msgspec.structs.replace(setting, seats=seats)


def encode(setting: TableSetting) -> str:
    """A setting as it is stored."""
    return msgspec.json.encode(setting).decode()


def decode(text: str) -> TableSetting:
    """The setting of what was stored."""
    return msgspec.json.decode(text, type=TableSetting)


def seated(game: Game[Any, Any], seats: tuple[SeatSetting, ...]) -> tuple[SeatSetting, ...]:
    """Seats with clean names, no two alike; bots without one get their kind's."""
    taken: set[str] = set()
    found = []
    for seat in seats:
        name = clean_name(seat.name) if seat.name.strip() else ""
        if seat.kind != FREE:
            name = unlike(name or seat.kind.capitalize(), taken)
            taken.add(name.casefold())
        found.append(SeatSetting(seat.kind, name))
    return tuple(found)


def filled(
    seats: list[SeatSetting], bot: str | None, names: Sequence[str] = ()
) -> list[SeatSetting]:
    """Seats with bots of a kind where nobody sits, by these names or by that of their kind."""
    taken = {seat.name.casefold() for seat in seats}
    left = list(names)
    found = []
    for seat in seats:
        if seat.kind == FREE and bot is not None:
            name = left.pop(0) if left else bot.capitalize()
            seat = SeatSetting(bot, unlike(name, taken))
            taken.add(seat.name.casefold())
        found.append(seat)
    return found


def bot_name(game: Game[Any, Any], taken: set[str]) -> str:
    """The name of a bot that takes a free seat: a person's name, for logs and sagas tell of it."""
    names = (*Texts(game.package, DEFAULT_LANG).table.get("bots.names", "").split(), *BOT_NAMES)
    return next((name for name in names if name.casefold() not in taken), unlike(names[0], taken))


def unlike(name: str, taken: set[str]) -> str:
    """A name as nobody else at the table has it."""
    number, found = 1, name
    while found.casefold() in taken:
        number += 1
        found = f"{name[:36]} {number}"
    return found


def encode_seats(seats: list[SeatSetting]) -> str:
    """Who sits where, as it is stored for lists."""
    return msgspec.json.encode(seats).decode()


def decode_seats(text: str) -> list[SeatSetting]:
    """Who sits where, from what was stored."""
    return msgspec.json.decode(text, type=list[SeatSetting])
