"""Chooses which sentences of a turn are told, and orders them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import replace

from cruachan.games.shent.core.fields import NOWHERE
from cruachan.games.shent.saga import sentences
from cruachan.games.shent.saga.book import StorySentence, TurnScene
from cruachan.games.shent.saga.figure_naming import named_in
from cruachan.games.shent.saga.passes.narrate_moves import MoveNarration
from cruachan.games.shent.saga.sentence_weights import (
    CAUSES,
    COLOUR,
    FATE,
    TURN,
    causes,
    outcomes,
    plants,
    with_causes,
)
from cruachan.games.shent.tale.subjects import LandsChangeHands
from cruachan.games.shent.tale.voice import Voice

MOST = 3
"""How many things of middling weight are told of one turn."""
MOST_COLOUR = 1
LONELY = ("peace", "refused", "spell", "renown")
"""What is not worth a scene of its own, unless somebody dies of it."""
PERSON = "person"
RECRUITED, RENOWNED = "placed", "renowned"
COMPULSORY = ("taken", "returned")
"""What is told in any case: else a land would be lost by another, or a sleeper act."""
FALLS_AWAY = ("rim.ways", "unmarked")
"""What is told in any case of a home."""
ARRIVALS = ("placed", "joined", "joined_after", "joined_woken", "hero_won")
"""By these somebody comes to a player."""
JOINED = ("joined", "joined_after", "joined_woken")
MOVES = ("way", "leave")
"""After these a turn goes on elsewhere."""


def choose(walk: MoveNarration, goal: Collection[int] = ()) -> set[tuple[int, str]]:
    """What is told of all turns of a story, by move and sentence."""
    chooser = SentenceChooser(walk)
    found = chooser.openings()
    for scene in walk.scenes:
        found |= chooser.tell(scene, goal)
    return found


class SentenceChooser:
    """Chooses turn by turn; what a turn tells depends on nothing that comes after it."""

    def __init__(self, walk: MoveNarration) -> None:
        self.walk = walk
        self.silent: Counter[int] = Counter()
        """For how many turns nothing was told of each player."""
        self.renowned = 0
        """The round in which a name became known last."""

    def openings(self) -> set[tuple[int, str]]:
        """All that was said before the first turn, and the events of the rounds."""
        told = [*self.walk.opening.told, *(each for one in self.walk.rounds for each in one.lead)]
        return {(each.ply, each.said.key) for each in told}

    def tell(self, scene: TurnScene, goal: Collection[int] = ()) -> set[tuple[int, str]]:
        """What is told of a turn: what counts most, the moves of a goal, and who came by name."""
        heard = plants(scene.told)
        heard |= {
            (told.ply, told.said.key) for told in scene.told if told.weight and told.ply in goal
        }
        told = [_raised(each, heard) for each in with_causes(_settled(scene.told))]
        own = scene.seat >= 0 and self.walk.match.players[scene.seat].kind == PERSON
        chosen = _of_turn(told, own or self.silent[scene.seat] > 0)
        self.silent[scene.seat] = 0 if chosen else self.silent[scene.seat] + 1
        also = [
            each
            for each in told
            if each.said.key in COMPULSORY
            or _of_home(self.walk, each)
            or (each.said.key == "peace" and (each.ply, "peace") in heard)
            or self._arrives(each)
            or self._named_by_a_person(each)
        ]
        chosen = [*chosen, *causes(told, chosen), *outcomes(told, chosen), *also]
        chosen = [each for each in chosen if not self._known(each, chosen)]
        chosen = [each for each in chosen if not self._passed_over(each)]
        found = {(each.ply, each.said.key) for each in chosen}
        return found - self._idle(chosen)

    def _known(self, told: StorySentence, chosen: list[StorySentence]) -> bool:
        """Whether one who gets a name was told of in the turn before that: then it is said."""
        number = self.walk.figures.number
        return told.said.key == RENOWNED and any(
            number(piece, each.ply) == number(told.said.pieces[0], told.ply)
            for each in chosen
            if each.said.key != RENOWNED and each.ply <= told.ply
            for piece in named_in(each.text)
        )

    def _passed_over(self, told: StorySentence) -> bool:
        """Whether a bot gives a name in a round in which another name became known: whoever bears
        it is introduced when something is told of them. What people call their own is told."""
        if told.said.key != RENOWNED:
            return False
        if self._named_by_a_person(told):
            return False
        number = self.walk.match.state_at(told.ply).round
        passed, self.renowned = self.renowned >= number, max(self.renowned, number)
        return passed

    def _named_by_a_person(self, told: StorySentence) -> bool:
        """Whether somebody gives one of theirs a name: no saga leaves out one's own hero."""
        match = self.walk.match
        seat = match.history[told.ply].seat
        return told.said.key == RENOWNED and seat >= 0 and match.players[seat].kind == PERSON

    def _arrives(self, told: StorySentence) -> bool:
        """Whether somebody comes who has a name: whoever is told of later was seen to come."""
        names = self.walk.figures.names
        numbers = [self.walk.figures.number(piece, told.ply) for piece in told.said.pieces]
        return told.said.key in ARRIVALS and any(number in names for number in numbers)

    def _idle(self, chosen: list[StorySentence]) -> set[tuple[int, str]]:
        """Nameless ones who came to somebody and of whom nothing else is told in the turn."""
        alike = self.walk.figures.number
        others = [each for each in chosen if each.said.key != RECRUITED]
        known = {alike(piece, each.ply) for each in others for piece in each.said.pieces}
        known |= self.walk.figures.names.keys()
        return {
            (each.ply, each.said.key)
            for each in chosen
            if each.said.key == RECRUITED
            and not any(alike(piece, each.ply) in known for piece in each.said.pieces)
        }


