"""Agreements: gifts, trades, truces, promises (S37); `pacts.py` has what becomes of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Self

from cruachan.engine.game import NOBODY, Viewer
from cruachan.games.shent.core.acts import (
    change,
    end_pact,
    gain,
    give_rune,
    make_peace,
    note,
    remember,
    take_rune,
)
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import HIDDEN, NOWHERE, Seat
from cruachan.games.shent.core.flow import Args, Frame, No, Question, Verb, pop, push, top, turn_to
from cruachan.games.shent.core.parts import Part, holds
from cruachan.games.shent.core.presence import may_meet
from cruachan.games.shent.core.quotes import marks_of, nested
from cruachan.games.shent.core.speaker import Ask, Speaker
from cruachan.games.shent.core.state import Deal, Pact, State, Term, figures, led, pact_of

MOST_PROPOSALS = 2
"""[S37.1] In a turn of anybody."""
LONGEST = 10
"""[S37.5] Rounds for which one can agree on something."""
GOODS = ("tur", "golu", "rune")
"""[S37.3] What changes hands at once."""
PROMISES = ("passage", "pay", "support", "words")
SHAPES = {
    "tur": "word number",
    "golu": "word number",
    "rune": "word rune",
    "passage": "word number",
    "pay": "word number number",
    "support": "word number",
    "words": "word number",
}
"""How each kind of term is said: what, how much or which, for how many rounds."""
AMOUNTS = (1, 3, 5, 10)
TERMS = (3, 5)
"""Amounts and terms that are listed; others may be said."""


# --- What can be agreed on ----------------------------------------------------------------


def term_of(args: Args) -> Term:
    """What is said by the parts of a move."""
    what, first, *rest = args
    if what in GOODS:
        return Term(what, first)
    return Term(what, first, rest[0]) if what == "pay" else Term(what, 0, first)


def said_term(term: Term) -> Args:
    """The parts of a move that say it."""
    if term.what in GOODS:
        return term.what, term.amount
    return (term.what, term.amount, term.rounds) if term.what == "pay" else (term.what, term.rounds)


def no_term(state: State, seat: int, term: Term) -> No | None:
    """[S37.3] [S37.5] Why a seat cannot give or promise something."""
    player = state.players[seat]
    if term.what == "golu" and not state.by_former_rules:
        return No("S37.3", "golu_not_given")
    if term.what == "tur" and player.tur < term.amount:
        return No("S37.3", "cannot_give", {"seat": seat})
    if term.what == "golu" and player.golu < term.amount:
        return No("S37.3", "cannot_give", {"seat": seat})
    if term.what == "rune" and term.amount not in player.hand:
        return No("S37.3", "cannot_give", {"seat": seat})
    return None


def ill_said(term: Term) -> No | None:
    """[S37.5] Terms are of 1 to 10 rounds, and nothing is no gift."""
    if term.what in PROMISES and term.rounds not in range(1, LONGEST + 1):
        return No("S37.5", "wrong_term", {"most": LONGEST})
    if term.what in ("tur", "golu", "pay") and term.amount < 1:
        return No("S37.3", "nothing_given")
    return None


def carry_out(state: State, seat: int, other: int, deal: Deal) -> None:
    """[S37.3] [S37.4] [S37.5] What was agreed on is done, and the rest stands from now on."""
    note(state, DomainEventKind.AGREED, seat, other=other, land=max(deal.share, deal.land))
    for giver, taker, term in ((seat, other, deal.give), (other, seat, deal.take)):
        if term is not None and term.what in GOODS:
            hand_over(state, giver, taker, term)
        elif term is not None:
            _stand(state, Pact(0, term.what, giver, taker, term.rounds, amount=term.amount), deal)
    if deal.truce:
        _stand(state, Pact(0, "truce", seat, other, deal.truce, deal.land), deal)
    if deal.share != NOWHERE:
        make_peace(state, deal.share, seat, other)
    given = deal.give if deal.take is None else deal.take if deal.give is None else None
    if given is not None and given.what in GOODS and not deal.truce:
        giver = seat if given == deal.give else other
        remember(state, "gave", giver, seat + other - giver)


def _stand(state: State, pact: Pact, deal: Deal) -> None:
    """[S37.10] An agreement with a number and a term."""
    number = len(state.pacts) + len(state.bygone) + 1
    until = state.clock + pact.until
    state.pacts.append(pact._replace(number=number, until=until, words=deal.words))


def hand_over(state: State, giver: int, taker: int, term: Term) -> None:
    """[S37.3] Something changes hands."""
    if term.what == "rune":
        take_rune(state, giver, term.amount)
        give_rune(state, taker, term.amount)
        return
    gain(state, giver, **{term.what: -term.amount})
    gain(state, taker, **{term.what: term.amount})


# --- Proposing ----------------------------------------------------------------------------


class Proposal(Question):
    """[S37.1] [S37.2] What one player proposes to another: worded, and then answered."""

    seat: Seat
    other: Seat
    deal: Deal = Deal()
    sent: bool = False
    answers: bool = False
    """[S37.14] Whether it is the answer to another proposal."""

    passing: ClassVar = "pass_proposal"

    def waits(self, state: State) -> tuple[int, ...]:
        return (self.other if self.sent else self.seat,)

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        if self.sent:
            amends = () if self.deal.undo or state.by_former_rules else ("amend",)
            return ("accept", "decline", *amends)
        pledge = () if state.by_former_rules else ("pledge",)
        return ("offer", "truce", "share", "give", *pledge, "ask", "pass")

    def passed(self, state: State, seat: int) -> None:
        """It is left unsaid."""
        pop(state)

    def unable(self, state: State, seat: int) -> No | None:
        return no_term(state, seat, self.deal.take) if self.deal.take else None

    def answer(self, state: State, seat: int, yes: bool) -> None:
        """It is accepted, and at once done or noted; or nothing comes of it."""
        pop(state)
        pact = pact_of(state, self.deal.undo)
        if yes and pact is not None:
            end_pact(state, pact, "ended")
        elif yes:
            carry_out(state, self.seat, self.other, self.deal)

    def ask(self, say: Speaker, state: State, viewer: int) -> Ask:
        text = " ".join(sentences(say, state, self.seat, self.other, self.deal))
        if self.sent:
            return "proposal_sent", {"player": say.names[self.seat], "text": text}
        key = "proposal_begun" if text else "proposal"
        return key, {"player": say.names[self.other], "text": text}

    def columns(self, say: Speaker) -> tuple[str, str]:
        """What the viewer would give and get by it; empty where that is nothing."""
        terms = self.deal.give, self.deal.take
        give, take = (in_words(say, term) if term else "" for term in terms)
        return give, take

    def of_hand(self, state: State, seat: int) -> bool:
        return True

    def apart(self, viewer: Viewer) -> bool:
        return viewer not in (self.seat, self.other)

    def seen_by(self, viewer: Viewer) -> Self:
        if viewer == self.seat or (self.sent and viewer == self.other):
            return self
        return self._replace(deal=Deal())

    def determinize(self, state: State) -> Self:
        if not self.sent or self.deal != Deal():
            return self
        return self._replace(deal=Deal(give=Term("words", 0, 1)))

    def shown(self) -> tuple[int, tuple[int, ...]]:
        give = self.deal.give
        runes = (give.amount,) if give is not None and give.what == "rune" else ()
        return (self.seat, runes) if runes else super().shown()

    def sound(self, state: State, below: Frame | None) -> bool:
        deal = self.deal
        if self.seat == self.other:
            return False
        if deal.undo:
            pact = pact_of(state, deal.undo)
            return pact is not None and {pact.seat, pact.other} == {self.seat, self.other}
        terms = [term for term in (deal.give, deal.take) if term is not None]
        if any(ill_said(term) or not _fits(state, term) for term in terms):
            return False
        known = HIDDEN not in state.players[self.seat].hand
        lacks = known and deal.give is not None and no_term(state, self.seat, deal.give)
        shared = deal.share == NOWHERE or deal.share in shareable(state, self.seat, self.other)
        return shared and deal.truce <= LONGEST and not lacks


def _fits(state: State, term: Term) -> bool:
    kinds = SHAPES[term.what].split()
    return all(holds(state, *pair) for pair in zip(kinds, said_term(term), strict=True))


def shareable(state: State, one: int, two: int) -> list[int]:
    """[S37.4] The unmarked lands where two stand without peace."""
    lands = {state.pieces[piece].land for piece in led(state, one)}
    return [
        land
        for land in sorted(lands)
        if state.markers[land] == NOBODY and two in may_meet(state, one, land)
    ]


def _agreements(state: State) -> bool:
    """[S3.15] Whether agreements are recorded at this table."""
    return state.option("agreements") == "yes"


class TreatVerb(Verb):
    """[S37.1] An agreement is to be proposed to another player."""

    name = "treat"
    shape = "seat"
    reveals = False
    aside = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        if _agreements(state) and not _spent(state, seat):
            yield from ((other,) for other in range(state.seats) if other != seat)

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        if not _agreements(state):
            return No("S3.15", "no_agreements")
        if args[0] == seat or args[0] not in range(state.seats):
            return No("S37.1", "not_with_oneself")
        if _spent(state, seat):
            return No("S37.1", "proposals_spent", {"most": MOST_PROPOSALS})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        _count(state, seat)
        push(state, Proposal(seat, args[0]))


def _spent(state: State, seat: int) -> bool:
    """[S37.1] Whether a seat has made all proposals that it may make in a turn."""
    turn, number = state.players[seat].proposals
    return turn == state.turns and number >= MOST_PROPOSALS


def _count(state: State, seat: int) -> None:
    turn, number = state.players[seat].proposals
    number = number if turn == state.turns else 0
    change(state, seat, proposals=(state.turns, number + 1))


class DraftVerb(Verb, known=False):
    """[S37.2] Part of a proposal: nobody else reads it."""

    reveals = False
    heading = "together"

    def covered(self, state: State, seat: int, args: Args, viewer: Viewer) -> str:
        return "offer ?"

    def draft(self, state: State, **values: Any) -> None:
        """The proposal with this in it."""
        turn_to(state, deal=top(state).deal._replace(**values))


class TruceVerb(DraftVerb):
    """[S37.5] A truce for some rounds, in a land or everywhere."""

    name = "truce"
    shape = "number land*"
    unlisted = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        other = top(state).other
        yield from ((rounds,) for rounds in TERMS)
        for land in range(len(state.board.lands)):
            if figures(state, seat, land) and figures(state, other, land):
                yield from ((rounds, land) for rounds in TERMS)

    def fits(self, state: State, args: Args) -> bool:
        return len(args) in (1, 2) and super().fits(state, args)

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        if args[0] not in range(1, LONGEST + 1):
            return No("S37.5", "wrong_term", {"most": LONGEST})
        other = top(state).other
        if any(p.kind == "truce" and _binds(p, seat, other, *args[1:]) for p in state.pacts):
            return No("S37.5", "truce_already", {"seat": other})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        self.draft(state, truce=args[0], land=args[1] if args[1:] else NOWHERE)

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        where = say.land(args[1]) if args[1:] else ""
        key = "do.truce_land" if where else "do.truce"
        return say.words(key, rounds=for_rounds(say, args[0]), land=where)


def _binds(pact: Pact, one: int, two: int, land: int = NOWHERE) -> bool:
    """Whether an agreement binds two already, in a land or everywhere."""
    return {pact.seat, pact.other} == {one, two} and pact.land in (NOWHERE, land)


class ShareVerb(DraftVerb):
    """[S37.4] An unmarked land in which both stand is to be shared in peace."""

    name = "share"
    shape = "land"

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield from ((land,) for land in shareable(state, seat, top(state).other))

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        if args[0] not in shareable(state, seat, top(state).other):
            return No("S37.4", "cannot_share", {"land": args[0]})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        self.draft(state, share=args[0])


class GiveVerb(DraftVerb):
    """[S37.3] What the proposer gives or promises."""

    name = "give"
    shape = "word number"
    heading = "give"
    unlisted = True
    side: ClassVar = "give"

    def giver(self, state: State, seat: int) -> int:
        """Who would give it."""
        return seat

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        giver = state.players[self.giver(state, seat)]
        yield from (("tur", n) for n in AMOUNTS if n <= giver.tur)
        if state.by_former_rules:
            yield from (("golu", n) for n in AMOUNTS if n <= giver.golu)
        yield from (("rune", rune) for rune in self.runes(state, seat))
        yield from ((what, TERMS[0]) for what in ("passage", "support"))
        yield from (("pay", n, TERMS[-1]) for n in AMOUNTS[2:])
        if self.side == "take" or state.by_former_rules:
            yield from (("words", n) for n in TERMS[:1])

    def runes(self, state: State, seat: int) -> list[int]:
        """Which runes can be named."""
        return sorted(set(state.players[seat].hand))

    def kinds(self, state: State, said: Sequence[Any]) -> list[str]:
        usual = SHAPES["pay"] if len(said) > 2 else self.shape
        known = bool(said) and isinstance(said[0], str)
        shape = SHAPES.get(said[0], usual) if known else usual
        return shape.split()

    def fits(self, state: State, args: Args) -> bool:
        known = bool(args) and type(args[0]) is str and args[0] in SHAPES
        return known and super().fits(state, args)

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        term = term_of(args)
        return ill_said(term) or self.no(state, seat, term)

    def no(self, state: State, seat: int, term: Term) -> No | None:
        """Why it cannot be offered."""
        return no_term(state, seat, term)

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        self.draft(state, **{self.side: term_of(args)})

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        giver = say.names[self.giver(state, seat)]
        return say.words(f"do.{self.name}", other=giver, text=in_words(say, term_of(args)))

    def parts(self, state: State, args: Args) -> list[Part]:
        pairs = zip(self.kinds(state, args), args, strict=False)
        return [Part(kind, value) for kind, value in pairs]


class PledgeVerb(DraftVerb):
    """[S37.9] The proposer promises something in own words."""

    name = "pledge"
    shape = "number"
    heading = "give"
    takes_words = True
    needs_words = True
    unlisted = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield TERMS[:1]

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        return ill_said(Term("words", 0, args[0]))

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        self.draft(state, give=Term("words", 0, args[0]), words=words)

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        return say.words("do.pledge", rounds=for_rounds(say, args[0]))


class AskForVerb(GiveVerb):
    """[S37.3] What is asked for in return, or for nothing."""

    name = "ask"
    shape = "word number"
    heading = "ask"
    aside = True
    side: ClassVar = "take"

    def giver(self, state: State, seat: int) -> int:
        return int(top(state).other)

    def runes(self, state: State, seat: int) -> list[int]:
        """Any: nobody knows what another holds."""
        return list(range(16)) if state.players[self.giver(state, seat)].hand else []

    def no(self, state: State, seat: int, term: Term) -> No | None:
        if term.what == "rune":
            return None
        return no_term(state, self.giver(state, seat), term)


class OfferVerb(DraftVerb):
    """[S37.1] The proposal is made, in own words if she likes."""

    name = "offer"
    shape = ""
    heading = "general"
    reveals = True
    takes_words = True

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        deal = top(state).deal
        if deal == Deal():
            return No("S37.1", "nothing_proposed")
        return no_term(state, seat, deal.give) if deal.give else None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        deal = top(state).deal
        turn_to(state, deal=deal._replace(words=words or deal.words), sent=True)

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        return say.words("do.offer", other=say.names[top(state).other])

    def covered(self, state: State, seat: int, args: Args, viewer: Viewer) -> str:
        return "" if viewer == top(state).other else "offer ?"


class AmendVerb(DraftVerb):
    """[S37.14] Another proposal is the answer: it begins with what was proposed."""

    name = "amend"
    shape = ""

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        if _spent(state, seat):
            return No("S37.1", "proposals_spent", {"most": MOST_PROPOSALS})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        _count(state, seat)
        asked = top(state)
        give, take = asked.deal.take, asked.deal.give
        if give is not None and no_term(state, seat, give):
            give = None
        deal = asked.deal._replace(give=give, take=take, words="")
        turn_to(state, seat=seat, other=asked.seat, deal=deal, sent=False, answers=True)

    def covered(self, state: State, seat: int, args: Args, viewer: Viewer) -> str:
        return "" if viewer == top(state).seat else "offer ?"


# --- In words -----------------------------------------------------------------------------


def in_words(say: Speaker, term: Term) -> str:
    """What somebody gives or promises."""
    rune = say.rune(term.amount) if term.what == "rune" else ""
    long = for_rounds(say, term.rounds)
    return say.words(f"given.{term.what}", n=term.amount, rune=rune, rounds=long)


def for_rounds(say: Speaker, rounds: int) -> str:
    """A number of rounds as text."""
    return say.words.count("count.round", rounds)


def _named(say: Speaker, seat: int, other: int) -> tuple[str, dict[str, str]]:
    """The names of who gives and who gets; whether the viewer is one of them."""
    names = {"player": say.names[seat], "other": say.names[other]}
    return "_you" if say.viewer == seat else "_to_you" if say.viewer == other else "", names


def _both(say: Speaker, seat: int, other: int) -> tuple[str, dict[str, str]]:
    """The names of two who do the same; a viewer among them comes first, as "you"."""
    one, two = (other, seat) if say.viewer == other else (seat, other)
    return _named(say, one, two)


def sentences(say: Speaker, state: State, seat: int, other: int, deal: Deal) -> list[str]:
    """All that is proposed, in sentences."""
    you, names = _both(say, seat, other)
    said = []
    if deal.truce:
        kind = "truce" if deal.land == NOWHERE else "truce_land"
        long = for_rounds(say, deal.truce)
        said.append(say.words(f"deal.{kind}{you}", **names, rounds=long, land=say.land(deal.land)))
    if deal.share != NOWHERE:
        said.append(say.words(f"deal.share{you}", **names, land=say.land(deal.share)))
    for giver, term in ((seat, deal.give), (other, deal.take)):
        if term is not None:
            kind = "gives" if term.what in GOODS else "promises"
            own = "_you" if giver == say.viewer else ""
            said.append(
                say.words(f"deal.{kind}{own}", player=say.names[giver], text=in_words(say, term))
            )
    pact = pact_of(state, deal.undo)
    if pact is not None:
        said.append(say.words("deal.undo", text=pact_in_words(say, pact)))
    if not deal.words:
        return said
    words = nested(deal.words, marks_of(say.words.table["deal.words"]))
    return [*said, say.words("deal.words", words=words)]


def pact_in_words(say: Speaker, pact: Pact) -> str:
    """An agreement in a few words: between whom, and what."""
    land = say.land(pact.land)
    you, names = (_both if pact.kind == "truce" else _named)(say, pact.seat, pact.other)
    key = f"pact.{pact.kind}" + ("_land" if land else "") + you
    return say.words(key, **names, land=land, n=pact.amount)
