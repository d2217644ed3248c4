"""Kinds of aims for lands and buildings: reached, held, founded (S17)."""

from __future__ import annotations

from cruachan.engine.game import NOBODY
from cruachan.games.shent.aims.base import (
    AimKind,
    AimScene,
    Look,
    ends,
    events_of,
    standing_there,
    taken_from,
    the_aim,
    turned_away,
)
from cruachan.games.shent.aims.plan import QuestPlan
from cruachan.games.shent.components.material import (
    BAD,
    BAND,
    ERTHAD,
    FARON,
    GALAS,
    GALU,
    HANNAS,
    IDH,
    KINDS,
    MAETH,
    MAETHOR,
    MARKERS,
    MINAS,
    NUTHAD,
    OST,
    RANDIR,
    RATH,
    RIM,
    TALAN,
    THURINAS,
    TULU,
)
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import NOWHERE
from cruachan.games.shent.core.prices import full_price
from cruachan.games.shent.core.state import (
    Aim,
    DomainEvent,
    Quest,
    State,
    building,
    figures,
    lands_of,
    others_in,
    own_figures,
    supply,
)

LAND_TURNS = 1.6
"""Own turns that a land more takes."""
MANY_HOUSES = 5
"""In how many lands a building is offered."""


class ReachAim(AimKind):
    """[S17.2] An own figure stands in a far land."""

    key = "reach"
    rule = "S17.2"
    runes = (RATH, THURINAS, HANNAS, GALU)
    steps = 6
    readings = ("rath.ride",)
    arrives = True

    def offers(self, look: Look, step: int) -> list[Aim]:
        lands = [n for n, marker in enumerate(look.state.markers) if marker != look.seat]
        farthest = max(look.away[n] for n in lands)
        at = [n for n in lands if look.away[n] == min(3 + step, farthest) and n not in look.there]
        return [self.make(max(1, look.away[n]), n) for n in look.best(at)]

    def turns(self, aim: Aim) -> int:
        return aim.size + max(0, aim.size - 5) // 2

    def adjust(self, look: Look, aim: Aim) -> int:
        """Bad runes printed on the shortest way."""
        land, bad = aim.land, 0
        for _ in range(aim.size - 1):
            land = min(look.board.near[land], key=lambda n: (look.away[n], n))
            bad += look.board.lands[land].rune in BAD
        return bad

    def done(self, state: State, seat: int, quest: Quest) -> int:
        aim = the_aim(quest)
        if standing_there(state, seat, aim.land):
            return aim.size
        away = state.board.distances[aim.land]
        own = [p.land for p in state.pieces if p.owner == seat and p.land >= 0]
        nearest = min((away[land] for land in own), default=aim.size)
        return max(0, aim.size - max(1, nearest))

    def scenes(self, state: State, seat: int, quest: Quest) -> list[AimScene]:
        """The land, and others of its element that were entered."""
        aim = the_aim(quest)
        element = state.board.lands[aim.land].element
        more = {event.land for event in events_of(quest, seat, DomainEventKind.ENTERED)} - {
            aim.land
        }
        alike = sorted(land for land in more if state.board.lands[land].element == element)
        return [AimScene(aim.land), *map(AimScene, alike)]

    def failures(self, state: State, seat: int, quest: Quest) -> list[AimScene]:
        return turned_away(state, seat, quest, the_aim(quest).land)

    def distance(self, aim: Aim) -> int:
        return aim.size

    def second(self, state: State, aim: Aim) -> list[int]:
        """Lands of the same element."""
        lands = state.board.lands
        return [
            n for n in super().second(state, aim) if lands[n].element == lands[aim.land].element
        ]

    def plan(self, state: State, seat: int, quest: Quest, plan: QuestPlan) -> None:
        plan.head_for([the_aim(quest).land], 10)
        plan.recruit(3, FARON, RANDIR)


