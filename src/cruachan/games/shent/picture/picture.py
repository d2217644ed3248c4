"""Draw a view of SHENT as one standalone SVG picture.

Nothing is told by colour alone: an element is a pattern and a sign, a player a shape and a
letter, a figure without a player stands on a jagged ground.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations

from cruachan.engine.boardfile import Point, ViewBox
from cruachan.engine.picture import Picture, place, slot
from cruachan.engine.svg import INK, outline, tag, text_width, write, write_rim
from cruachan.engine.texts import DEFAULT_LANG, Lang
from cruachan.engine.view import Data, DrawnPiece
from cruachan.games.shent.components.board import Board, Land
from cruachan.games.shent.components.material import ELEMENTS, RUNES
from cruachan.games.shent.picture import signs
from cruachan.games.shent.picture.crowd import Thing, stand
from cruachan.games.shent.picture.drawing import ShentDrawing, draw_rune
from cruachan.games.shent.picture.lying import (
    lay_building,
    lay_count,
    lay_figure,
    lay_marker,
    lay_more,
    lay_path,
    lay_token,
    symbols,
)
from cruachan.games.shent.picture.panel import blocks, panel
from cruachan.games.shent.picture.sky import (
    SKY,
    STONES,
    describe_stone,
    draw_sky,
    draw_track,
    lay_sky,
    lay_track,
    sky_symbols,
)

HEAD = 74.0
"""How high the title above the map is."""
PARCHMENT = "#efe4c8"
SEA = "#dfe6dd"
COAST = "#84989a"
NAME = 19.0
WIDEST = 122.0
"""How great a name is at most, and how wide."""
BETWEEN = 12.0
"""How far two names lie apart at least."""
SHORE = 14.0
"""How much of the sea is shown around the island where little room is."""


class ShentPicture(Picture[Board]):
    """The island; below it the sky and the rounds."""

    title = "SHENT"
    tray = SKY
    drawing = ShentDrawing

    @property
    def box(self) -> ViewBox:
        x, y, width, height = self.board.box
        return x, y - HEAD, width, HEAD + height

    @property
    def heart(self) -> ViewBox:
        points = [point for land in self.board.lands for ring in land.outline for point in ring]
        (left, right), (top, bottom) = (
            (min(along), max(along)) for along in zip(*points, strict=True)
        )
        return left - SHORE, top - SHORE, right - left + 2 * SHORE, bottom - top + 2 * SHORE

    def about(self, lang: Lang) -> str:
        return self.board.about.text(lang)

    def called(self, lang: Lang) -> str:
        return self.board.title.text(lang)

    def ground(self, drawing: ShentDrawing) -> str:
        board = self.board
        x, y, width, height = self.box
        below = (x, y + height, width)
        return "".join(
            (
                signs.patterns(),
                tag("defs", *symbols(), *sky_symbols()),
                tag("rect", x=x, y=y, width=width, height=height + SKY, fill=PARCHMENT),
                frame(*self.box),
                head(drawing),
                coast(board),
                *(ground(land) for land in board.lands),
                slot("paths"),
                *(draw_land(drawing, number) for number in range(len(board.lands))),
                draw_labels(drawing),
                draw_sky(drawing, below),
                draw_track(drawing, below),
            )
        )

    def describe(self, drawing: ShentDrawing) -> Iterator[tuple[str, str]]:
        for number, land in enumerate(self.board.lands):
            yield f"land:{land.short}", describe(drawing, number)
        for stone in range(1, STONES + 1):
            yield f"stone:{stone}", describe_stone(drawing, stone)

    def lay(self, drawing: ShentDrawing) -> Iterator[DrawnPiece]:
        for path in drawing.view.get("paths") or []:
            yield from lay_path(drawing, path)
        for number, seen in drawing.lands.items():
            yield from lay_land(drawing, self.board.lands[number], seen)
        x, y, width, height = self.box
        below = (x, y + height, width)
        yield from lay_sky(drawing, below)
        yield from lay_track(drawing, below)

    def panel(self, drawing: ShentDrawing, y: float) -> tuple[float, str]:
        x, _, width, _ = self.box
        below = sum(high for high, _ in blocks(drawing)) + 10
        paper = tag("rect", x=x, y=y, width=width, height=below, fill=PARCHMENT)
        return below, paper + panel(drawing, x, y, width)


def draw(view: Data, board: Board, lang: Lang = DEFAULT_LANG) -> str:
    """The island with everything on it; below it the sky, the rounds and the players."""
    return ShentPicture(board).draw(view, lang)


def draw_board(board: Board, lang: Lang = DEFAULT_LANG) -> str:
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


def head(drawing: ShentDrawing) -> str:
    """The name of the island."""
    board = drawing.board
    x, y, width, _ = board.box
    below = drawing.say("lands", many=len(board.lands))
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


# --- Lands --------------------------------------------------------------------------------


def draw_land(drawing: ShentDrawing, number: int) -> str:
    """A land as a place, and room for what comes there; what is written comes above all of them."""
    land = drawing.board.lands[number]
    return place(
        f"land:{land.short}",
        describe(drawing, number),
        tag("path", d=outline(land.outline), fill="#ffffff", fill_opacity=0),
        slot(f"land:{land.short}"),
        data_land=number,
        class_="land",
    )


def draw_labels(drawing: ShentDrawing) -> str:
    """The names and signs of all lands, each above the rims of all: none covers another's."""
    lands = drawing.board.lands
    called = [land.called(drawing.lang) for land in lands]
    spots = apart([name_at(land) for land in lands], called)
    rims = [name_rim(*at, name) for at, name in zip(spots, called, strict=True)]
    names = [draw_name(*at, name) for at, name in zip(spots, called, strict=True)]
    crests = [tag("g", crest(land), data_crest=number) for number, land in enumerate(lands)]
    return tag("g", *rims, *crests, *names, class_="labels", pointer_events="none")


