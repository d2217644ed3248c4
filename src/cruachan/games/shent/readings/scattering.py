"""[S33.4] Scattered: whose figures they are says which of them go, and where."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice
from typing import NamedTuple

from cruachan.games.shent.core.flow import Args, No, Verb, frame, pop, top
from cruachan.games.shent.core.state import State
from cruachan.games.shent.readings.base import Target
from cruachan.games.shent.readings.shared import move_all, way_out

MOST_WAYS = 60


@frame
class Scatter(NamedTuple):
    """So many of these figures must go into lands next to theirs."""

    seat: int
    pieces: tuple[int, ...]
    number: int

    def ways(self, state: State) -> list[Target]:
        """Which may go where: figure, land, figure, land, and so on."""
        lands = way_out(state, self.seat, state.pieces[self.pieces[0]].land)
        return list(islice(self._ways(lands), MOST_WAYS))

    def _ways(self, lands: list[int]) -> Iterator[Target]:
        """All to one land, or each to the next one."""
        apart = self.number > 1 and len(lands) > 1
        for spread in (1, 0) if apart else (0,):
            for start in range(len(lands)):
                for going in combinations(self.pieces, self.number):
                    goals = [lands[(start + spread * i) % len(lands)] for i in range(self.number)]
                    yield tuple(n for way in zip(going, goals, strict=True) for n in way)

    def waits(self, state: State) -> tuple[int, ...]:
        return (self.seat,) if self.ways(state) else ()

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        return ("scatter",)

    def go(self, state: State) -> None:
        pop(state)


class ScatterVerb(Verb):
    """[S33.4] Figures go apart."""

    name = "scatter"

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield from top(state).ways(state)

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        pieces, lands = args[::2], args[1::2]
        task = top(state)
        if len(pieces) != task.number or len(set(pieces)) != len(lands):
            return No("S33.4", "scatter_so_many", {"number": task.number})
        free = way_out(state, task.seat, state.pieces[task.pieces[0]].land)
        if set(pieces) <= set(task.pieces) and set(lands) <= set(free):
            return None
        return No("S33.4", "cannot_scatter")

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        pop(state)
        goals = dict(zip(args[::2], args[1::2], strict=True))
        for land in dict.fromkeys(goals.values()):
            move_all(state, [piece for piece, goal in goals.items() if goal == land], land)
