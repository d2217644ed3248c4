"""Draw a view of Hibernia as one standalone SVG picture.

Nothing is told by colour alone: a county colour is also a pattern and a letter, a player is also
a shape and a letter.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from xml.sax.saxutils import escape

from cruachan.engine import svg
from cruachan.engine.boardfile import Point, Ring, ViewBox
from cruachan.engine.picture import Picture, face, piece, place, slot, symbol, wooden, woods
from cruachan.engine.shapes import overlap
from cruachan.engine.svg import (
    BORDER,
    INK,
    PAPER,
    ROW,
    SANS,
    SEA,
    Side,
    name_lines,
    outline,
    tag,
    write,
    write_clearly,
    write_name,
)
from cruachan.engine.texts import DEFAULT_LANG, Lang
from cruachan.engine.view import Data, DrawnPiece
from cruachan.games.hibernia.board import Board, County
from cruachan.games.hibernia.drawing import DARK_FACES, FILLS, STATUS, Drawing
from cruachan.games.hibernia.panel import (
    draw_colour,
    draw_die,
    draw_used,
    draw_wild,
    lay_plays,
    panel,
)

TRACK = 56.0
"""How wide the scoring track is."""
CARTOUCHE = 98.0
"""How high the title of the board is, with the sea around it."""
LETTER = 21.0
"""How wide a letter of that title is, on average."""
SHIELD = (
    *((0.0, 0.0), (184.0, 0.0), (184.0, 104.0), (152.0, 174.0)),
    *((92.0, 214.0), (32.0, 174.0), (0.0, 104.0)),
)
"""The room that the shield needs, from its upper left corner on."""
SHIELD_SIZE = (184.0, 214.0)
SHIELD_GAP = (16.0, 14.0)
"""How far it is from the track."""

PATTERNS = {
    "yellow": '<path d="M5 5h0M14 14h0" stroke="#b8962e" stroke-width="3" stroke-linecap="round"/>',
    "green": '<path d="M4 8v-6M13 17v-6" stroke="#4f8a3c" stroke-width="1.6"/>',
    "red": '<path d="M-2 2L2 -2M-2 20L20 -2M16 20L20 16" stroke="#b4513c" stroke-width="1.4"/>',
    "blue": '<path d="M0 5q4.5 -4 9 0t9 0M0 14q4.5 -4 9 0t9 0" fill="none" stroke="#44679f" '
    'stroke-width="1.4"/>',
}
ARROW = "#fdf0c8"
REACH = 24.0
"""How far the tips of an arrow reach into the two counties."""
PIECES = {name: svg.PIECES[name] for name in ("ivory", "ink", "copper", "rose")}
"""The wood of the four seats."""


class HiberniaPicture(Picture[Board]):
    """The island and the track around it; below it the die."""

    title = "Hibernia"
    tray = STATUS
    drawing = Drawing

    def __init__(self, board: Board) -> None:
        super().__init__(board)
        self.spaces = track_boxes(board)
        corner = shield_corner(board)
        x, y, width, height = board.view_box
        column = 0.0 if corner else SHIELD_SIZE[0] + 2 * SHIELD_GAP[0]
        self.shield = corner or (x - column + SHIELD_GAP[0], y + SHIELD_GAP[1])
        self._box = x - column, y, width + column, height

    @property
    def box(self) -> ViewBox:
        """The board, and a column left of it for the shield where no corner has room for that."""
        return self._box

    def about(self, lang: Lang) -> str:
        return self.board.about.text(lang)

    def ground(self, drawing: Drawing) -> str:
        x, y, width, height = self.box
        return (
            patterns()
            + tag("defs", *symbols(drawing))
            + tag(
                "rect",
                x=x,
                y=y,
                width=width,
                height=height,
                fill=SEA,
                data_night=svg.night(svg.NIGHT),
            )
            + tag("rect", x=x, y=y + height, width=width, height=STATUS, fill=PAPER)
            + land(drawing)
            + track(drawing, self.spaces)
            + cartouche(drawing, self.shield)
        )

    def describe(self, drawing: Drawing) -> Iterator[tuple[str, str]]:
        for county in self.board.counties:
            yield place_of(county), describe(drawing, county)
        for space in range(len(self.spaces)):
            yield f"space:{space}", describe_space(drawing, space)

    def lay(self, drawing: Drawing) -> Iterator[DrawnPiece]:
        yield from lay_hosts(drawing)
        for space, standing in drawing.standing.items():
            yield from lay_markers(standing, space, self.spaces[space])
        if drawing.players:
            yield from lay_shield(drawing, self.shield)
            yield from lay_plays(drawing)

    def panel(self, drawing: Drawing, y: float) -> tuple[float, str]:
        if not drawing.players:
            return 0.0, ""
        below = ROW * (len(drawing.players) + 1) + 12
        x, _, width, _ = self.box
        paper = tag("rect", x=x, y=y, width=width, height=below, fill=PAPER)
        return below, paper + panel(drawing)


def draw(view: Data, board: Board, lang: Lang = DEFAULT_LANG) -> str:
    """The board with everything on it, and below it the die, the turn and the players."""
    return HiberniaPicture(board).draw(view, lang)


def draw_board(board: Board, lang: Lang = DEFAULT_LANG) -> str:
    """The board alone, before anybody sits down."""
    return draw({}, board, lang)


def patterns() -> str:
    """The four county colours, each with its own strokes."""
    tiles = [
        f'<pattern id="pattern-{colour}" width="18" height="18" patternUnits="userSpaceOnUse">'
        f'<rect width="18" height="18" fill="{FILLS[colour]}"/><g opacity="0.6">{strokes}</g>'
        "</pattern>"
        for colour, strokes in PATTERNS.items()
    ]
    return tag("defs", *tiles)


def symbols(drawing: Drawing) -> Iterator[str]:
    """The shapes of the counties, and all that can lie on the board."""
    for county in drawing.board.counties:
        shape = f"shape-{county.short}"
        yield tag("path", id=shape, d=outline(county.shape), stroke_linejoin="round")
        yield symbol(f"march-{county.short}", draw_target(f"#{shape}"))
    yield woods(PIECES)
    yield symbol("shield", tag("g", draw_shield(drawing), data_lit=""))
    yield symbol("die-none", draw_die(drawing, ""))
    for side in (*FILLS, *DARK_FACES):
        yield face("die", f"die-{side}", draw_die(drawing, side))
    for colour in FILLS:
        yield symbol(f"colour-{colour}", draw_colour(drawing, colour))
    yield symbol("wild", draw_wild(drawing))
    yield symbol("used", draw_used())


# --- The land -----------------------------------------------------------------------------


def place_of(county: County) -> str:
    """The id of a county as a place, the same as that of the point of a view."""
    return f"county:{county.short}"


def land(drawing: Drawing) -> str:
    """Surf, counties, borders and arrows, and above them all labels and room for warriors."""
    counties = drawing.board.counties
    parts = [
        svg.surf(ring for county in counties for ring in county.shape),
        *(draw_county(drawing, county) for county in counties),
        province_borders(drawing.board),
        slot("march"),
        *(draw_arrow(drawing, a, b) for a, b in drawing.board.arrows),
        *(draw_label(drawing, county) for county in counties),
    ]
    return tag("g", *parts, class_="land")


def draw_county(drawing: Drawing, county: County) -> str:
    """The shape that a page can make clickable."""
    return place(
        place_of(county),
        describe(drawing, county),
        tag("use", href=f"#shape-{county.short}", fill=f"url(#pattern-{county.colour})",
            stroke=BORDER, stroke_width=1.6),
        data_county=county.name,
        class_=f"county colour-{county.colour}",
    )  # fmt: skip


def describe(drawing: Drawing, county: County) -> str:
    """A county in a line, for screen readers and pointers."""
    traits = [county.name, drawing.colour(county.colour), county.province]
    traits += [drawing.say(trait) for trait in ("castle", "centre") if getattr(county, trait)]
    if not drawing.players:
        return ", ".join(traits)
    host = drawing.hosts.get(county.name)
    return f"{', '.join(traits)}: {drawing.armed(host) if host else drawing.say('empty')}"


def province_borders(board: Board) -> str:
    """Where two provinces meet, the border is heavier."""
    touching: dict[frozenset[Point], set[str]] = {}
    for county in board.counties:
        for ring in county.shape:
            for side in zip(ring, ring[1:] + ring[:1], strict=True):
                touching.setdefault(frozenset(side), set()).add(county.province)
    strokes = ""
    for ends, provinces in touching.items():
        if len(provinces) > 1:
            (x1, y1), (x2, y2) = sorted(ends)
            strokes += f"M{x1:g} {y1:g}L{x2:g} {y2:g}"
    return tag("path", d=strokes, fill="none", stroke="#4a3526", stroke_width=4.2,
               stroke_linecap="round", class_="province-border", pointer_events="none")  # fmt: skip


def draw_target(shape: str) -> str:
    """The rim of the county of a march that still lacks warriors."""
    return tag("use", href=shape, fill="none", stroke=INK, stroke_width=9) + tag(
        "use", href=shape, fill="none", stroke="#ffffff", stroke_width=5, stroke_dasharray="14 8"
    )


def draw_arrow(drawing: Drawing, a: str, b: str) -> str:
    """A double arrow across the gap between two counties that share no border."""
    counties = {county.name: county for county in drawing.board.counties}
    gaps = ((p, q) for p in counties[a].shape[0] for q in counties[b].shape[0])
    start, end = min(gaps, key=lambda gap: math.dist(*gap))
    # Where the two touch in a point, the way leads from place to place.
    tail, head = (start, end) if start != end else (counties[a].place, counties[b].place)
    length = math.dist(tail, head)
    way = (head[0] - tail[0]) / length, (head[1] - tail[1]) / length
    middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    shape = arrow(middle, way, math.dist(start, end) / 2 + REACH)
    style: dict[str, object] = {"d": shape, "stroke_linejoin": "round"}
    return tag(
        "g",
        tag("title", escape(drawing.say("joined", a=a, b=b))),
        tag("path", fill="#ffffff", stroke="#ffffff", stroke_width=7, opacity=0.8, **style),
        tag("path", fill=ARROW, stroke=INK, stroke_width=2, **style),
        class_="arrow",
    )


def arrow(middle: Point, way: Point, half: float) -> str:
    """The outline of a slender double arrow: its shaft swells towards barbed heads.

    `way` is its direction, of length 1; each tip is `half` away from the middle.
    """
    # From one tip along one side to the middle: how far out, and how far aside.
    edge = ((half, 0.0), (half - 27, 12.5), (half - 21, 4.6), (0.0, 2.6))
    turned = [(-out, aside) for out, aside in reversed(edge[:-1])]
    side = [*edge, *turned]
    round_it = side + [(-out, -aside) for out, aside in side[1:-1]]
    points = (
        (middle[0] + way[0] * out - way[1] * aside, middle[1] + way[1] * out + way[0] * aside)
        for out, aside in round_it
    )
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z"


def middle(county: County) -> Point:
    """Where the warriors of a county stand; its name is below."""
    return county.place[0], county.place[1] - 12 * len(name_lines(county.name))


def draw_label(drawing: Drawing, county: County) -> str:
    """Around the place for the warriors: colour letter and castle, and the name below."""
    x, y = middle(county)
    parts = [
        draw_mark(drawing, x - 35, y - 8, county.colour),
        draw_castle(x + 37, y - 8) if county.castle else "",
        write_name(x, y + 36, county.name, 22.0),
        slot(place_of(county)),
    ]
    return tag("g", *parts, pointer_events="none", class_="label")


def lay_hosts(drawing: Drawing) -> Iterator[DrawnPiece]:
    """The warriors of each county on one piece, and the rim of a march's target."""
    march = drawing.view.get("march") or {}
    for county in drawing.board.counties:
        if county.name == march.get("county"):
            label = drawing.say("march", county=county.name, missing=march["missing"])
            yield piece("march", f"march-{county.short}", 0, 0, "march", label=label)
        host = drawing.hosts.get(county.name)
        if host:
            side, count = host
            key, label = f"host:{county.short}:{side.letter}", drawing.armed(host)
            place = middle(county)
            yield wooden(key, side, *place, 21.0, str(count), place_of(county), label)


