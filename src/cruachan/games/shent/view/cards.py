"""The moves a viewer may make, as cards: a few first, then where or whom, then how.

Cards arrange legal moves and nothing else: every move that is offered is reached by them. What is
not arranged by a step of its own is parted by what it names (`CardTree.by_parts`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from cruachan.engine.cards import MOST_CARDS, CardNode, fold, lay_out, single
from cruachan.engine.view import Choice, ChoiceCard
from cruachan.games.shent.chapters.challenges import duel_odds, fight_strength
from cruachan.games.shent.chapters.countermagic import Moment
from cruachan.games.shent.chapters.movement import stay_behind
from cruachan.games.shent.chapters.roles import role
from cruachan.games.shent.components.material import BUILDINGS, ELEMENTS, RUNES, affordable
from cruachan.games.shent.components.material import KINDS as KINDS_OF_FIGURES
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core.fields import FOES, NOWHERE, PHANTOM
from cruachan.games.shent.core.flow import Move, top
from cruachan.games.shent.core.parts import Part, spell
from cruachan.games.shent.core.presence import fighting_foes, fit_to_fight
from cruachan.games.shent.core.speaker import capital
from cruachan.games.shent.core.state import State, lands_of, quest_of, strength, tokens, wisdom
from cruachan.games.shent.view.speech import ShentSpeech

KINDS = {
    **dict.fromkeys(("pass", "decline", "waive"), "no"),
    **dict.fromkeys(("march", "done", "propose", "offer"), "go"),
    **dict.fromkeys(("free", "freely"), "words"),
}
"""How the cards of some verbs are shown; they stay in sight however many others there are."""
ON_BOARD = ("piece", "unit", "land")
STEPPED = (
    *("aim", "declare", "reward", "read", "element", "start", "place", "develop", "hire"),
    *("scatter", "cast", "counter", "vote", "wish", "give", "target", "event", "foe", "release"),
    *("return", "herald"),
)
"""Verbs that are always said step by step, however few moves there are."""
UNPINNED = ("", "left", "right")
"""Kinds of cards that keep their place."""
OWN = ("ask",)
"""Verbs that are aside in a list, and have a card of their own."""
OPENED = (
    *("step", "aim", "read", "choose", "target", "aimat", "reward", "declare", "part"),
    *("place", "cast", "counter", "develop"),
)
"""Verbs whose cards lie open beside those of other verbs, where there is room."""
BARE = ("want", "give", "ask", "target", "part", "effect")
"""Verbs whose label says before a colon what the question says already."""
LONG = 12
"""What is at least so long after a colon says what the words before it do."""
ODDS = re.compile(r"^(.+?) \(([^()]*%[^()]*)\)$")


class OfferedMove(NamedTuple):
    """A legal move: what it names, and how the view offers it."""

    move: Move
    parts: list[Part]
    offer: Choice


Steps = Callable[[Sequence[OfferedMove]], list[CardNode]]


class CardTree:
    """The cards of one decision."""

    def __init__(self, state: State, speech: ShentSpeech, viewer: int) -> None:
        self.state = state
        self.speech = speech
        self.words = speech.words
        self.viewer = viewer
        self.steps: dict[str, Steps] = {}
        """How the moves of a verb are arranged, where what they name does not say it."""

    def cards(self, offers: Sequence[OfferedMove]) -> list[ChoiceCard]:
        """The cards as a view carries them."""
        own = (*OWN, "wish") if self.quieting else OWN
        main = [each for each in offers if not each.offer["aside"] or each.move.verb in own]
        found = [*self.first(main), *self._aside([each for each in offers if each not in main])]
        return lay_out(self._fitted(self._explained(found)))

    def _explained(self, cards: list[CardNode]) -> list[CardNode]:
        """No card is a name alone: lands, figures and players say what one has to know of them."""
        for card in cards:
            self._explained(card.cards)
            if not (card.effect or card.odds or (card.story and card.kind != "place")):
                card.effect = self._about.get(card.at) or self._about.get(card.label, "")
        return cards

    @cached_property
    def _about(self) -> dict[str, str]:
        """What is said of places and figures of the board, by id, and of players, by name."""
        state, found = self.state, {}
        for land in range(len(state.board.lands)):
            found[self._at([Part("land", land)])] = self.land_about(land)
        for piece, one in enumerate(state.pieces):
            if one.land >= 0:
                found[self._at([Part("piece", piece)])] = self.values(
                    one.kind, (strength(one), wisdom(one))
                )
        for seat in range(state.seats):
            found[capital(self.speech.names[seat])] = self._seat_about(seat)
        return found

    def land_about(self, land: int) -> str:
        """The element of a land, whose sign hangs there, and who else stands there."""
        marker = self.state.markers[land]
        said = [capital(self.speech.element(self.state.board.lands[land].element))]
        if marker == self.viewer:
            said.append(self.words("card.land_yours"))
        elif marker >= 0:
            said.append(self.words("card.land_of", player=self.speech.names[marker]))
        if there := self.speech.there(land).strip(" ()"):
            said.append(self.words("card.land_there", players=there))
        return " · ".join(said)

    def _seat_about(self, seat: int) -> str:
        led = [one for one in self.state.pieces if one.leader == seat and one.land >= 0]
        return self.words(
            "card.seat_about",
            figures=self.words.count("count.figure", len(led)),
            lands=self.words.count("count.land", len(lands_of(self.state, seat))),
        )

    def values(self, kind: int, of: tuple[int, int] | None = None) -> str:
        """What a kind of figure or building can do, or a figure with its strength and wisdom."""
        figure = KINDS_OF_FIGURES[kind]
        if kind in BUILDINGS:
            return self.words(f"card.building_{figure.key}")
        power, mind = of or (figure.strength, figure.wisdom)
        said = self.words("card.figure", strength=power, wisdom=mind)
        if figure.steps and not of:
            said = f"{said}, {self.words.count('count.step', figure.steps)}"
        if not figure.bears:
            return said
        return self.words(
            "card.bears", text=said, runes=self.speech.runes([rune for rune, _ in figure.bears])
        )

    @property
    def quieting(self) -> bool:
        """[S14.8] Whether a wish answers what is asked."""
        return bool(self.state.stack) and isinstance(top(self.state), Moment)

    # --- The first step

    def first(self, offers: Sequence[OfferedMove]) -> list[CardNode]:
        """Each move where they are few; else a card for each verb, opened where there is room."""
        verbs = by_verb(offers)
        if len(offers) < MOST_CARDS and not set(verbs) & set(STEPPED):
            return [self.leaf(each) for each in offers]
        groups = {verb: self.of_verb(verb, each) for verb, each in verbs.items()}
        total = len(groups)
        found = []
        for verb, cards in groups.items():
            if len(cards) == 1:
                found += cards
            elif (verb != "wish" and (len(groups) == 1 + _lone(groups))) or (
                verb in OPENED and total - 1 + len(cards) < MOST_CARDS
            ):
                total += len(cards) - 1
                found += cards
            else:
                found.append(self._group(verb, cards))
        return found

    def of_verb(self, verb: str, offers: Sequence[OfferedMove]) -> list[CardNode]:
        """The moves of a verb, arranged."""
        if len(offers) == 1 and verb == "target":
            return [self.accepted(offers[0])]
        if len(offers) == 1 and verb not in STEPPED:
            return [self.leaf(offers[0])]
        return [single(card) for card in self.steps.get(verb, self.by_parts)(offers)]

    def accepted(self, each: OfferedMove) -> CardNode:
        """The card of the only target there is."""
        return self.leaf(each)

    def _group(self, verb: str, cards: list[CardNode]) -> CardNode:
        kind, key = KINDS.get(verb, ""), verb
        if verb == "wish" and self.quieting:
            kind, key = "no", "quiet"
        return CardNode(self.words(f"card.{key}"), cards=cards, kind=kind, ask=self._asked(cards))

    def _aside(self, offers: Sequence[OfferedMove]) -> list[CardNode]:
        """What can be done at many moments, behind one card."""
        if not offers:
            return []
        found = []
        for verb, each in by_verb(offers).items():
            cards = self.of_verb(verb, each)
            found.append(cards[0] if len(cards) == 1 else self._group(verb, cards))
        if len(found) == 1 and found[0].cards:
            found[0].kind = "aside"
            return found
        waits = top(self.state).waits(self.state) if self.state.stack else ()
        key = "card.aside" if self.viewer in waits else "card.meanwhile"
        return [CardNode(self.words(key), cards=found, kind="aside")]

    def _fitted(self, cards: Sequence[CardNode]) -> list[CardNode]:
        """No more than so many at a step; what declines or goes on stays in sight."""
        more = self.words("card.more")
        pinned = [card for card in cards if card.kind not in UNPINNED]
        others = [card for card in cards if card.kind in UNPINNED]
        most = max(2, MOST_CARDS - len(pinned))
        return [*fold(others, more, most), *fold(pinned, more)]

    # --- Single cards

    def leaf(self, each: OfferedMove, label: str = "", effect: str = "") -> CardNode:
        """The card that makes a move."""
        said, odds = label or self._label(each), ""
        if left := self._left_behind(each):
            said = said.removesuffix(self.words("say.stays", text="", names=left))
            lost = self.words("card.stays", names=left)
            effect = f"{self.land_about(each.move.args[1])} · {lost}"
        if found := ODDS.match(said):
            said, odds = found[1], found[2]
        if each.move.verb == "appeal":
            said, effect = said.partition(": ")[0], self._referee()
        if each.move.verb == "step":
            odds = self._fight_odds(*each.move.args)
        before, _, after = said.partition(": ")
        if not effect and len(after) >= LONG:
            said, effect = before, capital(after)
        effect = effect or self._own_quest(each)
        kind = KINDS.get(each.move.verb, "")
        return CardNode(
            capital(said),
            each.offer["text"],
            effect=effect,
            odds=odds,
            at=self._at(reversed(each.parts)),
            symbol=self.symbol(each.parts),
            kind=kind,
        )

    def _left_behind(self, each: OfferedMove) -> str:
        """[S8.4] Whom a step leaves alone: that stands below the card, not in its name."""
        if each.move.verb != "step":
            return ""
        stay = stay_behind(self.state, self.viewer, each.move.args[0])
        return ", ".join(self.speech.piece(piece) for piece in stay)

    def _fight_odds(self, piece: int, land: int) -> str:
        """[S10.8] [S10.12] How likely a figure beats the strongest foe that awaits it in a land."""
        state = self.state
        waiting = fighting_foes(state, land)
        peaceful = tokens(state, TokenKind.STANDSTILL, land) or tokens(
            state, TokenKind.TRUCE, land, self.viewer
        )
        if not waiting or peaceful or not fit_to_fight(state, piece):
            return ""
        lead = fight_strength(state, self.viewer, piece, land) - max(
            fight_strength(state, FOES, foe, land) for foe in waiting
        )
        points = 0
        if not tokens(state, TokenKind.SPENT, land, self.viewer):
            points = affordable(state.players[self.viewer].tur)
        numbers = tuple(state.numbers)
        least, most = duel_odds(lead, numbers), duel_odds(lead + points, numbers)
        key = "card.fight_points" if most > least else "card.fight"
        return self.words(key, least=least, most=most)

    def _referee(self) -> str:
        """[S9.10] Who reads an event anew after an appeal."""
        land = getattr(top(self.state), "land", NOWHERE)
        referee = role(self.state, "referee", land)
        if referee == role(self.state, "narrator", land):
            return self.words("card.appeal_lot")
        return self.words("card.appeal_referee", player=self.speech.names[referee])

    def _own_quest(self, each: OfferedMove) -> str:
        """What the quest of the viewer is about that a move names."""
        for part in each.parts:
            found = quest_of(self.state, part.value) if part.kind in ("quest", "task") else None
            if found and found[0] == self.viewer:
                return capital(self.speech.quest(found[1]))
        return ""

    def _label(self, each: OfferedMove) -> str:
        _, colon, after = each.offer["label"].partition(": ")
        return after if colon and each.move.verb in BARE else each.offer["label"]

    def symbol(self, parts: Iterable[Part]) -> str:
        """The sign of the rune or element that is named."""
        keys = {"rune": RUNES, "element": ELEMENTS}
        named = [part for part in parts if part.kind in keys and part.value >= 0]
        return f"{named[0].kind}-{keys[named[0].kind][named[0].value]}" if len(named) == 1 else ""

    def _at(self, parts: Iterable[Part]) -> str:
        """The first of these that lies on the board."""
        for part in parts:
            if part.kind in ON_BOARD and not (part.kind == "unit" and part.value >= PHANTOM):
                name = spell(self.state, self.viewer, part)
                return f"land:{name}" if part.kind == "land" else f"piece:{name}"
        return ""

    def _asked(self, cards: Sequence[CardNode]) -> str:
        """What is asked before a step: where, if all of it lies on the map."""
        kinds = {card.at.partition(":")[0] for card in cards}
        return self.words(f"card.ask_{kinds.pop()}") if kinds in ({"land"}, {"piece"}) else ""

    # --- By what is named

    def by_parts(
        self, offers: Sequence[OfferedMove], depth: int = 0, *, named: int | None = None
    ) -> list[CardNode]:
        """A card for each thing that is named first, and so on with the next.

        named: from which part on a move is called by what it names, and not by its label.
        """
        found: dict[Part | None, list[OfferedMove]] = {}
        for each in offers:
            part = each.parts[depth] if depth < len(each.parts) else None
            found.setdefault(part, []).append(each)
        cards = []
        for part, group in found.items():
            if part is None or len(group) == 1:
                cards += [self._last(each, depth, named) for each in group]
            else:
                below = self.by_parts(group, depth + 1, named=named)
                cards.append(self.part_card(part, below))
        return cards

    def _last(self, each: OfferedMove, depth: int, named: int | None) -> CardNode:
        """The card of a move, at the place of the part that tells it from others."""
        label = "" if named is None else self.speech.parts(each.parts[max(named, depth) :])
        card = self.leaf(each, label)
        card.at = self._at(each.parts[depth:]) or card.at
        return card

    def part_card(self, part: Part, cards: list[CardNode]) -> CardNode:
        """The card of something that several moves name."""
        cards = [single(card) for card in cards]
        if part.kind == "reading":
            label = self.speech.reading(part.value)
        elif part.kind == "kind":
            label = self.speech.kind(part.value)
        elif part.kind == "unit":
            label = self.speech.unit(part.value)
        elif part.kind == "word":
            label = self.words(f"card.term_{part.value}")
        else:
            label = self.speech.part(part)
        found = CardNode(capital(label), cards=cards, at=self._at([part]), ask=self._asked(cards))
        found.symbol = self.symbol([part])
        return found


def by_verb(offers: Sequence[OfferedMove]) -> dict[str, list[OfferedMove]]:
    """The moves of each verb."""
    found: dict[str, list[OfferedMove]] = {}
    for each in offers:
        found.setdefault(each.move.verb, []).append(each)
    return found


def _lone(groups: dict[str, list[CardNode]]) -> int:
    """How many verbs have one card."""
    return sum(len(cards) == 1 for cards in groups.values())
