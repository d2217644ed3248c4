"""Everything that can happen at a table, as one union of typed values.

An event body says what is stored of it (its fields), what it does to a table (`apply`), who may see
it (`visible_to`) and what a listener gets (`describe`). A table is the sum of its events: the same
events applied again give the same table.
"""

from __future__ import annotations

from typing import get_args

import msgspec

from cruachan.server.tables.events.base import PendingEvent, PlyScene, StoredEvent
from cruachan.server.tables.events.play import (
    ConfirmationSet,
    LessonContinued,
    MatchRewound,
    MovePlayed,
    MoveQueued,
    MoveRedone,
    MoveUndone,
    PlayerResigned,
    QueuedMoveRemoved,
    TurnEnded,
    UndoAnswered,
    UndoRequest,
    UndoRequested,
)
from cruachan.server.tables.events.seating import (
    EntropyAdded,
    GameImported,
    GameStarted,
    KeyAdded,
    PlayerRenamed,
    PlayerSeated,
    PlayerStood,
    SeatAssigned,
    SeatingEvent,
    TableCreated,
)
from cruachan.server.tables.events.social import (
    AbsenceEnded,
    AbsenceNoticed,
    BotVoted,
    ChatSent,
    NarrationRetold,
    NarrationVeiled,
    RematchCreated,
    SeatGivenToBot,
    SeatReclaimed,
    TableClosed,
)
from cruachan.server.tables.setting import SeatSetting, TableSetting

__all__ = [
    "EVENTS",
    "HIDDEN",
    "SEATING",
    "AbsenceEnded",
    "AbsenceNoticed",
    "BotVoted",
    "ChatSent",
    "ConfirmationSet",
    "EntropyAdded",
    "GameImported",
    "GameStarted",
    "KeyAdded",
    "LessonContinued",
    "MatchRewound",
    "MovePlayed",
    "MoveQueued",
    "MoveRedone",
    "MoveUndone",
    "NarrationRetold",
    "NarrationVeiled",
    "PendingEvent",
    "PlayerRenamed",
    "PlayerResigned",
    "PlayerSeated",
    "PlayerStood",
    "PlyScene",
    "QueuedMoveRemoved",
    "RematchCreated",
    "SeatAssigned",
    "SeatGivenToBot",
    "SeatReclaimed",
    "SeatingEvent",
    "StoredEvent",
    "TableClosed",
    "TableCreated",
    "TableEvent",
    "TurnEnded",
    "UndoAnswered",
    "UndoRequest",
    "UndoRequested",
    "decode",
    "encode",
    "imported_moves",
    "seats_after",
]

TableEvent = (
    TableCreated
    | GameImported
    | PlayerSeated
    | PlayerStood
    | PlayerRenamed
    | SeatAssigned
    | KeyAdded
    | EntropyAdded
    | GameStarted
    | MovePlayed
    | LessonContinued
    | MoveUndone
    | MoveRedone
    | UndoRequested
    | UndoAnswered
    | MatchRewound
    | TurnEnded
    | ConfirmationSet
    | ChatSent
    | MoveQueued
    | QueuedMoveRemoved
    | SeatGivenToBot
    | SeatReclaimed
    | BotVoted
    | AbsenceNoticed
    | AbsenceEnded
    | PlayerResigned
    | NarrationVeiled
    | NarrationRetold
    | RematchCreated
    | TableClosed
)
EVENTS: dict[str, type[TableEvent]] = {each.kind: each for each in get_args(TableEvent)}
"""The classes by the kinds under which they are stored."""
HIDDEN = "skip"
"""The kind under which a viewer gets an event that she may not see."""
SEATING = tuple(kind for kind, each in EVENTS.items() if issubclass(each, SeatingEvent))


def encode(body: TableEvent) -> str:
    """The body as it is stored."""
    return msgspec.json.encode(body).decode()


def decode(kind: str, text: str) -> TableEvent:
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
