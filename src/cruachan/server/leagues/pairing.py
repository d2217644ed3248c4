"""Pairing: the tables of a round, and their seats.

Players are numbers from 0. A round is a list of groups; a group of one has a bye. A round is found
by local search: groups are made in the order of the players, and two players of different groups
change places as long as that is better. What is better is a cost of each pair: whether the two have
met, and in a Swiss tournament how far apart they are in points. All of it is deterministic, so
every server that computes a round finds the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import combinations, permutations
from math import ceil, log
from random import Random
from typing import NamedTuple

Group = tuple[int, ...]
Round = list[Group]
REPEATED = 1000.0
"""What it costs that two meet again, or that somebody has another bye: more than any difference in
points."""
TRIES = 12
"""From how many orders a round is searched for; from fewer where many play."""
SCHEDULES = 500
"""How many schedules are remembered: all that there can be, for up to 24 players."""
LAST_ROUND = 3
"""A round robin ends after this many times the rounds that it would need at best."""


class Met(NamedTuple):
    """The pairings so far: how often two have met, and who had a bye."""

    pairs: Counter[tuple[int, int]]
    """How often two have met."""
    byes: Counter[int]

    def times(self, one: int, other: int) -> int:
        """How often two have met."""
        return self.pairs[min(one, other), max(one, other)]

    def add(self, round_: Iterable[Group]) -> None:
        """Another round was played."""
        for group in round_:
            if len(group) == 1:
                self.byes[group[0]] += 1
            self.pairs.update(combinations(sorted(group), 2))


def no_one_met() -> Met:
    """What has been before the first round."""
    return Met(Counter(), Counter())


def sizes(count: int, players: int, allowed: range) -> list[int]:
    """How many sit at each table: as few byes as can be, then as near to `players` as can be. A
    bye is a table of one."""
    best: list[int] | None = None
    for byes in range(count + 1):
        for tables in range(1, count - byes + 1):
            each, more = divmod(count - byes, tables)
            found = [each + 1] * more + [each] * (tables - more)
            if not all(size in allowed for size in found):
                continue
            if best is None or _apart(found, players) < _apart(best, players):
                best = found
        if best is not None:
            return best + [1] * byes
    return [1] * count


def _apart(found: list[int], players: int) -> float:
    return sum((size - players) ** 2 for size in found) / len(found)


class Prices(NamedTuple):
    """What it costs that two sit at a table, and that somebody has a bye."""

    pair: Callable[[int, int], float]
    bye: Callable[[int], float]

    def of(self, group: Sequence[int]) -> float:
        """What a group costs."""
        if len(group) == 1:
            return self.bye(group[0])
        return sum(self.pair(one, other) for one, other in combinations(group, 2))


def pair(players: Sequence[int], shape: Sequence[int], prices: Prices) -> Round:
    """Groups of these sizes that cost little: the best of several searches, the first of which
    begins with the players as they are given."""
    lot, order, found = Random(len(players)), list(players), list[Round]()
    for _ in range(max(TRIES - len(players) // 10, 2)):
        found.append(_searched(order, shape, prices))
        lot.shuffle(order)
    return min(found, key=lambda round_: round(sum(map(prices.of, round_)), 6))


def _searched(order: Sequence[int], shape: Sequence[int], prices: Prices) -> Round:
    """Groups in an order, whose players change places while that costs less."""
    groups, at = list[list[int]](), 0
    for size in shape:
        groups.append(list(order[at : at + size]))
        at += size
    better = True
    while better:
        better = False
        for one, other in combinations(range(len(groups)), 2):
            better |= _exchange(groups[one], groups[other], prices.of)
    return [tuple(group) for group in groups]


def _exchange(one: list[int], other: list[int], price: Callable[[list[int]], float]) -> bool:
    """Let players of two groups change places while that costs less; whether any did."""
    before, changed = price(one) + price(other), False
    for i in range(len(one)):
        for k in range(len(other)):
            one[i], other[k] = other[k], one[i]
            after = price(one) + price(other)
            if after < before - 1e-9:
                before, changed = after, True
            else:
                one[i], other[k] = other[k], one[i]
    return changed


@lru_cache(SCHEDULES)
def round_robin(count: int, players: int, allowed: range) -> list[Round]:
    """Rounds in which everybody meets everybody. At tables of two nobody meets twice; at larger
    ones as few as can be found do. It is searched for once, and nobody changes the answer."""
    shape = sizes(count, players, allowed)
    if max(shape, default=1) == 1:
        return []
    if max(shape) == 2:
        return _circle(count)
    met, rounds = no_one_met(), list[Round]()
    prices = Prices(lambda one, other: met.times(one, other) ** 2, lambda one: met.byes[one] ** 2)
    least = ceil((count - 1) / (max(shape) - 1))
    pairs = count * (count - 1) // 2
    while len(met.pairs) < pairs and len(rounds) < LAST_ROUND * least:
        found = pair(range(count), shape, prices)
        rounds.append(found)
        met.add(found)
    return rounds


def _circle(count: int) -> list[Round]:
    """Rounds of pairs: all but the first go round in a circle; who would meet the empty place of an
    odd number has a bye."""
    even = count + count % 2
    others, rounds = list(range(1, even)), list[Round]()
    for _ in range(even - 1):
        ring = [0, *others]
        pairs = [(ring[i], ring[even - 1 - i]) for i in range(even // 2)]
        real = [tuple(each for each in pair if each < count) for pair in pairs]
        rounds.append(sorted(real, key=lambda group: -len(group)))
        others = [others[-1], *others[:-1]]
    return rounds


def swiss_rounds(count: int, players: int) -> int:
    """How many rounds a Swiss tournament has where nobody says: enough for one winner, and one
    more."""
    return min(max(ceil(log(max(count, 2)) / log(max(players, 2))) + 1, 2), max(count - 1, 1))


def swiss(
    points: Sequence[float], here: Sequence[int], players: int, allowed: range, met: Met
) -> Round:
    """A round of those who are here: with others who have as many points, not twice with the same;
    a bye goes to who has none yet, then to who has fewest points."""
    order = sorted(here, key=lambda each: (-points[each], each))

    def cost(one: int, other: int) -> float:
        return REPEATED * met.times(one, other) ** 2 + (points[one] - points[other]) ** 2

    def bye(one: int) -> float:
        return REPEATED * met.byes[one] ** 2 + points[one] ** 2

    return pair(order, sizes(len(order), players, allowed), Prices(cost, bye))


def seated(group: Group, had: Callable[[int, int], int]) -> Group:
    """The group in the order of its seats: everybody where she has sat least often so far."""
    return min(
        permutations(group),
        key=lambda order: sum(had(player, seat) ** 2 for seat, player in enumerate(order)),
    )
