"""What a picture of SHENT shows, in which words, and its smallest parts: figures and stones."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape

from cruachan.engine import svg
from cruachan.engine.svg import INK, PAPER, SANS, Side, draw_piece, tag, write
from cruachan.engine.view import Data
from cruachan.engine.words import Lang
from cruachan.games.shent.box.board import Board
from cruachan.games.shent.box.material import printed
from cruachan.games.shent.picture import signs
from cruachan.games.shent.picture.crowd import Thing
from cruachan.games.shent.picture.terms import term

FOE = "#f2d3c7"
BLOOD = "#7d1f16"
STONE = "#fbf7ea"
SMALL = 10.5
"""How great markers and tokens are at most."""
SIZE = {"ink": 0.98, "copper": 0.94, "rose": 0.88, "moss": 0.92}
"""How great a piece is drawn, so that all look equally great."""


class Drawing(svg.Drawing[Board]):
    """What is to be drawn, and in which words."""

    package = __package__

    def __init__(self, view: Data, board: Board, lang: Lang) -> None:
        super().__init__(view, board, lang)
        self.lands: dict[int, Data] = {land["id"]: land for land in view.get("lands") or []}
        self.stones: dict[int, list[Data]] = {
            stone["stone"]: stone["figures"] for stone in view.get("track") or []
        }

    def who(self, owner: int | None) -> Side | None:
        """The player behind a seat; nobody for a foe."""
        return None if owner is None else self.sides.get(owner)

    def called(self, side: Side | None) -> str:
        """A player in words."""
        return f"{side.name} ({side.letter})" if side else self.say("nobody")

    def means(self, key: str) -> str:
        """A word of the rulebook and what it means."""
        return f"{printed(key)} ({term(key, self.lang)})"

    def figure(self, figure: Data) -> str:
        """A figure in words: kind, owner, and how it fares."""
        what = self.say(
            "of", what=self.means(figure["kind"]), who=self.called(self.who(figure["owner"]))
        )
        return ", ".join([what, *(term(flag, self.lang) for flag in figure.get("flags", ()))])

    def token(self, token: Data) -> str:
        """A token in words."""
        what = term(f"token.{token['kind']}", self.lang)
        if token.get("owner") is not None:
            what = self.say("of", what=what, who=self.called(self.who(token["owner"])))
        if token.get("strength"):
            what = self.say("strength", what=what, strength=token["strength"])
        return f"{what}: {token['text']}" if token.get("text") else what


# --- Figures ------------------------------------------------------------------------------


def jagged(x: float, y: float, radius: float) -> str:
    """The ground of a foe: a circle with teeth."""
    points = []
    for tooth in range(18):
        reach = radius * (1.18 if tooth % 2 else 0.92)
        turn = tooth * math.pi / 9
        points.append(f"{x + reach * math.sin(turn):.1f},{y - reach * math.cos(turn):.1f}")
    return tag(
        "polygon",
        points=" ".join(points),
        fill=FOE,
        stroke=BLOOD,
        stroke_width=radius * 0.14,
        stroke_linejoin="round",
    )


def draw_figure(drawing: Drawing, figure: Data, x: float, y: float, radius: float) -> str:
    """A figure on its owner's wood, or on a foe's ground, with badges for how it fares."""
    side = drawing.who(figure["owner"])
    path = signs.FIGURES[figure["kind"]]
    if side:
        piece = svg.PIECES[side.piece]
        size = radius * SIZE.get(side.piece, 1.0)
        body = draw_piece(side, x, y, size, "")
        body += signs.sign(path, x, y + piece.sink * size, size * 0.68, stroke=piece.ink)
    else:
        body = jagged(x, y, radius)
        body += signs.sign(path, x, y, radius * 0.72, stroke=BLOOD)
    return tag(
        "g",
        tag("title", escape(drawing.figure(figure))),
        body,
        badges(figure.get("flags", ()), x, y, radius),
        class_=f"figure figure-{figure['kind']}",
        data_figure=figure.get("id", ""),
    )


def badges(flags: Iterable[str], x: float, y: float, radius: float) -> str:
    """Small round signs at the corners: hidden, asleep, held, experienced."""
    corners = ((0.85, -0.85), (-0.85, -0.85), (0.85, 0.85), (-0.85, 0.85))
    drawn = ""
    for flag, (right, down) in zip(flags, corners, strict=False):
        a, b = x + right * radius, y + down * radius
        drawn += tag(
            "g",
            tag("circle", cx=a, cy=b, r=radius * 0.48, fill=STONE, stroke=INK, stroke_width=1),
            signs.sign(signs.FLAGS[flag], a, b, radius * 0.32, stroke_width=2.8),
            class_=f"badge badge-{flag}",
        )
    return drawn


def draw_marker(side: Side, x: float, y: float, radius: float) -> str:
    """Whose land it is."""
    size = min(radius * 0.85, SMALL) * SIZE.get(side.piece, 1.0)
    return tag("g", draw_piece(side, x, y, size, side.letter), class_="marker")


def draw_building(drawing: Drawing, building: Data, x: float, y: float, radius: float) -> str:
    """A building of stone, its owner's letter at its foot."""
    side = drawing.who(building["owner"])
    radius = min(radius * 0.95, 1.3 * SMALL)
    return tag(
        "g",
        tag("title", escape(drawing.figure(building))),
        signs.sign(signs.FIGURES[building["kind"]], x, y, radius, stroke="#ffffff",
                   stroke_width=6, stroke_opacity=0.8),
        signs.sign(signs.FIGURES[building["kind"]], x, y, radius, fill=PAPER),
        draw_piece(side, x + radius * 0.7, y + radius * 0.6, radius * 0.5, side.letter)
        if side else "",
        badges(building.get("flags", ()), x, y, radius * 0.9),
        class_=f"building building-{building['kind']}",
    )  # fmt: skip


