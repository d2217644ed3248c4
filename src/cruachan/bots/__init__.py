"""Players made of code. A bot is given what its seat may know, its moves, and nothing else.

The bots of a game come with its description (`GameBots`). Either it makes bots of its own, or,
where its rules run in machine code, it judges positions (`value`, `settle`): from that the greedy
bot is made, and from what a network has learned the bots of its levels. A game without bots has the
random bot. Other distributions add bots by entry points (`plugins.py`); who starts a program
brings bots of their own (`own.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from pathlib import Path
from random import Random
from typing import Any, Protocol

from cruachan.bots import machine
from cruachan.bots.judgement import Judgement, judgement
from cruachan.bots.levels import Adviser, LevelBot, load_level
from cruachan.bots.network import is_learned
from cruachan.bots.own import load_own, local_bots, own_bots
from cruachan.bots.plugins import load_plugin, plugin_bots, plugin_fault
from cruachan.engine.arrays import np
from cruachan.engine.capabilities import SearchLevel
from cruachan.engine.errors import OptionError
from cruachan.engine.game import Decision, Game
from cruachan.engine.kernel import KernelGame, as_table, record_game
from cruachan.engine.record import state_without
from cruachan.engine.texts import message
from cruachan.games import GAMES

BOTS = ("random", "greedy")
"""The bots of every game whose rules are a kernel."""
USUAL_BOTS = ("steady", "greedy")
"""The default bot is the first of these that the game has."""


class Bot(Protocol):
    """Decides for a seat."""

    name: str

    def choose(self, decision: Decision[Any, Any], rng: Random) -> Any:
        """The move the bot makes."""


class RandomBot:
    """Plays any legal move."""

    name = "random"

    def choose(self, decision: Decision[Any, Any], rng: Random) -> Any:
        """Each move with the same chance."""
        return rng.choice(decision.moves)


class GreedyBot:
    """Plays the move after which the position looks best, one move ahead."""

    name = "greedy"

    def __init__(self, game: KernelGame[Any, Any, Any]) -> None:
        self.game = game

    @cached_property
    def judgement(self) -> Judgement:
        """The compiled rules that rate moves."""
        return judgement(self.game.name, self.game.kernel)

    def __getstate__(self) -> dict[str, Any]:
        return state_without(self, "judgement")

    def choose(self, decision: Decision[Any, Any], rng: Random) -> Any:
        """A best move; among equals the lot decides."""
        rated = self.rate(decision)
        return rng.choice([move for move, worth in rated if worth == rated[0][1]])

    def rate(self, decision: Decision[Any, Any]) -> list[tuple[Any, float]]:
        """All moves with what they are worth, best first."""
        if machine.is_provided():
            known = machine.greedy(self.game, decision.seen)
            return sorted(((m, known[m]) for m in decision.moves), key=lambda pair: -pair[1])
        moves = np.array(decision.moves, np.int16)
        table = as_table(decision.seen)
        worth = np.zeros(len(moves), np.float64)
        self.judgement.rate(self.game.board_tables, table, moves, len(moves), table.copy(), worth)
        rated = zip(moves.tolist(), worth.tolist(), strict=True)
        return sorted(rated, key=lambda pair: -pair[1])


def _makers(game: Game[Any, Any]) -> dict[str, Callable[[], Bot]]:
    """How each kind of bot for a game is made: its own, then plugins, then those of one's own."""
    makers = _game_makers(game)
    for name, kind in plugin_bots(game).items():
        if name not in makers:
            makers[name] = partial(load_plugin, name, kind, game)
    for name in (*own_bots(), *local_bots()):
        if name in makers:
            raise OptionError(message(__name__, "own.taken", name=name, game=game.title))
        makers[name] = partial(load_own, name, game)
    return makers


def _game_makers(game: Game[Any, Any]) -> dict[str, Callable[[], Bot]]:
    """The bots that come with a game; the random bot plays every game."""
    known = GAMES[game.name].bots if game.name in GAMES else None
    if known is not None and known.makers is not None:
        return dict(known.makers(game))
    quick = record_game(game)
    if known is None or quick is None:
        return {"random": RandomBot}
    made: dict[str, Callable[[], Bot]] = {
        name: partial(LevelBot, quick, name, level) for name, level in levels_of(game).items()
    }
    return made | {"greedy": lambda: GreedyBot(quick), "random": RandomBot}


def levels_of(game: Game[Any, Any]) -> dict[str, SearchLevel]:
    """What the bots of each level do for a move in a game; none where nothing is learned."""
    quick = record_game(game)
    known = GAMES[game.name].bots if game.name in GAMES else None
    if quick is None or known is None or not is_learned(quick):
        return {}
    return dict(known.levels)


def thinks_by_clock(name: str, game: Game[Any, Any]) -> bool:
    """Whether a bot of a level thinks for so many seconds: its moves cannot be had again."""
    return name in (levels := levels_of(game)) and levels[name].seconds > 0


def repeatable_bots(game: Game[Any, Any]) -> tuple[str, ...]:
    """The kinds of bots that do not think by the clock."""
    return tuple(name for name in bots_of(game) if not thinks_by_clock(name, game))


def bots_of(game: Game[Any, Any]) -> tuple[str, ...]:
    """The kinds of bots that can sit at a game's table."""
    return tuple(_makers(game))


def usual_bot(game: Game[Any, Any]) -> str:
    """The kind of bot that plays when nobody says which."""
    kinds = bots_of(game)
    return next((kind for kind in USUAL_BOTS if kind in kinds), kinds[0])


def table_options(game: Game[Any, Any]) -> dict[str, str]:
    """The options of a table at which only bots sit, where nobody says otherwise."""
    known = GAMES[game.name].bots if game.name in GAMES else None
    own = vars(type(game)).get("bots_options", {})
    return dict(own if known is None or not known.options else known.options)


def gives_hints(game: Game[Any, Any]) -> bool:
    """Whether a game comes with a bot that can advise: more than the random one."""
    return bots_of(game)[0] != RandomBot.name


def adviser(game: Game[Any, Any]) -> Adviser | None:
    """Return the bot that gives hints; None where the game has no trained network."""
    quick = record_game(game)
    return Adviser(quick) if quick is not None and is_learned(quick) else None


def check_bot(name: str, game: Game[Any, Any]) -> None:
    """An OptionError if no bot of this kind plays the game."""
    if name not in bots_of(game):
        if (fault := plugin_fault(name)) is not None:
            raise OptionError(fault)
        raise OptionError(message(__name__, "error.no_bot", name=name, bots=bots_of(game)))


def load_bot(name: str, game: Game[Any, Any], weights: Path | str | None = None) -> Bot:
    """A bot for a game by its name; one of a level can judge by a file that `train` wrote."""
    check_bot(name, game)
    if weights is not None:
        return load_level(name, game, weights)
    return _makers(game)[name]()
