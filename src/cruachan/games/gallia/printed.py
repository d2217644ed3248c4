"""Gallia Cisalpina on paper: twelve cards with their backs, sixteen dice, and a player aid."""

from __future__ import annotations

from typing import Any

from cruachan.engine import svg
from cruachan.engine.game import Game
from cruachan.engine.notation import LETTERS
from cruachan.engine.pieces import called
from cruachan.engine.print_material import (
    AidSection,
    PieceLayout,
    PrintComponent,
    PrintItem,
    PrintMaterial,
    artwork,
    component,
    howto_section,
    rules_section,
)
from cruachan.engine.svg import SANS, tag, write
from cruachan.engine.texts import Lang, Texts
from cruachan.engine.view import Data
from cruachan.games.gallia.cards import Cards
from cruachan.games.gallia.draw import (
    STATS,
    WOODEN,
    Drawing,
    draw_face,
    draw_standard,
    fresh,
    oppidum_face,
)
from cruachan.games.gallia.paintings import (
    CARD,
    card_shape,
    draw_ears,
    draw_pips,
    draw_shields,
    ear_shape,
    meadow,
    palisade,
    shield_shape,
    walls,
)
from cruachan.games.gallia.state import DICE

SIZE = (53.0, 86.0)
"""Of a card: between a playing card and a tarot card, as our drawings are."""
EDGE = 14.0
LARGE = 1.25
"""How much larger the numbers of a card are than on the screen."""
EXAMPLES = (3, 8, 12, 13, 14, 15)
"""Steps of the lesson: scouting, an oppidum, an attack, its shields, its end, hunger."""


def material(game: Game[Any, Any], lang: Lang) -> PrintMaterial:
    """What belongs into the box: twelve cards; and eight dice a player."""
    drawing = Drawing({}, game.board, lang)
    return PrintMaterial(
        components=(cards(drawing), dice(drawing.texts)),
        aid=aid(drawing.texts, drawing.board),
        examples=EXAMPLES,
    )


def cards(drawing: Drawing) -> PrintComponent:
    """Ten lands with an oppidum on the back, and two capitals, the same on both sides.

    [G10.3] The fronts of the lands are all alike: with a name on them players would learn what is
    behind it. The names belong to the places on the table.
    """
    said, backs, items = drawing.texts, iter(drawing.board.backs), []
    for card in fresh(drawing.board):
        if card["capital"] is not None:
            front = painted(front_of(drawing, card))
            items.append(PrintItem(card["name"], 1, front, front))
        else:
            back, land = next(backs), {**card, "name": "", "row": 0, "column": 0}
            name = said("print.land", shields=back.shields, ears=back.ears)
            behind = painted(back_of(drawing, land, back))
            items.append(PrintItem(name, 1, painted(front_of(drawing, land)), behind))
    return component(said, "cards", PieceLayout.CARDS, SIZE, items)


def painted(content: str) -> str:
    """A card with the paintings that it uses."""
    shapes = (shield_shape(), ear_shape(), card_shape(), meadow(), palisade(), walls())
    return artwork((0, 0, *CARD), tag("defs", *shapes), content)


def front_of(drawing: Drawing, card: Data) -> str:
    """The side of a card that lies up at the beginning."""
    if card["capital"] is None:
        return draw_face(card, "land", 0, 0) + numbers(card["shields"], card["ears"])
    flat = {**card, "row": 0, "column": 0}
    standard = tag("g", draw_standard(drawing, flat), transform="translate(-20 -20)")
    shields = draw_shields(33, STATS, card["shields"])
    return draw_face(flat, "capital", 0, 0) + shields + standard


def back_of(drawing: Drawing, card: Data, back: Any) -> str:
    """The oppidum of a land."""
    return oppidum_face(drawing, card) + numbers(back.shields, back.ears)


def numbers(shields: int, ears: int) -> str:
    """Shields and ears below each other, large, where the name of a land is not."""
    rows = (draw_shields(0, 0, shields), draw_ears(0, 0, ears))
    places = (f"translate(36 {y}) scale({LARGE})" for y in (36, 90))
    return "".join(tag("g", row, transform=at) for row, at in zip(rows, places, strict=True))


def dice(said: Texts) -> PrintComponent:
    """Eight dice in each of two colours, with the letter of their owner."""
    names = called((), len(WOODEN), said.lang)
    items = tuple(
        PrintItem(
            said("print.die", colour=name),
            DICE,
            faces=tuple(side(wood, letter.upper(), pips) for pips in range(1, 7)),
        )
        for wood, letter, name in zip(WOODEN, LETTERS, names, strict=False)
    )
    return component(said, "dice", PieceLayout.DICE, (EDGE, EDGE), items)


def side(wood: str, letter: str, pips: int) -> str:
    """A side of a die: its pips, and small in a corner whose it is."""
    look = svg.PIECES[wood]
    return artwork(
        (-25, -25, 50, 50),
        tag("rect", x=-25, y=-25, width=50, height=50, fill=look.fill),
        tag("rect", x=-23, y=-23, width=46, height=46, rx=7, fill="none", stroke=look.ink),
        draw_pips(0, 0, 44, pips, look.ink),
        write(0.0, 20.0, letter, 6.5, fill=look.ink, font_family=SANS),
    )


def backs(said: Texts, board: Cards) -> tuple[tuple[str, ...], ...]:
    """How many ears the oppida with so many shields have: what may be behind a land."""
    heads = (said("print.shields"), said("print.ears"))
    grown: dict[int, list[str]] = {}
    for back in board.backs:
        grown.setdefault(back.shields, []).append(str(back.ears))
    return (heads, *((str(shields), ", ".join(ears)) for shields, ears in grown.items()))


def aid(said: Texts, board: Cards) -> tuple[AidSection, ...]:
    """The turn in short, what is behind the lands, and how a battle goes."""
    package, lang = said.package, said.lang
    return (
        howto_section(said),
        rules_section(package, "G2", lang),
        AidSection(said("print.backs"), (said("print.backs_about"),), backs(said, board)),
        rules_section(package, "G7", lang),
        rules_section(package, "G8", lang),
    )
