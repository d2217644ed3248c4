"""Which of what was said in a turn is told, and in which order."""

from __future__ import annotations

from collections import Counter

from cruachan.games.shent.core.fields import NOWHERE
from cruachan.games.shent.saga.told import Scene, Told
from cruachan.games.shent.saga.walk import Walk
from cruachan.games.shent.saga.weights import COLOUR, FATE, TURN, plants, with_causes

MOST = 3
"""How many things of middling weight are told of one turn."""
MOST_COLOUR = 1
MOVES = ("way", "leave")
"""After these a turn goes on elsewhere."""


def choose(walk: Walk) -> set[tuple[int, str]]:
    """What is told, by move and sentence; the openings are told as a whole."""
    said = [told for scene in walk.scenes for told in scene.told]
    heard = plants(said)
    found: set[tuple[int, str]] = set()
    silent: Counter[int] = Counter()
    for scene in walk.scenes:
        told = [_raised(each, heard) for each in with_causes(scene.told)]
        chosen = _of_turn(told, silent[scene.seat] > 0)
        silent[scene.seat] = 0 if chosen else silent[scene.seat] + 1
        found |= {(each.ply, each.said.key) for each in chosen}
    return found


def _raised(told: Told, heard: set[tuple[int, str]]) -> Told:
    if (told.ply, told.said.key) in heard:
        return told._replace(weight=max(told.weight, FATE))
    return told


def _of_turn(told: list[Told], silent: bool) -> list[Told]:
    """The weightiest; colour only where a turn would be empty and the one before was."""
    strong = [each for each in told if each.weight >= FATE and each.said.kind not in MOVES[:1]]
    some = [each for each in told if each.weight == TURN and each.said.kind not in MOVES[:1]]
    room = max(0, MOST - len(strong))
    found = strong + some[-room:] if room else strong
    if not found and silent:
        colour = [each for each in told if each.weight == COLOUR and each.said.kind != "way"]
        found = colour[:MOST_COLOUR]
    return found


def told_of(scene: Scene, chosen: set[tuple[int, str]]) -> list[Told]:
    """What is told of a turn: land by land between two movements, ways among them."""
    found: list[Told] = []
    block: dict[int, list[Told]] = {}
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
            block.setdefault(last, []).append(each)
    return found + [told for group in block.values() for told in group]
