"""The X-card: the last narration in a player's own words is removed, and may be told anew.

Anybody at the table can play it, and nobody learns who did. The words are deleted from the event of
the move, in memory and in the store, and the game narrates the move itself. No move changes. Queued
texts with the same words are rewritten too.
"""

from __future__ import annotations

from typing import Any

from cruachan.engine.errors import MoveError
from cruachan.engine.game import CHANCE
from cruachan.server.errors import conflict
from cruachan.server.tables.events.base import StoredEvent
from cruachan.server.tables.events.play import MoveQueued, QueuedMoveRemoved
from cruachan.server.tables.table import GameTable


def last_narration(table: GameTable) -> StoredEvent | None:
    """The event of the last move that everybody has read in a player's own words."""
    return next((event for event in reversed(table.events) if _own_words(table, event)), None)


def _own_words(table: GameTable, event: StoredEvent) -> bool:
    narration = table.game.narration
    if event.scene is None or narration is None:
        return False
    before, ply = event.scene.before, event.scene.ply
    now = table.playing().state
    return bool(narration.text_of(ply.move)) and narration.is_public(
        before, ply.seat, ply.move, now
    )


def _queued(table: GameTable, event: StoredEvent, seat: int) -> StoredEvent | None:
    """The event by which a seat queued the move of another event, if the move came so."""
    before = table.events[: event.seq - 1]
    queued = [e for e in before if isinstance(e.body, MoveQueued) and e.body.seat == seat]
    taken = [e for e in before if isinstance(e.body, QueuedMoveRemoved) and e.body.seat == seat]
    came_so = taken and taken[-1] is before[-1]
    return queued[len(taken) - 1] if came_so else None


def retold(table: GameTable, event: StoredEvent, move: Any) -> GameTable:
    """The table with a move narrated otherwise; a ServerError if that would change the game."""
    assert event.scene is not None
    seat = event.scene.ply.seat
    text = table.game.write_move(event.scene.before, seat, move, CHANCE)
    rewritten = (event, _queued(table, event, seat))
    try:
        return table.rewritten({each.seq: text for each in rewritten if each})
    except MoveError:
        raise conflict("other_words") from None


def changed(table: GameTable, again: GameTable) -> list[StoredEvent]:
    """The events that read otherwise than before."""
    pairs = zip(table.events, again.events, strict=True)
    return [event for was, event in pairs if event.body != was.body]
