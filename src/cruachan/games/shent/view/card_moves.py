"""How the cards of figures, magic, votes and agreements are laid."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cruachan.engine.cards import CardNode
from cruachan.games.shent.chapters.agreements import Proposal
from cruachan.games.shent.chapters.countermagic import Moment
from cruachan.games.shent.chapters.events import Event
from cruachan.games.shent.chapters.freely import FreeReading
from cruachan.games.shent.chapters.magic import Cast
from cruachan.games.shent.chapters.placing import price_of
from cruachan.games.shent.chapters.sources import (
    OTHER_LESS,
    Source,
    deduction,
    known_strength,
    ways,
)
from cruachan.games.shent.chapters.votes import Ballot
from cruachan.games.shent.components.material import ELEMENTS, fit
from cruachan.games.shent.core.fields import HAND, NOWHERE
from cruachan.games.shent.core.flow import top
from cruachan.games.shent.core.parts import Part, target_parts
from cruachan.games.shent.core.reading import Reading
from cruachan.games.shent.core.speaker import capital
from cruachan.games.shent.core.state import State, quest_of, strength, wisdom
from cruachan.games.shent.view.cards import CardTree, OfferedMove
from cruachan.games.shent.view.speech import ShentSpeech

HOSTILE, FAVOURABLE = -2, 1
PLACED = ("scatter", "event", "foe", "release", "return", "herald")
"""Verbs of which the question says what is done: their cards name the place alone."""


class MoveCards(CardTree):
    """Cards of what is done on the map, by magic, in votes and between two players."""

    def __init__(self, state: State, speech: ShentSpeech, viewer: int) -> None:
        super().__init__(state, speech, viewer)
        self.steps |= {
            "element": self.elements,
            "start": self.starts,
            "place": self.placings,
            "develop": self.developments,
            "step": self.marches,
            "hire": self.hirings,
            **dict.fromkeys(PLACED, self.targets),
            "cast": self.casts,
            "counter": self.counters,
            "target": self.targets,
            "aimat": self.targets,
            "vote": self.votes,
            "wish": self.wishes,
        }

    # --- The beginning

    def elements(self, offers: Sequence[OfferedMove]) -> list[CardNode]:
        """[S2.2] Each element with its neighbours and its opposite."""
        cards = []
        for each in offers:
            own = each.move.args[0]
            near = [e for e in range(len(ELEMENTS)) if fit(own, e) == FAVOURABLE]
            far = next(e for e in range(len(ELEMENTS)) if fit(own, e) == HOSTILE)
            one, two = (self.speech.element(e) for e in near)
            does = self.words("card.element_does", one=one, two=two, far=self.speech.element(far))
            cards.append(self.leaf(each, self.speech.element(own), does))
        return cards

    # --- Figures

    def starts(self, offers: Sequence[OfferedMove]) -> list[CardNode]:
        """[S3.2] The kind of figure, then the land."""
        return self._by_kind(offers, lambda _: "")

    def placings(self, offers: Sequence[OfferedMove]) -> list[CardNode]:
        """[S7.1] The kind of figure with its price and values, then the land."""
        return self._by_kind(
            offers, lambda kind: self.speech.price(*price_of(self.state, self.viewer, kind))
        )

    def _by_kind(
        self, offers: Sequence[OfferedMove], price: Callable[[int], str]
    ) -> list[CardNode]:
        cards = []
        for kind, group in grouped(offers, lambda each: each.move.args[0]).items():
            name, values = capital(self.speech.kind(kind)), self.values(kind)
            if len(group) == 1:
                land = self.speech.land(group[0].move.args[1])
                label = self.words("card.kind_in", kind=name, land=land)
                card = self.leaf(group[0], label, values)
            else:
                lands = [self.leaf(e, self.speech.land(e.move.args[1])) for e in group]
                card = CardNode(name, cards=lands, effect=values, ask=self._asked(lands))
            card.odds = price(kind)
            cards.append(card)
        return cards

    def developments(self, offers: Sequence[OfferedMove]) -> list[CardNode]:
        """[S7.6] Each with what the figure can do then."""
        cards = []
        for each in offers:
            card = self.leaf(each, each.offer["label"], self.values(each.move.args[1]))
            cards.append(card)
        return cards

    def piece_card(self, piece: int, cards: list[CardNode]) -> CardNode:
        """A figure by its name and values, and where it can go."""
        label = capital(self.speech.placed_piece(piece))
        found = CardNode(label, cards=cards, at=self._at([Part("piece", piece)]))
        one = self.state.pieces[piece]
        found.effect = self.values(one.kind, (strength(one), wisdom(one)))
        found.ask = self._asked(cards)
        return found

    def marches(self, offers: Sequence[OfferedMove]) -> list[CardNode]:
        """[S8.1] The figure, then the land with whom it would meet there."""
        figures = grouped(offers, lambda each: each.move.args[0])
        cards = []
        for piece, group in figures.items():
            lands = [self._march(each, alone=len(figures) == 1) for each in group]
            cards += lands if len(figures) == 1 else [self.piece_card(piece, lands)]
        return cards

    def _march(self, each: OfferedMove, *, alone: bool) -> CardNode:
        land = each.move.args[1]
        card = self.leaf(each, self.speech.land(land) + self.speech.there(land))
        if alone:
            about = card.effect or self.land_about(land)
            piece = self.speech.piece(each.move.args[0])
            card.effect = self.words("card.goes", about=about, piece=piece)
        card.at = self._at([Part("land", land)])
        return card

    def hirings(self, offers: Sequence[OfferedMove]) -> list[CardNode]:
        """[S8.12] The dragon with its price, then the land."""
        cards = []
        for piece, group in grouped(offers, lambda each: each.move.args[0]).items():
            card = self.piece_card(piece, [self._march(each, alone=False) for each in group])
            card.label = self.words("card.hire")
            card.odds = self.speech.price(*price_of(self.state, self.viewer, self._kind_of(piece)))
            cards.append(card)
        return cards

    def _kind_of(self, piece: int) -> int:
        return self.state.pieces[piece].kind

    def targets(self, offers: Sequence[OfferedMove]) -> list[CardNode]:
        """[S9.5] What is named first, and so on, each by its name alone."""
        return self.by_parts(offers, named=0)

    # --- Magic

    def casts(self, offers: Sequence[OfferedMove]) -> list[CardNode]:
        """[S14.1] Each rune with what it could do, and who bears it."""
        cards = []
        for each in offers:
            piece, rune = each.move.args
            label = self.words("card.magic", rune=self.speech.full_rune(rune))
            card = self.leaf(each, label)
            card.effect = self._casting((piece, rune))
            if piece != HAND:
                bearer = self.speech.placed_piece(piece)
                card.effect = self.words("card.borne_by", piece=bearer, does=card.effect)
            cards.append(card)
        return cards

    def _casting(self, source: Source) -> str:
        """[S14.3] What a rune can do now; if that is one thing, also where and to whom."""
        spot = getattr(top(self.state), "land", NOWHERE)
        found = list(ways(self.state, self.viewer, source, spot))
        keys = list(dict.fromkeys(key for key, _ in found))
        keys = keys or [reading.key for reading in Reading.OF[source[1]] if reading.magic]
        if len(found) != 1:
            named = ", ".join(map(self.speech.reading, keys))
            return self.words("card.cast_does", readings=named)
        key, land = found[0]
        does = self.speech.does(key, known_strength(self.state, source), magic=True)
        where, reading = self.speech.land(land), self.speech.reading(key)
        said = self.words("card.cast_only", reading=reading, land=where, does=does)
        hits = Cast(self.viewer, source, land, key, rest=(land,)).targets(self.state)
        if len(hits) != 1 or not (parts := target_parts(key, hits[0])):
            return said
        return self.words("card.cast_hits", does=said, names=self.speech.parts(parts))

    def _source(self, each: OfferedMove) -> str:
        """A rune of the hand, or one that a figure bears."""
        piece, rune = each.move.args
        said = self.speech.full_rune(rune)
        if piece == HAND:
            return said
        return self.words("card.borne", rune=said, piece=self.speech.placed_piece(piece))

    def counters(self, offers: Sequence[OfferedMove]) -> list[CardNode]:
        """[S14.9] Each rune with how likely it is to win."""
        moment = top(self.state)
        assert isinstance(moment, Moment)
        cards = []
        for each in offers:
            source = each.move.args[0], each.move.args[1]
            least, most = moment.odds(self.state, self.viewer, source)
            lost = deduction(source[1], moment.rune)
            key = "card.less_leave" if lost == OTHER_LESS else "card.less"
            does = self.words(key, number=lost) if lost else self.words("card.opposite")
            card = self.leaf(each, self._source(each), does)
            key = "card.odds_points" if most > least else "card.odds"
            card.odds = self.words(key, least=least, most=most)
            cards.append(card)
        return cards

    def wishes(self, offers: Sequence[OfferedMove]) -> list[CardNode]:
        """[S14.8] When to be asked; in a moment each says no, too."""
        return [self.leaf(each, self.words(f"card.wish_{each.move.args[0]}")) for each in offers]

    # --- Votes

    def votes(self, offers: Sequence[OfferedMove]) -> list[CardNode]:
        """[S4.11] Yes and no with what follows; one that nobody can outvote says so."""
        return [self.leaf(each, "", self._follows(each.move.args)) for each in offers]

    def _follows(self, vote: tuple[bool, ...]) -> str:
        ballot = top(self.state)
        assert isinstance(ballot, Ballot)
        if len(vote) > 1:
            return ""
        against = vote[0] == (ballot.questions == ("object",))
        veto = self._veto(ballot) if against else ""
        if veto == self.words("card.no_veto"):
            return veto
        said = self.words(
            f"card.vote_{ballot.kind}_{'yes' if vote[0] else 'no'}",
            player=self.speech.names[ballot.seat],
            other=self.speech.side(ballot.other),
        )
        return f"{said} {veto}".strip()

    def _veto(self, ballot: Ballot) -> str:
        """Whether a vote against it is a veto, or cannot be one."""
        below: Any = self.state.stack[-2] if len(self.state.stack) > 1 else None
        if isinstance(below, FreeReading) and self.viewer in below.must_agree(self.state):
            return self.words("card.veto_touched")
        if len(ballot.voters(self.state)) > 1:
            return ""
        tied = ballot.kind in ("accept", "claim", "goal") and ballot.questions == ("hard",)
        if tied and ballot.engine(self.state):
            return self.words("card.no_veto")
        return self.words("card.veto")

    # --- Agreements

    def proposal(self, offers: Sequence[OfferedMove]) -> list[CardNode]:
        """[S37.2] Two columns, what one gives and what one gets; then what is done together."""
        draft = top(self.state)
        assert isinstance(draft, Proposal)
        verbs = grouped(offers, lambda each: each.move.verb)
        found = []
        for verb, kind, said in zip(
            ("give", "ask"), ("left", "right"), draft.columns(self.speech), strict=True
        ):
            cards = self.by_parts(verbs.pop(verb, []))
            if verb == "give":
                cards += [self.leaf(each) for each in verbs.pop("pledge", [])]
            effect = capital(said) or self.words("card.nothing_yet")
            node = CardNode(self.words(f"card.{verb}"), cards=cards, effect=effect, kind=kind)
            found += [node] if cards else []
        for verb, group in verbs.items():
            cards = self.of_verb(verb, group)
            found += cards if len(cards) == 1 else [self._group(verb, cards)]
        return found

    # --- Answers to an event

    def accepted(self, each: OfferedMove) -> CardNode:
        """[S9.6] What the narrator read is taken as it is."""
        names = ", ".join(self._concerned(part) for part in each.parts)
        effect = self.words("card.concerns", names=names) if names else ""
        card = self.leaf(each, self.words("card.take_it"), effect)
        if isinstance(top(self.state), Event) and not names:
            card.effect = ""
        return card

    def _concerned(self, part: Part) -> str:
        """What an event touches: the viewer is spoken to, and a quest is called by its title."""
        if part == Part("seat", self.viewer):
            return self.words("card.you")
        found = quest_of(self.state, part.value) if part.kind in ("quest", "task") else None
        if found is None:
            return self.speech.part(part)
        whose, player = found[0], self.speech.names[found[0]]
        if not (title := self.speech.quest_title(found[1])):
            return self.words("card.quest_hidden", player=player)
        key = "quest_yours" if whose == self.viewer else "quest_of"
        return self.words(f"card.{key}", title=title, player=player)


def grouped(
    offers: Sequence[OfferedMove], key: Callable[[OfferedMove], Any]
) -> dict[Any, list[OfferedMove]]:
    """The moves by a key, in the order in which the keys come first."""
    found: dict[Any, list[OfferedMove]] = {}
    for each in offers:
        found.setdefault(key(each), []).append(each)
    return found
