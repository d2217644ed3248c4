"""Kinds of aims that a player can reach alone: lands, figures, buildings, sky and wealth (S17)."""

from __future__ import annotations

from math import ceil

from cruachan.engine.game import NOBODY
from cruachan.games.shent.aims.base import (
    CONTEST,
    Kind,
    Look,
    Scene,
    deeds,
    ends,
    settled,
    standing_there,
    taken_from,
    the_aim,
    turned_away,
)
from cruachan.games.shent.components.material import (
    BAD,
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
    MARKERS,
    MINAS,
    NUTHAD,
    OST,
    PETHDAN,
    RATH,
    RHACH,
    RIM,
    SAELON,
    TALAGAN,
    TALAN,
    THURINAS,
    TULU,
)
from cruachan.games.shent.core.deeds import DeedKind
from cruachan.games.shent.core.fields import NOWHERE
from cruachan.games.shent.core.state import (
    Aim,
    Deed,
    Quest,
    State,
    building,
    figures,
    lands_of,
    led,
    supply,
)

LAND_TURNS = 1.6
"""Own turns that a land more takes."""
MANY_HOUSES = 5
"""In how many lands a building is offered."""


class Reach(Kind):
    """[S17.2] An own figure stands in a far land."""

    key = "reach"
    rule = "S17.2"
    runes = (RATH, THURINAS, HANNAS, GALU)
    steps = 6
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

    def scenes(self, state: State, seat: int, quest: Quest) -> list[Scene]:
        """The land, and others of its element that were entered."""
        aim = the_aim(quest)
        element = state.board.lands[aim.land].element
        more = {deed.land for deed in deeds(quest, seat, DeedKind.ENTERED)} - {aim.land}
        alike = sorted(land for land in more if state.board.lands[land].element == element)
        return [Scene(aim.land), *map(Scene, alike)]

    def failures(self, state: State, seat: int, quest: Quest) -> list[Scene]:
        return turned_away(state, seat, quest, the_aim(quest).land)


class Hold(Kind):
    """[S17.3] A land carries the own marker at so many own turn-ends in a row."""

    key = "hold"
    rule = "S17.3"
    runes = (GALAS, BAND, MAETH, NUTHAD, IDH)
    steps = 5
    counted = 1
    thing = "piece"
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
        for deed in reversed(quest.log):
            if deed.what == DeedKind.TURN_END and deed.seat == seat:
                if land not in deed.more:
                    break
                run += 1
            elif deed.piece == the_aim(quest).thing >= 0 and _left(deed, the_aim(quest).land):
                break
        return run

    def scenes(self, state: State, seat: int, quest: Quest) -> list[Scene]:
        """The land, and others marked since and held as long."""
        aim = the_aim(quest)
        since = {deed.land for deed in deeds(quest, seat, DeedKind.MARKED)} - {aim.land}
        wanted = self.wanted(quest)
        more = [n for n in sorted(since) if self._run(state, seat, quest, n) >= wanted]
        return [Scene(aim.land), *map(Scene, more)]

    def failures(self, state: State, seat: int, quest: Quest) -> list[Scene]:
        """The land was own at a turn's end, and is lost to another player."""
        land = the_aim(quest).land
        had = any(land in deed.more for deed in ends(quest, seat))
        lost = [d for d in taken_from(quest, seat) if d.land == land]
        return [Scene(land, _taker(deed.seat, deed.other, seat)) for deed in lost if had]

    def variant(self, aim: Aim) -> str:
        return "guard" if aim.thing >= 0 else ""

    def form(self, aim: Aim) -> str:
        return "the"

    def guard(self, aim: Aim) -> int:
        return aim.thing


def _left(deed: Deed, land: int) -> bool:
    return deed.what in (DeedKind.STEPPED, DeedKind.MOVED) and deed.amount == land


def _taker(one: int, two: int, seat: int) -> int:
    return two if one == seat else one


