"""Steps of quests in free words (S15.13)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cruachan.engine.game import Viewer
from cruachan.games.shent.chapters.quests import not_own
from cruachan.games.shent.chapters.votes import Ballot, Counts, Matter
from cruachan.games.shent.core.acts import change_quest
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.flow import Args, No, Verb, push
from cruachan.games.shent.core.speaker import Speaker
from cruachan.games.shent.core.state import DomainEvent, Quest, State, quest_of

MOST_STEPS = 5


def _quest(state: State, number: int) -> Quest:
    found = quest_of(state, number)
    assert found is not None
    return found[1]


def _covered(state: State, number: int, verb: str) -> str:
    """[S15.13] Of a quest whose aim is hidden the steps are too."""
    return "" if _quest(state, number).mode == "open" else f"{verb} ?"


class PlanVerb(Verb):
    """[S15.13] The steps of a quest, a line each."""

    name = "plan"
    shape = "task"
    reveals = True
    aside = True
    takes_words = True
    needs_words = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        for quest in state.players[seat].quests:
            if quest.aim is None:
                yield (quest.number,)

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        no = not_own(state, seat, args[0], "S15.13")
        if no:
            return no
        quest = _quest(state, args[0])
        if quest.aim is not None:
            return No("S15.13", "no_steps_of_aim")
        if any(done for _, done in quest.steps):
            return No("S15.13", "step_ticked")
        return None

    def refuse_words(self, state: State, seat: int, args: Args, words: str) -> No | None:
        steps = _lines(words)
        if len(steps) > MOST_STEPS:
            return No("S15.13", "many_steps", {"many": len(steps), "most": MOST_STEPS})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        steps = tuple((step, False) for step in _lines(words))
        change_quest(state, seat, args[0], steps=steps)

    def covered(self, state: State, seat: int, args: Args, viewer: Viewer) -> str:
        return _covered(state, args[0], self.name)


def _lines(words: str) -> list[str]:
    return [line for line in words.split("\n") if line]


class TickVerb(Verb):
    """[S15.13] A step is done, says the owner."""

    name = "tick"
    shape = "task index"
    reveals = True
    aside = True
    takes_words = True
    seldom = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        for quest in state.players[seat].quests:
            yield from ((quest.number, at) for at, (_, done) in enumerate(quest.steps) if not done)

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        number, at = args
        no = not_own(state, seat, number, "S15.13")
        if no:
            return no
        quest = _quest(state, number)
        if not 0 <= at < len(quest.steps) or quest.steps[at][1]:
            return No("S15.13", "no_such_step")
        if quest.ticked == state.turns:
            return No("S15.13", "ticked_already")
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        number, at = args
        change_quest(state, seat, number, ticked=state.turns)
        quest = _quest(state, number)
        if quest.mode == "open":
            push(state, Ballot("step", seat, ("step",), quest, step=at))
        else:
            _tick(state, seat, number, at)

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        number, at = args
        return say.words("do.tick", number=number, step=_quest(state, number).steps[at][0])

    def covered(self, state: State, seat: int, args: Args, viewer: Viewer) -> str:
        return _covered(state, args[0], self.name)


def _tick(state: State, seat: int, number: int, at: int) -> None:
    """A step is ticked off. Other quests of its owner must not remember it: it may be hidden."""
    steps = list(_quest(state, number).steps)
    steps[at] = (steps[at][0], True)
    change_quest(state, seat, number, steps=tuple(steps))
    state.domain_events.append(DomainEvent(DomainEventKind.TICKED, seat, amount=number, more=(at,)))


class Ticked(Matter):
    """[S15.13] Whether the others agree that a step is done; a tie does."""

    kind = "step"

    def judge(self, state: State, ballot: Ballot, counts: Counts) -> None:
        assert ballot.quest is not None
        if ballot.passed(counts)["step"]:
            _tick(state, ballot.seat, ballot.quest.number, ballot.step)

    def values(self, say: Speaker, state: State) -> dict[str, Any]:
        ballot = state.stack[-1]
        return {"step": ballot.quest.steps[ballot.step][0]}
