"""The processes in which bots think, never in the one that serves tables.

One that fails or thinks for too long is replaced, and the caller gets a BotFailed.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib import import_module
from typing import Any

from cruachan.engine.processes import unheard
from cruachan.server.bots.turns import ThinkingTurns
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
ASIDE = "?"
"""The group of those who only want to know something."""
COMPILING = 300.0
"""Seconds after which rules that are compiled for the first time are given up."""


class BotFailed(Exception):
    """A bot did not answer, or with an error."""


class _Worker:
    """A process and the pipe to it. It starts when it is first asked: a server without bots needs
    none, and a table with bots asks for its game to be made ready before anybody moves."""

    def __init__(self) -> None:
        self._pipe: Any = None
        self._process: Any = None
        self._lock = threading.Lock()
        self._ended = False

    def _begin(self) -> Any:
        """The pipe to the process, which is started unless it runs."""
        with self._lock:
            if self._ended:
                raise BotFailed("the process of the bot was stopped")
            if self._process is None:
                context = import_module("multiprocessing").get_context("spawn")
                self._pipe, theirs = context.Pipe()
                self._process = context.Process(target=work, args=(theirs,), daemon=True)
                # The server handles Ctrl-C and ends its processes itself; they ignore it.
                with unheard():
                    self._process.start()
                theirs.close()
            return self._pipe

    def ask(self, task: BotTask | OutlookTask | LuckTask | AnalysisTask, patience: float) -> Any:
        """The answer to a task; blocks."""
        pipe = self._begin()
        try:
            pipe.send(task)
            if not pipe.poll(patience):
                raise BotFailed(f"no answer within {patience} s")
            done, answer = pipe.recv()
        except (EOFError, OSError) as error:
            raise BotFailed(f"the process of the bot ended: {error!r}") from None
        if not done:
            raise BotFailed(answer)
        return answer

    def end(self) -> None:
        """Stop the process at once, if it was ever started; it is not started any more."""
        with self._lock:
            self._ended = True
            if self._process is not None:
                self._pipe.close()
                self._process.kill()
                self._process.join()


class Workers:
    """A few processes, each asked one thing at a time.

    Of those who wait for a process the host is next whose bots have thought least lately, and
    neither one host nor all that have thought for long have all processes of several.
    """

    def __init__(self, count: int | None = None, patience: float | None = None) -> None:
        self.patience = patience or LIMITS.thinking
        self._all = [
            _Worker()
            for _ in range(count or int(LIMITS.processes) or max(1, (os.cpu_count() or 2) - 1))
        ]
        self._idle = list(self._all)
        self._turns: ThinkingTurns[asyncio.Future[_Worker]] = ThinkingTurns(len(self._all))
        # Threads that wait for a process must not be those which read the store.
        self._threads = ThreadPoolExecutor(len(self._all) + 2, "bots")
        self._asides = asyncio.Semaphore(max(1, len(self._all) - 1))
        self._asked = 0
        self._known: set[tuple[str, str, str | None]] = set()
        self._warming: Any = None
        self._closed = False

    def warm(self) -> None:
        """Let a process of its own compile all games while nobody asks for them yet."""
        context = import_module("multiprocessing").get_context("spawn")
        self._warming = context.Process(target=warm, daemon=True)
        with unheard():
            self._warming.start()

    async def prepare(self, game: str, board: str) -> None:
        """Make a game ready: compiled in a process of ours, and then loaded here."""
        with suppress(BotFailed):
            await self.ask(BotTask(game, board, None, None, ""), COMPILING)
        await self._in_thread(prepare, game, board, False)

    async def ask(
        self,
        task: BotTask | OutlookTask | LuckTask | AnalysisTask,
        patience: float | None = None,
        host: str = "",
    ) -> Any:
        """The answer to a task, once a process is free for it: bots that are to move go before
        whoever only wants to know something. Bots of one host wait for each other first."""
        patience = patience or self._patience(task)
        if isinstance(task, BotTask) and (task.bot is not None or task.decision is None):
            return await self._ask(task, patience, host)
        if self._asked >= MOST_ASKED:
            raise BotFailed("too many want to know something")
        self._asked += 1
        try:
            async with self._asides:
                return await self._ask(task, patience, ASIDE)
        finally:
            self._asked -= 1

    async def _ask(
        self, task: BotTask | OutlookTask | LuckTask | AnalysisTask, patience: float, host: str
    ) -> Any:
        worker = await self._turn(host)
        asking = asyncio.ensure_future(self._in_thread(worker.ask, task, patience))
        try:
            return await asyncio.shield(asking)
        except BotFailed:
            if not self._closed:
                worker = await self._in_thread(self._replace, worker)
            raise
        except asyncio.CancelledError:
            asking.add_done_callback(lambda done: done.cancelled() or done.exception())
            worker = self._replace(worker)
            raise
        finally:
            self._free(worker, host)

    async def _in_thread(self, do: Callable[..., Any], *values: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, do, *values)

    async def _turn(self, host: str) -> _Worker:
        """A process, once it is a host's turn."""
        turn: asyncio.Future[_Worker] = asyncio.get_running_loop().create_future()
        self._turns.put(host, turn)
        self._hand_out()
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._free(turn.result(), host)
            raise

    def _hand_out(self) -> None:
        """Assign free processes to the next tasks in the queue."""
        while self._idle and (next_one := self._turns.take()):
            if next_one.what.cancelled():
                continue
            self._turns.time.begin(next_one.group)
            next_one.what.set_result(self._idle.pop())

    def _free(self, worker: _Worker, host: str) -> None:
        self._idle.append(worker)
        self._turns.time.end(host)
        self._hand_out()

    @property
    def crowded(self) -> bool:
        """Whether bots wait for a process."""
        return len(self._turns) > 0

    @property
    def thinking(self) -> int:
        """How many processes have something to think about."""
        return len(self._all) - len(self._idle)

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
        self._closed = True
        if self._warming is not None:
            self._warming.kill()
            self._warming.join()
        for worker in self._all:
            worker.end()
        self._threads.shutdown(wait=False, cancel_futures=True)