class Realm(Kind):
    """[S17.4] So many more lands at once, or so many of one element."""

    key = "realm"
    rule = "S17.4"
    runes = (GALAS, RIM, GALU)
    steps = 5
    counted = 1
    thing = "element"

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

    def scenes(self, state: State, seat: int, quest: Quest) -> list[Scene]:
        """The lands marked since, and still own."""
        since = {deed.land for deed in deeds(quest, seat, DeedKind.MARKED)}
        return [Scene(n) for n in self._counted(state, seat, the_aim(quest)) if n in since]

    def failures(self, state: State, seat: int, quest: Quest) -> list[Scene]:
        """A land marked since was lost again to another player."""
        marked = {deed.land for deed in deeds(quest, seat, DeedKind.MARKED)}
        return [
            Scene(deed.land, _taker(deed.seat, deed.other, seat))
            for deed in taken_from(quest, seat)
            if deed.land in marked
        ]

    def variant(self, aim: Aim) -> str:
        return "element" if aim.thing >= 0 else "one" if aim.size == 1 else ""


class Found(Kind):
    """[S17.5] A building is put or developed in a land."""

    key = "found"
    rule = "S17.5"
    runes = (GALAS, TULU, ERTHAD)
    steps = 3
    thing = "kind"

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
        for deed in deeds(quest, seat, DeedKind.FOUNDED, DeedKind.DEVELOPED):
            house = building(state, deed.land) if land in (NOWHERE, deed.land) else None
            if house is None or house != deed.piece or state.pieces[house].leader != seat:
                continue
            if land < 0 or state.pieces[house].kind == the_aim(quest).thing:
                found.append(deed.land)
        return sorted(set(found))

    def scenes(self, state: State, seat: int, quest: Quest) -> list[Scene]:
        """The land, and others where something was built since."""
        land = the_aim(quest).land
        more = self._standing(state, seat, quest, NOWHERE)
        return [Scene(land), *(Scene(n) for n in more if n != land)]

    def failures(self, state: State, seat: int, quest: Quest) -> list[Scene]:
        """The land was lost to another player, or what was built there was razed."""
        land = the_aim(quest).land
        taken = [d for d in taken_from(quest, seat) if d.land == land]
        razed = [
            d for d in deeds(quest, seat, DeedKind.RAZED) if d.land == land and d.other != seat
        ]
        return [Scene(land, _taker(deed.seat, deed.other, seat)) for deed in taken + razed]

    def hopeless(self, state: State, seat: int, quest: Quest) -> bool:
        """No such piece is left."""
        aim = the_aim(quest)
        return not self.done(state, seat, quest) and supply(state, aim.thing) is None

    def variant(self, aim: Aim) -> str:
        return KINDS[aim.thing].key


class Unseen(Kind):
    """[S17.11] Lands marked by others entered without contest, refusal or being seen through."""

    key = "unseen"
    rule = "S17.11"
    runes = (THURINAS, RATH)
    steps = 5
    counted = 1
    stealthy = True

    def offers(self, look: Look, step: int) -> list[Aim]:
        size = 2 + step
        return [self.make(size)] if len(look.foreign) >= size else []

    def turns(self, aim: Aim) -> int:
        return 2 * aim.size - 1

    def done(self, state: State, seat: int, quest: Quest) -> int:
        return len(self.scenes(state, seat, quest))

    def scenes(self, state: State, seat: int, quest: Quest) -> list[Scene]:
        spoiled = {
            (deed.land, deed.turn)
            for deed in quest.log
            if (deed.what in CONTEST and seat in (deed.seat, deed.other))
            or (deed.what == DeedKind.REFUSED and deed.other == seat)
        }
        if any(d.amount == quest.number for d in deeds(quest, seat, DeedKind.SEEN_THROUGH)):
            return []
        found = {
            deed.land: Scene(deed.land, deed.other, deed.piece)
            for deed in deeds(quest, seat, DeedKind.ENTERED)
            if deed.other not in (NOBODY, seat) and (deed.land, deed.turn) not in spoiled
        }
        return list(found.values())

    def failures(self, state: State, seat: int, quest: Quest) -> list[Scene]:
        return turned_away(state, seat, quest, NOWHERE)

    def hopeless(self, state: State, seat: int, quest: Quest) -> bool:
        """It was seen through."""
        return any(d.amount == quest.number for d in deeds(quest, seat, DeedKind.SEEN_THROUGH))