def draw_mark(drawing: Drawing, x: float, y: float, colour: str) -> str:
    """The letter that says a county's colour."""
    return tag(
        "g",
        tag("circle", cx=x, cy=y, r=12.5, fill="#ffffff", stroke=INK),
        write(x, y, drawing.say(f"mark_{colour}"), 16.0, font_weight="bold", font_family=SANS),
        class_="mark",
    )


def draw_castle(x: float, y: float) -> str:
    """Two towers and a gate."""
    walls = "M-14 14V-14h6v5h4v-5h8v5h4v-5h6V14h-9V6a5 5 0 0 0-10 0V14Z"
    return tag(
        "g",
        tag("path", d=walls, fill="#ffffff", stroke="#ffffff", stroke_width=4),
        tag("path", d=walls, fill="#5d4a3a"),
        transform=f"translate({x:.1f} {y:.1f})",
        class_="castle",
    )


def cartouche(drawing: Drawing, shield: Point) -> str:
    """The title of the board and whose it is, as its file says, in the first corner of the sea that
    has room for it beside the shield; nothing where no corner has."""
    title = drawing.board.title.text(drawing.lang)
    whose = svg.maker(drawing.board.about.text(drawing.lang))
    wide = max(len(title) * LETTER, len(whose) * 9.0)
    x, y, width, height = drawing.board.view_box
    left, right = x + TRACK + 18, x + width - TRACK - 18
    taken = [[shield_at(shield)], *(county.shape for county in drawing.board.counties)]
    for end in (right, left + wide):
        for bottom in (y + height - TRACK, y + TRACK + CARTOUCHE):
            top = bottom - CARTOUCHE
            box = ((end - wide, top), (end, top), (end, bottom), (end - wide, bottom))
            if not any(overlap([box], shape) for shape in taken):
                return svg.cartouche(end, bottom, title, whose)
    return ""


