"""Players of SHENT made of code: they narrate, quest, fight, cast, vote and tell.

A bot is given what its seat may see and nothing else. Its level says how far it sees (levels.py).
Its temper (tempers.py) colours which aims it likes, which reading it chooses in the spirit of a
rune and how it tells it; a temper never changes what the rules allow.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from cruachan.engine.capabilities import GameBots
from cruachan.engine.game import Decision, Game
from cruachan.games.shent.bots import answers, bonds, narration, quests, spells, turns
from cruachan.games.shent.bots.levels import LEVELS
from cruachan.games.shent.bots.mind import ShentMind
from cruachan.games.shent.bots.tempers import temper_of
from cruachan.games.shent.core.flow import Frame, Move, Question, top
from cruachan.games.shent.core.state import State

CHOOSERS = {
    **turns.CHOOSERS,
    **quests.CHOOSERS,
    **narration.CHOOSERS,
    **answers.CHOOSERS,
    **spells.CHOOSERS,
    **bonds.CHOOSERS,
}
"""How a bot answers each frame that asks something."""
_speechless = {frame for frame in Frame.ALL.values() if issubclass(frame, Question)} - set(CHOOSERS)
if _speechless:
    raise TypeError(f"The bots have no answer to {_speechless}.")


def bots(game: Game[State, Move]) -> dict[str, Callable[[], ShentBot]]:
    """The kinds of bots; the first is the usual one."""
    return {level: partial(ShentBot, level) for level in LEVELS}


class ShentBot:
    """A player of SHENT."""

    def __init__(self, kind: str) -> None:
        self.name = kind
        self.level = LEVELS[kind]

    def choose(self, decision: Decision[State, Move], rng: Random) -> Move:
        """The move the bot makes."""
        seat, seen, moves, names = decision
        mind = ShentMind(seen, seat, moves, rng, self.level, temper_of(seat, names))
        return CHOOSERS[type(top(seen))](mind) or mind.any()


BOTS = GameBots(makers=bots, options={"limit": "30"})
