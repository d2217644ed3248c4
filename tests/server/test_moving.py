"""Stores move between a folder and PostgreSQL: whole, checked, and only while nobody plays."""

from __future__ import annotations

import sqlite3
import subprocess
from pathlib import Path

import pytest
from filelock import FileLock

from cruachan.bench.postgres import Postgres
from cruachan.engine.errors import CruachanError
from cruachan.server.cluster.leases import Leases, ServerRecord
from cruachan.server.store import migrate
from cruachan.server.store.databases import FILE, connected
from cruachan.server.store.migrate import Rows, move
from cruachan.server.store.store import Store
from cruachan.server.store.table_jobs import StoredRow
from tests import warm
from tests.server.running import Running

pytestmark = pytest.mark.usefixtures("quick")


def cruachan(*arguments: str) -> subprocess.CompletedProcess[str]:
    return warm.run(*arguments, "--lang", "en", strict=False)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a game that is over, one that is played, and one that never began."""
    folder = tmp_path_factory.mktemp("data")
    with Running(folder) as server:
        anna, ben = server.client(), server.client()
        for number in range(3):
            seats = [{"kind": "me", "name": "Anna"}, {"kind": "free"}]
            table = str(anna.create("gallia", seats)["table"])
            ben.act(table, "sit", name="Ben", word="bits")
            if number:
                anna.act(table, "start")
        ben.act(table, "resign", seat=1)
        assert server.stop() == 0
    return folder


def content(folder: Path) -> dict[str, list[tuple[object, ...]]]:
    """All that a store in a folder holds."""
    found = {}
    with sqlite3.connect(folder / FILE) as base:
        for name in ("tables", "rows", "keys", "seeds"):
            found[name] = sorted(base.execute(f"SELECT * FROM {name}").fetchall(), key=repr)
    base.close()
    return found


def tables_of(address: str) -> list[str]:
    """The names of all tables of a database."""
    with connected(address) as base:
        found = base.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        return [name for (name,) in found]


def test_a_store_moves_there_and_back_and_is_the_same(
    played: Path, postgres: Postgres, tmp_path: Path
) -> None:
    address = postgres.fresh("moved")
    there = cruachan("migrate-store", str(played / FILE), address)
    assert there.returncode == 0, there.stderr
    assert "3 tables" in there.stdout
    assert cruachan("doctor", "--database", address).returncode == 0
    assert move(address, tmp_path / "back").tables == 3
    assert content(tmp_path / "back") == content(played)
    assert (tmp_path / "back" / FILE).stat().st_mode & 0o077 == 0
    store = Store(tmp_path / "back")
    assert store.check() == []
    store.close()


def test_nothing_is_written_where_something_is(
    played: Path, postgres: Postgres, tmp_path: Path
) -> None:
    address = postgres.fresh("full")
    Store(address).close()
    assert move(played, address).tables == 3
    with pytest.raises(CruachanError, match="already"):
        move(played, address)
    before = content(played)
    with pytest.raises(CruachanError, match="already"):
        move(address, played)
    assert content(played) == before
    foreign = postgres.fresh("foreign")
    with connected(foreign) as base:
        base.execute("CREATE TABLE bookmarks (x integer)")
    with pytest.raises(CruachanError, match="other program"):
        move(played, foreign)


def test_what_is_not_there_is_not_moved(postgres: Postgres, tmp_path: Path) -> None:
    address = postgres.fresh("none")
    with pytest.raises(CruachanError, match="no store"):
        move(tmp_path / "nowhere", address)
    with pytest.raises(CruachanError, match="no store"):
        move(address, tmp_path)
    assert tables_of(address) == []
    assert not (tmp_path / FILE).exists()


def test_a_store_moves_only_while_nobody_plays(
    played: Path, postgres: Postgres, tmp_path: Path
) -> None:
    address = postgres.fresh("played")
    with FileLock(played / migrate.LOCK), pytest.raises(CruachanError, match="in use"):
        move(played, address)
    move(played, address)
    store = Store(address)
    Leases(store.engine).enter(ServerRecord("one", "http://10.0.0.1:7370", "secret"))
    with pytest.raises(CruachanError, match=r"in use \(http://10.0.0.1:7370\)"):
        move(address, tmp_path)
    store.close()
    assert not (tmp_path / FILE).exists()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
@pytest.mark.parametrize("moment", [0.4, 0.7])
def test_who_interrupts_it_leaves_nothing_behind(
    kind: str, moment: float, played: Path, postgres: Postgres, tmp_path: Path
) -> None:
    """While rows are copied, and while they are checked."""

    def interrupt(done: int, total: int) -> None:
        if done >= moment * total:
            raise KeyboardInterrupt

    where = tmp_path if kind == "sqlite" else postgres.fresh("interrupted")
    with pytest.raises(KeyboardInterrupt):
        move(played, where, interrupt)
    if isinstance(where, str):
        assert tables_of(where) == []
    else:
        assert not [each.name for each in where.iterdir() if "sqlite" in each.name]
    assert move(played, where).tables == 3


def test_a_copy_that_differs_is_not_kept(
    played: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = postgres.fresh("differs")
    whole = Rows.all_of

    def spoilt(self: Rows, table: str) -> list[list[tuple[object, ...]]]:
        found = whole(self, table)
        return found[::-1] if self.connection.dialect.name == "postgresql" else found

    monkeypatch.setattr(Rows, "all_of", spoilt)
    with pytest.raises(CruachanError, match="not what was there"):
        move(played, address)
    monkeypatch.undo()
    assert tables_of(address) == []
    rows = Rows.rows

    def misread(self: Rows, table: str) -> list[StoredRow]:
        found = rows(self, table)
        return found[1:] if self.connection.dialect.name == "postgresql" else found

    monkeypatch.setattr(Rows, "rows", misread)
    with pytest.raises(CruachanError, match="not what was there"):
        move(played, address)
    assert tables_of(address) == []


def test_a_game_of_other_rules_moves_too_and_is_named(
    played: Path, postgres: Postgres, tmp_path: Path
) -> None:
    (tmp_path / FILE).write_bytes((played / FILE).read_bytes())
    with sqlite3.connect(tmp_path / FILE) as base:
        base.execute("UPDATE tables SET rules_version = 99")
    base.close()
    moved = move(tmp_path, postgres.fresh("older"))
    assert moved.tables == len(moved.unplayed) == 3
    assert "version 99" in moved.unplayed[0].text("en")
