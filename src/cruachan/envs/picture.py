"""A table as text: what a view shows, line by line."""

from __future__ import annotations

from typing import Any

from cruachan.engine.game import Game
from cruachan.engine.presentation import presentation_of


def describe(game: Game[Any, Any], view: Any) -> str:
    """What is asked, what each seat has, and what is where."""
    shown = presentation_of(game)
    lines = [f"{game.title}, {view['board']}", view["prompt"], ""]
    for sheet in shown.side_panels(view):
        entries = [f"{entry['label']} {entry['value']}".strip() for entry in sheet["entries"]]
        lines.append(f"{sheet['title']}: {', '.join(entries)}")
    pieces = {piece["key"] for piece in shown.pieces(view)}
    places = [line for place, line in shown.places(view).items() if place not in pieces]
    return "\n".join([*lines, "", *places])
