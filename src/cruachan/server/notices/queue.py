"""The queue of notices: durable, tried again with longer and longer pauses, in nobody's way.

Who is waited for is stored with each move (`waiting.py`). From that this queue finds who is to be
given notice, writes one row for each way and decision, claims a row before it sends it, and marks
it afterwards. Nothing of it is in memory only, so a server can be killed at any moment, and several
servers can do it side by side: a row can be claimed once. A notice whose server was killed after
sending and before marking it is sent again under the same id, by which receivers know it.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

from cruachan.engine.errors import CruachanError
from cruachan.engine.languages import DEFAULT_LANG, find_language
from cruachan.server.errors import ServerError
from cruachan.server.notices.compose import Notice, compose
from cruachan.server.notices.preferences import preferences
from cruachan.server.notices.waiting import WaitingSeats
from cruachan.server.notices.ways import OWN, Outgoing, Sender, Undelivered
from cruachan.server.store import notices as stored
from cruachan.server.store.jobs import Job
from cruachan.server.store.notices import Awaited, QueuedNotice, Way
from cruachan.server.tables.session import TableSession
from cruachan.server.tables.table import now

if TYPE_CHECKING:
    from cruachan.server.tables.service import TableService

log = logging.getLogger(__name__)
LOOK = 2.0
"""Seconds between two looks for notices to be sent."""
AT_ONCE = 200
SIDE_BY_SIDE = 16
"""How many notices are sent at the same time."""
OF_ONE = 4
"""How many of them are of one person: a receiver of hers that hangs holds up nobody else's."""
CLAIMED = 60_000
"""Milliseconds after which another server may send a notice that was claimed."""
FIRST_PAUSE, LONGEST_PAUSE = 30_000, 3_600_000
TRIES = 10
KEPT = 7 * 24 * 3_600_000
"""Milliseconds for which it is known that a notice was sent."""
PATIENCE = 40.0
"""Seconds for composing and sending a notice; less than it is claimed for."""


def pause(tries: int) -> int:
    """The milliseconds until a notice is tried again."""
    return int(min(FIRST_PAUSE * 2 ** max(tries - 1, 0), LONGEST_PAUSE))


