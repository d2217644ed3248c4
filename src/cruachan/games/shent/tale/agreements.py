"""Agreements in sentences: gifts, trades, truces and promises, kept and broken (S37)."""

from __future__ import annotations

from cruachan.games.shent.chapters.agreements import GOODS, Proposal
from cruachan.games.shent.core.state import Deal, DomainEvent, Pact, Term
from cruachan.games.shent.tale.subjects import TwoPlayers
from cruachan.games.shent.tale.teller import MaybeSaid, Teller
from cruachan.games.shent.tale.voice import Said, as_sentence


class AgreementTeller(Teller):
    """Tells of agreements; of a rune that changes hands only the two learn which."""

    def of_agreed(self, at: int, event: DomainEvent) -> MaybeSaid:
        made = self.before.stack[-1]
        assert isinstance(made, Proposal)
        said = [*self._goods(event, made.deal), *self._bonds(event, made.deal)]
        if made.deal.words:
            words = as_sentence(made.deal.words)
            said.append(self.voice.say("says", player=self.voice.player(event.seat), words=words))
        two = TwoPlayers(event.seat, event.other)
        return Said(" ".join(said), "", "story", two, event.land, "agreed") if said else None

    def _goods(self, event: DomainEvent, deal: Deal) -> list[str]:
        """What changed hands."""
        back = event._replace(seat=event.other, other=event.seat)
        give = deal.give if deal.give and deal.give.what in GOODS else None
        take = deal.take if deal.take and deal.take.what in GOODS else None
        if give and take:
            text, other = self._thing(event, give), self._thing(event, take)
            return [self.say("traded", event, given=text, taken=other).text]
        if give:
            return [self.say("gave", event, given=self._thing(event, give)).text]
        return [self.say("gave", back, given=self._thing(event, take)).text] if take else []

    def _thing(self, event: DomainEvent, term: Term) -> str:
        """What was given, as far as the viewer may know it."""
        if term.what != "rune":
            many = self.voice.number(term.amount) if self.voice.refer else term.amount
            return self.voice.say(f"goods_{term.what}", n=many)
        if self.knows(event.seat) or self.knows(event.other):
            return self.voice.say("goods_rune", rune=self.voice.rune(term.amount))
        return self.voice.say("goods_some_rune")

    def _bonds(self, event: DomainEvent, deal: Deal) -> list[str]:
        """What stands from now on."""
        back = event._replace(seat=event.other, other=event.seat)
        said = []
        if deal.truce:
            key = "truce" if deal.land < 0 else "truce_land"
            said.append(self.say(f"agreed_{key}", event, rounds=self._rounds(deal.truce)).text)
        for term, who in ((deal.give, event), (deal.take, back)):
            if term is not None and term.what not in GOODS:
                values = {"n": str(term.amount), "rounds": self._rounds(term.rounds)}
                said.append(self.say(f"agreed_{term.what}", who, **values).text)
        return said

    def _rounds(self, number: int) -> str:
        key = "one_round" if number == 1 else "many_rounds"
        key += "_told" if self.voice.refer else ""
        return self.voice.say(key, n=self.voice.number(number))

    # What became of it

    def of_kept_word(self, at: int, event: DomainEvent) -> MaybeSaid:
        pact = self._pact(event)
        kind = "story" if self.move.verb in ("pay", "judge") else "small"
        return self.say(f"kept_{pact.kind}", event, kind, n=str(pact.amount)) if pact else None

    def of_broke_word(self, at: int, event: DomainEvent) -> MaybeSaid:
        pact = self._pact(event)
        if pact is None:
            return None
        said = self.say(f"broke_{pact.kind}", event, n=str(pact.amount))
        return said._replace(subject=TwoPlayers(event.seat, event.other))

    def of_parted(self, at: int, event: DomainEvent) -> MaybeSaid:
        return self.say("parted", event)._replace(subject=TwoPlayers(event.seat, event.other))

    def of_loosed(self, at: int, event: DomainEvent) -> MaybeSaid:
        return self.say("loosed", event)._replace(subject=TwoPlayers(event.seat, event.other))

    def _pact(self, event: DomainEvent) -> Pact | None:
        """The agreement that is over."""
        return next((p for p in self.after.bygone if p.number == event.amount), None)
