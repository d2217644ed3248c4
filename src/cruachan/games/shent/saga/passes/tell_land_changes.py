"""Tells silent changes of a land's owner where they happened, if they matter later.

A sign that fades and one that is put up where nobody ruled is no story by itself. It becomes one
when the land is lost by somebody of whom the reader does not know that it was theirs, and when
what was won is not there any more at the end. What becomes of the homes is told elsewhere.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from cruachan.engine.game import NOBODY
from cruachan.engine.match import Match
from cruachan.games.shent.core.deeds import DeedKind
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
LASTING = 2
"""What was held for fewer rounds is not told to be lost in silence."""
SILENT = ("settled", "left")
"""The sentences in which a silent change is told."""


class OwnerChange(NamedTuple):
    """A ply by which a land gets another owner, or none."""

    ply: int
    land: int
    old: int
    new: int


class UntoldChange(NamedTuple):
    """A change that has to be told, and the owner that the reader knows of."""

    change: OwnerChange
    known: int
    again: bool = False
    """Whether it is told to have been theirs before."""


def changes(match: Match[State, Move]) -> list[OwnerChange]:
    """All changes of owner, in their order."""
    found = []
    for ply in range(len(match.history)):
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
    if said.key in ("taken", "home_gone", *SILENT):
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
    """Adds changes of owner that no other sentence tells."""

    def __init__(
        self,
        match: Match[State, Move],
        voice: Voice,
        homes: dict[int, int],
        counted: Collection[int] = (),
    ) -> None:
        self.match = match
        self.voice = voice
        self.homes = homes
        self.words = sentences(voice.lang)
        self.changes = changes(match)
        self.winner = match.state.outcome[0] if match.state.won else NOBODY
        self.counted = counted
        """The lands of the goal that won: the end tells which of them were lost again."""

    def tell(self, scenes: list[TurnScene]) -> None:
        """Add to the turns in which land changed hands in silence what matters of it."""
        groups: dict[tuple[str, int, int, int, bool], list[int]] = {}
        for need in self._needed(scenes):
            change = need.change
            key = "left" if change.new == NOBODY else "settled"
            seat = change.old if key == "left" else change.new
            other = NOBODY if key == "left" else need.known
            groups.setdefault((key, change.ply, seat, other, need.again), []).append(change.land)
        for (key, ply, seat, other, again), lands in groups.items():
            scene = next((each for each in scenes if each.holds(ply)), None)
            if scene is None:
                continue
            how = "left_quarrel" if key == "left" and self._quarrel(ply, lands[0]) else key
            said = Said(
                self._text(how, seat, other, again, lands),
                subject=LandsChangeHands(seat, other, tuple(lands)),
                land=lands[-1],
                key=key,
            )
            before = (each for each in scene.told if each.ply <= ply)
            if key == "left":
                before = (each for each in before if each.said.key not in ("taken", "decisive"))
            scene.told.insert(sum(1 for _ in before), StorySentence(said, ply, scene.seat, FATE))

    def _needed(self, scenes: list[TurnScene]) -> list[UntoldChange]:
        """The silent changes that matter, land by land."""
        told = [each for scene in scenes for each in scene.told]
        known: dict[int, list[tuple[int, int]]] = {}
        before: dict[int, list[tuple[int, int]]] = {}
        for each in sorted(told, key=lambda one: one.ply):
            for land, owner in learned(each, self.changes, self.voice).items():
                known.setdefault(land, []).append((each.ply, owner))
                if owner == NOBODY and each.said.key not in SILENT:
                    before.setdefault(land, []).append((each.ply, self._loser(land, each.ply)))
            aim = each.said.about(OfQuest).quest.aim if each.said.key == "vow" else None
            if each.said.key == "taken":
                for land in taken_lands(each):
                    loser = each.said.about(LandsChangeHands).other
                    before.setdefault(land, []).append((each.ply, loser))
            elif aim and aim.seat >= 0 and self._holds(aim.seat, aim.land, each.ply):
                known.setdefault(aim.land, []).append((each.ply, aim.seat))
                before.setdefault(aim.land, []).append((each.ply, aim.seat))
        found: list[UntoldChange] = []
        homes = {land: seat for seat, land in self.homes.items()}
        for land in known:
            needs = self._of_land(land, known[land], dict(before.get(land, [])))
            found += [need for need in needs if land not in homes or self._counts(need, homes)]
        return sorted(found, key=lambda need: need.change.ply)

    def _counts(self, need: UntoldChange, homes: dict[int, int]) -> bool:
        """Whether the winner of the game lost another's home again that the goal had counted."""
        land, old, new = need.change.land, need.change.old, need.change.new
        return new == NOBODY and old == self.winner != homes[land] and land in self.counted

    def _loser(self, land: int, ply: int) -> int:
        """Who loses a land soon after a move."""
        near = (each for each in self.changes if ply <= each.ply <= ply + SOON)
        return next((each.old for each in near if (each.land, each.new) == (land, NOBODY)), NOBODY)

    def _holds(self, seat: int, land: int, ply: int) -> bool:
        return land >= 0 and self.match.state_at(ply).markers[land] == seat

    def _of_land(
        self, land: int, history: list[tuple[int, int]], losers: dict[int, int]
    ) -> list[UntoldChange]:
        """What the reader misses of one land: for those who lose it, and the end."""
        own = [change for change in self.changes if change.land == land]
        found: list[UntoldChange] = []
        since, owner = history[0]
        for ply, new in [*history[1:], (len(self.match.history), NOBODY)]:
            between = [change for change in own if since < change.ply < ply]
            gains = [change for change in between if change.new >= 0 and change.old == NOBODY]
            loser = losers.get(ply, owner)
            wanted = [change for change in gains if change.new == loser != owner][-1:]
            if wanted:
                again = any(each == wanted[0].new for when, each in history if when <= since)
                found.append(UntoldChange(wanted[0], owner, again))
                owner = wanted[0].new
            if ply == len(self.match.history):
                found += self._lost(owner, since, between, [need.change for need in found])
            since, owner = ply, new
        return found

    def _lost(
        self, owner: int, since: int, between: list[OwnerChange], told: list[OwnerChange]
    ) -> list[UntoldChange]:
        """A land that is somebody's no more at the end, if nothing else tells of it."""
        since = max((since, *(change.ply for change in told)))
        since = max((since, *(each.ply for each in between if each.new == owner)))
        after = [change for change in between if change.ply > since]
        if owner < 0 or not after:
            return []
        if owner == self.winner and after[0].land in self.counted:
            return [UntoldChange(after[0], owner)] if after[0].new == NOBODY else []
        rounds = [self.match.state_at(ply).round for ply in (since, after[0].ply)]
        if since and rounds[1] - rounds[0] < LASTING:
            return []
        lost = after[0].new == NOBODY and not self._quarrel(after[0].ply, after[0].land)
        return [UntoldChange(after[0], owner)] if lost else []

    def _quarrel(self, ply: int, land: int) -> bool:
        """Whether a land fell away because somebody was refused there, or a peace broke."""
        return any(
            deed.what in (DeedKind.REFUSED, DeedKind.BROKEN) and deed.land == land
            for deed in self.match.state_at(ply + 1).deeds
        )

    def _text(self, key: str, seat: int, other: int, again: bool, lands: list[int]) -> str:
        several = "s" if len(lands) > 1 else ""
        if key == "settled":
            how = "" if other >= 0 else "_again" if again else "_free"
            name = f"settled{how}{several}"
        else:
            name = f"{key}{several}"
        values = {
            "player": self.voice.player(seat),
            "other": self.voice.player(other),
            "land": self.voice.listed([self.voice.land(land) for land in lands]),
        }
        return self.voice.fill(self.voice.pick(f"saga.{name}", self.words[name], 0), values)
