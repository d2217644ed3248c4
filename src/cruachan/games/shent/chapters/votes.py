"""Votes: on acceptance and fulfilment, on respect, on the goal (S6.6, S15.4, S15.11, S16.4)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from cruachan.engine.game import NOBODY
from cruachan.games.shent.aims import aims
from cruachan.games.shent.core.acts import change, change_quest, gain, note
from cruachan.games.shent.core.chance import BY_CHANCE, number_falls
from cruachan.games.shent.core.flow import Args, No, Verb, frame, pop, push, top, turn_to
from cruachan.games.shent.core.state import Quest, State

LUCKY = 4
"""[S15.6] The number that fulfils a quest in free words when the lot is called."""


@frame
class Ballot(NamedTuple):
    """All who vote do so at once; nobody sees a vote before all are there. [S4.11]"""

    kind: str
    """accept, claim, respect, honour, goal"""
    seat: int
    questions: tuple[str, ...]
    quest: Quest | None = None
    other: int = NOBODY
    """Who is to be honoured."""
    votes: tuple[tuple[int, tuple[bool, ...]], ...] = ()

    def voters(self, state: State) -> list[int]:
        """All but the one it is about; a proposal is for the remaining players."""
        out = {self.seat, self.other}
        return [seat for seat in range(state.seats) if seat not in out]

    def waits(self, state: State) -> tuple[int, ...]:
        voted = [seat for seat, _ in self.votes]
        return tuple(seat for seat in self.voters(state) if seat not in voted)

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        return ("vote",)

    def engine(self, state: State) -> bool:
        """[S3.8] [S6.6] [S16.4] Whether the engine adds a yes on whether it is hard enough."""
        quest = self.quest
        if quest is None or quest.aim is None or state.option("votes") != "engine":
            return False
        wanted = aims.GOAL if self.kind == "goal" else aims.FAIR
        return aims.hardness(state, self.seat, quest) >= wanted

    def counts(self, state: State, at: int) -> tuple[int, int]:
        """Yes and no on a question."""
        yes = sum(vote[at] for _, vote in self.votes)
        no = len(self.votes) - yes
        return yes + (self.questions[at] == "hard" and self.engine(state)), no

    def go(self, state: State) -> None:
        from cruachan.games.shent.chapters import quests

        pop(state)
        counts = [self.counts(state, at) for at in range(len(self.questions))]
        passed = {q: yes >= no for q, (yes, no) in zip(self.questions, counts, strict=True)}
        flat = tuple(number for pair in counts for number in pair)
        note(state, "voted", self.seat, more=(self.kind, *self.questions, *flat))
        if self.kind == "accept":
            assert self.quest is not None
            top(state).judged(state, self.quest, passed["hard"])
        elif self.kind == "claim":
            self._claim(state, passed)
        elif self.kind == "goal":
            quests.judge_goal(state, self.seat, all(passed.values()))
        elif self.kind == "respect":
            objected = counts[0][0] > counts[0][1]
            if not objected:
                gain(state, self.seat, aglar=1)
        else:
            self._honour(state, counts[0])

    def _claim(self, state: State, passed: dict[str, bool]) -> None:
        """[S15.4] [S15.6] The second question counts only if the first accepts."""
        from cruachan.games.shent.chapters import quests

        assert self.quest is not None
        hard, done = passed.get("hard", True), passed.get("done", True)
        lot = state.seats == 2 and self.quest.aim is None and state.option("votes") == "engine"
        if hard and not done and lot and not self.quest.called:
            push(state, CallLot(self.seat, self.quest.number))
        else:
            quests.judge_claim(state, self.seat, self.quest.number, hard, done)

    def _honour(self, state: State, counts: tuple[int, int]) -> None:
        """[S13.10] More than half of the remaining players; with two the proposal is enough."""
        if counts[0] > counts[1] or not self.votes:
            gain(state, self.other, aglar=1)
            change(state, self.other, honoured=state.round)
            note(state, "honoured", self.other, other=self.seat)


class Vote(Verb):
    """Yes or no, to one question or two."""

    name = "vote"

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield from product((True, False), repeat=len(top(state).questions))

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        if len(args) != len(top(state).questions) or any(not isinstance(a, bool) for a in args):
            return No("S15.4", "wrong_ballot")
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        turn_to(state, votes=(*top(state).votes, (seat, tuple(args))))


@frame
class CallLot(NamedTuple):
    """[S15.6] With two players a denied quest in free words may be put to the lot, once."""

    seat: int
    number: int
    called: bool = False

    def waits(self, state: State) -> tuple[int, ...]:
        return BY_CHANCE if self.called else (self.seat,)

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        return ("number",) if self.called else ("accept", "decline")

    def answer(self, state: State, seat: int, yes: bool) -> None:
        """The lot is called, or not."""
        from cruachan.games.shent.chapters.quests import judge_claim

        if yes:
            turn_to(state, called=True)
            change_quest(state, self.seat, self.number, called=True)
            return
        pop(state)
        judge_claim(state, self.seat, self.number, True, False)

    def falls(self, state: State) -> list[tuple[int, int]]:
        return number_falls(state)

    def fell(self, state: State, value: int) -> None:
        from cruachan.games.shent.chapters.quests import judge_claim

        pop(state)
        judge_claim(state, self.seat, self.number, True, value >= LUCKY)

    def go(self, state: State) -> None:
        raise AssertionError("the lot waits for its player or for chance")
