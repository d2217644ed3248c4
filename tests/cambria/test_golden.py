"""Counts of positions reached, by hand."""

from __future__ import annotations

from tests.golden import perft

from .book import DUMMY, FIRST, OPENING, SECOND, THIRD
from .positions import GAME, NUMBERS, reached, roads


def reached_after(text: str, depth: int) -> int:
    """How many sequences of moves lead that far."""
    return perft(GAME, GAME.read_position(text), depth)


def test_the_count_of_the_opening_by_hand() -> None:
    """36 rolls; then, with E(n) the empty and R(n) all roads of a number:

    two different numbers  |E(m) or E(n)| places and a pass, each pair in two orders
    a double               R(n) less a's own road, and a pass
    a 1 and a number       E(n) places, R(n) marches of the legion and a pass, in two orders
    the double 1           28 marches of the legion

    On the Welsh board a, b and c stand on the first three roads.
    """
    held = {FIRST, SECOND, THIRD}
    empty = {number: set(reached(number)) - held for number in NUMBERS}
    pairs = [(m, n) for m in NUMBERS for n in NUMBERS if m < n]
    different = sum(2 * (len(empty[m] | empty[n]) + 1) for m, n in pairs)
    doubles = sum(len(set(reached(n)) - {FIRST}) + 1 for n in NUMBERS)
    with_one = sum(2 * (len(empty[n]) + len(reached(n)) + 1) for n in NUMBERS)
    assert reached_after(OPENING, 1) == 36
    assert reached_after(OPENING, 2) == different + doubles + with_one + 28


def test_the_count_of_the_dummys_first_moves_by_hand() -> None:
    """Six numbers; a 1 opens all 20 empty roads, the others the empty ones of their number."""
    held = {FIRST, SECOND, THIRD, *roads(6)[-5:]}
    numbers = sum(len(set(reached(number)) - held) for number in NUMBERS)
    assert reached_after(DUMMY, 2) == 28 - len(held) + numbers
