"""Moving a store to another database, while nobody plays: `cruachan migrate-store FROM TO`.

Everything is written under a transaction, or into a file beside, and held against what it was
copied from: every row, every key, and every game played again. Only then is it there, all at once.
The store it came from stays as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from filelock import FileLock, Timeout
from sqlalchemy import Connection, Table, func, insert, select, text
from sqlalchemy.exc import SQLAlchemyError

from cruachan.engine.errors import CruachanError
from cruachan.engine.texts import Message, message
from cruachan.server import PACKAGE
from cruachan.server.cluster.leases import Leases
from cruachan.server.store import notice_schema, schema
from cruachan.server.store.challenge_schema import OF_CHALLENGES
from cruachan.server.store.club_schema import OF_CLUB
from cruachan.server.store.databases import (
    FILE,
    SCHEMES,
    VERSION,
    Where,
    complaint,
    make,
    opened,
    postgres,
    shown,
    sqlite,
    version,
)
from cruachan.server.store.doctor import check_table
from cruachan.server.store.league_schema import OF_LEAGUES
from cruachan.server.store.lists import StoredTable
from cruachan.server.store.profile_schema import OF_PROFILES
from cruachan.server.store.table_jobs import StoredRow
from cruachan.server.tables.session import restore

LOCK = "server.lock"
OF_TABLES = (
    schema.tables,
    schema.seeds,
    schema.rows,
    schema.keys,
    schema.removed_keys,
    schema.left_seats,
    schema.going,
    schema.standings,
)
MOVED = (
    *OF_TABLES,
    schema.uptimes,
    *schema.OF_PERSONS,
    *notice_schema.OF_NOTICES,
    *OF_CLUB,
    *OF_LEAGUES,
    *OF_CHALLENGES,
    *OF_PROFILES,
)
"""What is moved; servers and leases are of the moment."""
AT_ONCE = 1000
PATIENCE = "SET LOCAL lock_timeout = 3000"

Tell = Callable[[int, int], None]
"""Is told how much is done, of how much."""


class MigrationResult(NamedTuple):
    """What was moved."""

    tables: int
    rows: int
    unplayed: list[Message]
    """Tables that did not replay before either, by rules of another version for instance."""


def _say(key: str, /, **values: Any) -> CruachanError:
    return CruachanError(message(PACKAGE, f"move.{key}", **values))


def store_location(said: str) -> Where:
    """Where a store is: an address of PostgreSQL, a folder, or the file in it."""
    if said.startswith(SCHEMES):
        return said
    path = Path(said)
    return path.parent if path.name == FILE else path


def location_name(where: Where) -> str:
    """The location of a store as messages name it, without a password."""
    return shown(where) if isinstance(where, str) else str(where / FILE)


class Rows:
    """The rows and seeds of a connection, to play games from."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    def rows(self, table: str) -> list[StoredRow]:
        """Everything that happened at a table."""
        columns = [schema.rows.c[name] for name in StoredRow._fields]
        wanted = select(*columns).where(schema.rows.c.table == table)
        found = self.connection.execute(wanted.order_by(schema.rows.c.seq))
        return [StoredRow(*row) for row in found]

    def seed(self, table: str) -> bytes:
        """The seed of a table's dice."""
        wanted = select(schema.seeds.c.seed).where(schema.seeds.c.table == table)
        return bytes(self.connection.execute(wanted).scalar_one())

    def all_of(self, table: str) -> list[list[tuple[Any, ...]]]:
        """All that there is of a table, as it is stored."""
        found = []
        for each in OF_TABLES:
            key = each.c.id if each is schema.tables else each.c.table
            wanted = select(each).where(key == table).order_by(*each.primary_key)
            found.append([tuple(row) for row in self.connection.execute(wanted)])
        return found


# The two ends


@contextmanager
def _unplayed_folder(folder: Path) -> Iterator[None]:
    """A folder that no server has, and none gets."""
    lock = FileLock(folder / LOCK)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise _say("played", path=folder / FILE, by=folder) from None
    try:
        yield
    finally:
        lock.release()


def _unplayed_database(connection: Connection, name: str) -> None:
    """Let no server come, and see that none is there, for as long as the transaction lasts."""
    connection.execute(text(PATIENCE))
    connection.execute(text("SET LOCAL statement_timeout = 0"))
    connection.execute(text("LOCK TABLE servers IN SHARE MODE"))
    live = Leases.read_live_servers(connection)
    if live:
        raise _say("played", path=name, by=", ".join(sorted(each.address for each in live)))


def _source(where: Where) -> AbstractContextManager[Connection]:
    """The store to be moved; it is not changed, except that an older one is brought up to date."""
    return _from_postgres(where) if isinstance(where, str) else _from_folder(where)


