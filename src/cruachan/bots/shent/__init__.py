"""Players of SHENT made of code: they narrate, quest, fight, cast, vote and tell.

A bot is given what its seat may see and nothing else. Two kinds: `purposeful` pursues its quests,
`wandering` goes where the road goes. Each has a temper that colours which reading it chooses in the
spirit of a rune and how it tells it; a temper never changes what the rules allow.
"""

from __future__ import annotations

from random import Random

from cruachan.bots.shent import answers, narration, spells, turns
from cruachan.bots.shent.mind import Mind, temper_of
from cruachan.engine.game import View
from cruachan.games.shent.core.flow import Frame, Move, Question, top
from cruachan.games.shent.core.state import State
from cruachan.games.shent.game import SHENT
from cruachan.games.shent.notation import position

CHOOSERS = {**turns.CHOOSERS, **narration.CHOOSERS, **answers.CHOOSERS, **spells.CHOOSERS}
"""How a bot answers each frame that asks something."""
_speechless = {frame for frame in Frame.ALL.values() if issubclass(frame, Question)} - set(CHOOSERS)
if _speechless:
    raise TypeError(f"The bots have no answer to {_speechless}.")


class ShentBot:
    """A player of SHENT."""

    def __init__(self, game: SHENT, kind: str) -> None:
        self.game = game
        self.name = kind

    def choose(self, view: View, rng: Random) -> Move:
        """The move the bot makes, from what its view shows and offers."""
        seen = position.read_seen(self.game.board, view["position"])
        moves = [move["move"] for point in view["points"] for move in point["moves"]]
        names = [player["name"] for player in view["players"]]
        return self.decide(seen, view["seat"], moves, rng, names)

    def decide(
        self, seen: State, seat: int, moves: list[Move], rng: Random, names: list[str]
    ) -> Move:
        """The same from what its seat sees, without a view around it."""
        mind = Mind(seen, seat, moves, rng, self.name, temper_of(seat, names))
        return CHOOSERS[type(top(seen))](mind) or mind.any()
