"""Kinds of aims against somebody: ruin, victory, hindrance, loss (S17)."""

from __future__ import annotations

from collections.abc import Callable

from cruachan.engine.game import NOBODY
from cruachan.games.shent.aims.base import (
    AimKind,
    AimScene,
    Look,
    ends,
    events_of,
    fair_losses,
    hindered,
    odds,
    taken_from,
    the_aim,
    turned_away,
)
from cruachan.games.shent.aims.plan import QuestPlan, block, face, lands_with, runes_on
from cruachan.games.shent.components.material import (
    BAND,
    BREGED,
    BUILDINGS,
    DRU,
    ERTHAD,
    GALAS,
    GALU,
    GWEND,
    HANNAS,
    IDH,
    KINDS,
    MAETH,
    MAETHOR,
    NARCHAD,
    NUTHAD,
    PETHDAN,
    RANDIR,
    RATH,
    RHACH,
    RIM,
    SINGERS,
    THALION,
    TULU,
)
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import FOES, HOST, NOWHERE
from cruachan.games.shent.core.state import (
    Aim,
    DomainEvent,
    Quest,
    State,
    lands_of,
    led,
    others_in,
    strength,
)

MARKER, FIGURE, HOUSE = range(3)
"""What a RUIN is of."""
STRONG, PLAYER, RIDDLE, DRAGON, BOLD = range(5)
"""What a WIN is over: a host or foe, a player, by riddle or song, a dragon, against the odds."""
FULFIL, MARK, ENTER = range(3)
"""What a FORESTALL is against."""
DRAGON_STRENGTH = 8
BOLD_ODDS = 40
GOLU_FOR_A_SONG = 10


def neighbour(look: Look, aim: Aim) -> int:
    """[S17.22] A player who is near is met sooner."""
    return -2 if look.gap(aim.seat) <= 2 else 0


class RuinAim(AimKind):
    """[S17.6] What another player has is gone through an act of the owner."""

    key = "ruin"
    rule = "S17.6"
    runes = (NARCHAD, MAETH, BREGED, RIM)
    steps = 4
    excludes = (NARCHAD,)
    extra_turns = 1
    extra_turns_goal = 9
    rune_saves = 2
    readings = ("narchad.death", "narchad.plague", "narchad.ruin", "rim.ways")
    tempers = ("dark",)
    progress = "harm"

    def offers(self, look: Look, step: int) -> list[Aim]:
        state = look.state
        if step == 0:
            lands = look.nearest(look.foreign)
            return [self.make(1, n, state.markers[n], MARKER) for n in lands]
        aims = []
        for other in look.others[:3]:
            markers = sum(state.markers[n] == other for n in look.foreign)
            if markers >= step + 1:
                aims.append(self.make(step + 1, NOWHERE, other, MARKER))
            if len(led(state, other)) >= step:
                aims.append(self.make(step, NOWHERE, other, FIGURE))
        if step == 2:
            aims += [self.make(1, n, s, HOUSE) for n, s in self._houses(look)]
        return aims

    def _houses(self, look: Look) -> list[tuple[int, int]]:
        pieces = look.state.pieces
        found = [(n, pieces[house].leader) for n, house in look.built.items()]
        return sorted((n, s) for n, s in found if s not in (NOBODY, look.seat))[:3]

    def turns(self, aim: Aim) -> int:
        first, more = ((4, 2), (7, 3), (9, 4))[aim.thing]
        return first + more * (aim.size - 1)

    def done(self, state: State, seat: int, quest: Quest) -> int:
        return len(self._hits(seat, quest, the_aim(quest).land))

    def _hits(self, seat: int, quest: Quest, land: int) -> list[AimScene]:
        aim = the_aim(quest)
        fits = (_unmarked, _felled, _razed)[aim.thing]
        return [
            AimScene(event.land, aim.seat)
            for event in quest.log
            if fits(event, seat, aim.seat) and land in (NOWHERE, event.land)
        ]

    def scenes(self, state: State, seat: int, quest: Quest) -> list[AimScene]:
        """Where it was done, in the named land or elsewhere."""
        return self._hits(seat, quest, NOWHERE)

    def failures(self, state: State, seat: int, quest: Quest) -> list[AimScene]:
        aim = the_aim(quest)
        away = turned_away(state, seat, quest, aim.land)
        return fair_losses(quest, seat, aim.seat) + [s for s in away if s.other == aim.seat]

    def hopeless(self, state: State, seat: int, quest: Quest) -> bool:
        """The named thing is gone through somebody else."""
        aim = the_aim(quest)
        if aim.land < 0 or self.done(state, seat, quest):
            return False
        if aim.thing == MARKER:
            return state.markers[aim.land] != aim.seat
        here = [p for p in state.pieces if p.land == aim.land and p.kind in BUILDINGS]
        return not any(piece.leader == aim.seat for piece in here)

    def variant(self, aim: Aim) -> str:
        if aim.thing == HOUSE:
            return "house"
        several = "" if aim.size == 1 else "s"
        return "figure" + several if aim.thing == FIGURE else "markers" if several else ""

    def plan(self, state: State, seat: int, quest: Quest, plan: QuestPlan) -> None:
        aim = the_aim(quest)
        if aim.land >= 0:
            lands = [aim.land]
        elif aim.thing == MARKER:
            lands = lands_of(state, aim.seat)
        else:
            lands = lands_with(state, aim.seat)
        free = [land for land in lands if not others_in(state, seat, land)]
        plan.head_for(lands, 4 if aim.thing == MARKER and free else 8)
        plan.head_for(free, 8)
        plan.fight.add(aim.seat)
        plan.recruit(3 if aim.thing == MARKER else 6, MAETHOR, THALION, DRU)

    def here(self, look: Look, aim: Aim) -> float:
        if aim.land >= 0:
            return 3.0 if others_in(look.state, look.seat, aim.land) else -1.0
        return {FIGURE: 3.0, HOUSE: 4.0}.get(aim.thing, 0.0)


