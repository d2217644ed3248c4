"""Small questions that readings and round events put to players, and lots they draw."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cruachan.games.shent.box.material import KEPT_FOR_EVENTS
from cruachan.games.shent.chapters import round_events as weather
from cruachan.games.shent.core.acts import (
    change_quest,
    give_rune,
    note,
    relocate,
    return_stones,
    settle,
    take_rune,
    unmark,
)
from cruachan.games.shent.core.chance import BY_CHANCE, even, rune_falls
from cruachan.games.shent.core.flow import Args, No, Verb, frame, pop, push, top, turn_to
from cruachan.games.shent.core.presence import adjacent, held, locked
from cruachan.games.shent.core.state import State, own_figures, quest_of, tokens
from cruachan.games.shent.readings import Act, Reading, Target
from cruachan.games.shent.readings.secrets import ways_out
from cruachan.games.shent.readings.shared import shut

# --- Consent ------------------------------------------------------------------------------


def work_or_ask(state: State, key: str, act: Act, target: Target) -> None:
    """A reading works, at once or when somebody has agreed."""
    asked = Reading.ALL[key].asks(state, act, target)
    if asked is None:
        Reading.ALL[key].work(state, act, target)
    else:
        push(state, Consent(asked, key, act, target))


@frame
class Consent(NamedTuple):
    """A reading works only if this seat agrees."""

    seat: int
    reading: str
    act: Act
    target: Target
    answered: int = -1

    def waits(self, state: State) -> tuple[int, ...]:
        return (self.seat,) if self.answered < 0 else ()

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        return ("accept", "decline")

    def answer(self, state: State, seat: int, yes: bool) -> None:
        """It agrees, or not."""
        turn_to(state, answered=int(yes))

    def go(self, state: State) -> None:
        pop(state)
        reading = Reading.ALL[self.reading]
        if self.answered and self.target in reading.targets(state, self.act):
            reading.work(state, self.act, self.target)
            settle(state)
        elif not self.answered:
            reading.declined(state, self.act, self.target)
            note(state, "declined", self.seat, more=(self.reading,))


# --- breged: news, another task -----------------------------------------------------------


@frame
class News(NamedTuple):
    """[S31.4] So many runes are drawn, then as many put back."""

    seat: int
    number: int
    drawn: int = 0

    def waits(self, state: State) -> tuple[int, ...]:
        if self.drawn < self.number and sum(state.bag) > KEPT_FOR_EVENTS:
            return BY_CHANCE
        return (self.seat,) if self.drawn else ()

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        return ("putback",) if seat == self.seat else ("rune",)

    def falls(self, state: State) -> list[tuple[int, int]]:
        return rune_falls(state)

    def fell(self, state: State, rune: int) -> None:
        state.bag[rune] -= 1
        give_rune(state, self.seat, rune)
        turn_to(state, drawn=self.drawn + 1)

    def go(self, state: State) -> None:
        pop(state)


class PutBack(Verb):
    """[S31.4] A rune from the hand into the bag."""

    name = "putback"
    exact = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield from ((rune,) for rune in sorted(set(state.players[seat].hand)))

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        if args[0] not in state.players[seat].hand:
            return No("S31.4", "not_in_hand", {"rune": args[0]})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        take_rune(state, seat, args[0])
        return_stones(state, [args[0]])
        news = top(state)
        turn_to(state, number=news.drawn - 1, drawn=news.drawn - 1)


@frame
class NewTask(NamedTuple):
    """[S31.7] A quest has a new rune and is said anew."""

    seat: int
    number: int
    rune: int
    """The place of the rune among those of the quest."""
    new: int

    def waits(self, state: State) -> tuple[int, ...]:
        return ()

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        return ()

    def go(self, state: State) -> None:
        from cruachan.games.shent.chapters.quests import Declare

        pop(state)
        found = quest_of(state, self.number)
        if found is None:
            return
        quest = found[1]
        runes = list(quest.runes)
        old, runes[self.rune] = runes[self.rune], self.new
        take_rune(state, self.seat, self.new)
        give_rune(state, self.seat, old)
        change_quest(state, self.seat, self.number, runes=tuple(runes))
        push(state, Declare(self.seat, tuple(runes), quest.mode, again=self.number))


# --- thurinas: lost -----------------------------------------------------------------------


@frame
class Stray(NamedTuple):
    """[S26.6] Figures go astray: the lot says where."""

    seat: int
    pieces: tuple[int, ...]
    land: int

    def _lands(self, state: State) -> list[int]:
        return ways_out(state, self.seat, self.land)

    def waits(self, state: State) -> tuple[int, ...]:
        return BY_CHANCE if self._lands(state) else ()

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        return ("lot",)

    def falls(self, state: State) -> list[tuple[int, int]]:
        return even(self._lands(state))

    def fell(self, state: State, land: int) -> None:
        for piece in self.pieces:
            if state.pieces[piece].land == self.land:
                relocate(state, piece, land)
        pop(state)
        settle(state)

    def go(self, state: State) -> None:
        pop(state)


# --- Round events: erthad, rim ------------------------------------------------------------


@frame
class Gather(NamedTuple):
    """[S19.14] One own figure may join another one next to it."""

    seat: int

    def moves(self, state: State) -> list[tuple[int, int]]:
        """Which figures may go where."""
        found = []
        for index, piece in enumerate(state.pieces):
            own = piece.owner == piece.leader == self.seat and piece.land >= 0
            if own and not held(state, index) and not locked(state, index):
                found += [(index, to) for to in self._ways(state, piece.land)]
        return found

    def _ways(self, state: State, land: int) -> list[int]:
        """The lands next to it with an own figure, where no rune bars the way (S8.2)."""
        return [
            other
            for other in sorted(adjacent(state, land))
            if own_figures(state, self.seat, other)
            and not shut(state, self.seat, land, other)
            and not tokens(state, "standstill", other)
        ]

    def waits(self, state: State) -> tuple[int, ...]:
        return (self.seat,) if self.moves(state) else ()

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        return ("gather", "pass")

    def passed(self, state: State, seat: int) -> None:
        pop(state)

    def go(self, state: State) -> None:
        pop(state)


class GatherVerb(Verb):
    """[S19.14] A figure joins another one."""

    name = "gather"
    exact = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield from top(state).moves(state)

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        if tuple(args) not in top(state).moves(state):
            return No("S19.14", "cannot_gather", {"piece": args[0], "land": args[1]})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        relocate(state, args[0], args[1])
        pop(state)
        settle(state)


@frame
class Thin(NamedTuple):
    """[S19.15] Who has more than three lands takes the marker off one of them."""

    seat: int

    def lands(self, state: State) -> list[int]:
        """Own lands without a figure, talan or ost."""
        return weather.thinned(state, self.seat)

    def waits(self, state: State) -> tuple[int, ...]:
        return (self.seat,) if self.lands(state) else ()

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        return ("release",)

    def release(self, state: State, land: int) -> None:
        """The marker goes."""
        unmark(state, land)
        pop(state)

    def go(self, state: State) -> None:
        pop(state)


class Release(Verb):
    """[S19.15] [S13.5] A marker is taken off."""

    name = "release"
    exact = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield from ((land,) for land in top(state).lands(state))

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        if args[0] not in top(state).lands(state):
            rule = "S19.15" if isinstance(top(state), Thin) else "S13.5"
            return No(rule, "not_to_release", {"land": args[0]})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        top(state).release(state, args[0])
