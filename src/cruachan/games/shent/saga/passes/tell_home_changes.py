"""Tells what became of the lands in which the players began."""

from __future__ import annotations

from cruachan.engine.game import NOBODY
from cruachan.engine.match import Match
from cruachan.games.shent.core.deeds import DeedKind
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import State
from cruachan.games.shent.saga import sentences
from cruachan.games.shent.saga.book import StorySentence, TurnScene
from cruachan.games.shent.saga.figure_naming import SOON
from cruachan.games.shent.saga.passes.tell_land_changes import OwnerChange, changes, learned
from cruachan.games.shent.saga.sentence_weights import FATE
from cruachan.games.shent.tale.subjects import LandsChangeHands
from cruachan.games.shent.tale.voice import Said, Voice

BUILDS = ("galas.founding", "founded", "fortress", "placed")
"""Who does this at home is told to be there again before."""
BRIEF = 1
"""A home that was nobody's for so few rounds had never been lost."""


class HomeChanges:
    """Adds the loss of a home, and the return to one, where no other sentence tells it."""

    def __init__(self, match: Match[State, Move], voice: Voice, homes: dict[int, int]) -> None:
        self.match = match
        self.voice = voice
        self.words = sentences(voice.lang)
        self.whose = {land: seat for seat, land in homes.items()}
        self.changes = changes(match)

    def tell(self, scenes: list[TurnScene]) -> None:
        """Add to the turns in which a home changed hands in silence that it did."""
        for land, seat in self.whose.items():
            known = held = seat
            for change in self._lasting(land, scenes):
                scene = next((each for each in scenes if each.holds(change.ply)), None)
                telling = self._telling(scenes, change)
                if telling:
                    if known == seat and change.new == NOBODY:
                        self._felt(scenes, telling[-1], change, seat)
                    known = change.new
                elif scene and change.new != known and (change.new >= 0 or known == seat):
                    self._add(scene, change, seat, held)
                    known = change.new
                held = known if known >= 0 else held

    def _lasting(self, land: int, scenes: list[TurnScene]) -> list[OwnerChange]:
        """The changes of one land, without those that were undone before anybody saw them."""
        found: list[OwnerChange] = []
        for change in self.changes:
            if change.land != land or not self.match.state_at(change.ply).round:
                continue
            last = found[-1] if found else None
            if last and last.old == change.new and self._brief(last, change, scenes):
                found.pop()
            else:
                found.append(change)
        return found

    def _brief(self, last: OwnerChange, change: OwnerChange, scenes: list[TurnScene]) -> bool:
        """Whether a land was nobody's, or somebody's, too shortly for anything to hang on it; an
        event that made it so is not told then."""
        rounds = [self.match.state_at(each.ply).round for each in (last, change)]
        if NOBODY not in (last.new, last.old) or rounds[1] - rounds[0] > BRIEF:
            return False
        turn = (told for each in scenes if each.holds(last.ply) for told in each.told)
        if any(self._settles(told, last.land) for told in turn):
            return False
        telling = [*self._telling(scenes, last), *self._telling(scenes, change)]
        if any(told.said.kind != "event" for told in telling):
            return False
        for scene in scenes:
            scene.told = [told for told in scene.told if told not in telling]
        return True

    def _telling(self, scenes: list[TurnScene], change: OwnerChange) -> list[StorySentence]:
        """The sentences that tell it; that a friendship broke there does not say so."""
        return [
            told
            for scene in scenes
            for told in scene.told
            if change.ply - SOON <= told.ply <= change.ply
            and told.said.key != "broken"
            and learned(told, [change], self.voice).get(change.land, change.old) == change.new
        ]

    def _felt(
        self, scenes: list[TurnScene], telling: StorySentence, change: OwnerChange, seat: int
    ) -> None:
        """That the land which was lost was a home is said right after it."""
        text = self._text("home_gone", seat, seat, change.land)
        lost = LandsChangeHands(NOBODY, NOBODY, (change.land,))
        said = Said(text, subject=lost, land=change.land, key="home_gone")
        for scene in scenes:
            if telling in scene.told:
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
            earlier = (one.ply for one in self.changes if one.land == change.land)
            before = max((ply for ply in earlier if ply < change.ply), default=NOBODY)
            first = (
                n
                for n, told in enumerate(scene.told)
                if told.ply > before and self._settles(told, change.land)
            )
            at = next(first, at)
        scene.told.insert(at, StorySentence(said, change.ply, scene.seat, FATE))

    def _foe(self, change: OwnerChange) -> tuple[str, int]:
        """Who broke a peace in the land, or was refused there: by that its player lost it."""
        deeds = self.match.state_at(change.ply + 1).deeds
        for deed in (each for each in deeds if each.land == change.land):
            if deed.what == DeedKind.BROKEN:
                return "home_broken", deed.seat
            if deed.what == DeedKind.REFUSED:
                return "home_refused", deed.other if deed.seat == change.old else deed.seat
        return "", NOBODY

    def _settles(self, told: StorySentence, land: int) -> bool:
        return told.said.key in BUILDS and told.said.land == land