def draw_token(drawing: Drawing, token: Data, x: float, y: float, radius: float) -> str:
    """A token: a sign on a small tile, and its strength."""
    radius = min(radius * 0.85, SMALL)
    parts = [
        tag("title", escape(drawing.token(token))),
        tag("rect", x=x - radius, y=y - radius, width=2 * radius, height=2 * radius,
            rx=radius * 0.3, fill=STONE, stroke=INK, stroke_width=1.2),
        signs.sign(signs.TOKENS[token["kind"]], x, y, radius * 0.68),
    ]  # fmt: skip
    if token.get("strength"):
        a, b = x + radius * 0.8, y - radius * 0.7
        parts.append(tag("circle", cx=a, cy=b, r=radius * 0.6, fill=BLOOD))
        parts.append(write(a, b, str(token["strength"]), radius, fill="#ffffff",
                           font_family=SANS, font_weight="bold"))  # fmt: skip
    return tag("g", *parts, class_=f"token token-{token['kind']}")


def draw_count(x: float, y: float, radius: float, many: int) -> str:
    """How many stand there, at the foot of one of them."""
    a, b = x + radius * 0.7, y + radius * 0.7
    return tag(
        "g",
        tag("circle", cx=a, cy=b, r=radius * 0.6, fill=INK, stroke="#ffffff", stroke_width=1),
        write(a, b, str(many), radius * 0.85, fill="#ffffff", font_family=SANS,
              font_weight="bold"),
        class_="count",
    )  # fmt: skip


def draw_more(x: float, y: float, radius: float, left_out: Sequence[Thing]) -> str:
    """The stone for all who find no room: how many they are, and in words which."""
    words = [f"{thing.many} × {thing.words}" for thing in left_out]
    many = sum(thing.many for thing in left_out)
    return tag(
        "g",
        tag("title", escape("; ".join(words))),
        tag("circle", cx=x, cy=y, r=radius * 1.1, fill=INK, stroke="#ffffff", stroke_width=1.5),
        write(x, y, f"+{many}", radius * (1.0 if many < 10 else 0.85), fill="#ffffff",
              font_family=SANS, font_weight="bold"),
        class_="more",
    )  # fmt: skip


def draw_rune(x: float, y: float, rune: str, strength: int, radius: float) -> str:
    """A rune carved into a stone, and its strength."""
    return tag(
        "g",
        tag("rect", x=x - radius * 2, y=y - radius * 1.35, width=radius * 4,
            height=radius * 2.7, rx=radius * 0.9, fill=STONE, stroke=INK, stroke_width=1.6),
        signs.sign(signs.RUNES[rune], x - radius * 0.7, y, radius, stroke=BLOOD,
                   stroke_width=2.6),
        write(x + radius * 1.1, y, str(strength), radius * 1.9, font_family=SANS,
              font_weight="bold"),
        class_=f"rune rune-{rune}",
    )  # fmt: skip
