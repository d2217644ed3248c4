"""Ratings tell how often one beats another, whatever the order of the games."""

from collections.abc import Sequence
from math import log10
from random import Random

import pytest

from cruachan.arena.ratings import MEAN, pairs, rate

Games = Sequence[tuple[tuple[str, ...], tuple[int, ...]]]


def duel(wins: int, losses: int, draws: int = 0) -> Games:
    two = ("a", "b")
    return [(two, (1, 2))] * wins + [(two, (2, 1))] * losses + [(two, (1, 1))] * draws


@pytest.mark.parametrize(("wins", "losses"), [(100, 100), (150, 50), (380, 20)])
def test_a_difference_of_400_points_means_ten_to_one(wins: int, losses: int) -> None:
    found = rate(("a", "b"), duel(wins, losses), 2, 1)
    likeliest = 400 * log10((wins + 0.5) / (losses + 0.5))
    assert found["a"].rating - found["b"].rating == pytest.approx(likeliest, abs=12)
    assert found["a"].rating + found["b"].rating == pytest.approx(2 * MEAN, abs=0.2)
    assert found["a"].low < found["a"].rating < found["a"].high


def test_the_order_of_the_games_does_not_matter() -> None:
    games = duel(150, 50)
    first = rate(("a", "b"), games, 2, 1)
    back = rate(("a", "b"), games[::-1], 2, 1)
    assert first["a"].rating == pytest.approx(back["a"].rating, abs=5)
    assert rate(("a", "b"), games, 2, 1) == first


def test_a_shared_place_is_half_a_win_for_each() -> None:
    """Plackett-Luce would give both of them points for it."""
    drawn = rate(("a", "b"), duel(0, 0, 100), 2, 1)
    assert drawn["a"].rating == pytest.approx(MEAN, abs=1)
    some = rate(("a", "b"), duel(50, 0, 100), 2, 1)["a"].rating
    assert some == pytest.approx(rate(("a", "b"), duel(100, 50), 2, 1)["a"].rating, abs=8)


def test_who_never_lost_is_rated_too() -> None:
    found = rate(("a", "b"), duel(100, 0), 2, 1)
    assert MEAN + 200 < found["a"].rating < MEAN + 1000


def test_more_games_make_intervals_narrower() -> None:
    few, many = (rate(("a", "b"), duel(n, n), 2, 1)["a"] for n in (20, 320))
    assert few.high - few.low == pytest.approx(4 * (many.high - many.low), rel=0.25)


def test_intervals_hold_what_they_promise() -> None:
    """Of 60 tournaments between equals the difference lies outside in about 3."""
    rng, outside = Random(5), 0
    for number in range(60):
        wins = sum(rng.random() < 0.5 for _ in range(100))
        a, b = rate(("a", "b"), duel(wins, 100 - wins), 2, number).values()
        outside += abs(a.rating - b.rating) > (a.high - a.low) / 2
    assert outside <= 8


def test_a_table_counts_as_its_pairs() -> None:
    found = pairs(("a", "b", "b"), (1, 3, 1))
    assert [(pair.bots, pair.places) for pair in found] == [
        (("a", "b"), (1, 3)),
        (("a", "b"), (1, 1)),
    ]


def test_one_bot_alone_and_no_games() -> None:
    assert rate(("a",), [], 2, 1)["a"].rating == MEAN
    assert rate(("a",), [(("a", "a"), (1, 2))], 2, 1)["a"].rating == MEAN
