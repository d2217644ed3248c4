"""What grows between the players over the whole saga: quarrels, and the race for the seals."""

from __future__ import annotations

from collections import Counter

from cruachan.engine.game import NOBODY
from cruachan.engine.match import Match
from cruachan.games.shent.core.fields import NOWHERE
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import State
from cruachan.games.shent.saga import sentences
from cruachan.games.shent.saga.told import Scene, Told
from cruachan.games.shent.tale.voice import Said, Voice

GRUDGE, FEUD = 3, 7
"""After so many hostile deeds it is told that there is a quarrel, and that it is a feud."""

RECENT = 2
"""What lies so many rounds back is not fresh any more."""


class Rivals:
    """Counts what players did to each other, as far as it was told."""

    def __init__(self, match: Match[State, Move], voice: Voice) -> None:
        self.match = match
        self.voice = voice
        self.words = sentences(voice.lang)
        self.between: Counter[frozenset[int]] = Counter()
        self.struck: dict[frozenset[int], int] = {}
        """The round in which two last came to blows, or one took from the other."""
        self.called: set[tuple[str, frozenset[int]]] = set()
        """Which quarrels were called so."""
        self.peace: dict[frozenset[int], int] = {}
        """The round in which a vow of peace between two was kept."""
        self.sealed: set[int] = set()
        self.wrongs: dict[int, tuple[int, int]] = {}
        """What was last done to each player: by whom, and in which land."""
        self.fresh: set[int] = set()
        """Those to whom it was done in the turn at hand."""

        self.grave: set[int] = set()
        """Those to whom it was more than a land or a closed road."""
        self.mourned = 0
        """The round in which it was last told that something is not forgotten."""

    def tell(self, scene: Scene) -> list[Told]:
        """A scene with what has grown between two players, if it has."""
        found = self._remembered(scene)
        self.fresh.clear()
        for told in scene.told:
            doer, victim = hostile(told)
            if doer >= 0:
                found += self._kept(told, doer, victim) or self._paid_back(told, doer, victim)
            found += self._peace(told, scene)
            found.append(told)
            if doer < 0:
                continue
            self.wrongs[victim] = doer, told.said.land
            self.fresh.add(victim)
            if told.said.key in ("taken", "refused"):
                self.grave.discard(victim)
            else:
                self.grave.add(victim)
            pair = frozenset((doer, victim))
            self.between[pair] += 1
            self.struck[pair] = scene.round
            if told.said.kind in ("fight", "slain"):
                found += self._quarrel(told, doer, victim)
        return found

    def _quarrel(self, told: Told, doer: int, victim: int) -> list[Told]:
        """After a fight it is said what there has been between two for long."""
        pair = frozenset((doer, victim))
        many = self.between[pair]
        key = "feud" if many >= FEUD else "grudge" if many >= GRUDGE else ""
        if not key or (key, pair) in self.called:
            return []
        self.called |= {(key, pair), ("grudge", pair)}
        return [self._said(key, told, told.said.land, player=doer, other=victim)]

    def _peace(self, told: Told, scene: Scene) -> list[Told]:
        """A vow of peace is kept; it may be in the midst of a quarrel."""
        aim = told.said.data[0].aim if told.said.key == "feat" else None
        if aim is None or aim.kind != "peace" or aim.seat < 0:
            return []
        pair = frozenset((scene.seat, aim.seat))
        self.peace[pair] = scene.round
        if self.struck.get(pair, -RECENT) <= scene.round - RECENT:
            return []
        land = max(told.said.land, NOWHERE)
        return [self._said("peace_amid", told, land, player=scene.seat, other=aim.seat)]

    def _kept(self, told: Told, doer: int, victim: int) -> list[Told]:
        """Who falls out after a vow of peace had kept it no longer than was vowed."""
        pair = frozenset((doer, victim))
        kept = self.peace.pop(pair, None)
        if kept is None or ("peace_over", pair) in self.called:
            return []
        self.called.add(("peace_over", pair))
        self.wrongs.pop(doer, None)
        return [self._said("peace_over", told, told.said.land, player=doer, other=victim)]

    def _remembered(self, scene: Scene) -> list[Told]:
        """What was done to a player is not forgotten in the next turn told of them."""
        other, land = self.wrongs.get(scene.seat, (NOBODY, NOWHERE))
        if not scene.told or scene.told[0].said.kind in ("quest", "feat", "arc") or land < 0:
            return []
        if scene.seat not in self.grave or scene.round == self.mourned:
            return []
        self.mourned = scene.round
        if any(hostile(told) == (scene.seat, other) for told in scene.told):
            return []
        del self.wrongs[scene.seat]
        return [self._said("wronged", scene.told[0], land, player=scene.seat, other=other)]

    def _paid_back(self, told: Told, doer: int, victim: int) -> list[Told]:
        """Who does to another what the other did before."""
        other, land = self.wrongs.get(doer, (NOBODY, NOWHERE))
        if other != victim or land < 0:
            return []
        del self.wrongs[doer]
        key = "answer" if doer in self.fresh and land == told.said.land else "revenge"
        return [self._said(key, told, land, player=doer, other=victim)]

    def seals(self, scenes: list[Scene]) -> list[Told]:
        """Who has laid the last stone of a goal since it was told last."""
        if not scenes:
            return []
        last = scenes[-1]
        players = self.match.state_at(last.end).players
        now = {seat for seat, player in enumerate(players) if player.aim is not None}
        new, self.sealed = now - self.sealed, self.sealed | now
        if not new or self.match.state_at(last.end).outcome:
            return []
        names = self.voice.listed([self.voice.player(seat) for seat in sorted(new)])
        key = "seals" if len(new) > 1 else "seal"
        if len(now) == len(players):
            key = "seals_at_once" if new == now else "seals_all"
        number = self.voice.number(len(players) - len(now))
        text = self.voice.pick(f"saga.{key}", self.words[key], 0)
        said = Said(self.voice.fill(text, {"names": names, "number": number}), kind="seal", key=key)
        return [Told(said, last.end - 1, weight=3)]

    def _said(self, key: str, told: Told, land: int, **seats: int) -> Told:
        names = {name: self.voice.player(seat) for name, seat in seats.items()}
        names["land"] = self.voice.land(land)
        text = self.voice.fill(self.voice.pick(f"saga.{key}", self.words[key], 0), names)
        return told._replace(said=Said(text, kind="arc", key=key, land=land), weight=3)


def hostile(told: Told) -> tuple[int, int]:
    """Who did a hostile deed, and to whom; NOBODY where it is none."""
    said = told.said
    pair = (NOBODY, NOBODY)
    if said.kind in ("fight", "slain"):
        pair = said.data[1][0][0], said.data[1][1][0]
    elif said.key == "taken" or said.key.startswith("broke_"):
        pair = said.data[0], said.data[1]
    elif said.key == "refused":
        pair = said.data[1], said.data[0]
    return pair if min(pair) >= 0 else (NOBODY, NOBODY)
