"""What bots mean to do for their quests: where to go and to stay, whom to meet, what to buy."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from cruachan.engine.game import NOBODY
from cruachan.games.shent.aims import manners
from cruachan.games.shent.aims.aims import progress
from cruachan.games.shent.aims.base import Kind, deeds, the_aim
from cruachan.games.shent.aims.foes import BOLD, DRAGON, DRAGON_STRENGTH, MARKER, RIDDLE, STRONG
from cruachan.games.shent.aims.manners import COMPANY
from cruachan.games.shent.chapters.placing import full_price
from cruachan.games.shent.components.material import (
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
    SINGERS,
    TALAGAN,
    TALAN,
    THALION,
    THURINAS,
    TULU,
    affordable,
    cost,
)
from cruachan.games.shent.core.deeds import DeedKind
from cruachan.games.shent.core.fields import FOES, HOST
from cruachan.games.shent.core.state import (
    Quest,
    State,
    building,
    figures,
    lands_of,
    led,
    others_in,
    own_figures,
    strength,
    wisdom,
)

GOLU_FOR_A_SONG = 10


@dataclass
class Plan:
    """What a bot means to do for a quest.

    figures: how many figures there are for it.
    go: lands where figures should go, with a weight from 1 (useful) to 10 (this is the aim).
    stay: lands where figures should remain, and how many.
    still: lands that nobody should leave, nor enter any more.
    errands: figures that should go to a land, and stay there.
    roads: figures on a far road, and the lands they have entered already.
    place: kinds of figures and buildings to buy or to develop into, the most wanted first.
    tur, golu: amounts to have in store, 0 where nothing is to be saved.
    fight: whom to meet in contests: seats, FOES, HOST.
    friends: seats to stand with in peace: ask them for passage, grant it, never challenge them.
    verbs: other hints: "hinder" (magic against those in `fight`, in their turns too), "seek" (a
    rune is needed: buy some), "win_over" (lone allies), "riddle" (riddle and song, not fights),
    "no_contest" (avoid every contest), "fail" (seek what goes wrong: a fair contest lost, a figure
    fallen), "wait" (nobody goes anywhere), "pay" (pay off an obstacle), "spend" (golu
    on points).
    """

    figures: int = 0
    go: dict[int, float] = field(default_factory=dict)
    stay: dict[int, int] = field(default_factory=dict)
    still: set[int] = field(default_factory=set)
    errands: dict[int, int] = field(default_factory=dict)
    roads: dict[int, set[int]] = field(default_factory=dict)
    place: list[int] = field(default_factory=list)
    tur: int = 0
    golu: int = 0
    fight: set[int] = field(default_factory=set)
    friends: set[int] = field(default_factory=set)
    verbs: set[str] = field(default_factory=set)

    def keep(self, lands: Iterable[int], number: int = 1) -> None:
        """Name lands where so many figures should remain; a greater number stays."""
        for land in lands:
            self.stay[land] = max(number, self.stay.get(land, 0))

    def recruit(self, number: int, *kinds: int) -> None:
        """Name kinds to place, if there are fewer figures than this."""
        if self.figures < number:
            self.place += kinds

    def head_for(self, lands: Iterable[int], weight: float) -> None:
        """Name lands to go to; a greater weight stays."""
        for land in lands:
            self.go[land] = max(weight, self.go.get(land, 0))


def plan_for(state: State, seat: int, quest: Quest) -> Plan:
    """What to do for a quest."""
    plan = Plan(len(led(state, seat)))
    PLANS[the_aim(quest).kind](state, seat, quest, plan)
    done, wanted = progress(state, seat, quest)
    if done >= wanted:
        plan.place.clear()
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
    plan.recruit(3, FARON, RANDIR)


def _hold(state: State, seat: int, quest: Quest, plan: Plan) -> None:
    """A land carries the own marker at so many own turn-ends in a row."""
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
    if not own_figures(state, seat, aim.land):
        plan.head_for([aim.land], 8)
    plan.keep([aim.land])
    grown = building(state, aim.land) is not None
    plan.place += [OST] if aim.thing == OST and grown else []
    plan.place += [TALAN, OST] if aim.thing == OST and not grown else []
    plan.place += [aim.thing] if aim.thing != OST else []
    plan.tur = max(plan.tur, full_price(state, plan.place[0]).tur)


def _unseen(state: State, seat: int, quest: Quest, plan: Plan) -> None:
    """Lands marked by others entered without contest, refusal or being seen through."""
    seen = {scene.land for scene in Kind.ALL["unseen"].scenes(state, seat, quest)}
    for land, marker in enumerate(state.markers):
        if marker not in (NOBODY, seat) and land not in seen:
            plan.head_for([land], 3 if others_in(state, seat, land) else 8)
    plan.recruit(3, FARON, RANDIR)
    plan.verbs.add("no_contest")


def _gather(state: State, seat: int, quest: Quest, plan: Plan) -> None:
    """So many figures in one land at once."""
    wanted = Kind.ALL["gather"].wanted(quest)
    plan.head_for([the_aim(quest).land], 10)
    plan.keep([the_aim(quest).land], wanted)
    if len(led(state, seat)) < wanted + (RIM in the_aim(quest).manners) * 2:
        plan.place += [FARON, DRU, RANDIR, MAETHOR]


def _wide(state: State, seat: int, quest: Quest, plan: Plan) -> None:
    """Own figures in lands of so many elements at once, or so many elements visited."""
    reached = {scene.land for scene in Kind.ALL["wide"].scenes(state, seat, quest)}
    elements = {state.board.lands[land].element for land in reached}
    for number, land in enumerate(state.board.lands):
        if land.element not in elements:
            plan.head_for([number], 6)
    if the_aim(quest).thing != 1:
        plan.keep(reached)
    plan.place += [FARON, RANDIR]


def _develop(state: State, seat: int, quest: Quest, plan: Plan) -> None:
    """A figure is developed into a pethdan, a saelon, a talagan or a gollor."""
    thing = the_aim(quest).thing
    on_board = {state.pieces[piece].kind for piece in led(state, seat)}
    chain = [RANDIR, SAELON, thing] if thing in (TALAGAN, GOLLOR) else [RANDIR, thing]
    while len(chain) > 1 and (chain[0] in on_board or chain[1] in on_board - {thing}):
        chain.pop(0)
    plan.place += chain
    price = full_price(state, chain[0])
    plan.tur, plan.golu = max(plan.tur, price.tur), max(plan.golu, price.golu)


def _sky(state: State, seat: int, quest: Quest, plan: Plan) -> None:
    """A constellation stands, and the owner moved it at least once."""
    plan.verbs.add("seek")


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
    free = [land for land in lands if not others_in(state, seat, land)]
    plan.head_for(lands, 4 if aim.thing == MARKER and free else 8)
    plan.head_for(free, 8)
    plan.fight.add(aim.seat)
    plan.recruit(3 if aim.thing == MARKER else 6, MAETHOR, THALION, DRU)


def _win(state: State, seat: int, quest: Quest, plan: Plan) -> None:
    """A contest is won: by its kind, its opponent or its odds; foes can be sung away too."""
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
    _face(state, seat, least, plan)


def _face(state: State, seat: int, least: int, plan: Plan) -> None:
    """Meet foes of some strength when there is enough to buy points for it; else save for it."""
    wild = [p for p in state.pieces if p.leader == NOBODY and p.land >= 0 and strength(p) >= least]
    me, own = state.players[seat], [state.pieces[piece] for piece in led(state, seat)]
    songs = [wisdom(p) + affordable(me.golu) for p in own if p.kind in SINGERS]
    most = max([strength(p) + affordable(me.tur) for p in own] + songs, default=0)
    weakest = min((strength(p) for p in wild), default=0)
    if most >= weakest:
        plan.fight |= {FOES, HOST}
        plan.head_for((p.land for p in wild if strength(p) <= most), 8)
    else:
        best = max((strength(p) for p in own), default=0)
        plan.tur = max(plan.tur, cost(min(6, weakest - best)))


def _hinder(state: State, seat: int, quest: Quest, plan: Plan) -> None:
    """Another player's figures are hindered so many times: by runes, refusal or song."""
    _block(state, seat, the_aim(quest).seat, plan)


