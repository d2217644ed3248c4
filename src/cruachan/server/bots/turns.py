"""Whose bots think next: the host's whose bots have thought least lately.

Turns alone are not fair: a host whose bots take seconds for a move would have nearly all the time
of the processes, and several such hosts all of it. So time is shared, not turns, and hosts that
have used more than their budget leave one process to the others.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from typing import Generic, TypeVar

from cruachan.server.limits import LIMITS
from cruachan.server.round_robin import RoundRobin, WaitingTurn

T = TypeVar("T")
HALF_LIFE = 30.0
"""Seconds after which thinking counts half."""
NOTHING = 0.001
"""Seconds of thinking lately that are forgotten."""


class ThinkingTime:
    """The recent thinking time of each host's bots."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._spent: dict[str, float] = {}
        self._at = clock()
        self._running: Counter[str] = Counter()

    def of(self, host: str) -> float:
        """The seconds of a host, those from half a minute ago counted half."""
        self._pass()
        return self._spent.get(host, 0.0)

    def begin(self, host: str) -> None:
        """A bot of a host begins to think."""
        self._pass()
        self._running[host] += 1

    def end(self, host: str) -> None:
        """It has moved."""
        self._pass()
        self._running[host] -= 1
        if not self._running[host]:
            del self._running[host]

    def running(self, host: str) -> int:
        """How many bots of a host are thinking."""
        return self._running[host]

    @property
    def hosts(self) -> list[str]:
        """The hosts whose bots are thinking."""
        return list(self._running)

    def _pass(self) -> None:
        """Let the time pass since it was looked at last."""
        at = self._clock()
        since, self._at = max(at - self._at, 0.0), at
        kept = 0.5 ** (since / HALF_LIFE)
        faded = {host: spent * kept for host, spent in self._spent.items()}
        self._spent = {host: spent for host, spent in faded.items() if spent > NOTHING}
        for host, bots in self._running.items():
            self._spent[host] = self._spent.get(host, 0.0) + bots * since


class ThinkingTurns(Generic[T]):
    """The queue for worker processes, and the order in which it is served."""

    def __init__(self, processes: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = max(1, processes - 1)
        self._waiting: RoundRobin[T] = RoundRobin()
        self.time = ThinkingTime(clock)

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, host: str, what: T) -> None:
        """Let something wait behind all others of its host."""
        self._waiting.put(host, what)

    def take(self) -> WaitingTurn[T] | None:
        """Whatever gets the process that is free, of the host whose bots have thought least; None
        if nobody may have it."""
        return self._waiting.take(self._may, self.time.of)

    def _may(self, host: str) -> bool:
        """Whether a host may have one more process: neither one alone, nor those that have used up
        their budget together, have all of several."""
        running = self.time.running
        if running(host) >= self._most:
            return False
        if not self._heavy(host):
            return True
        return sum(running(each) for each in self.time.hosts if self._heavy(each)) < self._most

    def _heavy(self, host: str) -> bool:
        return self.time.of(host) > LIMITS.bot_seconds