def _unmarked(event: DomainEvent, seat: int, other: int) -> bool:
    """[S17.6] A marker of the other player was taken away by this seat."""
    if event.what == DomainEventKind.MARKED:
        return event.seat == seat and event.other == other
    return event.what == DomainEventKind.UNMARKED and event.seat == other and event.other == seat


def _felled(event: DomainEvent, seat: int, other: int) -> bool:
    """[S17.6] A figure or ally of theirs fell, or was sent off, through this seat."""
    return event.what == DomainEventKind.FELL and event.seat == other and event.other == seat


def _razed(event: DomainEvent, seat: int, other: int) -> bool:
    """[S17.6] A building of theirs was razed, or its land marked, by this seat."""
    if event.what == DomainEventKind.MARKED:
        return event.seat == seat and event.other == other
    return event.what == DomainEventKind.RAZED and event.seat == other and event.other == seat


class WinAim(AimKind):
    """[S17.7] A contest is won: by its kind, its opponent or its odds."""

    key = "win"
    rule = "S17.7"
    runes = (MAETH, NARCHAD, HANNAS)
    steps = 5
    excludes = (MAETH, GWEND)
    extra_turns = 8
    extra_turns_goal = 4
    tempers = ("dark",)

    def offers(self, look: Look, step: int) -> list[Aim]:
        players = [self.make(max(1, step - 1), seat=other, thing=PLAYER) for other in look.others]
        return {
            0: [self.make(4, thing=STRONG), self.make(1, thing=BOLD)],
            1: [*players[:3], self.make(5, thing=STRONG)],
            2: [self.make(1, thing=RIDDLE), self.make(7, thing=STRONG), self.make(2, thing=BOLD)],
            3: [self.make(1, thing=DRAGON), *players[:3]],
            4: [self.make(2, thing=RIDDLE), *players[:3]],
        }[step]

    def turns(self, aim: Aim) -> int:
        if aim.thing == STRONG:
            return aim.size + 1
        first = {PLAYER: 7, RIDDLE: 9, DRAGON: 12, BOLD: 7}[aim.thing]
        return first + 4 * (aim.size - 1)

    def adjust(self, look: Look, aim: Aim) -> int:
        """Too weak for what is to be met, or strong already."""
        if aim.thing not in (STRONG, DRAGON):
            return -1 if aim.thing == PLAYER and look.gap(aim.seat) <= 1 else 0
        kinds = [KINDS[look.state.pieces[piece].kind] for piece in look.figures]
        best = max((kind.strength for kind in kinds), default=0)
        met = aim.size if aim.thing == STRONG else DRAGON_STRENGTH
        return 1 if best + 2 < met else -1 if best >= met else 0

    def wanted(self, quest: Quest) -> int:
        aim = the_aim(quest)
        return 1 if aim.thing in (STRONG, DRAGON) else aim.size

    def done(self, state: State, seat: int, quest: Quest) -> int:
        return len(self.scenes(state, seat, quest))

    def scenes(self, state: State, seat: int, quest: Quest) -> list[AimScene]:
        aim = the_aim(quest)
        return [
            AimScene(event.land, event.other, event.piece)
            for event in events_of(quest, seat, DomainEventKind.WON)
            if _beaten(event, aim)
        ]

    def failures(self, state: State, seat: int, quest: Quest) -> list[AimScene]:
        return fair_losses(quest, seat, the_aim(quest).seat)

    def variant(self, aim: Aim) -> str:
        names = {PLAYER: "player", RIDDLE: "riddle", DRAGON: "dragon", BOLD: "bold"}
        name = names.get(aim.thing, "")
        return name + "s" if name and aim.size > 1 else name

    def sensible(self, look: Look, aim: Aim) -> bool:
        """There is one dragon, and no odds are bad and fair."""
        senseless = {RIM: DRAGON, RHACH: BOLD}
        return not any(senseless.get(rune) == aim.thing for rune in aim.manners)

    def plan(self, state: State, seat: int, quest: Quest, plan: QuestPlan) -> None:
        aim = the_aim(quest)
        rivals = [other for other in range(state.seats) if other != seat]
        if aim.seat >= 0:
            plan.fight.add(aim.seat)
            plan.head_for(lands_with(state, aim.seat), 7)
            plan.place += [MAETHOR, THALION, DRU]
            return
        if aim.thing in (RIDDLE, BOLD):
            plan.fight |= set(rivals)
            plan.head_for((n for other in rivals for n in lands_with(state, other)), 4)
        if aim.thing == RIDDLE:
            plan.verbs.add("riddle")
            plan.golu = max(plan.golu, GOLU_FOR_A_SONG)
        plan.place += [PETHDAN, RANDIR] if aim.thing == RIDDLE else [MAETHOR, THALION, DRU]
        plan.head_for((n for n, r in runes_on(state) if r == MAETH), 6)
        least = {STRONG: aim.size, DRAGON: DRAGON_STRENGTH}.get(aim.thing, 1)
        face(state, seat, least, plan)

    def here(self, look: Look, aim: Aim) -> float:
        if aim.thing != RIDDLE:
            return 0.0
        return -5.0 if any(look.state.pieces[p].kind in SINGERS for p in look.figures) else 4.0


