"""Pictures as SVG text: the brush, the players' wood, and what every board's picture has.

Nothing is told by colour alone: a player is also a shape and a letter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar
from xml.sax.saxutils import escape, quoteattr

from cruachan.engine.boardfile import Point, Ring, ViewBox
from cruachan.engine.texts import Lang, Texts
from cruachan.engine.view import Data

INK = "#2a2420"
BORDER = "#5a4a3c"
SEA = "#d5e6ee"
PAPER = "#f7f2e4"
SERIF = "Georgia, 'Times New Roman', serif"
SANS = "Verdana, Arial, sans-serif"
ROW = 46.0
"""How high a row of the table of players is."""

PIPS: dict[int, tuple[Point, ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Where the pips of a die lie, in steps from its middle."""

Board = TypeVar("Board")
Rect = tuple[float, float, float, float]
"""Left, top, right and bottom."""


# --- The brush ----------------------------------------------------------------------------


def tag(element: str, *content: str, **attributes: object) -> str:
    """One element; `class_` and `stroke_width` become `class` and `stroke-width`."""
    pairs = ""
    for key, value in attributes.items():
        text = f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
        pairs += f" {key.rstrip('_').replace('_', '-')}={quoteattr(text)}"
    inner = "".join(content)
    return f"<{element}{pairs}>{inner}</{element}>" if inner else f"<{element}{pairs}/>"


def write(x: float, y: float, text: str, size: float, **attributes: object) -> str:
    """A line of text around x, its middle at height y."""
    style: dict[str, object] = {"text_anchor": "middle", "fill": INK} | attributes
    return tag("text", escape(text), x=x, y=y + size * 0.35, font_size=size, **style)


def write_clearly(x: float, y: float, text: str, size: float, **attributes: object) -> str:
    """A line of text on a light rim."""
    return write_rim(x, y, text, size, **attributes) + write(x, y, text, size, **attributes)


def write_rim(x: float, y: float, text: str, size: float, **attributes: object) -> str:
    """A text of its own beneath: not everything that shows pictures knows `paint-order`."""
    look: dict[str, object] = {
        "fill": "#ffffff",
        "stroke": "#ffffff",
        "stroke_width": size * 0.2,
        "stroke_linejoin": "round",
        "opacity": 0.8,
        "class_": "rim",
        "aria_hidden": "true",
    }
    return write(x, y, text, size, **attributes | look)


def name_lines(name: str) -> list[str]:
    """A long name of several text goes on several lines."""
    return name.split(" ") if len(name) > 12 else [name]


def write_name(x: float, y: float, name: str, size: float) -> str:
    """The name of a place, its first line at height y; a light rim keeps it readable.

    All rims lie beneath all lines: none covers the line above it.
    """
    lines = [(y + (size - 1) * number, text) for number, text in enumerate(name_lines(name))]
    return "".join(
        layer(x, height, text, size, font_weight="bold")
        for layer in (write_rim, write)
        for height, text in lines
    )


LETTERS = {"fijlrstI'- .": 0.43, "mwMW": 1.04, "ABCDEFGHKLNOPQRSTUVXYZ": 0.74}
"""How wide bold letters are in the widest of our fonts, as shares of their size; others: 0.64."""


def text_width(text: str, size: float) -> float:
    """How wide a bold line of text may become."""
    wide = (next((w for known, w in LETTERS.items() if letter in known), 0.64) for letter in text)
    return size * sum(wide)


REGULAR = 0.95
"""How wide letters are that are not bold, as a share of bold ones."""
EDGE = 8.0
"""Between the longest line below a board and the end of the picture."""


def fitted(text: str, size: float, room: float) -> float:
    """The size at which a line of text that is not bold finds room: the one that is wanted, or
    less."""
    wide = REGULAR * text_width(text, size)
    return round(size * min(1.0, room / max(wide, 1.0)), 1)


def head_room(columns: Iterable[float], at: float) -> float:
    """How wide the head of a column may be, all as shares of the width of a table."""
    others = [abs(at - other) for other in columns if other != at]
    return min([2 * (1 - at), *others])


def name_box(x: float, y: float, name: str, size: float) -> Rect:
    """What `write_name` may cover."""
    lines = name_lines(name)
    half = max(text_width(line, size) for line in lines) / 2
    return x - half, y - size * 0.42, x + half, y + size * 0.55 + (size - 1) * (len(lines) - 1)


def outline(rings: Iterable[Ring]) -> str:
    """Rings as the data of a path."""
    return "".join("M" + "L".join(f"{x:g} {y:g}" for x, y in ring) + "Z" for ring in rings)