def _forestall(state: State, seat: int, quest: Quest, plan: Plan) -> None:
    """Something has not happened when a term is over, and the owner hindered it."""
    aim = the_aim(quest)
    _block(state, seat, aim.seat, plan)
    if aim.land >= 0:
        plan.head_for([aim.land], 8)
        plan.keep([aim.land])


def _lose(state: State, seat: int, quest: Quest, plan: Plan) -> None:
    """A land, a kind of figure, a building, or a contest with fair odds is lost."""
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


def _answer(state: State, seat: int, quest: Quest, plan: Plan) -> None:
    """A legend is answered by the owner."""
    plan.head_for([the_aim(quest).land], 10)
    plan.keep([the_aim(quest).land])
    plan.head_for((n for n, r in runes_on(state) if r == HANNAS), 4)
    plan.place += [SAELON, RANDIR]
    plan.verbs.add("seek")


def _allies(state: State, seat: int, quest: Quest, plan: Plan) -> None:
    """So many more allies, or an adan more, than when it was declared."""
    thing = the_aim(quest).thing
    kinds = (ADAN,) if thing == ADAN else (DRU, ADAN)
    lone = [p.land for p in state.pieces if p.kind in kinds and p.leader == NOBODY]
    plan.head_for((land for land in lone if land >= 0), 8)
    plan.verbs.add("win_over")
    plan.place += list(kinds)
    plan.tur = max(plan.tur, full_price(state, kinds[0]).tur)


