"""What a bot knows and wants when it is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from random import Random
from typing import Any

from cruachan.engine.game import NOBODY
from cruachan.games.shent.aims import aims
from cruachan.games.shent.aims.base import Look
from cruachan.games.shent.aims.plan import QuestPlan
from cruachan.games.shent.bots.levels import Level
from cruachan.games.shent.bots.plans import plan_for
from cruachan.games.shent.bots.tempers import Temper
from cruachan.games.shent.components.material import BAD, URLUG
from cruachan.games.shent.core.fields import FOES
from cruachan.games.shent.core.flow import Move, top
from cruachan.games.shent.core.state import (
    Pact,
    Quest,
    State,
    foes,
    in_peace,
    in_truce,
    land_sum,
    led,
    others_in,
)

NEW_LAND = 1.0
"""The pull of any land that is not one's own."""
MOST_GOALS = 12
"""Of the lands that a quest wants the foremost ones count."""
DEALING_WEIGHTS = {
    "passage": 0.5, "gave": 1.5, "kept": 1.0, "honoured": 1.0,
    "attacked": -1.0, "refused": -0.7, "harmed": -1.2, "broke": -3.0,
}  # fmt: skip
"""What weighs how much of what others do to one."""
WITNESSED = 0.4
"""How much of it is felt by who only saw a word broken."""
FORGETS = 0.8
"""What is left of it after a round."""
FADING = [0.62**steps for steps in range(64)]
"""What is left of a land's pull so many steps away."""


RASH = (
    *("forsake", "wish", "emerge", "honour"),
    *("treat", "pay", "judge", "dissolve", "renounce"),
)
"""What is not said without a reason."""
Chooser = Callable[["ShentMind"], Move | None]
"""How a bot answers a frame: by a move, or by none where any will do."""


