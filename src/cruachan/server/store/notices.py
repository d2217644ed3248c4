"""What is stored of clocks that run out and of notices: the statements that write and read it."""

from __future__ import annotations

from sqlalchemy import Connection, bindparam, delete, insert, select

from cruachan.server.store.jobs import Job, Statement
from cruachan.server.store.notice_schema import deadlines

DROP_DEADLINE = delete(deadlines).where(deadlines.c.table == bindparam("that_table"))
ADD_DEADLINE = insert(deadlines)

KINDS: tuple[Statement, ...] = (
    DROP_DEADLINE,
    ADD_DEADLINE,
)
"""In which order things are written: what was before is gone before what is now comes."""


def set_deadline(table: str, zero: tuple[int, int] | None, acts: bool) -> Job:
    """When the first clock of a table comes to zero, and whether the server does something then."""
    job: Job = [(DROP_DEADLINE, {"that_table": table})]
    if zero is not None:
        seat, at = zero
        job.append((ADD_DEADLINE, {"table": table, "seat": seat, "at": at, "acts": acts}))
    return job


def run_out(connection: Connection, at: int, most: int) -> list[str]:
    """The tables at which a clock has come to zero and the server is to do something."""
    wanted = select(deadlines.c.table).where(deadlines.c.acts.is_(True), deadlines.c.at <= at)
    return list(connection.execute(wanted.order_by(deadlines.c.at).limit(most)).scalars())
