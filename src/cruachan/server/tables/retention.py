"""Retention: which tables leave the public list, and which are removed."""

from __future__ import annotations

from cruachan.server.limits import LIMITS
from cruachan.server.store import removal
from cruachan.server.store.lists import Standing
from cruachan.server.tables.memory import TableMemory
from cruachan.server.tables.table import HOUR, OPEN, now


def abandoned(memory: TableMemory, standings: list[Standing]) -> set[str]:
    """The tables that wait for players and where nobody has been for long."""
    old = now() - int(LIMITS.listed_empty * HOUR)
    waiting = {s.table.id for s in standings if s.after.status == OPEN and s.at < old}
    for id_ in list(waiting):
        session = memory.sessions.get(id_)
        if session is not None and session.listeners:
            waiting.discard(id_)
    elsewhere = memory.store.leased(waiting) if waiting else set()
    return {id_ for id_ in waiting if id_ in memory.sessions or id_ not in elsewhere}


async def retire(memory: TableMemory) -> int:
    """Remove the tables that are kept no longer, unless somebody is there; how many."""
    found = await memory.store.read(removal.expired, memory.store, now())
    ids = [standing.table.id for standing in found]
    gone = [id_ for id_ in ids if not memory.has(id_) or _let_go_of(memory, id_)]
    await memory.store.read(removal.remove, memory.store, gone)
    return len(gone)


def _let_go_of(memory: TableMemory, id_: str) -> bool:
    """Whether a table was in memory and nobody is there: then it is not any more."""
    session = memory.sessions.get(id_)
    if session is None or session.listeners or session.lock.locked():
        return False
    memory.forget(session)
    return True
