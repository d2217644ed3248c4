"""SQL statements of results of finished games."""

from __future__ import annotations

from collections.abc import Collection
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import (
    Connection,
    Insert,
    Select,
    String,
    bindparam,
    cast,
    delete,
    func,
    insert,
    select,
    tuple_,
)

from cruachan.server.store.club_schema import result_seats, results
from cruachan.server.store.jobs import Job, Parameters, Statement
from cruachan.server.store.schema import holders, keys, persons


class ResultSeat(NamedTuple):
    """A seat of a finished game."""

    seat: int
    place: int
    """1 is best; shared when equal."""
    score: int
    bot: str | None
    """The kind of bot that had the seat; None for a person."""
    forfeit: bool
    """Whether a bot played on for its owner."""
    person: str | None = None
    """Whose it was, where it was a person's of this server."""


class TableResult(NamedTuple):
    """A finished game."""

    table: str
    game: str
    players: int
    at: int
    """When it ended, in milliseconds since 1970."""
    rated: bool
    plies: int
    seats: tuple[ResultSeat, ...]


def _add_seats() -> Insert:
    """Add a seat with its current holder, which is looked up in the same transaction."""
    holder = (
        select(keys.c.hash)
        .where(
            keys.c.table == cast(bindparam("table"), String),
            keys.c.seat == bindparam("held_seat"),
        )
        .order_by(keys.c.root.is_not(None), keys.c.hash)
        .limit(1)
        .scalar_subquery()
    )
    own = [each for each in result_seats.c if each.name != "holder"]
    given = [cast(bindparam(each.name), each.type) for each in own]
    return insert(result_seats).from_select(result_seats.c.keys(), select(*given, holder))


ADD_RESULT = insert(results)
ADD_RESULT_SEAT = _add_seats()
DROP_RESULT = delete(results).where(results.c.table == bindparam("that_table"))
DROP_RESULT_SEATS = delete(result_seats).where(result_seats.c.table == bindparam("that_table"))
KEEP_RESULT_SEAT = insert(result_seats)
KINDS: tuple[Statement, ...] = (
    DROP_RESULT_SEATS,
    DROP_RESULT,
    ADD_RESULT,
    ADD_RESULT_SEAT,
    KEEP_RESULT_SEAT,
)
"""In which order they are written, after the keys of tables."""
NOBODY = -2
"""A seat that nobody holds."""


def _head(result: TableResult) -> Parameters:
    return {each.name: getattr(result, each.name) for each in results.c}


def _own(result: TableResult, seat: ResultSeat) -> Parameters:
    own = {"table": result.table, **seat._asdict()}
    del own["person"]
    return own


def add_result(result: TableResult) -> Job:
    """Store a game's result; the holders of its seats are looked up in the same transaction."""
    job: Job = [(ADD_RESULT, _head(result))]
    for seat in result.seats:
        held = NOBODY if seat.bot else seat.seat
        job.append((ADD_RESULT_SEAT, {**_own(result, seat), "held_seat": held}))
    return job


def drop_result(table: str) -> Job:
    """Delete the result of a game."""
    return [(each, {"that_table": table}) for each in (DROP_RESULT_SEATS, DROP_RESULT)]


def replace_result(result: TableResult, held: dict[int, bytes | None]) -> Job:
    """Store a result that was computed again, with the holders of its seats."""
    job = [*drop_result(result.table), (ADD_RESULT, _head(result))]
    for seat in result.seats:
        job.append((KEEP_RESULT_SEAT, {**_own(result, seat), "holder": held.get(seat.seat)}))
    return job


# Reading


def _joined() -> Select[Any]:
    own = [result_seats.c[name] for name in ResultSeat._fields if name != "person"]
    return (
        select(*results.c, *own, holders.c.person)
        .join(result_seats, result_seats.c.table == results.c.table)
        .outerjoin(holders, holders.c.hash == result_seats.c.holder)
        .order_by(results.c.at, results.c.table, result_seats.c.seat)
    )


def _results(connection: Connection, wanted: Select[Any]) -> list[TableResult]:
    head = len(results.c)
    found = []
    for _, rows in groupby(connection.execute(wanted), key=lambda row: row[0]):
        seats = [(row[:head], ResultSeat(*row[head:])) for row in rows]
        values = dict(zip(TableResult._fields, seats[0][0], strict=False))
        found.append(TableResult(**values, seats=tuple(seat for _, seat in seats)))
    return found


def count_rated(connection: Connection, game: str, players: int) -> int:
    """The number of rated games of a pool."""
    wanted = select(func.count()).select_from(results)
    of_pool = (results.c.game == game) & (results.c.players == players) & results.c.rated
    return int(connection.execute(wanted.where(of_pool)).scalar_one())


def rated_after(
    connection: Connection, game: str, players: int, last: tuple[int, str]
) -> list[TableResult]:
    """The rated games of a pool after one, by time and table, in their order."""
    of_pool = (results.c.game == game) & (results.c.players == players) & results.c.rated
    later = tuple_(results.c.at, results.c.table) > last
    return _results(connection, _joined().where(of_pool, later))


def results_of(connection: Connection, names: Collection[bytes]) -> list[TableResult]:
    """All finished games in which somebody had a seat, the oldest first."""
    own = select(result_seats.c.table).where(result_seats.c.holder.in_(list(names)))
    return _results(connection, _joined().where(results.c.table.in_(own)))


def results_at(connection: Connection, tables: Collection[str]) -> list[TableResult]:
    """The results of some tables, as far as their games are over."""
    return _results(connection, _joined().where(results.c.table.in_(list(tables))))


def pools(connection: Connection) -> list[tuple[str, int]]:
    """The games and numbers of players of which there are rated games."""
    wanted = select(results.c.game, results.c.players).where(results.c.rated).distinct()
    return [(row.game, row.players) for row in connection.execute(wanted)]


def pools_of(connection: Connection, names: Collection[bytes]) -> list[tuple[str, int]]:
    """The games and numbers of players that somebody has played for a rating."""
    own = select(result_seats.c.table).where(result_seats.c.holder.in_(list(names)))
    wanted = select(results.c.game, results.c.players).where(
        results.c.rated, results.c.table.in_(own)
    )
    return [(row.game, row.players) for row in connection.execute(wanted.distinct())]


def named(connection: Connection, ids: Collection[str]) -> dict[str, tuple[str, str]]:
    """Names and colours of persons by their ids; those who were erased are left out."""
    wanted = select(persons.c.id, persons.c.name, persons.c.colour)
    there = wanted.where(persons.c.id.in_(list(ids)), persons.c.erased.is_(False))
    found = connection.execute(there)
    return {row.id: (row.name, row.colour) for row in found}


def kept_holders(connection: Connection, table: str) -> dict[int, bytes | None]:
    """In whose names the seats of a finished game were held."""
    wanted = select(result_seats.c.seat, result_seats.c.holder).where(result_seats.c.table == table)
    return {
        seat: None if holder is None else bytes(holder)
        for seat, holder in connection.execute(wanted)
    }


def present_holders(connection: Connection, table: str) -> dict[int, bytes | None]:
    """In whose names the seats of a table are held now: of who sat down, not of who came later by
    her link."""
    wanted = select(keys.c.seat, keys.c.hash).where(keys.c.table == table)
    order = wanted.order_by(keys.c.root.is_(None), keys.c.hash.desc())
    return {seat: bytes(holder) for seat, holder in connection.execute(order)}


def result(connection: Connection, table: str) -> TableResult | None:
    """The result of a table, if its game is over."""
    found = _results(connection, _joined().where(results.c.table == table))
    return found[0] if found else None
