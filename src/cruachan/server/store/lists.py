"""Lists of tables, from where each stands: a list reads as many rows as it shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, bindparam, insert, select, update

from cruachan.server.store.schema import keys, standings, tables

GOING = ("open", "playing")
"""The status of tables that are listed."""


class StoredTable(NamedTuple):
    """What was decided when a table was made, as it is stored."""

    id: str
    game: str
    board: str
    board_digest: str
    rules_version: int
    setup: str
    commitment: str
    public: bool
    created: int


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
    """Who sits where, as JSON; None where that was not written down."""


ADD_STANDING = insert(standings)
STAND = (
    update(standings)
    .where(standings.c.table == bindparam("stood_table"), standings.c.seq < bindparam("stood_seq"))
    .values(
        {
            each: bindparam(f"stood_{each}")
            for each in ("going", "seq", "at", "status", "awaits", "waits", "round")
        }
    )
)
SEAT = (
    update(standings)
    .where(standings.c.table == bindparam("sitting_table"))
    .values(seats=bindparam("sitting_seats"))
)


def first_standing(table: StoredTable) -> dict[str, Any]:
    """The values of `ADD_STANDING` for a new table."""
    first = After("open", False)._asdict()
    place = {"table": table.id, "public": table.public, "going": True, "seats": None}
    return place | first | {"seq": 0, "at": table.created}


def next_standing(table: str, seq: int, at: int, after: After) -> dict[str, Any]:
    """The values of `STAND` for a table after a row."""
    stands = after._asdict() | {"table": table, "seq": seq, "at": at}
    stands["going"] = after.status in GOING
    return {f"stood_{name}": value for name, value in stands.items()}


def listed(connection: Connection, most: int, skip: int) -> list[Standing]:
    """The public tables that are open or played, the youngest first."""
    wanted = standings.c.public.is_(True) & standings.c.going.is_(True)
    return _read(connection, [wanted], [standings.c.at.desc()], most, skip)


def own(connection: Connection, hashed: bytes, most: int, skip: int) -> list[Standing]:
    """The tables that a key opens, the youngest first and closed ones last."""
    held = select(keys.c.table).where(keys.c.hash == hashed)
    closed = standings.c.status == "closed"
    order = [closed, standings.c.at.desc()]
    return _read(connection, [standings.c.table.in_(held)], order, most, skip)


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
        )
        for row in found
    ]


def seats_held(connection: Connection, hashed: bytes, ids: Sequence[str]) -> dict[str, list[int]]:
    """The seats that a key opens at tables."""
    wanted = select(keys.c.table, keys.c.seat).where(keys.c.hash == hashed, keys.c.table.in_(ids))
    found: dict[str, list[int]] = {}
    for table, seat in connection.execute(wanted.order_by(keys.c.seat)):
        found.setdefault(table, []).append(seat)
    return found
