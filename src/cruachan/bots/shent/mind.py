"""What a bot knows and wants when it is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from random import Random
from typing import Any

from cruachan.bots.shent.plans import Plan, plan_for
from cruachan.engine.game import NOBODY
from cruachan.games.shent.box.material import BAD
from cruachan.games.shent.core.flow import Move, top
from cruachan.games.shent.core.state import Quest, State, foes, in_peace, land_sum, led, others_in

PURPOSEFUL, WANDERING = "purposeful", "wandering"
TEMPERS = ("generous", "dry", "dark")
NAMES = ("Lindis", "Orwen", "Gaelor", "Nimra", "Tolben", "Ruskha")
"""The bots' own names; the first and fourth are generous, and so on."""
DECAY = 0.62
"""How much a land's pull weakens with every step on the way."""


def temper_of(seat: int, names: Sequence[str]) -> str:
    """The temper that belongs to a bot's name, or to its seat under another name."""
    name = names[seat] if seat < len(names) else ""
    return TEMPERS[(NAMES.index(name) if name in NAMES else seat) % len(TEMPERS)]


Chooser = Callable[["Mind"], Move | None]
"""How a bot answers a frame: by a move, or by none where any will do."""


class Mind:
    """A question put to a bot, with all it needs to answer."""

    def __init__(
        self, state: State, seat: int, moves: list[Move], rng: Random, kind: str, temper: str
    ) -> None:
        self.state = state
        self.seat = seat
        self.moves = moves
        self.rng = rng
        self.purposeful = kind == PURPOSEFUL
        self.temper = temper
        self.me = state.players[seat]

    def of(self, *verbs: str) -> list[Move]:
        """The moves offered by these verbs."""
        return [move for move in self.moves if move.verb in verbs]

    def any(self) -> Move:
        """Any move that gives nothing away."""
        calm = [m for m in self.moves if m.verb not in ("forsake", "wish", "emerge", "honour")]
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

    @property
    def quests(self) -> list[Quest]:
        """Quests and goal whose aims the engine knows."""
        own = [*self.me.quests, *([self.me.aim] if self.me.aim else [])]
        return [quest for quest in own if quest.aim is not None]

    @cached_property
    def plans(self) -> list[Plan]:
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
    def stay(self) -> set[int]:
        """The lands where figures should remain."""
        return set().union(*(plan.stay for plan in self.plans))

    # Lands

    @cached_property
    def pull(self) -> list[float]:
        """How strongly each land draws figures: what quests want, fading with the way."""
        distances = self.state.board.distances
        pulls = [0.0] * len(distances)
        for plan in self.plans:
            goals = sorted(plan.go.items(), key=lambda item: -item[1])[:12]
            for land, row in enumerate(distances):
                pulls[land] += max((w * DECAY ** row[goal] for goal, w in goals), default=0.0)
        return pulls

    def danger(self, land: int) -> float:
        """What a figure risks by entering a land."""
        state = self.state
        risk = 2.0 * len(foes(state, land))
        for piece in foes(state, land):
            risk += 3.0 * (state.pieces[piece].kind == 10)
        for other in others_in(state, self.seat, land):
            if not in_peace(state, land, self.seat, other) and other not in self.friends:
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


def whatever(mind: Mind) -> Move | None:
    """One move is as good as the other."""
    return None
