"""The X-card: the last telling in a player's own words is veiled, and told anew.

Whoever cannot bear where a story goes plays it, and nobody learns who. The words are gone from the
row of the move, in memory and in the store, and the game tells the move itself; whoever told it may
do so again. No move changes. Texts that waited until the game could take them are gone there too.
"""

from __future__ import annotations

from typing import Any

from cruachan.engine.errors import MoveError
from cruachan.engine.game import CHANCE
from cruachan.server.errors import conflict
from cruachan.server.tables.table import New, Row, Table


def last_telling(table: Table) -> Row | None:
    """The last move that everybody has read in a player's own words."""
    return next((row for row in reversed(table.rows) if _own_words(table, row)), None)


def _own_words(table: Table, row: Row) -> bool:
    narration = table.game.narration
    if row.scene is None or narration is None:
        return False
    _, before, ply, _ = row.scene
    now = table.playing().state
    return bool(narration.text_of(ply.move)) and narration.is_public(
        before, ply.seat, ply.move, now
    )


def _queued(table: Table, row: Row) -> Row | None:
    """The row by which somebody wanted a move before the game could take it, if it came so."""
    before, seat = table.rows[: row.seq - 1], row.data["seat"]
    own = [each for each in before if each.data.get("seat") == seat]
    taken = sum(each.kind == "unqueue" for each in own)
    if before[-1].kind != "unqueue" or before[-1].data["seat"] != seat:
        return None
    return [each for each in own if each.kind == "queue"][taken - 1]


def anew(table: Table, row: Row, move: Any) -> Table:
    """The same table with a move told otherwise; a HallError if that would change the game."""
    assert row.scene is not None
    text = table.game.write_move(row.scene.before, row.scene.ply.seat, move, CHANCE)
    told = {each.seq for each in (row, _queued(table, row)) if each}
    again = table.empty()
    try:
        for each in table.rows:
            data = each.data | {"text": text} if each.seq in told else each.data
            again.add(New(each.kind, data), each.at, each.request)
    except MoveError:
        raise conflict("other_words") from None
    return again


def changed(table: Table, again: Table) -> list[Row]:
    """The rows that read otherwise than before."""
    pairs = zip(table.rows, again.rows, strict=True)
    return [row for was, row in pairs if row.data != was.data]
