"""The processes in which bots think, never in the one that serves tables.

One that fails or thinks for too long is replaced, and whoever asked gets a BotFailed.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from contextlib import suppress
from typing import Any

from cruachan.engine.processes import unheard
from cruachan.server.bots.worker import (
    AnalysisTask,
    BotTask,
    LuckTask,
    OutlookTask,
    prepare,
    warm,
    work,
)
from cruachan.server.limits import LIMITS

MOST_ASKED = 100
"""How many may wait for what a strong player says."""
COMPILING = 300.0
"""Seconds after which rules that are compiled for the first time are given up."""


class BotFailed(Exception):
    """A bot did not answer, or with an error."""


class _Worker:
    """A process and the line to it."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.line, theirs = context.Pipe()
        self.process = context.Process(target=work, args=(theirs,), daemon=True)
        # The server handles Ctrl-C and ends its processes itself; they ignore it.
        with unheard():
            self.process.start()
        theirs.close()

    def ask(self, task: BotTask | OutlookTask | LuckTask | AnalysisTask, patience: float) -> Any:
        """The answer to a task; blocks."""
        try:
            self.line.send(task)
            if not self.line.poll(patience):
                raise BotFailed(f"no answer within {patience} s")
            done, answer = self.line.recv()
        except (EOFError, OSError) as error:
            raise BotFailed(f"the process of the bot ended: {error!r}") from None
        if not done:
            raise BotFailed(answer)
        return answer

    def end(self) -> None:
        """Stop the process at once."""
        self.line.close()
        self.process.kill()
        self.process.join()


class Workers:
    """A few processes, each asked one thing at a time."""

    def __init__(self, count: int | None = None, patience: float | None = None) -> None:
        self.patience = patience or LIMITS.thinking
        self._all = [
            _Worker()
            for _ in range(count or int(LIMITS.processes) or max(1, (os.cpu_count() or 2) - 1))
        ]
        self._idle: asyncio.LifoQueue[_Worker] = asyncio.LifoQueue()
        for worker in self._all:
            self._idle.put_nowait(worker)
        self._asides = asyncio.Semaphore(max(1, len(self._all) - 1))
        self._asked = 0
        self._known: set[tuple[str, str, str | None]] = set()
        self._warming: Any = None

    def warm(self) -> None:
        """Let a process of its own compile all games while nobody asks for them yet."""
        self._warming = multiprocessing.get_context("spawn").Process(target=warm, daemon=True)
        with unheard():
            self._warming.start()

    async def prepare(self, game: str, board: str) -> None:
        """Make a game ready: compiled in a process of ours, and then loaded here."""
        with suppress(BotFailed):
            await self.ask(BotTask(game, board, None, None, ""), COMPILING)
        await asyncio.to_thread(prepare, game, board, False)

    async def ask(
        self, task: BotTask | OutlookTask | LuckTask | AnalysisTask, patience: float | None = None
    ) -> Any:
        """The answer to a task, once a process is free for it: bots that are to move go before
        whoever only wants to know something."""
        patience = patience or self._patience(task)
        if isinstance(task, BotTask) and (task.bot is not None or task.decision is None):
            return await self._ask(task, patience)
        if self._asked >= MOST_ASKED:
            raise BotFailed("too many want to know something")
        self._asked += 1
        try:
            async with self._asides:
                return await self._ask(task, patience)
        finally:
            self._asked -= 1

    async def _ask(
        self, task: BotTask | OutlookTask | LuckTask | AnalysisTask, patience: float
    ) -> Any:
        worker = await self._idle.get()
        asking = asyncio.ensure_future(asyncio.to_thread(worker.ask, task, patience))
        try:
            return await asyncio.shield(asking)
        except BotFailed:
            worker = await asyncio.to_thread(self._replace, worker)
            raise
        except asyncio.CancelledError:
            asking.add_done_callback(lambda done: done.cancelled() or done.exception())
            worker = self._replace(worker)
            raise
        finally:
            self._idle.put_nowait(worker)

    @property
    def thinking(self) -> int:
        """How many processes have something to think about."""
        return len(self._all) - self._idle.qsize()

    def _patience(self, task: BotTask | OutlookTask | LuckTask | AnalysisTask) -> float:
        """How long is waited for an answer: the first time a kind of bot may still be compiled."""
        kind = (task.game, task.board, task.bot) if isinstance(task, BotTask) else None
        if kind is None or kind in self._known:
            return self.patience
        self._known.add(kind)
        return max(self.patience, COMPILING)

    def _replace(self, worker: _Worker) -> _Worker:
        worker.end()
        self._all.remove(worker)
        fresh = _Worker()
        self._all.append(fresh)
        return fresh

    def close(self) -> None:
        """Stop all of them."""
        if self._warming is not None:
            self._warming.kill()
            self._warming.join()
        for worker in self._all:
            worker.end()
