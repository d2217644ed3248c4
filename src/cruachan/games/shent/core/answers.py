"""Yes, no and nothing: the answers that many questions share."""

from __future__ import annotations

from cruachan.games.shent.core.flow import Args, Verb, top
from cruachan.games.shent.core.state import State


class Pass(Verb):
    """Nothing, where something is offered."""

    name = "pass"

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        top(state).passed(state, seat)


class Accept(Verb):
    """Yes, where somebody is asked."""

    name = "accept"

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        top(state).answer(state, seat, True)


class Decline(Verb):
    """No, where somebody is asked."""

    name = "decline"

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        top(state).answer(state, seat, False)
