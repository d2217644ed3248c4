"""The signs of SHENT as strokes: runes, elements, figures, buildings and tokens.

Every sign is our own and lies in a square from -10 to 10, so that one function draws them all.
"""

from __future__ import annotations

from cruachan.engine.svg import INK, tag
from cruachan.games.shent.components.tokens import Shown, TokenKind

RUNES = {
    "galas": "M0 10V-10M0 1L-7 -7M0 6L7 -2",
    "narchad": "M5 -10L-4 -1L4 1L-5 10",
    "band": "M-7 -9H7V9H-7ZM-2.4 -9V9M2.4 -9V9",
    "rath": "M-8 10L-3 -10M8 10L3 -10M0 9V4M0 0V-4M0 -7V-9",
    "maeth": "M-8 -9L8 9M8 -9L-8 9M-9 3L-3 9M9 3L3 9",
    "gwend": "M-9 0L-3 -7L3 0L-3 7ZM-3 0L3 -7L9 0L3 7Z",
    "thurinas": "M-9 -4Q0 7 9 -4M-6 0L-8 5M0 2V8M6 0L8 5",
    "hannas": "M-9 7H9M-5 7A5 5 0 0 1 5 7M0 -9V-3M-8 -4L-4.5 0M8 -4L4.5 0",
    "nuthad": "M-9 -8H9V8H-9ZM-9 0H9M0 -8V0M-4.5 0V8M4.5 0V8",
    "tulu": "M-8 -3Q-8 6 0 6Q8 6 8 -3M0 6V10M-5 10H5M0 -10V1M-3.5 -3L0 1L3.5 -3",
    "idh": "M4 -9A9.5 9.5 0 1 0 4 9A12 12 0 0 1 4 -9Z",
    "breged": "M-8 -4L-4 -9L0 -4M-4 -9V9M0 4L4 9L8 4M4 9V-9",
    "erthad": "M-8 -10L0 1L8 -10M0 -10V10",
    "rim": "M-8 -9V-3M-3 -6V0M3 -9V-3M8 -6V0M-6 3V9M0 4V10M6 3V9",
    "galu": "M0 -10L2.6 -2.6L10 0L2.6 2.6L0 10L-2.6 2.6L-10 0L-2.6 -2.6Z",
    "rhach": "M-8 0A8 8 0 1 0 8 0A8 8 0 1 0 -8 0M-9 9L9 -9",
}

ELEMENTS = {
    "nen": "M-9 -5Q-4.5 -10 0 -5T9 -5M-9 1Q-4.5 -4 0 1T9 1M-9 7Q-4.5 2 0 7T9 7",
    "gwelu": "M-9 -3H4A3 3 0 1 0 1 -6M-9 2H7A3.2 3.2 0 1 1 4 6M-9 7H-2",
    "calad": "M-4 0A4 4 0 1 0 4 0A4 4 0 1 0 -4 0M0 -7V-10M0 7V10M-7 0H-10M7 0H10"
    "M-5 -5L-7 -7M5 -5L7 -7M-5 5L-7 7M5 5L7 7",
    "naur": "M1 -10Q8 -2 6 4A6.2 6.2 0 0 1 -6 4Q-7 0 -4 -4Q-3 -1 -1 -1Q2 -4 1 -10Z"
    "M0 9Q-3 6 0 3Q3 6 0 9",
    "cae": "M-10 8L-3 -8L2 2L5 -3L10 8ZM-5.4 -2.5L-3 -1L-0.8 -3.2",
    "mor": "M-9 0A9 9 0 1 0 9 0A9 9 0 1 0 -9 0M-5 0A5 5 0 1 0 5 0A5 5 0 1 0 -5 0"
    "M-3 0A3 3 0 1 0 3 0A3 3 0 1 0 -3 0M-1 0A1 1 0 1 0 1 0A1 1 0 1 0 -1 0",
}

GROUND = {
    "nen": "#bcd9ea",
    "gwelu": "#eef1ee",
    "calad": "#f7eaae",
    "naur": "#efb9a0",
    "cae": "#cfc08b",
    "mor": "#b7adc2",
}
"""The colours of the lands."""

