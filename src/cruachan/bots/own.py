"""Bots of one's own: classes in Python, and programs that speak JSON lines.

They are registered with `--bot NAME=SPEC` or in the environment variable CRUACHAN_BOTS, which child
processes inherit. Clients of a server can only name them: nothing that comes over the network is
ever read as a SPEC.
"""

from __future__ import annotations

import importlib
import logging
import os
import re
import shlex
import shutil
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from inspect import signature
from pathlib import Path
from random import Random
from threading import current_thread, main_thread
from traceback import format_exception
from types import ModuleType
from typing import Any

from cruachan.bots.levels import load_level
from cruachan.bots.program import Program
from cruachan.engine.arrays import np
from cruachan.engine.errors import BotError, OptionError
from cruachan.engine.game import Decision, Game
from cruachan.engine.narration import stripped
from cruachan.engine.texts import Message, message

KNOWN = "CRUACHAN_BOTS"
"""The bots of one's own, as NAME=SPEC;NAME=SPEC."""
BETWEEN = ";"
NAME = re.compile(r"[a-z][a-z0-9_-]{0,19}")
NO_BOTS = ("person", "me", "free")
"""What else may sit on a chair, and is therefore no name."""
EXEC = "exec:"
WEIGHTS = "weights:"
"""weights:FILE or weights:LEVEL@FILE: a bot of a level with the network of a file."""
USUAL_LEVEL = "strong"
SECONDS = "CRUACHAN_BOT_SECONDS"
"""How long a bot in Python may think about a move; without it, as long as it wants."""
LOG = logging.getLogger("cruachan")
_LOCAL: dict[str, Callable[[Game[Any, Any]], Any]] = {}


def _say(key: str, /, **values: Any) -> Message:
    return message(__package__, f"own.{key}", **values)


def own_bots() -> dict[str, str]:
    """Return the registered bots: SPEC by name."""
    entries = [each.strip() for each in os.environ.get(KNOWN, "").split(BETWEEN)]
    return dict(_read(entry) for entry in entries if entry)


def introduce(entry: str) -> str:
    """Register a bot (NAME=SPEC or SPEC) for this process and its children; return its name."""
    name, spec = _read(entry)
    bots = own_bots() | {name: _settled(spec)}
    os.environ[KNOWN] = BETWEEN.join(f"{each}={what}" for each, what in bots.items())
    return name


def local_bots() -> Sequence[str]:
    """The bots that were handed over as objects; they play in this process alone."""
    return tuple(_LOCAL)


@contextmanager
def local_objects(bots: Sequence[Any]) -> Iterator[tuple[str, ...]]:
    """The names of bots, of which some are classes or objects with `choose`.

    These are known in this process by their names until the context ends.
    """
    before = dict(_LOCAL)
    try:
        yield tuple(bot if isinstance(bot, str) else _introduce_object(bot) for bot in bots)
    finally:
        _LOCAL.clear()
        _LOCAL.update(before)


def _introduce_object(bot: Any) -> str:
    kind = bot if isinstance(bot, type) else type(bot)
    said = getattr(bot, "name", None)
    name = said if isinstance(said, str) else kind.__name__.lower()
    if not callable(getattr(kind, "choose", None)):
        raise OptionError(_say("no_choose", kind=kind.__name__))
    if not NAME.fullmatch(name) or name in NO_BOTS:
        raise OptionError(_say("name", name=name))
    _LOCAL[name] = partial(make_own, bot) if isinstance(bot, type) else lambda game: bot
    return name


def make_own(kind: Callable[..., Any], game: Game[Any, Any]) -> Any:
    """Make a user's bot; its constructor takes the game, or nothing."""
    try:
        takes_game = bool(signature(kind).parameters)
    except ValueError:  # a class written in C may have no signature
        takes_game = True
    return kind(game) if takes_game else kind()


def named(entries: str) -> tuple[str, ...]:
    """Return the names in a list like `greedy,mine=mine.py:Mine`; register each NAME=SPEC."""
    return tuple(
        introduce(entry) if ":" in entry else entry for entry in map(str.strip, entries.split(","))
    )


def _read(entry: str) -> tuple[str, str]:
    """Split an entry into name and SPEC; the default name is that of the class or program."""
    name, sign, spec = entry.partition("=")
    if not sign or ":" in name:
        spec, name = entry, _called(entry)
    if not NAME.fullmatch(name) or name in NO_BOTS:
        raise OptionError(_say("name", name=name))
    if BETWEEN in spec or not spec.partition(":")[2].strip():
        raise OptionError(_say("spec", spec=spec))
    return name, spec


def _called(spec: str) -> str:
    where, _, what = spec.partition(":")
    if f"{where}:" == EXEC:
        return Path(what.split()[0] if what.split() else "").stem.lower()
    if f"{where}:" == WEIGHTS:
        return Path(what.rpartition("@")[2]).stem.lower()
    return what.lower()


