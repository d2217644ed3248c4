"""Pictures of games: a static layer, and the pieces that lie on it.

The static layer is the empty board with the symbols of all pieces: the same for everybody, one per
board and language. The pieces are made from a view, quickly; each has a key that stays the same as
long as the piece can be followed. `draw` puts the pieces on the static layer; a page in the browser
does the same.

The static layer has groups whose `id` is that of a point of the view, where a point is a place of
the board; and empty groups, the slots, which set the z-order of the pieces in them.

A page shows it dark by turning its colours. What has `data-lit` keeps them, a little dimmed, with
all that is in it; `data-night` names colours that become others: `#day #night #day #night`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from textwrap import wrap
from typing import Any, ClassVar, Generic
from xml.sax.saxutils import escape, quoteattr, unescape

from cruachan.engine import svg
from cruachan.engine.boardfile import ViewBox
from cruachan.engine.svg import INK, SANS, Board, Side, SvgDrawing, tag
from cruachan.engine.texts import Lang
from cruachan.engine.view import Data, DrawnPiece

TOP = ""
"""The slot above everything else."""
WOOD = 10.0
"""The radius of the players' wood as symbols have it."""
ENTITIES = {"&quot;": '"', "&apos;": "'"}
SLOT = re.compile(r'<g data-slot="([^"]*)"/>')
TITLE = re.compile(r'(<g id="([^"]*)"[^>]*>)<title>([^<]*)</title>')


class Picture(ABC, Generic[Board]):
    """How a game is drawn on one board."""

    title: ClassVar[str]
    tray: ClassVar[float] = 0.0
    """How high the strip below the board is on which dice lie."""
    drawing: ClassVar[type[SvgDrawing[Any]]]

    def __init__(self, board: Board) -> None:
        self.board = board
        self._grounds: dict[Lang, str] = {}

    @property
    @abstractmethod
    def box(self) -> ViewBox:
        """Left, top, width and height of the empty board."""

    @property
    def heart(self) -> ViewBox | None:
        """The part of the board on which pieces lie, for small pictures; None for all of it."""
        return None

    @abstractmethod
    def about(self, lang: Lang) -> str:
        """The board in words, for those who do not see it."""

    @abstractmethod
    def ground(self, drawing: Any) -> str:
        """The empty board, with symbols and slots."""

    @abstractmethod
    def lay(self, drawing: Any) -> Iterator[DrawnPiece]:
        """The pieces of a view."""

    @abstractmethod
    def describe(self, drawing: Any) -> Iterable[tuple[str, str]]:
        """The places by their ids, each with all that lies there in a line."""

    def panel(self, drawing: Any, y: float) -> tuple[float, str]:
        """What stands below the board in a drawing, and how high it is: turn and players."""
        return 0.0, ""

    def board_svg(self, lang: Lang) -> str:
        """The board without pieces, as SVG."""
        return self._picture(lang, self.tray, self._ground(lang))

    def pieces(self, view: Data, lang: Lang) -> list[DrawnPiece]:
        """The pieces on the static layer."""
        return list(self.lay(self.drawing(view, self.board, lang)))

    def places(self, view: Data, lang: Lang) -> dict[str, str]:
        """All named places of the static layer and all named pieces, with their titles."""
        drawing = self.drawing(view, self.board, lang)
        lying = {each["key"]: each["label"] for each in self.lay(drawing) if each.get("label")}
        empty = {
            unescape(found[2], ENTITIES): unescape(found[3], ENTITIES)
            for found in TITLE.finditer(self._ground(lang))
        }
        return lying | empty | dict(self.describe(drawing))

    def draw(self, view: Data, lang: Lang) -> str:
        """Both together, and what is to be told below."""
        drawing = self.drawing(view, self.board, lang)
        content = fill(self._ground(lang), self.lay(drawing), dict(self.describe(drawing)))
        _, y, _, height = self.box
        below, panel = self.panel(drawing, y + height + self.tray)
        return self._picture(lang, self.tray + below if below else 0.0, content + panel)

    def draw_part(self, view: Data, box: ViewBox | None, lang: Lang) -> str:
        """The part of the board that lies in a box, or all of it, with nothing below."""
        drawing = self.drawing(view, self.board, lang)
        content = fill(self._ground(lang), self.lay(drawing) if view else (), {})
        return svg.picture(
            self.title, self.called(lang), self.about(lang), lang, box or self.box, content
        )

    def _ground(self, lang: Lang) -> str:
        if lang not in self._grounds:
            top = slot(TOP)
            self._grounds[lang] = self.ground(self.drawing({}, self.board, lang)) + top
        return self._grounds[lang]

    def _picture(self, lang: Lang, below: float, content: str) -> str:
        x, y, width, height = self.box
        name, box = self.called(lang), (x, y, width, height + below)
        return svg.picture(self.title, name, self.about(lang), lang, box, content)

    def called(self, lang: Lang) -> str:
        """The board's name."""
        return str(getattr(self.board, "name", ""))


