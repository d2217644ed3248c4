"""Listeners of a table, and which of its people are present."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterable

from cruachan.server.tables.identity import Identity
from cruachan.server.tables.redaction import WINDOW, Audience

LOST = 8.0
"""Seconds after a lost connection until its person counts as absent."""
GOODBYE = 4.0
"""Seconds after a closed connection until its person counts as absent."""
WRITING = 10.0
"""Seconds for which a person counts as writing after her window said so."""


class TableListener:
    """A connection that is sent a table's messages.

    Nothing queues for a slow one: it gets all that it missed in one message.
    """

    def __init__(
        self,
        audience: Audience,
        seats: frozenset[int],
        since: int,
        shows: bool = False,
        limit: int = WINDOW,
        asker: Identity | None = None,
    ) -> None:
        self.asker = asker
        """Whose connection it is, if she has a key."""
        self.audience = audience
        self.seats = seats
        """The seats that are present while this connection is open."""
        self.since = since
        """The number of the last event that was sent."""
        self.shows = shows
        """Whether its window reports what it has shown."""
        self.limit = limit
        """How many events a message has at most."""
        self.visible = False
        """Whether its window is in sight, as it says."""
        self.closed = False
        self._changed = asyncio.Event()
        self._changed.set()

    def nudge(self) -> None:
        """Have everything sent that is new, and what changed without an event."""
        self._changed.set()

    def close(self) -> None:
        """End the connection; the client is to connect again."""
        self.closed = True
        self._changed.set()

    async def changed(self, patience: float) -> bool:
        """Wait for something to send; False if nothing came within the patience."""
        try:
            await asyncio.wait_for(self._changed.wait(), patience)
        except TimeoutError:
            return False
        self._changed.clear()
        return True


class Writers:
    """Which seats' people are writing; what a window reports holds for a while."""

    def __init__(self) -> None:
        self._until: dict[int, float] = {}
        self.announced: frozenset[int] = frozenset()
        """Of whom the others know it."""

    def say(self, seat: int, on: bool) -> None:
        """Note that a seat's person began or ceased to write."""
        self._until[seat] = time.monotonic() + WRITING if on else 0.0

    def now(self) -> frozenset[int]:
        """The seats whose people are writing."""
        moment = time.monotonic()
        return frozenset(seat for seat, until in self._until.items() if until > moment)


class Presence:
    """Which seats' people are present, and how long others have been absent.

    Present is who has a connection, or had one a moment ago. Absence counts from the last thing
    that somebody did, with or without a connection; at first everybody counts as having come.
    """

    def __init__(self) -> None:
        self._connections: Counter[int] = Counter()
        self._until: dict[int, float] = {}
        self._begun = time.monotonic()
        self._seen: dict[int, float] = {}

    def saw(self, seats: Iterable[int]) -> None:
        """Note that the people of seats did something just now."""
        self._seen.update(dict.fromkeys(seats, time.monotonic()))

    def come(self, seats: frozenset[int]) -> None:
        """Note that a connection was opened."""
        self._connections.update(seats)
        self.saw(seats)

    def go(self, seats: frozenset[int], goodbye: bool) -> None:
        """Note that a connection was closed, or lost."""
        self._connections.subtract(seats)
        until = time.monotonic() + (GOODBYE if goodbye else LOST)
        self._until.update(dict.fromkeys(seats, until))
        self.saw(seats)

    def present_seats(self, count: int) -> frozenset[int]:
        """The seats whose people are present."""
        moment = time.monotonic()
        return frozenset(
            seat
            for seat in range(count)
            if self._connections[seat] > 0 or self._until.get(seat, 0.0) > moment
        )

    def away(self, seat: int) -> float:
        """For how many seconds a seat's person has been absent."""
        if self._connections[seat] > 0:
            return 0.0
        return time.monotonic() - self._seen.get(seat, self._begun)