def name_at(land: Land) -> Point:
    """Where the name of a land stands."""
    x, y = land.seat
    return x, y - 18


def apart(spots: Sequence[Point], names: Sequence[str]) -> list[Point]:
    """The middles of names; those that would meet are moved aside, each by half."""
    found = list(spots)
    wide = [text_width(name, name_size(name)) for name in names]
    for one, two in combinations(range(len(names)), 2):
        left, right = sorted((one, two), key=lambda at: found[at][0])
        (x, y), (u, v) = found[left], found[right]
        over = (wide[left] + wide[right]) / 2 + BETWEEN - (u - x)
        if over > 0 and abs(y - v) < NAME:
            found[left], found[right] = (x - over / 2, y), (u + over / 2, v)
    return found


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
    return write(x, y, name, name_size(name), font_weight="bold")


def name_rim(x: float, y: float, name: str) -> str:
    """The light rim around a name."""
    return write_rim(x, y, name, name_size(name), font_weight="bold")


def name_size(name: str) -> float:
    """How great a name is written."""
    return min(NAME, NAME * WIDEST / text_width(name, NAME))


def things(drawing: ShentDrawing, land: Land, seen: Data) -> tuple[list[Thing], list[Thing]]:
    """What is in a land: its figures; marker, building and tokens."""
    at = f"land:{land.short}"
    figures = []
    for figure in seen.get("figures") or []:
        alike = (figure["kind"], figure["owner"], figure.get("called"), *figure.get("flags", ()))
        key = f"piece:{figure['id']}"
        lay = partial(lay_figure, drawing, figure, key, at)
        figures.append(Thing(alike, drawing.figure(figure), lay, key))
    others = []
    marker, building = drawing.who(seen.get("marker")), seen.get("building")
    if marker:
        words, key = drawing.say("marker", who=drawing.called(marker)), f"marker:{land.short}"
        others.append(Thing("marker", words, partial(lay_marker, drawing, marker, key, at), key))
    if building:
        key = f"piece:{building['id']}"
        lay = partial(lay_building, drawing, building, key, at)
        others.append(Thing("building", drawing.figure(building), lay, key))
    for number, token in enumerate(seen.get("tokens") or []):
        words, key = drawing.token(token), f"token:{land.short}:{token['kind']}:{number}"
        others.append(Thing(words, words, partial(lay_token, drawing, token, key, at), key))
    return figures, others


def lay_land(drawing: ShentDrawing, land: Land, seen: Data) -> Iterator[DrawnPiece]:
    """All that is in a land."""
    figures, others = things(drawing, land, seen)
    if not figures and not others:
        return
    at = f"land:{land.short}"
    for thing, x, y, radius, left_out in stand(land, figures, others):
        if thing is None:
            yield lay_more(f"more:{land.short}", at, x, y, radius, left_out)
        else:
            yield from thing.lay(x, y, radius)
            if thing.many > 1:
                yield lay_count(thing.key, at, x, y, radius, thing.many)


def describe(drawing: ShentDrawing, number: int) -> str:
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
