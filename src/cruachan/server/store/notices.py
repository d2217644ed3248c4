"""SQL statements of clock deadlines and of notices."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from cruachan.server.store.jobs import Job, Statement
from cruachan.server.store.notice_schema import (
    awaited,
    deadlines,
    notice_ways,
    notices,
    server_secrets,
)
from cruachan.server.store.schema import holders, keys, person_settings

NEVER = 2**62
"""When to look again where there is nothing to look for."""
WAITING, SENT, GIVEN_UP = "waiting", "sent", "given_up"


class Awaited(NamedTuple):
    """A seat whose person is to move."""

    table: str
    seat: int
    decision: int
    """The number of the event after which that began; the same for all parts of a turn."""
    at: int
    """When she did something last, or could see the table."""
    look: int = 0


class Way(NamedTuple):
    """Where notices go."""

    id: str
    person: str | None
    table: str | None
    kind: str
    target: str
    label: str
    lang: str
    secret: str
    confirmed: bool
    created: int
    failed: str | None = None


class QueuedNotice(NamedTuple):
    """A notice that is to be sent, or was."""

    id: str
    way: str
    table: str
    seat: int
    decision: int
    created: int
    due: int
    tries: int = 0
    state: str = WAITING


class DueNotice(NamedTuple):
    """A notice that is to be sent, and to whom."""

    owner: str
    """The person, or the table, whose way it goes."""
    notice: QueuedNotice


# Writing

DROP_DEADLINE = delete(deadlines).where(deadlines.c.table == bindparam("that_table"))
ADD_DEADLINE = insert(deadlines)
_seat = (awaited.c.table == bindparam("that_table")) & (awaited.c.seat == bindparam("that_seat"))
DROP_AWAITED = delete(awaited).where(_seat)
ADD_AWAITED = insert(awaited)
_new_at: Any = bindparam("new_at")
TOUCH_AWAITED = update(awaited).where(_seat).values(at=_new_at, look=_new_at)
LOOKED_AT = (
    update(awaited)
    .where(
        _seat,
        awaited.c.decision == bindparam("that_decision"),
        awaited.c.at == bindparam("that_at"),
    )
    .values(look=bindparam("new_look"))
)
LOOK_AGAIN = update(awaited).where(_seat).values(look=0)
ADD_WAY = insert(notice_ways)
_way = notice_ways.c.id == bindparam("that_id")
DROP_WAY = delete(notice_ways).where(_way)
DROP_WAYS = delete(notice_ways).where(notice_ways.c.person == bindparam("that_person"))
DROP_TABLE_WAYS = delete(notice_ways).where(notice_ways.c.table == bindparam("that_table"))
CONFIRM_WAY = update(notice_ways).where(_way).values(confirmed=True)
FAIL_WAY = update(notice_ways).where(_way).values(failed=bindparam("new_failed"))
ADD_NOTICE = insert(notices)
_notice = notices.c.id == bindparam("that_id")
CLAIM_NOTICE = (
    update(notices)
    .where(_notice, notices.c.state == WAITING, notices.c.due == bindparam("that_due"))
    .values(due=bindparam("new_due"), tries=notices.c.tries + 1)
)
"""Must find its notice: of two servers that want to send it one does."""
END_NOTICE = update(notices).where(_notice).values(state=bindparam("new_state"))
DELAY_NOTICE = update(notices).where(_notice).values(due=bindparam("new_due"))
DROP_NOTICE = delete(notices).where(_notice)
FORGET_NOTICES = delete(notices).where(
    notices.c.created < bindparam("that_created"), notices.c.state != WAITING
)
ADD_SECRET = insert(server_secrets)

KINDS: tuple[Statement, ...] = (
    DROP_DEADLINE,
    ADD_DEADLINE,
    DROP_AWAITED,
    ADD_AWAITED,
    TOUCH_AWAITED,
    LOOKED_AT,
    LOOK_AGAIN,
    DROP_WAYS,
    DROP_TABLE_WAYS,
    DROP_WAY,
    ADD_WAY,
    CONFIRM_WAY,
    FAIL_WAY,
    ADD_NOTICE,
    CLAIM_NOTICE,
    END_NOTICE,
    DELAY_NOTICE,
    DROP_NOTICE,
    FORGET_NOTICES,
    ADD_SECRET,
)
"""In which order things are written: what was before is gone before what is now comes."""
UNLESS_THERE = (ADD_AWAITED, ADD_NOTICE, ADD_SECRET)
"""What may be there already."""


def set_deadline(table: str, zero: tuple[int, int] | None, acts: bool) -> Job:
    """When the first clock of a table comes to zero, and whether the server does something then."""
    job: Job = [(DROP_DEADLINE, {"that_table": table})]
    if zero is not None:
        seat, at = zero
        job.append((ADD_DEADLINE, {"table": table, "seat": seat, "at": at, "acts": acts}))
    return job


def await_seats(table: str, seats: Iterable[int], decision: int, at: int) -> Job:
    """Seats whose people are waited for from now on, unless they were already."""
    new = [Awaited(table, seat, decision, at, at) for seat in seats]
    return [(ADD_AWAITED, each._asdict()) for each in new]


def await_no_more(table: str, seats: Iterable[int]) -> Job:
    """Seats whose people are not waited for."""
    return [(DROP_AWAITED, {"that_table": table, "that_seat": seat}) for seat in seats]


def touch(table: str, seat: int, at: int) -> Job:
    """Somebody who is waited for has done something, or can see the table until a time."""
    return [(TOUCH_AWAITED, {"that_table": table, "that_seat": seat, "new_at": at})]


def looked_at(row: Awaited, look: int) -> Job:
    """When to look at a seat again, unless something has changed since it was read."""
    that = {f"that_{name}": getattr(row, name) for name in ("table", "seat", "decision", "at")}
    return [(LOOKED_AT, that | {"new_look": look})]


def about(statement: Statement, id_: str, **new: Any) -> Job:
    """A statement about a way or a notice."""
    return [(statement, {"that_id": id_} | {f"new_{key}": value for key, value in new.items()})]


def claim(notice: QueuedNotice, until: int) -> Job:
    """Let nobody else send a notice until a time."""
    return [(CLAIM_NOTICE, {"that_id": notice.id, "that_due": notice.due, "new_due": until})]


# Reading


def run_out(connection: Connection, at: int, most: int) -> list[str]:
    """The tables at which a clock has come to zero and the server is to do something."""
    wanted = select(deadlines.c.table).where(deadlines.c.acts.is_(True), deadlines.c.at <= at)
    return list(connection.execute(wanted.order_by(deadlines.c.at).limit(most)).scalars())


def to_look_at(connection: Connection, at: int, most: int) -> list[Awaited]:
    """The seats at which it is time to look whether somebody is to be given notice."""
    wanted = select(awaited).where(awaited.c.look <= at).order_by(awaited.c.look).limit(most)
    return [Awaited(*row) for row in connection.execute(wanted)]


def awaited_at(connection: Connection, table: str, seat: int) -> Awaited | None:
    """Whether and since when a seat's person is waited for."""
    wanted = select(awaited).where(awaited.c.table == table, awaited.c.seat == seat)
    found = connection.execute(wanted).first()
    return Awaited(*found) if found else None