@contextmanager
def _from_folder(folder: Path) -> Iterator[Connection]:
    if not (folder / FILE).exists():
        raise CruachanError(message(PACKAGE, "doctor.none", path=folder / FILE))
    with _unplayed_folder(folder):
        engine, _ = opened(folder)
        with engine.connect() as connection:
            yield connection
        engine.dispose()


@contextmanager
def _from_postgres(address: str) -> Iterator[Connection]:
    engine = postgres(address)
    try:
        with engine.connect() as connection:
            if version(connection)[0] is None:
                raise CruachanError(message(PACKAGE, "doctor.none", path=shown(address)))
        engine.dispose()
        engine, name = opened(address)
        with engine.begin() as connection:
            connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
            _unplayed_database(connection, name)
            yield connection
    finally:
        engine.dispose()


def _target(where: Where) -> AbstractContextManager[Connection]:
    """An empty store; what is written there is there when all has gone well, and else nothing."""
    return _to_postgres(where) if isinstance(where, str) else _to_folder(where)


@contextmanager
def _to_folder(folder: Path) -> Iterator[Connection]:
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path, half = folder / FILE, folder / f".{FILE}.new"
    with _unplayed_folder(folder):
        if path.exists():
            raise _say("not_empty", path=path)
        _remove(half)
        half.touch(0o600)
        engine = sqlite(half)
        try:
            with engine.begin() as connection:
                make(connection)
                yield connection
            engine.dispose()
            half.replace(path)
        finally:
            engine.dispose()
            _remove(half)


def _remove(half: Path) -> None:
    for end in ("", "-wal", "-shm"):
        half.with_name(half.name + end).unlink(missing_ok=True)


@contextmanager
def _to_postgres(address: str) -> Iterator[Connection]:
    engine, name = postgres(address), shown(address)
    try:
        with engine.begin() as connection:
            found, names = version(connection)
            if found is None and names:
                raise CruachanError(message(PACKAGE, "store.foreign", path=name))
            if found is None:
                make(connection)
            elif found != VERSION or connection.execute(select(schema.tables).limit(1)).first():
                raise _say("not_empty", path=name)
            _unplayed_database(connection, name)
            yield connection
    finally:
        engine.dispose()


# Moving


def move(where: Where, to: Where, tell: Tell = lambda done, total: None) -> MigrationResult:
    """Copy a store to an empty place, checked; a CruachanError says why not."""
    try:
        with _source(where) as source, _target(to) as target:
            return _moved(source, target, tell)
    except (SQLAlchemyError, OSError) as error:
        raise _say("failed", path=location_name(to), says=complaint(error)) from None


def _moved(source: Connection, target: Connection, tell: Tell) -> MigrationResult:
    rows = int(source.execute(select(func.count()).select_from(schema.rows)).scalar_one())
    copied = 0
    for table in MOVED:
        for count in _copy(table, source, target):
            copied += count if table is schema.rows else 0
            tell(copied, 2 * rows)
    tables = [StoredTable(*row) for row in source.execute(select(schema.tables))]
    checked, unplayed = 0, []
    for stored in tables:
        seen = _check(stored, Rows(source), Rows(target))
        if seen.unplayed is not None:
            unplayed.append(seen.unplayed)
        checked += seen.rows
        tell(rows + checked, 2 * rows)
    if checked != rows:
        raise _say("differs", table="rows")
    return MigrationResult(len(tables), rows, unplayed)


def _copy(table: Table, source: Connection, target: Connection) -> Iterator[int]:
    found = source.execute(select(table), execution_options={"yield_per": AT_ONCE})
    for some in found.mappings().partitions(AT_ONCE):
        target.execute(insert(table), [dict(row) for row in some])
        yield len(some)


class _Seen(NamedTuple):
    rows: int
    unplayed: Message | None


def _check(stored: StoredTable, source: Rows, target: Rows) -> _Seen:
    """A table is at its new place what it was, and plays again as it did."""
    was, is_ = source.all_of(stored.id), target.all_of(stored.id)
    if was != is_:
        raise _say("differs", table=stored.id)
    last = max((row.seq for row in source.rows(stored.id)), default=0)
    fault = _fault(stored, target, last)
    if fault is not None:
        before = _fault(stored, source, last)
        if before is None or str(before) != str(fault):
            raise _say("differs", table=stored.id)
    return _Seen(len(was[MOVED.index(schema.rows)]), fault)


def _fault(stored: StoredTable, rows: Rows, last: int) -> Message | None:
    """Why a table does not replay to its last row, if it does not."""
    try:
        check_table(restore(rows, stored, verify=True), last)
    except CruachanError as error:
        return _broken(stored, error.said)
    except Exception as error:
        return _broken(stored, f"{type(error).__name__}: {error}")
    return None


def _broken(stored: StoredTable, says: str | Message) -> Message:
    named = {"game": stored.game, "table": stored.id}
    return message(PACKAGE, "doctor.broken", says=says, **named)
