"""Players of SHENT made of code: they narrate, quest, fight, cast, vote and tell.

A bot is given what its seat may see and nothing else. Two kinds: `purposeful` pursues its quests,
`wandering` goes where the road goes. Each has a temper that colours which reading it chooses in the
spirit of a rune and how it tells it; a temper never changes what the rules allow.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from cruachan.bots.shent import answers, narration, spells, turns
from cruachan.bots.shent.mind import PURPOSEFUL, WANDERING, Mind, temper_of
from cruachan.engine.game import Decision, Game
from cruachan.games.shent.core.flow import Frame, Move, Question, top
from cruachan.games.shent.core.state import State

CHOOSERS = {**turns.CHOOSERS, **narration.CHOOSERS, **answers.CHOOSERS, **spells.CHOOSERS}
"""How a bot answers each frame that asks something."""
_speechless = {frame for frame in Frame.ALL.values() if issubclass(frame, Question)} - set(CHOOSERS)
if _speechless:
    raise TypeError(f"The bots have no answer to {_speechless}.")


def bots(game: Game[State, Move]) -> dict[str, Callable[[], ShentBot]]:
    """The kinds of bots; the first is the usual one."""
    return {kind: partial(ShentBot, kind) for kind in (PURPOSEFUL, WANDERING)}


class ShentBot:
    """A player of SHENT."""

    def __init__(self, kind: str) -> None:
        self.name = kind

    def choose(self, decision: Decision[State, Move], rng: Random) -> Move:
        """The move the bot makes."""
        seat, seen, moves, names = decision
        mind = Mind(seen, seat, moves, rng, self.name, temper_of(seat, names))
        return CHOOSERS[type(top(seen))](mind) or mind.any()
