"""Uptimes of servers: players' clocks stand still while no server runs.

The time between two events of a table counts as thinking only while a server was there to take a
move. Each server stores since when it has been there, and every half minute until when. A table
with clocks that is used again after nobody was there gets an event that says how much of the time
counts. So neither a server that was off, a machine that slept, nor a clock that was set meanwhile
takes or gives hours.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import TYPE_CHECKING, NamedTuple

from cruachan.server.errors import StoreError
from cruachan.server.store.jobs import Job
from cruachan.server.store.table_jobs import forget_uptimes, keep_uptime
from cruachan.server.tables.events.base import PendingEvent
from cruachan.server.tables.events.social import ClocksResumed
from cruachan.server.tables.session import TableSession
from cruachan.server.tables.table import PLAYING, now

if TYPE_CHECKING:
    from cruachan.server.tables.service import TableService

log = logging.getLogger(__name__)
BEAT = 30.0
"""Seconds after which it is stored again that this server is there."""
GAP = 60_000
"""Milliseconds without any server that count as thinking: a restart is nothing to speak of."""
KEPT = 400 * 24 * 3_600_000
"""Milliseconds for which it is known when servers were there."""


class Span(NamedTuple):
    """Some time in which a server was there, in milliseconds since 1970."""

    since: int
    until: int


def counted(spans: list[Span], last: int, at: int) -> int:
    """The milliseconds between two times in which a server was there; before the first that is
    known of, one always was. Where the clock was set back meanwhile, those of the time before."""
    spans = sorted(spans)
    if at < last:
        at = max((span.until for span in spans if span.since <= last), default=last)
    first = spans[0].since if spans else at
    found, reached = max(min(first, at) - last, 0), max(first, last)
    for span in spans:
        found += max(min(span.until, at) - max(span.since, reached), 0)
        reached = max(reached, span.until)
    return found


class Uptime:
    """Since when this server has been there without a break, and until when."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._ended: list[Span] = []
        """The times before a break, since the server was started."""
        self._unwritten: Job = []
        """What is still to be stored of them."""
        self._begin(now())

    def _begin(self, at: int) -> None:
        self.id = secrets.token_urlsafe(9)
        self.since = self.alive = at

    def touch(self) -> int:
        """Be there now, and after a long break anew; the time."""
        at = now()
        if at - self.alive > GAP:
            self._ended.append(Span(self.since, self.alive))
            self._unwritten += self._job()
            self._begin(at)
        self.alive = at
        return at

    async def beat(self) -> None:
        """Store that this server is there."""
        at, ended = self.touch(), len(self._unwritten)
        job = self._unwritten + self._job() + forget_uptimes(at - KEPT)
        try:
            await asyncio.wrap_future(self._service.store.put(job))
            del self._unwritten[:ended]
        except StoreError as error:
            log.warning("not stored that this server is there: %s", error)

    def _job(self) -> Job:
        """What is to be stored now."""
        return keep_uptime(self.id, self.since, self.alive)

    async def keep(self) -> None:
        """Store it for as long as the server runs."""
        while True:
            await self.beat()
            await asyncio.sleep(BEAT)

    async def resume(self, session: TableSession) -> None:
        """Let the clocks of a table go on, less the time in which no server was there. The lock
        must be held."""
        at = self.touch()
        if session.uptime == self.id:
            return
        table = session.table
        if table.setting.clock != "none" and table.status == PLAYING:
            last = table.events[-1].at
            if last < self.since or at < last:
                stored = await self._service.store.read(self._service.store.uptimes)
                here = [*self._ended, Span(self.since, at)]
                spans = [*(Span(*each) for each in stored), *here]
                passed = counted(spans, last, at)
                if abs(at - last - passed) > GAP:
                    event = PendingEvent(ClocksResumed(passed))
                    await self._service.commit(session, [event])
        session.uptime = self.id
