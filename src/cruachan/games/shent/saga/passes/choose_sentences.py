"""Chooses which sentences of a turn are told, and orders them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import replace

from cruachan.games.shent.core.fields import NOWHERE
from cruachan.games.shent.saga import sentences
from cruachan.games.shent.saga.book import StorySentence, TurnScene
from cruachan.games.shent.saga.figure_naming import SOON, named_in
from cruachan.games.shent.saga.passes.narrate_moves import MoveNarration
from cruachan.games.shent.saga.sentence_weights import (
    CAUSES,
    COLOUR,
    FATE,
    TURN,
    causes,
    plants,
    with_causes,
)
from cruachan.games.shent.tale.subjects import LandsChangeHands
from cruachan.games.shent.tale.voice import Voice

MOST = 3
"""How many things of middling weight are told of one turn."""
MOST_COLOUR = 1
LONELY = ("peace", "refused", "spell")
"""What is not worth a scene of its own."""
RECRUITED = "placed"
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
    """What is told, by move and sentence; the openings as a whole, and all moves of a goal."""
    said = [told for scene in walk.scenes for told in scene.told]
    heard = plants(said)
    heard |= {(told.ply, told.said.key) for told in said if told.weight and told.ply in goal}
    found = {(told.ply, told.said.key) for each in walk.rounds for told in each.lead}
    found |= {(told.ply, told.said.key) for told in walk.opening.told}
    silent: Counter[int] = Counter()
    for scene in walk.scenes:
        told = [_raised(each, heard) for each in with_causes(_settled(scene.told))]
        chosen = _of_turn(told, silent[scene.seat] > 0)
        silent[scene.seat] = 0 if chosen else silent[scene.seat] + 1
        also = [
            each
            for each in told
            if each.said.key in COMPULSORY
            or _of_home(walk, each)
            or (each.said.key == "peace" and (each.ply, "peace") in heard)
        ]
        chosen = [*chosen, *causes(told, chosen), *also]
        found |= {(each.ply, each.said.key) for each in chosen}
    found |= _introduced(walk, found)
    return found - _idle(walk, found)


def _of_home(walk: MoveNarration, told: StorySentence) -> bool:
    """Whether somebody's home falls away by it."""
    lands = {told.said.land, told.said.place} & set(walk.homes.values())
    return told.said.key in FALLS_AWAY and any(walk.voice.land(each) in told.text for each in lands)


def _idle(walk: MoveNarration, found: set[tuple[int, str]]) -> set[tuple[int, str]]:
    """Those who came to somebody and of whom nothing is told after that."""
    told = [each for scene in walk.scenes for each in scene.told]
    told = [each for each in told if (each.ply, each.said.key) in found]
    alike = walk.scales.figures.number
    others = [each for each in told if each.said.key != RECRUITED]
    known = {alike(piece, each.ply) for each in others for piece in each.said.pieces}
    return {
        (each.ply, each.said.key)
        for each in told
        if each.said.key == RECRUITED
        and not any(alike(piece, each.ply) in known for piece in each.said.pieces)
    }


def _introduced(walk: MoveNarration, chosen: set[tuple[int, str]]) -> set[tuple[int, str]]:
    """Who has a name and is first told of in a fight, or as another, is told of when they came."""
    figures, found = walk.figures, set[tuple[int, str]]()
    came: dict[int, tuple[int, StorySentence]] = {}
    told_of: set[int] = set()
    for at, scene in enumerate(walk.scenes):
        for told in scene.told:
            for piece in (*named_in(told.text), *figures.fallen(told)):
                life = figures.life(piece, told.ply)
                if life is None or life.number not in figures.names or told.said.kind == "way":
                    continue
                if told.said.key in ARRIVALS:
                    came.setdefault(life.number, (at, told))
                if (told.ply, told.said.key) not in chosen:
                    continue
                first, told_of = life.number not in told_of, told_of | {life.number}
                ends = figures.ends[life.number] <= told.ply + SOON and life.gone is not None
                enters = ends or told.said.key == "developed" or told.said.kind == "fight"
                if first and enters and life.number in came:
                    when, arrival = came[life.number]
                    if when < at:
                        found.add((arrival.ply, arrival.said.key))
    return found


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
    if all(each.said.kind in LONELY for each in found):
        found = []
    if not found and silent:
        colour = [each for each in told if each.weight == COLOUR and each.said.kind != "way"]
        found = colour[:MOST_COLOUR]
    return found


def told_of(scene: TurnScene, chosen: set[tuple[int, str]], voice: Voice) -> list[StorySentence]:
    """What is told of a turn: land by land between two movements, ways among them."""
    return _taken(_whole(_ordered(scene, chosen)), voice)


def _whole(told: list[StorySentence]) -> list[StorySentence]:
    """What led to a fight stands right before it, unless the order of somebody's deeds forbids."""
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
