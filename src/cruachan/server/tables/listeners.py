"""Whoever listens to a table, and who of the people is there."""

from __future__ import annotations

import asyncio
import time
from collections import Counter

from cruachan.server.tables.redaction import Eyes

LOST = 30.0
"""Seconds after a lost line until its person counts as gone."""
GOODBYE = 10.0
"""The same after a line that was closed."""
WRITING = 10.0
"""Seconds for which somebody is writing who said so."""


class Listener:
    """A line to somebody. Nothing queues for a slow one: she gets all she missed at once."""

    def __init__(self, eyes: Eyes, seats: frozenset[int], since: int, shows: bool = False) -> None:
        self.eyes = eyes
        self.seats = seats
        """The seats that are there while this line is."""
        self.since = since
        """The last row that was sent."""
        self.shows = shows
        """Whether it says what it has shown."""
        self.closed = False
        self._message: tuple[int, bytes] | None = None
        self._behind = True
        self._news = asyncio.Event()
        self._news.set()

    def give(self, seq: int, message: bytes) -> None:
        """Something new, for a listener who has had everything before it."""
        if self._behind or self._message is not None:
            self._message, self._behind = None, True
        else:
            self._message = seq, message
        self._news.set()

    def nudge(self) -> None:
        """Something changed beside the rows: who is there."""
        self._message, self._behind = None, True
        self._news.set()

    def close(self) -> None:
        """There will be nothing new any more; its owner shall come back."""
        self.closed = True
        self._news.set()

    async def news(self, patience: float) -> bool:
        """Wait for something new; False if nothing came."""
        try:
            await asyncio.wait_for(self._news.wait(), patience)
        except TimeoutError:
            return False
        self._news.clear()
        return True

    def take(self) -> bytes | None:
        """The message to be sent; None if it must be made anew from all that was missed."""
        message, self._message = self._message, None
        if message is None or self._behind:
            return None
        self.since = message[0]
        return message[1]

    def caught_up(self, seq: int) -> None:
        """Everything up to a row is being sent."""
        self.since, self._behind, self._message = seq, False, None


class Writers:
    """Which seats' people are writing: what a window says of it holds for a while."""

    def __init__(self) -> None:
        self._until: dict[int, float] = {}
        self.told: frozenset[int] = frozenset()
        """Of whom the others have been told."""

    def say(self, seat: int, on: bool) -> None:
        """Somebody writes, or no longer does."""
        self._until[seat] = time.monotonic() + WRITING if on else 0.0

    def now(self) -> frozenset[int]:
        """The seats whose people are writing."""
        moment = time.monotonic()
        return frozenset(seat for seat, until in self._until.items() if until > moment)


class Presence:
    """Which seats' people are there: those with a line, and for a while those who had one."""

    def __init__(self) -> None:
        self._lines: Counter[int] = Counter()
        self._until: dict[int, float] = {}
        self._absent_from = 0.0

    def wait(self) -> None:
        """The table comes from the store: who was at it may have had a line at another server."""
        self._absent_from = time.monotonic() + LOST

    def come(self, seats: frozenset[int]) -> None:
        """A line was opened."""
        self._lines.update(seats)

    def go(self, seats: frozenset[int], goodbye: bool) -> None:
        """A line was closed, or lost."""
        self._lines.subtract(seats)
        until = time.monotonic() + (GOODBYE if goodbye else LOST)
        self._until.update(dict.fromkeys(seats, until))

    def there(self, count: int) -> frozenset[int]:
        """The seats whose people are there."""
        moment = time.monotonic()
        return frozenset(
            seat
            for seat in range(count)
            if self._lines[seat] > 0 or self._until.get(seat, 0.0) > moment
        )

    def absent(self, count: int) -> frozenset[int]:
        """The seats whose people are not, and could be."""
        if time.monotonic() < self._absent_from:
            return frozenset()
        return frozenset(range(count)) - self.there(count)
