"""Builds the entries of table lists."""

from __future__ import annotations

from collections.abc import Iterable

from cruachan.engine.texts import Lang
from cruachan.games import GAMES
from cruachan.server.api.responses import ListedSeat, TableListing
from cruachan.server.store.lists import Standing
from cruachan.server.tables.former import said_name
from cruachan.server.tables.setting import SeatSetting, decode


def listing(
    standing: Standing, seats: Iterable[SeatSetting], own: list[int], lang: Lang
) -> TableListing:
    """Builds the entries of table lists."""
    after, setting = standing.after, decode(standing.table.setup)
    return TableListing(
        table=standing.table.id,
        game=standing.table.game,
        title=GAMES[standing.table.game].title,
        board=standing.table.board,
        status=after.status,
        waits=[int(seat) for seat in after.waits.split()],
        mine=own,
        round=after.round,
        seats=[ListedSeat(kind=seat.kind, name=said_name(seat.name, lang)) for seat in seats],
        lesson=setting.lesson is not None,
        puzzle=setting.puzzle is not None,
        rated=setting.rated,
        at=standing.at,
        seq=standing.seq,
        since=standing.since or standing.at,
    )