class NoticeQueue:
    """Gives people notice."""

    def __init__(self, service: TableService, senders: dict[str, Sender], link: str) -> None:
        self.service = service
        self.senders = senders
        self.link = link
        self.waiting = WaitingSeats(service)
        service.sight_observers.append(self._in_sight)
        self._sending: dict[str, asyncio.Future[None]] = {}
        """The notices that are being sent, or wait until others have been."""
        self._of_owner: Counter[str] = Counter()
        """How many of these each person, or table, has."""
        self._room = asyncio.Semaphore(SIDE_BY_SIDE)

    async def run(self) -> None:
        """Look for notices for as long as the server runs."""
        rounds = 0
        while True:
            try:
                if rounds % 1800 == 0:
                    await self._write([(stored.FORGET_NOTICES, {"that_created": now() - KEPT})])
                await self.look()
            except CruachanError as error:
                log.warning("notices: %s", error)
            except Exception:
                log.exception("notices")
            rounds += 1
            await asyncio.sleep(LOOK)

    async def look(self) -> None:
        """Write down the notices that are due, and begin to send them."""
        for row in await self.service.store.query(stored.to_look_at, now(), AT_ONCE):
            await self._plan(row)
        most = 2 * OF_ONE
        for due in await self.service.store.query(stored.due_notices, now(), AT_ONCE, most):
            self._send(due.owner, due.notice)

    def _send(self, owner: str, notice: QueuedNotice) -> None:
        """Begin to send a notice, unless it is being sent, or enough of its owner's are."""
        if notice.id in self._sending or self._of_owner[owner] >= OF_ONE:
            return
        self._of_owner[owner] += 1
        sending = self._sending[notice.id] = asyncio.ensure_future(self._try(notice))
        sending.add_done_callback(partial(self._sent, owner, notice.id))

    def _sent(self, owner: str, id_: str, _: asyncio.Future[None]) -> None:
        del self._sending[id_]
        self._of_owner[owner] -= 1
        if not self._of_owner[owner]:
            del self._of_owner[owner]

    async def settle(self) -> None:
        """Wait until everything that is being sent has been."""
        while self._sending:
            await asyncio.gather(*self._sending.values(), return_exceptions=True)

    async def look_again(self, person: str) -> None:
        """Look anew at what a person is waited for: she has chosen otherwise."""
        await self._look_again(await self.service.store.query(stored.awaited_by, person))

    async def look_again_at(self, table: str) -> None:
        """Look anew at who is waited for at a table: more are to be told of it."""
        await self._look_again(await self.service.store.query(stored.awaited_of, table))

    async def _look_again(self, rows: list[Awaited]) -> None:
        job = Job()
        for row in rows:
            job.append((stored.LOOK_AGAIN, {"that_table": row.table, "that_seat": row.seat}))
        if job:
            await self._write(job)

    # Who is to be given notice

    async def _plan(self, row: Awaited) -> None:
        """Write one notice for each way that is due, and when to look again."""
        store, moment = self.service.store, now()
        chosen = await store.query(stored.persons_at, row.table, row.seat)
        found = await store.query(stored.ways_of, list(chosen), row.table)
        look, job = stored.NEVER, Job()
        for way in found:
            if not way.confirmed or way.kind not in self.senders:
                continue
            wishes = preferences(chosen[way.person] if way.person else '{"delay": 0}')
            due = wishes.due(row.at)
            if row.table in wishes.muted:
                continue
            if due > moment:
                look = min(look, due)
                continue
            new = QueuedNotice(
                secrets.token_urlsafe(18), way.id, row.table, row.seat, row.decision, moment, moment
            )
            job.append((stored.ADD_NOTICE, new._asdict()))
        await self._write(job + stored.looked_at(row, look))

    # Sending

    async def _try(self, notice: QueuedNotice) -> None:
        async with self._room:
            try:
                await self._write(stored.claim(notice, now() + CLAIMED))
            except ServerError:
                return
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._deliver(notice)
            except Undelivered as error:
                await self._again(notice, error)
            except (CruachanError, TimeoutError) as error:
                await self._again(notice, Undelivered(str(error) or "timeout"))
            except Exception as error:
                log.exception("notice %s", notice.id)
                await self._again(notice, Undelivered(type(error).__name__))

    async def _deliver(self, notice: QueuedNotice) -> None:
        """Send a notice, unless she has acted since it was written."""
        way = await self.service.store.query(stored.way, notice.way)
        if way is None or way.kind not in self.senders:
            await self._write(stored.about(stored.DROP_NOTICE, notice.id))
            return
        composed = await self.composed(way, notice)
        row = await self.service.store.query(stored.awaited_at, notice.table, notice.seat)
        if composed is None or row is None or row.decision != notice.decision:
            await self._write(stored.about(stored.DROP_NOTICE, notice.id))
            return
        due = await self._due(way, row)
        if due == stored.NEVER:
            await self._write(stored.about(stored.DROP_NOTICE, notice.id))
            return
        if due > now():
            await self._write(stored.about(stored.DELAY_NOTICE, notice.id, due=due))
            return
        await self.senders[way.kind](Outgoing(way, composed))
        done = stored.about(stored.END_NOTICE, notice.id, state=stored.SENT)
        await self._write(done + stored.about(stored.FAIL_WAY, way.id, failed=None))

    async def _due(self, way: Way, row: Awaited) -> int:
        """When somebody is to be given notice, as she wishes it now; never if the seat is not hers
        any more."""
        if way.person is None:
            return row.at
        chosen = await self.service.store.query(stored.persons_at, row.table, row.seat)
        wishes = preferences(chosen.get(way.person))
        if way.person not in chosen or row.table in wishes.muted:
            return stored.NEVER
        return wishes.due(row.at)

    async def composed(self, way: Way, notice: QueuedNotice) -> Notice | None:
        """The notice to send; None if the table waits for nobody any more."""
        lang = find_language(way.lang) or DEFAULT_LANG
        viewer = notice.seat if way.kind in OWN else None
        async with self.service.seen(notice.table) as session:
            if notice.seat not in session.table.waited():
                return None
            table = session.snapshot()
        return await self.service.off_loop(
            compose, table, notice.seat, viewer, lang, self.link, notice.id
        )

    async def _again(self, notice: QueuedNotice, error: Undelivered) -> None:
        """Try it later, or give it up; forget a way that is gone."""
        log.warning("notice %s was not delivered: %s", notice.id, error.why)
        job = stored.about(stored.FAIL_WAY, notice.way, failed=error.why[:300])
        if error.gone or notice.tries + 1 >= TRIES:
            job += stored.about(stored.END_NOTICE, notice.id, state=stored.GIVEN_UP)
        else:
            due = now() + pause(notice.tries + 1)
            job += stored.about(stored.DELAY_NOTICE, notice.id, due=due)
        way = await self.service.store.query(stored.way, notice.way)
        if error.gone and way is not None and way.kind == "push":
            job += stored.about(stored.DROP_WAY, notice.way)
        try:
            await self._write(job)
        except ServerError:
            log.warning("notice %s: not stored that it was not delivered", notice.id)

    async def _in_sight(self, session: TableSession, seat: int, visible: bool) -> None:
        job = self.waiting.sees(session.table, seat, visible)
        if job:
            await self._write(job)

    async def _write(self, job: Job) -> None:
        """Have something stored; a ServerError if that cannot be, or another server was first."""
        await self.service.persons.write(job)
