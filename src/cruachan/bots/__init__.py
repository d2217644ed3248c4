"""Players made of code. A bot sees the view of its seat and nothing else."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Protocol, cast

import numpy as np

from cruachan.bots.judgement import judgement
from cruachan.engine.errors import OptionError
from cruachan.engine.game import Game, View
from cruachan.engine.kernel import KernelGame, as_table
from cruachan.engine.words import message

if TYPE_CHECKING:
    from cruachan.games.shent.game import SHENT

BOTS = ("random", "greedy")
"""Who plays the games of boards and dice."""
TALE_BOTS = ("purposeful", "wandering")
"""Who plays the game of tales."""


class Bot(Protocol):
    """Chooses one of the moves a view offers."""

    name: str

    def choose(self, view: View, rng: Random) -> Any:
        """The move the bot makes."""


def offered(view: View) -> list[Any]:
    """All legal moves a view offers."""
    return [move["move"] for point in view["points"] for move in point["moves"]]


class RandomBot:
    """Plays any legal move."""

    name = "random"

    def choose(self, view: View, rng: Random) -> Any:
        """Each move with the same chance."""
        return rng.choice(offered(view))


class GreedyBot:
    """Plays the move after which the position looks best, one move ahead."""

    name = "greedy"

    def __init__(self, game: KernelGame[Any, Any]) -> None:
        self.game = game
        self.judgement = judgement(game.name, game.kernel)

    def choose(self, view: View, rng: Random) -> Any:
        """A best move; among equals the lot decides."""
        rated = self.rate(view)
        return rng.choice([move for move, worth in rated if worth == rated[0][1]])

    def rate(self, view: View) -> list[tuple[Any, float]]:
        """All moves with what they are worth, best first."""
        moves = np.array(offered(view), np.int16)
        table = as_table(self.game.guess(view, Random(0)))
        worth = np.zeros(len(moves), np.float64)
        self.judgement.rate(self.game.box, table, moves, len(moves), table.copy(), worth)
        rated = zip(moves.tolist(), worth.tolist(), strict=True)
        return sorted(rated, key=lambda pair: -pair[1])


def bots_of(game: Game[Any, Any]) -> tuple[str, ...]:
    """The kinds of bots that can sit at a game's table; the first is the usual one."""
    return BOTS if isinstance(game, KernelGame) else TALE_BOTS


def adviser(game: Game[Any, Any]) -> GreedyBot | None:
    """The bot that rates moves when a player asks for a hint, where moves can be rated."""
    return GreedyBot(game) if isinstance(game, KernelGame) else None


def check_bot(name: str, game: Game[Any, Any]) -> None:
    """An OptionError if no bot of this kind plays the game."""
    if name not in bots_of(game):
        raise OptionError(message(__name__, "error.no_bot", name=name, bots=bots_of(game)))


def load_bot(name: str, game: Game[Any, Any]) -> Bot:
    """A bot for a game by its name."""
    check_bot(name, game)
    if isinstance(game, KernelGame):
        return RandomBot() if name == "random" else GreedyBot(game)
    from cruachan.bots.shent import ShentBot

    return ShentBot(cast("SHENT", game), name)
