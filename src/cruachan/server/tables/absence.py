"""Absent players: when the others may vote for a bot, and how she comes back.

Where there is a clock, time alone decides. Else somebody must have done nothing for minutes; then
the others vote, she is given notice, and only if she does not come back a bot plays for her.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from cruachan.engine.errors import CruachanError
from cruachan.server.limits import LIMITS
from cruachan.server.tables import handlers
from cruachan.server.tables.events.base import PendingEvent
from cruachan.server.tables.events.social import AbsenceEnded
from cruachan.server.tables.session import TableSession
from cruachan.server.tables.table import now

if TYPE_CHECKING:
    from cruachan.server.tables.service import TableService

log = logging.getLogger(__name__)


class AbsenceWatch:
    """Looks after those who were given notice."""

    def __init__(self, service: TableService) -> None:
        self.service = service
        self._looking: set[asyncio.Future[None]] = set()
        service.subscribe(self.look_after)

    def absent(self, session: TableSession) -> frozenset[int]:
        """The seats whose people have been absent for so long that the others may vote."""
        seats = range(len(session.table.seats))
        return frozenset(seat for seat in seats if self._away(session, seat) >= LIMITS.absence * 60)

    def _away(self, session: TableSession, seat: int) -> float:
        """For how many seconds somebody has been absent, from here and from the table before."""
        away = session.presence.away(seat)
        old = self.service.sessions.get(session.table.setting.before or "")
        if old is None:
            return away
        return min(away, old.presence.away((seat - 1) % len(session.table.seats)))

    async def come(self, session: TableSession, seats: frozenset[int]) -> None:
        """Forget the notice of those who are there again. The lock must be held."""
        back = sorted(seats & set(session.table.notices))
        if back:
            await self.service.commit(session, [PendingEvent(AbsenceEnded(seat)) for seat in back])

    def look_after(self, session: TableSession) -> None:
        """See to it that somebody looks when a notice has run out."""
        if not session.table.notices or session.notice_timer is not None:
            return
        wait = (min(session.table.notices.values()) - now()) / 1000
        loop = asyncio.get_running_loop()
        session.notice_timer = loop.call_later(max(wait, 0.0), self._look, session)

    def _look(self, session: TableSession) -> None:
        session.notice_timer = None
        looking = asyncio.ensure_future(self._run_out(session.table.id))
        self._looking.add(looking)
        looking.add_done_callback(self._looking.discard)

    async def _run_out(self, id_: str) -> None:
        """Let bots play for those who have not come back, and forget the notice of others."""
        try:
            async with self.service.held(id_) as session:
                table, moment = session.table, now()
                due = [seat for seat, until in table.notices.items() if until <= moment]
                if due and table.match is not None and not table.match.outcome:
                    await self.service.commit(session, self._decided(session, due[0]))
        except CruachanError as error:
            log.warning("table %s: %s", id_, error)

    def _decided(self, session: TableSession, seat: int) -> list[PendingEvent]:
        if self._away(session, seat) < LIMITS.notice * 60:
            return [PendingEvent(AbsenceEnded(seat))]
        return [PendingEvent(body) for body in handlers.voted_to_bot(session.table, seat)]
