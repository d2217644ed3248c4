"""Counts of positions are those of listing them, where they are few."""

from __future__ import annotations

from itertools import combinations_with_replacement, product

from tools.endgame_counts import (
    arrangements,
    cambria_positions,
    gallia_positions,
    live_roads,
    lumped_positions,
)

from cruachan.games.gallia.state import CAPITALS, CARDS, PIPS, TERRITORIES

Army = tuple[int, int]
"""The card of a die, and what it shows."""


def listed(most: int, fed: bool) -> int:
    """Both seats' dice, at most so many each, nobody in the enemy capital or beside an enemy."""
    sides: list[list[tuple[Army, ...]]] = []
    for seat in range(2):
        cards = [card for card in range(CARDS) if card != CAPITALS[1 - seat]]
        armies = list(product(cards, range(1, PIPS + 1)))
        sides.append(
            [
                dice
                for number in range(most + 1)
                for dice in combinations_with_replacement(armies, number)
                if len({card for card, _ in dice}) < TERRITORIES
                and (not fed or is_fed(dice, CAPITALS[seat]))
            ]
        )
    return 2 * sum(
        {card for card, _ in one}.isdisjoint(card for card, _ in other)
        for one, other in product(*sides)
    )


def is_fed(dice: tuple[Army, ...], capital: int) -> bool:
    outside = [die for die in dice if die[0] != capital]
    return sum(pips for _, pips in outside) <= 2 * len({card for card, _ in outside})


def test_dice_are_counted_as_if_they_were_listed() -> None:
    assert gallia_positions(1) == listed(1, False) == 8258
    assert gallia_positions(1, True) == listed(1, True)
    assert gallia_positions(2, True) == listed(2, True)


def test_all_that_soldiers_can_look_like_is_counted() -> None:
    assert arrangements(4, 1, 2) == 4 * 3
    assert arrangements(3, 2, 2) == 0
    assert 2.6e16 < cambria_positions() < 2.7e16
    assert lumped_positions(1) < lumped_positions(2) < cambria_positions()


def test_roads_are_live_at_forts_that_stand() -> None:
    assert live_roads(16) == [28]
    assert live_roads(1) == sorted([2] * 5 + [3] * 4 + [4] * 3 + [5] * 2 + [6] * 2)