# --- The players' wood --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PieceShape:
    """How one player's wood looks."""

    fill: str
    ink: str
    corners: tuple[Point, ...]
    """At radius 1; none for a circle."""
    sink: float = 0.0
    """How far below the middle the writing stands."""


PIECES = {
    "ivory": PieceShape("#fffbe8", INK, ()),
    "ink": PieceShape("#25313d", "#ffffff", ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9))),
    "copper": PieceShape("#a3520f", "#ffffff", ((0, -1.28), (1.28, 0), (0, 1.28), (-1.28, 0))),
    "rose": PieceShape("#f6b3cd", INK, ((0, -1.4), (1.35, 0.95), (-1.35, 0.95)), sink=0.28),
    "teal": PieceShape(
        "#1f7a7a",
        "#ffffff",
        ((0, -1.18), (1.14, -0.35), (0.71, 0.98), (-0.71, 0.98), (-1.14, -0.35)),
        sink=0.04,
    ),
    "moss": PieceShape(
        "#a8c256",
        INK,
        (
            (-0.62, -1.2),
            (0.62, -1.2),
            (0.62, -0.62),
            (1.2, -0.62),
            (1.2, 0.62),
            (0.62, 0.62),
            (0.62, 1.2),
            (-0.62, 1.2),
            (-0.62, 0.62),
            (-1.2, 0.62),
            (-1.2, -0.62),
            (-0.62, -0.62),
        ),
    ),
}


@dataclass(frozen=True, slots=True)
class Side:
    """The owner of a piece: a player, or a colour that nobody plays."""

    letter: str
    piece: str
    name: str

    @property
    def short_name(self) -> str:
        """The name where room is scarce."""
        return self.name if len(self.name) <= 18 else self.name[:17] + "…"


def wood(name: str, radius: float, x: float = 0.0, y: float = 0.0) -> str:
    """A player's wood, a light rim outside, a dark one inside."""
    piece = PIECES.get(name, PIECES["ivory"])

    def body(**style: object) -> str:
        if not piece.corners:
            return tag("circle", cx=x, cy=y, r=radius, **style)
        points = " ".join(f"{x + a * radius:.1f},{y + b * radius:.1f}" for a, b in piece.corners)
        return tag("polygon", points=points, stroke_linejoin="round", **style)

    rim = body(fill="none", stroke="#ffffff", stroke_width=radius * 0.32)
    return rim + body(fill=piece.fill, stroke=INK, stroke_width=radius * 0.12)


def draw_piece(side: Side, x: float, y: float, radius: float, writing: str) -> str:
    """A player's wood with something written on it."""
    piece = PIECES.get(side.piece, PIECES["ivory"])
    size = radius * (1.2, 1.1, 0.85)[min(len(writing), 3) - 1]
    return tag(
        "g",
        wood(side.piece, radius, x, y),
        write(x, y + piece.sink * radius, writing, size, fill=piece.ink, font_weight="bold",
              font_family=SANS),
        class_=f"piece piece-{side.piece}",
    )  # fmt: skip


class SvgDrawing(Generic[Board]):
    """What is to be drawn, and in which words."""

    package: ClassVar[str]
    """The room whose texts `draw.*` stand in the picture."""

    def __init__(self, view: Data, board: Board, lang: Lang) -> None:
        self.view = view
        self.board = board
        self.lang = lang
        self.texts = Texts(self.package, lang)
        self.players: list[Data] = view.get("players") or []
        """In the order of their seats; none when only the board is drawn."""
        self.sides = {player["seat"]: self.side(player) for player in self.players}
        """The players by seat; a game adds the colours that nobody plays."""

    def say(self, key: str, /, **values: object) -> str:
        """The words for this in the language of the picture."""
        return self.texts(f"draw.{key}", **values)

    def count(self, key: str, number: int | None) -> str:
        """A count drawn as text; None for a count that the viewer does not know."""
        return self.texts.count(f"draw.{key}", number)

    def side(self, player: Data) -> Side:
        """The wood and the name of a player."""
        return Side(player["letter"], player["piece"], player["name"])

    def headline(self) -> str:
        """The round, and whose turn it is or who has won."""
        news = [self.say("round", round=self.view["round"])]
        turn, result = self.view.get("turn"), self.view.get("result") or []
        winners = [self.sides[row["seat"]].short_name for row in result if row["place"] == 1]
        if winners:
            news.append(self.say("share" if winners[1:] else "wins", names=", ".join(winners)))
        elif turn is not None:
            side = self.sides[turn]
            news.append(self.say("turn", name=f"{side.short_name} ({side.letter})"))
        return " · ".join(news)

    def draw_heads(self, box: tuple[float, float, float], columns: Mapping[str, float]) -> str:
        """The first row of the table of players; no head reaches into the next one."""
        x, y, width = box
        middle = y + ROW / 2
        heads = {at: self.say(key) for key, at in columns.items()}
        sizes = (fitted(told, 20.0, width * head_room(heads, at) - 4) for at, told in heads.items())
        size = min(sizes, default=20.0)
        return write(x + 24, middle, self.say("player"), 20.0, text_anchor="start") + "".join(
            write(x + width * at, middle, head, size) for at, head in heads.items()
        )

    def draw_seat(
        self, box: tuple[float, float, float], player: Data, columns: Mapping[str, float]
    ) -> str:
        """A player's row of the table; at the end with the place."""
        seat = player["seat"]
        places = {row["seat"]: f"{row['place']}. " for row in self.view.get("result") or []}
        return draw_player(
            box,
            self.sides[seat],
            places.get(seat, "") + self.sides[seat].short_name,
            {at: player[key] for key, at in columns.items()},
            acting=self.view.get("turn") == seat,
            data_seat=seat,
        )


