"""The cards of Gallia Cisalpina as data: read them, and say what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cruachan.engine.boardfile import Problem, Table, digest, read, repeated, tell, wrong_names
from cruachan.games.gallia.state import CAPITALS, CARDS, LANDS

SHIPPED = Path(__file__).with_name("cards.toml")


@dataclass(frozen=True, slots=True)
class Side:
    """What one side of a land shows."""

    shields: int
    ears: int

    @property
    def name(self) -> str:
        """As in notation: 3-4."""
        return f"{self.shields}-{self.ears}"


@dataclass(frozen=True, slots=True)
class Card:
    """A card by its place on the table."""

    name: str
    short: str
    """Three ASCII letters, for notation."""
    capital: bool


@dataclass(frozen=True, slots=True)
class Cards:
    """The whole set."""

    name: str
    about_en: str
    about_de: str
    front: Side
    backs: tuple[Side, ...]
    cards: tuple[Card, ...]
    """As they lie: three rows of four."""
    capital_shields: int
    recruits: int

    @property
    def digest(self) -> str:
        """Eight hex digits that change when anything changes that the rules know."""
        sides = [[side.shields, side.ears] for side in (self.front, *self.backs)]
        names = [[card.name, card.short, card.capital] for card in self.cards]
        return digest([sides, names, self.capital_shields, self.recruits])


def load(path: Path | None = None) -> Cards:
    """The cards in this file; without a path, those that come with the game."""
    return _shipped() if path is None else _read(path)


@cache
def _shipped() -> Cards:
    return _read(SHIPPED)


def _read(path: Path) -> Cards:
    table = read(path)
    capital = table.table("capital")
    return Cards(
        name=table.text("name"),
        about_en=table.text("about_en"),
        about_de=table.text("about_de"),
        front=_side(table.table("front")),
        backs=tuple(_side(back) for back in table.tables("back")),
        cards=tuple(_card(card) for card in table.tables("card")),
        capital_shields=capital.whole("shields"),
        recruits=capital.whole("recruits"),
    )


def _side(table: Table) -> Side:
    return Side(table.whole("shields"), table.whole("ears"))


def _card(table: Table) -> Card:
    return Card(table.text("name"), table.text("short"), table.flag("capital"))


def problems(cards: Cards, lang: str = "en") -> list[str]:
    """What is wrong with a set of cards, in words; nothing for a good one."""
    return tell(cards, (_complaints,), lang)


def _complaints(cards: Cards) -> Iterator[Problem]:
    if len(cards.cards) != CARDS or len(cards.backs) != LANDS:
        yield (
            f"There are {len(cards.cards)} cards and {len(cards.backs)} backs, not 12 and 10.",
            f"Es sind {len(cards.cards)} Karten und {len(cards.backs)} Rückseiten statt 12 und 10.",
        )
    capitals = tuple(index for index, card in enumerate(cards.cards) if card.capital)
    if capitals != CAPITALS:
        yield (
            "The capitals must be the first and the last card, in opposite corners.",
            "Hauptstädte müssen die erste und die letzte Karte sein, in gegenüberliegenden Ecken.",
        )
    yield from wrong_names(cards.cards, "cards", "Karten")
    for name in repeated(back.name for back in cards.backs):
        yield f"Two backs show {name}.", f"Zwei Rückseiten zeigen {name}."
    numbers = [n for side in (cards.front, *cards.backs) for n in (side.shields, side.ears)]
    if any(not 0 <= number <= 9 for number in (*numbers, cards.capital_shields)):
        yield (
            "Shields and ears are numbers from 0 to 9.",
            "Schilde und Ähren sind Zahlen von 0 bis 9.",
        )
    if not 1 <= cards.recruits <= 3:
        yield "A capital recruits 1 to 3.", "Eine Hauptstadt wirbt 1 bis 3."
