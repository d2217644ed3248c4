"""The manners of aims (S18): what each further rune of a quest asks for."""

from __future__ import annotations

from typing import Any, ClassVar

from cruachan.engine.game import NOBODY
from cruachan.engine.texts import Lang, tables
from cruachan.games.shent.aims.base import (
    CONTEST,
    AimKind,
    AimScene,
    events_of,
    followers,
    in_vain,
    now,
    the_aim,
    the_kind,
)
from cruachan.games.shent.aims.plan import QuestPlan
from cruachan.games.shent.components.material import (
    BAD,
    BAND,
    BREGED,
    DRU,
    ERTHAD,
    FARON,
    GALAS,
    GALU,
    GWEND,
    HANNAS,
    IDH,
    MAETH,
    MAETHOR,
    NARCHAD,
    NUTHAD,
    PETHDAN,
    RATH,
    RHACH,
    RIM,
    RUNES,
    THURINAS,
    TULU,
)
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import FOES, HOST
from cruachan.games.shent.core.state import Aim, Quest, State, figures, land_sum, led, wisdom

FAR_ROAD = 5
"""[S18.5] How far the land is, or else how many lands and one more a figure has entered."""
GOLU_SPENT = 6
PATIENCE = 4
COMPANY = 3
SOON = 5
SECRET = ("secret", "goal")


class Manner:
    """What a further rune asks for. The subclasses are all there are, one for each rune."""

    rune: ClassVar[int]
    rule: ClassVar[str]
    turns: ClassVar[int]
    """[S17.22] Own turns it adds."""
    final: ClassVar[bool] = False
    """Whether what is not so now never will be."""
    ripens: ClassVar[bool] = False
    """Whether it begins only when all else is met."""
    secret: ClassVar[bool] = False
    """Whether the quest can only be declared secretly."""
    under_sky: ClassVar[bool] = False
    """Whether it names a constellation."""
    extra_turns: ClassVar[float] = 0
    """Bots: how many turns more than that it takes."""
    readings: ClassVar[tuple[str, ...]] = ()
    """Bots: the readings that bring it nearer when they are cast."""
    rune_saves: ClassVar[float] = 0
    """Bots: what one rune at hand with such a reading saves, in place of what the kind says."""
    lasting: ClassVar[bool] = False
    """Bots: whether it is to be minded until the end, though it is so already."""
    hint: ClassVar[str] = ""
    """Bots: one of the `verbs` of a plan."""
    place: ClassVar[tuple[int, ...]] = ()
    """Bots: kinds of figures to place for it."""
    ALL: ClassVar[dict[int, Manner]] = {}

    def __init_subclass__(cls) -> None:
        Manner.ALL[cls.rune] = cls()

    def met(self, state: State, seat: int, quest: Quest) -> bool:
        """Whether the quest is being done in this manner."""
        raise NotImplementedError

    def turns_for(self, aim: Aim) -> int:
        """[S17.22] Own turns it adds to an aim."""
        return self.turns

    def plan(self, state: State, seat: int, quest: Quest, plan: QuestPlan) -> None:
        """Bots: write into a plan what is to be done for it beside the aim itself."""

    def special(self, aim: Aim) -> str:
        """The text that an aim needs in place of its kind's own and the usual one; empty: none."""
        return ""

    def texts(self, lang: Lang) -> dict[str, Any]:
        """All its texts: texts/<lang>/<rune>.toml beside its module."""
        package = type(self).__module__.rpartition(".")[0]
        return dict(tables(package, lang)["manner"][RUNES[self.rune]])


def manners_of(aim: Aim) -> list[Manner]:
    """The manners of an aim."""
    return [Manner.ALL[rune] for rune in aim.manners]


def far_away(aim: Aim) -> bool:
    """[S18.5] Whether the land to be reached is so far off that the road is a far one."""
    return AimKind.ALL[aim.kind].distance(aim) >= FAR_ROAD


def plain_turns(aim: Aim) -> int:
    """[S17.22] Own turns by kind, size and manners, whatever the position is."""
    return AimKind.ALL[aim.kind].turns(aim) + sum(each.turns_for(aim) for each in manners_of(aim))


def term(aim: Aim) -> int:
    """[S18.16] Within how many own turns it must be done."""
    return max(SOON, plain_turns(aim))


def scenes(state: State, seat: int, quest: Quest) -> list[AimScene]:
    """Where the aim was met, or tried in vain."""
    kind = the_kind(quest)
    if in_vain(the_aim(quest)):
        return kind.failures(state, seat, quest)
    return kind.scenes(state, seat, quest)


