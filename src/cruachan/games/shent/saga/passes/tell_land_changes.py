"""Tells that a land fell away in silence, where the reader knew whose it was.

A sign that fades is no story by itself. It becomes one where the reader knows whose the land was.
What becomes of the homes is told elsewhere.
"""

from __future__ import annotations

from typing import NamedTuple

from cruachan.engine.game import NOBODY
from cruachan.engine.match import Match
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import State
from cruachan.games.shent.saga import sentences
from cruachan.games.shent.saga.book import StorySentence, TurnScene
from cruachan.games.shent.saga.figure_naming import SOON
from cruachan.games.shent.saga.sentence_weights import FATE
from cruachan.games.shent.tale.subjects import LandsChangeHands, OfQuest
from cruachan.games.shent.tale.voice import Said, Voice

CHANGES = ("story", "event", "idle", "spell")
"""Kinds of sentences by which a reader learns that a land is somebody's no more."""
SILENT = ("settled", "left")
"""The sentences in which a silent change is told."""


class OwnerChange(NamedTuple):
    """A ply by which a land gets another owner, or none."""

    ply: int
    land: int
    old: int
    new: int


def changes(
    match: Match[State, Move], first: int = 0, last: int | None = None
) -> list[OwnerChange]:
    """All changes of owner from one position to another, in their order."""
    found = []
    end = len(match.history)
    for ply in range(first, end if last is None else min(end, last + 1)):
        before, after = match.state_at(ply).markers, match.state_at(ply + 1).markers
        found += [
            OwnerChange(ply, land, *pair)
            for land, pair in enumerate(zip(before, after, strict=False))
            if pair[0] != pair[1]
        ]
    return found


def taken_lands(told: StorySentence) -> list[int]:
    """The lands that a player lost to another in one sentence."""
    return list(told.said.about(LandsChangeHands).lands) or [told.said.land]


def learned(told: StorySentence, all_changes: list[OwnerChange], voice: Voice) -> dict[int, int]:
    """What a sentence says about whose a land is: by land, NOBODY where it is lost."""
    said = told.said
    if said.key in ("taken", "home_gone", "meanwhile", *SILENT):
        owner = NOBODY if said.key == "left" else said.about(LandsChangeHands).seat
        return dict.fromkeys(taken_lands(told), owner)
    if said.kind not in CHANGES:
        return {}
    lands = [land for land in (said.land, said.place) if land >= 0]
    first: dict[int, OwnerChange] = {}
    for change in all_changes:
        if told.ply <= change.ply <= told.ply + SOON and change.land in lands:
            first.setdefault(change.land, change)
    return {
        land: NOBODY
        for land, change in first.items()
        if change.new == NOBODY and voice.land(land) in told.text
    }


class LandChanges:
    """Adds to a turn that a land fell away in it of which the reader knows whose it was.

    How players lose the lands in which they began is told elsewhere.
    """

    def __init__(self, match: Match[State, Move], voice: Voice, homes: dict[int, int]) -> None:
        self.match = match
        self.voice = voice
        self.homes = homes
        self.words = sentences(voice.lang)
        self.known: dict[int, int] = {}
        """Who holds a land, as the reader knows it."""

    def tell(self, scene: TurnScene) -> None:
        """Add to a turn in which lands fell away in silence that they did."""
        found = changes(self.match, scene.start + 1, scene.end)
        groups: dict[tuple[int, int], list[int]] = {}
        silent = [change for change in found if self._matters(change, scene, found)]
        for change in silent:
            groups.setdefault((change.ply, change.old), []).append(change.land)
        for (ply, seat), lands in groups.items():
            self._add(scene, ply, seat, lands)
        for told in sorted(scene.told, key=lambda one: one.ply):
            self._learn(told, found)

    def _matters(self, change: OwnerChange, scene: TurnScene, found: list[OwnerChange]) -> bool:
        """Whether the reader would miss it: it was known whose it was, and there is no word."""
        if change.new != NOBODY or change.old < 0 or change.old != self.known.get(change.land):
            return False
        if self.homes.get(change.old) == change.land:
            return False
        last = max(one.ply for one in found if one.land == change.land)
        told = (learned(each, found, self.voice) for each in scene.told)
        spoken = any(lands.get(change.land) == NOBODY for lands in told)
        return not spoken and last == change.ply

    def _add(self, scene: TurnScene, ply: int, seat: int, lands: list[int]) -> None:
        how = "left_quarrel" if self._quarrel(ply, lands[0]) else "left"
        said = Said(
            self._text(how, seat, lands),
            subject=LandsChangeHands(seat, NOBODY, tuple(lands)),
            land=lands[-1],
            key="left",
        )
        before = (each for each in scene.told if each.ply <= ply)
        before = (each for each in before if each.said.key not in ("taken", "decisive"))
        scene.told.insert(sum(1 for _ in before), StorySentence(said, ply, scene.seat, FATE))

    def _learn(self, told: StorySentence, found: list[OwnerChange]) -> None:
        """What the reader knows from now on of the owners of lands."""
        self.known |= learned(told, found, self.voice)
        aim = told.said.about(OfQuest).quest.aim if told.said.key == "vow" else None
        if aim and aim.seat >= 0 and self._holds(aim.seat, aim.land, told.ply):
            self.known[aim.land] = aim.seat

    def _holds(self, seat: int, land: int, ply: int) -> bool:
        return land >= 0 and self.match.state_at(ply).markers[land] == seat

    def _quarrel(self, ply: int, land: int) -> bool:
        """Whether a land fell away because somebody was refused there, or a peace broke."""
        return any(
            event.what in (DomainEventKind.REFUSED, DomainEventKind.BROKEN) and event.land == land
            for event in self.match.state_at(ply + 1).domain_events
        )

    def _text(self, key: str, seat: int, lands: list[int]) -> str:
        name = f"{key}s" if len(lands) > 1 else key
        values = {
            "player": self.voice.player(seat),
            "land": self.voice.listed([self.voice.land(land) for land in lands]),
        }
        return self.voice.fill(self.voice.pick(f"saga.{name}", self.words[name], 0), values)
