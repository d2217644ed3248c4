"""How well bots play: four levels with the same names everywhere, each a stated effort.

All of them judge by what the network has learned. The weaker ones look one move ahead and do not
tell apart what is nearly as good: short sight, no blunders. The stronger ones search, where that
helps. The room of a game says what each of its `LEVELS` does; docs/bots.md shows how far apart they
are.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from cruachan.bots.network import HIDDEN, learned, network
from cruachan.bots.thinking import Budget, Thinker, Thought
from cruachan.engine.capabilities import SearchLevel
from cruachan.engine.game import Decision
from cruachan.engine.kernel import KernelGame, as_table

ADVICE = Budget(playouts=2000)
"""How much is thought about a hint."""


class LevelBot:
    """Plays at a level."""

    def __init__(self, game: KernelGame[Any, Any, Any], name: str, level: SearchLevel) -> None:
        self.game, self.name, self.level = game, name, level
        self.thinker = Thinker(game, bold=level.bold, trust=level.trust) if level.playouts else None
        self.network = network(game.name, game.kernel)

    def choose(self, decision: Decision[Any, Any], rng: Random) -> Any:
        """A best move, as far as the bot can tell; among equals the lot decides."""
        if len(decision.moves) == 1:
            return decision.moves[0]
        if self.thinker is not None:
            budget = Budget(self.level.playouts)
            return self.thinker.think(decision, budget, rng).moves[0].move
        rated = self.rate(decision)
        best = max(rated) - self.level.slack
        good = [move for move, worth in zip(decision.moves, rated, strict=True) if worth >= best]
        return rng.choice(good)

    def rate(self, decision: Decision[Any, Any]) -> list[float]:
        """The seat's chance of winning after each move, one move ahead."""
        seats = self.game.seats(decision.seen)
        moves = np.array(decision.moves, np.int16)
        table = as_table(decision.seen)
        rated = np.zeros((len(moves), 2 * seats), np.float32)
        x, hidden = np.zeros(self.network.inputs, np.float32), np.zeros(HIDDEN, np.float32)
        net = learned(self.game.name, seats)
        self.network.rate(
            self.game.board_tables, table, net, moves, len(moves), table.copy(), x, hidden, rated
        )
        return [float(worth) for worth in rated[:, decision.seat]]


class Adviser:
    """Thinks about a move for whoever asks."""

    def __init__(self, game: KernelGame[Any, Any, Any], threads: int = 1) -> None:
        self.thinker = Thinker(game, threads)

    def think(self, decision: Decision[Any, Any], rng: Random) -> Thought:
        """Everybody's chances, the best moves and the line that is expected."""
        return self.thinker.think(decision, ADVICE, rng)
