"""How well bots play: five levels with the same names everywhere, each a stated effort.

All of them judge by what the network has learned. The weaker ones look one move ahead and do not
tell apart what is nearly as good: short sight, no blunders. The stronger ones search, where that
helps; the last by the clock. The `LEVELS` of a game's bots say what each does; docs/bots.md shows
how far apart they are.
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

from cruachan.bots import machine
from cruachan.bots.network import Network, learned, network
from cruachan.bots.thinking import Budget, Thinker, Thought
from cruachan.bots.tree import NODES
from cruachan.bots.weights import Weights, load_weights
from cruachan.engine.arrays import np
from cruachan.engine.capabilities import SearchLevel
from cruachan.engine.errors import OptionError
from cruachan.engine.game import Decision, Game
from cruachan.engine.kernel import KernelGame, as_table, record_game
from cruachan.engine.record import state_without
from cruachan.engine.slices import Slices, run_slices
from cruachan.engine.texts import message
from cruachan.games import GAMES

ADVICE = Budget(playouts=2000, proof=20_000)
"""How much is thought about a hint."""
LARGE = 1 << 19
"""Nodes of the tree of a bot that thinks by the clock; with fewer, its tree is soon full, in
WebAssembly too. Memory is taken as they are used."""


class LevelBot:
    """Plays at a level."""

    def __init__(
        self,
        game: KernelGame[Any, Any, Any],
        name: str,
        level: SearchLevel,
        weights: Weights | None = None,
    ) -> None:
        """Judge by the network that comes with the game, or by weights of one's own."""
        self.game, self.name, self.level, self.weights = game, name, level, weights
        self.thinker = None
        self.budget = Budget(level.playouts or None, level.seconds or None, level.proof)
        if level.playouts or level.seconds:
            nodes = LARGE if level.seconds else NODES
            self.thinker = Thinker(
                game, nodes=nodes, bold=level.bold, trust=level.trust, weights=weights
            )

    @cached_property
    def network(self) -> Network:
        """The compiled network."""
        return network(self.game.name, self.game.kernel)

    def __getstate__(self) -> dict[str, Any]:
        return state_without(self, "network")

    def choose(self, decision: Decision[Any, Any], rng: Random) -> Any:
        """A best move, as far as the bot can tell; among equals the lot decides."""
        return run_slices(self.choosing(decision, rng))

    def choosing(self, decision: Decision[Any, Any], rng: Random) -> Slices[Any]:
        """The same in slices."""
        if len(decision.moves) == 1:
            return decision.moves[0]
        if self.thinker is not None:
            thought = yield from self.thinker.thinking(decision, self.budget, rng)
            return thought.moves[0].move
        rated = self.rate(decision)
        best = max(rated) - self.level.slack
        good = [move for move, worth in zip(decision.moves, rated, strict=True) if worth >= best]
        return rng.choice(good)

    def rate(self, decision: Decision[Any, Any]) -> list[float]:
        """The seat's chance of winning after each move, one move ahead."""
        seats = self.game.seats(decision.seen)
        if machine.is_provided():
            rows = machine.chances(self.game, decision.seen, seats)
            return [rows[move][decision.seat] for move in decision.moves]
        moves = np.array(decision.moves, np.int16)
        table = as_table(decision.seen)
        rated = np.zeros((len(moves), 2 * seats), np.float32)
        net = self.weights.net(seats) if self.weights else learned(self.game.name, seats)
        x, hidden = np.zeros(self.network.inputs, np.float32), np.zeros_like(net.bias)
        self.network.rate(
            self.game.board_tables, table, net, moves, len(moves), table.copy(), x, hidden, rated
        )
        return [float(worth) for worth in rated[:, decision.seat]]


class Adviser:
    """Analyses positions for hints and analyses, at a fixed strength."""

    def __init__(self, game: KernelGame[Any, Any, Any], threads: int = 1) -> None:
        self.thinker = Thinker(game, threads)

    def think(self, decision: Decision[Any, Any], rng: Random) -> Thought:
        """Everybody's chances, the best moves and the line that is expected."""
        return self.thinker.think(decision, ADVICE, rng)


def load_level(name: str, game: Game[Any, Any], weights: Path | str) -> LevelBot:
    """The bot of a level that judges by a file of one's own; an OptionError where none can."""
    quick = record_game(game)
    known = GAMES[game.name].bots if game.name in GAMES else None
    if quick is None or known is None or name not in known.levels:
        levels = [] if quick is None or known is None else list(known.levels)
        said = {"name": name, "game": game.title, "levels": levels}
        raise OptionError(message(__package__, "weights.no_level", **said))
    return LevelBot(quick, name, known.levels[name], load_weights(weights, quick))
