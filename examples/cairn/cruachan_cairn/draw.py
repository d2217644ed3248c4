"""Cairn as a picture: the names of the cairns, and on each its stones."""

from __future__ import annotations

from collections.abc import Iterator

from cruachan.engine import svg
from cruachan.engine.boardfile import ViewBox
from cruachan.engine.picture import Picture, piece, place, slot, symbol, written
from cruachan.engine.svg import tag
from cruachan.engine.texts import Lang
from cruachan.engine.view import DrawnPiece
from cruachan_cairn.board import Board, Cairn


class Drawing(svg.SvgDrawing[Board]):
    """What is to be drawn, and in which words."""

    package = __package__

    def stones(self, cairn: Cairn) -> str:
        """How many lie there, before the game all of them."""
        there = {row["short"]: row["stones"] for row in self.view.get("cairns", ())}
        return self.say("stones", many=there.get(cairn.short, cairn.stones))


class CairnPicture(Picture[Board]):
    """A row of cairns."""

    title = "Cairn"
    drawing = Drawing

    @property
    def box(self) -> ViewBox:
        return 0.0, 0.0, 900.0, 300.0

    def about(self, lang: Lang) -> str:
        return Drawing({}, self.board, lang).say("about")

    def ground(self, drawing: Drawing) -> str:
        heap = symbol("heap", tag("ellipse", rx=90.0, ry=40.0, fill=svg.PAPER))
        content = [tag("defs", heap)]
        for index, cairn in enumerate(self.board.cairns):
            name = svg.write_name(150.0 + 300.0 * index, 200, cairn.name, 28.0)
            key = f"cairn:{cairn.short}"
            content.append(place(key, cairn.name, name, slot(key)))
        return "".join(content)

    def describe(self, drawing: Drawing) -> Iterator[tuple[str, str]]:
        for cairn in self.board.cairns:
            yield f"cairn:{cairn.short}", f"{cairn.name}: {drawing.stones(cairn)}"

    def lay(self, drawing: Drawing) -> Iterator[DrawnPiece]:
        for index, cairn in enumerate(self.board.cairns):
            said, at = drawing.stones(cairn), f"cairn:{cairn.short}"
            x = 150.0 + 300.0 * index
            yield piece(f"stones:{cairn.short}", "heap", x, 120, at, **written(said, 30.0))