def _beaten(event: DomainEvent, aim: Aim) -> bool:
    """[S17.7] Whether a contest won is one that is meant."""
    how = event.more[0] if event.more else "fight"
    if aim.thing == STRONG:
        return event.other in (FOES, HOST) and event.amount >= aim.size
    if aim.thing == PLAYER:
        return event.other == aim.seat
    if aim.thing == RIDDLE:
        return how in ("riddle", "song")
    if aim.thing == DRAGON:
        return how == "fight" and event.other != HOST and event.amount >= DRAGON_STRENGTH
    return odds(event) <= BOLD_ODDS


class HinderAim(AimKind):
    """[S17.8] Another player's figures are hindered so many times."""

    key = "hinder"
    rule = "S17.8"
    runes = (NUTHAD, BAND, MAETH, IDH)
    steps = 5
    counted = 1
    excludes = (GALAS, NUTHAD)
    binds = True
    extra_turns = 12
    extra_turns_goal = 8
    rune_saves = 5
    readings = ("idh.sleep", "band.held")
    tempers = ("dark",)
    secretive = True
    progress = "harm"

    def offers(self, look: Look, step: int) -> list[Aim]:
        return [self.make(step + 1, seat=other) for other in look.others[:4]]

    def turns(self, aim: Aim) -> int:
        return 1 + 3 * aim.size

    def adjust(self, look: Look, aim: Aim) -> int:
        return neighbour(look, aim)

    def done(self, state: State, seat: int, quest: Quest) -> int:
        return len(hindered(quest, seat, the_aim(quest).seat))

    def scenes(self, state: State, seat: int, quest: Quest) -> list[AimScene]:
        """Where the named player was hindered, or any other."""
        others = [other for other in range(state.seats) if other != seat]
        return [scene for other in others for scene in hindered(quest, seat, other)]

    def failures(self, state: State, seat: int, quest: Quest) -> list[AimScene]:
        """The owner was countered or beaten by them, or refused."""
        other = the_aim(quest).seat
        countered = [
            d for d in events_of(quest, seat, DomainEventKind.COUNTERED) if d.other == other
        ]
        away = turned_away(state, seat, quest, NOWHERE)
        return [
            *(AimScene(event.land, other) for event in countered),
            *fair_losses(quest, seat, other),
            *(scene for scene in away if scene.other == other),
        ]

    def variant(self, aim: Aim) -> str:
        return "" if aim.size > 1 else "one"

    def plan(self, state: State, seat: int, quest: Quest, plan: QuestPlan) -> None:
        block(state, seat, the_aim(quest).seat, plan)


