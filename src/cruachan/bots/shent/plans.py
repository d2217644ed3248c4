"""What bots mean to do for their quests: where to go and to stay, whom to meet, what to buy."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from cruachan.engine.game import NOBODY
from cruachan.games.shent.aims import manners
from cruachan.games.shent.aims.base import Kind, the_aim
from cruachan.games.shent.aims.foes import BOLD, MARKER, RIDDLE
from cruachan.games.shent.box.material import (
    ADAN,
    BAND,
    BREGED,
    BUILDINGS,
    DRU,
    ERTHAD,
    FARON,
    GALAS,
    GALU,
    GOLLOR,
    GWEND,
    HANNAS,
    IDH,
    KINDS,
    MAETH,
    MAETHOR,
    NARCHAD,
    NUTHAD,
    OST,
    PETHDAN,
    RANDIR,
    RATH,
    RHACH,
    RIM,
    SAELON,
    TALAGAN,
    TALAN,
    THALION,
    THURINAS,
    TULU,
)
from cruachan.games.shent.core.fields import FOES, HOST, NOWHERE
from cruachan.games.shent.core.state import Quest, State, building, lands_of, led, others_in


@dataclass
class Plan:
    """What a bot means to do for a quest.

    go: lands where figures should go, with a weight from 1 (useful) to 10 (this is the aim).
    stay: lands where figures should remain; several figures where the aim asks for several.
    place: kinds of figures and buildings to buy or to develop into, the most wanted first.
    tur, golu: amounts to have in store, 0 where nothing is to be saved.
    fight: whom to meet in contests: seats, FOES, HOST.
    friends: seats to stand with in peace: ask them for passage, grant it, never challenge them.
    verbs: other hints: "declare_peace" (ask for and grant passage), "refuse" (refuse passage to
    those in `fight`), "hinder" (magic that turns back, holds, or puts to sleep those in `fight`),
    "help" (good magic for `friends`), "cast_sky" (move the constellation), "win_over" (lone
    allies), "break_out" (of a band), "riddle" (riddle and song, not fights), "answer" (legends),
    "no_contest" (avoid every contest), "fail" (seek what goes wrong: a fair contest lost, a border
    refused), "wait" (do not move the figures in `stay`), "spend_golu" (buy points with golu),
    "secret" (declare it secretly), "hurry" (there is a term), "pay" (pay off an obstacle).
    sky: the constellation that is wanted.
    """

    go: dict[int, float] = field(default_factory=dict)
    stay: set[int] = field(default_factory=set)
    place: list[int] = field(default_factory=list)
    tur: int = 0
    golu: int = 0
    fight: set[int] = field(default_factory=set)
    friends: set[int] = field(default_factory=set)
    verbs: set[str] = field(default_factory=set)
    sky: int = NOWHERE

    def head_for(self, lands: Iterable[int], weight: float) -> None:
        """Name lands to go to; a greater weight stays."""
        for land in lands:
            self.go[land] = max(weight, self.go.get(land, 0))


def plan_for(state: State, seat: int, quest: Quest) -> Plan:
    """What to do for a quest."""
    plan = Plan()
    PLANS[the_aim(quest).kind](state, seat, quest, plan)
    _manners(state, seat, quest, plan)
    return plan


def lands_with(state: State, seat: int) -> list[int]:
    """Where a player has figures."""
    return sorted({state.pieces[piece].land for piece in led(state, seat)})


def runes_on(state: State) -> list[tuple[int, int]]:
    """The lands that carry a rune."""
    lands = enumerate(state.board.lands)
    return [(number, land.rune) for number, land in lands if land.rune is not None]


# --- By the kind of aim -------------------------------------------------------------------


def _reach(state: State, seat: int, quest: Quest, plan: Plan) -> None:
    """An own figure stands in a far land."""
    plan.head_for([the_aim(quest).land], 10)
    plan.place += [FARON, RANDIR]


def _hold(state: State, seat: int, quest: Quest, plan: Plan) -> None:
    """A land carries the own marker at so many own turn-ends in a row."""
    aim = the_aim(quest)
    if aim.thing < 0 or state.pieces[aim.thing].land != aim.land:
        plan.head_for([aim.land], 10)
    plan.stay.add(aim.land)
    plan.place += [MAETHOR, FARON]


def _realm(state: State, seat: int, quest: Quest, plan: Plan) -> None:
    """So many more lands at once, or so many of one element."""
    thing = the_aim(quest).thing
    for land, marker in enumerate(state.markers):
        if marker == seat or (thing >= 0 and state.board.lands[land].element != thing):
            continue
        easy = marker == NOBODY and not others_in(state, seat, land)
        plan.head_for([land], 6 if easy else 3)
    plan.place += [FARON, FARON, MAETHOR]


def _found(state: State, seat: int, quest: Quest, plan: Plan) -> None:
    """A building is put or developed in a land."""
    aim = the_aim(quest)
    plan.head_for([aim.land], 8)
    plan.stay.add(aim.land)
    grown = building(state, aim.land) is not None
    plan.place += [OST] if aim.thing == OST and grown else []
    plan.place += [TALAN, OST] if aim.thing == OST and not grown else []
    plan.place += [aim.thing] if aim.thing != OST else []
    plan.tur = max(plan.tur, KINDS[plan.place[0]].price.tur)


def _unseen(state: State, seat: int, quest: Quest, plan: Plan) -> None:
    """Lands marked by others entered without contest, refusal or being seen through."""
    seen = {scene.land for scene in Kind.ALL["unseen"].scenes(state, seat, quest)}
    for land, marker in enumerate(state.markers):
        if marker not in (NOBODY, seat) and land not in seen:
            plan.head_for([land], 3 if others_in(state, seat, land) else 8)
    plan.place += [FARON, RANDIR]
    plan.verbs.add("no_contest")


def _gather(state: State, seat: int, quest: Quest, plan: Plan) -> None:
    """So many figures in one land at once."""
    plan.head_for([the_aim(quest).land], 10)
    plan.stay.add(the_aim(quest).land)
    if len(led(state, seat)) < Kind.ALL["gather"].wanted(quest):
        plan.place += [FARON, RANDIR, FARON]


def _wide(state: State, seat: int, quest: Quest, plan: Plan) -> None:
    """Own figures in lands of so many elements at once, or so many elements visited."""
    reached = {scene.land for scene in Kind.ALL["wide"].scenes(state, seat, quest)}
    elements = {state.board.lands[land].element for land in reached}
    for number, land in enumerate(state.board.lands):
        if land.element not in elements:
            plan.head_for([number], 6)
    if the_aim(quest).thing != 1:
        plan.stay |= reached
    plan.place += [FARON, RANDIR]


def _develop(state: State, seat: int, quest: Quest, plan: Plan) -> None:
    """A figure is developed into a pethdan, a saelon, a talagan or a gollor."""
    thing = the_aim(quest).thing
    on_board = {state.pieces[piece].kind for piece in led(state, seat)}
    chain = [RANDIR, SAELON, thing] if thing in (TALAGAN, GOLLOR) else [RANDIR, thing]
    while len(chain) > 1 and (chain[0] in on_board or chain[1] in on_board - {thing}):
        chain.pop(0)
    plan.place += chain
    price = KINDS[chain[0]].price
    plan.tur, plan.golu = max(plan.tur, price.tur), max(plan.golu, price.golu)


def _sky(state: State, seat: int, quest: Quest, plan: Plan) -> None:
    """A constellation stands, and the owner moved it at least once."""
    plan.sky = the_aim(quest).thing
    plan.verbs.add("cast_sky")
    plan.golu = max(plan.golu, 3)


def _wealth(state: State, seat: int, quest: Quest, plan: Plan) -> None:
    """So much more tûr or golu than when it was declared."""
    goal = quest.base + Kind.ALL["wealth"].wanted(quest)
    if the_aim(quest).thing:
        plan.golu = max(plan.golu, goal)
    else:
        plan.tur = max(plan.tur, goal)
    poor = [n for n, marker in enumerate(state.markers) if marker == NOBODY]
    plan.head_for(poor, 2)


def _ruin(state: State, seat: int, quest: Quest, plan: Plan) -> None:
    """What another player has is gone through an act of the owner."""
    aim = the_aim(quest)
    if aim.land >= 0:
        lands = [aim.land]
    elif aim.thing == MARKER:
        lands = lands_of(state, aim.seat)
    else:
        lands = lands_with(state, aim.seat)
    plan.head_for(lands, 8)
    plan.fight.add(aim.seat)
    plan.verbs.add("refuse")
    plan.place += [MAETHOR, THALION, DRU]


def _win(state: State, seat: int, quest: Quest, plan: Plan) -> None:
    """A contest is won: by its kind, its opponent or its odds."""
    aim = the_aim(quest)
    plan.place += [RANDIR, PETHDAN] if aim.thing == RIDDLE else [MAETHOR, THALION, DRU]
    if aim.thing == RIDDLE:
        plan.verbs |= {"riddle", "spend_golu"}
    wild = [p.land for p in state.pieces if p.leader == NOBODY and p.land >= 0]
    if aim.seat >= 0:
        plan.fight.add(aim.seat)
        plan.head_for(lands_with(state, aim.seat), 7)
    else:
        plan.fight |= {FOES, HOST}
        plan.head_for(wild, 7)
        plan.head_for((n for n, r in runes_on(state) if r == MAETH), 5)
    if aim.thing in (RIDDLE, BOLD):
        rivals = [other for other in range(state.seats) if other != seat]
        plan.fight |= set(rivals)
        plan.head_for((n for other in rivals for n in lands_with(state, other)), 4)


def _hinder(state: State, seat: int, quest: Quest, plan: Plan) -> None:
    """Another player's figures are hindered so many times."""
    other = the_aim(quest).seat
    _block(state, other, plan)
    plan.head_for(lands_with(state, other), 6)


