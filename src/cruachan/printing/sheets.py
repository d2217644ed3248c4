"""Pieces and boards on sheets: what lies where, as data for the typesetter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from cruachan.engine.print_material import PieceLayout, PrintBoard, PrintComponent, PrintItem
from cruachan.engine.texts import Texts
from cruachan.printing.paper import (
    BESIDE,
    BETWEEN,
    CROP,
    GUTTER,
    HEAD,
    MARGIN,
    MARK,
    OVERLAP,
    TILE_EDGE,
    TILE_HEAD,
    TITLE,
    Line,
    SheetSpot,
    Size,
    Tile,
    board_size,
    crop_marks,
    grid,
    steps,
    tiles,
)
from cruachan.printing.shapes import net, net_size, standee, standee_size


class Title(NamedTuple):
    """A heading on a sheet, where it stands, and what is to be known of the things below."""

    text: str
    y: float = TITLE
    note: str = ""
    x: float = MARGIN


class SheetGroup(StrEnum):
    """What is printed in the same way."""

    BACKED = "backed"
    """Pieces with backs: each sheet of fronts is followed by that of its backs."""
    PIECES = "pieces"
    """Pieces with one side."""
    TILES = "tiles"
    POSTER = "poster"


@dataclass
class Sheet:
    """One page on which things lie at fixed places."""

    titles: list[Title]
    about: list[str]
    """What is on it, for those who do not see it."""
    group: SheetGroup
    placed: list[dict[str, Any]] = field(default_factory=list)
    """Drawings, each with its place and what part of it is shown."""
    marks: list[Line] = field(default_factory=list)
    cuts: list[SheetSpot] = field(default_factory=list)
    """Outlines along which pieces are cut."""
    size: Size | None = None
    """Where it is not the paper's."""
    bottom: float = 0.0
    """How far down it is taken."""
    last: list[SheetSpot] = field(default_factory=list)
    """Where the pieces lie that were laid last."""

    def put(self, drawing: str, spot: SheetSpot) -> None:
        """Lay a drawing somewhere."""
        self.placed.append({"drawing": drawing, "spot": list(spot)})


def blank_size(component: PrintComponent) -> Size:
    """The size of the paper that one piece takes."""
    if component.layout is PieceLayout.DICE:
        return net_size(component.size[0])
    if component.layout is PieceLayout.STANDEES:
        return standee_size(component.size)
    return component.size


def blank(component: PrintComponent, item: PrintItem) -> str:
    """One piece as it is drawn on paper, before it is cut and folded."""
    if component.layout is PieceLayout.DICE:
        return net(item.faces, component.size[0])
    if component.layout is PieceLayout.STANDEES:
        return standee(item.front, item.back, component.size)
    return item.front


APART = (PieceLayout.CARDS, PieceLayout.DICE, PieceLayout.TEXTS)
"""What is cut out one by one."""


def gutter_of(component: PrintComponent) -> float:
    """How far apart the pieces of a component lie."""
    return GUTTER if component.layout in APART else 0.0


def capitalized(title: str) -> str:
    """A title as it begins a line."""
    return title[:1].upper() + title[1:]


def has_backs(component: PrintComponent) -> bool:
    """Whether the pieces of a component are printed on the other side of the sheet too."""
    return component.layout is not PieceLayout.STANDEES and any(i.back for i in component.items)


def piece_sheets(components: Iterable[PrintComponent], paper: Size, say: Texts) -> Iterator[Sheet]:
    """All pieces on as few sheets as they need: first those with backs, each sheet of fronts
    followed by its back, then those with one side."""
    known = list(components)
    for backed in (True, False):
        pile = Pile(paper, say, SheetGroup.BACKED if backed else SheetGroup.PIECES)
        for component in known:
            if has_backs(component) is backed:
                pile.add(component)
        for front, back in zip(pile.sheets, pile.backs, strict=True):
            yield front
            if backed:
                yield back


