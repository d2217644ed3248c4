"""The manners of aims (S18): what each further rune of a quest asks for."""

from __future__ import annotations

from collections.abc import Callable

from cruachan.engine.game import NOBODY
from cruachan.games.shent.aims.base import (
    CONTEST,
    Kind,
    Scene,
    deeds,
    followers,
    in_vain,
    now,
    the_aim,
)
from cruachan.games.shent.components.material import (
    BAD,
    BAND,
    BREGED,
    ERTHAD,
    GALAS,
    GALU,
    GWEND,
    HANNAS,
    IDH,
    MAETH,
    NARCHAD,
    NUTHAD,
    RATH,
    RHACH,
    RIM,
    RUNES,
    THURINAS,
    TULU,
)
from cruachan.games.shent.core.deeds import DeedKind
from cruachan.games.shent.core.state import Aim, Quest, State, figures, land_sum, led, wisdom

FAR_ROAD = 5
"""[S18.5] How far the land is, or else how many lands and one more a figure has entered."""
GOLU_SPENT = 6
PATIENCE = 4
COMPANY = 3
SOON = 5
SECRET = ("secret", "goal")


def _only(words: str) -> frozenset[str]:
    return frozenset(words.split())


_ALL = _only(
    "reach hold realm found ruin win hinder forestall answer unseen allies peace gather wide "
    "develop sky lose free help wealth"
)


FITS: dict[int, frozenset[str]] = {
    GALAS: _ALL - _only("lose forestall hinder help unseen"),
    NARCHAD: _only("reach hold realm found win hinder forestall gather free answer allies peace"),
    BAND: _only("reach found ruin win hinder gather peace lose free forestall develop answer"),
    RATH: _ALL - _only("forestall wealth sky"),
    MAETH: _only("reach hold realm found ruin hinder forestall allies gather free help"),
    GWEND: _ALL - _only("win peace"),
    THURINAS: _ALL - _only("unseen"),
    HANNAS: _ALL - _only("answer wealth"),
    NUTHAD: _ALL - _only("hinder forestall sky wealth wide allies help"),
    TULU: _ALL - _only("allies help forestall sky wealth"),
    IDH: _ALL - _only("unseen help forestall sky"),
    BREGED: _ALL - _only("sky"),
    ERTHAD: _only("reach hold found ruin win allies answer free lose realm hinder develop"),
    RIM: _ALL - _only("realm wide sky wealth help"),
    GALU: _ALL - _only("forestall"),
    RHACH: _only("reach hold found ruin win hinder unseen allies peace gather realm free"),
}
"""[S18.1] Which kinds a manner goes with."""

TURNS: dict[int, int] = {
    **{GALAS: 1, NARCHAD: 3, BAND: 2, RATH: 2, MAETH: 3, GWEND: 1, THURINAS: 1, HANNAS: 2},
    **{NUTHAD: 2, TULU: 2, IDH: 2, BREGED: 2, ERTHAD: 3, RIM: 4, GALU: 1, RHACH: 1},
}
"""[S17.22] Own turns a manner adds."""


def far_away(aim: Aim) -> bool:
    """[S18.5] Whether the land to be reached is so far off that the road is a far one."""
    return aim.kind == "reach" and aim.size >= FAR_ROAD


def plain_turns(aim: Aim) -> int:
    """[S17.22] Own turns by kind, size and manners, whatever the position is."""
    manners = [rune for rune in aim.manners if not (far_away(aim) and rune == RATH)]
    return Kind.ALL[aim.kind].turns(aim) + sum(TURNS[rune] for rune in manners)


def term(aim: Aim) -> int:
    """[S18.16] Within how many own turns it must be done."""
    return max(SOON, plain_turns(aim))


def scenes(state: State, seat: int, quest: Quest) -> list[Scene]:
    """Where the aim was met, or tried in vain."""
    kind = Kind.ALL[the_aim(quest).kind]
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


# --- The sixteen --------------------------------------------------------------------------


