"""What lies below the island: the ring of elements with the sky, and the rounds."""

from __future__ import annotations

import math
from collections.abc import Iterator

from cruachan.engine.boardfile import Point
from cruachan.engine.picture import piece, place, slot, symbol, written
from cruachan.engine.svg import INK, SANS, tag, write
from cruachan.engine.view import Data, DrawnPiece
from cruachan.games.shent.components.material import ELEMENTS, printed
from cruachan.games.shent.picture import signs
from cruachan.games.shent.picture.drawing import BLOOD, STONE, ShentDrawing
from cruachan.games.shent.picture.lying import lay_figure
from cruachan.games.shent.picture.terms import term

SKY = 300.0
"""How high ring and rounds are."""
RING = 84.0
RING_WIDTH = 436.0
STONES = 10
"""How many rounds the track has."""

Rect = tuple[float, float, float]
"""The left, the top and the width of a block."""


# --- Sky ----------------------------------------------------------------------------------


def ring() -> dict[str, Point]:
    """Where the elements lie, seen from the middle of their ring."""
    return {
        element: (RING * math.sin(step * math.pi / 3), -RING * math.cos(step * math.pi / 3))
        for step, element in enumerate(ELEMENTS)
    }


def middle(box: Rect) -> Point:
    """The middle of the ring."""
    return box[0] + RING_WIDTH / 2, box[1] + SKY / 2


def sky_symbols() -> Iterator[str]:
    """For each element that it stands in the sky, around the middle of the ring; and the stone."""
    for element, (a, b) in ring().items():
        far = RING - 31
        yield symbol(
            f"sky-{element}",
            tag("path", d=f"M0 0L{a * far / RING:.1f} {b * far / RING:.1f}", stroke=BLOOD,
                stroke_width=5),
            tag("circle", cx=a, cy=b, r=31.0, fill="none", stroke=BLOOD, stroke_width=5),
            tag("circle", r=30.0, fill=STONE, stroke=BLOOD, stroke_width=4),
            signs.sign(signs.ELEMENTS[element], 0, 0, 17.0),
        )  # fmt: skip
    yield symbol("stone", tag("circle", r=20.0, fill=INK, stroke=BLOOD, stroke_width=4))


def draw_sky(drawing: ShentDrawing, box: Rect) -> str:
    """The ring of elements."""
    x, y = middle(box)
    parts = [tag("circle", cx=x, cy=y, r=RING, fill="none", stroke=INK, stroke_width=1.4)]
    for element, (a, b) in ring().items():
        parts.append(draw_element(drawing, element, (x + a, y + b), (x, y)))
    return tag("g", *parts, slot("sky"), class_="sky")


def draw_element(drawing: ShentDrawing, element: str, place: Point, middle: Point) -> str:
    """One element of the ring, its name on the outer side."""
    x, y = place
    meaning, word = term(element, drawing.lang), printed(element)
    if abs(x - middle[0]) < 1:
        far = -44 if y < middle[1] else 44
        label = write(x, y + far, f"{meaning} · {word}", 21.0)
    else:
        far, anchor = (-38, "end") if x < middle[0] else (38, "start")
        label = write(x + far, y - 10, meaning, 19.0, text_anchor=anchor)
        label += write(x + far, y + 12, word, 18.0, text_anchor=anchor, font_style="italic")
    return tag(
        "g",
        tag("circle", cx=x, cy=y, r=26.0, fill=f"url(#ground-{element})", stroke=INK,
            stroke_width=2),
        signs.sign(signs.ELEMENTS[element], x, y, 15.0),
        label,
        class_="element",
        data_element=element,
    )  # fmt: skip


def lay_sky(drawing: ShentDrawing, box: Rect) -> Iterator[DrawnPiece]:
    """Which element stands in the sky."""
    now: str | None = drawing.view.get("sky")
    if now:
        label = drawing.say("in_the_sky", element=drawing.means(now))
        yield piece("sky", f"sky-{now}", *middle(box), "sky", label=label)


# --- Rounds -------------------------------------------------------------------------------


def cells(box: Rect) -> Iterator[tuple[int, float, float, float]]:
    """The rounds in two rows: number, left, top and width of each."""
    x, y, width = box
    left = x + RING_WIDTH + 10
    step = (x + width - 14 - left) / 5
    for stone in range(1, STONES + 1):
        row, column = divmod(stone - 1, 5)
        yield stone, left + step * column, y + 28 + row * 124, step


def draw_track(drawing: ShentDrawing, box: Rect) -> str:
    """The rounds from 1 to 10."""
    return tag("g", *(draw_stone(drawing, *cell) for cell in cells(box)), class_="track")


def describe_stone(drawing: ShentDrawing, stone: int) -> str:
    """A round of the track in a line: whether it is now, and who waits there to come back."""
    words = [drawing.say("stone", stone=stone)]
    words += [drawing.say("here")] if drawing.view.get("stone") == stone else []
    words += [drawing.figure(figure) for figure in drawing.stones.get(stone, [])]
    return "; ".join(words)


def draw_stone(drawing: ShentDrawing, stone: int, x: float, y: float, width: float) -> str:
    """One round of the track: its number, and room for the stone and those who wait."""
    return place(
        f"stone:{stone}",
        describe_stone(drawing, stone),
        tag("rect", x=x + 3, y=y, width=width - 6, height=116, rx=8, fill=STONE,
            fill_opacity=0.6, stroke=INK, stroke_width=0.8),
        write(x + width / 2, y + 26, str(stone), 24.0, font_family=SANS),
        slot(f"stone:{stone}"),
        class_="round",
        data_stone=stone,
    )  # fmt: skip


def lay_track(drawing: ShentDrawing, box: Rect) -> Iterator[DrawnPiece]:
    """The stone, and the figures that wait."""
    for stone, x, y, width in cells(box):
        at = f"stone:{stone}"
        if drawing.view.get("stone") == stone:
            words = written(str(stone), 24.0, ink="#ffffff")
            yield piece("stone", "stone", x + width / 2, y + 26, at, **words)
        yield from lay_waiting(drawing, drawing.stones.get(stone, []), at, (x, y, width))


def lay_waiting(
    drawing: ShentDrawing, waiting: list[Data], at: str, box: Rect
) -> Iterator[DrawnPiece]:
    """The figures that come back in one round, in two rows."""
    x, y, width = box
    across = max(min(2, len(waiting)), -(-len(waiting) // 2), 1)
    gap = (width - 12) / across
    radius = min(13.0, gap * 0.4)
    for number, figure in enumerate(waiting):
        row, column = divmod(number, across)
        place = x + 6 + gap * (column + 0.5), y + 66 + row * 32
        yield from lay_figure(drawing, figure, f"piece:{figure['id']}", at, *place, radius)
