"""Readings that work only if somebody agrees."""

from __future__ import annotations

from cruachan.games.shent.core.acts import note, settle
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import Number, Seat
from cruachan.games.shent.core.flow import Frame, Question, pop, push, turn_to
from cruachan.games.shent.core.parts import holds_target
from cruachan.games.shent.core.reading import Act, Reading, ReadingKey, Target
from cruachan.games.shent.core.speaker import Ask, Speaker
from cruachan.games.shent.core.state import State


def work_or_ask(state: State, key: str, act: Act, target: Target) -> None:
    """A reading works, at once or when somebody has agreed."""
    asked = Reading.ALL[key].asks(state, act, target)
    if asked is None:
        Reading.ALL[key].work(state, act, target)
    else:
        push(state, Consent(asked, key, act, target))


class Consent(Question):
    """A reading works only if this seat agrees."""

    seat: Seat
    reading: ReadingKey
    act: Act
    target: Target
    answered: Number = -1

    def waits(self, state: State) -> tuple[int, ...]:
        return (self.seat,) if self.answered < 0 else ()

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        return ("accept", "decline")

    def answer(self, state: State, seat: int, yes: bool) -> None:
        """It agrees, or not."""
        turn_to(state, answered=int(yes))

    def go(self, state: State) -> None:
        pop(state)
        reading = Reading.ALL[self.reading]
        if self.answered and self.target in reading.targets(state, self.act):
            reading.work(state, self.act, self.target)
            settle(state)
        elif not self.answered:
            reading.declined(state, self.act, self.target)
            note(state, DomainEventKind.DECLINED, self.seat, more=(self.reading,))

    def ask(self, say: Speaker, state: State, viewer: int) -> Ask:
        return "consent", {
            "player": say.names[self.act.seat],
            "reading": say.reading(self.reading),
            "does": say.does(self.reading, self.act.strength, self.act.magic, whose=self.act.seat),
        }

    def sound(self, state: State, below: Frame | None) -> bool:
        return self.reading in Reading.ALL and holds_target(state, self.reading, self.target)
