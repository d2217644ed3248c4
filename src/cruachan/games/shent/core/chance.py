"""What chance says: lots, runes from the bag, numbers from the bag."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from cruachan.engine.game import CHANCE, Viewer
from cruachan.games.shent.core.flow import Args, Verb, top
from cruachan.games.shent.core.speaker import Speaker
from cruachan.games.shent.core.state import State


class DrawVerb(Verb, known=False):
    """A frame that waits for CHANCE says what can fall (`falls`) and takes what fell (`fell`)."""

    reveals = False
    exact = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        for value, _ in top(state).falls(state):
            yield (value,)

    def weight(self, state: State, args: Args) -> int:
        return next(int(w) for value, w in top(state).falls(state) if value == args[0])

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        top(state).fell(state, args[0])

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        return self.write(state, seat, args)


class DrawLotVerb(DrawVerb):
    """What the lot says; the frame knows of which kind it is."""

    name = "lot"
    shape = "land"

    def kinds(self, state: State, said: Sequence[Any]) -> list[str]:
        return [top(state).lots()]


class DrawRuneVerb(DrawVerb):
    """[S1.4] A stone from the rune bag."""

    name = "rune"
    shape = "rune"

    def covered(self, state: State, seat: int, args: Args, viewer: Viewer) -> str:
        return "rune ?" if top(state).drawn_for(state) not in (None, viewer) else ""


class DrawNumberVerb(DrawVerb):
    """[S1.8] A stone from the number bag."""

    name = "number"
    shape = "number"


BY_CHANCE = (CHANCE,)


def rune_falls(state: State) -> list[tuple[int, int]]:
    """All runes that may be drawn, with the number of their stones."""
    return [(rune, number) for rune, number in enumerate(state.bag) if number]


def number_falls(state: State, out: tuple[int, ...] = ()) -> list[tuple[int, int]]:
    """[S1.8] All numbers that may be drawn while some stones are out of the bag."""
    left = [(n, state.numbers[n - 1] - out.count(n)) for n in range(1, 9)]
    return [(n, number) for n, number in left if number > 0]


def number_odds(state: State, least: int) -> int:
    """How often in 100 a number is drawn that is at least so large."""
    falls = number_falls(state)
    enough = sum(weight for number, weight in falls if number >= least)
    return round(100 * enough / max(1, sum(weight for _, weight in falls)))


def even(values: list[int]) -> list[tuple[int, int]]:
    """Lots that are all alike."""
    return [(value, 1) for value in values]