def draw_player(
    box: tuple[float, float, float],
    side: Side,
    name: str,
    numbers: Mapping[float, object],
    acting: bool = False,
    **attributes: object,
) -> str:
    """One row of the table of players, at x, y and so wide: piece, name and numbers.

    `numbers` stand at shares of the width; a rim marks whose turn it is.
    """
    x, y, width = box
    middle = y + ROW / 2
    cells = [
        write(x + width * at, middle, str(number), 25.0, font_family=SANS, font_weight="bold")
        for at, number in numbers.items()
    ]
    return tag(
        "g",
        tag("rect", x=x + 8, y=y + 2, width=width - 16, height=ROW - 4, rx=8, stroke=INK,
            fill="#ffffff" if acting else "none", stroke_width=3 if acting else 0.4),
        draw_piece(side, x + 40, middle, 14.0, side.letter),
        write(x + 72, middle, name, 24.0, text_anchor="start",
              font_weight="bold" if acting else "normal"),
        *cells,
        class_="player acting" if acting else "player",
        **attributes,
    )  # fmt: skip


# --- The picture --------------------------------------------------------------------------


def picture(game: str, board: str, about: str, lang: str, box: ViewBox, *content: str) -> str:
    """The whole picture, with its title and description for those who do not see it."""
    key = game.split()[0].lower()
    return tag(
        "svg",
        tag("title", escape(f"{game}: {board}"), id=f"{key}-title"),
        tag("desc", escape(about), id=f"{key}-about"),
        *content,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(f"{number:g}" for number in box),
        role="img",
        lang=lang,
        aria_labelledby=f"{key}-title {key}-about",
        font_family=SERIF,
    )


NIGHT = {
    INK: "#eee7da",
    SEA: "#16242f",
    "#c6dce8": "#1b2d3a",
    "#b5d0e0": "#21384a",
    "#7f9fb2": "#5f8296",
}
"""What is written, and the sea and its surf, by day and in dark mode."""


def night(colours: Mapping[str, str]) -> str:
    """`data-night` of a picture: its colours by day, each with the one it has in dark mode."""
    return " ".join(f"{day} {dark}" for day, dark in colours.items())


def surf(rings: Iterable[Ring]) -> str:
    """Bands of shallow water along a coast."""
    coast = tag("path", id="coast", d=outline(rings), fill="none", stroke_linejoin="round")
    bands = ((26, "#c6dce8"), (14, "#b5d0e0"), (5, "#7f9fb2"))
    return tag("defs", coast) + "".join(
        tag("use", href="#coast", stroke=shade, stroke_width=width) for width, shade in bands
    )


def maker(about: str) -> str:
    """Whose a board is: the first clause of what its file says about it."""
    return re.split(r"[.:,]", about)[0]


def cartouche(right: float, bottom: float, board: str, whose: str) -> str:
    """The name of the board, and whose it is, in the sea left of and above a corner."""
    style: dict[str, object] = {"text_anchor": "end", "fill": "#41657d"}
    return tag(
        "g",
        write(right, bottom - 58, board, 38.0, font_style="italic", **style),
        write(right, bottom - 26, whose, 18.0, font_style="normal", **style),
        class_="cartouche",
    )
