"""Cairn as a picture."""

from __future__ import annotations

from typing import Any

from cruachan.engine import svg
from cruachan.engine.view import Data
from cruachan.engine.words import Lang
from tests.cairn.board import Board

WIDTH, HEIGHT = 900.0, 300.0


class Drawing(svg.Drawing[Board]):
    """What is to be drawn, and in which words."""

    package = __package__


def draw(view: Data, board: Board, lang: Lang = "en") -> str:
    """A picture of what a view shows."""
    drawing = Drawing(view, board, lang)
    stones: dict[str, Any] = {row["short"]: row["stones"] for row in view.get("cairns", ())}
    content = []
    for index, cairn in enumerate(board.cairns):
        x = 150.0 + 300.0 * index
        many = stones.get(cairn.short, cairn.stones)
        content.append(svg.write(x, 120, drawing.say("stones", many=many), 30.0))
        content.append(svg.write_name(x, 200, cairn.name, 28.0))
    box = (0.0, 0.0, WIDTH, HEIGHT)
    return svg.picture("Cairn", board.name, drawing.say("about"), lang, box, *content)


def draw_board(board: Board, lang: Lang = "en") -> str:
    """A picture of the empty board."""
    return draw({}, board, lang)
