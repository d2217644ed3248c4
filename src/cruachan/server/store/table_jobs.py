"""Jobs that write tables: their events, keys, seats and results."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Integer, String, bindparam, cast, delete, exists, insert, select, update

from cruachan.server.store.jobs import Job
from cruachan.server.store.lists import (
    ADD_STANDING,
    SEAT,
    STAND,
    After,
    StoredTable,
    first_standing,
    next_standing,
)
from cruachan.server.store.notice_schema import awaited, deadlines, notice_ways, notices
from cruachan.server.store.schema import (
    going,
    keys,
    leases,
    left_seats,
    removed_keys,
    rows,
    seeds,
    standings,
    tables,
    uptimes,
)


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
    """The players of a table now, as JSON, for lists."""
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


def leave_seat(table: str, seat: int, until: int, hashed: bytes) -> Job:
    """Somebody who had a seat up to a row of the table, and left it."""
    return [(LEAVE_SEAT, {"table": table, "seat": seat, "until": until, "hash": hashed})]


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
REMOVE_KEY = insert(removed_keys)
LEAVE_SEAT = insert(left_seats)
DROP_KEYS = delete(keys).where(
    keys.c.table == bindparam("left_table"), keys.c.seat == bindparam("left_seat")
)
REMOVALS = tuple(
    delete(each).where(column == bindparam("removed_table"))
    for each, column in (
        (rows, rows.c.table),
        (keys, keys.c.table),
        (removed_keys, removed_keys.c.table),
        (left_seats, left_seats.c.table),
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
KINDS = (
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
    LEAVE_SEAT,
    ADD_UPTIME,
    KEEP_UPTIME,
    FORGET_UPTIMES,
)
"""In which order they are written: a row after the table it belongs to."""
UNLESS_THERE = (ADD_KEY, REMOVE_KEY, LEAVE_SEAT, ADD_UPTIME)
"""What may be there already."""
