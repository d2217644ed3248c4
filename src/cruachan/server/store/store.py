"""The store: a database of all acknowledged events. What is written is in `table_jobs.py` and
its siblings, who writes it in `writer.py`, the schema in `schema.py`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, TypeVar

from sqlalchemy import ColumnElement, Connection, func, select, text
from sqlalchemy.exc import DatabaseError, SQLAlchemyError

from cruachan.server.errors import StoreError, store_error
from cruachan.server.store import lists
from cruachan.server.store.databases import Where, complaint, copy_sqlite, cut_off, opened
from cruachan.server.store.jobs import Job
from cruachan.server.store.lists import EVERY, After, ListFilter, Standing, StoredTable
from cruachan.server.store.schema import (
    going,
    keys,
    leases,
    metadata,
    removed_keys,
    rows,
    seeds,
    tables,
    uptimes,
)
from cruachan.server.store.table_jobs import StoredRow
from cruachan.server.store.writer import HEARTBEAT, CommitObserver, StoreWriter

T = TypeVar("T")
LISTED = 500
"""How many tables a list has at most."""
READERS = 4
"""How many threads read: no bot and nothing else ever holds one of them."""
PULSE = 2.0
"""Seconds within which the writer writes something small, if it is well."""
GOES_ON = tables.c.id.in_(select(going.c.table))
_later = rows.alias()
LAST_SEQ = (
    select(func.max(_later.c.seq))
    .where(_later.c.table == tables.c.id)
    .correlate(tables)
    .scalar_subquery()
)
"""Found in the primary key, at once for each table; grouping would read all rows there are."""


class EventSource(Protocol):
    """What keeps the rows of tables, and their seeds."""

    def rows(self, table: str) -> list[StoredRow]:
        """Everything that happened at a table."""

    def seed(self, table: str) -> bytes:
        """The seed of a table's dice."""


