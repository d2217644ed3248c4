"""What lies on a picture of SHENT: figures, buildings, markers and tokens, and their symbols."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from cruachan.engine import svg
from cruachan.engine.boardfile import Point
from cruachan.engine.notation import LETTERS
from cruachan.engine.picture import piece, symbol, wooden, woods, written
from cruachan.engine.pieces import PIECES
from cruachan.engine.svg import INK, PAPER, Side, draw_piece, tag
from cruachan.engine.view import Data, DrawnPiece
from cruachan.games.shent.components.material import BUILDINGS, KIND
from cruachan.games.shent.picture import signs
from cruachan.games.shent.picture.crowd import Thing
from cruachan.games.shent.picture.drawing import BLOOD, FOE, STONE, ShentDrawing

UNIT = 10.0
"""The radius of all symbols."""
SMALL = 10.5
"""How great markers and tokens are at most."""
SIZE = {"ink": 0.98, "copper": 0.94, "rose": 0.88, "moss": 0.92}
"""How great a piece is drawn, so that all look equally great."""
CORNERS: tuple[Point, ...] = ((0.85, -0.85), (-0.85, -0.85), (0.85, 0.85), (-0.85, 0.85))
"""Where the badges of a figure are, in radii."""
STRIDE = 30.0
"""From one stone of a path to the next."""


# --- Symbols ------------------------------------------------------------------------------


def symbols() -> Iterator[str]:
    """All that can lie on the board."""
    yield woods(PIECES)
    for kind, number in KIND.items():
        draw = draw_building if number in BUILDINGS else draw_figure
        stem = "building" if number in BUILDINGS else "figure"
        for owner in (*PIECES, None):
            yield symbol(f"{stem}-{kind}-{owner or 'foe'}", draw(kind, owner))
    for kind, path in signs.TOKENS.items():
        tile = tag("rect", x=-UNIT, y=-UNIT, width=2 * UNIT, height=2 * UNIT, rx=UNIT * 0.3,
                   fill=STONE, stroke=INK, stroke_width=1.2)  # fmt: skip
        yield symbol(f"token-{kind}", tile, signs.sign(path, 0, 0, UNIT * 0.68))
    for stem, drawn in (("rune", signs.RUNES), ("element", signs.ELEMENTS)):
        for key, path in drawn.items():
            ground = tag("circle", r=UNIT, fill=STONE, stroke=INK, stroke_width=1.2)
            yield symbol(f"{stem}-{key}", ground, signs.sign(path, 0, 0, UNIT * 0.6))
    for flag, path in signs.FLAGS.items():
        rim = tag("circle", r=UNIT * 0.48, fill=STONE, stroke=INK, stroke_width=1)
        yield symbol(f"badge-{flag}", rim, signs.sign(path, 0, 0, UNIT * 0.32, stroke_width=2.8))
    yield symbol("strength", tag("circle", r=UNIT * 0.62, fill=BLOOD))
    yield symbol("count", tag("circle", r=UNIT * 0.6, fill=INK, stroke="#ffffff", stroke_width=1))
    yield symbol("more", tag("circle", r=UNIT * 1.1, fill=INK, stroke="#ffffff", stroke_width=1.5))
    stone: dict[str, object] = {"d": "M-8 0H8", "stroke_linecap": "round"}
    yield symbol(
        "path",
        tag("path", stroke=INK, stroke_width=9, **stone),
        tag("path", stroke="#f6dc8c", stroke_width=5, **stone),
    )


def jagged(radius: float) -> str:
    """The ground of a foe around 0: a circle with teeth."""
    points = []
    for tooth in range(18):
        reach = radius * (1.18 if tooth % 2 else 0.92)
        turn = tooth * math.pi / 9
        points.append(f"{reach * math.sin(turn):.1f},{-reach * math.cos(turn):.1f}")
    return tag(
        "polygon",
        points=" ".join(points),
        fill=FOE,
        stroke=BLOOD,
        stroke_width=radius * 0.14,
        stroke_linejoin="round",
    )


def draw_figure(kind: str, owner: str | None) -> str:
    """A figure on its owner's wood, or on a foe's ground."""
    path = signs.FIGURES[kind]
    if owner is None:
        return jagged(UNIT) + signs.sign(path, 0, 0, UNIT * 0.72, stroke=BLOOD)
    look = svg.PIECES[owner]
    size = UNIT * SIZE.get(owner, 1.0)
    sign = signs.sign(path, 0, look.sink * size, size * 0.68, stroke=look.ink)
    return svg.wood(owner, size) + sign


def draw_building(kind: str, owner: str | None) -> str:
    """A building of stone, its owner's letter at its foot."""
    path = signs.FIGURES[kind]
    body = signs.sign(path, 0, 0, UNIT, stroke="#ffffff", stroke_width=6, stroke_opacity=0.8)
    body += signs.sign(path, 0, 0, UNIT, fill=PAPER)
    if owner is None:
        return body
    side = Side(LETTERS[PIECES.index(owner)].upper(), owner, "")
    return body + draw_piece(side, UNIT * 0.7, UNIT * 0.6, UNIT * 0.5, side.letter)


