"""What is to be seen on a board of Cambria, piece by piece: seals, stars, walls, dice."""

from __future__ import annotations

import math

from cruachan.engine.svg import INK, PIPS, SANS, tag, write

WALL = "#8a2f22"
GOLD = "#f3c64f"
STONE = "#fdf6e4"
RUIN = "#c9c1b2"
LIT = "#ffd23d"
DIGIT, STAR = 13.0, 16.0
"""How far a value's seal reaches, and a marker with points."""


def draw_pips(x: float, y: float, value: int, step: float, radius: float) -> str:
    """A number as on a die."""
    spots = [
        tag("circle", cx=x + a * step, cy=y + b * step, r=radius, fill=INK)
        for a, b in PIPS.get(value, ())
    ]
    return tag("g", *spots, class_="pips", data_lit="")


def draw_digit(x: float, y: float, value: int) -> str:
    """A number as a digit on a red seal."""
    return tag(
        "g",
        tag("circle", cx=x, cy=y, r=DIGIT - 1, fill=WALL, stroke="#ffffff", stroke_width=2),
        write(x, y, str(value), 18.0, fill="#ffffff", font_weight="bold", font_family=SANS),
        class_="digit",
        data_lit="",
    )


def draw_laurels(points: int) -> str:
    """A marker with points for the second, around 0: a golden star with many rays."""
    rays = [
        (
            (STAR - 1) * (1.0 if ray % 2 else 0.8) * math.sin(ray * math.pi / 10),
            -(STAR - 1) * (1.0 if ray % 2 else 0.8) * math.cos(ray * math.pi / 10),
        )
        for ray in range(20)
    ]
    return tag(
        "g",
        tag("polygon", points=" ".join(f"{a:.1f},{b:.1f}" for a, b in rays), fill=GOLD,
            stroke=INK, stroke_width=1.6, stroke_linejoin="round"),
        write(0, 0, str(points), STAR, font_weight="bold", font_family=SANS),
        data_lit="",
    )  # fmt: skip


EAGLE = (
    "M0 -2C-4 -8 -9 -8 -13 -13C-15 -5 -12 2 -4 4L-6 11L0 8L6 11L4 4C12 2 15 -5 13 -13"
    "C9 -8 4 -8 0 -2Z"
)


def draw_legion() -> str:
    """The legion around 0: a red shield with a golden eagle."""
    return tag(
        "g",
        tag("path", d="M-18 -20Q0 -27 18 -20V20Q0 27 -18 20Z", fill="none", stroke="#ffffff",
            stroke_width=8),
        tag("path", d="M-18 -20Q0 -27 18 -20V20Q0 27 -18 20Z", fill=WALL, stroke=INK,
            stroke_width=2.4),
        tag("path", d="M-14 -16Q0 -21 14 -16V16Q0 21 -14 16Z", fill="none", stroke=GOLD,
            stroke_width=1.4),
        tag("path", d=EAGLE, fill=GOLD),
        tag("circle", cx=0, cy=-6, r=3.6, fill=GOLD),
        data_lit="",
    )  # fmt: skip


def draw_rays() -> str:
    """The crown of a road that can be chosen, around 0."""
    rays = ""
    for ray in range(12):
        a, b = math.cos(ray * math.pi / 6), math.sin(ray * math.pi / 6)
        rays += f"M{23 * a:.1f} {23 * b:.1f}L{29 * a:.1f} {29 * b:.1f}"
    return tag("circle", r=23.0, fill=LIT, stroke=INK, stroke_width=2, data_lit="") + tag(
        "path", d=rays, stroke=INK, stroke_width=3.2, stroke_linecap="round", data_lit=""
    )


def draw_walls(x: float, y: float, value: int, ground: str, wall: str, gaps: str) -> str:
    """A square within walls, and its pips."""
    return (
        tag("rect", x=x - 28, y=y - 28, width=56, height=56, rx=9, fill="#ffffff", opacity=0.85)
        + tag("rect", x=x - 25, y=y - 25, width=50, height=50, rx=5, fill=ground, data_lit="")
        + tag("path", d=f"M{x - 24:g} {y - 24:g}h48v48h-48Z", stroke_width=5,
              stroke_dasharray=gaps, fill="none", stroke=wall, data_lit="")
        + draw_pips(x, y, value, 11.5, 4.3)
    )  # fmt: skip


def draw_ruin(value: int) -> str:
    """What is left of a fort, around 0; it covers the towers."""
    cover = tag("rect", x=-30, y=-30, width=60, height=60, rx=3, fill="#ffffff")
    return cover + draw_walls(0, 0, value, RUIN, "#6f675c", "8 5")


def draw_die(pips: int) -> str:
    """A die around 0 with its pips; a question mark before it is rolled."""
    return tag(
        "g",
        tag("rect", x=-32, y=-32, width=64, height=64, rx=13, fill="#ffffff", stroke=INK,
            stroke_width=4),
        draw_pips(0, 0, pips, 16, 6)
        if pips
        else write(0, 0, "?", 30.0, font_family=SANS, font_weight="bold"),
        data_lit="",
    )  # fmt: skip