def lands(state: State, seat: int, quest: Quest) -> list[int]:
    """[S18.1] Where "there" is: the named land, or where the aim was met or tried in vain."""
    aim = the_aim(quest)
    if aim.land >= 0 and not in_vain(aim):
        return [aim.land]
    found = scenes(state, seat, quest)
    meant = [each for each in found if aim.seat == NOBODY or each.other in (NOBODY, aim.seat)]
    return [scene.land for scene in meant if scene.land >= 0]


def hopeless(state: State, seat: int, quest: Quest) -> bool:
    """Whether a manner cannot come true any more."""
    final = [manner for manner in manners_of(the_aim(quest)) if manner.final]
    return not all(manner.met(state, seat, quest) for manner in final)


def plan_manners(state: State, seat: int, quest: Quest, plan: QuestPlan) -> None:
    """Write into a plan what the manners ask for beside the aim itself."""
    for manner in manners_of(the_aim(quest)):
        if not manner.lasting and manner.met(state, seat, quest):
            continue
        if manner.hint:
            plan.verbs.add(manner.hint)
        plan.place += manner.place
        plan.keep(lands(state, seat, quest))
        manner.plan(state, seat, quest, plan)


def _done(state: State, seat: int, quest: Quest) -> bool:
    """Whether the aim is met but for its manners."""
    kind = the_kind(quest)
    return kind.done(state, seat, quest) >= kind.wanted(quest)


def _rivals(state: State, seat: int) -> set[int]:
    return {other for other in range(state.seats) if other != seat}


def _guests(state: State, seat: int, land: int) -> bool:
    return any(pact[0] == land and seat in pact[1:] for pact in state.peace)


def _fight(state: State, seat: int, quest: Quest, plan: QuestPlan) -> None:
    """Seek a fight there, or with the one concerned."""
    other = the_aim(quest).seat
    plan.fight |= {FOES, HOST} | ({other} if other >= 0 else _rivals(state, seat))
    plan.head_for(lands(state, seat, quest), 3)


def _meet(state: State, seat: int, quest: Quest, plan: QuestPlan) -> None:
    """Come together there, and be friends with whom one does not fight."""
    plan.head_for(lands(state, seat, quest), 6)
    if the_aim(quest).seat not in plan.fight:
        plan.friends |= _rivals(state, seat) - plan.fight


# --- The sixteen --------------------------------------------------------------------------


class Thriving(Manner):
    """[S18.2] It was so at two own turn-ends in a row."""

    rune, rule, turns = GALAS, "S18.2", 1
    ripens = True
    extra_turns = 2
    lasting = True

    def met(self, state: State, seat: int, quest: Quest) -> bool:
        ready = {
            d.turn
            for d in events_of(quest, seat, DomainEventKind.READY)
            if d.amount == quest.number
        }
        return any(turn + 1 in ready for turn in ready)


class OverRuins(Manner):
    """[S18.3] A figure or building fell there, or by the owner's act."""

    rune, rule, turns = NARCHAD, "S18.3", 3
    extra_turns = 3
    place = (MAETHOR,)

    def met(self, state: State, seat: int, quest: Quest) -> bool:
        there = lands(state, seat, quest)
        return any(
            event.other == seat or (event.land in there and event.seat == seat)
            for event in quest.log
            if event.what in (DomainEventKind.FELL, DomainEventKind.RAZED)
        )

    def plan(self, state: State, seat: int, quest: Quest, plan: QuestPlan) -> None:
        _fight(state, seat, quest, plan)


class WithoutLeaving(Manner):
    """[S18.4] Two turn-ends there and nobody left; against a player: by holding."""

    rune, rule, turns = BAND, "S18.4", 2

    def met(self, state: State, seat: int, quest: Quest) -> bool:
        aim = the_aim(quest)
        if the_kind(quest).binds and not in_vain(aim):
            bound = ("held", "slept", "off")
            held = [d for d in quest.log if d.what in bound and d.seat == aim.seat]
            return any(event.other == seat for event in held)
        return any(_stayed(state, seat, quest, land) for land in lands(state, seat, quest))

    def plan(self, state: State, seat: int, quest: Quest, plan: QuestPlan) -> None:
        plan.still.update(lands(state, seat, quest))


