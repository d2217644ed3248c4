"""Every bot sits equally often on every seat, and against every other."""

from collections import Counter
from itertools import combinations

import pytest

from cruachan.arena.seating import MIXED, ONE, SeatingPlan, lineups, orders, turned

KINDS = [
    (("a", "b"), 2, MIXED),
    (("a", "b"), 4, MIXED),
    (("a", "b"), 3, MIXED),
    (("a", "b", "c"), 4, MIXED),
    (("a", "b", "c"), 2, MIXED),
    (("a", "b", "c", "d", "e"), 3, MIXED),
    (("a", "b", "c", "d"), 4, MIXED),
    (("a", "b", "c"), 4, ONE),
    (("a", "b"), 2, ONE),
]


@pytest.mark.parametrize(("bots", "seats", "tables"), KINDS)
def test_every_round_is_balanced(bots: tuple[str, ...], seats: int, tables: str) -> None:
    seating = SeatingPlan(tuple(lineups(bots, seats, tables)))
    for first in range(0, 5 * seating.round, seating.round):
        games = [seating.seats(number) for number in range(first, first + seating.round)]
        sat = Counter((bot, seat) for game in games for seat, bot in enumerate(game))
        assert set(sat) == {(bot, seat) for bot in bots for seat in range(seats)}
        assert len(set(sat.values())) == 1
        met = Counter(two for game in games for two in combinations(sorted(game), 2))
        against = [number for two, number in met.items() if two[0] != two[1]]
        assert len(against) == len(bots) * (len(bots) - 1) // 2
        assert len(set(against)) == 1


def test_mixed_tables_have_as_many_kinds_as_can_be() -> None:
    assert lineups(("a", "b"), 4) == [("a", "a", "b", "b")]
    assert lineups(("a", "b"), 3) == [("a", "b", "a"), ("a", "b", "b")]
    assert len(lineups(tuple("abcde"), 3)) == 10


def test_one_against_the_rest() -> None:
    assert lineups(("a", "b"), 4, ONE) == [("a", "b", "b", "b"), ("b", "a", "a", "a")]
    assert len(lineups(("a", "b", "c"), 4, ONE)) == 6


def test_bots_named_more_than_once_are_one_table_that_is_turned() -> None:
    seating = SeatingPlan(tuple(lineups(("a", "b", "b", "b"), 4)))
    assert [game.index("a") for game in map(seating.seats, range(8))] == [0, 1, 2, 3] * 2


def test_a_table_sits_in_every_order() -> None:
    assert len(list(orders(("a", "b", "c", "d")))) == 6
    assert list(orders(("a", "a", "b", "b"))) == [("a", "a", "b", "b"), ("a", "b", "a", "b")]
    assert turned(("a", "b", "c"), 1) == ("c", "a", "b")
    seating = SeatingPlan((("a", "b", "c", "d"),))
    assert len({seating.seats(number) for number in range(24)}) == 24


@pytest.mark.parametrize(("wish", "whole"), [(1, 6), (6, 6), (7, 12), (100, 102)])
def test_tournaments_have_whole_rounds(wish: int, whole: int) -> None:
    assert SeatingPlan(tuple(lineups(("a", "b", "c"), 2))).whole(wish) == whole
