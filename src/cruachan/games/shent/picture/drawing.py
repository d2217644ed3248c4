"""What a picture of SHENT shows, in which words, and the stones of its runes."""

from __future__ import annotations

from cruachan.engine import svg
from cruachan.engine.svg import INK, SANS, Side, tag, write
from cruachan.engine.texts import Lang
from cruachan.engine.view import Data
from cruachan.games.shent.components.board import Board
from cruachan.games.shent.components.material import printed
from cruachan.games.shent.picture import signs
from cruachan.games.shent.picture.terms import term

FOE = "#f2d3c7"
BLOOD = "#7d1f16"
STONE = "#fbf7ea"


class ShentDrawing(svg.SvgDrawing[Board]):
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
        kind, name = self.means(figure["kind"]), figure.get("called")
        if name:
            kind = self.say("named", what=kind, name=name)
        what = self.say("of", what=kind, who=self.called(self.who(figure["owner"])))
        return ", ".join([what, *(term(flag, self.lang) for flag in figure.get("flags", ()))])

    def token(self, token: Data) -> str:
        """A token in words."""
        what = term(f"token.{token['kind']}", self.lang)
        if token.get("owner") is not None:
            what = self.say("of", what=what, who=self.called(self.who(token["owner"])))
        if token.get("strength"):
            what = self.say("strength", what=what, strength=token["strength"])
        return f"{what}: {token['text']}" if token.get("text") else what


# --- Runes -------------------------------------------------------------------------------


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
