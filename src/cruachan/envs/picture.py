"""A table as text: what a view shows, line by line."""

from __future__ import annotations

from typing import Any

from cruachan.engine.game import Game


def describe(game: Game[Any, Any], view: Any) -> str:
    """What is asked, what each seat has, and what is where."""
    lines = [f"{game.title}, {view['board']}", view["prompt"], ""]
    for sheet in game.sheets(view):
        entries = [f"{entry['label']} {entry['value']}".strip() for entry in sheet["entries"]]
        lines.append(f"{sheet['title']}: {', '.join(entries)}")
    pieces = {piece["key"] for piece in game.pieces(view)}
    places = [line for place, line in game.places(view).items() if place not in pieces]
    return "\n".join([*lines, "", *places])