class Gather(Kind):
    """[S17.14] So many figures in one land at once."""

    key = "gather"
    rule = "S17.14"
    runes = (ERTHAD, TULU, BAND)
    steps = 5
    counted = 1
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

    def scenes(self, state: State, seat: int, quest: Quest) -> list[Scene]:
        """The land, and others with two figures or more."""
        land = the_aim(quest).land
        crowd = [state.pieces[piece].land for piece in led(state, seat)]
        return [Scene(land), *(Scene(n) for n in sorted({*crowd} - {land}) if crowd.count(n) > 1)]

    def failures(self, state: State, seat: int, quest: Quest) -> list[Scene]:
        return turned_away(state, seat, quest, the_aim(quest).land)


class Wide(Kind):
    """[S17.15] Own figures in lands of so many elements at once, or so many elements visited."""

    key = "wide"
    rule = "S17.15"
    runes = (RIM, RATH, BREGED)
    steps = 4
    counted = 1

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
        lands = [deed.land for deed in deeds(quest, seat, DeedKind.ENTERED)]
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

    def scenes(self, state: State, seat: int, quest: Quest) -> list[Scene]:
        visited = the_aim(quest).thing == 1
        found = self._visited(state, seat, quest) if visited else self._elements(state, seat)
        return [Scene(land) for land in found.values()]

    def variant(self, aim: Aim) -> str:
        return "visit" if aim.thing == 1 else ""


class Develop(Kind):
    """[S17.16] A figure is developed into a pethdan, a saelon, a talagan or a gollor."""

    key = "develop"
    rule = "S17.16"
    runes = (GALAS, HANNAS, BREGED, THURINAS)
    steps = 4
    ladder = (PETHDAN, SAELON, TALAGAN, GOLLOR)
    thing = "kind"

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
        grown = deeds(quest, seat, DeedKind.DEVELOPED)
        return int(any(state.pieces[deed.piece].kind == thing for deed in grown))

    def scenes(self, state: State, seat: int, quest: Quest) -> list[Scene]:
        """Where figures were developed since."""
        grown = deeds(quest, seat, DeedKind.DEVELOPED)
        figures_only = [d for d in grown if state.pieces[d.piece].owner == seat]
        return [Scene(deed.land, piece=deed.piece) for deed in figures_only]

    def variant(self, aim: Aim) -> str:
        return KINDS[aim.thing].key


class Sky(Kind):
    """[S17.17] A constellation stands, and the owner moved it at least once."""

    key = "sky"
    rule = "S17.17"
    runes = (BREGED, GALU, RHACH)
    steps = 3
    thing = "element"

    def offers(self, look: Look, step: int) -> list[Aim]:
        skies = {(look.state.sky + step + 1) % 6, (look.state.sky - step - 1) % 6}
        return [self.make(step + 1, thing=sky) for sky in sorted(skies)]

    def turns(self, aim: Aim) -> int:
        return 3 + 2 * aim.size

    def done(self, state: State, seat: int, quest: Quest) -> int:
        aim = the_aim(quest)
        way = abs(state.sky - aim.thing)
        left = min(way, 6 - way)
        moved = bool(deeds(quest, seat, DeedKind.SKY))
        return max(0, aim.size - left) if moved or left else aim.size - 1


class Wealth(Kind):
    """[S17.21] So much more tûr or golu than when it was declared."""

    key = "wealth"
    rule = "S17.21"
    runes = (GALAS, GALU, HANNAS)
    steps = 6
    counted = 5

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