# --- Track and shield ---------------------------------------------------------------------

Rect = tuple[float, float, float, float]


def track_boxes(board: Board) -> list[Rect]:
    """The spaces clockwise from the upper left corner: x, y, width, height."""
    x, y, width, height = board.view_box
    inner, half = height - 2 * TRACK, len(board.track) // 2
    across = min(range(2, half - 1), key=lambda n: abs(width / n - inner / (half - n)))
    down = half - across
    wide, tall = width / across, inner / down
    top = [(x + i * wide, y, wide, TRACK) for i in range(across)]
    right = [(x + width - TRACK, y + TRACK + i * tall, TRACK, tall) for i in range(down)]
    bottom = [(x + i * wide, y + height - TRACK, wide, TRACK) for i in reversed(range(across))]
    left = [(x, y + TRACK + i * tall, TRACK, tall) for i in reversed(range(down))]
    return top + right + bottom + left


def track(drawing: Drawing, spaces: list[Rect]) -> str:
    """The spaces round the edge of the picture."""
    drawn = [draw_space(drawing, index, box) for index, box in enumerate(spaces)]
    x, y, width, height = drawing.board.view_box
    rim = tag("rect", x=x + TRACK, y=y + TRACK, width=width - 2 * TRACK, height=height - 2 * TRACK,
              fill="none", stroke=BORDER, stroke_width=3, pointer_events="none")  # fmt: skip
    return tag("g", *drawn, rim, class_="track")


