"""Bots that think where the server runs: a browser has no processes.

The searching bots of games with a kernel think in WebAssembly (`cruachan.bots.machine`), on the
thread that answers requests too. They do so in slices of some hundredths of a second, and requests
are answered between two slices: `master` searches for two seconds. The analysis of a game is sliced
by plies.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from cruachan.engine.errors import CruachanError
from cruachan.engine.slices import Slices
from cruachan.engine.transcript import parse
from cruachan.server.bots.worker import (
    AnalysisTask,
    BotTask,
    LuckTask,
    OutlookTask,
    answering,
    prepare,
)
from cruachan.server.bots.workers import BotFailed, Workers
from cruachan.server.limits import LIMITS

log = logging.getLogger(__name__)
Load = Callable[[str], Awaitable[None]]
"""Fetches what a game needs to be thought about."""
BETWEEN = 8
"""Steps of the event loop between two slices: a request takes several to be answered."""


async def nothing_to_load(game: str) -> None:
    """Everything is there."""


class LocalWorkers(Workers):
    """One bot thinks at a time, in slices between which the event loop runs."""

    def __init__(self, load: Load = nothing_to_load) -> None:
        self.patience = LIMITS.thinking
        self._load = load
        self._one_at_a_time = asyncio.Lock()
        self._waiting = 0

    def warm(self) -> None:
        """Do nothing: nothing is compiled."""

    async def prepare(self, game: str, board: str) -> None:
        """Load a game."""
        await self._load(game)
        prepare(game, board, False)

    async def ask(
        self,
        task: BotTask | OutlookTask | LuckTask | AnalysisTask,
        patience: float | None = None,
        host: str = "",
    ) -> Any:
        """The answer to a task, once those before it are answered; a BotFailed says why none."""
        self._waiting += 1
        try:
            async with self._one_at_a_time:
                await self._load(game_of(task))
                return await _in_slices(answering(task))
        except CruachanError as error:
            raise BotFailed(str(error)) from error
        except Exception as error:
            log.exception("a bot failed")
            raise BotFailed(f"{type(error).__name__}: {error}") from error
        finally:
            self._waiting -= 1

    @property
    def crowded(self) -> bool:
        """Whether bots wait for each other."""
        return self._waiting > 1

    @property
    def thinking(self) -> int:
        """How many bots think."""
        return int(self._one_at_a_time.locked())

    def close(self) -> None:
        """Do nothing: nothing is left over."""


async def _in_slices(work: Slices[Any]) -> Any:
    """Do the work; before each slice requests that have arrived are answered."""
    while True:
        for _ in range(BETWEEN):
            await asyncio.sleep(0)
        try:
            next(work)
        except StopIteration as done:
            return done.value


def game_of(task: BotTask | OutlookTask | LuckTask | AnalysisTask) -> str:
    """The game that a task is about."""
    if isinstance(task, BotTask | OutlookTask):
        return task.game
    return parse(task.transcript, Path("table"), strict=False).game
