"""What was decided by a move, to be kept in sight until it has been read.

Contests, votes, magic, appeals and proposals: each for those whom it concerns, with the numbers.
"""

from __future__ import annotations

from collections.abc import Sequence

from cruachan.engine.game import CHANCE, Viewer
from cruachan.engine.texts import Lang
from cruachan.games.shent.chapters.agreements import Proposal
from cruachan.games.shent.chapters.events import Event
from cruachan.games.shent.chapters.freely import FreeReading
from cruachan.games.shent.chapters.votes import Ballot
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import PART
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.speaker import capital
from cruachan.games.shent.core.state import DomainEvent, State
from cruachan.games.shent.view.speech import ShentSpeech


def outcome(
    before: State,
    seat: int,
    move: Move,
    after: State,
    viewer: Viewer,
    names: Sequence[str],
    lang: Lang,
) -> str:
    """What a move has decided for a seat: a line, and what led to it; nothing for others."""
    if viewer is None or viewer == CHANCE or after.outcome:
        return ""
    return "\n".join(Outcomes(before, seat, move, after, viewer, names, lang).lines())


class Outcomes:
    """The outcomes of one move."""

    def __init__(
        self,
        before: State,
        seat: int,
        move: Move,
        after: State,
        viewer: int,
        names: Sequence[str],
        lang: Lang,
    ) -> None:
        self.before = before
        self.seat = seat
        self.move = move
        self.after = after
        self.viewer = viewer
        self.speech = ShentSpeech(before, names, lang, viewer)
        self.words = self.speech.words
        self.top = before.stack[-1] if before.stack else None

    def lines(self) -> list[str]:
        """All that concerns the viewer, line by line."""
        found = [*self._proposal(), *self._appeal()]
        told = {
            DomainEventKind.MEASURED: self._contest,
            DomainEventKind.VOTED: self._vote,
            DomainEventKind.COUNTERED: self._countered,
            DomainEventKind.WITHSTOOD: self._countered,
            DomainEventKind.TOO_WEAK: self._too_weak,
            DomainEventKind.NO_LEAVE: self._no_leave,
        }
        for event in self.after.domain_events:
            if event.what in told:
                found += told[DomainEventKind(event.what)](event)
        return found

    # --- Contests

    def _contest(self, event: DomainEvent) -> list[str]:
        """[S10.8] [S11.3] Who won, and by which numbers."""
        if self.viewer not in (event.seat, event.other):
            return []
        kind, one, two, *numbers = event.more
        sums, drawn, points = numbers[:2], numbers[2:4], numbers[4:6]
        sides = [(event.seat, one), (event.other, two)]
        mine = 0 if self.viewer == event.seat else 1
        won = sums[mine] - sums[1 - mine]
        key = "contest_won" if won > 0 else "contest_lost" if won < 0 else "contest_drawn"
        values = {"kind": capital(self.speech.word(kind)), "land": self.speech.land(event.land)}
        said = self.words(f"outcome.{key}", **values, mine=sums[mine], theirs=sums[1 - mine])
        return [said, *(self._sum(*sides[at], sums[at], drawn[at], points[at]) for at in (0, 1))]

    def _sum(self, seat: int, unit: int, total: int, drawn: int, points: int) -> str:
        """What the strength of a side was made of."""
        who = self.speech.side(seat) if unit >= PART else self.speech.unit(unit)
        values = {"base": total - drawn - points, "points": points, "number": drawn}
        key = "outcome.sum_points" if points else "outcome.sum"
        return self.words(key, who=capital(who), **values, total=total)

    # --- Votes

    def _vote(self, event: DomainEvent) -> list[str]:
        """[S6.6] [S15.4] What was voted on, how, and what follows: for those it is about, and for
        who was outvoted."""
        ballot = self.top
        if not isinstance(ballot, Ballot):
            return []
        kind, *rest = event.more
        questions = [each for each in rest if isinstance(each, str)]
        flat = rest[len(questions) :]
        counts = [(flat[2 * at], flat[2 * at + 1]) for at in range(len(questions))]
        names = {"player": self.speech.names[event.seat], "other": self.speech.side(ballot.other)}
        yes = _passed(kind, counts) and not self._vetoed(ballot)
        if self.viewer not in (event.seat, ballot.other) and not self._outvoted(ballot, yes):
            return []
        key = f"{kind}_{'yes' if yes else 'no'}"
        said = self.words(self._to(key, event.seat, ballot.other), **names)
        counted = map(self._count, questions, counts)
        return [said, *counted, *self._vetoes(ballot), *self._engine(ballot, questions)]

    def _to(self, key: str, seat: int, other: int) -> str:
        """The text for the viewer: about her, about what she is to get, or about others."""
        if self.viewer == seat and key != "round_no":
            return f"outcome.{key}_you"
        if self.viewer == other and key.startswith("honour"):
            return f"outcome.{key}_to_you"
        return f"outcome.{key}"

    def _votes(self, ballot: Ballot) -> list[tuple[int, tuple[bool, ...]]]:
        return [*ballot.votes, (self.seat, self.move.args)]

    def _outvoted(self, ballot: Ballot, yes: bool) -> bool:
        """Whether the viewer voted, and it came otherwise."""
        own = [vote for seat, vote in self._votes(ballot) if seat == self.viewer]
        return any(ballot.against(vote) == yes for vote in own)

    def _vetoed(self, ballot: Ballot) -> bool:
        """[S36.6] Whether somebody has said no whom a free reading touches."""
        return bool(self._against(ballot))

    def _against(self, ballot: Ballot) -> list[int]:
        """[S36.6] Those whom a free reading touches and who have said no to it."""
        below = self.before.stack[-2] if len(self.before.stack) > 1 else None
        if not isinstance(below, FreeReading):
            return []
        needed = below.must_agree(self.before)
        return [seat for seat, vote in self._votes(ballot) if seat in needed and not vote[0]]

    def _vetoes(self, ballot: Ballot) -> list[str]:
        """[S36.6] Why a yes of most was not enough."""
        against = self._against(ballot)
        names = self.speech.players(against)
        return [self.words("outcome.vetoed", names=names)] if against else []

    def _count(self, question: str, count: tuple[int, int]) -> str:
        yes, no = count
        asked = capital(self.words(f"question.{question}"))
        return self.words("outcome.count", question=asked, yes=yes, no=no)

    def _engine(self, ballot: Ballot, questions: Sequence[str]) -> list[str]:
        """[S3.8] That the game's own yes was counted, where it was."""
        counted = "hard" in questions and ballot.engine(self.before)
        return [self.words("outcome.engine")] if counted else []

    # --- Magic, appeals, proposals

    def _countered(self, event: DomainEvent) -> list[str]:
        """[S14.9] Magic against a reading or a cast."""
        if self.viewer not in (event.seat, event.other):
            return []
        counter, rune, strength = event.more
        values = {
            "player": self.speech.side(event.other),
            "counter": self.speech.rune(counter),
            "rune": self.speech.rune(rune),
            "own": event.amount,
            "strength": strength,
            "land": self.speech.land(event.land),
        }
        key = f"{event.what}_you" if self.viewer == event.other else event.what
        return [self.words(f"outcome.{key}", **values)]

    def _too_weak(self, event: DomainEvent) -> list[str]:
        """[S14.3] A cast that came to nothing."""
        if self.viewer != event.seat:
            return []
        land = self.speech.land(event.land)
        return [self.words("outcome.too_weak", land=land, strength=event.amount)]

    def _no_leave(self, event: DomainEvent) -> list[str]:
        """[S14.11] The referee has not allowed it."""
        if self.viewer != event.seat:
            return []
        return [self.words("outcome.no_leave", player=self.speech.side(event.other))]

    def _appeal(self) -> list[str]:
        """[S9.10] What came of an appeal."""
        question = self.top
        if not isinstance(question, Event) or question.step != "appeal":
            return []
        if self.viewer != question.seat:
            return []
        if self.move.verb != "read":
            return []
        was, now = (self.speech.reading(key) for key in (question.reading, self.move.args[0]))
        return [
            self.words("outcome.upheld" if was == now else "outcome.overturned", was=was, now=now)
        ]

    def _proposal(self) -> list[str]:
        """[S37.1] [S37.14] Nothing came of a proposal, for whoever has made it."""
        asked = self.top
        if not isinstance(asked, Proposal) or self.viewer in (self.seat, None):
            return []
        answered = asked.sent and self.move.verb == "decline" and self.viewer == asked.seat
        unsaid = asked.answers and self.move.verb == "pass" and self.viewer == asked.other
        if not (answered or unsaid):
            return []
        return [self.words("outcome.not_agreed", player=self.speech.names[self.seat])]


def _passed(kind: str, counts: Sequence[tuple[int, int]]) -> bool:
    """Whether what was voted on came about."""
    if kind == "respect":
        return all(yes <= no for yes, no in counts)
    if kind == "honour":
        return all(yes > no for yes, no in counts)
    return all(yes >= no for yes, no in counts)
