"""Kinds of aims for figures on the way: unseen, together, far apart (S17)."""

from __future__ import annotations

from cruachan.engine.game import NOBODY
from cruachan.games.shent.aims.base import (
    CONTEST,
    AimKind,
    AimScene,
    Look,
    events_of,
    in_vain,
    settled,
    the_aim,
    turned_away,
)
from cruachan.games.shent.aims.plan import QuestPlan
from cruachan.games.shent.components.material import (
    BAND,
    BREGED,
    DRU,
    ERTHAD,
    FARON,
    GALAS,
    IDH,
    MAETH,
    MAETHOR,
    NARCHAD,
    NUTHAD,
    RANDIR,
    RATH,
    RHACH,
    RIM,
    THURINAS,
    TULU,
)
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import NOWHERE
from cruachan.games.shent.core.state import (
    Aim,
    Quest,
    State,
    figures,
    led,
    others_in,
)


class UnseenAim(AimKind):
    """[S17.11] Lands marked by others entered without contest, refusal or being seen through."""

    key = "unseen"
    rule = "S17.11"
    runes = (THURINAS, RATH)
    steps = 5
    counted = 1
    excludes = (GALAS, NARCHAD, BAND, MAETH, THURINAS, IDH, ERTHAD)
    extra_turns = -1.5
    tempers = ("dry",)
    stealthy = True

    def offers(self, look: Look, step: int) -> list[Aim]:
        size = 2 + step
        return [self.make(size)] if len(look.foreign) >= size else []

    def turns(self, aim: Aim) -> int:
        return 2 * aim.size - 1

    def done(self, state: State, seat: int, quest: Quest) -> int:
        return len(self.scenes(state, seat, quest))

    def scenes(self, state: State, seat: int, quest: Quest) -> list[AimScene]:
        spoiled = {
            (event.land, event.turn)
            for event in quest.log
            if (event.what in CONTEST and seat in (event.seat, event.other))
            or (event.what == DomainEventKind.REFUSED and event.other == seat)
        }
        if any(
            d.amount == quest.number for d in events_of(quest, seat, DomainEventKind.SEEN_THROUGH)
        ):
            return []
        found = {
            event.land: AimScene(event.land, event.other, event.piece)
            for event in events_of(quest, seat, DomainEventKind.ENTERED)
            if event.other not in (NOBODY, seat) and (event.land, event.turn) not in spoiled
        }
        return list(found.values())

    def failures(self, state: State, seat: int, quest: Quest) -> list[AimScene]:
        return turned_away(state, seat, quest, NOWHERE)

    def hopeless(self, state: State, seat: int, quest: Quest) -> bool:
        """It was seen through."""
        return any(
            d.amount == quest.number for d in events_of(quest, seat, DomainEventKind.SEEN_THROUGH)
        )

    def twice(self, quest: Quest, scenes: list[AimScene]) -> bool:
        """Twice as many lands, unless it was tried in vain."""
        if in_vain(the_aim(quest)):
            return super().twice(quest, scenes)
        return len(scenes) >= 2 * self.wanted(quest)

    def sensible(self, look: Look, aim: Aim) -> bool:
        return RIM not in aim.manners or len(look.foreign) >= 2 * aim.size

    def plan(self, state: State, seat: int, quest: Quest, plan: QuestPlan) -> None:
        seen = {scene.land for scene in self.scenes(state, seat, quest)}
        for land, marker in enumerate(state.markers):
            if marker not in (NOBODY, seat) and land not in seen:
                plan.head_for([land], 3 if others_in(state, seat, land) else 8)
        plan.recruit(3, FARON, RANDIR)
        plan.verbs.add("no_contest")