def _peace(state: State, seat: int, quest: Quest, plan: Plan) -> None:
    """The owner stands in peace with another's figures, or with several at once."""
    aim = the_aim(quest)
    friends = [aim.seat] if aim.seat >= 0 else [s for s in range(state.seats) if s != seat]
    have = {one + two - seat for _, one, two in state.peace if seat in (one, two)}
    plan.friends |= set(friends)
    plan.keep(n for n, one, two in state.peace if seat in (one, two) and {one, two} & set(friends))
    for other in friends:
        if other not in have:
            _visit(state, other, plan)
    plan.recruit(4, FARON, PETHDAN)


def _visit(state: State, other: int, plan: Plan) -> None:
    """Go where a player is at home and can give passage: in an unmarked land there is a fight."""
    for land in lands_with(state, other):
        plan.head_for([land], 8 if state.markers[land] == other else 1)


def _free(state: State, seat: int, quest: Quest, plan: Plan) -> None:
    """A held figure is free, a lost ally or an abandoned minas led again."""
    piece = state.pieces[the_aim(quest).thing]
    plan.verbs.add("win_over")
    if piece.land >= 0:
        plan.head_for([piece.land], 10)
        plan.keep([piece.land])
    plan.recruit(3, MAETHOR, FARON)


def _help(state: State, seat: int, quest: Quest, plan: Plan) -> None:
    """Another player fulfils a quest, and the owner has part in it."""
    other = the_aim(quest).seat
    bonds = [n for n, one, two in state.peace if {one, two} == {seat, other}]
    plan.friends.add(other)
    plan.keep(bonds)
    if not bonds:
        _visit(state, other, plan)
    plan.recruit(4, FARON, PETHDAN)


def _block(state: State, seat: int, other: int, plan: Plan) -> None:
    """Stand in a player's way; who can sing seeks a quarrel where nobody can give passage."""
    plan.fight.add(other)
    plan.verbs |= {"hinder", "seek", "riddle"}
    there = lands_with(state, other)
    near = {n for land in there for n in state.board.near[land]}
    plan.head_for(near, 3)
    plan.head_for((n for n in near if state.markers[n] == seat), 6)
    if any(state.pieces[piece].kind in SINGERS for piece in led(state, seat)):
        plan.head_for((n for n in there if state.markers[n] == NOBODY), 6)
    plan.place += [PETHDAN, RANDIR]
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
    GWEND: "no_contest",
    NUTHAD: "pay",
    TULU: "win_over",
    BREGED: "seek",
    RHACH: "fail",
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
        there = manners.lands(state, seat, quest)
        if rune in VERBS:
            plan.verbs.add(VERBS[rune])
        if rune in PLACE:
            plan.place.append(PLACE[rune])
        if rune in (MAETH, NARCHAD):
            plan.fight |= {FOES, HOST} | ({aim.seat} if aim.seat >= 0 else rivals)
            plan.head_for(there, 3)
        plan.keep(there, COMPANY if rune == ERTHAD and aim.land >= 0 else 1)
        if rune in (TULU, ERTHAD):
            plan.head_for(there, 6)
            plan.friends |= set() if aim.seat in plan.fight else rivals - plan.fight
        if rune == HANNAS:
            plan.golu = max(plan.golu, manners.GOLU_SPENT)
            plan.verbs.add("spend")
        if rune == BAND:
            plan.still.update(there)
        if rune == IDH and done:
            plan.still.update(there)
            plan.verbs |= set() if there else {"wait"}
        if rune == RIM and done:
            _second(state, seat, quest, plan)
        if rune == RATH:
            plan.place.insert(0, FARON)
            plan.roads.update(_roads(state, seat, quest))


def _roads(state: State, seat: int, quest: Quest) -> dict[int, set[int]]:
    """The figure that has come farthest since the declaration, and the lands it has entered."""
    roads: dict[int, set[int]] = {}
    for deed in deeds(quest, seat, DeedKind.STEPPED):
        if state.pieces[deed.piece].leader == seat and state.pieces[deed.piece].land >= 0:
            roads.setdefault(deed.piece, set()).add(deed.land)
    if not roads:
        return {}
    farthest = max(roads, key=lambda piece: (len(roads[piece]), -piece))
    return {farthest: roads[farthest]}


def _second(state: State, seat: int, quest: Quest, plan: Plan) -> None:
    """Done once: on to another land."""
    aim = the_aim(quest)
    if aim.land < 0:
        return
    element = state.board.lands[aim.land].element
    for number, land in enumerate(state.board.lands):
        if number != aim.land and (land.element == element or aim.kind != "reach"):
            plan.head_for([number], 5)
