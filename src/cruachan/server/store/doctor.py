"""Maintenance of a store: integrity check, backup, export of a game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy.exc import DatabaseError

from cruachan.engine.errors import CruachanError
from cruachan.engine.texts import DEFAULT_LANG, Message, message
from cruachan.engine.transcript import write
from cruachan.server import PACKAGE
from cruachan.server.errors import conflict, no_table
from cruachan.server.store.databases import FILE, Where
from cruachan.server.store.store import Store
from cruachan.server.tables.events import SEATING
from cruachan.server.tables.session import restore
from cruachan.server.tables.table import GameTable


class Finding(NamedTuple):
    """What was found: good or not, and in words."""

    good: bool
    said: Message
    table: bool = True
    """Whether it is about a table, and not about the database."""


def _say(key: str, /, **values: Any) -> Message:
    return message(PACKAGE, key, **values)


def opened(where: Where) -> Store:
    """The store at a place; a CruachanError if there is none."""
    if isinstance(where, Path) and not (where / FILE).exists():
        raise CruachanError(_say("doctor.none", path=where / FILE))
    return Store(where)


def _lists(store: Store) -> Iterator[str]:
    """What cannot be read of the lists of tables, of seats and of keys."""
    try:
        tables = [standing.table.id for standing in store.standings()]
        store.listed()
        store.awaiting()
        for table in tables:
            store.seatings([table], SEATING)
            store.keys(table)
            store.removed_keys(table)
    except CruachanError as error:
        yield error.text(DEFAULT_LANG)


def examine(store: Store) -> Iterator[Finding]:
    """Check the database itself, then play every game of it again."""
    faults = store.check() or list(_lists(store))
    for fault in faults:
        yield Finding(False, _say("doctor.damaged", path=store.name, says=fault), table=False)
    if not faults:
        yield Finding(True, _say("doctor.sound", path=store.name), table=False)
    for standing in () if faults else store.standings():
        stored = standing.table
        named = {"game": stored.game, "table": stored.id}
        try:
            table = restore(store, stored, verify=True)
            check_table(table, standing.seq)
        except CruachanError as error:
            yield Finding(False, _say("doctor.broken", says=error.said, **named))
        except Exception as error:
            fault = f"{type(error).__name__}: {error}"
            yield Finding(False, _say("doctor.broken", says=fault, **named))
        else:
            plies = len(table.match.history) if table.match else 0
            status = _say(f"status.{table.status}")
            yield Finding(True, _say("doctor.table", plies=plies, status=status, **named))


def check_table(table: GameTable, seq: int) -> None:
    """All numbers are there, and every roll is the one the seed decides."""
    if [event.seq for event in table.events] != list(range(1, seq + 1)):
        raise conflict("holes")
    if not table.dice_fit():
        raise conflict("other_dice")


def backup(store: Store, path: Path) -> int:
    """A copy of everything in a new file; how many tables it has."""
    if path.exists():
        raise CruachanError(_say("backup.there", path=path))
    half = path.with_name(f".{path.name}.new")
    try:
        half.unlink(missing_ok=True)
        store.backup(half)
        half.replace(path)
    except (OSError, DatabaseError) as error:
        half.unlink(missing_ok=True)
        says = getattr(error, "strerror", None) or getattr(error, "orig", error)
        raise CruachanError(_say("backup.failed", path=path, says=str(says))) from None
    return len(store.standings())


def export(store: Store, id_: str) -> str:
    """The transcript of a table: for everybody, so without secrets while it is played."""
    stored = store.table(id_)
    if stored is None:
        raise no_table()
    table = restore(store, stored)
    if table.match is None:
        raise conflict("not_started")
    return write(table.match, None, secrets=table.finished)