def awaited_by(connection: Connection, person: str) -> list[Awaited]:
    """The seats of a person at which she is waited for."""
    own = select(holders.c.hash).where(holders.c.person == person)
    mine = (keys.c.table == awaited.c.table) & (keys.c.seat == awaited.c.seat)
    wanted = select(awaited).join(keys, mine).where(keys.c.hash.in_(own)).distinct()
    return [Awaited(*row) for row in connection.execute(wanted)]


def awaited_of(connection: Connection, table: str) -> list[Awaited]:
    """The seats of a table whose people are waited for."""
    wanted = select(awaited).where(awaited.c.table == table)
    return [Awaited(*row) for row in connection.execute(wanted)]


def persons_at(connection: Connection, table: str, seat: int) -> dict[str, str | None]:
    """The persons who have a seat, with what they have chosen about notices."""
    chosen = (person_settings.c.person == holders.c.person) & (person_settings.c.name == "notices")
    wanted = (
        select(holders.c.person, person_settings.c.value)
        .join(keys, keys.c.hash == holders.c.hash)
        .outerjoin(person_settings, chosen)
        .where(keys.c.table == table, keys.c.seat == seat)
    )
    return {row.person: row.value for row in connection.execute(wanted)}


def chosen_by(connection: Connection, person: str) -> str | None:
    """What a person has chosen about notices."""
    wanted = select(person_settings.c.value).where(
        person_settings.c.person == person, person_settings.c.name == "notices"
    )
    found: str | None = connection.execute(wanted).scalar()
    return found


def ways_of(connection: Connection, persons: Iterable[str], table: str | None) -> list[Way]:
    """Where notices for persons and about a table go."""
    of_persons = notice_ways.c.person.in_(list(persons))
    which = of_persons if table is None else of_persons | (notice_ways.c.table == table)
    wanted = select(notice_ways).where(which).order_by(notice_ways.c.created)
    return [Way(*row) for row in connection.execute(wanted)]


def way(connection: Connection, id_: str) -> Way | None:
    """A way by its id."""
    found = connection.execute(select(notice_ways).where(notice_ways.c.id == id_)).first()
    return Way(*found) if found else None


def due_notices(connection: Connection, at: int, most: int, each: int) -> list[DueNotice]:
    """The notices that are to be sent, at most so many of each person (or table): the many of one
    do not keep those of others back."""
    owner = func.coalesce(notice_ways.c.person, notice_ways.c.table, notices.c.way)
    rank = func.row_number().over(partition_by=owner, order_by=(notices.c.due, notices.c.id))
    ranked = (
        select(*notices.c, owner.label("owner"), rank.label("rank"))
        .outerjoin(notice_ways, notice_ways.c.id == notices.c.way)
        .where(notices.c.state == WAITING, notices.c.due <= at)
        .subquery()
    )
    own = [ranked.c[column.name] for column in notices.c]
    wanted = select(ranked.c.owner, *own).where(ranked.c.rank <= each)
    found = connection.execute(wanted.order_by(ranked.c.rank, ranked.c.due).limit(most))
    return [DueNotice(owner, QueuedNotice(*row)) for owner, *row in found]


def secret(connection: Connection, name: str) -> str | None:
    """What all servers of a store share."""
    wanted = select(server_secrets.c.value).where(server_secrets.c.name == name)
    found: str | None = connection.execute(wanted).scalar()
    return found
