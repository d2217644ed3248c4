"""Draw a view of SHENT as one standalone SVG picture.

Nothing is told by colour alone: an element is a pattern and a sign, a player a shape and a
letter, a figure without a player stands on a jagged ground. Lands are groups with an id, so that
a page can make them clickable.
"""

from __future__ import annotations

from functools import partial
from xml.sax.saxutils import escape

from cruachan.engine import svg
from cruachan.engine.svg import INK, outline, tag, text_width, write, write_clearly
from cruachan.engine.view import Data
from cruachan.engine.words import Lang
from cruachan.games.shent.box.board import Board, Land
from cruachan.games.shent.box.material import ELEMENTS, RUNES
from cruachan.games.shent.picture import signs
from cruachan.games.shent.picture.crowd import Thing, stand
from cruachan.games.shent.picture.drawing import (
    Drawing,
    draw_building,
    draw_count,
    draw_figure,
    draw_marker,
    draw_more,
    draw_rune,
    draw_token,
)
from cruachan.games.shent.picture.panel import blocks, panel

HEAD = 74.0
"""How high the title above the map is."""
PARCHMENT = "#efe4c8"
SEA = "#dfe6dd"
COAST = "#84989a"
NAME = 19.0
WIDEST = 122.0
"""How great a name is at most, and how wide."""


def draw(view: Data, board: Board, lang: Lang = "en") -> str:
    """The island with everything on it; below it the sky, the rounds and the players."""
    drawing = Drawing(view, board, lang)
    x, y, width, height = board.box
    below = sum(high for high, _ in blocks(drawing))
    whole = (x, y - HEAD, width, HEAD + height + below + 10)
    return svg.picture(
        "SHENT",
        board.title.text(drawing.lang),
        board.about.text(drawing.lang),
        drawing.lang,
        whole,
        signs.patterns(),
        tag("rect", x=x, y=y - HEAD, width=width, height=whole[3], fill=PARCHMENT),
        frame(x, y - HEAD, width, HEAD + height),
        head(drawing),
        coast(board),
        *(ground(land) for land in board.lands),
        *(draw_path(drawing, path) for path in view.get("paths") or []),
        *(draw_land(drawing, number) for number in range(len(board.lands))),
        panel(drawing, x, y + height, width),
    )


def draw_board(board: Board, lang: Lang = "en") -> str:
    """The board alone, before anybody sits down."""
    return draw({}, board, lang)


# --- The map ------------------------------------------------------------------------------


def frame(x: float, y: float, width: float, height: float) -> str:
    """The sea, and two lines around the map."""
    lines = [
        tag("rect", x=x + gap, y=y + gap, width=width - 2 * gap, height=height - 2 * gap,
            fill=fill, stroke=INK, stroke_width=wide)
        for gap, wide, fill in ((6, 3.0, PARCHMENT), (12, 1.0, SEA))
    ]  # fmt: skip
    return tag("g", *lines, class_="frame")


def head(drawing: Drawing) -> str:
    """The name of the island."""
    board = drawing.board
    x, y, width, _ = board.box
    below = f"{drawing.say('lands', many=len(board.lands))} · {drawing.say('ours')}"
    return tag(
        "g",
        write(x + width / 2, y - 28, board.title.text(drawing.lang), 44.0, font_style="italic",
              letter_spacing=3),
        write(x + width / 2, y + 8, below, 19.0),
        class_="head",
    )  # fmt: skip


def coast(board: Board) -> str:
    """Thin lines in the sea that follow the coast, as on old maps."""
    rings = [ring for land in board.lands for ring in land.outline]
    shore = tag("path", id="coast", d=outline(rings), fill="none", stroke_linejoin="round")
    lines = ""
    for wide, line in ((50, 1.0), (34, 1.4), (20, 2.0)):
        lines += tag("use", href="#coast", stroke=COAST, stroke_width=wide + 2 * line)
        lines += tag("use", href="#coast", stroke=SEA, stroke_width=wide)
    lines += tag("use", href="#coast", stroke=INK, stroke_width=6)
    return tag("g", tag("defs", shore), lines, class_="coast")


def ground(land: Land) -> str:
    """The ground of a land, with the pattern of its element."""
    return tag("path", d=outline(land.outline), fill=f"url(#ground-{ELEMENTS[land.element]})",
               stroke="#6b5a45", stroke_width=1.8, stroke_linejoin="round")  # fmt: skip


