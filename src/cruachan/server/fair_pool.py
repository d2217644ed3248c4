"""Threads for answers that take long, shared fairly by those who ask.

Python computes in one thread at a time, so the threads are few: they keep the event loop free, and
do not make anything faster.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from typing import Any, Generic, TypeVar

from cruachan.server.round_robin import RoundRobin
from cruachan.server.time_slices import TimeSlices

T = TypeVar("T")
thread_time: Callable[[], float] = getattr(time, "thread_time", time.monotonic)
"""The CPU time of this thread; in a browser, where there is none, the time that passes."""


class RequestCost:
    """The CPU time that a request has taken, in seconds."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.longest = 0.0
        """The longest time for which it held the event loop."""


class Measured(Generic[T]):
    """Awaits something and adds the CPU time of each of its steps on the event loop to a cost."""

    def __init__(self, doing: Awaitable[T], cost: RequestCost) -> None:
        self._steps = doing.__await__()
        self._cost = cost

    def __await__(self) -> Generator[Any, Any, T]:
        """What the coroutine returns or raises."""
        error: BaseException | None = None
        while True:
            begun = thread_time()
            try:
                awaited = next(self._steps) if error is None else self._steps.throw(error)
            except StopIteration as done:
                found: T = done.value
                return found
            finally:
                took = thread_time() - begun
                self._cost.seconds += took
                self._cost.longest = max(self._cost.longest, took)
            try:
                yield awaited
                error = None
            except BaseException as thrown:
                error = thrown


COST: ContextVar[RequestCost | None] = ContextVar("cost", default=None)
"""The cost of the request that is being answered."""


class FairPool:
    """A thread pool that takes work from its callers round robin, however much each submits.

    All methods are called on the event loop. Work whose caller has gone before its turn is dropped.
    """

    def __init__(self, threads: int, name: str, slices: TimeSlices, one_each: bool = False) -> None:
        """With `one_each` no more than one piece of a caller's work is done at a time."""
        self._slices = slices
        self._executor = ThreadPoolExecutor(threads, name)
        self._free = threads
        self._one_each = one_each
        self._waiting: RoundRobin[tuple[Callable[[], Any], asyncio.Future[Any]]] = RoundRobin()
        self._busy: set[str] = set()

    async def run(self, caller: str, work: Callable[[], T]) -> T:
        """What the work returns or raises; its CPU time is added to the cost of the request."""
        done: asyncio.Future[tuple[T, float]] = asyncio.get_running_loop().create_future()
        self._waiting.put(caller, (work, done))
        self._next()
        found, seconds = await done
        cost = COST.get()
        if cost is not None:
            cost.seconds += seconds
        return found

    def _next(self) -> None:
        """Begin what can begin."""
        while self._free and (turn := self._waiting.take(self._may)) is not None:
            work, done = turn.what
            if not done.done():
                self._begin(turn.group, work, done)

    def _may(self, caller: str) -> bool:
        return not self._one_each or caller not in self._busy

    def _begin(self, caller: str, work: Callable[[], Any], done: asyncio.Future[Any]) -> None:
        self._free -= 1
        self._busy.add(caller)
        doing = asyncio.get_running_loop().run_in_executor(self._executor, self._timed, work)

        def ended(doing: asyncio.Future[Any]) -> None:
            self._free += 1
            self._busy.discard(caller)
            if not done.done():
                error = doing.exception()
                if error is None:
                    done.set_result(doing.result())
                else:
                    done.set_exception(error)
            elif not doing.cancelled():
                doing.exception()
            self._next()

        doing.add_done_callback(ended)

    def _timed(self, work: Callable[[], T]) -> tuple[T, float]:
        begun = thread_time()
        found = self._slices.run(work)
        return found, thread_time() - begun
