"""Choices as cards: few at once, each leading on to others or making a move.

A game whose legal moves are too many to be read at once arranges them as a tree of cards
(`CardNode`); a view carries the tree as a flat list (`lay_out`). Every legal move is a leaf of it,
and no step of it shows more than `MOST_CARDS`: `fold` puts what is too many behind a card that
leads to the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from cruachan.engine.view import ChoiceCard, View, offered

MOST_CARDS = 8
"""How many cards there are at once, at most."""


@dataclass
class CardNode:
    """A card, and those it leads on to; a leaf makes the move whose notation it holds."""

    label: str
    move: str = ""
    cards: list[CardNode] = field(default_factory=list)
    story: str = ""
    effect: str = ""
    odds: str = ""
    symbol: str = ""
    at: str = ""
    ask: str = ""
    kind: str = ""

    @property
    def moves(self) -> Iterable[str]:
        """The notation of all moves that it leads to."""
        if self.move:
            yield self.move
        for card in self.cards:
            yield from card.moves


def fold(cards: Sequence[CardNode], more: str, most: int = MOST_CARDS) -> list[CardNode]:
    """The first cards, and the rest behind one that is called `more`, as often as needed."""
    found = [fold_below(card, more) for card in cards]
    if len(found) <= most:
        return found
    rest = CardNode(more, cards=fold(found[most - 1 :], more), kind="more")
    return [*found[: most - 1], rest]


def fold_below(card: CardNode, more: str) -> CardNode:
    """A copy of the card with at most so many entries at each step."""
    card.cards = fold(card.cards, more)
    return card


def single(card: CardNode) -> CardNode:
    """A card that leads to one other only is that other, at the place that it names."""
    if len(card.cards) != 1:
        return card
    (only,) = card.cards
    only.at = only.at or card.at
    only.symbol = only.symbol or card.symbol
    return single(only)


def lay_out(cards: Sequence[CardNode], under: str = "") -> list[ChoiceCard]:
    """The tree as a view carries it: a flat list, each card with the id of the one above it."""
    found: list[ChoiceCard] = []
    for number, card in enumerate(cards):
        key = f"{under}.{number}" if under else str(number)
        found.append(
            {
                "id": key,
                "under": under,
                "label": card.label,
                "story": card.story,
                "effect": card.effect,
                "odds": card.odds,
                "symbol": card.symbol,
                "at": card.at,
                "ask": card.ask,
                "kind": card.kind,
                "move": card.move,
            }
        )
        found += lay_out(card.cards, key)
    return found


def misdealt(view: View, most: int = MOST_CARDS) -> str:
    """What is wrong with the cards of a view; nothing where they are sound or there are none."""
    cards = view.get("deck") or []
    if not cards:
        return ""
    keys = [card["id"] for card in cards]
    if len(set(keys)) < len(keys):
        return "two cards have the same id"
    steps: dict[str, int] = {}
    for card in cards:
        steps[card["under"]] = steps.get(card["under"], 0) + 1
    if unknown := set(steps) - {"", *keys}:
        return f"cards lie under {sorted(unknown)[0]}, which is none"
    if max(steps.values()) > most:
        return f"a step has {max(steps.values())} cards"
    if any(bool(card["move"]) == (card["id"] in steps) for card in cards):
        return "a card makes a move or leads on, and not both"
    made, legal = {card["move"] for card in cards} - {""}, {o["text"] for o in offered(view)}
    return "" if made == legal else f"not the legal moves: {sorted(made ^ legal)[0]}"


def grouped_cards(
    cards: Iterable[tuple[str, CardNode]], group: Callable[[str, list[CardNode]], CardNode]
) -> list[CardNode]:
    """Cards, each with the key of its group, under a card for each group; alone where it is one."""
    found: dict[str, list[CardNode]] = {}
    for key, card in cards:
        found.setdefault(key, []).append(card)
    return [single(group(key, each)) for key, each in found.items()]
