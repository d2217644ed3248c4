"""What bots mean to do for a quest: kinds and manners of aims say it, bots go by it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from cruachan.engine.game import NOBODY
from cruachan.games.shent.components.material import (
    PETHDAN,
    RANDIR,
    SINGERS,
    affordable,
    cost,
)
from cruachan.games.shent.core.fields import FOES, HOST
from cruachan.games.shent.core.state import State, led, strength, wisdom


@dataclass
class QuestPlan:
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


def lands_with(state: State, seat: int) -> list[int]:
    """Where a player has figures."""
    return sorted({state.pieces[piece].land for piece in led(state, seat)})


def runes_on(state: State) -> list[tuple[int, int]]:
    """The lands that carry a rune."""
    lands = enumerate(state.board.lands)
    return [(number, land.rune) for number, land in lands if land.rune is not None]


def face(state: State, seat: int, least: int, plan: QuestPlan) -> None:
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


def visit(state: State, other: int, plan: QuestPlan) -> None:
    """Go where a player is at home and can give passage: in an unmarked land there is a fight."""
    for land in lands_with(state, other):
        plan.head_for([land], 8 if state.markers[land] == other else 1)


def block(state: State, seat: int, other: int, plan: QuestPlan) -> None:
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
