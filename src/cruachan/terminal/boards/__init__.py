"""How a game's board is drawn in a terminal: by the part that its description names."""

from __future__ import annotations

from typing import Any

from rich.console import RenderableType

from cruachan.engine.capabilities import TerminalBoard
from cruachan.engine.texts import Lang, Texts
from cruachan.engine.view import Data
from cruachan.games import GAMES


def renderer(game: str) -> TerminalBoard | None:
    """What draws this game, if there is something."""
    return GAMES[game].terminal if game in GAMES else None


def own_text(game: str, key: str, lang: Lang) -> str:
    """What a game itself says about being shown in a terminal; empty where it says nothing."""
    return Texts(GAMES[game].package, lang).table.get(key, "") if game in GAMES else ""


def pages(game: str, view: Data, board: Any, lang: Lang) -> dict[str, RenderableType]:
    """What can be looked up beside the board, by the word that asks for it."""
    make = getattr(renderer(game), "pages", None)
    found: dict[str, RenderableType] = make(view, board, lang) if make else {}
    return found
