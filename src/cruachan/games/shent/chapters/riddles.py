"""Riddles in words (S11.8)."""

from __future__ import annotations

from collections.abc import Iterator

from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.flow import Args, No, Verb
from cruachan.games.shent.core.speaker import Speaker
from cruachan.games.shent.core.state import State


def ask(state: State, sides: tuple[int, int]) -> None:
    """[S11.8] What the sides of a riddle contest said when they wanted it is what they ask."""
    for event in [each for each in state.domain_events if each.what == DomainEventKind.SAID]:
        verb, words = event.more
        if verb == "want" and event.seat in sides:
            (other,) = (side for side in sides if side != event.seat)
            state.riddles[other] = (event.seat, words)


class SolveVerb(Verb):
    """[S11.8] An answer to a riddle."""

    name = "solve"
    shape = ""
    reveals = True
    aside = True
    takes_words = True
    needs_words = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        if seat in state.riddles:
            yield ()

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        return None if seat in state.riddles else No("S11.8", "no_riddle")

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        del state.riddles[seat]

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        asker, riddle = state.riddles[seat]
        return say.words("do.solve", player=say.names[asker], words=riddle)