def draw_path(drawing: Drawing, path: list[int]) -> str:
    """A path that somebody opened between two lands."""
    one, two = (drawing.board.lands[number] for number in path)
    (x, y), (x2, y2) = one.seat, two.seat
    line: dict[str, object] = {"x1": x, "y1": y, "x2": x2, "y2": y2, "stroke_linecap": "round"}
    words = drawing.say("path", a=one.called(drawing.lang), b=two.called(drawing.lang))
    return tag(
        "g",
        tag("title", escape(words)),
        tag("line", stroke=INK, stroke_width=9, stroke_opacity=0.7, **line),
        tag("line", stroke="#f6dc8c", stroke_width=5, stroke_dasharray="12 9", **line),
        class_="path",
    )


# --- Lands --------------------------------------------------------------------------------


def draw_land(drawing: Drawing, number: int) -> str:
    """A land: element and rune, name, figures, and below them marker, building and tokens."""
    land = drawing.board.lands[number]
    seen = drawing.lands.get(number, {})
    x, y = land.seat
    return tag(
        "g",
        tag("title", escape(describe(drawing, number))),
        tag("path", d=outline(land.outline), fill="#ffffff", fill_opacity=0),
        crest(land),
        draw_name(x, y - 18, land.called(drawing.lang)),
        draw_things(drawing, land, seen),
        id=f"land-{land.short}",
        data_land=number,
        class_="land",
    )  # fmt: skip


def crest(land: Land) -> str:
    """The sign of the element, and the rune beside it."""
    x, y = land.seat
    left = 30 if land.rune is not None else 0
    shape = signs.ELEMENTS[ELEMENTS[land.element]]
    drawn = signs.sign(shape, x - left, y - 45, 12.0, stroke="#ffffff", stroke_width=5.5,
                       stroke_opacity=0.75)  # fmt: skip
    drawn += signs.sign(shape, x - left, y - 45, 12.0)
    if land.rune is not None:
        drawn += draw_rune(x + 15, y - 45, RUNES[land.rune], land.strength, 10.0)
    return drawn


def draw_name(x: float, y: float, name: str) -> str:
    """The name of a land, as great as it fits."""
    size = min(NAME, NAME * WIDEST / text_width(name, NAME))
    return write_clearly(x, y, name, size, font_weight="bold")


def things(drawing: Drawing, seen: Data) -> tuple[list[Thing], list[Thing]]:
    """What is in a land: its figures; marker, building and tokens."""
    figures = [
        Thing(
            (figure["kind"], figure["owner"], tuple(figure.get("flags", ()))),
            drawing.figure(figure),
            partial(draw_figure, drawing, figure),
        )
        for figure in seen.get("figures") or []
    ]
    others = []
    marker, building = drawing.who(seen.get("marker")), seen.get("building")
    if marker:
        words = drawing.say("marker", who=drawing.called(marker))
        others.append(Thing("marker", words, partial(draw_marker, marker)))
    if building:
        draw_it = partial(draw_building, drawing, building)
        others.append(Thing("building", drawing.figure(building), draw_it))
    others += [
        Thing(drawing.token(token), drawing.token(token), partial(draw_token, drawing, token))
        for token in seen.get("tokens") or []
    ]
    return figures, others


def draw_things(drawing: Drawing, land: Land, seen: Data) -> str:
    """All that is in a land."""
    drawn = ""
    for thing, x, y, radius, left_out in stand(land, *things(drawing, seen)):
        if thing is None:
            drawn += draw_more(x, y, radius, left_out)
        else:
            drawn += thing.draw(x, y, radius)
            drawn += draw_count(x, y, radius, thing.many) if thing.many > 1 else ""
    return drawn


def describe(drawing: Drawing, number: int) -> str:
    """A land in a line, for screen readers and pointers."""
    land = drawing.board.lands[number]
    seen = drawing.lands.get(number, {})
    element = drawing.means(ELEMENTS[land.element])
    words = [drawing.say("land", name=land.called(drawing.lang), element=element)]
    if land.rune is not None:
        what = drawing.means(RUNES[land.rune])
        words.append(drawing.say("strength", what=what, strength=land.strength))
    marker = drawing.who(seen.get("marker"))
    if marker:
        words.append(drawing.say("marker", who=drawing.called(marker)))
    building = [seen["building"]] if seen.get("building") else []
    words += [drawing.figure(figure) for figure in [*building, *(seen.get("figures") or [])]]
    words += [drawing.token(token) for token in seen.get("tokens") or []]
    return "; ".join(words)
