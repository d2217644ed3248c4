"""Work that other threads, processes or machines do, taken as it is finished."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from queue import SimpleQueue
from typing import Any, Generic, TypeVar

from cruachan.engine.processes import unheard

T = TypeVar("T")


class PendingWork(Generic[T]):
    """Futures that somebody waits for.

    Futures and pools have locks of Python's, which an interrupt at a bad moment leaves locked; then
    their threads never end. So interrupts are only heard while nothing is finished yet.
    """

    def __init__(self) -> None:
        self._futures: set[Future[T]] = set()
        self._done: SimpleQueue[Future[T]] = SimpleQueue()

    def __len__(self) -> int:
        return len(self._futures)

    def submit(self, pool: Executor, function: Callable[..., T], *arguments: Any) -> None:
        """Let somebody do this too."""
        with unheard():
            future = pool.submit(function, *arguments)
            self._futures.add(future)
            future.add_done_callback(self._done.put)

    def take(self) -> T:
        """The result of the next one that is finished, which is not waited for any more."""
        future = self._done.get()
        with unheard():
            self._futures.discard(future)
            return future.result()

    def cancel(self) -> None:
        """Nobody wants what has not begun."""
        with unheard():
            for future in list(self._futures):
                future.cancel()
