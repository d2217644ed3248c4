"""All figures and buildings of a box, before anything is put on the board (S1)."""

from __future__ import annotations

from cruachan.engine.game import NOBODY
from cruachan.games.shent.components.material import COMMON, OWN
from cruachan.games.shent.core.state import Piece, Pieces


def make_pieces(seats: int) -> Pieces:
    """[S1.9] [S1.10] [S1.11] All wood in the supply: own figures seat by seat, then the common."""
    own = [
        Piece(index, seat, NOBODY)
        for seat in range(seats)
        for index, kind in enumerate(OWN)
        for _ in range(kind.number)
    ]
    common = [
        Piece(len(OWN) + index, NOBODY, NOBODY)
        for index, kind in enumerate(COMMON)
        for _ in range(kind.number)
    ]
    return Pieces(own + common)
