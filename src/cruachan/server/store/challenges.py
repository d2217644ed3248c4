"""SQL statements of daily games and puzzles."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import (
    BigInteger,
    Boolean,
    Connection,
    bindparam,
    case,
    func,
    insert,
    select,
    update,
)

from cruachan.server.store.challenge_schema import daily_tries, puzzle_tries
from cruachan.server.store.club_schema import result_seats, results
from cruachan.server.store.jobs import Job, Statement
from cruachan.server.store.schema import holders

ADD_DAILY_TRY = insert(daily_tries)
ADD_PUZZLE_TRY = insert(puzzle_tries)
ANSWER_PUZZLE = (
    update(puzzle_tries)
    .where(puzzle_tries.c.table == bindparam("that_table"), puzzle_tries.c.solved.is_(None))
    .values(solved=bindparam("now_solved", type_=Boolean), at=bindparam("now_at", type_=BigInteger))
)
KINDS: tuple[Statement, ...] = (ADD_DAILY_TRY, ADD_PUZZLE_TRY, ANSWER_PUZZLE)
"""In which order they are written."""


class DailyTry(NamedTuple):
    """Somebody's game of a day."""

    day: str
    table: str
    place: int | None
    """Hers, once the game is over; 1 is best."""
    shared: bool
    """Whether another seat has the same place."""


class PuzzleTry(NamedTuple):
    """Somebody's first try at a puzzle."""

    puzzle: str
    table: str
    solved: bool | None
    """Not known until the first move is made."""
    at: int | None


class DailyCount(NamedTuple):
    """How many have played the game of a day."""

    begun: int
    finished: int
    won: int


def add_daily_try(day: str, holder: bytes, table: str) -> Job:
    """Somebody begins the game of a day; it is written once for everybody."""
    return [(ADD_DAILY_TRY, {"day": day, "holder": holder, "table": table})]


def add_puzzle_try(puzzle: str, holder: bytes, table: str) -> Job:
    """Somebody tries a puzzle for the first time."""
    new = {"puzzle": puzzle, "holder": holder, "table": table, "at": None, "solved": None}
    return [(ADD_PUZZLE_TRY, new)]


def answer_puzzle(table: str, solved: bool, at: int) -> Job:
    """The first move was made at the table of a puzzle; later ones change nothing."""
    return [(ANSWER_PUZZLE, {"that_table": table, "now_solved": solved, "now_at": at})]


# Reading


def daily_tries_of(connection: Connection, names: Collection[bytes]) -> list[DailyTry]:
    """The daily games that somebody has begun, by day; of several on a day the first to end."""
    own, others = result_seats.alias("own"), result_seats.alias("others")
    same = (
        select(func.count())
        .where(others.c.table == own.c.table, others.c.place == own.c.place)
        .scalar_subquery()
    )
    wanted = (
        select(daily_tries.c.day, daily_tries.c.table, own.c.place, same.label("same"))
        .outerjoin(own, (own.c.table == daily_tries.c.table) & own.c.bot.is_(None))
        .outerjoin(results, results.c.table == daily_tries.c.table)
        .where(daily_tries.c.holder.in_(list(names)))
        .order_by(daily_tries.c.day, results.c.at.is_(None), results.c.at)
    )
    found: dict[str, DailyTry] = {}
    for row in connection.execute(wanted):
        found.setdefault(row.day, DailyTry(row.day, row.table, row.place, (row.same or 0) > 1))
    return list(found.values())


def daily_count(connection: Connection, day: str) -> DailyCount:
    """How many have begun the game of a day, how many finished it and how many won."""
    first = case((result_seats.c.place == 1, 1), else_=0)
    wanted = (
        select(func.count(), func.count(result_seats.c.place), func.coalesce(func.sum(first), 0))
        .select_from(daily_tries)
        .outerjoin(
            result_seats,
            (result_seats.c.table == daily_tries.c.table) & result_seats.c.bot.is_(None),
        )
        .where(daily_tries.c.day == day)
    )
    begun, finished, won = connection.execute(wanted).one()
    return DailyCount(begun, finished, int(won))


def puzzle_tries_of(connection: Connection, names: Collection[bytes]) -> list[PuzzleTry]:
    """The puzzles that somebody has tried, the first try of each."""
    columns = [puzzle_tries.c[name] for name in PuzzleTry._fields]
    wanted = (
        select(*columns)
        .where(puzzle_tries.c.holder.in_(list(names)))
        .order_by(puzzle_tries.c.at.is_(None), puzzle_tries.c.at)
    )
    found: dict[str, PuzzleTry] = {}
    for row in connection.execute(wanted):
        found.setdefault(row.puzzle, PuzzleTry(*row))
    return list(found.values())


def count_answered(connection: Connection) -> tuple[int, int]:
    """How many first answers there are, and how many of them are of persons."""
    wanted = (
        select(func.count(), func.count(holders.c.person))
        .select_from(puzzle_tries)
        .outerjoin(holders, holders.c.hash == puzzle_tries.c.holder)
        .where(puzzle_tries.c.solved.is_not(None))
    )
    answers, of_persons = connection.execute(wanted).one()
    return answers, of_persons


def answered_tries(connection: Connection) -> list[tuple[str, str, bool]]:
    """All first answers in the order in which they came: who, which puzzle, whether it was right.
    Who is a person's id, else the name in which she plays."""
    wanted = (
        select(
            puzzle_tries.c.puzzle, puzzle_tries.c.holder, holders.c.person, puzzle_tries.c.solved
        )
        .outerjoin(holders, holders.c.hash == puzzle_tries.c.holder)
        .where(puzzle_tries.c.solved.is_not(None))
        .order_by(puzzle_tries.c.at, puzzle_tries.c.puzzle)
    )
    found = connection.execute(wanted)
    return [(row.person or bytes(row.holder).hex(), row.puzzle, row.solved) for row in found]
