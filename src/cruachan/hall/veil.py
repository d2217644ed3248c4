"""The X-card: the last telling in a player's own words is veiled, and told anew.

Whoever cannot bear where a story goes plays it, and nobody learns who. The words are gone from the
row of the move, in memory and in the store, and the game tells the move itself; whoever told it may
do so again. No move changes.
"""

from __future__ import annotations

from typing import Any

from cruachan.engine.errors import MoveError
from cruachan.engine.game import CHANCE
from cruachan.hall.errors import conflict
from cruachan.hall.table import New, Row, Table


def last_telling(table: Table) -> Row | None:
    """The last move that everybody has read in a player's own words."""
    return next((row for row in reversed(table.rows) if _own_words(table, row)), None)


def _own_words(table: Table, row: Row) -> bool:
    if row.scene is None:
        return False
    _, before, ply, _ = row.scene
    words = table.game.words_of(ply.move)
    return bool(words) and table.game.heard(before, ply.seat, ply.move, table.playing().state)


def anew(table: Table, row: Row, move: Any) -> Table:
    """The same table with a move told otherwise; a HallError if that would change the game."""
    assert row.scene is not None
    text = table.game.write_move(row.scene.before, row.scene.ply.seat, move, CHANCE)
    again = table.empty()
    try:
        for each in table.rows:
            data = each.data | {"text": text} if each is row else each.data
            again.add(New(each.kind, data), each.at, each.request)
    except MoveError:
        raise conflict("other_words") from None
    return again
