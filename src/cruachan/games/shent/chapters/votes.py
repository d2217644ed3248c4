"""Votes: on acceptance and fulfilment, on respect, on the goal (S6.6, S15.4, S15.11, S16.4)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import ClassVar, NamedTuple

from cruachan.engine.game import NOBODY
from cruachan.games.shent.aims import aims
from cruachan.games.shent.core.acts import note
from cruachan.games.shent.core.flow import Args, No, Verb, frame, pop, top, turn_to
from cruachan.games.shent.core.state import Quest, State

Counts = list[tuple[int, int]]
"""Yes and no, question by question."""


class Matter:
    """What is voted on, and what follows. Its subclasses are all there are."""

    kind: ClassVar[str]
    hard: ClassVar[int] = aims.FAIR
    """From which difficulty on the engine finds a task hard enough."""
    ALL: ClassVar[dict[str, Matter]] = {}

    def __init_subclass__(cls) -> None:
        Matter.ALL[cls.kind] = cls()

    def judge(self, state: State, ballot: Ballot, counts: Counts) -> None:
        """All have voted."""
        raise NotImplementedError


@frame
class Ballot(NamedTuple):
    """All who vote do so at once; nobody sees a vote before all are there. [S4.11]"""

    kind: str
    """accept, claim, respect, honour, goal; see Matter"""
    seat: int
    questions: tuple[str, ...]
    quest: Quest | None = None
    other: int = NOBODY
    """Who is to be honoured."""
    votes: tuple[tuple[int, tuple[bool, ...]], ...] = ()

    @property
    def matter(self) -> Matter:
        """What it is about."""
        return Matter.ALL[self.kind]

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
        return aims.hardness(state, self.seat, quest) >= self.matter.hard

    def counts(self, state: State, at: int) -> tuple[int, int]:
        """Yes and no on a question."""
        yes = sum(vote[at] for _, vote in self.votes)
        no = len(self.votes) - yes
        return yes + (self.questions[at] == "hard" and self.engine(state)), no

    def passed(self, counts: Counts) -> dict[str, bool]:
        """Which questions have a yes: as many votes as against it, or more."""
        pairs = zip(self.questions, counts, strict=True)
        return {question: yes >= no for question, (yes, no) in pairs}

    def go(self, state: State) -> None:
        pop(state)
        counts = [self.counts(state, at) for at in range(len(self.questions))]
        flat = tuple(number for pair in counts for number in pair)
        note(state, "voted", self.seat, more=(self.kind, *self.questions, *flat))
        self.matter.judge(state, self, counts)


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
