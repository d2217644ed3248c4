"""SHENT on paper: the island, all stones, the figures that stand, role cards and a player aid."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cruachan.engine.boardfile import ViewBox
from cruachan.engine.game import Game
from cruachan.engine.pieces import PIECES, called
from cruachan.engine.presentation import presentation_of
from cruachan.engine.print_material import (
    AidSection,
    PieceLayout,
    PrintBoard,
    PrintComponent,
    PrintItem,
    PrintMaterial,
    artwork,
    component,
    cropped,
    howto_section,
    rules_section,
)
from cruachan.engine.rulebook import rulebook
from cruachan.engine.svg import INK, SANS, tag, write
from cruachan.engine.texts import Lang, Texts
from cruachan.games.shent.components.material import (
    BUILDINGS,
    COMMON,
    ELEMENTS,
    KIND,
    KINDS,
    MARKERS,
    NUMBERS,
    OWN,
    RESERVE,
    RUNES,
    STONES_OF_A_RUNE,
    STONES_OF_AN_ELEMENT,
    FigureKind,
    Price,
    opposite,
    printed,
    temper,
)
from cruachan.games.shent.picture import signs
from cruachan.games.shent.picture.drawing import BLOOD, STONE
from cruachan.games.shent.picture.lying import draw_building, draw_figure
from cruachan.games.shent.picture.picture import ShentPicture
from cruachan.games.shent.picture.sky import SKY
from cruachan.games.shent.picture.terms import term

SMALL: ViewBox = (-14.0, -14.0, 28.0, 28.0)
RUNE_STONE = (18.0, 18.0)
NUMBER_STONE = (15.0, 15.0)
MARKER = (12.0, 12.0)
FIGURE = (19.0, 26.0)
ROLE = (58.0, 78.0)
"""Three beside each other find room below the last figures."""
ROLES = ("narrator", "administrator", "referee")
EXAMPLES = (1, 3, 10, 12, 15, 16)
"""Steps of the lesson: the beginning, a quest, an event, a reading, an ally, the quest's end."""
NONE = "–"
BROAD = 3
"""Columns and rows of sheets for the island: its lands have to hold standing figures."""


def material(game: Game[Any, Any], lang: Lang) -> PrintMaterial:
    """What the rulebook lists for the first circle, for six players."""
    said = Texts(game.package, lang)
    return PrintMaterial(
        components=(
            runes(said),
            numbers(said, "numbers", NUMBERS),
            numbers(said, "reserve", RESERVE),
            elements(said),
            markers(said),
            track(said),
            figures(said, "common", COMMON, (None,)),
            figures(said, "own", OWN, PIECES),
            roles(said),
        ),
        board=board(game, lang),
        aid=aid(said),
        examples=EXAMPLES,
    )


def board(game: Game[Any, Any], lang: Lang) -> PrintBoard:
    """The island with sky and rounds."""
    x, y, width, height = ShentPicture(game.board).box
    box = x, y, width, height + SKY
    drawing = cropped(presentation_of(game).board_svg(lang), box)
    return PrintBoard(drawing, box, BROAD, BROAD)


# --- Stones ---------------------------------------------------------------------------------


def stone(*content: str, fill: str = STONE) -> str:
    """A stone with something carved into it."""
    ground = tag("circle", r=12.4, fill=fill, stroke=INK, stroke_width=0.8)
    return artwork(SMALL, ground, *content)


def named(path: str, name: str) -> str:
    """A sign, and below it what it is called."""
    return signs.sign(path, 0, -2.2, 6.4) + write(0, 8.4, name, 3.7)


def stone_back() -> str:
    """The back of all stones that are drawn from a bag: a ring of the six elements."""
    return stone(
        tag("circle", r=9.5, fill="none", stroke=BLOOD, stroke_width=0.8),
        signs.sign(signs.RUNES["gwend"], 0, 0, 5.5, stroke=BLOOD),
    )


def runes(said: Texts) -> PrintComponent:
    """Each of the 16 runes four times."""
    items = (
        PrintItem(
            f"{printed(rune)} ({term(rune, said.lang)})",
            STONES_OF_A_RUNE,
            stone(named(signs.RUNES[rune], printed(rune))),
            stone_back(),
        )
        for rune in RUNES
    )
    return component(said, "runes", PieceLayout.COUNTERS, RUNE_STONE, items)


