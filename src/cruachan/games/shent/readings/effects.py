"""The effects of free readings (S36): most of them are what readings of the runes do."""

from __future__ import annotations

from typing import ClassVar

from cruachan.games.shent.chapters.drawing import HandRune
from cruachan.games.shent.components.material import (
    HANNAS,
    KEPT_FOR_EVENTS,
    KINDS,
    THURINAS,
    half,
    third,
)
from cruachan.games.shent.core.acts import gain, grow, note
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.effect import EITHER, HARMS, HELPS, Effect
from cruachan.games.shent.core.flow import No, push
from cruachan.games.shent.core.presence import held, may_meet
from cruachan.games.shent.core.reading import Act, Reading, Target
from cruachan.games.shent.core.state import State, own_figures, supply
from cruachan.games.shent.readings.places import can_receive, move_all, within
from cruachan.games.shent.readings.questions import News
from cruachan.games.shent.readings.reach import in_group, is_own, might

RESPECT = 6
"""[S36.10] The strength from which on aglar is given or lost."""
STONE = 5
"""[S36.11] The strength from which on a rune is drawn or lost."""
GROWTH = 6
"""[S36.15] The strength from which on a figure grows."""


# --- tûr, golu, aglar, runes --------------------------------------------------------------


class AmountEffect(Effect, known=False):
    """The effect that the active player gains or loses an amount."""

    shape = "number"
    what: ClassVar[str]

    def most(self, state: State, act: Act) -> int:
        """How much at most."""
        return act.strength

    def targets(self, state: State, act: Act) -> list[Target]:
        return [(number,) for number in range(1, self.most(state, act) + 1)]

    def work(self, state: State, act: Act, target: Target) -> None:
        gain(state, act.seat, **{self.what: target[0]})

    def worth_of(self, target: Target) -> int:
        return third(target[0])


class LossEffect(AmountEffect, known=False):
    """[S36.9] Not more than half of the strength, nor than there is."""

    tempers = HARMS

    def most(self, state: State, act: Act) -> int:
        has: int = getattr(state.players[act.seat], self.what)
        return min(half(act.strength), has)

    def work(self, state: State, act: Act, target: Target) -> None:
        gain(state, act.seat, **{self.what: -target[0]})

    def worth_of(self, target: Target) -> int:
        return -third(target[0])


class GainTurEffect(AmountEffect):
    """[S36.9] tûr."""

    key, rule, tempers, what, gains = "gain_tur", "S36.9", HELPS, "tur", True


class GainGoluEffect(AmountEffect):
    """[S36.9] golu."""

    key, rule, tempers, what, gains = "gain_golu", "S36.9", HELPS, "golu", True

    def barred(self, state: State, act: Act) -> No | None:
        if act.rune in (HANNAS, THURINAS) or state.by_former_rules:
            return None
        return No("S36.9", "golu_by_secrets")


class LoseTurEffect(LossEffect):
    """[S36.9] tûr is lost."""

    key, rule, what = "lose_tur", "S36.9", "tur"


class LoseGoluEffect(LossEffect):
    """[S36.9] golu is lost."""

    key, rule, what = "lose_golu", "S36.9", "golu"


class GainAglarEffect(Effect):
    """[S36.10] A point of respect, in games of former rules."""

    key, rule, tempers, worth = "gain_aglar", "S36.10", HELPS, 3

    def barred(self, state: State, act: Act) -> No | None:
        return None if state.by_former_rules else No("S36.10", "aglar_by_others")

    def targets(self, state: State, act: Act) -> list[Target]:
        return [()] if act.strength >= RESPECT else []

    def work(self, state: State, act: Act, target: Target) -> None:
        gain(state, act.seat, aglar=1)


class LoseAglarEffect(Effect):
    """[S36.10] A point of respect is lost."""

    key, rule, tempers, worth = "lose_aglar", "S36.10", HARMS, -3

    def targets(self, state: State, act: Act) -> list[Target]:
        has = state.players[act.seat].aglar
        return [()] if act.strength >= RESPECT and has else []

    def work(self, state: State, act: Act, target: Target) -> None:
        gain(state, act.seat, aglar=-1)