class ShentMind:
    """A question put to a bot, with all it needs to answer."""

    def __init__(
        self, state: State, seat: int, moves: list[Move], rng: Random, level: Level, temper: Temper
    ) -> None:
        self.state = state
        self.seat = seat
        self.moves = moves
        self.rng = rng
        self.level = level
        self.temper = temper
        self.me = state.players[seat]

    def of(self, *verbs: str) -> list[Move]:
        """The moves offered by these verbs."""
        return [move for move in self.moves if move.verb in verbs]

    def any(self) -> Move:
        """Any move that gives nothing away."""
        calm = [m for m in self.moves if m.verb not in RASH]
        return self.rng.choice(calm or self.moves)

    def first(self, *verbs: str) -> Move | None:
        """The first move by these verbs."""
        return next(iter(self.of(*verbs)), None)

    def best(self, moves: Iterable[Move], worth: Callable[[Move], float]) -> Move | None:
        """A move of the greatest worth; the lot decides among equals."""
        rated = [(worth(move), self.rng.random(), move) for move in moves]
        return max(rated)[2] if rated else None

    def chance(self, share: float) -> bool:
        """True so often."""
        return self.rng.random() < share

    # What it is out for

    @cached_property
    def quests(self) -> list[Quest]:
        """Quests and goal whose aims the engine knows and that can still come true."""
        own = [*self.me.quests, *([self.me.aim] if self.me.aim else [])]
        return [q for q in own if q.aim and not aims.hopeless(self.state, self.seat, q)]

    @cached_property
    def plans(self) -> list[QuestPlan]:
        """What it means to do for each of them."""
        return [plan_for(self.state, self.seat, quest) for quest in self.quests]

    def wanting(self, verb: str) -> bool:
        """Whether any quest gives this hint."""
        return any(verb in plan.verbs for plan in self.plans)

    @cached_property
    def fights(self) -> set[int]:
        """Whom a quest wants to meet in contests."""
        return set().union(*(plan.fight for plan in self.plans))

    @cached_property
    def friends(self) -> set[int]:
        """With whom a quest wants to stand in peace."""
        return set().union(*(plan.friends for plan in self.plans))

    @cached_property
    def stay(self) -> dict[int, int]:
        """The lands where figures should remain, and how many."""
        lands = set().union(*(plan.stay for plan in self.plans))
        return {land: max(plan.stay.get(land, 0) for plan in self.plans) for land in lands}

    @cached_property
    def errands(self) -> dict[int, int]:
        """The figures that should go to a land, and stay there."""
        return {piece: land for plan in self.plans for piece, land in plan.errands.items()}

    @cached_property
    def still(self) -> set[int]:
        """The lands that nobody should leave, nor enter any more."""
        return set().union(*(plan.still for plan in self.plans))

    @cached_property
    def roads(self) -> dict[int, set[int]]:
        """The figures on a far road, and the lands they have entered already."""
        return {piece: lands for plan in self.plans for piece, lands in plan.roads.items()}

    # What it thinks of others

    @cached_property
    def regards(self) -> list[float]:
        """How it thinks of each player: what they did to it, and whom they betrayed, fading."""
        found = [0.0] * self.state.seats
        for what, seat, other, when in self.state.dealings:
            share = 1.0 if other == self.seat else WITNESSED if what == "broke" else 0.0
            if share and seat != self.seat:
                wrong = 1.0 + self.temper.grudging if DEALING_WEIGHTS[what] < 0 else 1.0
                found[seat] += (
                    share * wrong * DEALING_WEIGHTS[what] * FORGETS ** (self.state.round - when)
                )
        return found

    def dislike(self, other: int) -> float:
        """How ill it thinks of a player; of foes and hosts nothing."""
        return -self.regards[other] if other >= 0 else 0.0

    def keeps(self, broken: Sequence[Pact]) -> bool:
        """Whether it stands by its word: by temper, and less where a quest is in the way."""
        for pact in broken:
            other = pact.other if pact.seat == self.seat else pact.seat
            share = self.temper.breaks * (1.0 if other in self.fights else 0.8)
            if Random(f"{self.temper.name} {self.seat} {pact.number}").random() >= share:
                return True
        return False

    # Lands

    @cached_property
    def pull(self) -> list[float]:
        """How strongly each land draws figures: what quests want, else new land, fading afar."""
        distances = self.state.board.distances
        new = [land for land, marker in enumerate(self.state.markers) if marker != self.seat]
        pulls = [NEW_LAND * FADING[min((row[n] for n in new), default=0)] for row in distances]
        for quest, plan in zip(self.quests, self.plans, strict=True):
            share = 1.0 if quest.number else self.level.goal_first
            goals = sorted(plan.go.items(), key=lambda item: -item[1])[:MOST_GOALS]
            for land, row in enumerate(distances):
                near = max((w * FADING[row[goal]] for goal, w in goals), default=0.0)
                pulls[land] += share * near
        return pulls

    def danger(self, land: int) -> float:
        """What a figure risks by entering a land."""
        state = self.state
        wild = sum(5.0 if state.pieces[piece].kind == URLUG else 2.0 for piece in foes(state, land))
        risk = 0.2 * wild if FOES in self.fights else wild
        for other in others_in(state, self.seat, land):
            bound = in_peace(state, land, self.seat, other) or in_truce(
                state, land, self.seat, other
            )
            if not bound and other not in self.friends:
                risk += -1.0 if other in self.fights else 0.8
        rune = state.board.lands[land].rune
        if rune is not None and aims_bad(rune):
            risk += 0.25 * state.board.lands[land].strength
        return risk

    def room(self, land: int) -> float:
        """What a land is worth to own: free, and kind to the player's element."""
        marker = self.state.markers[land]
        if marker == self.seat:
            return 0.0
        fit = land_sum(self.state, self.seat, land)
        return (1.0 if marker == NOBODY else 0.5) + 0.25 * fit

    @cached_property
    def look(self) -> Look:
        """The position as it looks when aims are sought."""
        return Look(self.state, self.seat)

    @cached_property
    def figures(self) -> list[int]:
        """All figures it leads on the board."""
        return led(self.state, self.seat)

    @property
    def frame(self) -> Any:
        """What is going on."""
        return top(self.state)


def aims_bad(rune: int) -> bool:
    """Whether a printed rune is one to keep away from."""
    return rune in BAD


def whatever(mind: ShentMind) -> Move | None:
    """One move is as good as the other."""
    return None
