"""Votes: on acceptance and fulfilment, on respect, on the goal (S6.6, S15.4, S15.11, S16.4)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Annotated, Any, ClassVar, Self

from cruachan.engine.game import NOBODY, Viewer
from cruachan.games.shent.aims import aims
from cruachan.games.shent.core.acts import note
from cruachan.games.shent.core.bonds import SUPPORT, breach, broken_by, warned
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import SEALED, Anyone, Count, Seat, one_of
from cruachan.games.shent.core.flow import (
    Args,
    Frame,
    No,
    Question,
    Verb,
    cover,
    pop,
    top,
    turn_to,
    uncover,
)
from cruachan.games.shent.core.speaker import Ask, Speaker
from cruachan.games.shent.core.state import Quest, State, quest_of

KINDS = ("accept", "claim", "respect", "honour", "goal", "reading", "round", "step")
QUESTIONS = {
    **dict.fromkeys(("honour", "reading", "round"), ("agree",)),
    "accept": ("hard",),
    "respect": ("object",),
    "step": ("step",),
}
"""What is asked, where it is always the same; what all agree to is no quest."""
Counts = list[tuple[int, int]]
"""Yes and no, question by question."""


class Matter:
    """What is voted on, and what follows. Its subclasses are all there are."""

    kind: ClassVar[str]
    hard: ClassVar[int] = aims.FAIR
    """From which difficulty on the engine finds a task hard enough."""
    under: ClassVar[str] = ""
    """The frame that lies below the vote, where it is about one."""
    ALL: ClassVar[dict[str, Matter]] = {}

    def __init_subclass__(cls) -> None:
        Matter.ALL[cls.kind] = cls()

    def judge(self, state: State, ballot: Ballot, counts: Counts) -> None:
        """All have voted."""
        raise NotImplementedError

    def values(self, say: Speaker, state: State) -> dict[str, Any]:
        """What the question names besides."""
        return {}


class Ballot(Question):
    """All who vote do so at once; nobody sees a vote before all are there. [S4.11]"""

    kind: Annotated[str, one_of(*KINDS)]
    """What it is about; see Matter"""
    seat: Seat
    questions: tuple[Annotated[str, one_of("hard", "done", "object", "agree", "step")], ...]
    quest: Quest | None = None
    other: Anyone = NOBODY
    """Who is to be honoured."""
    votes: tuple[tuple[Seat, Annotated[tuple[bool, ...], SEALED]], ...] = ()
    step: Count = 0
    """[S15.13] Which step of the quest is said to be done."""

    sealed: ClassVar = ("vote",)

    @property
    def matter(self) -> Matter:
        """What it is about."""
        return Matter.ALL[self.kind]

    def voters(self, state: State) -> list[int]:
        """All but the one it is about; a proposal is for the remaining players."""
        out = {self.seat, self.other}
        return [seat for seat in range(state.seats) if seat not in out]

    @property
    def judged_seat(self) -> int:
        """For whom it would be good."""
        return self.other if self.kind == "honour" else self.seat

    def against(self, vote: tuple[bool, ...]) -> bool:
        """[S37.8] Whether a vote is against whom it is about: a quest, a goal, aglar."""
        if self.kind == "reading":
            return False
        pairs = zip(self.questions, vote, strict=True)
        return any(yes == (question == "object") for question, yes in pairs)

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
        note(state, DomainEventKind.VOTED, self.seat, more=(self.kind, *self.questions, *flat))
        for voter, vote in self.votes:
            if self.against(vote):
                breach(state, voter, self.judged_seat, SUPPORT)
        self.matter.judge(state, self, counts)

    def ask(self, say: Speaker, state: State, viewer: int) -> Ask:
        values = {"player": say.names[self.seat], "other": say.side(self.other)}
        judged = ""
        if self.quest is not None and self.quest.aim is not None:
            turns = aims.hardness(state, self.seat, self.quest)
            level = say.words(f"level.{aims.level(turns)}")
            judged = say.words("say.judged", level=level, turns=turns)
        values |= {
            "quest": say.task(self.quest),
            "judged": judged,
            "story": "",
        }
        return f"ballot_{self.kind}", {**values, **self.matter.values(say, state)}

    def seen_by(self, viewer: Viewer) -> Self:
        return self._replace(votes=cover(self.votes, viewer))

    def determinize(self, state: State) -> Self:
        return self._replace(votes=uncover(self.votes, lambda _: (True,) * len(self.questions)))

    def sound(self, state: State, below: Frame | None) -> bool:
        if self.questions != QUESTIONS.get(self.kind, self.questions) or not self.questions:
            return False
        if self.matter.under and type(below).__name__ != self.matter.under:
            return False
        if self.kind in ("claim", "step") and (
            not self.quest or not quest_of(state, self.quest.number)
        ):
            return False
        if self.kind == "step" and self.quest and self.step >= len(self.quest.steps):
            return False
        judged = self.kind != "accept" or hasattr(below, "judged")
        given = [vote for _, vote in self.votes if isinstance(vote, tuple)]
        counted = all(len(vote) == len(self.questions) for vote in given)
        return counted and judged and (self.quest is None) == (self.questions == ("agree",))


class VoteVerb(Verb):
    """Yes or no, to one question or two."""

    name = "vote"
    shape = "answer*"
    reveals = True
    takes_words = True
    seldom = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield from product((True, False), repeat=len(top(state).questions))

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        if len(args) != len(top(state).questions) or any(not isinstance(a, bool) for a in args):
            return No("S15.4", "wrong_ballot")
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        turn_to(state, votes=(*top(state).votes, (seat, tuple(args))))

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        ballot = top(state)
        against = ballot.against(args)
        broken = broken_by(state, seat, ballot.judged_seat, SUPPORT) if against else []
        return warned(say, self._said(say, ballot.questions, args), broken, seat)

    def _said(self, say: Speaker, questions: tuple[str, ...], args: Args) -> str:
        if len(questions) == 1:
            return say.words(f"vote.{questions[0]}_{'yes' if args[0] else 'no'}")
        said = [
            f"{say.words(f'question.{question}')}: {say.word('yes' if yes else 'no')}"
            for question, yes in zip(questions, args, strict=True)
        ]
        return say.words("do.vote", answers="; ".join(said))
