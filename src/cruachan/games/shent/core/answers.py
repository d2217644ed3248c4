"""Yes, no and nothing: the answers that many questions share."""

from __future__ import annotations

from cruachan.engine.game import Viewer
from cruachan.games.shent.core.bonds import warned
from cruachan.games.shent.core.flow import Args, No, Verb, top
from cruachan.games.shent.core.speaker import Speaker
from cruachan.games.shent.core.state import State


class PassVerb(Verb):
    """Nothing, where something is offered."""

    name = "pass"
    shape = ""
    reveals = True

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        top(state).passed(state, seat)

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        return say.words(f"do.{top(state).passing}")


class AcceptVerb(Verb):
    """Yes, where somebody is asked."""

    name = "accept"
    shape = ""
    reveals = True
    takes_words = True
    seldom = True

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        no: No | None = top(state).unable(state, seat)
        return no

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        top(state).answer(state, seat, True)

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        said = super().label(say, state, seat, args)
        return warned(say, said, top(state).breaks(state, seat, True), seat)


class DeclineVerb(Verb):
    """No, where somebody is asked."""

    name = "decline"
    shape = ""
    reveals = True
    takes_words = True
    seldom = True

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        top(state).answer(state, seat, False)

    def covered(self, state: State, seat: int, args: Args, viewer: Viewer) -> str:
        return self.name if top(state).apart(viewer) else ""

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        said = super().label(say, state, seat, args)
        return warned(say, said, top(state).breaks(state, seat, False), seat)