def numbers(said: Texts, key: str, many: tuple[int, ...]) -> PrintComponent:
    """Stones with the numbers from 1 to 8, each as often as it is said."""
    items = (
        PrintItem(
            str(number),
            count,
            stone(write(0, 0, str(number), 14.0, font_family=SANS, font_weight="bold")
                  + tag("path", d="M-4 8.2H4", stroke=INK, stroke_width=0.9)),
            stone_back(),
        )
        for number, count in enumerate(many, start=1)
        if count
    )  # fmt: skip
    return component(said, key, PieceLayout.COUNTERS, NUMBER_STONE, items)


def elements(said: Texts) -> PrintComponent:
    """Two stones of each element."""
    items = (
        PrintItem(
            f"{printed(element)} ({term(element, said.lang)})",
            STONES_OF_AN_ELEMENT,
            stone(named(signs.ELEMENTS[element], printed(element)), fill=signs.GROUND[element]),
        )
        for element in ELEMENTS
    )
    return component(said, "elements", PieceLayout.COUNTERS, RUNE_STONE, items)


def markers(said: Texts) -> PrintComponent:
    """Twelve markers for each element."""
    items = (
        PrintItem(
            said("print.marker", element=term(element, said.lang)),
            MARKERS,
            stone(signs.sign(signs.ELEMENTS[element], 0, 0, 7.4), fill=signs.GROUND[element]),
        )
        for element in ELEMENTS
    )
    return component(said, "markers", PieceLayout.COUNTERS, MARKER, items)


# --- Figures --------------------------------------------------------------------------------


def figures(
    said: Texts, key: str, kinds: Iterable[FigureKind], owners: Iterable[str | None]
) -> PrintComponent:
    """Figures that stand, of each owner as many as there are."""
    names = dict(zip(PIECES, called((), len(PIECES), said.lang), strict=True))
    items = (
        PrintItem(
            " ".join(filter(None, (printed(kind.key), names.get(owner or "")))),
            kind.number,
            figure(kind, owner, said.lang),
        )
        for owner in owners
        for kind in kinds
    )
    return component(said, key, PieceLayout.STANDEES, FIGURE, items)


def figure(kind: FigureKind, owner: str | None, lang: Lang) -> str:
    """A figure with its name, its strength and its wisdom."""
    number = KIND[kind.key]
    drawn = draw_building(kind.key, None) if number in BUILDINGS else draw_figure(kind.key, owner)
    values = " · ".join(f"{value}" for value in (kind.strength, kind.wisdom))
    below = values if kind.strength or kind.wisdom else ""
    return artwork(
        (-19, -26, 38, 52),
        tag("g", drawn, transform="translate(0 -8) scale(1.3)"),
        write(0, 10.6, printed(kind.key), 7.0, font_weight="bold"),
        write(0, 16.2, term(kind.key, lang), 4.8),
        write(0, 22.6, below, 6.0, font_family=SANS),
    )


def track(said: Texts) -> PrintComponent:
    """A stone for the round and one for the sky, which lie on the board."""
    items = (
        PrintItem(
            said("print.round"),
            1,
            artwork(SMALL, tag("circle", r=11, fill=INK), write(0, 0, "1–10", 6, fill="#ffffff")),
        ),
        PrintItem(
            said("print.sky"),
            1,
            artwork(SMALL, tag("circle", r=11, fill=BLOOD),
                    signs.sign(signs.RUNES["galu"], 0, 0, 6.5, stroke="#ffffff")),
        ),
    )  # fmt: skip
    return component(said, "track", PieceLayout.COUNTERS, RUNE_STONE, items)


# --- Cards and aid --------------------------------------------------------------------------


def roles(said: Texts) -> PrintComponent:
    """What narrator, administrator and referee do."""
    items = (
        PrintItem(said(f"print.role_{role}"), 1, text=said(f"print.role_{role}_text"))
        for role in ROLES
    )
    return component(said, "roles", PieceLayout.TEXTS, ROLE, items)