class Store:
    """A database of tables."""

    def __init__(self, where: Where) -> None:
        """The store at a place, made or brought up to date; a StoreError says why it cannot be."""
        self.engine, self.name = opened(where)
        self.shared = self.engine.dialect.name == "postgresql"
        """Whether several servers can have it open."""
        self._readers = ThreadPoolExecutor(READERS, "store-reader")
        self._writer = StoreWriter(self.engine)

    def close(self) -> None:
        """Write what has queued, and stop."""
        self._writer.close()
        self._readers.shutdown()
        self.engine.dispose()

    # Writing

    def put(self, job: Job) -> Future[None]:
        """Have something written; the future is done when it is safe on disk."""
        return self._writer.put(job)

    def subscribe(self, observer: CommitObserver) -> None:
        """Call an observer after each commit, in the writer's thread."""
        self._writer.subscribe(observer)

    def when_dead(self, call: Callable[[str], None]) -> None:
        """Call with a reason, in the writer's thread, if that ends before the store closes."""
        self._writer.death_observers.append(call)

    # Reading

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection to read; a StoreError where the database cannot be reached."""
        try:
            with self.engine.connect() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise store_error("unwritten", says=complaint(error)) from error

    def answers(self) -> bool:
        """Whether the database can be read, and the writer writes something small to it."""
        try:
            with self.reading() as connection:
                connection.execute(select(1))
            self.put([(HEARTBEAT, {})]).result(PULSE)
        except (StoreError, TimeoutError):
            return False
        return True

    async def query(self, ask: Callable[..., T], *values: Any) -> T:
        """What a function reads with a connection, in one of the store's own threads."""
        return await self.read(self._query, ask, *values)

    def _query(self, ask: Callable[..., T], *values: Any) -> T:
        with self.reading() as connection:
            return ask(connection, *values)

    async def read(self, read: Callable[..., T], *values: Any) -> T:
        """What a function reads from the store, in one of its own threads."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, read, *values)

    def table(self, table: str) -> StoredTable | None:
        """What was decided when a table was made."""
        with self.reading() as connection:
            found = connection.execute(select(tables).where(tables.c.id == table)).first()
        return StoredTable(*found) if found else None

    def last_setups(self, game: str, count: int) -> list[str]:
        """What was decided when the last tables of a game were made, the latest first."""
        wanted = select(tables.c.setup).where(tables.c.game == game)
        with self.reading() as connection:
            found = connection.execute(wanted.order_by(tables.c.created.desc()).limit(count))
            return [setup for (setup,) in found]

    def rows(self, table: str) -> list[StoredRow]:
        """Everything that happened at a table."""
        wanted = select(rows.c.seq, rows.c.at, rows.c.kind, rows.c.data, rows.c.request)
        with self.reading() as connection:
            found = connection.execute(wanted.where(rows.c.table == table).order_by(rows.c.seq))
            return [StoredRow(*row) for row in found]

    def seed(self, table: str) -> bytes:
        """The seed of a table's dice, a secret: only for rolling them."""
        with self.reading() as connection:
            found = connection.execute(select(seeds.c.seed).where(seeds.c.table == table))
            seed: bytes = found.scalar_one()
            return seed

    def keys(self, table: str) -> list[tuple[bytes, int]]:
        """The hashes of a table's keys with their seats."""
        return [(hashed, seat) for hashed, seat, _ in self.granted_keys(table)]

    def granted_keys(self, table: str) -> list[tuple[bytes, int, bytes | None]]:
        """The hashes of a table's keys with their seats, and whose link let them in, if one did."""
        wanted = select(keys.c.hash, keys.c.seat, keys.c.root).where(keys.c.table == table)
        with self.reading() as connection:
            return [
                (bytes(hashed), seat, None if root is None else bytes(root))
                for hashed, seat, root in connection.execute(wanted)
            ]

    def removed_keys(self, table: str) -> list[bytes]:
        """The hashes of the keys that the host of a table has removed."""
        wanted = select(removed_keys.c.hash).where(removed_keys.c.table == table)
        with self.reading() as connection:
            return [bytes(hashed) for hashed in connection.execute(wanted).scalars()]

    def uptimes(self) -> list[tuple[int, int]]:
        """Since when and until when servers were there."""
        with self.reading() as connection:
            found = connection.execute(select(uptimes.c.since, uptimes.c.until))
            return [(since, until) for since, until in found]

    def tables_of(self, hashed: bytes) -> dict[str, list[int]]:
        """The tables at which the owner of a key sits, and her seats there."""
        wanted = select(keys.c.table, keys.c.seat).where(keys.c.hash == hashed)
        found: dict[str, list[int]] = {}
        with self.reading() as connection:
            for table, seat in connection.execute(wanted.order_by(keys.c.seat)):
                found.setdefault(table, []).append(seat)
        return found

    def standings(self, which: Collection[str] | None = None) -> list[Standing]:
        """Where tables stand, the youngest first: those named, else all."""
        return self._standings(*([] if which is None else [tables.c.id.in_(which)]))

    def awaiting(self) -> list[Standing]:
        """Where those tables stand at which chance or a bot comes next."""
        return self._standings(GOES_ON, rows.c.awaits)

    def listed(
        self, most: int | None = None, skip: int = 0, which: ListFilter = EVERY
    ) -> list[Standing]:
        """Where the public tables stand that are open or played; of very many the youngest."""
        with self.reading() as connection:
            return lists.listed(connection, most or LISTED, skip, which)

    def until(self, at: int, statuses: Collection[str] | None = None) -> list[Standing]:
        """Where those tables stand at which nothing has happened since a time, with one of some
        statuses; none that a server has in memory, where several do."""
        wanted = [rows.c.at < at, tables.c.id.not_in(select(leases.c.table))]
        if statuses is not None:
            wanted.append(rows.c.status.in_(statuses))
        return self._standings(*wanted)

    def leased(self, which: Collection[str]) -> set[str]:
        """The tables among these that one server of a cluster has in memory."""
        wanted = select(leases.c.table).where(leases.c.table.in_(which))
        with self.reading() as connection:
            return set(connection.execute(wanted).scalars())

    def own(
        self,
        holders: Collection[bytes],
        most: int | None = None,
        skip: int = 0,
        which: ListFilter = EVERY,
    ) -> list[Standing]:
        """Where the tables stand that keys open: those that wait for their owner first, then the
        youngest, closed ones last."""
        with self.reading() as connection:
            return lists.own(connection, holders, most or LISTED, skip, which)

    def seats_held(self, holders: Collection[bytes], which: Sequence[str]) -> dict[str, list[int]]:
        """The seats that keys open at tables."""
        with self.reading() as connection:
            return lists.seats_held(connection, holders, which)

    def _standings(self, *which: ColumnElement[bool]) -> list[Standing]:
        wanted = (
            select(tables, rows.c.seq, rows.c.at, *(rows.c[name] for name in After._fields))
            .where(rows.c.table == tables.c.id, rows.c.seq == LAST_SEQ, *which)
            .order_by(rows.c.at.desc())
        )
        with self.reading() as connection:
            found = connection.execute(wanted)
            width = len(tables.c)
            return [
                Standing(StoredTable(*row[:width]), row.seq, row.at, After(*row[width + 2 :]))
                for row in found
            ]

    def seatings(
        self, which: Sequence[str], kinds: Collection[str]
    ) -> dict[str, list[tuple[str, str]]]:
        """The events of some kinds at tables, in their order: kinds and data."""
        found: dict[str, list[tuple[str, str]]] = {table: [] for table in which}
        wanted = select(rows.c.table, rows.c.kind, rows.c.data).order_by(rows.c.table, rows.c.seq)
        seating = rows.c.kind.in_(kinds)
        with self.reading() as connection:
            chosen = wanted.where(rows.c.table.in_(which), seating)
            for table, kind, data in connection.execute(chosen):
                found[table].append((kind, data))
        return found

    def check(self) -> list[str]:
        """What the database itself finds wrong; PostgreSQL finds it while it reads everything."""
        with self.engine.connect() as connection:
            try:
                if self.shared:
                    connection.execute(text("SET LOCAL statement_timeout = 0"))
                    for name in metadata.tables:
                        whole = f'SELECT sum(length(whole::text)) FROM "{name}" AS whole'
                        connection.execute(text(whole)).scalar()
                    return []
                found = connection.execute(text("PRAGMA integrity_check")).scalars()
                return [line for line in found if line != "ok"] or cut_off(connection)
            except DatabaseError as error:
                return [complaint(error)]

    def backup(self, path: Path) -> None:
        """A copy of everything as it is at this moment, while others write."""
        if self.shared:
            raise store_error("no_backup")
        copy_sqlite(self.engine, path)
