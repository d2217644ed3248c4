"""Everything that can happen at a table, each kind a class of typed values.

An event body says what is stored of it (its fields), what it does to a table (`apply`), who may see
it (`visible_to`) and what a listener gets (`describe`). A table is the sum of its events: the same
events applied again give the same table.
"""

from __future__ import annotations

import msgspec

from cruachan.server.tables.events import play, seating, social
from cruachan.server.tables.events.base import EventBody, PendingEvent
from cruachan.server.tables.events.play import MovePlayed
from cruachan.server.tables.events.seating import GameImported, SeatingEvent
from cruachan.server.tables.setting import SeatSetting, TableSetting

MODULES = (seating, play, social)
EVENTS: dict[str, type[EventBody]] = {
    each.kind: each
    for module in MODULES
    for each in vars(module).values()
    if isinstance(each, type) and issubclass(each, EventBody) and "kind" in vars(each)
}
"""The classes by the kinds under which they are stored: each class of the modules with a kind."""
HIDDEN = "skip"
"""The kind under which a viewer gets an event that she may not see."""
SEATING = tuple(kind for kind, each in EVENTS.items() if issubclass(each, SeatingEvent))


def encode(body: EventBody) -> str:
    """The body as it is stored."""
    return msgspec.json.encode(body).decode()


def decode(kind: str, text: str) -> EventBody:
    """The body of what was stored."""
    return msgspec.json.decode(text, type=EVENTS[kind])


def seats_after(setting: TableSetting, stored: list[tuple[str, str]]) -> list[SeatSetting]:
    """Who sits where after stored seating events, each a kind and its data."""
    seats = list(setting.seats)
    for kind, text in stored:
        body = decode(kind, text)
        assert isinstance(body, SeatingEvent)
        seats = body.reseat(seats)
    return seats


def imported_moves(imported: PendingEvent) -> list[PendingEvent]:
    """The moves of a game that began elsewhere, as events of the table that takes it over."""
    body = imported.body
    assert isinstance(body, GameImported)
    moves = imported.move or [None] * len(body.plies)
    pairs = zip(body.plies, moves, strict=True)
    return [PendingEvent(MovePlayed(seat, text), move) for (seat, text), move in pairs]
