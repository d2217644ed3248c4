"""Rounds bound to chapters: where a chapter ends, and in which order its turns are told."""

from __future__ import annotations

from collections.abc import Iterator

from cruachan.engine.game import NOBODY
from cruachan.games.shent.saga.book import TurnScene
from cruachan.games.shent.saga.passes.narrate_moves import SagaRound
from cruachan.games.shent.saga.passes.tell_land_changes import SILENT, taken_lands
from cruachan.games.shent.tale.subjects import FightEnds, TwoPlayers

FULL = 1800
"""A chapter with so many letters is long enough."""
SHORTEST = 600
"""What is shorter at the end makes no chapter of its own."""


def bind(rounds: list[SagaRound]) -> Iterator[list[SagaRound]]:
    """The rounds that share a chapter."""
    now: list[SagaRound] = []
    size, left = 0, sum(map(_size, rounds))
    for each in rounds:
        now.append(each)
        size += _size(each)
        left -= _size(each)
        if size >= FULL and left >= SHORTEST:
            yield now
            now, size = [], 0
    if now:
        yield now


def _size(turns: SagaRound) -> int:
    """How many letters are told of a round."""
    return sum(len(told.text) for scene in turns.scenes for told in scene.told)


def threads(scenes: list[TurnScene]) -> list[TurnScene]:
    """Turns of one player follow each other where nothing of one hangs on what lies between."""
    found: list[TurnScene] = []
    for scene in scenes:
        at = len(found)
        while at and found[at - 1].seat != scene.seat and not _meet(found[at - 1], scene):
            at -= 1
        together = at and found[at - 1].seat == scene.seat and not _final(scene)
        found.insert(at if together else len(found), scene)
    return found


def _final(scene: TurnScene) -> bool:
    """Whether somebody claims a goal in it: nothing is told after that."""
    return any(told.said.key.startswith("claims_goal") for told in scene.told)


def _meet(one: TurnScene, two: TurnScene) -> bool:
    """Whether two turns have a land, a figure or a player in common."""
    first, second = _touched(one), _touched(two)
    return bool(first & second) or any(
        told.by != NOBODY for scene in (one, two) for told in scene.told
    )


def _touched(scene: TurnScene) -> set[tuple[str, int]]:
    found = {("seat", scene.seat)}
    for told in scene.told:
        said = told.said
        lands = taken_lands(told) if said.key == "taken" or said.key in SILENT else []
        found |= {("land", land) for land in (said.land, said.place, *lands) if land >= 0}
        found |= {("piece", piece) for piece in said.pieces}
        if said.kind in ("peace", "refused"):
            found |= {("seat", seat) for seat in said.about(TwoPlayers).pair}
        if said.kind in ("fight", "slain"):
            found |= {("seat", seat) for seat in said.about(FightEnds).seats}
    return found
