"""Small questions that readings put to players, and lots they draw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from typing import Any

from cruachan.engine.game import Viewer
from cruachan.games.shent.chapters.quests import Declare
from cruachan.games.shent.components.material import KEPT_FOR_EVENTS
from cruachan.games.shent.core.acts import (
    change_quest,
    give_rune,
    relocate,
    return_stones,
    settle,
    take_rune,
)
from cruachan.games.shent.core.chance import BY_CHANCE, even, rune_falls
from cruachan.games.shent.core.fields import Count, Land, Number, PieceId, Rune, Seat
from cruachan.games.shent.core.flow import Args, Frame, No, Question, Verb, pop, push, top, turn_to
from cruachan.games.shent.core.presence import adjacent, shut
from cruachan.games.shent.core.reading import Target
from cruachan.games.shent.core.speaker import Ask, Speaker
from cruachan.games.shent.core.state import Aim, State, quest_of
from cruachan.games.shent.readings.places import can_receive, move_all, way_out

MOST_WAYS = 60


# --- thurinas: lost (S26.6) ---------------------------------------------------------------


def ways_out(state: State, seat: int, land: int) -> list[int]:
    """[S26.6] The lands into which a group of this seat can stray."""
    return [
        other
        for other in sorted(adjacent(state, land))
        if can_receive(state, seat, other) and not shut(state, seat, land, other)
    ]


class Stray(Frame):
    """[S26.6] Figures go astray: the lot says where."""

    seat: Seat
    pieces: tuple[PieceId, ...]
    land: Land

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


# --- hannas: seen through (S27.5) ---------------------------------------------------------


class Avow(Question):
    """[S27.5] A quest without sealed words was seen through: its owner says it now."""

    seat: Seat
    number: Count
    mode: str = "open"

    def waits(self, state: State) -> tuple[int, ...]:
        return (self.seat,)

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        return ("free",)

    def word(self, state: State, aim: Aim | None, words: str) -> None:
        """It is said."""
        pop(state)
        change_quest(state, self.seat, self.number, words=words)

    def ask(self, say: Speaker, state: State, viewer: int) -> Ask:
        return "avow", {}


# --- breged: news, another task (S31.4, S31.7) --------------------------------------------


class News(Question):
    """[S31.4] So many runes are drawn, then as many put back; [S36.11] or only put back."""

    seat: Seat
    number: Number
    drawn: Count = 0

    def waits(self, state: State) -> tuple[int, ...]:
        if self.drawn < self.number and sum(state.bag) > KEPT_FOR_EVENTS:
            return BY_CHANCE
        return (self.seat,) if self.drawn and state.players[self.seat].hand else ()

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

    def ask(self, say: Speaker, state: State, viewer: int) -> Ask:
        return ("news" if self.drawn <= self.number else "news_lost"), {"number": self.drawn}

    def of_hand(self, state: State, seat: int) -> bool:
        return True

    def drawn_for(self, state: State) -> int | None:
        return self.seat


class PutBack(Verb):
    """[S31.4] A rune from the hand into the bag."""

    name = "putback"
    shape = "rune"
    reveals = True
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

    def covered(self, state: State, seat: int, args: Args, viewer: Viewer) -> str:
        return f"{self.name} ?"


class NewTask(Frame):
    """[S31.7] A quest has a new rune and is said anew.

    [S9.7] Nothing happens if a contest came first in which the rune was played.
    """

    seat: Seat
    number: Count
    rune: Count
    """The place of the rune among those of the quest."""
    new: Rune

    def go(self, state: State) -> None:
        pop(state)
        found = quest_of(state, self.number)
        if found is None or self.new not in state.players[self.seat].hand:
            return
        quest = found[1]
        runes = list(quest.runes)
        old, runes[self.rune] = runes[self.rune], self.new
        take_rune(state, self.seat, self.new)
        give_rune(state, self.seat, old)
        change_quest(state, self.seat, self.number, runes=tuple(runes))
        push(state, Declare(self.seat, tuple(runes), quest.mode, again=self.number))

    def shown(self) -> tuple[int, tuple[int, ...]]:
        return self.seat, (self.new,)

    def sound(self, state: State, below: Frame | None) -> bool:
        found = quest_of(state, self.number)
        return found is not None and self.rune < len(found[1].runes)


# --- rim: scattered (S33.4) ---------------------------------------------------------------


class Scatter(Question):
    """Asks to move a number of these figures into adjacent lands.

    [S9.7] A contest may come first; those that fell in it go nowhere.
    """

    seat: Seat
    pieces: tuple[PieceId, ...]
    number: Count

    def left(self, state: State) -> tuple[int, ...]:
        """The figures of the question that still stand on the board."""
        return tuple(piece for piece in self.pieces if state.pieces[piece].land >= 0)

    def going(self, state: State) -> int:
        """How many must go."""
        return min(self.number, len(self.left(state)))

    def goals(self, state: State) -> list[int]:
        """The lands into which they may go."""
        left = self.left(state)
        return way_out(state, self.seat, state.pieces[left[0]].land) if left else []

    def ways(self, state: State) -> list[Target]:
        """Which may go where: figure, land, figure, land, and so on."""
        return list(islice(self._ways(state), MOST_WAYS))

    def _ways(self, state: State) -> Iterator[Target]:
        """All to one land, or each to the next one."""
        number, lands = self.going(state), self.goals(state)
        apart = number > 1 and len(lands) > 1
        for spread in (1, 0) if apart else (0,):
            for start in range(len(lands)):
                for going in combinations(self.left(state), number):
                    goals = [lands[(start + spread * i) % len(lands)] for i in range(number)]
                    yield tuple(n for way in zip(going, goals, strict=True) for n in way)

    def waits(self, state: State) -> tuple[int, ...]:
        return (self.seat,) if self.ways(state) else ()

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        return ("scatter",)

    def go(self, state: State) -> None:
        pop(state)

    def ask(self, say: Speaker, state: State, viewer: int) -> Ask:
        land = state.pieces[self.left(state)[0]].land
        return "scatter", {"number": self.going(state), "land": say.land(land)}

    def sound(self, state: State, below: Frame | None) -> bool:
        lands = {state.pieces[piece].land for piece in self.left(state)}
        return len(lands) <= 1 and 0 < self.number <= len(self.pieces)


class ScatterVerb(Verb):
    """[S33.4] Figures go apart."""

    name = "scatter"
    shape = "piece land"
    reveals = False

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield from top(state).ways(state)

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        pieces, lands = args[::2], args[1::2]
        task = top(state)
        number = task.going(state)
        if len(pieces) != number or len(set(pieces)) != len(lands):
            return No("S33.4", "scatter_so_many", {"number": number})
        if set(pieces) <= set(task.left(state)) and set(lands) <= set(task.goals(state)):
            return None
        return No("S33.4", "cannot_scatter")

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        pop(state)
        goals = dict(zip(args[::2], args[1::2], strict=True))
        for land in dict.fromkeys(goals.values()):
            move_all(state, [piece for piece, goal in goals.items() if goal == land], land)

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        pairs = zip(args[::2], args[1::2], strict=True)
        said = [
            say.words("do.scatter_way", piece=say.piece(piece), land=say.land(land))
            for piece, land in pairs
        ]
        return say.words("do.scatter", ways=", ".join(said))

    def kinds(self, state: State, said: Sequence[Any]) -> list[str]:
        return self.shape.split() * (len(said) // 2)