def aid(said: Texts) -> tuple[AidSection, ...]:
    """The turn in short, the figures, the runes, what land and sky do, what points cost and what a
    turn brings."""
    lang = said.lang
    figure_rows = tuple(
        (printed(kind.key), term(kind.key, lang), str(kind.strength), str(kind.wisdom),
         steps(kind, said), price(kind.price))
        for kind in KINDS
    )  # fmt: skip
    heads = ("figure", "means", "strength", "wisdom", "steps", "price")
    figure_heads = tuple(said(f"print.{key}") for key in heads)
    return (
        howto_section(said),
        phases(said),
        AidSection(said("print.figures"), table=(figure_heads, *figure_rows)),
        growth(said),
        AidSection(said("print.rune_table"), (said("print.pairs"),), opposites(said)),
        rules_section(said.package, "S2", lang, "S2.1", "S2.2"),
        AidSection(said("print.sums"), (said("print.sums_about"),), sums(said)),
        AidSection(said("print.strengthen"), (said("print.strengthen_about"),)),
        AidSection(said("print.income"), tuple(said("print.income_about").splitlines())),
    )


def opposites(said: Texts) -> tuple[tuple[str, ...], ...]:
    """The runes in pairs of opposites: what each means, and whether it is good."""
    heads = tuple(said(f"print.{key}") for key in ("rune", "temper", "opposite", "temper"))
    told = [
        (f"{printed(rune)}, {term(rune, said.lang)}", said(f"print.{temper(number)}"))
        for number, rune in enumerate(RUNES)
    ]
    return (heads, *((*told[at], *told[opposite(at)]) for at in range(0, len(RUNES), 2)))


def steps(kind: FigureKind, said: Texts) -> str:
    """How many lands a figure goes in a turn: none as a building, anywhere as a hired dragon."""
    if kind.key == "urlug":
        return said("print.anywhere")
    return str(kind.steps) if kind.steps else NONE


def growth(said: Texts) -> AidSection:
    """Which figures bear runes, and which are no new ones but grow from others."""
    rows = tuple(
        (printed(kind.key), ", ".join(borne(kind)) or NONE, origin(kind, said))
        for kind in KINDS
        if kind.bears or kind.grows_from or kind.key == "thalion"
    )
    heads = tuple(said(f"print.{key}") for key in ("figure", "bears", "from"))
    return AidSection(said("print.growth"), (), (heads, *rows))


def borne(kind: FigureKind) -> Iterable[str]:
    """The runes that a figure bears, with their strengths."""
    return (f"{printed(RUNES[rune])} {strength}" for rune, strength in kind.bears)


def origin(kind: FigureKind, said: Texts) -> str:
    """How a figure comes into the game that is not simply placed."""
    if kind.key in ("thalion", "urlug"):
        return said(f"print.from_{kind.key}")
    return said("print.or").join(printed(each) for each in kind.grows_from) or NONE


def sums(said: Texts) -> tuple[tuple[str, ...], ...]:
    """What the sum of land and sky does to a player there: each row adds to those above it."""
    heads = (said("print.sum"), said("print.favour"), said("print.harm"))
    rows = ((f"{number}", said(f"print.favour_{number}"), said(f"print.harm_{number}"))
            for number in range(1, 5))  # fmt: skip
    return (heads, *rows)


def phases(said: Texts) -> AidSection:
    """What a turn consists of."""
    book = rulebook(said.package)
    parts = ("S5",), ("S6",), ("S7",), ("S8",), ("S9",), ("S10", "S11"), ("S12",), ("S13",)
    lines = tuple(
        f"{number}. {', '.join(f'{book.chapters[each].text(said.lang)} ({each})' for each in part)}"
        for number, part in enumerate(parts, start=1)
    )
    around = said("print.round_begins"), said("print.always")
    return AidSection(said("print.turn"), (around[0], *lines, around[1]))


def price(cost: Price) -> str:
    """What a figure costs."""
    parts = zip(cost, ("tur", "golu", "aglar"), strict=True)
    return ", ".join(f"{amount} {printed(what)}" for amount, what in parts if amount)