# --- Symbols and slots --------------------------------------------------------------------


def symbol(name: str, *content: str) -> str:
    """A shape around 0 that pieces can have."""
    return tag("symbol", *content, id=name, overflow="visible")


def face(die: str, name: str, *content: str) -> str:
    """A symbol that is a side of a die: a page can let a piece roll from one to another."""
    return tag("symbol", *content, id=name, overflow="visible", data_faces=die)


def place(key: str, title: str, *content: str, **attributes: object) -> str:
    """A place of the board, which a page can mark and make clickable."""
    return tag("g", tag("title", escape(title)), *content, id=key, **attributes)


def slot(place: str) -> str:
    """Where the pieces of a place go."""
    return f"<g data-slot={quoteattr(place)}/>"


def woods(names: Iterable[str]) -> str:
    """The symbols of the players' wood."""
    return "".join(symbol(f"piece-{name}", svg.wood(name, WOOD)) for name in names)


# --- Pieces -------------------------------------------------------------------------------


def piece(key: str, symbol: str, x: float, y: float, at: str = TOP, **more: Any) -> DrawnPiece:
    """A piece with its middle at a point; what is as usual is left out."""
    found: DrawnPiece = {"key": key, "symbol": symbol, "x": round(x, 1), "y": round(y, 1), "at": at}
    return found | more  # type: ignore[return-value]


def written(text: str, size: float, x: float = 0.0, y: float = 0.0, ink: str = INK) -> Data:
    """Something written on a piece, around a point as seen from its middle."""
    return {
        "text": text,
        "text_x": round(x, 1),
        "text_y": round(y + size * 0.35, 1),
        "text_size": round(size, 1),
        "ink": ink,
    }


def wooden(
    key: str, side: Side, x: float, y: float, radius: float, text: str, at: str, label: str
) -> DrawnPiece:
    """A player's wood with something written on it."""
    look = svg.PIECES[side.piece]
    size = radius * (1.2, 1.1, 0.85)[min(len(text), 3) - 1]
    words = written(text, size, 0.0, look.sink * radius, look.ink) if text else {}
    return piece(
        key, f"piece-{side.piece}", x, y, at, size=round(radius / WOOD, 3), label=label, **words
    )


def fill(ground: str, pieces: Iterable[DrawnPiece], titles: Mapping[str, str]) -> str:
    """The board with the pieces in their slots, and what lies there told of each place."""
    lying: dict[str, str] = {}
    for each in pieces:
        lying[each["at"]] = lying.get(each["at"], "") + shown(each)

    def told(found: re.Match[str]) -> str:
        title = titles.get(unescape(found[2], ENTITIES))
        return found[0] if title is None else found[1] + tag("title", escape(title))

    def lain(found: re.Match[str]) -> str:
        return lying.get(unescape(found[1], ENTITIES), "")

    return SLOT.sub(lain, TITLE.sub(told, ground))


def shown(each: DrawnPiece) -> str:
    """A piece as SVG."""
    x, y, size, turn = each["x"], each["y"], each.get("size", 1), each.get("turn", 0)
    move = f"translate({x:g} {y:g})"
    move += f" rotate({turn:g})" if turn else ""
    move += f" scale({size:g})" if size != 1 else ""
    parts = [tag("use", href=f"#{each['symbol']}", transform=move)]
    if each.get("label"):
        parts.insert(0, tag("title", escape(each["label"])))
    if each.get("text"):
        parts.append(
            tag("text", escape(each["text"]), x=x + each["text_x"], y=y + each["text_y"],
                font_size=each["text_size"], fill=each["ink"], text_anchor="middle",
                font_weight="bold", font_family=SANS)
        )  # fmt: skip
    kind = each["symbol"].partition("-")[0]
    return tag("g", *parts, class_=f"lying {kind} {each['symbol']}", data_key=each["key"])


# --- Without a board ----------------------------------------------------------------------


CARD: ViewBox = (0.0, 0.0, 800.0, 500.0)
CARD_LINE = 44
"""How many characters of a sentence stand in a line of a card."""


def title_card(title: str, sentence: str, lang: Lang) -> str:
    """What stands in place of the board of a game that has no picture."""
    x, y, width, height = CARD
    lines = wrap(sentence, CARD_LINE)
    middle, top = x + width / 2, y + height / 2 - 17.0 * len(lines)
    return svg.picture(
        title, title, sentence, lang, CARD,
        tag("defs", woods(svg.PIECES)),
        tag("rect", x=x, y=y, width=width, height=height, fill=svg.PAPER),
        tag("rect", x=x + 16, y=y + 16, width=width - 32, height=height - 32, rx=14,
            fill="none", stroke="#b9a27a", stroke_width=3),
        svg.write(middle, top, title, 64.0, font_weight="bold"),
        *(svg.write(middle, top + 74 + 34 * at, line, 26.0) for at, line in enumerate(lines)),
    )  # fmt: skip