class GainRuneEffect(Effect):
    """[S36.11] A rune from the bag, unseen by the others."""

    key, rule, tempers, worth = "gain_rune", "S36.11", HELPS, 2

    def targets(self, state: State, act: Act) -> list[Target]:
        return [()] if act.strength >= STONE and sum(state.bag) > KEPT_FOR_EVENTS else []

    def work(self, state: State, act: Act, target: Target) -> None:
        push(state, HandRune(act.seat))


class LoseRuneEffect(Effect):
    """[S36.11] A rune of her own choice goes back into the bag."""

    key, rule, tempers, worth = "lose_rune", "S36.11", HARMS, -2

    def targets(self, state: State, act: Act) -> list[Target]:
        return [()] if act.strength >= STONE and state.players[act.seat].hand else []

    def work(self, state: State, act: Act, target: Target) -> None:
        push(state, News(act.seat, 0, 1))


# --- Figures ------------------------------------------------------------------------------


class MovedEffect(Effect):
    """[S36.12] A figure of the group is elsewhere at once."""

    key, rule, shape, tempers = "moved", "S36.12", "piece land", EITHER

    def targets(self, state: State, act: Act) -> list[Target]:
        lands = [
            land
            for land in within(state, act.land, half(act.strength), least=1)
            if can_receive(state, act.seat, land)
        ]
        return [
            (piece, land)
            for piece in in_group(state, act)
            if is_own(state, act.seat, piece) and not held(state, piece)
            for land in lands
        ]

    def work(self, state: State, act: Act, target: Target) -> None:
        move_all(state, target[:1], target[1])


class GrownEffect(Effect):
    """[S36.15] A figure here becomes what it can be developed into, without a price."""

    key, rule, shape, tempers = "grown", "S36.15", "piece kind", HELPS
    gains, worth = True, 3

    def targets(self, state: State, act: Act) -> list[Target]:
        if act.strength < GROWTH:
            return []
        return [
            (piece, kind)
            for piece in in_group(state, act)
            for kind, grown in enumerate(KINDS)
            if KINDS[state.pieces[piece].kind].key in grown.grows_from
            and max(grown.strength, grown.wisdom) <= half(act.strength)
            and supply(state, kind, act.seat) is not None
        ]

    def work(self, state: State, act: Act, target: Target) -> None:
        _become(state, act, *target)


class ShrunkEffect(Effect):
    """[S36.15] A figure here becomes what it grew from."""

    key, rule, shape, tempers, worth = "shrunk", "S36.15", "piece kind", HARMS, -3

    def targets(self, state: State, act: Act) -> list[Target]:
        return [
            (piece, kind)
            for piece in in_group(state, act)
            if might(state, piece) < act.strength
            for kind, former in enumerate(KINDS)
            if former.key in KINDS[state.pieces[piece].kind].grows_from
            and supply(state, kind, act.seat) is not None
        ]

    def work(self, state: State, act: Act, target: Target) -> None:
        _become(state, act, *target)


def _become(state: State, act: Act, piece: int, kind: int) -> None:
    """Another figure stands in the place of one, and keeps what it has learnt if it can."""
    old, new = state.pieces[piece], supply(state, kind, act.seat)
    assert new is not None
    grow(state, piece, new)
    learned = max(KINDS[kind].strength, KINDS[kind].wisdom)
    state.pieces[new] = old._replace(kind=kind, plus=old.plus if learned else 0)
    note(state, DomainEventKind.DEVELOPED, act.seat, land=old.land, piece=new)


# --- What readings of the runes do --------------------------------------------------------


class LikeEffect(Effect, known=False):
    """What a reading does, with the strength of the rune at hand; no stone is left there."""

    reading: ClassVar[str]

    def act(self, act: Act) -> Act:
        """The act as if its rune were printed on the land."""
        return act._replace(printed=True)

    def targets(self, state: State, act: Act) -> list[Target]:
        found = Reading.ALL[self.reading].targets(state, self.act(act))
        size = len(self.shape.split())
        return [target for target in found if len(target) == size]

    def work(self, state: State, act: Act, target: Target) -> None:
        Reading.ALL[self.reading].work(state, self.act(act), target)


