"""What an event does in a free reading (S36): effects that the engine can carry out.

An effect says whom it may touch and within which bounds the strength of the rune keeps it; its
subclasses, in readings/effects.py, are all there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar

from cruachan.games.shent.components.material import temper, third
from cruachan.games.shent.core.acts import settle
from cruachan.games.shent.core.flow import No
from cruachan.games.shent.core.parts import KINDS_OF_PARTS, Part, holds
from cruachan.games.shent.core.reading import Act, Target
from cruachan.games.shent.core.speaker import Speaker
from cruachan.games.shent.core.state import State

HELPS = ("good", "open")
HARMS = ("bad", "open")
EITHER = ("good", "open", "bad")
"""[S36.4] Of which runes something is a free reading."""
EffectKey = Annotated[str, lambda state: Effect.ALL]
MaybeEffect = Annotated[str, lambda state: ("", *Effect.ALL)]


class Effect:
    """One thing that an event may do. The subclasses are all there are."""

    key: ClassVar[str]
    rule: ClassVar[str]
    shape: ClassVar[str] = ""
    """The kinds of the parts of a target (parts.py), in the order in which they are said."""
    tempers: ClassVar[tuple[str, ...]]
    gains: ClassVar[bool] = False
    """Whether it gives tûr, golu, pieces or experience: a printed rune does so once per player."""
    worth: ClassVar[int] = 0
    """What it is worth to the active player, less than 0 what it costs; who votes goes by it."""
    ALL: ClassVar[dict[str, Effect]] = {}

    def __init_subclass__(cls, known: bool = True) -> None:
        if not known:
            return
        for member in ("key", "rule", "tempers"):
            if not hasattr(cls, member):
                raise TypeError(f"The effect {cls.__name__} does not say its {member}.")
        odd = set(cls.shape.split()) - set(KINDS_OF_PARTS)
        if odd:
            raise TypeError(f"{cls.__name__}: no target is made of {', '.join(sorted(odd))}.")
        Effect.ALL[cls.key] = cls()

    def targets(self, state: State, act: Act) -> list[Target]:
        """What it can be applied to, within its bounds; nothing where it does not apply."""
        raise NotImplementedError

    def touched(self, state: State, act: Act, target: Target) -> set[int]:
        """[S36.5] The other players it reaches: each of them must agree."""
        return set()

    def barred(self, state: State, act: Act) -> No | None:
        """Why no free reading has this effect here, whatever it is applied to."""
        return None

    def worth_of(self, target: Target) -> int:
        """What it is worth to the active player."""
        return self.worth

    def work(self, state: State, act: Act, target: Target) -> None:
        """Do it."""
        raise NotImplementedError

    def parts(self, target: Target) -> list[Part]:
        """The parts of a target, as far as it is said."""
        return [Part(*pair) for pair in zip(self.shape.split(), target, strict=False)]

    def holds(self, state: State, target: Target) -> bool:
        """Whether something is made as its targets are."""
        made = len(target) == len(self.shape.split())
        return made and all(holds(state, *part) for part in self.parts(target))


Named = tuple[EffectKey, Target]
"""An effect, and what it is applied to."""


def most_effects(strength: int) -> int:
    """[S36.3] How many effects a strength allows: a third of it."""
    return third(strength)


def open_effects(state: State, act: Act, named: Sequence[Named] = ()) -> list[Effect]:
    """[S36.3] [S36.4] The effects that may still be named, each once."""
    if len(named) >= most_effects(act.strength):
        return []
    said = {key for key, _ in named}
    gained = act.printed and act.land in state.players[act.seat].gains
    return [
        effect
        for effect in Effect.ALL.values()
        if effect.key not in said
        and temper(act.rune) in effect.tempers
        and not (gained and effect.gains)
        and not effect.barred(state, act)
        and effect.targets(state, act)
    ]


def work_effects(state: State, act: Act, named: Sequence[Named]) -> None:
    """[S36.8] One after the other, each as far as it is still possible then."""
    for key, target in named:
        effect = Effect.ALL[key]
        if not effect.barred(state, act) and target in effect.targets(state, act):
            effect.work(state, act, target)
            settle(state)


def in_words(say: Speaker, act: Act, named: Sequence[Named]) -> str:
    """What effects do to whom, in sentences."""
    player = say.names[act.seat]
    return " ".join(
        say.words(f"free.{key}", player=player, **say.values(Effect.ALL[key].parts(target)))
        for key, target in named
    )
