"""Results of finished games, computed again from the events of their tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cruachan.engine.errors import CruachanError
from cruachan.engine.texts import Message
from cruachan.server.club.results import has_people, result_of
from cruachan.server.store import club as stored
from cruachan.server.store.club import TableResult
from cruachan.server.store.store import Store
from cruachan.server.tables.session import restore


class Recounted(NamedTuple):
    """A table that was computed again."""

    table: str
    same: bool
    """Whether its result was stored as it is."""
    fault: Message | str | None = None
    """Why its game cannot be played again; its result stays as it was."""


def recount(store: Store) -> Iterator[Recounted]:
    """Compute the results of all finished tables again, and store those that differ or are missing.
    Results whose tables were removed stay."""
    for standing in store.standings():
        if standing.after.status not in ("over", "closed"):
            continue
        id_ = standing.table.id
        try:
            result = result_of(restore(store, standing.table))
        except CruachanError as error:
            yield Recounted(id_, False, error.said)
            continue
        if result is None or not has_people(result):
            continue
        with store.reading() as connection:
            before = stored.result(connection, id_)
            held = stored.kept_holders(connection, id_) or stored.present_holders(connection, id_)
        same = before is not None and _nameless(before) == result
        if not same:
            people = {seat.seat for seat in result.seats if seat.bot is None}
            own = {seat: holder for seat, holder in held.items() if seat in people}
            store.put(stored.replace_result(result, own)).result()
        yield Recounted(id_, same)


def _nameless(result: TableResult) -> TableResult:
    """A result without who the persons are."""
    return result._replace(seats=tuple(seat._replace(person=None) for seat in result.seats))
