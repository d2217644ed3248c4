"""The daily game at a server: its table, one try each, and how somebody has done."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from cruachan.challenges.daily import DailyGame, Streak, daily_game, streak, today
from cruachan.challenges.sharing import DailyResult
from cruachan.engine.texts import Lang, Texts
from cruachan.server.errors import ServerError, conflict, failed
from cruachan.server.store import challenges as stored
from cruachan.server.store.challenges import DailyCount, DailyTry
from cruachan.server.store.club import TableResult, result
from cruachan.server.tables import setting as settings
from cruachan.server.tables.events.base import PendingEvent
from cruachan.server.tables.events.seating import GameStarted
from cruachan.server.tables.identity import Identity
from cruachan.server.tables.new_tables import BegunGame
from cruachan.server.tables.requests import MadeBy
from cruachan.server.tables.service import TableService
from cruachan.server.tables.session import TableSession
from cruachan.server.tables.setting import SeatSetting, TableSetting


class EndedDaily(NamedTuple):
    """A daily game that somebody has played to its end."""

    game: DailyGame
    result: DailyResult


class DailyStanding(NamedTuple):
    """The game of a day, and how somebody has done in it and before."""

    game: DailyGame
    own: DailyTry | None
    result: DailyResult | None
    """Of her game, once it is over."""
    streak: Streak
    others: DailyCount


async def begin(
    service: TableService, made: MadeBy, day: date, name: str, bot_pace: float, lang: Lang
) -> TableSession:
    """A table with the game of today for somebody who has not begun it yet; a ServerError for
    whoever has."""
    if day != today():
        raise conflict("daily_over")
    await _must_be_new(service, made, day)
    plan = daily_game(day)
    game = await service.known(plan.game, plan.board)
    name = name.strip() or Texts(__package__, lang)("seat.guest")
    seats = tuple(SeatSetting(each.kind, each.name) for each in plan.players(name))
    setting = TableSetting(
        game=plan.game,
        board=plan.board,
        options=game.complete(len(seats), {}),
        seats=settings.seated(game, seats),
        bot_pace=bot_pace,
        daily=day.isoformat(),
    )
    await service.ready(plan.game, plan.board)
    writes = stored.add_daily_try(day.isoformat(), made.who.first, made.table)
    seed, events = plan.seed(service.daily_secret), [PendingEvent(GameStarted())]
    begun = BegunGame(setting, game, plan.seat, seed, events, writes)
    try:
        return await service.maker.begin(begun, made)
    except ServerError as error:
        if error.key == "unstored":
            # Another window may have begun it in the meantime.
            await _must_be_new(service, made, day)
        raise


async def _must_be_new(service: TableService, made: MadeBy, day: date) -> None:
    """Raise a ServerError for a player who has begun the game of a day already, a different one if
    the same request began it a moment ago."""
    tries = await service.store.query(stored.daily_tries_of, made.who.holders)
    begun = [each.table for each in tries if each.day == day.isoformat()]
    if made.table in begun:
        raise failed("elsewhere")
    if begun:
        raise conflict("daily_again")


async def standing(service: TableService, who: Identity | None, day: date) -> DailyStanding:
    """The game of a day as somebody stands to it."""
    tries: list[DailyTry] = []
    if who is not None:
        tries = await service.store.query(stored.daily_tries_of, who.holders)
    own = next((each for each in tries if each.day == day.isoformat()), None)
    found = await service.store.query(result, own.table) if own and own.place else None
    ended = [
        (date.fromisoformat(each.day), each.place == 1 and not each.shared)
        for each in tries
        if each.place is not None
    ]
    count = await service.store.query(stored.daily_count, day.isoformat())
    return DailyStanding(
        daily_game(day), own, found and _scored(found), streak(ended, today()), count
    )


async def ended_at(service: TableService, table: str, setup: str) -> EndedDaily | None:
    """The daily game that was played at a table, once it is over; None for other tables."""
    return await ended_on(service, table, settings.decode(setup).daily)


async def ended_on(service: TableService, table: str, day: str | None) -> EndedDaily | None:
    """The game of a day that was played at a table, once it is over; None without a day."""
    found = await service.store.query(result, table) if day else None
    return (
        EndedDaily(daily_game(date.fromisoformat(day)), _scored(found)) if day and found else None
    )


def _scored(found: TableResult) -> DailyResult:
    return DailyResult([seat.place for seat in found.seats], [seat.score for seat in found.seats])