def _settled(spec: str) -> str:
    """Return the SPEC with an absolute path; an OptionError if its file does not exist."""
    where, _, what = spec.partition(":")
    if f"{where}:" == EXEC:
        program, *more = shlex.split(what)
        found = shutil.which(program)
        if found is None:
            raise OptionError(_say("no_program", program=program))
        return EXEC + shlex.join([str(Path(found).absolute()), *more])
    if f"{where}:" == WEIGHTS:
        level, _, file = what.rpartition("@")
        if not Path(file).is_file():
            raise OptionError(_say("no_file", path=file))
        return f"{WEIGHTS}{level or USUAL_LEVEL}@{Path(file).absolute()}"
    if where.endswith(".py"):
        if not Path(where).is_file():
            raise OptionError(_say("no_file", path=where))
        return f"{Path(where).absolute()}:{what}"
    return spec


def load_own(name: str, game: Game[Any, Any]) -> OwnBot:
    """Load a registered bot for a game; a BotError if that fails."""
    if name in _LOCAL:
        return OwnBot(name, game, _LOCAL[name](game))
    spec = own_bots()[name]
    where, _, what = spec.partition(":")
    if f"{where}:" == EXEC:
        return OwnBot(name, game, Program(name, shlex.split(what), game))
    if f"{where}:" == WEIGHTS:
        level, _, file = what.rpartition("@")
        return OwnBot(name, game, load_level(level or USUAL_LEVEL, game, file))
    try:
        kind = getattr(_module(where), what, None)
        if not callable(kind):
            raise BotError(_say("no_class", name=name, file=where, kind=what))
        bot = make_own(kind, game)
        if not callable(getattr(bot, "choose", None)):
            raise BotError(_say("no_choose", kind=what))
        return OwnBot(name, game, bot)
    except BotError:
        raise
    except Exception as error:
        raise BotError(_say("failed", name=name, kind=type(error).__name__, says=error)) from error


def _module(where: str) -> ModuleType:
    """Import a module by its name or from a file."""
    if not where.endswith(".py"):
        return importlib.import_module(where)
    called = f"cruachan_own_{sha256(where.encode()).hexdigest()[:16]}"
    if called not in sys.modules:
        spec = spec_from_file_location(called, where)
        assert spec is not None
        assert spec.loader is not None
        module = sys.modules[called] = module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[called]
            raise
    return sys.modules[called]


class OwnBot:
    """Wraps a bot of a user, and accepts only legal moves from it."""

    def __init__(self, name: str, game: Game[Any, Any], inner: Any) -> None:
        self.name = name
        self.game = game
        self.inner = inner
        self.seconds = None if isinstance(inner, Program) else _seconds()

    def choose(self, decision: Decision[Any, Any], rng: Random) -> Any:
        """Return the bot's move; a BotError says what is wrong with it."""
        try:
            with time_limit(self.seconds):
                move = self.inner.choose(decision, rng)
            if isinstance(move, np.integer):
                move = int(move)
            answer = stripped(self.game, move)
            legal = any(type(answer) is type(each) and answer == each for each in decision.moves)
        except BotError:
            raise
        except TimeUp:
            said = _say("slow", name=self.name, seconds=f"{self.seconds:g}", **self._at(decision))
            raise BotError(said) from None
        except Exception as error:
            LOG.error("".join(format_exception(error)))
            values = {"kind": type(error).__name__, "says": error, **self._at(decision)}
            raise BotError(_say("failed_at", name=self.name, **values)) from error
        if not legal:
            raise BotError(_say("illegal", name=self.name, move=repr(move)))
        return move

    def _at(self, decision: Decision[Any, Any]) -> dict[str, Any]:
        """The position at which the bot was asked, for messages."""
        position = self.game.write_position(decision.seen, decision.seat)
        return {"seat": decision.seat, "position": position}


class TimeUp(BaseException):
    """A bot has thought too long; no `except Exception` of its own stops it."""


@contextmanager
def time_limit(seconds: float | None) -> Iterator[None]:
    """Interrupt Python code after a time; a TimeUp, where the system and the thread allow it.

    Only the main thread can be interrupted: where bots play in threads there is no limit.
    """
    here = current_thread() is main_thread() and hasattr(signal, "setitimer")
    if seconds is None or not here:
        yield
        return

    def ring(*_: Any) -> None:
        raise TimeUp

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _seconds() -> float | None:
    """The time limit that the environment sets; an OptionError if it is no number."""
    said = os.environ.get(SECONDS, "")
    try:
        limit = float(said) if said else None
    except ValueError:
        limit = 0.0
    if limit is not None and not limit > 0:
        raise OptionError(_say("seconds", variable=SECONDS, said=said))
    return limit
