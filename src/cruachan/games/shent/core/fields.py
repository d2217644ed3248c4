"""What the fields of records may hold, each within its range: seats, lands, pieces, runes.

Positions are read by these: a field says of which kind it is, and that is checked.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Annotated, Any

from cruachan.engine.game import NOBODY

HIDDEN = -9
"""A rune, an element or an answer that the viewer must not know."""
NOWHERE = -1
"""No land: the piece is in the supply."""
TRACK = -2
"""No land: the piece waits on the round track."""
HOST = -3
"""The opponent of a fight brought by maeth; FOES are figures of nobody."""
FOES = NOBODY
HAND = -1
"""Where a rune comes from: the hand; else a piece that bears it."""
PHANTOM, PART = 500, 600
"""Units that are no pieces: what magic feigns for a seat, and the parts of a host."""
MOST_PARTS = 99
MOST = 9999
"""A bound above every amount of tûr, golu and aglar and every other number."""


def one_of(*words: str) -> Callable[[Any], Container[str]]:
    """One of these words."""
    return lambda state: words


def _seats(state: Any) -> Container[int]:
    return range(state.seats)


def _anyone(state: Any) -> Container[int]:
    return (NOBODY, *range(state.seats))


def _parties(state: Any) -> Container[int]:
    return (FOES, HOST, *range(state.seats))


def _lands(state: Any) -> Container[int]:
    return range(len(state.board.lands))


def _spots(state: Any) -> Container[int]:
    return range(NOWHERE, len(state.board.lands))


def _places(state: Any) -> Container[int]:
    return range(TRACK, len(state.board.lands))


def _pieces(state: Any) -> Container[int]:
    return range(len(state.pieces))


def _sources(state: Any) -> Container[int]:
    return range(HAND, len(state.pieces))


def _units(state: Any) -> Container[int]:
    feigned = range(PHANTOM, PHANTOM + state.seats)
    return {*range(NOWHERE, len(state.pieces)), *feigned, *range(PART, PART + MOST_PARTS)}


Seat = Annotated[int, _seats]
Anyone = Annotated[int, _anyone]
"""A seat or NOBODY."""
Party = Annotated[int, _parties]
"""A seat, FOES or HOST."""
Land = Annotated[int, _lands]
Spot = Annotated[int, _spots]
"""A land or NOWHERE."""
Place = Annotated[int, _places]
"""A land, NOWHERE or TRACK."""
PieceId = Annotated[int, _pieces]
SourceId = Annotated[int, _sources]
"""A piece or HAND."""
UnitId = Annotated[int, _units]
"""A unit of a contest, or none."""
Rune = Annotated[int, lambda state: range(16)]
MaybeRune = Annotated[int, lambda state: range(NOWHERE, 16)]
Stone = Annotated[int, lambda state: (HIDDEN, *range(16))]
"""A rune, or one that the viewer must not know."""
Element = Annotated[int, lambda state: range(6)]
MaybeElement = Annotated[int, lambda state: range(NOWHERE, 6)]
Count = Annotated[int, lambda state: range(MOST + 1)]
Number = Annotated[int, lambda state: range(-MOST, MOST + 1)]
SEALED = "sealed"
"""Marks what may be HIDDEN: an answer that the viewer must not know."""
