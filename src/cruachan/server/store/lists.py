"""SQL statements of table lists, which read `standings`: as many rows as they show."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    String,
    bindparam,
    case,
    cast,
    exists,
    func,
    insert,
    literal,
    select,
    update,
)

from cruachan.server.store.jobs import Parameters
from cruachan.server.store.schema import keys, standings, tables

GOING = ("open", "playing")
"""The status of tables that are listed."""


class StoredTable(NamedTuple):
    """The row of a table: what was decided when it was made."""

    id: str
    game: str
    board: str
    board_digest: str
    rules_version: int
    setup: str
    commitment: str
    public: bool
    created: int
    host: str | None = None
    """From where it was made; None where that was not written down."""


class After(NamedTuple):
    """How a table stands after a row."""

    status: str
    awaits: bool
    """Whether chance or a bot comes next."""
    waits: str = ""
    """The seats waited for, with spaces between them."""
    round: int = 0


class Standing(NamedTuple):
    """A table in a list: where it stands."""

    table: StoredTable
    seq: int
    at: int
    after: After
    seats: str | None = None
    """The players of the seats, as JSON; None in older rows."""
    since: int = 0
    """When the seats that are waited for changed last; 0 where that was not written down."""


class ListFilter(NamedTuple):
    """Which tables of a list are wanted."""

    status: str | None = None
    game: str | None = None
    waiting: bool = False
    """Only tables where the requesting player is to move."""


EVERY = ListFilter()
MOST_WAITING = 1000
ADD_STANDING = insert(standings)
STAND = (
    update(standings)
    .where(standings.c.table == bindparam("stood_table"), standings.c.seq < bindparam("stood_seq"))
    .values(
        {
            each: bindparam(f"stood_{each}")
            for each in ("going", "seq", "at", "status", "awaits", "waits", "round")
        }
        | {
            "since": case(
                (standings.c.waits == bindparam("stood_waits"), standings.c.since),
                else_=bindparam("stood_at"),
            )
        }
    )
)
SEAT = (
    update(standings)
    .where(standings.c.table == bindparam("sitting_table"))
    .values(seats=bindparam("sitting_seats"))
)


def first_standing(table: StoredTable) -> Parameters:
    """The values of `ADD_STANDING` for a new table."""
    first = After("open", False)._asdict()
    shared = {"table": table.id, "public": table.public, "going": True, "seats": None}
    return shared | first | {"seq": 0, "at": table.created, "since": table.created}


def next_standing(table: str, seq: int, at: int, after: After) -> Parameters:
    """The values of `STAND` for a table after a row."""
    stands = after._asdict() | {"table": table, "seq": seq, "at": at}
    stands["going"] = after.status in GOING
    return {f"stood_{name}": value for name, value in stands.items()}


def listed(
    connection: Connection, most: int, skip: int, which: ListFilter = EVERY
) -> list[Standing]:
    """The public tables that are open or played, the youngest first."""
    wanted = standings.c.public.is_(True) & standings.c.going.is_(True)
    found = [wanted, *_wanted(which)]
    return _read(connection, found, [standings.c.at.desc()], most, skip)


def own(
    connection: Connection,
    holders: Collection[bytes],
    most: int,
    skip: int,
    which: ListFilter = EVERY,
) -> list[Standing]:
    """The tables that keys open: those that wait for their owner first, then the youngest, closed
    ones last."""
    held = select(keys.c.table).where(keys.c.hash.in_(holders))
    waits = _waits_for(holders)
    wanted = [standings.c.table.in_(held), *_wanted(which), *([waits] if which.waiting else [])]
    order = [standings.c.status == "closed", waits.desc(), standings.c.at.desc()]
    return _read(connection, wanted, order, most, skip)


def _waits_for(holders: Collection[bytes]) -> ColumnElement[bool]:
    """Whether a table waits for a seat that keys open."""
    space = literal(" ")
    seat = literal("% ").concat(cast(keys.c.seat, String)).concat(" %")
    return exists().where(
        keys.c.hash.in_(holders),
        keys.c.table == standings.c.table,
        space.concat(standings.c.waits).concat(" ").like(seat),
    )


def count_waiting(connection: Connection, holders: Collection[bytes]) -> int:
    """At how many tables somebody is waited for."""
    held = select(keys.c.table).where(keys.c.hash.in_(holders))
    wanted = select(func.count()).select_from(standings)
    mine = (standings.c.table.in_(held), standings.c.going.is_(True), _waits_for(holders))
    return int(connection.execute(wanted.where(*mine)).scalar_one())


def waiting_tables(connection: Connection, holders: Collection[bytes]) -> list[str]:
    """The tables at which somebody is waited for, at most 1,000."""
    held = select(keys.c.table).where(keys.c.hash.in_(holders))
    mine = (standings.c.table.in_(held), standings.c.going.is_(True), _waits_for(holders))
    found = select(standings.c.table).where(*mine).order_by(standings.c.table).limit(MOST_WAITING)
    return list(connection.execute(found).scalars())


def tables_of(connection: Connection, holders: Collection[bytes]) -> set[str]:
    """The tables that keys open."""
    found = select(keys.c.table).where(keys.c.hash.in_(holders))
    return set(connection.execute(found).scalars())


def _wanted(which: ListFilter) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = []
    if which.status is not None:
        found.append(standings.c.status == which.status)
    if which.game is not None:
        of_game = select(tables.c.id).where(tables.c.game == which.game)
        found.append(standings.c.table.in_(of_game))
    return found


def of_tables(connection: Connection, ids: Sequence[str]) -> list[Standing]:
    """Where some tables stand."""
    order = [standings.c.at.desc()]
    return _read(connection, [standings.c.table.in_(ids)], order, len(ids), 0)


def _read(
    connection: Connection,
    which: Sequence[ColumnElement[bool]],
    order: Sequence[ColumnElement[Any]],
    most: int,
    skip: int,
) -> list[Standing]:
    found = connection.execute(
        select(standings).where(*which).order_by(*order).limit(most).offset(skip)
    ).all()
    ids = [row.table for row in found]
    made = connection.execute(select(tables).where(tables.c.id.in_(ids)))
    by_id = {row.id: StoredTable(*row) for row in made}
    return [
        Standing(
            by_id[row.table],
            row.seq,
            row.at,
            After(row.status, row.awaits, row.waits, row.round),
            row.seats,
            row.since,
        )
        for row in found
    ]


def seats_held(
    connection: Connection, holders: Collection[bytes], ids: Sequence[str]
) -> dict[str, list[int]]:
    """The seats that keys open at tables."""
    held = keys.c.hash.in_(holders)
    wanted = select(keys.c.table, keys.c.seat).where(held, keys.c.table.in_(ids)).distinct()
    found: dict[str, list[int]] = {}
    for table, seat in connection.execute(wanted.order_by(keys.c.seat)):
        found.setdefault(table, []).append(seat)
    return found
