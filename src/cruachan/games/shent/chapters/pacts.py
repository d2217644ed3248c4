"""Agreements that stand: paid, judged, dissolved, broken (S37)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from cruachan.engine.game import NOBODY
from cruachan.games.shent.chapters.agreements import Proposal, hand_over, no_term, pact_in_words
from cruachan.games.shent.core.acts import end_pact
from cruachan.games.shent.core.flow import Args, No, Verb, push
from cruachan.games.shent.core.speaker import Speaker
from cruachan.games.shent.core.state import Deal, Pact, State, Term, pact_of


class PactVerb(Verb, known=False):
    """[S37.10] Something about an agreement that stands."""

    shape = "pact"
    reveals = True
    aside = True
    heading = "general"
    rule: ClassVar[str]

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield from ((pact.number,) for pact in state.pacts if seat in (pact.seat, pact.other))

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        pact = pact_of(state, args[0])
        if pact is None or seat not in (pact.seat, pact.other):
            return No(self.rule, "no_such_pact", {"number": args[0]})
        return self.against(state, seat, pact)

    def against(self, state: State, seat: int, pact: Pact) -> No | None:
        """The rule against it."""
        return None

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        pact = pact_of(state, args[0])
        text = pact_in_words(say, pact) if pact else ""
        return say.words(f"do.{self.name}", number=args[0], text=text)


def the_pact(state: State, args: Args) -> Pact:
    """The agreement that a move names."""
    pact = pact_of(state, args[0])
    assert pact is not None
    return pact


class PayVerb(PactVerb):
    """[S37.7] What was promised is paid."""

    name = "pay"
    rule = "S37.7"

    def against(self, state: State, seat: int, pact: Pact) -> No | None:
        if pact.kind != "pay" or pact.seat != seat:
            return No("S37.7", "nothing_to_pay", {"number": pact.number})
        return no_term(state, seat, Term("tur", pact.amount))

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        pact = the_pact(state, args)
        hand_over(state, seat, pact.other, Term("tur", pact.amount))
        end_pact(state, pact, "kept")


class JudgeVerb(PactVerb):
    """[S37.9] Whether a promise in words was kept: to whom it was made says so."""

    name = "judge"
    shape = "pact answer"
    rule = "S37.9"

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        for args in super().offers(state, seat):
            yield from ((*args, answer) for answer in (True, False))

    def against(self, state: State, seat: int, pact: Pact) -> No | None:
        if pact.kind != "words" or pact.other != seat:
            return No("S37.9", "not_to_judge", {"number": pact.number})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        pact = the_pact(state, args)
        kept = args[1]
        end_pact(state, pact, "kept" if kept else "broken", NOBODY if kept else pact.seat)

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        key = "do.judge_kept" if args[1] else "do.judge_broken"
        return say.words(key, number=args[0], text=pact_in_words(say, the_pact(state, args)))


class DissolveVerb(PactVerb):
    """[S37.12] Both end it; who was promised something lets the other off."""

    name = "dissolve"
    rule = "S37.12"

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        pact = the_pact(state, args)
        if pact.kind != "truce" and pact.other == seat:
            end_pact(state, pact, "ended")
            return
        other = pact.other if pact.seat == seat else pact.seat
        push(state, Proposal(seat, other, Deal(undo=pact.number), sent=True))


class RenounceVerb(PactVerb):
    """[S37.11] An agreement is broken by word of mouth."""

    name = "renounce"
    rule = "S37.11"

    def against(self, state: State, seat: int, pact: Pact) -> No | None:
        if pact.kind != "truce" and pact.other == seat:
            return No("S37.11", "not_bound", {"number": pact.number})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        end_pact(state, the_pact(state, args), "broken", seat)
