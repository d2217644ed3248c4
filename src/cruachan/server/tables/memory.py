"""The tables in memory: loaded when somebody asks for them, dropped when they take too much room.

A table that is in use is never dropped: while a request holds it or waits for it, while somebody
listens, and while its bots play. All others can be read again from the store.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from itertools import islice
from typing import Any, ParamSpec, TypeVar

from cruachan.bots import bots_of, check_bot, table_options
from cruachan.engine.game import Game
from cruachan.server.bots.workers import Workers
from cruachan.server.cluster.ownership import SoleOwner, TableOwnership
from cruachan.server.errors import ServerError, conflict, failed, no_table
from cruachan.server.limits import LIMITS
from cruachan.server.store.lists import StoredTable
from cruachan.server.store.store import Store
from cruachan.server.tables.listeners import TableListener
from cruachan.server.tables.session import Roots, TableSession, rebuilt
from cruachan.server.tables.setting import boxed_game
from cruachan.server.tables.unwatched import UnwatchedTables
from cruachan.server.time_slices import TimeSlices

P = ParamSpec("P")
T = TypeVar("T")
Observer = Callable[[TableSession], None]
"""Is called after events of a table were committed, and when a table was loaded."""
REPLAYS = 2
"""How many threads replay games. The store is read in others, so that no read waits for a game."""
LONG_TABLE = 1000
"""Tables with more events than this are long: few games have half as many."""
LOOKED_AT = 64
"""How many tables are looked at, each time room is needed."""


def _load(name: str, board: str | None) -> None:
    game = boxed_game(name, board)
    for kind in bots_of(game):
        check_bot(kind, game)
    table_options(game)


class TableMemory:
    """The tables of a store that are in memory."""

    def __init__(self, store: Store, workers: Workers) -> None:
        self.store = store
        self.workers = workers
        self.ownership: TableOwnership = SoleOwner()
        self.sessions: OrderedDict[str, TableSession] = OrderedDict()
        self._known: set[tuple[str, str | None]] = set()
        """The games and boards that were loaded."""
        self._ready: dict[tuple[str, str], asyncio.Future[None]] = {}
        self._loading: dict[str, asyncio.Future[TableSession]] = {}
        self._users: Counter[str] = Counter()
        """How many requests hold a table, or wait for it."""
        self._rows = 0
        """How many events all tables in memory have."""
        self._pool = ThreadPoolExecutor(REPLAYS, "tables")
        self.slices = TimeSlices()
        """The turns of all threads here that replay games, read files and build answers."""
        self._observers: list[Observer] = []
        self.unwatched = UnwatchedTables()

    def subscribe(self, observer: Observer) -> None:
        """Call an observer after each commit of a table, and when a table was loaded."""
        self._observers.append(observer)

    async def resume_clocks(self, session: TableSession) -> None:
        """Let the clocks of a table go on that somebody is about to use; called under its lock."""
        raise NotImplementedError

    def notify(self, session: TableSession) -> None:
        """Call the observers of a table that went on."""
        for observer in self._observers:
            observer(session)

    async def off_loop(self, do: Callable[P, T], *values: P.args, **named: P.kwargs) -> T:
        """Do something that takes long in a thread; those who play do not wait for it."""
        loop = asyncio.get_running_loop()
        work = partial(do, *values, **named)
        return await loop.run_in_executor(self._pool, self.slices.run, work)

    async def perhaps_off_loop(
        self, long: bool, do: Callable[P, T], *values: P.args, **named: P.kwargs
    ) -> T:
        """Do something here and now, or in a thread if it takes long."""
        return await self.off_loop(do, *values, **named) if long else do(*values, **named)

    # Games

    async def known(self, name: str, board: str | None = None) -> Game[Any, Any]:
        """A game on a board of its box, else a ServerError; the first time it is loaded in a
        thread, with what is known of its bots."""
        if (name, board) not in self._known:
            await asyncio.to_thread(_load, name, board)
            self._known.add((name, board))
        return boxed_game(name, board)

    async def ready(self, name: str, board: str) -> None:
        """Wait until a game is loaded and compiled; nobody else waits for it."""
        await asyncio.shield(self.prepare(name, board))

    def prepare(self, name: str, board: str) -> asyncio.Future[None]:
        """Begin to load and compile a game, if nobody has; again, if that failed."""
        begun = self._ready.get((name, board))
        if begun is None or (begun.done() and (begun.cancelled() or begun.exception())):
            begun = asyncio.ensure_future(self.workers.prepare(name, board))
            self._ready[name, board] = begun
        return begun

    # Loading

    async def session(self, id_: str) -> TableSession:
        """A table by its id, from memory or from the store."""
        if not self.ownership.holds(id_):
            raise await self._not_here(id_)
        found = self.sessions.get(id_)
        if found:
            self.sessions.move_to_end(id_)
            return found
        if id_ not in self._loading:
            self._loading[id_] = asyncio.ensure_future(self._load(id_))
            self._loading[id_].add_done_callback(lambda _: self._loading.pop(id_, None))
        return await asyncio.shield(self._loading[id_])

    async def _load(self, id_: str) -> TableSession:
        stored = await self.store.read(self.store.table, id_)
        if stored is None:
            raise no_table()
        await self.ready(stored.game, stored.board)
        read = await self.off_loop(self._read, stored)
        if not self.ownership.holds(id_):
            raise failed("elsewhere")
        session = self.keep(read)
        self.notify(session)
        return session

    async def _not_here(self, id_: str) -> ServerError:
        """Why there is no such table here: another server has it, or nobody."""
        stored = await self.store.read(self.store.table, id_)
        return failed("elsewhere") if stored else no_table()

    def has(self, id_: str) -> bool:
        """Whether a table is in memory, or will be in a moment."""
        return id_ in self.sessions or id_ in self._loading or id_ in self.unwatched

    def _read(self, stored: StoredTable) -> TableSession:
        # Keys come after events: one that is added meanwhile has an event that is missing here, so
        # nothing can be stored with these events. All is read before the first event is applied:
        # no thread waits for the database while it is its turn to compute.
        seed, rows = self.store.seed(stored.id), self.store.rows(stored.id)
        keys, roots = self.stored_keys(stored.id)
        removed = self.store.removed_keys(stored.id)
        return TableSession(rebuilt(stored, seed, rows), keys, stored.host, removed, roots)

    def stored_keys(self, id_: str) -> tuple[dict[bytes, frozenset[int]], Roots]:
        """The keys of a table with their seats, and whose links let them in."""
        keys, roots = dict[bytes, frozenset[int]](), Roots()
        for key, seat, root in self.store.granted_keys(id_):
            keys[key] = keys.get(key, frozenset()) | {seat}
            if root is not None:
                roots[key, seat] = root
        return keys, roots

    @asynccontextmanager
    async def seen(self, id_: str) -> AsyncIterator[TableSession]:
        """A table to look at: as it is here, else as it is stored."""
        if self.ownership.holds(id_):
            async with self.at(id_) as session:
                yield session
            return
        stored = await self.store.read(self.store.table, id_)
        if stored is None:
            raise no_table()
        await self.ready(stored.game, stored.board)
        yield await self.off_loop(self._read, stored)

    @asynccontextmanager
    async def at(self, id_: str) -> AsyncIterator[TableSession]:
        """A table under its lock, for somebody who looks at it; its bots go on then."""
        async with self.held(id_) as session:
            session.looked = True
            if session.paused:
                session.paused = False
                self.notify(session)
            yield session

    def watch(self, session: TableSession, listener: TableListener) -> None:
        """Let somebody listen at a table; its bots need not wait for their turn any more."""
        session.listeners.add(listener)
        self.notify(session)

    @asynccontextmanager
    async def held(self, id_: str) -> AsyncIterator[TableSession]:
        """A table under its lock; it may have been forgotten while one waited for it."""
        self._users[id_] += 1
        try:
            while True:
                session = await self.session(id_)
                async with session.lock:
                    if self.current(session):
                        await self.resume_clocks(session)
                        yield session
                        return
        finally:
            self._users[id_] -= 1
            if not self._users[id_]:
                del self._users[id_]
                self._make_room()

    # Dropping

    def keep(self, session: TableSession) -> TableSession:
        """Keep a table in memory from now on."""
        self.sessions[session.table.id] = session
        self._weigh(session)
        self._make_room(session)
        return session

    def _weigh(self, session: TableSession) -> None:
        """Count the events that a table in memory has got since it was weighed last."""
        self._rows += session.table.seq - session.weighed
        session.weighed = session.table.seq

    def _make_room(self, newest: TableSession | None = None) -> None:
        """Drop tables while there are too many, or too long ones: first those that nobody has used
        for longest; never one in use, nor the newest."""
        for id_ in list(islice(self.sessions, LOOKED_AT)):
            if len(self.sessions) <= LIMITS.tables and self._rows <= LIMITS.plies:
                return
            session = self.sessions[id_]
            if session is newest or self._in_use(session):
                self.sessions.move_to_end(id_)
            else:
                self._drop(session)
                self.ownership.dropped(id_)

    def _in_use(self, session: TableSession) -> bool:
        held = session.table.id in self._users or session.lock.locked()
        return held or bool(session.listeners) or session.runner is not None

    def must_have_room(self, session: TableSession) -> None:
        """Raise a ServerError if a long table would be kept in memory for somebody who wants to
        listen, while long tables with listeners fill it already. Tables of usual length are never
        refused: nobody can keep others from playing."""
        if session.listeners or session.table.seq <= LONG_TABLE:
            return
        listened = (each.weighed for each in self.sessions.values() if each.listeners)
        if sum(rows for rows in listened if rows > LONG_TABLE) + session.weighed > LIMITS.plies:
            raise conflict("much_listened")

    def _drop(self, session: TableSession) -> None:
        del self.sessions[session.table.id]
        self._rows -= session.weighed

    def forget(self, session: TableSession) -> None:
        """Drop a table whose rows could not be stored; its listeners come back for what was."""
        # A bot that thinks is not stopped: that would end its process. Nothing comes of its move.
        if self.current(session):
            self._drop(session)
        for listener in list(session.listeners):
            listener.close()

    def current(self, session: TableSession) -> bool:
        """Whether a table in memory is still the one that counts."""
        return self.sessions.get(session.table.id) is session

    def close(self) -> None:
        """Start no replay any more."""
        self._pool.shutdown(wait=False, cancel_futures=True)
