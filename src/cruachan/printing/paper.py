"""Where things lie on sheets of paper, in millimetres from the upper left corner."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height of the papers that a kit can be printed on."""
MARGIN = 12.0
"""What no printer reaches, and some more."""
TITLE = 4.5
"""How far from the top the first heading stands."""
HEAD = 19.5
"""How much a heading, its note and the crop marks below them take."""
BETWEEN = 9.0
"""Between pieces and the heading of the next ones, with room for crop marks."""
BESIDE = 14.0
"""Between pieces and those that lie at their right, with room for the crop marks of both."""
GUTTER = 5.0
"""Between cards that are cut out one by one."""
TILE_HEAD, TILE_EDGE = 14.0, 10.0
"""Above and around a tile of the board."""
OVERLAP = 10.0
"""How far two tiles of the board show the same."""
MARK = 4.0
"""How long a crop mark is."""
CROP = 1.5 + MARK
"""How far from a piece its crop marks end."""

Line = tuple[float, float, float, float]
Size = tuple[float, float]


class SheetSpot(NamedTuple):
    """Where a piece lies."""

    x: float
    y: float
    width: float
    height: float

    def mirrored(self, paper: Size) -> SheetSpot:
        """The spot behind this one, on the back of a sheet turned over its long edge."""
        return self._replace(x=paper[0] - self.x - self.width)


def grid(
    paper: Size, size: Size, gutter: float = 0.0, top: float = TITLE + HEAD
) -> list[SheetSpot]:
    """As many pieces of a size as find room below a height of a sheet, row by row, centred between
    left and right: so the grid covers the same place on the back."""
    width, height = size
    across = max(1, int((paper[0] - 2 * MARGIN + gutter) // (width + gutter)))
    down = int((paper[1] - top - MARGIN + gutter) // (height + gutter))
    left = (paper[0] - across * width - (across - 1) * gutter) / 2
    return [
        SheetSpot(left + column * (width + gutter), top + row * (height + gutter), width, height)
        for row in range(down)
        for column in range(across)
    ]


def crop_marks(spots: list[SheetSpot]) -> list[Line]:
    """Short lines outside the pieces, where a ruler is laid to cut them."""
    if not spots:
        return []
    left, top = min(spot.x for spot in spots), min(spot.y for spot in spots)
    right = max(spot.x + spot.width for spot in spots)
    bottom = max(spot.y + spot.height for spot in spots)
    marks: list[Line] = []
    for x in sorted({round(at, 3) for spot in spots for at in (spot.x, spot.x + spot.width)}):
        marks += [(x, top - CROP, x, top - 1.5), (x, bottom + 1.5, x, bottom + CROP)]
    for y in sorted({round(at, 3) for spot in spots for at in (spot.y, spot.y + spot.height)}):
        marks += [(left - CROP, y, left - 1.5, y), (right + 1.5, y, right + CROP, y)]
    return marks


class Tile(NamedTuple):
    """A part of the board on one sheet: from which point of the board on, and how much."""

    row: int
    column: int
    left: float
    top: float
    width: float
    height: float


def board_size(paper: Size, box: Size, columns: int, rows: int) -> Size:
    """The size of a board that fills a number of sheets."""
    (across, down), (width, height) = steps(paper), box
    scale = min((columns * across + OVERLAP) / width, (rows * down + OVERLAP) / height)
    return width * scale, height * scale


def steps(paper: Size) -> Size:
    """How far it is from the beginning of a tile to that of the next."""
    return (
        paper[0] - 2 * TILE_EDGE - OVERLAP,
        paper[1] - TILE_HEAD - TILE_EDGE - OVERLAP,
    )


def tiles(paper: Size, size: Size) -> Iterator[Tile]:
    """A board of a size in tiles, row by row; each shows a strip of the next one too."""
    across, down = steps(paper)
    columns = max(1, math.ceil((size[0] - OVERLAP) / across - 1e-6))
    rows = max(1, math.ceil((size[1] - OVERLAP) / down - 1e-6))
    for row in range(rows):
        for column in range(columns):
            left, top = column * across, row * down
            width = min(across + OVERLAP, size[0] - left)
            yield Tile(row, column, left, top, width, min(down + OVERLAP, size[1] - top))