def _of_home(walk: MoveNarration, told: StorySentence) -> bool:
    """Whether somebody's home falls away by it."""
    lands = {told.said.land, told.said.place} & set(walk.homes.values())
    return told.said.key in FALLS_AWAY and any(walk.voice.land(each) in told.text for each in lands)


def _settled(told: list[StorySentence]) -> list[StorySentence]:
    """Without those who joined somebody and left again in one turn."""
    joined = {piece for each in told if each.said.key in JOINED for piece in each.said.pieces}
    left = {piece for each in told if each.said.kind == "leave" for piece in each.said.pieces}
    both = joined & left
    return [
        each
        for each in told
        if not (each.said.key in JOINED or each.said.kind == "leave")
        or not set(each.said.pieces) <= both
    ]


def _raised(told: StorySentence, heard: set[tuple[int, str]]) -> StorySentence:
    if (told.ply, told.said.key) in heard:
        return told._replace(weight=max(told.weight, FATE))
    return told


def _of_turn(told: list[StorySentence], silent: bool) -> list[StorySentence]:
    """The weightiest; colour only where a turn would be empty and the one before was."""
    strong = [each for each in told if each.weight >= FATE and each.said.kind != "way"]
    some = [each for each in told if each.weight == TURN and each.said.kind != "way"]
    room = max(0, MOST - len(strong))
    found = strong + some[-room:] if room else strong
    if all(each.said.kind in LONELY and each.weight <= FATE for each in found):
        found = []
    if not found and silent:
        colour = [each for each in told if each.weight == COLOUR and each.said.kind != "way"]
        found = colour[:MOST_COLOUR]
    return found


def told_of(scene: TurnScene, chosen: set[tuple[int, str]], voice: Voice) -> list[StorySentence]:
    """What is told of a turn: land by land between two movements, ways among them."""
    return _taken(_whole(_ordered(scene, chosen)), voice)


def _whole(told: list[StorySentence]) -> list[StorySentence]:
    """What led to a fight stands right before it, unless the order of somebody's events forbids."""
    found = list(told)
    for each in told:
        if each.said.kind not in ("fight", "slain"):
            continue
        at = found.index(each)
        causes = [one for one in found[:at] if one.said.key in CAUSES]
        causes = [one for one in causes if one.said.land == each.said.land]
        if not causes:
            continue
        cause = causes[-1]
        between = found[found.index(cause) + 1 : at]
        pieces = {piece for one in between for piece in one.said.pieces}
        apart = not any(one.said.kind == each.said.kind for one in between)
        if apart and not pieces & set(cause.said.pieces):
            found.remove(cause)
            found.insert(found.index(each), cause)
    return found


def _taken(told: list[StorySentence], voice: Voice) -> list[StorySentence]:
    """Several lands taken from one player in one turn are told together."""
    groups: dict[LandsChangeHands, list[StorySentence]] = {}
    for each in told:
        if each.said.key == "taken":
            groups.setdefault(each.said.about(LandsChangeHands), []).append(each)
    found = []
    for each in told:
        subject = each.said.subject
        same = groups.get(subject, []) if isinstance(subject, LandsChangeHands) else []
        if len(same) < 2:
            found.append(each)
        elif each is same[-1]:
            taken = each.said.about(LandsChangeHands)
            values = {
                "lands": voice.listed([voice.land(one.said.land) for one in same]),
                "player": voice.player(taken.seat),
                "other": voice.player(taken.other),
            }
            options = sentences(voice.lang)["taken_many"]
            text = voice.fill(voice.pick("saga.taken_many", options, 0), values)
            lands = tuple(one.said.land for one in same)
            said = each.said._replace(text=text, subject=replace(taken, lands=lands))
            found.append(each._replace(said=said))
    return found


def _ordered(scene: TurnScene, chosen: set[tuple[int, str]]) -> list[StorySentence]:
    found: list[StorySentence] = []
    block: dict[int, list[StorySentence]] = {}
    last = NOWHERE
    for each in scene.told:
        if each.said.kind in (*MOVES, "feat"):
            found += [told for group in block.values() for told in group]
            block = {}
        if each.said.kind == "way":
            found.append(each)
        elif (each.ply, each.said.key) in chosen:
            if each.said.kind != "return" and each.said.land >= 0:
                last = each.said.land
            if _shared(block, last, each):
                found += [told for group in block.values() for told in group]
                block = {}
            block.setdefault(last, []).append(each)
    return found + [told for group in block.values() for told in group]


def _shared(block: dict[int, list[StorySentence]], land: int, told: StorySentence) -> bool:
    """Whether one of its figures was told of in another land: then the order counts."""
    pieces = set(told.said.pieces)
    return any(
        pieces & set(other.said.pieces)
        for place, group in block.items()
        if place != land
        for other in group
    )
