"""Several servers of one store: which tables this one owns, and which server owns the others.

Each table is in the memory of one server, so that everything around it that is not stored (who is
present, who is writing, what a window has shown) is in one place. The others forward requests for
it (`table_proxy.py`). A server that does not renew its lease has lost all its tables, and knows it
by its own clock before the database does. It begins anew under another id, with nothing in memory.
So does a server that another one has wrongly declared dead.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import compress
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from cruachan.engine.errors import CruachanError
from cruachan.server.cluster.leases import Leases, ServerRecord, clock
from cruachan.server.cluster.notifications import Notifications
from cruachan.server.cluster.peers import Peer
from cruachan.server.errors import failed
from cruachan.server.limits import LIMITS
from cruachan.server.store.databases import complaint, single
from cruachan.server.store.jobs import Job
from cruachan.server.store.table_jobs import add_lease
from cruachan.server.tables.service import TableService
from cruachan.server.tables.session import TableSession
from cruachan.server.tables.table import PLAYING

TICK = 0.5
"""Seconds between two polls of the other servers and of the tables."""
RENEWED = 5
"""How often in the time of a lease it is renewed."""
STATEMENT = 2000
"""Milliseconds for renewing it; then it is tried again."""
MARGIN = 0.25
"""Seconds by which a server gives up its tables before others may take them."""
SELF = 5.0
"""Seconds within which a server reaches itself at the address that the others have."""
EXPELLED = 3
"""How often in a row others can say of a server that it has ended, before it says that itself."""
ADOPTED = 100
"""How many tables without a holder a server takes at once: the others want some too."""
LOOKED = 500
"""Of how many tables it is looked at once how far they are."""
REMEMBERED = 20_000
"""Of how many tables it is remembered who holds them."""
SOON = 0.05
"""Seconds until something is looked at again that is about to be done."""
LAST = 1.0
"""Seconds that what is being written has when a server leaves."""
log = logging.getLogger(__name__)


class ServerCluster:
    """The membership of this server in a cluster."""

    def __init__(
        self,
        service: TableService,
        database: str,
        address: str,
        secret: str,
        loop: asyncio.AbstractEventLoop,
    ) -> None:
        self.service = service
        self._loop = loop
        self.leases = Leases(service.store.engine)
        self.me = ServerRecord("", address, secret)
        self.peers: dict[str, Peer] = {}
        self.draining = False
        """Whether this server is about to leave, and takes no table any more."""
        self._held: set[str] = set()
        self._until = 0.0
        self._elsewhere: OrderedDict[str, str] = OrderedDict()
        self._asking: dict[str, asyncio.Future[str | None]] = {}
        self._to_look: list[str] = []
        self._released: set[str] = set()
        self._leaving: set[str] = set()
        """Tables whose leases are being given back at this moment."""
        self._thread = ThreadPoolExecutor(1, "leases")
        # Renewing waits for nobody: it has a connection, a thread and a task of its own.
        self._own = Leases(single(database, STATEMENT))
        self._renewal = ThreadPoolExecutor(1, "renewal")
        self.ailment: str | None = None
        """Why the others cannot send requests here, by its name."""
        self._expelled = 0
        self._tasks: list[asyncio.Future[None]] = []
        self._notifications = Notifications(database, self._hear)
        service.store.subscribe(lambda commit: self._notifications.send(commit.reached))
        service.ownership = self

    # Ownership, as the service asks for it

    def holds(self, table: str) -> bool:
        """Whether a table is held here at this moment."""
        return table in self._held and clock() < self._until

    def lease(self, table: str) -> Job:
        """What is written with a new table; nobody else knows of it yet."""
        if clock() >= self._until:
            raise failed("elsewhere")
        self._held.add(table)
        return add_lease(table, self.me.id)

    def unmade(self, table: str) -> None:
        """A table was not stored; if it is there, another server or request has made it."""
        self._held.discard(table)

    def dropped(self, table: str) -> None:
        """A table is not in memory any more; another server may have it."""
        self._released.add(table)

    async def taken(self, table: str) -> bool:
        """Whether a table is held here, or could be taken just now."""
        try:
            return await self.whose(table) is None
        except CruachanError:
            return False

    async def whose(self, table: str) -> Peer | None:
        """The server that holds a table; None if it is this one, or nobody could."""
        if self.holds(table):
            return None
        if self.draining:
            return await self._successor(table)
        peer = self.peers.get(self._elsewhere.get(table, ""))
        if peer is not None:
            return peer
        if table not in self._asking:
            self._asking[table] = asyncio.ensure_future(self._take(table))
            self._asking[table].add_done_callback(lambda _: self._asking.pop(table, None))
        holder = await asyncio.shield(self._asking[table])
        if holder is None or self.holds(table):
            return None
        peer = self.peers.get(holder) or await self._newcomer(holder)
        if peer is None:
            raise failed("elsewhere")
        self._elsewhere[table] = holder
        while len(self._elsewhere) > REMEMBERED:
            self._elsewhere.popitem(last=False)
        return peer

    async def _newcomer(self, holder: str) -> Peer | None:
        """The holder of a table, if it has joined since the last poll."""
        try:
            servers = await self.service.store.read(self.leases.live_servers)
        except SQLAlchemyError:
            return None
        self._greet(servers)
        return self.peers.get(holder)

    def stand_in(self) -> Peer | None:
        """The server for requests that any server can handle: this one, unless it is draining."""
        if not self.draining:
            return None
        if not self.peers:
            raise failed("elsewhere")
        return random.choice(list(self.peers.values()))

    async def _successor(self, table: str) -> Peer | None:
        """The server that has taken over a table; else any other one."""
        try:
            holder = await self.service.store.read(self.leases.holder, table)
        except SQLAlchemyError as error:
            unread = failed("unstored", says=complaint(error))
            raise unread from error
        return self.peers.get(holder or "") or self.stand_in()

    def forget_owner(self, table: str) -> None:
        """Forget the cached owner of a table: it does not hold the table any more."""
        self._elsewhere.pop(table, None)

    async def _take(self, table: str) -> str | None:
        while table in self._leaving:
            await asyncio.sleep(SOON)
        me = self.me.id
        if clock() >= self._until:
            raise failed("elsewhere")
        try:
            holder = await self.service.store.read(self.leases.take, table, me)
        except SQLAlchemyError as error:
            unread = failed("unstored", says=complaint(error))
            raise unread from error
        if holder == me == self.me.id:
            self._held.add(table)
            self._released.discard(table)
        return holder

    # Notifications

    def _hear(self, reached: dict[str, int]) -> None:
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._look_at, reached)

    def _look_at(self, reached: dict[str, int]) -> None:
        """Read tables anew that have gone on without this server."""
        self.service.changes.tell(set(reached))
        for table, seq in reached.items():
            session = self.service.sessions.get(table)
            if session is not None and session.table.seq < seq:
                log.warning("table %s went on elsewhere to row %d", table, seq)
                self.service.forget(session)

    # From time to time

    async def open(self) -> None:
        """Be there; as soon as the database lets us."""
        await self._safely(self._renew)
        self._tasks = [
            asyncio.ensure_future(self._again_and_again(LIMITS.lease / RENEWED, self._renew)),
            asyncio.ensure_future(self._again_and_again(TICK, self._tick)),
        ]

    async def _in_thread(self, do: Any, *values: Any) -> Any:
        return await self._loop.run_in_executor(self._thread, do, *values)

    async def _in_renewal(self, do: Any, *values: Any) -> Any:
        return await self._loop.run_in_executor(self._renewal, do, *values)

    def _anew(self) -> None:
        """Begin with nothing in memory, under an id that nobody has heard of."""
        self._until = 0.0
        self._lose()
        self.me = self.me._replace(id=secrets.token_urlsafe(9))

    async def _enter(self) -> None:
        begun = clock()
        await self._in_renewal(self._own.enter, self.me)
        self._until = begun + LIMITS.lease - MARGIN

    async def _reaches_itself(self) -> bool:
        """Whether this very process answers at the address that the others have."""
        mirror = Peer(self.me)
        try:
            return await mirror.identity(SELF) == self.me.id
        finally:
            await mirror.leave()

    async def _renew(self) -> None:
        """Renew this server's lease; if it had expired, start under a new id."""
        begun = clock()
        lease_held = begun < self._until
        if lease_held and await self._in_renewal(self._own.renew, self.me.id):
            self._until = begun + LIMITS.lease - MARGIN
            self._expelled = max(self._expelled - 1, 0)
            if not self._expelled:
                self.ailment = None
            return
        if self._until:
            log.warning("this server was away, and begins anew")
        self._expelled += 2 * lease_held
        self._anew()
        if await self._reaches_itself():
            self.ailment = "wrong_inside" if self._expelled >= 2 * EXPELLED else None
            await self._enter()
            return
        if self.ailment is None:
            log.error("nobody answers for this server at --inside %s", self.me.address)
        self.ailment = "wrong_inside"

    def _lose(self) -> None:
        """No table is held here any more."""
        self._held.clear()
        self._released.clear()
        for session in list(self.service.sessions.values()):
            self.service.forget(session)

    async def _again_and_again(
        self, pause: float, do: Callable[[], Coroutine[Any, Any, None]]
    ) -> None:
        while True:
            await asyncio.sleep(pause)
            await self._safely(do)

    async def _safely(self, do: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do something that is done again in a moment; without a lease nothing is held."""
        try:
            await do()
        except (SQLAlchemyError, CruachanError) as error:
            log.warning("the cluster: %s", complaint(error))
        except Exception:
            log.exception("the cluster")
        if clock() >= self._until:
            self._lose()

    async def _tick(self) -> None:
        me = self.me.id
        await self._knock()
        await self._meet(await self._in_thread(self.leases.live_servers))
        if clock() >= self._until:
            return
        await self._release()
        adopted = await self._in_thread(self.leases.adopt, me, ADOPTED)
        if me != self.me.id:
            return
        self._held.update(adopted)
        await self._wake([table for table in self._held if not self.service.has(table)])
        self._look_at(await self._in_thread(self.leases.reached, self._next_looked()))
        await self.service.persons.look()

    def _next_looked(self) -> list[str]:
        """The tables whose last event numbers are polled next, round robin."""
        if not self._to_look:
            self._to_look = list(self.service.sessions)
        some, self._to_look = self._to_look[:LOOKED], self._to_look[LOOKED:]
        return some

    async def _knock(self) -> None:
        """Remove servers whose processes have ended, so that their leases need not run out."""
        peers = list(self.peers.values())
        ended = await asyncio.gather(*(peer.ended() for peer in peers))
        for peer in compress(peers, ended):
            log.warning("the server at %s has ended", peer.server.address)
            await self._in_thread(self.leases.leave, peer.server.id)

    async def _meet(self, servers: list[ServerRecord]) -> None:
        """Update the list of peers, and fail requests to those that have left."""
        known = {server.id for server in servers}
        gone = [self.peers.pop(id_) for id_ in list(self.peers) if id_ not in known]
        self._greet(servers)
        for peer in gone:
            await peer.leave()

    def _greet(self, servers: list[ServerRecord]) -> None:
        for server in servers:
            if server.id not in self.peers and server.id != self.me.id:
                self.peers[server.id] = Peer(server)

    async def _release(self) -> None:
        self._leaving = {table for table in self._released if not self.service.has(table)}
        self._released.clear()
        self._held -= self._leaving
        try:
            if self._leaving:
                await self._in_thread(self.leases.release, list(self._leaving), self.me.id)
        finally:
            self._leaving = set()

    async def _wake(self, which: list[str]) -> None:
        """Of the tables that are held but not in memory, play those on where somebody waits."""
        if not which:
            return
        found = await self._in_thread(self.service.store.standings, which)
        awaited = {
            standing.table.id: standing.table.host or ""
            for standing in found
            if standing.after.status == PLAYING and standing.after.awaits
        }
        for table in which:
            if table in awaited:
                self.service.unwatched.add(table, awaited[table])
            else:
                self._released.add(table)

    async def wake(self) -> None:
        """Take the tables where chance or a bot comes next and that nobody has."""
        for standing in await self.service.store.read(self.service.store.awaiting):
            with suppress(CruachanError):
                if await self.whose(standing.table.id) is None:
                    self.service.unwatched.add(standing.table.id, standing.table.host or "")

    async def drain(self) -> None:
        """Release all tables once pending writes are stored: the other servers take them at once,
        and listeners reconnect to those."""
        self.draining = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST):
                await asyncio.gather(*map(self._let_go, list(self.service.sessions.values())))
        self._until = 0.0
        with suppress(SQLAlchemyError):
            await self._in_renewal(self._own.leave, self.me.id)
        self._lose()

    async def _let_go(self, session: TableSession) -> None:
        """Let nothing more happen at a table here."""
        async with session.lock:
            self._held.discard(session.table.id)

    async def close(self) -> None:
        """Leave."""
        if not self.draining:
            await self.drain()
        for peer in self.peers.values():
            await peer.leave()
        self._thread.shutdown()
        self._renewal.shutdown()
        self._own.engine.dispose()
        await asyncio.to_thread(self._notifications.close)