def _forestall(state: State, seat: int, quest: Quest, plan: Plan) -> None:
    """Something has not happened when a term is over, and the owner hindered it."""
    aim = the_aim(quest)
    _block(state, aim.seat, plan)
    if aim.land >= 0:
        plan.head_for([aim.land], 8)
        plan.stay.add(aim.land)


def _lose(state: State, seat: int, quest: Quest, plan: Plan) -> None:
    """A land, a kind of figure, a building, or a contest with fair odds is lost."""
    aim = the_aim(quest)
    rivals = [other for other in range(state.seats) if other != seat]
    plan.verbs.add("fail")
    plan.fight |= {FOES, HOST, *rivals}
    plan.head_for((n for other in rivals for n in lands_with(state, other)), 5)
    if aim.thing >= 0 and aim.thing not in BUILDINGS:
        plan.place.append(aim.thing)
        plan.head_for((n for n, r in runes_on(state) if r in (NARCHAD, MAETH)), 6)


def _answer(state: State, seat: int, quest: Quest, plan: Plan) -> None:
    """A legend is answered by the owner."""
    plan.head_for([the_aim(quest).land], 10)
    plan.stay.add(the_aim(quest).land)
    plan.head_for((n for n, r in runes_on(state) if r == HANNAS), 4)
    plan.place += [RANDIR, PETHDAN]
    plan.verbs |= {"answer", "spend_golu"}
    plan.golu = max(plan.golu, 6)


