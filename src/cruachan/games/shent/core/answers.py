"""Yes, no and nothing: the answers that many questions share."""

from __future__ import annotations

from cruachan.games.shent.core.flow import Args, Verb, top
from cruachan.games.shent.core.speaker import Speaker
from cruachan.games.shent.core.state import State


class Pass(Verb):
    """Nothing, where something is offered."""

    name = "pass"
    shape = ""
    reveals = True

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        top(state).passed(state, seat)

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        return say.words(f"do.{top(state).passing}")


class Accept(Verb):
    """Yes, where somebody is asked."""

    name = "accept"
    shape = ""
    reveals = True

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        top(state).answer(state, seat, True)


class Decline(Verb):
    """No, where somebody is asked."""

    name = "decline"
    shape = ""
    reveals = True

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        top(state).answer(state, seat, False)