class HoldAim(AimKind):
    """[S17.3] A land carries the own marker at so many own turn-ends in a row."""

    key = "hold"
    rule = "S17.3"
    runes = (GALAS, BAND, MAETH, NUTHAD, IDH)
    steps = 5
    counted = 1
    excludes = (BAND,)
    thing = "piece"
    extra_turns = 1
    extra_turns_goal = 4
    progress = "time"

    def offers(self, look: Look, step: int) -> list[Aim]:
        size = (3, 4, 6, 8, 10)[step]
        near = look.nearest(n for n in range(len(look.board.lands)) if n not in look.lands)
        own = look.best(look.lands, 2)
        aims = [self.make(size, land) for land in [*near[:3], *own, *near[3:]]]
        guards = [p for p in look.figures if look.state.pieces[p].owner == look.seat]
        lands: dict[int, int] = {}
        for piece in guards:
            lands.setdefault(look.state.pieces[piece].land, piece)
        return aims[:3] + [self.make(size, n, thing=p) for n, p in lands.items()][:2] + aims[3:]

    def turns(self, aim: Aim) -> int:
        return aim.size + 3 + (aim.size > 5)

    def done(self, state: State, seat: int, quest: Quest) -> int:
        aim = the_aim(quest)
        if aim.thing >= 0 and state.pieces[aim.thing].land != aim.land:
            return 0
        return self._run(state, seat, quest, aim.land)

    def _run(self, state: State, seat: int, quest: Quest, land: int) -> int:
        """For how many turn-ends in a row the land has been own."""
        if state.markers[land] != seat:
            return 0
        run = 0
        for event in reversed(quest.log):
            if event.what == DomainEventKind.TURN_END and event.seat == seat:
                if land not in event.more:
                    break
                run += 1
            elif event.piece == the_aim(quest).thing >= 0 and _left(event, the_aim(quest).land):
                break
        return run

    def scenes(self, state: State, seat: int, quest: Quest) -> list[AimScene]:
        """The land, and others marked since and held as long."""
        aim = the_aim(quest)
        since = {event.land for event in events_of(quest, seat, DomainEventKind.MARKED)} - {
            aim.land
        }
        wanted = self.wanted(quest)
        more = [n for n in sorted(since) if self._run(state, seat, quest, n) >= wanted]
        return [AimScene(aim.land), *map(AimScene, more)]

    def failures(self, state: State, seat: int, quest: Quest) -> list[AimScene]:
        """The land was own at a turn's end, and is lost to another player."""
        land = the_aim(quest).land
        had = any(land in event.more for event in ends(quest, seat))
        lost = [d for d in taken_from(quest, seat) if d.land == land]
        return [AimScene(land, _taker(event.seat, event.other, seat)) for event in lost if had]

    def variant(self, aim: Aim) -> str:
        return "guard" if aim.thing >= 0 else ""

    def form(self, aim: Aim) -> str:
        return "the"

    def guard(self, aim: Aim) -> int:
        return aim.thing

    def sensible(self, look: Look, aim: Aim) -> bool:
        """Who keeps watch goes nowhere."""
        return aim.thing < 0 or RATH not in aim.manners

    def plan(self, state: State, seat: int, quest: Quest, plan: QuestPlan) -> None:
        aim = the_aim(quest)
        named = state.pieces[aim.thing] if aim.thing >= 0 else None
        if named and named.land >= 0 and named.leader == seat:
            plan.errands[aim.thing] = aim.land
        elif not own_figures(state, seat, aim.land):
            plan.head_for([aim.land], 10)
        elif len(figures(state, seat, aim.land)) < 2:
            plan.head_for([aim.land], 2)
        plan.keep([aim.land])
        if named and named.land < 0:
            plan.place.append(named.kind)
        plan.recruit(3, MAETHOR, FARON)

    def here(self, look: Look, aim: Aim) -> float:
        return -2.0 if figures(look.state, look.seat, aim.land) else 0.0


def _left(event: DomainEvent, land: int) -> bool:
    return event.what in (DomainEventKind.STEPPED, DomainEventKind.MOVED) and event.amount == land


def _taker(one: int, two: int, seat: int) -> int:
    return two if one == seat else one


class RealmAim(AimKind):
    """[S17.4] So many more lands at once, or so many of one element."""

    key = "realm"
    rule = "S17.4"
    runes = (GALAS, RIM, GALU)
    steps = 5
    counted = 1
    excludes = (BAND, RIM)
    anywhere = True
    thing = "element"
    extra_turns = 3.5
    extra_turns_goal = 6

    def offers(self, look: Look, step: int) -> list[Aim]:
        room = MARKERS - len(look.lands)
        size = (3, 5, 7, 8, 9)[step]
        if step == 0:
            size = min(size, room)
        aims = [self.make(size)] if 0 < size <= room else []
        return aims + self._elements(look, step)

    def _elements(self, look: Look, step: int) -> list[Aim]:
        lands = look.board.lands
        aims = []
        for element in range(6):
            have = sum(lands[land].element == element for land in look.lands)
            size = max(3, have + 2) + step
            if size <= sum(land.element == element for land in lands):
                missing = [n for n, land in enumerate(lands) if land.element == element]
                far = sum(sorted(look.away[n] for n in missing)[: size - have])
                aims.append((far, self.make(size, thing=element)))
        return [aim for _, aim in sorted(aims)[:3]]

    def turns(self, aim: Aim) -> int:
        return round(aim.size * (2.2 if aim.thing >= 0 else LAND_TURNS))

    def base(self, state: State, seat: int, aim: Aim) -> int:
        return len(self._counted(state, seat, aim))

    def _counted(self, state: State, seat: int, aim: Aim) -> list[int]:
        lands = lands_of(state, seat)
        if aim.thing < 0:
            return lands
        return [land for land in lands if state.board.lands[land].element == aim.thing]

    def done(self, state: State, seat: int, quest: Quest) -> int:
        aim = the_aim(quest)
        count = len(self._counted(state, seat, aim))
        return max(0, count - quest.base) if aim.thing < 0 else count

    def scenes(self, state: State, seat: int, quest: Quest) -> list[AimScene]:
        """The lands marked since, and still own."""
        since = {event.land for event in events_of(quest, seat, DomainEventKind.MARKED)}
        return [AimScene(n) for n in self._counted(state, seat, the_aim(quest)) if n in since]

    def failures(self, state: State, seat: int, quest: Quest) -> list[AimScene]:
        """A land marked since was lost again to another player."""
        marked = {event.land for event in events_of(quest, seat, DomainEventKind.MARKED)}
        return [
            AimScene(event.land, _taker(event.seat, event.other, seat))
            for event in taken_from(quest, seat)
            if event.land in marked
        ]

    def variant(self, aim: Aim) -> str:
        return "element" if aim.thing >= 0 else "one" if aim.size == 1 else ""

    def plan(self, state: State, seat: int, quest: Quest, plan: QuestPlan) -> None:
        thing = the_aim(quest).thing
        for land, marker in enumerate(state.markers):
            if marker == seat or (thing >= 0 and state.board.lands[land].element != thing):
                continue
            easy = marker == NOBODY and not others_in(state, seat, land)
            plan.head_for([land], 6 if easy else 3)
        plan.place += [FARON, FARON, MAETHOR]


