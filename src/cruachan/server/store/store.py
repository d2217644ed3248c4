"""The store: a database that has every acknowledged row, and the one thread that writes it; where
there are no threads, as in a browser, whoever has something written writes it.

Whoever writes is answered after the commit. One durable commit takes milliseconds, so the writer
commits everything that has queued meanwhile in one transaction: many tables share a commit, and
the promise stays the same. The schema is in `schema.py`.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    Insert,
    Integer,
    String,
    bindparam,
    cast,
    column,
    delete,
    exists,
    func,
    insert,
    select,
    table,
    text,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DatabaseError, IntegrityError, SQLAlchemyError

from cruachan.engine.processes import has_threads
from cruachan.server.errors import StoreError, store_error
from cruachan.server.store import club as of_club
from cruachan.server.store import lists
from cruachan.server.store import notices as of_notices
from cruachan.server.store import persons as of_persons
from cruachan.server.store.databases import Where, complaint, copy_sqlite, cut_off, opened
from cruachan.server.store.jobs import Job as Job
from cruachan.server.store.lists import ADD_STANDING, SEAT, STAND, first_standing, next_standing
from cruachan.server.store.lists import EVERY as EVERY
from cruachan.server.store.lists import After as After
from cruachan.server.store.lists import ListFilter as ListFilter
from cruachan.server.store.lists import Standing as Standing
from cruachan.server.store.lists import StoredTable as StoredTable
from cruachan.server.store.notice_schema import awaited, deadlines, notice_ways, notices
from cruachan.server.store.schema import (
    going,
    keys,
    leases,
    metadata,
    removed_keys,
    rows,
    seeds,
    standings,
    tables,
    uptimes,
)

T = TypeVar("T")
log = logging.getLogger(__name__)
MOST = 2000
"""How many rows one transaction takes at most."""
LISTED = 500
"""How many tables a list has at most."""
READERS = 4
"""How many threads read: no bot and nothing else ever holds one of them."""
PULSE = 2.0
"""Seconds within which the writer writes something small, if it is well."""


class StoredRow(NamedTuple):
    """A row as it is stored."""

    seq: int
    at: int
    kind: str
    data: str
    request: str | None


def add_table(table: StoredTable, seed: bytes) -> Job:
    """A new table and its seed."""
    return [
        (ADD_TABLE, table._asdict()),
        (ADD_SEED, {"table": table.id, "seed": seed}),
        (ADD_GOING, {"table": table.id}),
        (ADD_STANDING, first_standing(table)),
    ]


def end_table(table: str) -> Job:
    """A table that is neither open nor played any more."""
    return [(DROP_GOING, {"ended_table": table})]


def add_row(table: str, row: StoredRow, after: After) -> Job:
    """A row of a table, and how the table stands after it."""
    return [
        (ADD_ROW, {"table": table, **after._asdict(), **row._asdict()}),
        (STAND, next_standing(table, row.seq, row.at, after)),
    ]


def set_seats(table: str, seats: str) -> Job:
    """Who sits where at a table now, as JSON, for lists."""
    return [(SEAT, {"sitting_table": table, "sitting_seats": seats})]


def change_row(table: str, seq: int, data: str) -> Job:
    """A row that reads otherwise now; what it said before is gone."""
    return [(CHANGE_ROW, {"changed_table": table, "changed_seq": seq, "changed_data": data})]


def add_key(table: str, seat: int, hashed: bytes, root: bytes | None = None) -> Job:
    """Somebody who may play a seat; `root` is who let her in by a link."""
    return [(ADD_KEY, {"hash": hashed, "table": table, "seat": seat, "root": root})]


def add_lease(table: str, holder: str) -> Job:
    """The server that has a new table in memory."""
    return [(ADD_LEASE, {"table": table, "holder": holder})]


def remove_key(table: str, hashed: bytes) -> Job:
    """Somebody whom the host has removed from a seat."""
    return [(REMOVE_KEY, {"table": table, "hash": hashed})]


def keep_uptime(id_: str, since: int, until: int) -> Job:
    """Some time in which a server has been there; it may be stored already, up to less."""
    return [
        (ADD_UPTIME, {"id": id_, "since": since, "until": until}),
        (KEEP_UPTIME, {"kept_id": id_, "kept_until": until}),
    ]


def forget_uptimes(before: int) -> Job:
    """Forget the servers that were there long ago."""
    return [(FORGET_UPTIMES, {"forgotten_until": before})]


def drop_keys(table: str, seat: int) -> Job:
    """Nobody may play a seat any more."""
    return [(DROP_KEYS, {"left_table": table, "left_seat": seat})]


_version = table("alembic_version", column("version_num"))
HEARTBEAT = update(_version).values(version_num=_version.c.version_num)
"""Changes nothing, and is written like everything else."""
ADD_TABLE = insert(tables)
ADD_SEED = insert(seeds)
ADD_GOING = insert(going)
DROP_GOING = delete(going).where(going.c.table == bindparam("ended_table"))
_before = rows.alias()
ADD_ROW = insert(rows).from_select(
    rows.c.keys(),
    select(*(cast(bindparam(each.name), each.type) for each in rows.c)).where(
        (cast(bindparam("seq"), Integer) == 1)
        | exists().where(
            _before.c.table == cast(bindparam("table"), String),
            _before.c.seq == cast(bindparam("seq"), Integer) - 1,
        )
    ),
)
"""Adds nothing where the row before it is missing: a database that was set back has no holes."""
CHANGE_ROW = (
    update(rows)
    .where(rows.c.table == bindparam("changed_table"), rows.c.seq == bindparam("changed_seq"))
    .values(data=bindparam("changed_data"))
)
ADD_KEY = insert(keys)
ADD_LEASE = insert(leases)
ADD_UPTIME = insert(uptimes)
KEEP_UPTIME = (
    update(uptimes)
    .where(uptimes.c.id == bindparam("kept_id"))
    .values(until=bindparam("kept_until"))
)
FORGET_UPTIMES = delete(uptimes).where(uptimes.c.until < bindparam("forgotten_until"))
COUNTED = {"preserve_rowcount": True}
REMOVE_KEY = insert(removed_keys)
UNLESS_THERE: dict[tuple[object, str], Insert] = {
    (kind, name): dialect.insert(kind.table).on_conflict_do_nothing()
    for kind in (
        ADD_KEY,
        REMOVE_KEY,
        ADD_UPTIME,
        of_persons.ADD_BLOCK,
        *of_notices.UNLESS_THERE,
    )
    for name, dialect in (("sqlite", sqlite), ("postgresql", postgresql))
}
"""How a key is added that may be there already."""
MUST_FIND: dict[object, str] = {
    ADD_ROW: "the row before it is missing",
    of_persons.USE_TOKEN: "the token was used",
    of_notices.CLAIM_NOTICE: "another server sends the notice",
}
"""What is written wholly or not at all: a statement that finds less than it should fails."""
DROP_KEYS = delete(keys).where(
    keys.c.table == bindparam("left_table"), keys.c.seat == bindparam("left_seat")
)


REMOVALS = tuple(
    delete(each).where(column == bindparam("removed_table"))
    for each, column in (
        (rows, rows.c.table),
        (keys, keys.c.table),
        (removed_keys, removed_keys.c.table),
        (seeds, seeds.c.table),
        (going, going.c.table),
        (standings, standings.c.table),
        (leases, leases.c.table),
        (deadlines, deadlines.c.table),
        (awaited, awaited.c.table),
        (notices, notices.c.table),
        (notice_ways, notice_ways.c.table),
        (tables, tables.c.id),
    )
)
"""What removes a table for good."""
GOES_ON = tables.c.id.in_(select(going.c.table))
_later = rows.alias()
LAST_SEQ = (
    select(func.max(_later.c.seq))
    .where(_later.c.table == tables.c.id)
    .correlate(tables)
    .scalar_subquery()
)
"""Found in the primary key, at once for each table; grouping would read all rows there are."""
KINDS = (
    HEARTBEAT,
    ADD_TABLE,
    ADD_SEED,
    ADD_GOING,
    ADD_STANDING,
    ADD_LEASE,
    ADD_ROW,
    STAND,
    SEAT,
    CHANGE_ROW,
    DROP_GOING,
    DROP_KEYS,
    ADD_KEY,
    REMOVE_KEY,
    ADD_UPTIME,
    KEEP_UPTIME,
    FORGET_UPTIMES,
    *of_persons.KINDS,
    *of_notices.KINDS,
    *of_club.KINDS,
    *REMOVALS,
)
"""In which order things are written: a row after the table it belongs to."""


class Commit(NamedTuple):
    """A transaction that was committed."""

    seconds: float
    """How long it took."""
    moves: int
    """How many moves it stored."""
    reached: dict[str, int]
    """The number of the last event of each table that it stored."""


CommitObserver = Callable[[Commit], None]


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
        self._observers: list[CommitObserver] = []
        self.when_dead: Callable[[str], None] | None = None
        """Is called with a reason, in the writer's thread, if that ends before the store closes."""
        self._ended = False
        self._readers = ThreadPoolExecutor(READERS, "store-reader")
        self._jobs: queue.SimpleQueue[tuple[Job, Future[None]] | None] = queue.SimpleQueue()
        self._writer: threading.Thread | None = None
        if has_threads():
            self._writer = threading.Thread(target=self._write, name="store", daemon=True)
            self._writer.start()

    def close(self) -> None:
        """Write what has queued, and stop."""
        if self._writer is not None:
            self._jobs.put(None)
            self._writer.join()
        self._readers.shutdown()
        self.engine.dispose()

    # Writing

    def put(self, job: Job) -> Future[None]:
        """Have something written; the future is done when it is safe on disk."""
        done: Future[None] = Future()
        done.set_running_or_notify_cancel()
        if self._writer is None:
            self._commit([(job, done)])
            return done
        self._jobs.put((job, done))
        if self._ended:
            self._fail_queued()
        return done

    def _write(self) -> None:
        """Commit all that has queued, until the store closes; say so if that ends otherwise."""
        try:
            self._commit_queued()
        except BaseException as error:
            log.exception("the writer of the store has died")
            if self.when_dead is not None:
                self.when_dead(f"{type(error).__name__}: {error}")
        finally:
            self._ended = True
            self._fail_queued()

    def _fail_queued(self) -> None:
        """Nobody writes any more: whoever waits for that need not."""
        while True:
            try:
                waiting = self._jobs.get_nowait()
            except queue.Empty:
                return
            if waiting is not None:
                waiting[1].set_exception(store_error("no_writer"))

    def _commit_queued(self) -> None:
        open_ = True
        while open_:
            first = self._jobs.get()
            batch = [] if first is None else [first]
            open_ = first is not None
            size = 0
            while open_ and size < MOST and not self._jobs.empty():
                another = self._jobs.get()
                if another is None:
                    open_ = False
                else:
                    batch.append(another)
                    size += len(another[0])
            if batch:
                self._commit(batch)

    def _commit(self, batch: list[tuple[Job, Future[None]]]) -> None:
        """Commit all together; where one of them does not fit, each by itself."""
        begun = time.perf_counter()
        try:
            with self.engine.begin() as connection:
                _execute(connection, [job for job, _ in batch])
        except BaseException as error:
            if len(batch) > 1 and isinstance(error, IntegrityError):
                for each in batch:
                    self._commit([each])
                return
            if not isinstance(error, SQLAlchemyError):
                log.exception("not written")
            for _, done in batch:
                done.set_exception(store_error("unwritten", says=complaint(error)))
            if not isinstance(error, Exception):
                raise
        else:
            for _, done in batch:
                done.set_result(None)
            if self._observers:
                self._notify([job for job, _ in batch], time.perf_counter() - begun)

    def subscribe(self, observer: CommitObserver) -> None:
        """Call an observer after each commit, in the writer's thread."""
        self._observers.append(observer)

    def _notify(self, jobs: list[Job], seconds: float) -> None:
        commit = Commit(seconds, _moves(jobs), _reached(jobs))
        for observer in self._observers:
            try:
                observer(commit)
            except Exception:
                log.exception("what was written could not be told")

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
        """The seed of a table's dice: for who rolls them, and nobody else."""
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
        """Those of some tables that a server among several has in memory."""
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


def _reached(jobs: Iterable[Job]) -> dict[str, int]:
    """The last row of each table that something was written of."""
    found: dict[str, int] = {}
    for job in jobs:
        for kind, value in job:
            if kind is ADD_ROW:
                found[value["table"]] = max(value["seq"], found.get(value["table"], 0))
    return found


def _moves(jobs: Iterable[Job]) -> int:
    """How many moves were written."""
    return sum(kind is ADD_ROW and value["kind"] == "move" for job in jobs for kind, value in job)


def _execute(connection: Connection, jobs: list[Job]) -> None:
    """All statements, those of one kind at once; a table stands as its last event has it."""
    for kind in KINDS:
        values = [value for job in jobs for each, value in job if each is kind]
        if kind is STAND:
            values = list({value["stood_table"]: value for value in values}.values())
        if values:
            statement = UNLESS_THERE.get((kind, connection.dialect.name), kind)
            done = connection.execute(statement, values, execution_options=COUNTED)
            if kind in MUST_FIND and done.rowcount != len(values):
                raise IntegrityError(None, None, Exception(MUST_FIND[kind]))