class ForestallAim(AimKind):
    """[S17.9] Something has not happened when a term is over, and the owner hindered it."""

    key = "forestall"
    rule = "S17.9"
    runes = (NUTHAD, BAND, IDH, RHACH)
    steps = 5
    excludes = (GALAS, RATH, NUTHAD, TULU, IDH, ERTHAD, GALU, RHACH)
    binds = True
    extra_turns = 16
    extra_turns_goal = 12
    rune_saves = 8
    readings = ("idh.sleep", "band.held")
    tempers = ("dark",)
    secretive = True
    progress = "time"

    def offers(self, look: Look, step: int) -> list[Aim]:
        size = 4 + 2 * step
        aims = []
        for other in look.others[:3]:
            aims.append(self.make(size, seat=other, thing=FULFIL))
            lands = [
                n
                for n, marker in enumerate(look.state.markers)
                if marker != other and 1 <= look.from_other(other, n) <= 3
            ]
            for thing, land in zip((MARK, ENTER), look.nearest(lands, 2), strict=False):
                aims.append(self.make(size, land, other, thing))
        return sorted(aims, key=lambda aim: aim.thing)

    def turns(self, aim: Aim) -> int:
        return aim.size + 1

    def adjust(self, look: Look, aim: Aim) -> int:
        return neighbour(look, aim)

    def _happened(self, quest: Quest) -> bool:
        aim = the_aim(quest)
        what = (("fulfilled",), ("marked",), ("stepped", "entered"))[aim.thing]
        for event in quest.log:
            if (
                event.what == DomainEventKind.TURN_END
                and event.seat != aim.seat
                and event.turn == aim.size
            ):
                return False
            if event.seat == aim.seat and event.what in what and aim.land in (NOWHERE, event.land):
                return True
        return False

    def done(self, state: State, seat: int, quest: Quest) -> int:
        aim = the_aim(quest)
        if self._happened(quest):
            return 0
        passed = sum(event.turn > 0 for event in ends(quest, seat))
        acted = bool(hindered(quest, seat, aim.seat))
        return min(passed, aim.size if acted else aim.size - 1)

    def scenes(self, state: State, seat: int, quest: Quest) -> list[AimScene]:
        return hindered(quest, seat, the_aim(quest).seat)

    def hopeless(self, state: State, seat: int, quest: Quest) -> bool:
        """It has happened."""
        return self._happened(quest)

    def variant(self, aim: Aim) -> str:
        return {MARK: "mark", ENTER: "enter"}.get(aim.thing, "")

    def lack(self, state: State, seat: int, quest: Quest, falls: Callable[[], list[int]]) -> str:
        """The time is over, and the owner never hindered them."""
        late = self.done(state, seat, quest) == self.wanted(quest) - 1
        return "lack" if late and not self.scenes(state, seat, quest) else ""

    def plan(self, state: State, seat: int, quest: Quest, plan: QuestPlan) -> None:
        aim = the_aim(quest)
        block(state, seat, aim.seat, plan)
        if aim.land >= 0:
            plan.head_for([aim.land], 8)
            plan.keep([aim.land])


