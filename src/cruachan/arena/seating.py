"""Seating plans of a tournament: every bot has every seat equally often."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations

MIXED, ONE = "mixed", "one-against-rest"
TABLES = (MIXED, ONE)
"""How bots are seated: as many kinds at each table as possible, or one against all others."""

Lineup = tuple[str, ...]
"""The bots of a table, in the order in which they play."""


def lineups(bots: Sequence[str], seats: int, tables: str = MIXED) -> list[Lineup]:
    """The tables of a tournament.

    Bots named more than once are one table, as it is named. Of bots that are all different, `mixed`
    sets every table of as many as there are seats; where they are too few, each sits there equally
    often, and what is left over goes to each in turn. `one-against-rest` sets each against every
    other, alone against as many as there are other seats.
    """
    if len(set(bots)) < len(bots):
        return [tuple(bots)]
    if tables == ONE:
        pairs = permutations(bots, 2)
        return list(dict.fromkeys((one, *[other] * (seats - 1)) for one, other in pairs))
    each, left = divmod(seats, len(bots))
    return [
        (*(bot for bot in bots for _ in range(each)), *more) for more in combinations(bots, left)
    ]


def orders(lineup: Lineup) -> Iterator[Lineup]:
    """All circular seating orders, regardless of the seat they begin with."""
    seen: set[Lineup] = set()
    for rest in permutations(lineup[1:]):
        order = (lineup[0], *rest)
        if order not in seen:
            seen.update(turned(order, turn) for turn in range(len(order)))
            yield order


def turned(order: Lineup, turn: int) -> Lineup:
    """A seating order, rotated by so many seats."""
    turn %= len(order)
    return order[-turn:] + order[:-turn] if turn else order


@dataclass(frozen=True)
class SeatingPlan:
    """The seats of all games of a tournament, by their numbers.

    A round has every table once in each turn of its circle, so that after each round every bot has
    had every seat equally often. From round to round the tables sit in another order.
    """

    lineups: tuple[Lineup, ...]

    @cached_property
    def circles(self) -> list[list[Lineup]]:
        """The orders of each table."""
        return [list(orders(lineup)) for lineup in self.lineups]

    @property
    def round(self) -> int:
        """How many games a round has."""
        return len(self.lineups) * len(self.lineups[0])

    def whole(self, games: int) -> int:
        """The number of games rounded up to whole rounds."""
        return -(-games // self.round) * self.round

    def seats(self, number: int) -> Lineup:
        """Return the bot of each seat in a game."""
        turn, number = number // self.round, number % self.round
        circles = self.circles[number // len(self.lineups[0])]
        return turned(circles[turn % len(circles)], number)


def distinct(bots: Iterable[str]) -> tuple[str, ...]:
    """Each bot once, in the order in which they are named."""
    return tuple(dict.fromkeys(bots))
