"""What lies still on a board of Cambria: land, rivers, mountains, and the names in the sea."""

from __future__ import annotations

from itertools import pairwise
from xml.sax.saxutils import escape

from cruachan.engine import svg
from cruachan.engine.boardfile import Point, Ring
from cruachan.engine.svg import SEA, outline, tag, write
from cruachan.engine.texts import Lang
from cruachan.games.cambria.board import Board, Mountains, River

LAND = "#e3dbb6"
WATER = "#86aec4"
SLOPE, SHADE, RIDGE = "#eee6c6", "#c3b488", "#8d7c52"
NIGHT = {
    **svg.NIGHT,
    LAND: "#373d33",
    "#ffffff": "#272c26",
    WATER: "#55809a",
    SLOPE: "#4c5347",
    SHADE: "#2a2f28",
    RIDGE: "#7f856f",
    "#eef5f8": "#1d2f3c",
    "#fbf3dc": "#6d6757",
    "#54402a": "#171a15",
    "#cdb98f": "#4b473b",
}
"""The colours of the map by day, and what they are in dark mode: a country in moonlight."""


def ground(board: Board, lang: Lang) -> str:
    """Sea and land with all that never moves; title and maker are those of the board's file."""
    x, y, width, height = board.view_box
    labels = [
        write(a, b, name, 20.0, fill="#41657d", font_style="italic", letter_spacing=2)
        for name, (a, b) in board.seas
    ]
    return tag(
        "g",
        tag("clipPath", tag("rect", x=x, y=y, width=width, height=height), id="frame"),
        tag("rect", x=x, y=y, width=width, height=height, fill=SEA),
        land(board),
        *labels,
        svg.cartouche(*board.cartouche, board.title.text(lang), svg.maker(board.about.text(lang))),
        class_="ground",
        data_night=svg.night(NIGHT),
    )


def land(board: Board) -> str:
    """Surf and coast, rivers and mountains."""
    shape = tag("path", d=outline(board.land), fill=LAND, stroke="#6d7a5c", stroke_width=2,
                stroke_linejoin="round")  # fmt: skip
    peaks = sorted(
        ((foot, chain) for chain in board.mountains for foot in chain.peaks),
        key=lambda peak: peak[0][1],
    )
    return tag(
        "g",
        svg.surf(board.land),
        shape,
        *map(draw_river, board.rivers),
        *(draw_mountain(foot, chain) for foot, chain in peaks),
        clip_path="url(#frame)",
        class_="land",
    )


def draw_river(river: River) -> str:
    """A river that grows on its way."""
    course = river.course
    line: dict[str, object] = {"fill": "none", "stroke": WATER, "stroke_linecap": "round"}
    grown = [course, course[len(course) // 3 :], course[len(course) * 2 // 3 :]]
    return tag(
        "g",
        tag("title", escape(river.name)),
        *(
            tag("path", d=bent(part), stroke_width=width, **line)
            for part, width in zip(grown, (1.6, 2.6, 3.8), strict=True)
        ),
        class_="river",
    )


def bent(course: Ring) -> str:
    """A line without corners: it bends at every point, from the middle of one stretch to the next.

    The first and the last stretch are straight.
    """
    middles = [((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in pairwise(course)]
    path = f"M{_at(course[0])}" + (f"L{_at(middles[0])}" if middles else "")
    for point, middle in zip(course[1:-1], middles[1:], strict=True):
        path += f"Q{_at(point)} {_at(middle)}"
    return path + f"L{_at(course[-1])}"


def _at(point: Point) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"


def draw_mountain(foot: Point, chain: Mountains) -> str:
    """A peak as on old maps: light from the left, hatched on the right."""
    scale = chain.height / 20
    place = f"translate({foot[0]:.1f} {foot[1]:.1f}) scale({scale:.2f})"
    return tag(
        "g",
        tag("title", escape(chain.name)),
        tag("path", d="M-12 0Q-5 -5 -2 -14Q0 -18 2 -14Q6 -5 12 0Z", fill=SLOPE),
        tag("path", d="M0 -16.5Q2 -15 2 -14Q6 -5 12 0H3Q1 -4 2 -8Q-1 -11 0 -16.5Z", fill=SHADE),
        tag("path", d="M-12 0Q-5 -5 -2 -14Q0 -18 2 -14Q6 -5 12 0", fill="none", stroke=RIDGE,
            stroke_width=1.3, stroke_linecap="round", stroke_linejoin="round"),
        transform=place,
        class_="mountain",
    )  # fmt: skip