class FoundAim(AimKind):
    """[S17.5] A building is put or developed in a land."""

    key = "found"
    rule = "S17.5"
    runes = (GALAS, TULU, ERTHAD)
    steps = 3
    thing = "kind"
    extra_turns = 1.5
    extra_turns_goal = 6

    def offers(self, look: Look, step: int) -> list[Aim]:
        thing = (TALAN, MINAS, OST)[step]
        if supply(look.state, thing) is None:
            return []
        free = (NOBODY, look.seat)
        lands = [n for n, marker in enumerate(look.state.markers) if marker in free]
        if thing == OST:
            own = [n for n in look.lands if self._grows(look, n)]
            other = [n for n in lands if n not in look.built]
        else:
            own = look.best((n for n in look.lands if n not in look.built), 3)
            other = [n for n in lands if n not in look.built and n not in own]
        near = [n for n in other if look.away[n] <= 4]
        return [self.make(1, n, thing=thing) for n in [*own, *look.nearest(near)][:MANY_HOUSES]]

    def _grows(self, look: Look, land: int) -> bool:
        house = look.built.get(land)
        return house is not None and look.state.pieces[house].kind in (TALAN, MINAS)

    def turns(self, aim: Aim) -> int:
        return {TALAN: 5, MINAS: 6, OST: 10}[aim.thing]

    def done(self, state: State, seat: int, quest: Quest) -> int:
        return len(self._standing(state, seat, quest, the_aim(quest).land))

    def _standing(self, state: State, seat: int, quest: Quest, land: int) -> list[int]:
        """The lands, or only this one, where the owner built since and what was built stands."""
        found = []
        for event in events_of(quest, seat, DomainEventKind.FOUNDED, DomainEventKind.DEVELOPED):
            house = building(state, event.land) if land in (NOWHERE, event.land) else None
            if house is None or house != event.piece or state.pieces[house].leader != seat:
                continue
            if land < 0 or state.pieces[house].kind == the_aim(quest).thing:
                found.append(event.land)
        return sorted(set(found))

    def scenes(self, state: State, seat: int, quest: Quest) -> list[AimScene]:
        """The land, and others where something was built since."""
        land = the_aim(quest).land
        more = self._standing(state, seat, quest, NOWHERE)
        return [AimScene(land), *(AimScene(n) for n in more if n != land)]

    def failures(self, state: State, seat: int, quest: Quest) -> list[AimScene]:
        """The land was lost to another player, or what was built there was razed."""
        land = the_aim(quest).land
        taken = [d for d in taken_from(quest, seat) if d.land == land]
        razed = [
            d
            for d in events_of(quest, seat, DomainEventKind.RAZED)
            if d.land == land and d.other != seat
        ]
        return [AimScene(land, _taker(event.seat, event.other, seat)) for event in taken + razed]

    def hopeless(self, state: State, seat: int, quest: Quest) -> bool:
        """No such piece is left."""
        aim = the_aim(quest)
        return not self.done(state, seat, quest) and supply(state, aim.thing) is None

    def variant(self, aim: Aim) -> str:
        return KINDS[aim.thing].key

    def plan(self, state: State, seat: int, quest: Quest, plan: QuestPlan) -> None:
        aim = the_aim(quest)
        if not own_figures(state, seat, aim.land):
            plan.head_for([aim.land], 8)
        plan.keep([aim.land])
        grown = building(state, aim.land) is not None
        plan.place += [OST] if aim.thing == OST and grown else []
        plan.place += [TALAN, OST] if aim.thing == OST and not grown else []
        plan.place += [aim.thing] if aim.thing != OST else []
        plan.tur = max(plan.tur, full_price(state, plan.place[0]).tur)