class GatherAim(AimKind):
    """[S17.14] So many figures in one land at once."""

    key = "gather"
    rule = "S17.14"
    runes = (ERTHAD, TULU, BAND)
    steps = 5
    counted = 1
    excludes = (ERTHAD,)
    extra_turns = 0.5
    extra_turns_goal = 8
    readings = ("rath.ride", "erthad.gathering")
    progress = "friends"

    def offers(self, look: Look, step: int) -> list[Aim]:
        size = 3 + step
        near = [n for n, away in enumerate(look.away) if 1 <= away <= 3]
        own = look.best(look.lands, 2)
        lands = [*look.best(near, 5), *own] or look.nearest(range(len(look.board.lands)))
        aims = [self.make(size, land) for land in dict.fromkeys(lands)]
        return [a for a in aims if len(figures(look.state, look.seat, a.land)) < size]

    def turns(self, aim: Aim) -> int:
        return aim.size + 1 + max(0, aim.size - 5)

    def done(self, state: State, seat: int, quest: Quest) -> int:
        aim = the_aim(quest)
        there = len(figures(state, seat, aim.land))
        return there if settled(state, seat, aim.land) else min(there, self.wanted(quest) - 1)

    def scenes(self, state: State, seat: int, quest: Quest) -> list[AimScene]:
        """The land, and others with two figures or more."""
        land = the_aim(quest).land
        crowd = [state.pieces[piece].land for piece in led(state, seat)]
        return [
            AimScene(land),
            *(AimScene(n) for n in sorted({*crowd} - {land}) if crowd.count(n) > 1),
        ]

    def failures(self, state: State, seat: int, quest: Quest) -> list[AimScene]:
        return turned_away(state, seat, quest, the_aim(quest).land)

    def plan(self, state: State, seat: int, quest: Quest, plan: QuestPlan) -> None:
        wanted = self.wanted(quest)
        plan.head_for([the_aim(quest).land], 10)
        plan.keep([the_aim(quest).land], wanted)
        if len(led(state, seat)) < wanted + (RIM in the_aim(quest).manners) * 2:
            plan.place += [FARON, DRU, RANDIR, MAETHOR]


class WideAim(AimKind):
    """[S17.15] Own figures in lands of so many elements at once, or so many elements visited."""

    key = "wide"
    rule = "S17.15"
    runes = (RIM, RATH, BREGED)
    steps = 4
    counted = 1
    excludes = (NARCHAD, BAND, MAETH, NUTHAD, ERTHAD, RIM, RHACH)
    extra_turns = 1
    extra_turns_goal = 4
    readings = ("rath.ride",)
    tempers = ("dry",)

    def offers(self, look: Look, step: int) -> list[Aim]:
        state = look.state
        have = len(self._elements(state, look.seat))
        visited = [self.make(size, thing=1) for size in ((5,), (6,), (), (6,))[step]]
        return visited + ([self.make(3 + step)] if have < 3 + step else [])

    def _elements(self, state: State, seat: int) -> dict[int, int]:
        """The elements of lands with own figures, and one such land of each."""
        return {
            state.board.lands[piece.land].element: piece.land
            for piece in state.pieces
            if piece.owner == seat and piece.land >= 0 and settled(state, seat, piece.land)
        }

    def _visited(self, state: State, seat: int, quest: Quest) -> dict[int, int]:
        lands = [event.land for event in events_of(quest, seat, DomainEventKind.ENTERED)]
        return {state.board.lands[land].element: land for land in lands}

    def turns(self, aim: Aim) -> int:
        return aim.size if aim.thing == 1 else {3: 5, 4: 6, 5: 8}.get(aim.size, 10)

    def adjust(self, look: Look, aim: Aim) -> int:
        """What is there already: one element more is a matter of a step or two."""
        if aim.thing == 1:
            return 0
        left = aim.size - len(self._elements(look.state, look.seat))
        return min(0, 1 + 2 * left - self.turns(aim))

    def done(self, state: State, seat: int, quest: Quest) -> int:
        return len(self.scenes(state, seat, quest))

    def scenes(self, state: State, seat: int, quest: Quest) -> list[AimScene]:
        visited = the_aim(quest).thing == 1
        found = self._visited(state, seat, quest) if visited else self._elements(state, seat)
        return [AimScene(land) for land in found.values()]

    def variant(self, aim: Aim) -> str:
        return "visit" if aim.thing == 1 else ""

    def plan(self, state: State, seat: int, quest: Quest, plan: QuestPlan) -> None:
        reached = {scene.land for scene in self.scenes(state, seat, quest)}
        elements = {state.board.lands[land].element for land in reached}
        for number, land in enumerate(state.board.lands):
            if land.element not in elements:
                plan.head_for([number], 6)
        if the_aim(quest).thing != 1:
            plan.keep(reached)
        plan.place += [FARON, RANDIR]

    def here(self, look: Look, aim: Aim) -> float:
        return 2.0 if aim.thing == 1 else -1.0
