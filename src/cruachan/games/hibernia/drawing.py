"""A view of Hibernia as its picture needs it, and what all parts of the picture share."""

from __future__ import annotations

from functools import cached_property

from cruachan.engine import svg
from cruachan.engine.svg import Side
from cruachan.engine.texts import Lang
from cruachan.engine.view import Data
from cruachan.games.hibernia.board import Board

STATUS = 92.0
"""How high the lines about die and turn are."""

# From light to dark, so that they differ in grey too.
FILLS = {"yellow": "#fbeeb0", "green": "#b7dba0", "red": "#e59f8d", "blue": "#83a3d3"}
DARK_FACES = {"black": "#26221f", "purple": "#6d3f94"}


class Drawing(svg.SvgDrawing[Board]):
    """What is to be drawn, and in which words."""

    package = __package__

    def __init__(self, view: Data, board: Board, lang: Lang) -> None:
        super().__init__(view, board, lang)
        neutral = view.get("neutral")
        if neutral:
            self.sides[3] = Side(neutral["letter"], neutral["piece"], self.say("neutral"))

    def colour(self, colour: str) -> str:
        """The name of a colour."""
        return self.texts(f"colour.{colour}")

    @cached_property
    def hosts(self) -> dict[str, tuple[Side, int]]:
        """Who holds each county that is held, and with how many warriors."""
        return {
            held["name"]: (self.sides[held["owner"]], held["warriors"])
            for held in self.view.get("counties") or []
            if held["warriors"]
        }

    def armed(self, host: tuple[Side, int]) -> str:
        """A host in words."""
        side, count = host
        return f"{side.name} ({side.letter}), {self.count('warriors', count)}"

    @cached_property
    def standing(self) -> dict[int, list[Side]]:
        """Whose markers stand on each space of the track."""
        found: dict[int, list[Side]] = {}
        for player in self.players:
            found.setdefault(player["space"], []).append(self.sides[player["seat"]])
        return found