class Pile:
    """Sheets that are filled from above, one component below the other."""

    def __init__(self, paper: Size, say: Texts, group: SheetGroup) -> None:
        self.paper = paper
        self.say = say
        self.group = group
        self.sheets: list[Sheet] = []
        self.backs: list[Sheet] = []

    def add(self, component: PrintComponent) -> None:
        """Lay all pieces of a component: on the first sheet where all find room below or beside
        what lies there, else on sheets of their own."""
        pieces = [item for item in component.items for _ in range(item.count)]
        for at in range(len(self.sheets)):
            for room in (self.room(component, at), self.beside(component, at)):
                if len(room) >= len(pieces):
                    self.lay(component, capitalized(component.title), pieces, at, room)
                    return
        many = len(grid(self.paper, blank_size(component), gutter_of(component)))
        pages = [pieces[at : at + many] for at in range(0, len(pieces), many)]
        for number, page in enumerate(pages, start=1):
            self.sheets.append(Sheet([], [], self.group))
            self.backs.append(Sheet([], [self.say("sheet.back_about")], self.group))
            title = capitalized(component.title)
            if pages[1:]:
                title = self.say("sheet.numbered", title=title, number=number, of=len(pages))
            at = len(self.sheets) - 1
            self.lay(component, title, page, at, self.room(component, at))

    def room(self, component: PrintComponent, at: int) -> list[SheetSpot]:
        """Where pieces of a component find room on a sheet."""
        top = self.top(at) + HEAD
        return grid(self.paper, blank_size(component), gutter_of(component), top)

    def beside(self, component: PrintComponent, at: int) -> list[SheetSpot]:
        """Where pieces without backs find room at the right of the row that was laid last, below
        the heading of that row."""
        last = self.sheets[at].last
        if self.group is SheetGroup.BACKED or len({spot.y for spot in last}) != 1:
            return []
        (width, height), gutter = blank_size(component), gutter_of(component)
        left = max(spot.x + spot.width for spot in last) + BESIDE
        top = last[0].y - CROP + HEAD
        if top + height > self.paper[1] - MARGIN:
            return []
        many = int((self.paper[0] - MARGIN - left + gutter) // (width + gutter))
        return [SheetSpot(left + n * (width + gutter), top, width, height) for n in range(many)]

    def top(self, at: int) -> float:
        """Where the next heading of a sheet stands."""
        bottom = self.sheets[at].bottom
        return bottom + BETWEEN if bottom else TITLE

    def lay(
        self,
        component: PrintComponent,
        title: str,
        page: list[PrintItem],
        at: int,
        room: list[SheetSpot],
    ) -> None:
        """Lay pieces and their backs on a sheet, below their heading."""
        front, back, spots = self.sheets[at], self.backs[at], room[: len(page)]
        top = spots[0].y - HEAD
        left = spots[0].x - CROP if top > TITLE and spots[0].y < front.bottom else MARGIN
        behind = [spot.mirrored(self.paper) for spot in spots]
        front.titles.append(Title(title, top, component.note, left))
        back.titles.append(
            Title(self.say("sheet.back", title=title), top, self.say("sheet.back_note"))
        )
        front.about += counted(page)
        front.marks += crop_marks(spots)
        back.marks += crop_marks(behind)
        front.cuts += spots if component.layout is not PieceLayout.DICE else []
        for item, spot, other in zip(page, spots, behind, strict=True):
            if component.layout is PieceLayout.TEXTS:
                front.placed.append({"text": item.text, "name": item.name, "spot": list(spot)})
            else:
                front.put(blank(component, item), spot)
            if item.back:
                back.put(item.back, other)
        front.last = spots
        front.bottom = back.bottom = max(front.bottom, spots[-1].y + spots[-1].height)


def counted(pieces: list[PrintItem]) -> Iterator[str]:
    """The pieces with their counts, in order."""
    for item in dict.fromkeys(pieces):
        yield f"{pieces.count(item)} × {item.name}"


# --- The board ------------------------------------------------------------------------------


def tile_sheets(board: PrintBoard, paper: Size, title: str, say: Texts) -> Iterator[Sheet]:
    """The board in tiles that overlap, with marks where they are cut and glued."""
    size = board_size(paper, board.box[2:], board.columns, board.rows)
    found = list(tiles(paper, size))
    for tile in found:
        values = {"row": tile.row + 1, "column": tile.column + 1}
        rows, columns = found[-1].row + 1, found[-1].column + 1
        sheet = Sheet(
            [Title(say("sheet.tile", title=title, **values))],
            [say("sheet.tile_about", **values, rows=rows, columns=columns)],
            SheetGroup.TILES,
        )
        spot = SheetSpot(TILE_EDGE, TILE_HEAD, tile.width, tile.height)
        sheet.placed.append(
            {
                "drawing": board.svg,
                "spot": list(spot),
                "part": [tile.left, tile.top, *size],
            }
        )
        sheet.marks = tile_marks(tile, found[-1], paper)
        yield sheet


def tile_marks(tile: Tile, last: Tile, paper: Size) -> list[Line]:
    """Marks at the edges of the board, and where a strip begins that the next tile covers."""
    left, top = TILE_EDGE, TILE_HEAD
    across, down = steps(paper)
    xs = [left + (OVERLAP / 2 if tile.column else 0)]
    xs.append(left + (across + OVERLAP / 2 if tile.column < last.column else tile.width))
    ys = [top + (OVERLAP / 2 if tile.row else 0)]
    ys.append(top + (down + OVERLAP / 2 if tile.row < last.row else tile.height))
    marks: list[Line] = []
    for x in xs:
        marks += [(x, top - 1 - MARK, x, top - 1)]
        marks += [(x, top + tile.height + 1, x, top + tile.height + 1 + MARK)]
    for y in ys:
        marks += [(left - 1 - MARK, y, left - 1, y)]
        marks += [(left + tile.width + 1, y, left + tile.width + 1 + MARK, y)]
    return marks


def poster_sheet(board: PrintBoard, paper: Size, title: str, say: Texts) -> Sheet:
    """The whole board on one page, as great as the tiles make it."""
    width, height = board_size(paper, board.box[2:], board.columns, board.rows)
    sheet = Sheet(
        [Title(say("sheet.poster", title=title, width=round(width), height=round(height)))],
        [say("sheet.poster_about")],
        SheetGroup.POSTER,
        size=(width + 2 * TILE_EDGE, height + TILE_HEAD + TILE_EDGE),
    )
    spot = SheetSpot(TILE_EDGE, TILE_HEAD, width, height)
    sheet.put(board.svg, spot)
    sheet.marks = crop_marks([spot])
    return sheet
