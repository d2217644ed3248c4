"""Time slices for threads that compute long, so that moves of people go first.

Python computes in one thread at a time. Several that compute at once do nothing sooner, but each of
them takes its turn before the event loop and before the writer of the store: a move, which needs
both several times, waited for all of them each time. So one of them computes at a time, for a
slice; then comes the thread that has waited longest, and before that every command under way.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from cruachan.engine.checkpoints import paused_by
from cruachan.engine.processes import has_threads

T = TypeVar("T")
SLICE = 0.002
"""Seconds after which a thread lets the others compute, at its next checkpoint."""
PATIENCE = 0.01
"""Seconds for which it waits at most until no command is being carried out."""


class TimeSlices:
    """The turns of all threads of a server that compute long."""

    def __init__(self, slice_: float = SLICE, patience: float = PATIENCE) -> None:
        self._slice, self._patience = slice_, patience
        self._lock = threading.Lock()
        self._taken = False
        self._waiting: deque[threading.Lock] = deque()
        self._urgent = 0
        self._calm = threading.Event()
        self._calm.set()
        self.quiet_since = time.monotonic()
        """When the last command was carried out."""

    def run(self, work: Callable[[], T]) -> T:
        """What the work returns or raises; it pauses at its checkpoints. Before the first of them
        it waits for nobody, so that it may read from the store. Without threads nobody waits."""
        if not has_threads():
            return work()
        turn = _Turn(self)
        with paused_by(turn.pause):
            try:
                return work()
            finally:
                turn.end()

    @contextmanager
    def urgent(self, counts: bool = True) -> Iterator[None]:
        """Let a command that is being carried out go before all who compute long; on the event
        loop. One that computes long itself does not count."""
        self._urgent += counts
        if counts:
            self._calm.clear()
        try:
            yield
        finally:
            self._urgent -= counts
            self.quiet_since = time.monotonic()
            if not self._urgent:
                self._calm.set()

    def _take(self) -> None:
        """Wait for a turn, in the order in which threads come."""
        with self._lock:
            if not self._taken:
                self._taken = True
                return
            mine = threading.Lock()
            mine.acquire()
            self._waiting.append(mine)
        mine.acquire()

    def _give(self) -> None:
        """End a turn."""
        with self._lock:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._taken = False


class _Turn:
    """The turns of one thread."""

    def __init__(self, slices: TimeSlices) -> None:
        self._slices = slices
        self._until: float | None = None
        """When its turn ends; None while it has none."""

    def pause(self) -> None:
        """Go on if it is this thread's turn, else wait for it."""
        if self._until is not None and time.monotonic() < self._until:
            return
        self.end()
        self._slices._calm.wait(self._slices._patience)
        self._slices._take()
        self._until = time.monotonic() + self._slices._slice

    def end(self) -> None:
        """Let others compute."""
        if self._until is not None:
            self._until = None
            self._slices._give()