def describe_space(drawing: Drawing, index: int) -> str:
    """A space in a line, for screen readers and pointers."""
    colour = drawing.colour(drawing.board.track[index])
    title = drawing.say("space", space=index, colour=colour)
    title += f" ({drawing.say('start')})" if index == 0 else ""
    standing = drawing.standing.get(index, [])
    return title + "".join(f"; {side.name} ({side.letter})" for side in standing)


def draw_space(drawing: Drawing, index: int, box: Rect) -> str:
    """One space: its number (the start: a sword) and letter, and room for markers."""
    x, y, width, height = box
    colour = drawing.board.track[index]
    stacked = width > height
    first = (x + 15, y + height / 2 - 11) if stacked else (x + 14, y + 14)
    second = (x + 15, y + height / 2 + 12) if stacked else (x + 40, y + 14)
    return place(
        f"space:{index}",
        describe_space(drawing, index),
        tag("rect", x=x, y=y, width=width, height=height, fill=f"url(#pattern-{colour})",
            stroke=BORDER, stroke_width=1.6),
        draw_sword(*first) if index == 0
        else write_clearly(*first, str(index), 17.0, font_family=SANS),
        write_clearly(
            *second, drawing.say(f"mark_{colour}"), 17.0, font_family=SANS, font_weight="bold"
        ),
        slot(f"space:{index}"),
        class_=f"space colour-{colour}",
        data_space=index,
    )  # fmt: skip


