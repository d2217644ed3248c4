"""The seats that are to move, stored with the events that make them so.

So no notice is lost when a server is killed and another one takes the table. They are only stored
where the host has switched notices on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cruachan.server.store.jobs import Job
from cruachan.server.store.notices import await_no_more, await_seats, touch
from cruachan.server.tables.events.base import StoredEvent
from cruachan.server.tables.table import PLAYING, GameTable, now

if TYPE_CHECKING:
    from cruachan.server.tables.service import TableService

VISIBLE = 60_000
"""Milliseconds for which a window that is in sight counts as something that its person did."""


class WaitingSeats:
    """Stores the seats that are to move."""

    def __init__(self, service: TableService) -> None:
        self.service = service
        service.along.append(self.job)

    def job(self, table: GameTable, events: list[StoredEvent]) -> Job:
        """What is stored with events of a table; nothing at puzzles and lessons, which wait for
        nobody. While chance is next everything stays: all parts of a turn are one decision."""
        if table.setting.puzzle or table.setting.lesson is not None:
            return []
        seats = range(len(table.seats))
        if table.status != PLAYING:
            known, table.awaited = table.awaited, frozenset()
            return await_no_more(table.id, seats) if known != frozenset() else []
        waited = table.waited()
        if not waited:
            return []
        people = frozenset(waited) & table.people
        known, table.awaited = table.awaited, people
        job = Job()
        if known != people:
            gone = [seat for seat in seats if seat not in people]
            job += await_no_more(table.id, gone)
            for seat in people - (known or frozenset()):
                job += await_seats(table.id, [seat], table.seq, self._since(table, seat))
        acted = {getattr(event.body, "seat", None) for event in events}
        for seat in people & acted:
            job += touch(table.id, seat, self._since(table, seat))
        return job

    def _since(self, table: GameTable, seat: int) -> int:
        """From when on somebody counts as doing nothing: later if a window of hers is in sight."""
        session = self.service.sessions.get(table.id)
        seen = session is not None and session.in_sight(seat)
        return now() + (VISIBLE if seen else 0)

    def sees(self, table: GameTable, seat: int, on: bool) -> Job:
        """What is stored when a window comes in sight, stays there, or goes out of it."""
        if table.awaited is None or seat not in table.awaited:
            return []
        return touch(table.id, seat, now() + (VISIBLE if on else 0))
