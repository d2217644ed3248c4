"""A process in which bots think. It is told a position and says a move, and nothing else."""

from __future__ import annotations

import os
import signal
from functools import cache, lru_cache
from pathlib import Path
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from cruachan.arena.analysis import Analyst, Judged
from cruachan.bots import Bot, RandomBot, load_bot, repeatable_bots, usual_bot
from cruachan.bots.advice import Advice, advise, outlook
from cruachan.bots.levels import LevelBot
from cruachan.bots.luck import SeatLuck, luck
from cruachan.bots.ready import make_ready
from cruachan.engine.game import Decision, Game
from cruachan.engine.record import is_prepared
from cruachan.engine.slices import Slices, run_slices
from cruachan.engine.transcript import parse, replay
from cruachan.games import GAMES, game_class, load_for_transcript, load_game

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

MOMENT = 0.5
"""Seconds for which a game that is over is thought about, before others get their turn."""
UNHURRIED = 15
"""How far a process that nobody waits for steps back behind others."""


class BotTask(NamedTuple):
    """What a bot is to think about."""

    game: str
    board: str
    bot: str | None
    """Its kind; None for advice."""
    decision: Decision[Any, Any] | None
    """None to make the game ready."""
    seed: str


class OutlookTask(NamedTuple):
    """A position of which somebody wants to know who will win."""

    game: str
    board: str
    seen: Any
    """The state as far as the seat may know it."""
    seed: str


class AnalysisTask(NamedTuple):
    """A finished game of which somebody wants to know what a strong player says."""

    transcript: str
    start: int
    """The first ply that was not thought about."""
    playouts: int


class LuckTask(NamedTuple):
    """A finished game of which somebody wants to know what the dice owed the players."""

    transcript: str


@cache
def _game(name: str, board: str) -> Game[Any, Any]:
    return load_game(name, board)


@cache
def _bot(name: str, board: str, kind: str) -> Bot:
    return load_bot(kind, _game(name, board))


def choosing(task: BotTask) -> Slices[Any]:
    """The move a bot makes, thought about in slices by one that searches."""
    assert task.bot is not None
    assert task.decision is not None
    bot, rng = _bot(task.game, task.board, task.bot), Random(task.seed)
    if isinstance(bot, LevelBot):
        return (yield from bot.choosing(task.decision, rng))
    return bot.choose(task.decision, rng)


def advice_on(task: BotTask) -> Advice | None:
    """What a strong player thinks; else what a bot would do."""
    assert task.decision is not None
    return advise(_game(task.game, task.board), task.decision, Random(task.seed))


def prepare(name: str, board: str, bots: bool) -> None:
    """Load or compile everything that a game needs, by playing a little; for its bots too."""
    game = _game(name, board)
    make_ready(game, load_bot(usual_bot(game), game) if bots else RandomBot())


def warm() -> None:
    """Compile all games of the house and their bots before anybody waits for them, unhurriedly."""
    os.nice(UNHURRIED)
    names = [name for name in GAMES.playable() if not is_prepared(GAMES[name].package)]
    cold = [_game(name, game_class(name).usual_board(2)) for name in names]
    for game in cold:
        make_ready(game, load_bot(usual_bot(game), game))
    for game in cold:
        for kind in repeatable_bots(game):
            make_ready(game, load_bot(kind, game))


def judge(dice: LuckTask) -> list[SeatLuck]:
    """Everybody's luck."""
    played = parse(dice.transcript, Path("table"), strict=False)
    return luck(replay(played, load_for_transcript))


@lru_cache(maxsize=2)
def _analyst(transcript: str, playouts: int) -> Analyst:
    played = parse(transcript, Path("table"), strict=False)
    return Analyst(replay(played, load_for_transcript), playouts)


def study(task: AnalysisTask) -> Slices[tuple[list[Judged], int]]:
    """Think about a game for a moment, a ply a slice: what was found, and where to go on."""
    until = monotonic() + MOMENT
    judged: list[Judged] = []
    for ply, found in _analyst(task.transcript, task.playouts).plies(task.start):
        judged += [found] if found is not None else []
        if monotonic() > until:
            return judged, ply + 1
        yield
    return judged, len(_analyst(task.transcript, task.playouts).match.history)


def answer(task: BotTask | OutlookTask | LuckTask | AnalysisTask) -> Any:
    """What a task asks for."""
    return run_slices(answering(task))


def answering(task: BotTask | OutlookTask | LuckTask | AnalysisTask) -> Slices[Any]:
    """The same in slices, as far as it takes long."""
    if isinstance(task, AnalysisTask):
        return (yield from study(task))
    if isinstance(task, LuckTask):
        return judge(task)
    if isinstance(task, OutlookTask):
        return outlook(_game(task.game, task.board), task.seen, Random(task.seed))
    if task.decision is None:
        return prepare(task.game, task.board, True)
    return advice_on(task) if task.bot is None else (yield from choosing(task))


def work(pipe: Connection) -> None:
    """Answer tasks until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            task: BotTask | OutlookTask | LuckTask | AnalysisTask | None = pipe.recv()
        except (EOFError, OSError):
            return
        if task is None:
            return
        try:
            said: tuple[bool, Any] = (True, answer(task))
        except Exception as error:
            said = (False, f"{type(error).__name__}: {error}")
        try:
            pipe.send(said)
        except OSError:
            return