def lay_markers(standing: list[Side], space: int, box: Rect) -> Iterator[DrawnPiece]:
    """The markers on one space, as large as their number allows."""
    x, y, width, height = box
    stacked = width > height
    x, y, width, height = (
        (x + 27, y, width - 27, height) if stacked else (x, y + 23, width, height - 23)
    )
    spots: tuple[Point, ...] = ((0.26, 0.27), (0.74, 0.27), (0.26, 0.75), (0.74, 0.75))
    share = 0.23
    if len(standing) < 3:
        spots, share = (((0.3, 0.3), (0.7, 0.7)), 0.25) if standing[1:] else (((0.5, 0.5),), 0.33)
    radius = min(width, height) * share
    for side, (across, down) in zip(standing, spots, strict=False):
        a, b = x + width * across, y + height * down
        key, label = f"marker:{side.letter}", f"{side.name} ({side.letter})"
        yield wooden(key, side, a, b, radius, side.letter, f"space:{space}", label)


def draw_sword(x: float, y: float) -> str:
    """The sign of the start space."""
    blade = "M-2.5 13V-9L0 -15L2.5 -9V13ZM-7.5 6H7.5V9.5H-7.5Z"
    return tag("path", d=blade, transform=f"translate({x:.1f} {y:.1f}) rotate(25)", fill=INK,
               class_="sword")  # fmt: skip


SHIELD_COLOURS = ("#8c5a33", "#a9764a", "#e3c08a", "#fff6e2")
"""Of the shield: its rim, its wood, the line on it, and what is written on it."""


def draw_shield(drawing: Drawing, colours: tuple[str, ...] = SHIELD_COLOURS) -> str:
    """The shield on which the fallen lie, from its upper left corner on."""
    rim, ground, line, ink = colours
    wood = "M0 14Q92 -14 184 14V104Q176 176 92 214Q8 176 0 104Z"
    return (
        tag("path", d=wood, fill=rim, stroke="#4a2c14", stroke_width=6)
        + tag("path", d=wood, transform="translate(11 11) scale(0.88)", fill=ground,
              stroke=line, stroke_width=2)
        + write(92, 33, drawing.say("shield"), 22.0, fill=ink, font_weight="bold")
    )  # fmt: skip


def shield_at(corner: Point) -> Ring:
    """The room that the shield takes with its upper left corner at a point."""
    return tuple((corner[0] + x, corner[1] + y) for x, y in SHIELD)


def shield_corner(board: Board) -> Point | None:
    """Where the shield covers no county: in the first corner of the sea that has room for it,
    from the upper left on; None where no corner has."""
    x, y, width, height = board.view_box
    (wide, high), (gap_x, gap_y) = SHIELD_SIZE, SHIELD_GAP
    for top in (y + TRACK + gap_y, y + height - TRACK - gap_y - high):
        for left in (x + TRACK + gap_x, x + width - TRACK - gap_x - wide):
            room = [shield_at((left, top))]
            if not any(overlap(room, county.shape) for county in board.counties):
                return left, top
    return None


def lay_shield(drawing: Drawing, corner: Point) -> Iterator[DrawnPiece]:
    """The shield, with every player's fallen warriors."""
    left, top = corner
    yield piece("shield", "shield", left, top, label=drawing.say("shield"))
    for number, player in enumerate(drawing.players):
        side = drawing.sides[player["seat"]]
        x, y = left + 56 + 72 * (number % 2), top + 77 + 58 * (number // 2)
        key, text = f"fallen:{side.letter}", str(player["shield"])
        label = drawing.armed((side, player["shield"]))
        yield wooden(key, side, x, y, 21.0, text, "", label)
