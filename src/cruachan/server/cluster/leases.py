"""What servers that share a store agree on through it: who is there, and who has which table.

A server is there while it renews its row, by the database's clock alone. It has a table in memory
while a row of `leases` names it. A server that finds a table whose holder has gone takes it
over. All of this only keeps servers from getting in each other's way: what decides is the primary
key of the rows, of which there is one for each number of a table.

Everything here waits for the database, so it runs in threads.
"""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Engine,
    cast,
    delete,
    exists,
    func,
    insert,
    literal,
    select,
    update,
)
from sqlalchemy.dialects import postgresql

from cruachan.server.limits import LIMITS
from cruachan.server.store.schema import going, leases, rows, servers, tables

FORGOTTEN = 3600
"""Seconds after which a server that has gone is forgotten."""


class ServerRecord(NamedTuple):
    """A server, as the others know it."""

    id: str
    address: str
    secret: str


def clock() -> float:
    """Seconds that also pass while the machine is suspended, where the system counts those."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


def _now() -> ColumnElement[int]:
    """Milliseconds by the database's clock: the only one that all servers can read."""
    return cast(func.extract("epoch", func.clock_timestamp()) * 1000, BigInteger)


def _is_live(id_: ColumnElement[str]) -> ColumnElement[bool]:
    return exists().where(servers.c.id == id_, servers.c.until > _now()).correlate(leases)


_later = rows.alias()


class Leases:
    """The servers and leases of a database."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    # Servers

    def enter(self, server: ServerRecord) -> None:
        """Enter a server, and forget old ones."""
        until = _now() + int(1000 * LIMITS.lease)
        old = _now() - 1000 * FORGOTTEN
        with self.engine.begin() as connection:
            connection.execute(delete(servers).where(servers.c.until < old))
            connection.execute(insert(servers).values(until=until, **server._asdict()))

    def renew(self, id_: str) -> bool:
        """Renew a server's lease; False if it had expired."""
        until = _now() + int(1000 * LIMITS.lease)
        renewal = update(servers).where(servers.c.id == id_, servers.c.until > _now())
        with self.engine.begin() as connection:
            return bool(connection.execute(renewal.values(until=until)).rowcount)

    def leave(self, id_: str) -> None:
        """Remove a server, so that others can take its tables at once."""
        with self.engine.begin() as connection:
            connection.execute(delete(servers).where(servers.c.id == id_))

    def live_servers(self) -> list[ServerRecord]:
        """The servers whose leases have not expired."""
        with self.engine.connect() as connection:
            return self.read_live_servers(connection)

    @staticmethod
    def read_live_servers(connection: Connection) -> list[ServerRecord]:
        """The servers that are live, read over an open connection."""
        wanted = select(servers.c.id, servers.c.address, servers.c.secret)
        found = connection.execute(wanted.where(servers.c.until > _now()))
        return [ServerRecord(*each) for each in found]

    # Tables

    def take(self, table: str, id_: str) -> str | None:
        """Take a table unless a live server holds it; return its holder. None: no such table."""
        new = postgresql.insert(leases).from_select(
            ["table", "holder"], select(tables.c.id, literal(id_)).where(tables.c.id == table)
        )
        free = (leases.c.holder == id_) | ~_is_live(leases.c.holder)
        taken = new.on_conflict_do_update(
            index_elements=[leases.c.table], set_={"holder": id_}, where=free
        ).returning(leases.c.holder)
        holder = select(leases.c.holder).where(leases.c.table == table)
        with self.engine.begin() as connection:
            found: str | None = connection.execute(taken).scalar()
            return found or connection.execute(holder).scalar()

    def holder(self, table: str) -> str | None:
        """The server that has a table, or had it last."""
        wanted = select(leases.c.holder).where(leases.c.table == table)
        with self.engine.connect() as connection:
            found: str | None = connection.execute(wanted).scalar()
            return found

    def adopt(self, id_: str, most: int) -> list[str]:
        """Take over some tables whose holder has gone: first those where chance or a bot is next,
        since nobody asks for them."""
        last = select(func.max(_later.c.seq)).where(_later.c.table == leases.c.table)
        awaited = exists().where(
            going.c.table == leases.c.table,
            rows.c.table == leases.c.table,
            rows.c.seq == last.correlate(leases).scalar_subquery(),
            rows.c.awaits,
        )
        orphans = (
            select(leases.c.table)
            .where(~_is_live(leases.c.holder))
            .order_by(awaited.correlate(leases).desc())
            .limit(most)
            .with_for_update(skip_locked=True)
        )
        taken = update(leases).where(leases.c.table.in_(orphans)).values(holder=id_)
        with self.engine.begin() as connection:
            found = connection.execute(taken.returning(leases.c.table))
            return list(found.scalars())

    def release(self, which: Collection[str], id_: str) -> None:
        """A server does not have some tables any more."""
        mine = delete(leases).where(leases.c.table.in_(which), leases.c.holder == id_)
        with self.engine.begin() as connection:
            connection.execute(mine)

    def reached(self, which: Collection[str]) -> dict[str, int]:
        """The number of the last row of tables."""
        last = select(func.max(rows.c.seq)).where(rows.c.table == tables.c.id).scalar_subquery()
        with self.engine.connect() as connection:
            found = connection.execute(select(tables.c.id, last).where(tables.c.id.in_(which)))
            return {table: seq for table, seq in found if seq is not None}
