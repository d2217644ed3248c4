"""The map of the saga: the board with the longest routes of each player."""

from __future__ import annotations

from typing import NamedTuple

from cruachan.engine.match import Match
from cruachan.engine.svg import tag, write_clearly
from cruachan.games.shent.components.board import Board
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import State
from cruachan.games.shent.saga.figure_lives import FigureLives

MOST, FEW = 2, 3
"""The routes drawn for each player where there are few players; else one is drawn."""
DASHES = ("none", "22 8", "4 9", "22 8 4 8", "12 6", "2 5")
COLOURS = ("#7c2f1d", "#1d4f7c", "#2f6b2a", "#6b2a63", "#8a5a00", "#2b2118")
"""A player's ways by their dashes; the colour only helps."""
ASIDE = 7.0
"""The distance between two routes through the same land."""


class Route(NamedTuple):
    """The lands through which one figure went."""

    seat: int
    name: str
    """Nothing where it has none."""
    kind: int
    lands: tuple[int, ...]


def main_routes(match: Match[State, Move], figures: FigureLives) -> list[Route]:
    """The longest ways of each player; those with a name go first."""
    found = []
    for seat in range(match.state.seats):
        own = [
            Route(seat, figures.names.get(number, ""), figures.annals.lives[number].kind, lands)
            for number, stays in figures.ways.items()
            if figures.whose.get(number) == seat
            and len(lands := tuple(stay.land for stay in stays)) > 1
        ]
        own.sort(key=lambda way: (not way.name, -len(way.lands)))
        found += own[: MOST if match.state.seats <= FEW else 1]
    return found


def with_routes(picture: str, board: Board, ways: list[Route]) -> str:
    """A picture of the board with ways drawn upon it."""
    drawn = "".join(_drawn(board, way, place) for place, way in enumerate(ways))
    head, end, rest = picture.rpartition("</svg>")
    return f"{head}{tag('g', drawn, class_='ways')}{end}{rest}"


def _drawn(board: Board, way: Route, place: int) -> str:
    shift = ASIDE * (place - 3)
    points = [
        (x + shift, y + 22 + shift / 2) for x, y in (board.lands[at].seat for at in way.lands)
    ]
    path = "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    look = {"fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round"}
    colour, (x, y), (start_x, start_y) = COLOURS[way.seat], points[-1], points[0]
    return "".join(
        (
            tag("path", d=path, stroke="#ffffff", stroke_width=8, stroke_opacity=0.55, **look),
            tag("path", d=path, stroke=colour, stroke_width=3.6,
                stroke_dasharray=DASHES[way.seat], **look),
            tag("circle", cx=start_x, cy=start_y, r=6, fill="#ffffff", stroke=colour,
                stroke_width=3),
            tag("circle", cx=x, cy=y, r=7, fill=colour, stroke="#ffffff", stroke_width=2),
            write_clearly(x, y + 20, way.name, 17.0, font_style="italic") if way.name else "",
        )
    )  # fmt: skip
