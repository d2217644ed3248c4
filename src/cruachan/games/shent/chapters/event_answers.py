"""What is said to an event: which rune, for what, only a story, another reading (S9, S34)."""

from __future__ import annotations

from collections.abc import Iterator

from cruachan.games.shent.chapters.events import applicable, can_draw, draw_event, named_target
from cruachan.games.shent.chapters.targets import TargetVerb
from cruachan.games.shent.components.material import temper
from cruachan.games.shent.core.flow import Args, No, Verb, pop, set_turn, top, turn_to
from cruachan.games.shent.core.reading import STORY
from cruachan.games.shent.core.speaker import Speaker
from cruachan.games.shent.core.state import State, figures


class TakeRuneVerb(Verb):
    """[S34.5] Which of two runes becomes the event."""

    name = "take"
    shape = "rune"
    reveals = False
    exact = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield from ((rune,) for rune in sorted(set(top(state).runes)))

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        if args[0] not in top(state).runes:
            return No("S34.5", "not_drawn", {"rune": args[0]})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        turn_to(state, rune=args[0], step="number", runes=())


class PickTargetVerb(TargetVerb):
    """[S9.5] [S9.6] The active player takes a reading, and says for what."""

    name = "target"
    shape = ""
    reveals = True
    takes_words = True
    seldom = True
    exact = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield from ((target,) for target in top(state).choices(state))

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        if args[0] not in top(state).choices(state):
            rule = "S9.5" if temper(top(state).rune) == "good" else "S9.6"
            return No(rule, "wrong_target", {"reading": top(state).reading})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        turn_to(state, target=args[0], step="moment")

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        named = named_target(say, state, top(state).reading, args[0])
        return say.words("do.target", target=named) if named else say.words("do.target_plain")


class WaiveVerb(Verb):
    """[S9.5] A good rune may be only a story."""

    name = "waive"
    shape = ""
    reveals = False
    takes_words = True
    seldom = True

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        event = top(state)
        if temper(event.rune) != "good":
            return No("S9.5", "only_good")
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        turn_to(state, reading=STORY, target=(), step="moment")


class AppealVerb(Verb):
    """[S9.10] Once a turn."""

    name = "appeal"
    shape = ""
    reveals = True
    takes_words = True
    seldom = True

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        if state.turn.appealed:
            return No("S9.10", "appealed")
        if top(state).asked or len(applicable(state, top(state).act)) < 2:
            return No("S9.10", "no_other_reading")
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        set_turn(state, appealed=True)
        turn_to(state, step="appeal")


class DrawMoreVerb(Verb):
    """[S9.1] Besides the printed rune, one from the bag."""

    name = "draw"
    shape = ""
    reveals = False

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        return None if can_draw(state) else No("S1.6", "bag_empty")

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        event = top(state)
        pop(state)
        draw_event(state, seat, event.land, tuple(figures(state, seat, event.land)), event.second)