def _stayed(state: State, seat: int, quest: Quest, land: int) -> bool:
    """Whether a figure came there two turn-ends ago and none has left since."""
    here = set(figures(state, seat, land))
    came = dict.fromkeys(here, -1)
    left = -1
    passed = []
    for index, event in enumerate(quest.log):
        if (
            event.what
            in (
                DomainEventKind.STEPPED,
                DomainEventKind.PLACED,
                DomainEventKind.MOVED,
                DomainEventKind.JOINED,
            )
            and event.seat == seat
        ):
            if event.land == land and event.piece in here:
                came[event.piece] = index
            if (
                event.what in (DomainEventKind.STEPPED, DomainEventKind.MOVED)
                and event.amount == land
            ):
                left = index
        elif event.what == DomainEventKind.TURN_END and event.seat == seat:
            passed.append(index)
    if len(passed) < 2:
        return False
    if not here:
        return left < passed[-2] and (the_kind(quest).empties or in_vain(the_aim(quest)))
    return any(left <= start < passed[-2] for start in came.values())


class FarRoad(Manner):
    """[S18.5] The land was 5 or more away, or a figure that was there entered 6 lands."""

    rune, rule, turns = RATH, "S18.5", 2
    extra_turns = 9

    def met(self, state: State, seat: int, quest: Quest) -> bool:
        if far_away(the_aim(quest)):
            return True
        visited: dict[int, set[int]] = {}
        for event in events_of(quest, seat, DomainEventKind.STEPPED):
            visited.setdefault(event.piece, set()).add(event.land)
        there = set(lands(state, seat, quest))
        return any(len(way) > FAR_ROAD and (not there or way & there) for way in visited.values())

    def turns_for(self, aim: Aim) -> int:
        return 0 if far_away(aim) else self.turns

    def special(self, aim: Aim) -> str:
        return "far" if far_away(aim) else ""

    def plan(self, state: State, seat: int, quest: Quest, plan: QuestPlan) -> None:
        """The figure that has come farthest since the declaration goes on."""
        plan.place.insert(0, FARON)
        roads: dict[int, set[int]] = {}
        for event in events_of(quest, seat, DomainEventKind.STEPPED):
            if state.pieces[event.piece].leader == seat and state.pieces[event.piece].land >= 0:
                roads.setdefault(event.piece, set()).add(event.land)
        if roads:
            farthest = max(roads, key=lambda piece: (len(roads[piece]), -piece))
            plan.roads[farthest] = roads[farthest]


class ByForce(Manner):
    """[S18.6] A fight was won there, or against the one concerned."""

    rune, rule, turns = MAETH, "S18.6", 3
    extra_turns = 7
    place = (MAETHOR,)

    def met(self, state: State, seat: int, quest: Quest) -> bool:
        aim = the_aim(quest)
        there = lands(state, seat, quest)
        fights = [
            d
            for d in events_of(quest, seat, DomainEventKind.WON)
            if not d.more or d.more[0] == "fight"
        ]
        everywhere = the_kind(quest).anywhere
        return any(
            everywhere or event.land in there or (aim.seat >= 0 and event.other == aim.seat)
            for event in fights
        )

    def special(self, aim: Aim) -> str:
        if aim.seat < 0:
            return ""
        return "against" if aim.land >= 0 else "against_anywhere"

    def plan(self, state: State, seat: int, quest: Quest, plan: QuestPlan) -> None:
        _fight(state, seat, quest, plan)


class WithoutAFight(Manner):
    """[S18.7] No contest of the owner since the declaration."""

    rune, rule, turns = GWEND, "S18.7", 1
    final = True
    extra_turns = 1
    lasting = True
    hint = "no_contest"

    def met(self, state: State, seat: int, quest: Quest) -> bool:
        return not any(d.what in CONTEST and seat in (d.seat, d.other) for d in quest.log)


class Untold(Manner):
    """[S18.8] The quest is secret and was not seen through."""

    rune, rule, turns = THURINAS, "S18.8", 1
    final = True
    secret = True
    lasting = True

    def met(self, state: State, seat: int, quest: Quest) -> bool:
        seen = events_of(quest, seat, DomainEventKind.SEEN_THROUGH)
        return quest.mode in SECRET and not any(event.amount == quest.number for event in seen)


class ByInsight(Manner):
    """[S18.9] A figure with wisdom takes part, or golu was spent, or a legend answered."""

    rune, rule, turns = HANNAS, "S18.9", 2
    extra_turns = 3
    hint = "spend"
    place = (PETHDAN,)

    def met(self, state: State, seat: int, quest: Quest) -> bool:
        if sum(d.amount for d in events_of(quest, seat, DomainEventKind.SPENT)) >= GOLU_SPENT:
            return True
        there = lands(state, seat, quest)
        wise = [piece for piece in led(state, seat) if wisdom(state.pieces[piece]) > 0]
        return bool(events_of(quest, seat, DomainEventKind.ANSWERED)) or any(
            not there or state.pieces[piece].land in there for piece in wise
        )

    def plan(self, state: State, seat: int, quest: Quest, plan: QuestPlan) -> None:
        plan.golu = max(plan.golu, GOLU_SPENT)