def _allies(state: State, seat: int, quest: Quest, plan: Plan) -> None:
    """So many more allies, or an adan more, than when it was declared."""
    thing = the_aim(quest).thing
    kinds = (ADAN,) if thing == ADAN else (DRU, ADAN)
    lone = [p.land for p in state.pieces if p.kind in kinds and p.leader == NOBODY]
    plan.head_for((land for land in lone if land >= 0), 8)
    plan.verbs.add("win_over")
    plan.place += list(kinds)
    plan.tur = max(plan.tur, KINDS[kinds[0]].price.tur)


def _peace(state: State, seat: int, quest: Quest, plan: Plan) -> None:
    """The owner stands in peace with another's figures, or with several at once."""
    aim = the_aim(quest)
    friends = [aim.seat] if aim.seat >= 0 else [s for s in range(state.seats) if s != seat]
    have = {one + two - seat for _, one, two in state.peace if seat in (one, two)}
    plan.friends |= set(friends)
    plan.verbs.add("declare_peace")
    plan.stay |= {n for n, one, two in state.peace if seat in (one, two)}
    for other in friends:
        if other not in have:
            plan.head_for(lands_with(state, other), 8)
    plan.place += [FARON, PETHDAN]


def _free(state: State, seat: int, quest: Quest, plan: Plan) -> None:
    """A held figure is free, a lost ally or an abandoned minas led again."""
    piece = state.pieces[the_aim(quest).thing]
    plan.verbs |= {"win_over", "break_out"}
    if piece.land >= 0:
        plan.head_for([piece.land], 10)
        plan.stay.add(piece.land)
    plan.place += [MAETHOR, FARON]