class LostEffect(LikeEffect):
    """[S36.13] A figure of hers weaker than the rune is lost."""

    key, rule, shape, tempers, worth = "lost", "S36.13", "piece", HARMS, -4
    reading = "narchad.death"

    def targets(self, state: State, act: Act) -> list[Target]:
        found = super().targets(state, act)
        return [target for target in found if state.pieces[target[0]].leader == act.seat]


class WonEffect(LikeEffect):
    """[S36.14] A foe here that is weaker than the rune follows her."""

    key, rule, shape, tempers, worth = "won", "S36.14", "piece", HELPS, 2
    reading = "gwend.won"


class AllyEffect(LikeEffect):
    """[S36.14] An ally comes."""

    key, rule, tempers, gains, worth = "ally", "S36.14", HELPS, True, 2
    reading = "tulu.ally"


class HeroEffect(LikeEffect):
    """[S36.14] The thalion is shown somewhere."""

    key, rule, shape, tempers, worth = "hero", "S36.14", "land", HELPS, 3
    reading = "hannas.hero"


class LearntEffect(LikeEffect):
    """[S36.15] A figure has learnt something."""

    key, rule, shape, tempers = "learnt", "S36.15", "piece", HELPS
    gains, worth = True, 2
    reading = "galas.experience"


class LegendEffect(LikeEffect):
    """[S36.16] A legend: the narrator's words are its question."""

    key, rule, shape, tempers = "legend", "S36.16", "land", EITHER
    reading = "thurinas.legend"


class TreasureEffect(LikeEffect):
    """[S36.16] A treasure."""

    key, rule, shape, tempers, worth = "treasure", "S36.16", "land", HELPS, 1
    reading = "thurinas.hoard"


class BlossomEffect(LikeEffect):
    """[S36.16] A blossom."""

    key, rule, tempers, worth = "blossom", "S36.16", HELPS, 1
    reading = "galas.blossom"


class MistEffect(LikeEffect):
    """[S36.16] Mist over a printed rune."""

    key, rule, shape, tempers = "mist", "S36.16", "land", EITHER
    reading = "thurinas.mist"


class WallEffect(LikeEffect):
    """[S36.17] A wall."""

    key, rule, shape, tempers, worth = "wall", "S36.17", "land", HARMS, -1
    reading = "nuthad.wall"


class HeldEffect(LikeEffect):
    """[S36.17] A figure is held; no stone lies there."""

    key, rule, shape, tempers, worth = "held", "S36.17", "piece", HARMS, -2
    reading = "band.held"


class SleepEffect(LikeEffect):
    """[S36.17] A figure falls into an enchanted sleep."""

    key, rule, shape, tempers, worth = "sleep", "S36.17", "piece", HARMS, -2
    reading = "idh.sleep"


class PathEffect(LikeEffect):
    """[S36.18] A path."""

    key, rule, shape, tempers, worth = "path", "S36.18", "land", HELPS, 1
    reading = "rath.path"


class FreedEffect(LikeEffect):
    """[S36.18] A band or wall weaker than the rune is lifted."""

    key, rule, shape, tempers, worth = "freed", "S36.18", "token", HELPS, 2
    reading = "rath.freed"


class PeaceEffect(LikeEffect):
    """[S36.18] Those who stand here let the group stand in peace, if they agree."""

    key, rule, tempers, worth = "peace", "S36.18", HELPS, 1
    reading = "gwend.passage"

    def barred(self, state: State, act: Act) -> No | None:
        alone = state.option("reading") == "alone"
        return No("S36.18", "others_not_asked") if alone else None

    def targets(self, state: State, act: Act) -> list[Target]:
        return super().targets(state, act) if own_figures(state, act.seat, act.land) else []

    def touched(self, state: State, act: Act, target: Target) -> set[int]:
        return set(may_meet(state, act.seat, act.land))
