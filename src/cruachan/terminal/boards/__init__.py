"""How each game's board is drawn: one module per game, found by the game's name."""

from __future__ import annotations

from typing import Any, Protocol, cast

from rich.console import RenderableType

from cruachan.engine.texts import Lang
from cruachan.engine.view import Choice, Data
from cruachan.games import part


class Renderer(Protocol):
    """What a module in this folder offers."""

    def render(self, view: Data, board: Any, width: int, height: int, lang: Lang) -> RenderableType:
        """The table as this view shows it, in so many columns and about so many rows."""

    def names(self, view: Data) -> list[str]:
        """The names on the board that a player may want to type."""

    def example(self, view: Data) -> str:
        """One of these names, for an example of what can be typed."""

    def mark(self, view: Data, point: str, move: Choice) -> str:
        """What is to be known of a move, by its point and what it says, in a few letters."""

    def tag(self, view: Data, move: Choice) -> str:
        """The place a move goes to in a few letters, where the board shows it by such."""


def renderer(game: str) -> Renderer | None:
    """The module that draws this game, if there is one."""
    return cast(Renderer | None, part(game, "terminal"))


def pages(game: str, view: Data, board: Any, lang: Lang) -> dict[str, RenderableType]:
    """What can be looked up beside the board, by the word that asks for it."""
    make = getattr(renderer(game), "pages", None)
    found: dict[str, RenderableType] = make(view, board, lang) if make else {}
    return found
