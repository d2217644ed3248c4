"""Cairn in a terminal: a line per cairn."""

from __future__ import annotations

from rich.text import Text

from cruachan.engine.texts import Lang
from cruachan.engine.view import Choice, Data
from cruachan_cairn.board import Board


def render(view: Data, board: Board, width: int, height: int, lang: Lang) -> Text:
    """Each cairn with its stones."""
    lines = [f"{cairn['name']:14} {'o' * cairn['stones'] or '-'}" for cairn in view["cairns"]]
    return Text("\n".join(lines))


def names(view: Data) -> list[str]:
    """The names on the board that a player may want to type."""
    return [cairn["name"] for cairn in view["cairns"]]


def example(view: Data) -> str:
    """One of these names, for an example of what can be typed."""
    return next((cairn["short"] for cairn in view["cairns"] if cairn["stones"]), "")


def mark(view: Data, point: str, move: Choice) -> str:
    """Nothing more is to be known of a move."""
    return ""


def tag(view: Data, move: Choice) -> str:
    """Moves are called by their cairns."""
    return ""
