"""Bots that other distributions add by entry points of the group `cruachan.bots`.

The name of an entry point is the bot's. Its value is a class or function that takes a game and
gives an object with `choose(decision, rng)`. Its attribute `games`, a collection of names, says
which games it plays; without it, all.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from cruachan.bots.own import NAME, NO_BOTS, OwnBot, make_own
from cruachan.engine.errors import BotError
from cruachan.engine.game import Game
from cruachan.engine.plugins import Plugins, load_plugins
from cruachan.engine.texts import Message, message

GROUP = "cruachan.bots"
ENGINE = Game.__module__.rpartition(".")[0]


@cache
def _plugins() -> Plugins:
    return load_plugins(GROUP, NO_BOTS.__contains__, _fault)


def reload() -> None:
    """Look for bots anew, as after an installation."""
    _plugins.cache_clear()


def _fault(name: str, value: Any) -> Message | None:
    if not NAME.fullmatch(name):
        return message(ENGINE, "plugin.no_name")
    return None if callable(value) else message(ENGINE, "plugin.no_bot")


def plugin_bots(game: Game[Any, Any]) -> dict[str, Any]:
    """The bots of other distributions that play a game, by their names."""
    return {
        name: kind
        for name, kind in _plugins().found.items()
        if game.name in getattr(kind, "games", (game.name,))
    }


def plugin_fault(name: str) -> Message | None:
    """Why a bot of this name was left out; None where there is none."""
    return _plugins().faults.get(name)


def load_plugin(name: str, kind: Any, game: Game[Any, Any]) -> OwnBot:
    """A bot of another distribution for a game; a BotError if it cannot be had."""
    try:
        return OwnBot(name, game, make_own(kind, game))
    except BotError:
        raise
    except Exception as error:
        said = message(__package__, "own.failed", name=name, kind=type(error).__name__, says=error)
        raise BotError(said) from error
