"""Answers that take seconds: stories of long games and their verification.

Addresses take turns, with one answer at a time for each. An answer is kept until others take its
room: the same table at the same event gives the same answer.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from cruachan.server.fair_pool import FairPool
from cruachan.server.time_slices import TimeSlices

T = TypeVar("T")
THREADS = 2
KEPT = 50
"""How many answers are kept; a story has some hundred kB."""


class SlowAnswers:
    """Slow answers, by what is asked."""

    def __init__(
        self, slices: TimeSlices, name: str = "slow", threads: int = THREADS, keep: int = KEPT
    ) -> None:
        self._pool = FairPool(threads, name, slices, one_each=True)
        self._most = keep
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()
        self._making: dict[Hashable, asyncio.Future[Any]] = {}
        self._asked_by: Counter[str] = Counter()

    def crowded(self, address: str, key: Hashable, each: int, most: int) -> bool:
        """Whether an answer would have to wait behind `most` others, or behind `each` that the
        same address asked for; not where it is kept or being made."""
        if key in self._kept or key in self._making:
            return False
        return len(self._making) >= most or self._asked_by[address] >= each

    async def get(self, address: str, key: Hashable, make: Callable[[], T]) -> T:
        """The answer with a key, made once if it is not kept."""
        if key in self._kept:
            self._kept.move_to_end(key)
            kept: T = self._kept[key]
            return kept
        making = self._making.get(key)
        if making is None or making.done():
            making = asyncio.ensure_future(self._pool.run(address, make))
            self._making[key] = making
            self._asked_by[address] += 1
            making.add_done_callback(lambda done: self._made(address, key, done))
        found: T = await asyncio.shield(making)
        return found

    def _made(self, address: str, key: Hashable, done: asyncio.Future[Any]) -> None:
        self._making.pop(key, None)
        self._asked_by[address] -= 1
        if not self._asked_by[address]:
            del self._asked_by[address]
        if done.cancelled() or done.exception() is not None:
            return
        self._kept[key] = done.result()
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
