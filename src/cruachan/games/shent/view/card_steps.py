"""How the cards of some decisions are laid: quests, readings, rewards, points."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import inf

from cruachan.engine.cards import MOST_CARDS, CardNode, single
from cruachan.engine.game import NOBODY
from cruachan.games.shent.aims import aims
from cruachan.games.shent.aims.wording import texts as aim_texts
from cruachan.games.shent.chapters.agreements import Proposal
from cruachan.games.shent.chapters.events import Event
from cruachan.games.shent.chapters.goal import SealGoal
from cruachan.games.shent.components.material import RUNES, cost
from cruachan.games.shent.core.fields import NOWHERE
from cruachan.games.shent.core.flow import top
from cruachan.games.shent.core.parts import Part
from cruachan.games.shent.core.reading import STORY, Reading
from cruachan.games.shent.core.speaker import capital
from cruachan.games.shent.core.state import Aim, State
from cruachan.games.shent.tale.quests import GOAL
from cruachan.games.shent.tale.readings import tell_reading
from cruachan.games.shent.tale.voice import Voice, aim_title, vow
from cruachan.games.shent.view.card_moves import MoveCards, grouped
from cruachan.games.shent.view.cards import OfferedMove
from cruachan.games.shent.view.speech import ShentSpeech

FIRST_STORIES = 5
"""The stories of quests, or readings, that are shown before "more"."""
MOST_PAIRS = 6


class ShentCards(MoveCards):
    """The cards of SHENT."""

    def __init__(self, state: State, speech: ShentSpeech, viewer: int) -> None:
        super().__init__(state, speech, viewer)
        self.voice = Voice(self.state, self.speech.names, self.speech.lang)
        self.steps |= {
            "aim": self.aims,
            "declare": self.declarations,
            "read": self.readings,
            "choose": self.spells,
            "reward": self.rewards,
            "points": self.points,
        }

    def first(self, offers: Sequence[OfferedMove]) -> list[CardNode]:
        """A proposal has two columns; own words are among the first stories of a quest."""
        asked = top(self.state) if self.state.stack else None
        if isinstance(asked, Proposal) and not asked.sent:
            return self.proposal(offers)
        own = [each for each in offers if each.move.verb == "free"]
        found = super().first([each for each in offers if each not in own])
        for each in own:
            card = self.leaf(each, effect=self.words("card.free_does"))
            card.kind = ""
            found.insert(min(2, len(found)), card)
        return found

    # --- Quests

    def aims(self, offers: Sequence[OfferedMove]) -> list[CardNode]:
        """[S6.5] The story, then the place, then how hard: the fair ones first."""
        kinds = grouped(offers, lambda each: aim_of(each).kind)
        order = {key: at for at, key in enumerate(kinds)}
        levels = {key: {self._level(each) for each in group} for key, group in kinds.items()}
        late = {key: min(map(self._turns, kinds[key])) > self._turns_left for key in kinds}
        ranked = sorted(kinds, key=lambda key: ("fair" not in levels[key], order[key]))
        fitting = [self._kind(kinds[key]) for key in ranked if not late[key]]
        others = [self._kind(kinds[key]) for key in ranked if late[key]]
        return self._fitting_first(fitting, others, "card.more_stories", FIRST_STORIES)

    def _fitting_first(
        self, fitting: list[CardNode], late: list[CardNode], key: str, most: int = MOST_CARDS
    ) -> list[CardNode]:
        """[S3.7] What fits into the rounds left; what does not is offered on request only.

        A single card stays last: no step has only one.
        """
        if not (fitting and late):
            return self._with_more(fitting or late, most, key)
        first, rest = fitting[:most], [*fitting[most:], *late]
        if len(rest) == 1:
            return [*first, *rest]
        return [*first, CardNode(self.words(key), cards=rest, kind="more")]

    def _level(self, each: OfferedMove) -> str:
        return aims.level(self.speech.turns_for(self.viewer, aim_of(each)))

    def _kind(self, offers: Sequence[OfferedMove]) -> CardNode:
        """A story with the places where it could happen."""
        best = aim_of(min(offers, key=self._fit_to_tell))
        places = [*grouped(offers, lambda each: _place(aim_of(each))).values()]
        places.sort(key=lambda group: "fair" not in map(self._level, group))
        late = [group for group in places if min(map(self._turns, group)) > self._turns_left]
        fitting = [self._place_card(group) for group in places if group not in late]
        cards = self._fitting_first(fitting, [*map(self._place_card, late)], "card.more")
        about = str(aim_texts(best, self.speech.lang)["about"])
        found = CardNode(capital(about), cards=cards, story=self._story(best), at="")
        found.ask = self.words("card.ask_land" if best.land >= 0 else "card.ask_which")
        found.symbol = f"rune-{RUNES[best.matter]}"
        return _storied(found)

    def _fit_to_tell(self, each: OfferedMove) -> tuple[bool, bool]:
        """Of which aim a kind tells: a fair one, and no story of somebody else's land."""
        land = aim_of(each).land
        others = land >= 0 and self.state.markers[land] not in (NOBODY, self.viewer)
        return self._level(each) != "fair", others

    def _place_card(self, offers: Sequence[OfferedMove]) -> CardNode:
        """What is aimed at, with its degrees; one that is as hard as a smaller one comes later."""
        ranked = sorted(offers, key=lambda each: (self._turns(each), aim_of(each).size))
        first: list[CardNode] = []
        later: list[CardNode] = []
        known = set()
        fits = self._turns(ranked[0]) <= self._turns_left
        for each in ranked:
            aim, turns = aim_of(each), self._turns(each)
            degree = (turns, aim.matter, aim.manners, aim.sky)
            other = degree in known or (fits and turns > self._turns_left)
            (later if other else first).append(self._degree(each))
            known.add(degree)
        first = self._fitting_first(first, later, "card.more")
        aim = aim_of(offers[0])
        found = CardNode(aim_title(self.voice, aim), cards=first, at=self._land(aim))
        found.ask = self.words("card.ask_degree")
        found.effect = self._levels(ranked)
        if min(map(self._turns, ranked)) > self._turns_left:
            found.odds = self.words("card.too_late")
        return _storied(found)

    def _levels(self, ranked: Sequence[OfferedMove]) -> str:
        """How hard it can be: from the easiest to the hardest."""
        keys = dict.fromkeys(self._level(each) for each in ranked)
        said = [self.words(f"level.{key}") for key in keys]
        return self.words("card.levels", levels=", ".join(said))

    def _turns(self, each: OfferedMove) -> int:
        return self.speech.turns_for(self.viewer, aim_of(each))

    @cached_property
    def _turns_left(self) -> float:
        """[S3.7] So many turns the viewer has at most, the current one included."""
        limit = self.state.option("limit")
        return inf if limit == "none" else int(limit) - self.state.round + 1

    def _degree(self, each: OfferedMove) -> CardNode:
        aim = aim_of(each)
        turns = self._turns(each)
        level = self.words(f"level.{aims.level(turns)}")
        card = self.leaf(each, aim_title(self.voice, aim), self.speech.aim(aim))
        key = "card.turns" if turns <= self._turns_left else "card.turns_too_many"
        if aims.level(turns) == "light" and not isinstance(top(self.state), SealGoal):
            key = "card.turns_light"
        card.odds = self.words(key, level=level, turns=turns)
        card.at = self._land(aim)
        card.symbol = ""
        return card

    def _land(self, aim: Aim) -> str:
        return self._at([Part("land", aim.land)]) if aim.land >= 0 else ""

    def _story(self, aim: Aim) -> str:
        """How it would be vowed, by the number that it would get."""
        asked = top(self.state)
        again = getattr(asked, "again", NOWHERE)
        number = again if again != NOWHERE else self.state.quests + 1
        if isinstance(asked, SealGoal):
            number = GOAL
        return vow(self.voice, aim, number, self.speech.names[self.viewer])

    def declarations(self, offers: Sequence[OfferedMove]) -> list[CardNode]:
        """[S6.1] [S6.2] The runes, then who is to know of it."""
        sets = grouped(offers, lambda each: each.move.args[1:])
        if len(sets) == 1:
            return self._modes(offers)
        cards = {runes: self._runes(runes, group) for runes, group in sets.items()}
        pairs = [runes for runes in cards if len(runes) == 2]
        larger = [card for runes, card in cards.items() if len(runes) > 2]
        found = [cards[runes] for runes in pairs]
        if len(pairs) > MOST_PAIRS:
            found = []
            for rune in sorted({rune for runes in pairs for rune in runes}):
                with_it = [self._runes(runes, sets[runes]) for runes in pairs if rune in runes]
                label = self.words("card.with_rune", rune=self.speech.full_rune(rune))
                found.append(CardNode(label, cards=with_it, symbol=f"rune-{RUNES[rune]}"))
        if larger:
            found.append(CardNode(self.words("card.more_runes"), cards=larger))
        return found

    def _runes(self, runes: tuple[int, ...], offers: Sequence[OfferedMove]) -> CardNode:
        label = " + ".join(self.speech.full_rune(rune) for rune in runes)
        said = [self.speech.openings(rune) for rune in dict.fromkeys(runes)]
        found = CardNode(label, cards=self._modes(offers), effect=capital("; ".join(said)))
        found.ask = self.words("card.ask_mode")
        return found

    def _modes(self, offers: Sequence[OfferedMove]) -> list[CardNode]:
        return [
            self.leaf(
                each,
                self.speech.word(each.move.args[0]),
                self.words(f"card.risk_{each.move.args[0]}"),
            )
            for each in offers
        ]

    # --- Events and magic

    def readings(self, offers: Sequence[OfferedMove]) -> list[CardNode]:
        """[S9.4] A card for each reading, then on whom or where; [S9.7] the mere story last."""
        stories = [each for each in offers if each.move.args[0] == STORY]
        rest = [each for each in offers if each.move.args[0] != STORY]
        found = grouped(rest, lambda each: each.move.args[0])
        cards = self._with_more(
            self._upheld_first([(key, self._reading(key, group)) for key, group in found.items()]),
            FIRST_STORIES,
            "card.more_readings",
        )
        for each in stories:
            card = self.leaf(
                each, self.words("card.only_story"), self.words("card.only_story_does")
            )
            card.kind = "story"
            cards.append(card)
        return cards

    def _upheld_first(self, cards: Sequence[tuple[str, CardNode]]) -> list[CardNode]:
        """[S9.10] The reading that was appealed against comes first, and says so."""
        event = top(self.state)
        appealed = event.reading if getattr(event, "step", "") == "appeal" else ""
        for key, card in cards:
            if key == appealed:
                card.label = self.words("card.upheld", reading=card.label)
        return [card for key, card in sorted(cards, key=lambda pair: pair[0] != appealed)]

    def _reading(self, key: str, offers: Sequence[OfferedMove]) -> CardNode:
        """A reading with what it does and how it would be told, and its targets."""
        event = top(self.state)
        assert isinstance(event, Event)
        story = self._line(event, offers[0])
        cards = [single(card) for card in self.by_parts(offers, 1, named=1)]
        while len(cards) == 1 and cards[0].cards:
            cards = cards[0].cards
        self._tell_each(cards, {each.offer["text"]: each for each in offers}, event)
        if len(offers) == 1:
            found = cards[0]
            found.label, found.kind = self.speech.reading(key), ""
        else:
            found = CardNode(self.speech.reading(key), cards=cards, ask=self._asked(cards))
        found.effect, found.story = self.speech.does(key, event.strength, whose=event.seat), story
        found.symbol = f"rune-{RUNES[event.rune]}"
        return found

    def _tell_each(
        self, cards: Sequence[CardNode], offers: dict[str, OfferedMove], event: Event
    ) -> None:
        """Each target with the line that would be told of it; who tells it reads it then."""
        for card in cards:
            self._tell_each(card.cards, offers, event)
            if card.move:
                card.story, card.kind = self._line(event, offers[card.move]), "place"

    def _line(self, event: Event, each: OfferedMove) -> str:
        """What would be told; nothing where somebody else says of whom."""
        key, target = each.move.args[:2]
        if not target and Reading.ALL[key].shape:
            return ""
        return tell_reading(self.voice, self.state, event.act, key, target).text

    def spells(self, offers: Sequence[OfferedMove]) -> list[CardNode]:
        """[S14.2] A card for each reading, then where."""
        found = []
        for key, group in grouped(offers, lambda each: each.move.args[0]).items():
            cards = [single(card) for card in self.by_parts(group, 1, named=1)]
            card = CardNode(self.speech.reading(key), cards=cards, ask=self._asked(cards))
            card.effect = self.speech.does(key, None, magic=True)
            found.append(card if len(cards) > 1 else self.leaf(group[0]))
        return found

    # --- Rewards and points

    def rewards(self, offers: Sequence[OfferedMove]) -> list[CardNode]:
        """[S15.7] What it is, then which runes or stones."""
        found = []
        for key, group in grouped(offers, lambda each: each.move.args[0]).items():
            label, does = self.words(f"card.reward_{key}"), self.words(f"card.reward_{key}_does")
            if len(group) == 1:
                found.append(self.leaf(group[0], label, does))
                continue
            cards = self._stones(group) if key == "elements" else self._goal_runes(group)
            ask = self.words(f"card.reward_{key}_ask")
            found.append(CardNode(label, cards=cards, effect=does, ask=ask))
        return found

    def _goal_runes(self, offers: Sequence[OfferedMove]) -> list[CardNode]:
        """[S15.8] Each rune with what the goal could be then."""
        return [
            self.leaf(
                each,
                self.speech.full_rune(each.move.args[1]),
                capital(self.speech.openings(each.move.args[1])),
            )
            for each in offers
        ]

    def _stones(self, offers: Sequence[OfferedMove]) -> list[CardNode]:
        """[S15.10] The first stone, then the second; it does not matter which is which."""
        found = []
        for element in sorted({stone for each in offers for stone in each.move.args[1:]}):
            pairs = [each for each in offers if element in each.move.args[1:]]
            cards = []
            for each in pairs:
                other = [*each.move.args[1:]]
                other.remove(element)
                said = self.speech.element(other[0] if other else element)
                cards.append(self.leaf(each, self.words("card.and_stone", element=said)))
            label = self.words("card.stone", element=self.speech.element(element))
            found.append(CardNode(capital(label), cards=cards))
        return found

    def points(self, offers: Sequence[OfferedMove]) -> list[CardNode]:
        """For each number of points the cheapest price first."""
        totals = grouped(offers, lambda each: sum(each.move.args))
        first, others = [], []
        for total in sorted(totals):
            best, *rest = sorted(totals[total], key=lambda each: _price(each.move.args))
            first.append(self.leaf(best))
            others += [self.leaf(each) for each in rest]
        if others:
            first.append(CardNode(self.words("card.other_prices"), cards=others))
        return first

    def _with_more(self, cards: list[CardNode], most: int, key: str) -> list[CardNode]:
        """The first cards, and one that leads to the others."""
        if len(cards) <= most + 1:
            return cards
        return [*cards[:most], CardNode(self.words(key), cards=cards[most:], kind="more")]


def aim_of(each: OfferedMove) -> Aim:
    """The aim that a move seals."""
    return Aim(*each.move.args)


def _place(aim: Aim) -> tuple[int, int, int]:
    """What an aim names."""
    return aim.land, aim.seat, aim.thing


def _price(args: tuple[int, ...]) -> int:
    return sum(cost(each) for each in args)


def _storied(card: CardNode) -> CardNode:
    """A card that leads to one only is that one, and keeps its story and its sign."""
    if len(card.cards) != 1:
        return card
    (only,) = card.cards
    only.story, only.symbol = only.story or card.story, only.symbol or card.symbol
    return only
