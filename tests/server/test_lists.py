"""Lists of tables read as much as they show, and say what the events say."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from sqlalchemy import event, insert, update

from cruachan.server.store.lists import After, StoredTable
from cruachan.server.store.schema import keys, standings, tables
from cruachan.server.store.store import Store
from cruachan.server.store.table_jobs import StoredRow, add_row, add_table
from cruachan.server.tables import commands
from cruachan.server.tables.keys import hashed, new_key
from cruachan.server.tables.service import TableService

KEY = new_key()
TABLE = StoredTable("t", "gallia", "default", "digest", 1, "{}", "c" * 64, True, 5)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(tmp_path)
    yield opened
    opened.close()


def statements(store: Store) -> list[str]:
    """All statements that are sent to the database from now on."""
    sent: list[str] = []
    event.listen(
        store.engine, "before_cursor_execute", lambda _c, _u, said, *_rest: sent.append(said)
    )
    return sent


def many(store: Store, count: int) -> None:
    """Tables that one key opens, as a long life leaves them."""
    ids = [f"t{number:06}" for number in range(count)]
    with store.engine.begin() as connection:
        connection.execute(insert(tables), [TABLE._replace(id=id_)._asdict() for id_ in ids])
        held = [{"hash": hashed(KEY), "table": id_, "seat": 0} for id_ in ids]
        connection.execute(insert(keys), held)
        after = After("playing", False)._asdict() | {"public": True, "going": True, "seats": "[]"}
        stands = [{**after, "table": id_, "seq": 1, "at": number} for number, id_ in enumerate(ids)]
        connection.execute(insert(standings), stands)


@pytest.mark.parametrize("which", ["public", "mine"])
def test_a_list_of_very_many_tables_reads_one_page(store: Store, which: str) -> None:
    many(store, 1200)
    service = TableService(store, workers=_nobody())
    sent = statements(store)
    found = asyncio.run(getattr(service.lists, which)(KEY, 10, 5))
    shown = [each.table.id for each, _, _ in found]
    assert shown == [f"t{number:06}" for number in range(1194, 1184, -1)]
    assert [held for _, _, held in found] == [[0]] * 10
    assert len(sent) <= 4, "standings, tables, own seats, leases of abandoned tables"
    assert not any("FROM rows" in said for said in sent)


def _nobody() -> Any:
    return None


def test_the_page_of_a_list_is_found_by_an_index(store: Store) -> None:
    sent = statements(store)
    store.listed()
    with store.engine.connect() as connection:
        asked = sent[0].replace("?", "1")
        plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {asked}").all()
    said = " ".join(str(row) for row in plan)
    assert "standings_listed" in said
    assert "TEMP B-TREE" not in said, "nothing is sorted"


def test_a_standing_follows_the_last_row(store: Store) -> None:
    store.put(add_table(TABLE, b"seed")).result()
    for seq, status in enumerate(("open", "playing", "over"), 1):
        row = StoredRow(seq, 10 * seq, "chat", "{}", None)
        store.put(add_row("t", row, After(status, seq == 2, "0 1", seq))).result()
        listed = [(each.seq, each.at, each.after) for each in store.listed()]
        stands = (seq, 10 * seq, After(status, seq == 2, "0 1", seq))
        assert listed == ([] if status == "over" else [stands])
        assert [(s.seq, s.at, s.after) for s in store.standings()] == [stands]


def test_lists_say_who_sits_there_with_and_without_what_was_written_down(store: Store) -> None:
    """A store of an earlier version has no seats in its standings; they follow from the events."""

    async def play() -> None:
        service = TableService(store, workers=cast(Any, _Ready()))
        wish = commands.NewTable(
            game="gallia",
            seats=[commands.SeatWish(kind="me", name="Anna"), commands.SeatWish(kind="free")],
            public=True,
        )
        session = await service.maker.create(wish, KEY)
        body = {"id": "sits-down-1", "act": {"kind": "sit", "name": "Ben"}}
        request = commands.CommandRequest.model_validate(body)
        await service.execute(session.table.id, request, new_key(), "en")
        written = await service.lists.public(KEY)
        with store.engine.begin() as connection:
            connection.execute(update(standings).values(seats=None))
        assert await service.lists.public(KEY) == [
            (each._replace(seats=None), seats, held) for each, seats, held in written
        ]
        assert [seat.name for seat in written[0][1]] == ["Anna", "Ben"]
        assert written[0][2] == [-1, 0]

    asyncio.run(play())


class _Ready:
    """Workers that need no processes."""

    def __getattr__(self, name: str) -> Any:
        async def nothing(*_: object) -> None:
            return None

        return nothing