class AgainstTheLand(Manner):
    """[S18.10] The sum there is below 0, or a bad rune is there, or an obstacle was paid."""

    rune, rule, turns = NUTHAD, "S18.10", 2
    extra_turns = 1
    hint = "pay"

    def met(self, state: State, seat: int, quest: Quest) -> bool:
        return bool(events_of(quest, seat, DomainEventKind.PAID)) or any(
            land_sum(state, seat, land) < 0 or state.board.lands[land].rune in BAD
            for land in lands(state, seat, quest)
        )


class WithHelp(Manner):
    """[S18.11] An ally, or another's figure in peace, is there."""

    rune, rule, turns = TULU, "S18.11", 2
    extra_turns = 1.5
    hint = "win_over"
    place = (DRU,)

    def met(self, state: State, seat: int, quest: Quest) -> bool:
        there = lands(state, seat, quest)
        allies = {state.pieces[piece].land for piece in followers(state, seat)}
        return any(land in allies or _guests(state, seat, land) for land in there)

    def plan(self, state: State, seat: int, quest: Quest, plan: QuestPlan) -> None:
        _meet(state, seat, quest, plan)


class InGoodTime(Manner):
    """[S18.12] In the 4th turn or later, and those taking part stood still in the last one."""

    rune, rule, turns = IDH, "S18.12", 2

    def met(self, state: State, seat: int, quest: Quest) -> bool:
        turn = now(state, seat, quest)
        if turn < PATIENCE:
            return False
        last = turn - 1 if state.active == seat else turn
        there = lands(state, seat, quest)
        return not any(
            event.turn >= last and (not there or state.pieces[event.piece].land in there)
            for event in events_of(quest, seat, DomainEventKind.STEPPED)
        )

    def plan(self, state: State, seat: int, quest: Quest, plan: QuestPlan) -> None:
        """What is done is left alone; where it is nowhere, nobody goes anywhere."""
        if not _done(state, seat, quest):
            return
        there = lands(state, seat, quest)
        plan.still.update(there)
        plan.verbs |= set() if there else {"wait"}


class UnderAnotherSky(Manner):
    """[S18.13] The constellation is the one named, not that of the declaration."""

    rune, rule, turns = BREGED, "S18.13", 2
    under_sky = True
    extra_turns = 9
    readings = ("breged.sky", "rhach.against")
    rune_saves = 7
    hint = "seek"

    def met(self, state: State, seat: int, quest: Quest) -> bool:
        return state.sky == the_aim(quest).sky != quest.sky


class Together(Manner):
    """[S18.14] Three figures are there, or the owner's and another's in peace."""

    rune, rule, turns = ERTHAD, "S18.14", 3
    place = (FARON,)

    def met(self, state: State, seat: int, quest: Quest) -> bool:
        return any(
            len(figures(state, seat, land)) >= COMPANY or _guests(state, seat, land)
            for land in lands(state, seat, quest)
        )

    def plan(self, state: State, seat: int, quest: Quest, plan: QuestPlan) -> None:
        if the_aim(quest).land >= 0:
            plan.keep(lands(state, seat, quest), COMPANY)
        _meet(state, seat, quest, plan)


class TwiceOver(Manner):
    """[S18.15] In two lands, or against two; entering unseen: twice as often."""

    rune, rule, turns = RIM, "S18.15", 4
    extra_turns = 4

    def met(self, state: State, seat: int, quest: Quest) -> bool:
        return the_kind(quest).twice(quest, scenes(state, seat, quest))

    def plan(self, state: State, seat: int, quest: Quest, plan: QuestPlan) -> None:
        """Done once: on to another land."""
        if the_aim(quest).land >= 0 and _done(state, seat, quest):
            plan.head_for(the_kind(quest).second(state, the_aim(quest)), 5)


class BeforeLong(Manner):
    """[S18.16] Within the term."""

    rune, rule, turns = GALU, "S18.16", 1
    final = True
    lasting = True

    def met(self, state: State, seat: int, quest: Quest) -> bool:
        return now(state, seat, quest) <= term(the_aim(quest))


class InVain(Manner):
    """[S18.17] It was tried, and failed."""

    rune, rule, turns = RHACH, "S18.17", 1
    extra_turns = 14
    lasting = True
    hint = "fail"

    def met(self, state: State, seat: int, quest: Quest) -> bool:
        return bool(scenes(state, seat, quest))