def thrives(state: State, seat: int, quest: Quest) -> bool:
    """[S18.2] It was so at two own turn-ends in a row."""
    ready = {d.turn for d in deeds(quest, seat, DeedKind.READY) if d.amount == quest.number}
    return any(turn + 1 in ready for turn in ready)


def over_ruins(state: State, seat: int, quest: Quest) -> bool:
    """[S18.3] A figure or building fell there, or by the owner's act."""
    there = lands(state, seat, quest)
    return any(
        deed.other == seat or (deed.land in there and deed.seat == seat)
        for deed in quest.log
        if deed.what in (DeedKind.FELL, DeedKind.RAZED)
    )


def without_leaving(state: State, seat: int, quest: Quest) -> bool:
    """[S18.4] Two turn-ends there and nobody left; against a player: by holding."""
    aim = the_aim(quest)
    if aim.kind in ("hinder", "forestall") and not in_vain(aim):
        bound = ("held", "slept", "off")
        return any(d.what in bound and d.seat == aim.seat and d.other == seat for d in quest.log)
    return any(_stayed(state, seat, quest, land) for land in lands(state, seat, quest))


def _stayed(state: State, seat: int, quest: Quest, land: int) -> bool:
    """Whether a figure came there two turn-ends ago and none has left since."""
    here = set(figures(state, seat, land))
    came = dict.fromkeys(here, -1)
    left = -1
    passed = []
    for index, deed in enumerate(quest.log):
        if (
            deed.what in (DeedKind.STEPPED, DeedKind.PLACED, DeedKind.MOVED, DeedKind.JOINED)
            and deed.seat == seat
        ):
            if deed.land == land and deed.piece in here:
                came[deed.piece] = index
            if deed.what in (DeedKind.STEPPED, DeedKind.MOVED) and deed.amount == land:
                left = index
        elif deed.what == DeedKind.TURN_END and deed.seat == seat:
            passed.append(index)
    if len(passed) < 2:
        return False
    if not here:
        return left < passed[-2] and (the_aim(quest).kind == "lose" or in_vain(the_aim(quest)))
    return any(left <= start < passed[-2] for start in came.values())


def by_a_far_road(state: State, seat: int, quest: Quest) -> bool:
    """[S18.5] The land was 5 or more away, or a figure that was there entered 6 lands."""
    if far_away(the_aim(quest)):
        return True
    visited: dict[int, set[int]] = {}
    for deed in deeds(quest, seat, DeedKind.STEPPED):
        visited.setdefault(deed.piece, set()).add(deed.land)
    there = set(lands(state, seat, quest))
    return any(len(road) > FAR_ROAD and (not there or road & there) for road in visited.values())


def by_force(state: State, seat: int, quest: Quest) -> bool:
    """[S18.6] A fight was won there, or against the one concerned."""
    aim = the_aim(quest)
    there = lands(state, seat, quest)
    fights = [d for d in deeds(quest, seat, DeedKind.WON) if not d.more or d.more[0] == "fight"]
    everywhere = aim.kind in ("allies", "realm")
    return any(
        everywhere or deed.land in there or (aim.seat >= 0 and deed.other == aim.seat)
        for deed in fights
    )


def without_a_fight(state: State, seat: int, quest: Quest) -> bool:
    """[S18.7] No contest of the owner since the declaration."""
    return not any(d.what in CONTEST and seat in (d.seat, d.other) for d in quest.log)


def untold(state: State, seat: int, quest: Quest) -> bool:
    """[S18.8] The quest is secret and was not seen through."""
    seen = deeds(quest, seat, DeedKind.SEEN_THROUGH)
    return quest.mode in SECRET and not any(deed.amount == quest.number for deed in seen)


def by_insight(state: State, seat: int, quest: Quest) -> bool:
    """[S18.9] A figure with wisdom takes part, or golu was spent, or a legend answered."""
    if sum(d.amount for d in deeds(quest, seat, DeedKind.SPENT)) >= GOLU_SPENT:
        return True
    there = lands(state, seat, quest)
    wise = [piece for piece in led(state, seat) if wisdom(state.pieces[piece]) > 0]
    return bool(deeds(quest, seat, DeedKind.ANSWERED)) or any(
        not there or state.pieces[piece].land in there for piece in wise
    )


