"""Kinds of aims for what grows at home or above it: figures, sky and wealth (S17)."""

from __future__ import annotations

from math import ceil

from cruachan.engine.game import NOBODY
from cruachan.games.shent.aims.base import (
    AimKind,
    AimScene,
    Look,
    events_of,
    the_aim,
)
from cruachan.games.shent.aims.plan import QuestPlan
from cruachan.games.shent.components.material import (
    BAND,
    BREGED,
    ERTHAD,
    GALAS,
    GALU,
    GOLLOR,
    HANNAS,
    IDH,
    KIND,
    KINDS,
    MAETH,
    NARCHAD,
    NUTHAD,
    PETHDAN,
    RANDIR,
    RATH,
    RHACH,
    RIM,
    SAELON,
    TALAGAN,
    THURINAS,
    TULU,
)
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.prices import full_price
from cruachan.games.shent.core.state import (
    Aim,
    Quest,
    State,
    led,
    supply,
)


class DevelopAim(AimKind):
    """[S17.16] A figure is developed into a pethdan, a saelon, a talagan or a gollor."""

    key = "develop"
    rule = "S17.16"
    runes = (GALAS, HANNAS, BREGED, THURINAS)
    steps = 4
    ladder = (PETHDAN, SAELON, TALAGAN, GOLLOR)
    excludes = (NARCHAD, MAETH, RHACH)
    by_piece = True
    thing = "kind"
    extra_turns = 1.5
    extra_turns_goal = 10
    tempers = ("dry",)

    def offers(self, look: Look, step: int) -> list[Aim]:
        left = [t for t in self.ladder if supply(look.state, t, look.seat) is not None]
        harder = [thing for thing in left if self.ladder.index(thing) >= step]
        return [self.make(1, thing=thing) for thing in (harder[:1] or left[-1:])]

    def turns(self, aim: Aim) -> int:
        return {PETHDAN: 8, SAELON: 9, TALAGAN: 16, GOLLOR: 18}[aim.thing]

    def adjust(self, look: Look, aim: Aim) -> int:
        """What is saved already, and the figure it grows from."""
        kinds = {look.state.pieces[piece].kind for piece in look.figures}
        root = KIND[KINDS[aim.thing].grows_from[0]]
        ready = root == SAELON and SAELON in kinds
        price = KINDS[aim.thing].price.golu + (0 if ready else KINDS[root].price.golu)
        have = min(look.state.players[look.seat].golu, price) / price
        turns = self.turns(aim) - 6 * ready
        return ceil(turns - turns * 0.6 * have) - self.turns(aim)

    def done(self, state: State, seat: int, quest: Quest) -> int:
        thing = the_aim(quest).thing
        grown = events_of(quest, seat, DomainEventKind.DEVELOPED)
        return int(any(state.pieces[event.piece].kind == thing for event in grown))

    def scenes(self, state: State, seat: int, quest: Quest) -> list[AimScene]:
        """Where figures were developed since."""
        grown = events_of(quest, seat, DomainEventKind.DEVELOPED)
        figures_only = [d for d in grown if state.pieces[d.piece].owner == seat]
        return [AimScene(event.land, piece=event.piece) for event in figures_only]

    def variant(self, aim: Aim) -> str:
        return KINDS[aim.thing].key

    def plan(self, state: State, seat: int, quest: Quest, plan: QuestPlan) -> None:
        thing = the_aim(quest).thing
        on_board = {state.pieces[piece].kind for piece in led(state, seat)}
        chain = [RANDIR, SAELON, thing] if thing in (TALAGAN, GOLLOR) else [RANDIR, thing]
        while len(chain) > 1 and (chain[0] in on_board or chain[1] in on_board - {thing}):
            chain.pop(0)
        plan.place += chain
        price = full_price(state, chain[0])
        plan.tur, plan.golu = max(plan.tur, price.tur), max(plan.golu, price.golu)


class SkyAim(AimKind):
    """[S17.17] A constellation stands, and the owner moved it at least once."""

    key = "sky"
    rule = "S17.17"
    runes = (BREGED, GALU, RHACH)
    steps = 3
    excludes = (NARCHAD, BAND, RATH, MAETH, NUTHAD, TULU, IDH, BREGED, ERTHAD, RIM, RHACH)
    thing = "element"
    extra_turns = 16
    extra_turns_goal = 4
    rune_saves = 13
    readings = ("breged.sky", "rhach.against")
    tempers = ("dry",)

    def offers(self, look: Look, step: int) -> list[Aim]:
        skies = {(look.state.sky + step + 1) % 6, (look.state.sky - step - 1) % 6}
        return [self.make(step + 1, thing=sky) for sky in sorted(skies)]

    def turns(self, aim: Aim) -> int:
        return 3 + 2 * aim.size

    def done(self, state: State, seat: int, quest: Quest) -> int:
        aim = the_aim(quest)
        way = abs(state.sky - aim.thing)
        left = min(way, 6 - way)
        moved = bool(events_of(quest, seat, DomainEventKind.SKY))
        return max(0, aim.size - left) if moved or left else aim.size - 1

    def plan(self, state: State, seat: int, quest: Quest, plan: QuestPlan) -> None:
        plan.verbs.add("seek")


class WealthAim(AimKind):
    """[S17.21] So much more tûr or golu than when it was declared."""

    key = "wealth"
    rule = "S17.21"
    runes = (GALAS, GALU, HANNAS)
    steps = 6
    counted = 5
    excludes = (NARCHAD, BAND, RATH, MAETH, HANNAS, NUTHAD, TULU, ERTHAD, RIM, RHACH)
    extra_turns = 6
    extra_turns_goal = 6
    tempers = ("dry",)

    def offers(self, look: Look, step: int) -> list[Aim]:
        size = (15, 25, 40, 55, 70, 90)[step]
        return [self.make(size, thing=0), self.make(size, thing=1)]

    def turns(self, aim: Aim) -> int:
        return ceil(aim.size * 0.22)

    def base(self, state: State, seat: int, aim: Aim) -> int:
        player = state.players[seat]
        return player.golu if aim.thing else player.tur

    def done(self, state: State, seat: int, quest: Quest) -> int:
        return max(0, self.base(state, seat, the_aim(quest)) - quest.base)

    def variant(self, aim: Aim) -> str:
        return "golu" if aim.thing == 1 else ""

    def plan(self, state: State, seat: int, quest: Quest, plan: QuestPlan) -> None:
        goal = quest.base + self.wanted(quest)
        if the_aim(quest).thing:
            plan.golu = max(plan.golu, goal)
        else:
            plan.tur = max(plan.tur, goal)
        poor = [n for n, marker in enumerate(state.markers) if marker == NOBODY]
        plan.head_for(poor, 2)
