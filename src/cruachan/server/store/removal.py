"""Removes tables permanently: named ones, and expired ones."""

from __future__ import annotations

from collections.abc import Collection

from cruachan.engine.errors import CruachanError
from cruachan.engine.texts import message
from cruachan.server import PACKAGE
from cruachan.server.limits import LIMITS
from cruachan.server.store.jobs import Job
from cruachan.server.store.lists import Standing
from cruachan.server.store.store import Store
from cruachan.server.store.table_jobs import REMOVALS

DAY = 24 * 3_600_000
SOME = 200
"""How many tables are removed in one transaction."""


def remove_table(table: str) -> Job:
    """Everything of a table; nothing can be added to it any more, since its last row is gone."""
    return [(removal, {"removed_table": table}) for removal in REMOVALS]


def named(store: Store, which: Collection[str]) -> list[Standing]:
    """Tables by their ids; a CruachanError names those that are not there."""
    found = store.standings(which)
    missing = sorted(set(which) - {standing.table.id for standing in found})
    if missing:
        raise CruachanError(message(PACKAGE, "remove.missing", tables=", ".join(missing)))
    return found


def untouched(store: Store, days: float, now: int) -> list[Standing]:
    """The tables at which nothing has happened for some days."""
    return store.until(now - int(days * DAY))


def expired(store: Store, now: int) -> list[Standing]:
    """The tables that are kept no longer, by the limits of the server: of those that another server
    has in memory, none."""
    found: list[Standing] = []
    if LIMITS.keep_unstarted:
        found += store.until(now - int(LIMITS.keep_unstarted * DAY), ("open",))
    if LIMITS.keep_finished:
        found += store.until(now - int(LIMITS.keep_finished * DAY), ("over", "closed"))
    return found


def remove(store: Store, which: Collection[str]) -> None:
    """Remove tables, some at a time."""
    ids = list(which)
    for start in range(0, len(ids), SOME):
        job = [each for id_ in ids[start : start + SOME] for each in remove_table(id_)]
        store.put(job).result()
