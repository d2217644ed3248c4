"""Printable material of games: the parts of a kit.

A game names a function `material(game, lang)` in its description (`print_part`), which returns a
`PrintMaterial`. Sizes are in millimetres; drawings are standalone SVG. How the parts are laid out
on sheets is nothing that a game knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from cruachan.engine.boardfile import ViewBox
from cruachan.engine.rulebook import rulebook
from cruachan.engine.svg import SERIF, tag
from cruachan.engine.texts import Lang, Texts


class PieceLayout(StrEnum):
    """How the pieces of a component are made from paper."""

    CARDS = "cards"
    """Apart from each other, with backs on the next page."""
    COUNTERS = "counters"
    """Edge to edge: one cut parts two of them."""
    STANDEES = "standees"
    """Front and back on one strip, which is folded and glued and stands on two feet."""
    DICE = "dice"
    """The net of a cube."""
    TEXTS = "texts"
    """Cards with a title and sentences."""


@dataclass(frozen=True)
class PrintItem:
    """A kind of piece, and how many of it there are."""

    name: str
    count: int
    front: str = ""
    back: str = ""
    """Nothing for a piece with a blank back."""
    faces: tuple[str, ...] = ()
    """Of a die: its sides from the first to the sixth; the first lies opposite the last."""
    text: str = ""


@dataclass(frozen=True)
class PrintComponent:
    """Pieces of one size that belong together."""

    key: str
    title: str
    layout: PieceLayout
    size: tuple[float, float]
    """Width and height of one piece; of a die the length of an edge, twice."""
    items: tuple[PrintItem, ...]
    note: str = ""
    """What is to be known about making or using them."""

    @property
    def count(self) -> int:
        """The number of pieces."""
        return sum(item.count for item in self.items)


class PrintBoard(NamedTuple):
    """The board, and on how many sheets it is spread."""

    svg: str
    box: ViewBox
    columns: int = 2
    rows: int = 2


class AidSection(NamedTuple):
    """A part of the player aid: sentences, and a table whose first row has the heads."""

    title: str
    lines: tuple[str, ...] = ()
    table: tuple[tuple[str, ...], ...] = ()


def rules_section(package: str, chapter: str, lang: Lang, *only: str) -> AidSection:
    """A chapter of a game's rules for its player aid: all of it, or the rules that are named."""
    book = rulebook(package)
    rules = only or tuple(rule for rule in book.rules if rule.split(".")[0] == chapter)
    lines = tuple(book.rules[rule].text(lang) for rule in rules)
    return AidSection(book.chapters[chapter].text(lang), lines)


class PrintMaterial(NamedTuple):
    """All that belongs into a game's kit besides its rules."""

    components: tuple[PrintComponent, ...] = ()
    board: PrintBoard | None = None
    """None where there is none: cards that lie on any table."""
    aid: tuple[AidSection, ...] = ()
    examples: tuple[int, ...] = ()
    """Steps of its lesson that show the rules in pictures, counted from 0."""


def component(
    said: Texts,
    key: str,
    layout: PieceLayout,
    size: tuple[float, float],
    items: Iterable[PrintItem],
) -> PrintComponent:
    """A component with the title and the note that the game's texts have for it."""
    title, note = said(f"print.{key}"), said(f"print.{key}_note")
    return PrintComponent(key, title, layout, size, tuple(items), note)


def howto_section(said: Texts) -> AidSection:
    """What a game says of itself in short, for its player aid."""
    return AidSection(said("print.goal"), tuple(said("game.howto").strip().splitlines()))


VIEW_BOX = re.compile(r'viewBox="[^"]*"')


def cropped(drawing: str, box: ViewBox) -> str:
    """The part of a drawing that lies in a box."""
    shown = " ".join(f"{number:g}" for number in box)
    return VIEW_BOX.sub(f'viewBox="{shown}"', drawing, count=1)


def artwork(box: ViewBox, *content: str) -> str:
    """A standalone drawing of what lies in a box."""
    return tag(
        "svg",
        *content,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(f"{number:g}" for number in box),
        font_family=SERIF,
    )
