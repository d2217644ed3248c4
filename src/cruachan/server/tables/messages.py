"""Messages to listeners of a table: new events, presence, typing indicators."""

from __future__ import annotations

import asyncio
from functools import partial

from cruachan.server.bots.workers import Workers
from cruachan.server.fair_pool import FairPool
from cruachan.server.store.store import Store
from cruachan.server.tables.listeners import GOODBYE, LOST, WRITING, TableListener
from cruachan.server.tables.memory import TableMemory
from cruachan.server.tables.redaction import Audience, PresentSeats, json, message
from cruachan.server.tables.session import TableSession
from cruachan.server.tables.table import GameTable

ANSWERING = 2
"""In how many threads answers are built."""
SOON = 0.5
"""Seconds after which typing indicators are sent."""


def _written(
    table: GameTable, since: int, audience: Audience, presence: PresentSeats, limit: int
) -> bytes:
    """A message to a listener, as JSON."""
    return json(message(table, since, audience, presence, None, limit))


class TableMessages(TableMemory):
    """The tables in memory, and the messages to their listeners."""

    def __init__(self, store: Store, workers: Workers) -> None:
        super().__init__(store, workers)
        self.answers = FairPool(ANSWERING, "answers", self.slices)
        """Threads in which answers are built."""

    def send(self, session: TableSession, since: int) -> None:
        """Send every listener the events after a number."""
        self.nudge(session)

    def nudge(self, session: TableSession, but: TableListener | None = None) -> None:
        """Send every listener the table again, because presence has changed."""
        for listener in session.listeners:
            if listener is not but:
                listener.nudge()

    def writes(self, session: TableSession, seat: int, on: bool) -> None:
        """Somebody is writing, or no longer; the others are told soon, of all at once."""
        session.writers.say(seat, on)
        self._watch(session, SOON)

    def _watch(self, session: TableSession, after: float) -> None:
        loop = asyncio.get_running_loop()
        if session.writers_timer is not None:
            if session.writers_timer.when() <= loop.time() + after:
                return
            session.writers_timer.cancel()
        session.writers_timer = loop.call_later(after, self._tell_writers, session)

    def _tell_writers(self, session: TableSession) -> None:
        session.writers_timer, writing = None, session.writers.now()
        if writing != session.writers.announced:
            session.writers.announced = writing
            self.nudge(session)
        if writing:
            self._watch(session, WRITING)

    def gone(self, session: TableSession) -> None:
        """A connection has ended: send presence to the others once its people are absent."""
        before = session.present_seats()

        def look() -> None:
            if self.sessions.get(session.table.id) is session and session.present_seats() != before:
                self.nudge(session)

        for patience in (GOODBYE, LOST):
            asyncio.get_running_loop().call_later(patience + 0.1, look)

    async def catch_up(self, session: TableSession, listener: TableListener) -> bytes:
        """Everything that a listener has missed; one message for all who see the same."""
        async with session.lock:
            table, present = session.snapshot(), session.present()
        since = listener.since if 0 <= listener.since <= table.seq else 0
        listener.since = table.seq
        session.stir.set()
        audience, limit = listener.audience, listener.limit
        key = (table, since, audience, present, limit)
        building = session.building.get(key)
        if building is None:
            work = partial(_written, table, since, audience, present, limit)
            building = asyncio.ensure_future(self.answers.run(table.id, work))
            session.building[key] = building
            building.add_done_callback(lambda _: session.building.pop(key, None))
        return await asyncio.shield(building)
