"""Ratings with intervals from results, by openskill's Bradley-Terry model over all pairs.

A table of four counts as its six pairs: who came out before whom, and who shared a place. (Of
openskill's models this one treats ties as half a win for each; Plackett-Luce does not.)

The model is made for results that come in one after the other, and what comes late weighs less. In
a tournament no game is the later one, so all games are gone through several times, each time in
another order that follows from the seed. The first time the uncertainty shrinks as they teach; then
it stays, and the mean over the last times is the rating. It is, but for a point or two, the one
under which the results are likeliest.

On the scale shown 400 points mean ten to one, as with Elo's numbers in chess, and the mean of all
bots of the tournament is 1500. Bots of different tournaments cannot be compared by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import log, sqrt
from random import Random
from typing import NamedTuple

from openskill.models import BradleyTerryFull

MEAN = 1500
TEN_TO_ONE = 400
CERTAIN = 1.96
"""Standard deviations on either side of a 95 % interval."""
TIMES = 5
"""How often all games are gone through."""
SETTLED = 2
"""After so many times the ratings have settled, and the mean is taken from there on."""


class Rating(NamedTuple):
    """How strong a bot is, and between which bounds that is 95 % certain."""

    rating: float
    low: float
    high: float


class Pair(NamedTuple):
    """Two seats of one game: whose they are, and their places."""

    bots: tuple[str, str]
    places: tuple[int, int]


def pairs(bots: Sequence[str], places: Sequence[int]) -> list[Pair]:
    """All pairs of different bots at a table."""
    return [
        Pair((bots[one], bots[other]), (places[one], places[other]))
        for one, other in combinations(range(len(bots)), 2)
        if bots[one] != bots[other]
    ]


def rate(
    bots: Sequence[str], games: Iterable[tuple[Sequence[str], Sequence[int]]], seats: int, seed: int
) -> dict[str, Rating]:
    """The rating of each bot from games, each the bots by seat and their places.

    Every two bots begin with one drawn game, so that who never lost has a rating too.
    """
    results = [pairs(*game) for game in games]
    results += [pairs(two, (1, 1)) for two in combinations(bots, 2)]
    learning = BradleyTerryFull(tau=0.0, gamma=lambda *_: _worth(seats))
    settled = BradleyTerryFull(tau=0.0, gamma=lambda *_: 0.0)
    known = {bot: learning.rating() for bot in bots}
    sums = dict.fromkeys(bots, 0.0)
    for time in range(TIMES):
        model = settled if time else learning
        Random(f"{seed} {time}").shuffle(results)
        for game in results:
            for (one, other), places in game:
                new = model.rate([[known[one]], [known[other]]], ranks=[float(p) for p in places])
                known[one], known[other] = new[0][0], new[1][0]
            if time >= SETTLED:
                for bot in bots:
                    sums[bot] += known[bot].mu
    counted = max(1, len(results)) * (TIMES - SETTLED)
    means = {bot: total / counted for bot, total in sums.items()}
    spread = {bot: known[bot].sigma for bot in bots}
    return _scaled(means, spread, learning.beta)


def _worth(seats: int) -> float:
    """How much a pair of a table teaches, beside one of a table of two.

    Pairs of one table hang together: who was lucky was so against everybody. With k equal players
    the places of one against the others vary (k + 1) / 3 times as much as without that.
    """
    return 3 / (seats + 1)


def _scaled(means: dict[str, float], spread: dict[str, float], beta: float) -> dict[str, Rating]:
    """The ratings in points."""
    doubt = sum(each * each for each in spread.values()) / len(spread)
    point = TEN_TO_ONE / log(10) / sqrt(2 * beta * beta + 2 * doubt)
    middle = sum(means.values()) / len(means)
    found = {}
    for bot, mean in means.items():
        rating, around = MEAN + point * (mean - middle), CERTAIN * point * spread[bot]
        found[bot] = Rating(*(round(n, 1) for n in (rating, rating - around, rating + around)))
    return found