GRAIN = {
    "nen": "M0 8Q6 2 12 8T24 8M-12 20Q-6 14 0 20T12 20T24 20T36 20",
    "gwelu": "M3 6H12M16 18H22M2 18H4",
    "calad": "M6 4V8M4 6H8M18 16V20M16 18H20",
    "naur": "M3 10L6 4L9 10M15 22L18 16L21 22",
    "cae": "M2 8H10M6 8V4M14 20H22M18 20V16",
    "mor": "M0 0L24 24M24 0L0 24",
}
"""The patterns of the lands, on a square from 0 to 24: an element is told without its colour."""

FIGURES = {
    "faron": "M-4 -9Q7 0 -4 9M-4 -9V9M-9 0H9M5 -3.5L9 0L5 3.5",
    "maethor": "M-7 -8H7V0Q7 6 0 9Q-7 6 -7 0ZM-7 -2H7M0 -8V9",
    "thalion": "M-8 7V-6L-3.5 0L0 -8L3.5 0L8 -6V7ZM-8 3H8",
    "randir": "M3 10V-4A4.5 4.5 0 1 0 -6 -4V-1",
    "saelon": "M-1 0H9V5M5 0V4M-9 0A4 4 0 1 0 -1 0A4 4 0 1 0 -9 0",
    "gollor": "M-10 0Q0 -10 10 0Q0 10 -10 0ZM-3 0A3 3 0 1 0 3 0A3 3 0 1 0 -3 0",
    "pethdan": "M-8 9L-2 2Q-4 -7 8 -9Q9 3 -2 2M-2 2L4 -4",
    "talagan": "M-6 9V-8Q-1 -10 2 -6Q5 -3 9 -4Q8 5 -6 9M-2.5 -8V7M1.5 -6V5M5 -3V3",
    "dru": "M-8 7L-6 9.5L6 1Q10 -4 7 -7.5Q3 -10.5 -1 -6ZM3 -5L6 -2",
    "adan": "M0 -10V9M-5.5 3H5.5M-2 -7L0 -10L2 -7M-2 9H2",
    "urlug": "M-10 -4L-5 -7L-3 -3Q-2 4 4 5Q8 5 10 9M-2 0L1 -10L9 -7L6 -4L9 -1L5 1L6 5"
    "M-4 1Q-4 5 -7 9M-10 -4L-5 -3",
    "talan": "M-8 9V-1L0 -9L8 -1V9ZM-2.5 9V3H2.5V9",
    "minas": "M-5 9V-3H-7V-9H-3.5V-6H-1.5V-9H1.5V-6H3.5V-9H7V-3H5V9ZM-1.7 9V4H1.7V9",
    "ost": "M-10 9V-7H-7V-4H-5V-7H-2.5V1H2.5V-7H5V-4H7V-7H10V9ZM-2.2 9V5.5Q0 3.5 2.2 5.5V9",
}

TOKENS = {
    kind: {**RUNES, **FIGURES}.get(kind.sign, kind.sign)
    for kind in TokenKind
    if kind.shown == Shown.MAP
}

FLAGS = {
    "hidden": RUNES["thurinas"],
    "asleep": "M-5 -7H5L-5 7H5",
    "held": "M-6 -8V8M0 -8V8M6 -8V8M-8 -8H8M-8 8H8",
    "experienced": RUNES["galu"],
    "siege": RUNES["maeth"],
}


def sign(path: str, x: float, y: float, radius: float, **style: object) -> str:
    """A sign of so great a radius around a point; strokes keep their share of it."""
    shown: dict[str, object] = {
        "fill": "none",
        "stroke": INK,
        "stroke_width": 2.2,
        "stroke_linecap": "round",
        "stroke_linejoin": "round",
    } | style
    return tag(
        "path", d=path, transform=f"translate({x:.1f} {y:.1f}) scale({radius / 10:.2f})", **shown
    )


def patterns() -> str:
    """The grounds of the six elements, to fill lands with."""
    return tag("defs", *(
        tag(
            "pattern",
            tag("rect", width=24, height=24, fill=shade),
            tag("path", d=GRAIN[element], fill="none", stroke=INK, stroke_opacity=0.2,
                stroke_width=1.6, stroke_linecap="round"),
            id=f"ground-{element}", width=24, height=24, patternUnits="userSpaceOnUse",
        )
        for element, shade in GROUND.items()
    ))  # fmt: skip