def against_the_land(state: State, seat: int, quest: Quest) -> bool:
    """[S18.10] The sum there is below 0, or a bad rune is there, or an obstacle was paid."""
    return bool(deeds(quest, seat, DeedKind.PAID)) or any(
        land_sum(state, seat, land) < 0 or state.board.lands[land].rune in BAD
        for land in lands(state, seat, quest)
    )


def with_help(state: State, seat: int, quest: Quest) -> bool:
    """[S18.11] An ally, or another's figure in peace, is there."""
    there = lands(state, seat, quest)
    allies = {state.pieces[piece].land for piece in followers(state, seat)}
    return any(land in allies or _guests(state, seat, land) for land in there)


def _guests(state: State, seat: int, land: int) -> bool:
    return any(pact[0] == land and seat in pact[1:] for pact in state.peace)


def in_good_time(state: State, seat: int, quest: Quest) -> bool:
    """[S18.12] In the 4th turn or later, and those taking part stood still in the last one."""
    turn = now(state, seat, quest)
    if turn < PATIENCE:
        return False
    last = turn - 1 if state.active == seat else turn
    there = lands(state, seat, quest)
    return not any(
        deed.turn >= last and (not there or state.pieces[deed.piece].land in there)
        for deed in deeds(quest, seat, DeedKind.STEPPED)
    )


def under_another_sky(state: State, seat: int, quest: Quest) -> bool:
    """[S18.13] The constellation is the one named, not that of the declaration."""
    return state.sky == the_aim(quest).sky != quest.sky


def together(state: State, seat: int, quest: Quest) -> bool:
    """[S18.14] Three figures are there, or the owner's and another's in peace."""
    return any(
        len(figures(state, seat, land)) >= COMPANY or _guests(state, seat, land)
        for land in lands(state, seat, quest)
    )


def twice_over(state: State, seat: int, quest: Quest) -> bool:
    """[S18.15] In two lands, or against two; entering unseen: twice as often."""
    found = scenes(state, seat, quest)
    aim = the_aim(quest)
    if aim.kind == "unseen" and not in_vain(aim):
        return len(found) >= 2 * Kind.ALL["unseen"].wanted(quest)
    places = {scene.land for scene in found if scene.land >= 0}
    others = {scene.other for scene in found if scene.other != NOBODY}
    grown = {scene.piece for scene in found} if aim.kind in ("develop", "lose", "free") else set()
    return max(len(places), len(others), len(grown)) >= 2


def before_long(state: State, seat: int, quest: Quest) -> bool:
    """[S18.16] Within the term."""
    return now(state, seat, quest) <= term(the_aim(quest))


def vainly(state: State, seat: int, quest: Quest) -> bool:
    """[S18.17] It was tried, and failed."""
    return bool(scenes(state, seat, quest))


CHECKS: dict[int, Callable[[State, int, Quest], bool]] = {
    GALAS: thrives,
    NARCHAD: over_ruins,
    BAND: without_leaving,
    RATH: by_a_far_road,
    MAETH: by_force,
    GWEND: without_a_fight,
    THURINAS: untold,
    HANNAS: by_insight,
    NUTHAD: against_the_land,
    TULU: with_help,
    IDH: in_good_time,
    BREGED: under_another_sky,
    ERTHAD: together,
    RIM: twice_over,
    GALU: before_long,
    RHACH: vainly,
}


def hopeless(state: State, seat: int, quest: Quest) -> bool:
    """Whether a manner cannot come true any more."""
    final = (GWEND, THURINAS, GALU)
    manners = [rune for rune in the_aim(quest).manners if rune in final]
    return not all(CHECKS[rune](state, seat, quest) for rune in manners)


assert set(FITS) == set(TURNS) == set(CHECKS) == set(range(len(RUNES)))
