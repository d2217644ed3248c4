"""The daily game: the same game, seats, opponents and dice for everybody on a day.

Everything follows from the date, in UTC. Which game it is and who plays is no secret. The dice are
those of the whole world, which anybody can compute beforehand, unless a server has a secret of its
own: then nobody else can, and its game is its own.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from cruachan.engine.errors import CruachanError
from cruachan.engine.match import Player
from cruachan.engine.texts import message
from cruachan.games import BUILT_IN, GAMES, game_class

FIRST = date(2026, 11, 1)
"""The day of the first daily game."""
PERSON = "person"
WORLD = "the world"
"""What the dice are derived from where a server has no secret."""
WEEK = 7
TWO = 2


class DailyGame(NamedTuple):
    """What is played on a day."""

    day: date
    game: str
    board: str
    kinds: tuple[str, ...]
    """Who sits where: the kinds of bots, and `person` once."""

    @property
    def number(self) -> int:
        """Which daily game it is, counted from 1."""
        return (self.day - FIRST).days + 1

    @property
    def seat(self) -> int:
        """The seat of whoever plays."""
        return self.kinds.index(PERSON)

    @property
    def level(self) -> str:
        """The kind of the opponents."""
        return next(kind for kind in self.kinds if kind != PERSON)

    def seed(self, secret: str = "") -> bytes:
        """The seed of its dice: a server's own, or that of the whole world."""
        said = f"daily {self.day.isoformat()} {self.game} {self.board} {' '.join(self.kinds)}"
        return hmac.digest((secret or WORLD).encode(), said.encode(), "sha256")

    def players(self, name: str) -> list[Player]:
        """Who plays, by seat; bots have their kinds as names, numbered where there are several."""
        several, bots, found = len(self.kinds) > TWO, 0, []
        for kind in self.kinds:
            if kind == PERSON:
                found.append(Player(name, PERSON))
                continue
            bots += 1
            called = kind.capitalize()
            found.append(Player(f"{called} {bots}" if several else called, kind))
        return found


class Streak(NamedTuple):
    """How regularly somebody plays."""

    now: int
    """Days in a row up to today, or to yesterday while today's game is not over."""
    best: int
    played: int
    won: int


def today(at: datetime | None = None) -> date:
    """The day it is, in UTC."""
    return (at or datetime.now(UTC)).astimezone(UTC).date()


def next_at(day: date) -> int:
    """When the game after a day's begins, in milliseconds since 1970."""
    following = day + timedelta(days=1)
    midnight = datetime(following.year, following.month, following.day, tzinfo=UTC)
    return int(midnight.timestamp() * 1000)


def daily_games() -> list[str]:
    """The games that take turns, in their order: those of the box that say for how many."""
    return [name for name in BUILT_IN if GAMES[name].daily]


def daily_game(day: date) -> DailyGame:
    """The game of a day; opponents get stronger from Monday to Sunday."""
    names = daily_games()
    name = names[(day - FIRST).days % len(names)]
    lots = hashlib.sha256(f"cruachan daily {day.isoformat()}".encode()).digest()
    sizes, known = GAMES[name].daily, GAMES[name].bots
    assert known is not None
    seats = sizes[lots[0] % len(sizes)]
    # Who thinks by the clock is not the same opponent for everybody.
    levels = [name for name, level in known.levels.items() if not level.seconds]
    level = levels[day.weekday() * len(levels) // WEEK]
    own = lots[1] % seats
    kinds = tuple(PERSON if seat == own else level for seat in range(seats))
    return DailyGame(day, name, game_class(name).usual_board(seats), kinds)


def read_day(text: str, now: date) -> date:
    """The day that somebody names; a CruachanError for no date, and for a day to come."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise CruachanError(message(__package__, "daily.no_date", day=text[:40])) from None
    if day > now:
        raise CruachanError(message(__package__, "daily.future", day=day.isoformat()))
    if day < FIRST:
        raise CruachanError(message(__package__, "daily.before", first=FIRST.isoformat()))
    return day


def streak(finished: Iterable[tuple[date, bool]], now: date) -> Streak:
    """What the days on which somebody finished the daily game, and whether she won, add up to."""
    won = dict(finished)
    best, run, last = 0, 0, None
    for day in sorted(won):
        run = run + 1 if last is not None and day - last == timedelta(days=1) else 1
        best, last = max(best, run), day
    current = run if last is not None and (now - last).days <= 1 else 0
    return Streak(current, best, len(won), sum(won.values()))
