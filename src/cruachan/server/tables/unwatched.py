"""Schedules tables at which bots play and that nobody watches: round robin, in time slices.

Only so many are played at the same time, so they need not all be in memory, and those of one host
do not keep others' waiting.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable

from cruachan.engine.errors import CruachanError
from cruachan.server.limits import LIMITS
from cruachan.server.round_robin import RoundRobin

log = logging.getLogger(__name__)


class UnwatchedTables:
    """The queue of unwatched tables, and those that are being played."""

    def __init__(self) -> None:
        self._play: Callable[[str], Awaitable[None]] | None = None
        self._waiting: RoundRobin[str] = RoundRobin()
        self._hosts: dict[str, str] = {}
        """The hosts of all tables that wait or have their turn."""
        self._turns: dict[str, asyncio.Future[None]] = {}
        self.unseen: Counter[str] = Counter()
        """Plies of each table that nobody has seen."""

    def __contains__(self, table: str) -> bool:
        return table in self._hosts

    @property
    def crowded(self) -> bool:
        """Whether others wait for their turn."""
        return len(self._waiting) > 0

    def waits(self, table: str) -> bool:
        """Whether a table waits for its turn."""
        return table in self._hosts and table not in self._turns

    def count(self, host: str) -> int:
        """How many tables a host has here."""
        return sum(1 for each in self._hosts.values() if each == host)

    def start(self, play: Callable[[str], Awaitable[None]]) -> None:
        """Give tables their turns from now on: `play` loads one and plays it for a while. Where
        nobody starts it, nothing moves by itself."""
        if self._play is not None:
            raise RuntimeError("something plays the tables that nobody watches already")
        self._play = play

    def add(self, table: str, host: str = "") -> None:
        """Queue a table for a turn, unless it is queued already."""
        if self._play is None or table in self._hosts:
            return
        self._hosts[table] = host
        self._waiting.put(host, table)
        self._begin()

    def _begin(self) -> None:
        while len(self._turns) < LIMITS.playing and (following := self._waiting.take()):
            table = following.what
            self._turns[table] = asyncio.ensure_future(self._turn(table))

    async def _turn(self, table: str) -> None:
        assert self._play is not None
        try:
            await self._play(table)
        except CruachanError as error:
            log.warning("table %s: %s", table, error)
        finally:
            del self._turns[table], self._hosts[table]
            self._begin()

    def stop(self) -> None:
        """Cancel all turns, and start no more."""
        self._play = None
        self._waiting = RoundRobin()
        for turn in list(self._turns.values()):
            turn.cancel()
