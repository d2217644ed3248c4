"""Tells what became of the lands in which the players began."""

from __future__ import annotations

from cruachan.engine.game import NOBODY
from cruachan.engine.match import Match
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import State, whom_refused
from cruachan.games.shent.saga import sentences
from cruachan.games.shent.saga.book import StorySentence, TurnScene
from cruachan.games.shent.saga.figure_naming import SOON
from cruachan.games.shent.saga.passes.tell_land_changes import OwnerChange, changes, learned
from cruachan.games.shent.saga.sentence_weights import FATE
from cruachan.games.shent.tale.subjects import LandsChangeHands
from cruachan.games.shent.tale.voice import Said, Voice

BUILDS = ("galas.founding", "founded", "fortress", "placed")
"""Who does this at home is told to be there again before."""


class HomeChanges:
    """Adds the loss of a home, and the return to one, where no other sentence tells it."""

    def __init__(self, match: Match[State, Move], voice: Voice, homes: dict[int, int]) -> None:
        self.match = match
        self.voice = voice
        self.words = sentences(voice.lang)
        self.homes = homes
        self.held: dict[int, tuple[int, int]] = {}
        """Who has each home as the reader knows it, and who had it last."""

    def tell(self, scene: TurnScene) -> None:
        """Add to a turn in which a home changed hands in silence that it did."""
        found = changes(self.match, scene.start + 1, scene.end)
        whose = {land: seat for seat, land in self.homes.items()}
        for change in self._lasting(found, scene):
            seat = whose.get(change.land, NOBODY)
            if seat == NOBODY:
                continue
            known, held = self.held.get(change.land, (seat, seat))
            telling = self._telling(scene, change)
            if telling:
                if known == seat and change.new == NOBODY:
                    self._felt(scene, telling[-1], change, seat)
                known = change.new
            elif change.new != known and (change.new >= 0 or known == seat):
                self._add(scene, change, seat, held)
                known = change.new
            self.held[change.land] = known, known if known >= 0 else held

    def _lasting(self, found: list[OwnerChange], scene: TurnScene) -> list[OwnerChange]:
        """The changes of a turn, without those that were undone in it before anybody told them."""
        spoken = {land for told in scene.told for land in learned(told, found, self.voice)}
        lasting: list[OwnerChange] = []
        for change in found:
            undone = (
                each for each in lasting if (each.land, each.old) == (change.land, change.new)
            )
            before = None if change.land in spoken else next(undone, None)
            if before is None:
                lasting.append(change)
            else:
                lasting = [each for each in lasting if each.land != change.land]
        return lasting

    def _telling(self, scene: TurnScene, change: OwnerChange) -> list[StorySentence]:
        """The sentences that tell it; that a friendship broke there does not say so."""
        return [
            told
            for told in scene.told
            if change.ply - SOON <= told.ply <= change.ply
            and told.said.key != "broken"
            and learned(told, [change], self.voice).get(change.land, change.old) == change.new
        ]

    def _felt(
        self, scene: TurnScene, telling: StorySentence, change: OwnerChange, seat: int
    ) -> None:
        """A sentence, right after the loss, that the lost land was a home."""
        text = self._text("home_gone", seat, seat, change.land)
        lost = LandsChangeHands(NOBODY, NOBODY, (change.land,))
        said = Said(text, subject=lost, land=change.land, key="home_gone")
        at = scene.told.index(telling) + 1
        scene.told.insert(at, telling._replace(said=said, by=NOBODY, weight=FATE))

    def _text(self, name: str, player: int, other: int, land: int) -> str:
        values = {
            "player": self.voice.player(player),
            "other": self.voice.player(other),
            "land": self.voice.land(land),
        }
        return self.voice.fill(self.voice.pick(f"saga.{name}", self.words[name], 0), values)

    def _add(self, scene: TurnScene, change: OwnerChange, seat: int, held: int) -> None:
        """The sentence, where it belongs in its turn; `held` is who had the land last."""
        lost = change.new == NOBODY
        settled = "home_back" if change.new == held else "home_settled"
        name = "home_left" if lost else "home_again" if change.new == seat else settled
        quarrel, foe = self._foe(change) if lost else ("", NOBODY)
        if foe >= 0:
            text = self._text(quarrel, seat, foe, change.land)
        else:
            text = self._text(name, seat if lost else change.new, seat, change.land)
        hands = LandsChangeHands(
            seat if lost else change.new,
            NOBODY if change.new in (seat, NOBODY) else seat,
            (change.land,),
        )
        key = "left" if lost else "settled"
        said = Said(text, subject=hands, land=change.land, key=key)
        at = sum(1 for each in scene.told if each.ply <= change.ply)
        if change.new == scene.seat:
            first = (n for n, told in enumerate(scene.told) if self._settles(told, change.land))
            at = next(first, at)
        scene.told.insert(at, StorySentence(said, change.ply, scene.seat, FATE))

    def _foe(self, change: OwnerChange) -> tuple[str, int]:
        """Who broke a peace in the land, or was refused there: by that its player lost it."""
        before = self.match.state_at(change.ply)
        events = self.match.state_at(change.ply + 1).domain_events
        for event in (each for each in events if each.land == change.land):
            other = whom_refused(before, event)
            foe = other if event.seat == change.old else event.seat
            if event.what == DomainEventKind.BROKEN:
                return "home_broken", foe
            if event.what == DomainEventKind.REFUSED:
                return "home_refused", foe
        return "", NOBODY

    def _settles(self, told: StorySentence, land: int) -> bool:
        return told.said.key in BUILDS and told.said.land == land
