"""Tables that nobody needs any more: removed by hand, by age, and not listed meanwhile."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
from click.testing import CliRunner
from sqlalchemy import func, select

from cruachan.bench.postgres import Postgres
from cruachan.cli import cli
from cruachan.engine.errors import CruachanError
from cruachan.server.bots.workers import Workers
from cruachan.server.errors import StoreError
from cruachan.server.limits import LIMITS
from cruachan.server.store.databases import Where
from cruachan.server.store.jobs import Job
from cruachan.server.store.lists import After, StoredTable
from cruachan.server.store.removal import expired, named, remove
from cruachan.server.store.schema import metadata
from cruachan.server.store.store import Store
from cruachan.server.store.table_jobs import (
    StoredRow,
    add_key,
    add_lease,
    add_row,
    add_table,
    end_table,
)
from cruachan.server.tables.listeners import TableListener
from cruachan.server.tables.retention import retire
from cruachan.server.tables.service import TableService
from cruachan.server.tables.setting import SeatSetting, TableSetting, encode

DAY = 24 * 3_600_000
SETUP = encode(TableSetting("gallia", "Italy", {}, (SeatSetting("person"), SeatSetting("free"))))


class Ready:
    """Workers who have nothing to do."""

    async def prepare(self, game: str, board: str) -> None:
        pass


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Where:
    if request.param == "sqlite":
        return tmp_path / "data"
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.fresh("removal")


@pytest.fixture
def limits() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LIMITS, "keep_unstarted", 14.0)
        patch.setattr(LIMITS, "keep_finished", 30.0)
        yield


def made(id_: str, status: str, days: float) -> Job:
    """A table at which something happened some days ago."""
    at = time.time_ns() // 1_000_000 - int(days * DAY)
    table = StoredTable(id_, "gallia", "Italy", "d", 1, SETUP, "c", True, at)
    row = StoredRow(1, at, "made", "{}", None)
    job = add_table(table, b"seed") + add_row(id_, row, After(status, False))
    job += add_key(id_, 0, id_.encode())
    return job if status in ("open", "playing") else job + end_table(id_)


def filled(where: Where) -> Store:
    store = Store(where)
    for status in ("open", "playing", "over", "closed"):
        for days in (1, 20, 40):
            store.put(made(f"{status}{days}", status, days)).result()
    return store


def left(store: Store) -> set[str]:
    return {standing.table.id for standing in store.standings()}


def test_nothing_of_a_removed_table_stays_and_nothing_comes_back(where: Where) -> None:
    store = Store(where)
    store.put(made("t1", "playing", 0)).result()
    remove(store, ["t1"])
    with store.reading() as connection:
        for name, table in metadata.tables.items():
            assert connection.execute(select(func.count()).select_from(table)).scalar() == 0, name
    late = StoredRow(2, 7, "chat", "{}", None)
    with pytest.raises(StoreError):
        store.put(add_row("t1", late, After("playing", False))).result()
    store.close()


def test_what_is_not_kept_is_removed_and_nothing_else(where: Where, limits: None) -> None:
    store = filled(where)
    now = time.time_ns() // 1_000_000
    gone = {"open20", "open40", "over40", "closed40"}
    assert {standing.table.id for standing in expired(store, now)} == gone
    store.put(add_lease("open40", "a server that has it in memory")).result()
    assert {standing.table.id for standing in expired(store, now)} == gone - {"open40"}
    LIMITS.keep_finished = LIMITS.keep_unstarted = 0
    assert expired(store, now) == []
    store.close()


def test_a_server_removes_what_is_not_kept_unless_somebody_is_there(
    tmp_path: Path, limits: None
) -> None:
    async def run() -> None:
        store = filled(tmp_path)
        service = TableService(store, cast(Workers, Ready()))
        assert await retire(service) == 4
        assert left(store) == {"open1", "over1", "closed1", "over20", "closed20"} | {
            f"playing{days}" for days in (1, 20, 40)
        }
        assert await retire(service) == 0
        service.close()
        store.close()

    asyncio.run(run())


def test_public_tables_where_nobody_waits_are_not_listed(tmp_path: Path) -> None:
    async def run() -> None:
        store = Store(tmp_path)
        for id_, status, hours in (("new", "open", 0.5), ("old", "open", 2), ("on", "playing", 2)):
            store.put(made(id_, status, hours / 24)).result()
        service = TableService(store, cast(Workers, Ready()))
        assert [each[0].table.id for each in await service.lists.public(None)] == ["new", "on"]
        waiting = cast(TableListener, object())
        session = type("Session", (), {"listeners": {waiting}})()
        service.sessions["old"] = session
        assert {each[0].table.id for each in await service.lists.public(None)} == {
            "new",
            "old",
            "on",
        }
        service.sessions.clear()
        service.close()
        store.close()

    asyncio.run(run())


def command(folder: Path, *arguments: str, answer: str = "") -> tuple[int, str]:
    said = ["remove", "--data", str(folder), *arguments]
    done = CliRunner().invoke(cli, said, input=answer, obj=arguments[-1])
    return done.exit_code, done.output


@pytest.mark.parametrize(("lang", "no", "yes"), [("en", "n", "y"), ("de", "nein", "ja")])
def test_tables_are_removed_by_hand_after_a_question(
    tmp_path: Path, lang: str, no: str, yes: str
) -> None:
    filled(tmp_path).close()
    said = command(tmp_path, "over20", "--lang", lang, answer=f"{no}\n")
    assert said[0] == 0
    assert "over20" in said[1]
    code, asked = command(tmp_path, "--older-than", "30", "--lang", lang, answer=f"{yes}\n")
    assert code == 0
    assert all(f"{status}40" in asked for status in ("open", "playing", "over", "closed"))
    assert command(tmp_path, "over20", "--yes", "--lang", lang)[0] == 0
    store = Store(tmp_path)
    assert left(store) == {
        *(f"{status}1" for status in ("open", "playing", "over", "closed")),
        *(f"{status}20" for status in ("open", "playing", "closed")),
    }
    with pytest.raises(CruachanError, match=": gone, over20"):
        named(store, ["open1", "over20", "gone"])
    store.close()
    assert command(tmp_path, "over20", "--yes", "--lang", lang)[0] != 0
    assert command(tmp_path, "--lang", lang)[0] != 0
    assert command(tmp_path, "open1", "--older-than", "3", "--lang", lang)[0] != 0
