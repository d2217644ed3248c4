"""The cards of Gallia Cisalpina as data: read them, and say what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from cruachan.engine.boardfile import TomlTable, digest, read, repeated, tell, wrong_names
from cruachan.engine.texts import DEFAULT_LANG, Lang, LocalizedText, Message, message
from cruachan.games.gallia.state import CAPITALS, CARDS, LANDS

SHIPPED = Path(__file__).with_name("cards.toml")


@dataclass(frozen=True, slots=True)
class CardSide:
    """What one side of a land shows."""

    shields: int
    ears: int

    @property
    def name(self) -> str:
        """The card in notation, as 3-4."""
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
    about: LocalizedText
    """Whose they are."""
    front: CardSide
    backs: tuple[CardSide, ...]
    cards: tuple[Card, ...]
    """The cards as they lie, in three rows of four."""
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
        about=table.localized("about"),
        front=_side(table.table("front")),
        backs=tuple(_side(back) for back in table.tables("back")),
        cards=tuple(_card(card) for card in table.tables("card")),
        capital_shields=capital.whole("shields"),
        recruits=capital.whole("recruits"),
    )


def _side(table: TomlTable) -> CardSide:
    return CardSide(table.whole("shields"), table.whole("ears"))


def _card(table: TomlTable) -> Card:
    return Card(table.text("name"), table.text("short"), table.flag("capital"))


def problems(cards: Cards, lang: Lang = DEFAULT_LANG) -> list[str]:
    """What is wrong with a set of cards, in words; nothing for a good one."""
    return tell(cards, (_complaints,), lang)


def _complaints(cards: Cards) -> Iterator[Message]:
    if len(cards.cards) != CARDS or len(cards.backs) != LANDS:
        yield _problem("count", cards=len(cards.cards), backs=len(cards.backs))
    capitals = tuple(index for index, card in enumerate(cards.cards) if card.capital)
    if capitals != CAPITALS:
        yield _problem("capitals")
    yield from wrong_names(cards.cards, _problem("cards"))
    for name in repeated(back.name for back in cards.backs):
        yield _problem("same_back", back=name)
    numbers = [n for side in (cards.front, *cards.backs) for n in (side.shields, side.ears)]
    if any(not 0 <= number <= 9 for number in (*numbers, cards.capital_shields)):
        yield _problem("numbers")
    if not 1 <= cards.recruits <= 3:
        yield _problem("recruits")


def _problem(key: str, /, **values: Any) -> Message:
    return message(__package__, f"problem.{key}", **values)
