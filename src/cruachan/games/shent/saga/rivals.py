"""What grows between the players over the whole saga: quarrels, and the race for the seals."""

from __future__ import annotations

from collections import Counter

from cruachan.engine.match import Match
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import State
from cruachan.games.shent.saga import sentences
from cruachan.games.shent.saga.told import Scene, Told
from cruachan.games.shent.tale.voice import Said, Voice

GRUDGE, FEUD = 3, 7
"""After so many hostile deeds it is told that there is a quarrel, and that it is a feud."""


class Rivals:
    """Counts what players did to each other, as far as it was told."""

    def __init__(self, match: Match[State, Move], voice: Voice) -> None:
        self.match = match
        self.voice = voice
        self.words = sentences(voice.lang)
        self.between: Counter[frozenset[int]] = Counter()
        self.sealed: set[int] = set()

    def tell(self, scene: Scene) -> list[Told]:
        """A scene with what has grown between two players, if it has."""
        found = []
        for told in scene.told:
            found.append(told)
            pair = frozenset(hostile(told))
            if len(pair) != 2:
                continue
            self.between[pair] += 1
            key = {GRUDGE: "grudge", FEUD: "feud"}.get(self.between[pair])
            if key:
                one, two = sorted(pair, key=lambda seat: seat != scene.seat)
                found.append(self._said(key, told, player=one, other=two))
        return found

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
        all_of_them = len(now) == len(players)
        key = "seals_all" if all_of_them else "seals" if len(new) > 1 else "seal"
        number = self.voice.number(len(players) - len(now))
        text = self.voice.pick(f"saga.{key}", self.words[key], 0)
        said = Said(self.voice.fill(text, {"names": names, "number": number}), kind="seal", key=key)
        return [Told(said, last.end - 1, weight=3)]

    def _said(self, key: str, told: Told, **seats: int) -> Told:
        names = {name: self.voice.player(seat) for name, seat in seats.items()}
        text = self.voice.fill(self.voice.pick(f"saga.{key}", self.words[key], 0), names)
        return told._replace(said=Said(text, kind="arc", key=key, land=told.said.land), weight=3)


def hostile(told: Told) -> tuple[int, ...]:
    """The players between whom it is a hostile deed."""
    said = told.said
    if said.kind in ("fight", "slain"):
        return tuple(seat for seat, _ in said.data[1] if seat >= 0)
    if said.key in ("taken", "refused"):
        return tuple(said.data)
    return ()