# --- Pieces -------------------------------------------------------------------------------


def lay_figure(
    drawing: ShentDrawing, figure: Data, key: str, at: str, x: float, y: float, radius: float
) -> Iterator[DrawnPiece]:
    """A figure, with badges for how it fares."""
    side = drawing.who(figure["owner"])
    shape = f"figure-{figure['kind']}-{side.piece if side else 'foe'}"
    label = drawing.figure(figure)
    yield piece(key, shape, x, y, at, size=round(radius / UNIT, 3), label=label)
    yield from lay_badges(figure, key, at, x, y, radius)


def lay_badges(
    figure: Data, key: str, at: str, x: float, y: float, radius: float
) -> Iterator[DrawnPiece]:
    """Small round signs at the corners: hidden, asleep, held, experienced, under siege."""
    size = round(radius / UNIT, 3)
    for flag, (right, down) in zip(figure.get("flags", ()), CORNERS, strict=False):
        a, b = x + right * radius, y + down * radius
        yield piece(f"{key}:{flag}", f"badge-{flag}", a, b, at, size=size)


def lay_building(
    drawing: ShentDrawing, building: Data, key: str, at: str, x: float, y: float, radius: float
) -> Iterator[DrawnPiece]:
    """A building, with a badge when it is besieged."""
    radius = min(radius * 0.95, 1.3 * SMALL)
    side = drawing.who(building["owner"])
    shape = f"building-{building['kind']}-{side.piece if side else 'foe'}"
    label = drawing.figure(building)
    yield piece(key, shape, x, y, at, size=round(radius / UNIT, 3), label=label)
    yield from lay_badges(building, key, at, x, y, radius * 0.9)


def lay_marker(
    drawing: ShentDrawing, side: Side, key: str, at: str, x: float, y: float, radius: float
) -> Iterator[DrawnPiece]:
    """Whose land it is."""
    size = min(radius * 0.85, SMALL) * SIZE.get(side.piece, 1.0)
    label = drawing.say("marker", who=drawing.called(side))
    yield wooden(key, side, x, y, size, side.letter, at, label)


def lay_token(
    drawing: ShentDrawing, token: Data, key: str, at: str, x: float, y: float, radius: float
) -> Iterator[DrawnPiece]:
    """A token: a sign on a small tile, and its strength."""
    radius = min(radius * 0.85, SMALL)
    size, label = round(radius / UNIT, 3), drawing.token(token)
    yield piece(key, f"token-{token['kind']}", x, y, at, size=size, label=label)
    if token.get("strength"):
        a, b = x + radius * 0.9, y - radius * 0.8
        words = written(str(token["strength"]), radius, ink="#ffffff")
        yield piece(f"{key}:strength", "strength", a, b, at, size=size, **words)


def lay_count(key: str, at: str, x: float, y: float, radius: float, many: int) -> DrawnPiece:
    """How many stand there, at the foot of one of them."""
    a, b = x + radius * 0.7, y + radius * 0.7
    words = written(str(many), radius * 0.85, ink="#ffffff")
    return piece(f"{key}:count", "count", a, b, at, size=round(radius / UNIT, 3), **words)


def lay_more(
    key: str, at: str, x: float, y: float, radius: float, left_out: Sequence[Thing]
) -> DrawnPiece:
    """The stone for all who find no room: how many they are, and in words which."""
    label = "; ".join(f"{thing.many} × {thing.words}" for thing in left_out)
    many = sum(thing.many for thing in left_out)
    words = written(f"+{many}", radius * (1.0 if many < 10 else 0.85), ink="#ffffff")
    return piece(key, "more", x, y, at, size=round(radius / UNIT, 3), label=label, **words)


def lay_path(drawing: ShentDrawing, path: Sequence[int]) -> Iterator[DrawnPiece]:
    """A path that somebody opened between two lands: stepping stones from seat to seat."""
    one, two = (drawing.board.lands[number] for number in path)
    label = drawing.say("path", a=one.called(drawing.lang), b=two.called(drawing.lang))
    (x, y), (x2, y2) = one.seat, two.seat
    many = max(1, round(math.dist(one.seat, two.seat) / STRIDE))
    turn = round(math.degrees(math.atan2(y2 - y, x2 - x)))
    for number in range(many):
        share = (number + 0.5) / many
        a, b = x + (x2 - x) * share, y + (y2 - y) * share
        key = f"path:{one.short}-{two.short}:{number}"
        yield piece(key, "path", a, b, "paths", turn=turn, label=label)