def _help(state: State, seat: int, quest: Quest, plan: Plan) -> None:
    """Another player fulfils a quest, and the owner has part in it."""
    other = the_aim(quest).seat
    plan.friends.add(other)
    plan.verbs |= {"declare_peace", "help"}
    plan.head_for(lands_with(state, other), 8)
    plan.stay |= {n for n, one, two in state.peace if {one, two} == {seat, other}}
    plan.place += [FARON, PETHDAN]


def _block(state: State, other: int, plan: Plan) -> None:
    """Stand in a player's way."""
    plan.fight.add(other)
    plan.verbs |= {"refuse", "hinder"}
    near = {n for land in lands_with(state, other) for n in state.board.near[land]}
    plan.head_for(near, 4)
    plan.stay |= near
    plan.golu = max(plan.golu, 3)


PLANS: dict[str, Callable[[State, int, Quest, Plan], None]] = {
    "reach": _reach,
    "hold": _hold,
    "realm": _realm,
    "found": _found,
    "unseen": _unseen,
    "gather": _gather,
    "wide": _wide,
    "develop": _develop,
    "sky": _sky,
    "wealth": _wealth,
    "ruin": _ruin,
    "win": _win,
    "hinder": _hinder,
    "forestall": _forestall,
    "lose": _lose,
    "answer": _answer,
    "allies": _allies,
    "peace": _peace,
    "free": _free,
    "help": _help,
}
"""What to do for each kind of aim."""


# --- By its manners -----------------------------------------------------------------------

VERBS = {
    GWEND: ("no_contest",),
    THURINAS: ("secret",),
    HANNAS: ("spend_golu",),
    NUTHAD: ("pay",),
    TULU: ("win_over", "declare_peace"),
    BREGED: ("cast_sky",),
    GALU: ("hurry",),
    RHACH: ("fail",),
}
LASTING = (GALAS, GWEND, THURINAS, GALU, RHACH)
"""Manners that are to be minded until the end."""
PLACE = {MAETH: MAETHOR, NARCHAD: MAETHOR, HANNAS: PETHDAN, TULU: DRU, ERTHAD: FARON}


def _manners(state: State, seat: int, quest: Quest, plan: Plan) -> None:
    """What the manners ask for beside the aim itself."""
    aim = the_aim(quest)
    kind = Kind.ALL[aim.kind]
    rivals = {other for other in range(state.seats) if other != seat}
    done = kind.done(state, seat, quest) >= kind.wanted(quest)
    for rune in aim.manners:
        if rune not in LASTING and manners.CHECKS[rune](state, seat, quest):
            continue
        plan.verbs.update(VERBS.get(rune, ()))
        if rune in PLACE:
            plan.place.append(PLACE[rune])
        if rune in (MAETH, NARCHAD):
            plan.fight |= {FOES, HOST} | ({aim.seat} if aim.seat >= 0 else rivals)
            plan.head_for(manners.lands(state, seat, quest), 3)
        if rune in (GALAS, BAND, IDH, TULU, ERTHAD):
            plan.stay.update(manners.lands(state, seat, quest))
        if rune in (TULU, ERTHAD):
            plan.head_for(manners.lands(state, seat, quest), 6)
            plan.friends |= set() if aim.seat in plan.fight else rivals - plan.fight
        if rune == HANNAS:
            plan.golu = max(plan.golu, manners.GOLU_SPENT)
        if rune == BAND and aim.kind in ("hinder", "forestall"):
            plan.verbs.add("hinder")
        if rune == BREGED:
            plan.sky = aim.sky
        if rune in (BAND, IDH) and done:
            plan.verbs.add("wait")
        if rune == RIM and done:
            _second(state, seat, quest, plan)
        if rune == RATH:
            plan.place.insert(0, FARON)


def _second(state: State, seat: int, quest: Quest, plan: Plan) -> None:
    """Done once: on to another land."""
    aim = the_aim(quest)
    if aim.land < 0:
        return
    element = state.board.lands[aim.land].element
    for number, land in enumerate(state.board.lands):
        if number != aim.land and (land.element == element or aim.kind != "reach"):
            plan.head_for([number], 5)
