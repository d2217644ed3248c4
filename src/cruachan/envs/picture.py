"""A table as text or as a picture: what everybody may see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cruachan.engine.errors import OptionError
from cruachan.engine.game import Game
from cruachan.engine.presentation import presentation_of
from cruachan.engine.texts import message

if TYPE_CHECKING:
    from cruachan.envs.vector import VectorEnv

RENDER_MODES = ("human", "ansi", "svg")
"""The text printed, the text, and a picture."""


class RenderModeError(OptionError, TypeError):
    """A render mode that there is not.

    `make_vec_env` of Stable-Baselines3 always asks for `rgb_array`, and does without pictures where
    that is a TypeError.
    """


def check_render_mode(mode: str | None) -> None:
    """A RenderModeError for a mode that there is not, as `rgb_array`."""
    if mode is not None and mode not in RENDER_MODES:
        raise RenderModeError(
            message(__package__, "error.render_mode", mode=mode, modes=list(RENDER_MODES))
        )


def render(tables: VectorEnv, mode: str | None, names: Sequence[str], index: int = 0) -> str | None:
    """A table as a text or a picture; None where the text was printed."""
    shown = presentation_of(tables.game)
    view = shown.view(tables.state(index), None, names)
    if mode == "svg":
        return shown.draw(view)
    text = describe(tables.game, view)
    if mode == "human":
        print(text)
        return None
    return text


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