class LoseAim(AimKind):
    """[S17.18] A land, a kind of figure, a building, or a contest with fair odds is lost."""

    key = "lose"
    rule = "S17.18"
    runes = (RHACH, NARCHAD, RIM)
    steps = 4
    excludes = (GALAS, NARCHAD, MAETH, RHACH)
    empties = True
    by_piece = True
    thing = "kind"
    extra_turns = 5
    extra_turns_goal = 12
    tempers = ("dark",)
    secretive = True

    def offers(self, look: Look, step: int) -> list[Aim]:
        aims = [self.make(step + 1)]
        kinds = [look.state.pieces[p].kind for p in look.figures]
        for kind in sorted(set(kinds)):
            if kinds.count(kind) > step:
                aims.append(self.make(step + 1, thing=kind))
        if step == 0:
            aims += [self.make(1, land) for land in look.best(look.lands, 3)]
        pieces = look.state.pieces
        if step == 1:
            own = [n for n, house in look.built.items() if pieces[house].leader == look.seat]
            aims += [self.make(1, n, thing=pieces[look.built[n]].kind) for n in sorted(own)[:3]]
        return aims

    def turns(self, aim: Aim) -> int:
        return 5 + 3 * (aim.size - 1) + 2 * (aim.thing in BUILDINGS)

    def done(self, state: State, seat: int, quest: Quest) -> int:
        return len(self._losses(state, seat, quest, the_aim(quest).land))

    def _losses(self, state: State, seat: int, quest: Quest, land: int) -> list[AimScene]:
        aim = the_aim(quest)
        if aim.thing < 0 and aim.land < 0:
            return fair_losses(quest, seat)
        taken = [] if aim.thing >= 0 and aim.thing not in BUILDINGS else taken_from(quest, seat)
        fell = [
            event
            for event in events_of(quest, seat, DomainEventKind.FELL, DomainEventKind.RAZED)
            if event.other != seat and state.pieces[event.piece].kind == aim.thing
        ]
        return [
            AimScene(event.land, event.other if event.seat == seat else event.seat, event.piece)
            for event in taken + fell
            if land in (NOWHERE, event.land)
        ]

    def scenes(self, state: State, seat: int, quest: Quest) -> list[AimScene]:
        """All such losses, in the named land or elsewhere."""
        return self._losses(state, seat, quest, NOWHERE)

    def variant(self, aim: Aim) -> str:
        name = "contest" if aim.land < 0 else ""
        if aim.thing >= 0:
            name = "house" if aim.thing in BUILDINGS else "figure"
        return name + "s" if name and aim.size > 1 else name

    def form(self, aim: Aim) -> str:
        return "the_acc" if aim.thing in BUILDINGS else super().form(aim)

    def lack(self, state: State, seat: int, quest: Quest, falls: Callable[[], list[int]]) -> str:
        """Somebody fell before the declaration, or somebody else than was named."""
        if self.done(state, seat, quest):
            return ""
        rounds = falls()
        return ("lack_older" if max(rounds) < quest.round else "lack_other") if rounds else ""

    def sensible(self, look: Look, aim: Aim) -> bool:
        """No contest is lost without one."""
        return aim.thing >= 0 or aim.land >= 0 or GWEND not in aim.manners

    def plan(self, state: State, seat: int, quest: Quest, plan: QuestPlan) -> None:
        aim = the_aim(quest)
        rivals = [other for other in range(state.seats) if other != seat]
        wild = [p.land for p in state.pieces if p.leader == NOBODY and strength(p) and p.land >= 0]
        plan.verbs.add("fail")
        plan.fight |= {FOES, HOST, *rivals}
        plan.head_for(wild, 8)
        plan.head_for((n for other in rivals for n in lands_with(state, other)), 5)
        plan.head_for((n for n, r in runes_on(state) if r in (NARCHAD, MAETH)), 6)
        if aim.thing >= 0 and aim.thing not in BUILDINGS:
            plan.place.append(aim.thing)

    def here(self, look: Look, aim: Aim) -> float:
        return 0.0 if aim.thing >= 0 and aim.thing not in BUILDINGS else 15.0
