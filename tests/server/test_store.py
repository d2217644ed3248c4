"""The store: durable, one writer, and nothing of another version or program is touched."""

from __future__ import annotations

import os
import sqlite3
import sys
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import event, text

from cruachan.bench.postgres import Postgres
from cruachan.server.errors import StoreError
from cruachan.server.store import club, migrations
from cruachan.server.store import store as store_module
from cruachan.server.store.challenge_schema import OF_CHALLENGES
from cruachan.server.store.club import ResultSeat, TableResult, add_result
from cruachan.server.store.club_schema import OF_CLUB
from cruachan.server.store.databases import (
    FILE,
    VERSION,
    Where,
    connected,
    migrate,
    sqlite,
    version,
)
from cruachan.server.store.databases import postgres as postgres_engine
from cruachan.server.store.doctor import backup, examine
from cruachan.server.store.league_schema import OF_LEAGUES
from cruachan.server.store.lists import After, StoredTable
from cruachan.server.store.notice_schema import OF_NOTICES
from cruachan.server.store.profile_schema import OF_PROFILES
from cruachan.server.store.schema import OF_PERSONS, metadata
from cruachan.server.store.store import Store
from cruachan.server.store.table_jobs import (
    StoredRow,
    add_key,
    add_row,
    add_table,
    drop_keys,
    end_table,
)

TABLE = StoredTable("t1", "gallia", "Italy", "d", 1, "{}", "c", True, 5)


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Where:
    """A place for a store, of each kind."""
    if request.param == "sqlite":
        return tmp_path
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.fresh("store")


def row(seq: int, request: str | None = None) -> StoredRow:
    return StoredRow(seq, 7, "chat", "{}", request)


def test_what_was_put_is_there_after_opening_again(where: Where) -> None:
    store = Store(where)
    store.put(
        add_table(TABLE, b"seed") + add_row("t1", row(1), After("open", False, "0 2", 3))
    ).result()
    store.put(add_key("t1", 0, b"hash") + add_key("t1", 0, b"hash")).result()
    store.close()
    store = Store(where)
    assert store.table("t1") == TABLE
    assert store.rows("t1") == [row(1)]
    assert store.keys("t1") == [(b"hash", 0)]
    assert store.seed("t1") == b"seed"
    assert store.tables_of(b"hash") == {"t1": [0]}
    assert [(s.table.id, s.seq, s.after) for s in store.standings()] == [
        ("t1", 1, After("open", False, "0 2", 3))
    ]
    assert store.check() == []
    store.close()


def test_keys_of_a_seat_that_was_left_open_nothing(where: Where) -> None:
    store = Store(where)
    store.put(add_table(TABLE, b"seed") + add_key("t1", 0, b"a") + add_key("t1", 1, b"a")).result()
    store.put(add_key("t1", 1, b"b")).result()
    store.put(drop_keys("t1", 1)).result()
    assert store.keys("t1") == [(b"a", 0)]
    store.close()


def test_many_writers_share_commits_and_one_that_does_not_fit_fails_alone(where: Where) -> None:
    store = Store(where)
    store.put(add_table(TABLE, b"seed")).result()
    jobs = [
        store.put(add_row("t1", row(seq, f"r{seq}"), After("open", True))) for seq in range(1, 200)
    ]
    twice = store.put(add_row("t1", row(300, "r7"), After("open", True)))
    same = store.put(add_row("t1", row(5), After("open", True)))
    wait([*jobs, twice, same])
    assert all(job.exception() is None for job in jobs)
    assert isinstance(twice.exception(), StoreError)
    assert isinstance(same.exception(), StoreError)
    assert [each.seq for each in store.rows("t1")] == list(range(1, 200))
    store.close()


def test_a_row_is_added_after_the_one_before_it_or_not_at_all(where: Where) -> None:
    """A database that was set back while a server played on has no holes."""
    store = Store(where)
    store.put(add_table(TABLE, b"seed")).result()
    first = [store.put(add_row("t1", row(seq), After("open", True))) for seq in (1, 2, 3)]
    late = store.put(add_row("t1", row(6), After("open", True)) + add_key("t1", 0, b"hash"))
    after = store.put(add_row("t1", row(7), After("open", True)))
    other = store.put(add_row("t2", row(2), After("open", True)))
    wait([*first, late, after, other])
    assert [job.exception() is None for job in first] == [True] * 3
    assert all(isinstance(job.exception(), StoreError) for job in (late, after, other))
    assert [each.seq for each in store.rows("t1")] == [1, 2, 3]
    assert store.keys("t1") == []
    store.close()


class Unheard(Exception):
    """Nothing that a database raises."""


def test_the_writer_outlives_whatever_a_write_raises(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.subscribe(lambda commit: (_ for _ in ()).throw(Unheard()))

    def fail(*_: object) -> None:
        raise Unheard("out of order")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cruachan.server.store.writer._execute", fail)
        assert not store.answers()
        with pytest.raises(StoreError, match="out of order"):
            store.put(add_table(TABLE, b"seed")).result(30)
    store.put(add_table(TABLE, b"seed")).result(30)
    store.put(add_row("t1", row(1), After("open", True))).result(30)
    assert store.answers()
    store.close()


def test_a_writer_that_dies_says_so_and_nobody_waits_for_it(tmp_path: Path) -> None:
    store = Store(tmp_path)
    died: list[str] = []
    store.when_dead(died.append)

    def fail(*_: object) -> None:
        raise SystemExit("the end")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cruachan.server.store.writer._execute", fail)
        with pytest.raises(StoreError):
            store.put(add_table(TABLE, b"seed")).result(30)
        with pytest.raises(StoreError):
            store.put(add_table(TABLE, b"seed")).result(30)
    assert died == ["SystemExit: the end"]
    assert not store.answers()
    store.close()


def test_a_commit_is_safe_on_disk(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with store.engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2
    store.close()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_migrations_lead_to_the_schema(kind: str, tmp_path: Path, postgres: Postgres) -> None:
    if kind == "sqlite":
        engine = sqlite(tmp_path / "other.sqlite")
    else:
        engine = postgres_engine(postgres.fresh("migrated"))
    with engine.begin() as connection:
        migrate(connection)
    with engine.connect() as connection:
        found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        assert found == VERSION
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_a_store_of_the_first_version_is_brought_up_to_date(tmp_path: Path) -> None:
    """Rows from before know nothing of whose turn it was; all else of them stays."""
    store = Store(tmp_path)
    store.put(add_table(TABLE, b"seed") + add_row("t1", row(1), After("playing", True))).result()
    over = add_table(TABLE._replace(id="t0"), b"") + add_row("t0", row(1), After("playing", True))
    store.put(over + add_row("t0", row(2), After("over", False))).result()
    store.close()
    with sqlite3.connect(tmp_path / FILE) as base:
        base.execute("ALTER TABLE rows DROP COLUMN waits")
        base.execute("ALTER TABLE rows DROP COLUMN round")
        base.execute("DROP TABLE servers")
        base.execute("DROP TABLE leases")
        base.execute("DROP TABLE going")
        base.execute("DROP TABLE standings")
        base.execute("DROP TABLE removed_keys")
        base.execute("DROP TABLE left_seats")
        base.execute("DROP TABLE uptimes")
        base.execute("ALTER TABLE tables DROP COLUMN host")
        later = (*OF_PERSONS, *OF_NOTICES, *OF_CLUB, *OF_LEAGUES, *OF_CHALLENGES, *OF_PROFILES)
        for each in later:
            base.execute(f"DROP TABLE {each.name}")
        base.execute("DROP INDEX keys_root")
        base.execute("ALTER TABLE keys DROP COLUMN root")
        base.execute("UPDATE alembic_version SET version_num = '0001'")
    store = Store(tmp_path)
    assert [each.after for each in store.standings(["t1"])] == [After("playing", True, "", 0)]
    assert [each.table.id for each in store.listed()] == ["t1"]
    store.put(add_row("t1", row(2), After("playing", False, "1", 4))).result()
    assert [each.after.waits for each in store.standings(["t1"])] == ["1"]
    store.close()


def test_results_without_people_go_when_a_store_is_brought_up_to_date(tmp_path: Path) -> None:
    """Those of bots alone grow for ever and tell nobody anything; those of people stay."""
    store = Store(tmp_path)
    for table, bots in (("t1", ("greedy", "greedy")), ("t2", ("greedy", None))):
        seats = tuple(ResultSeat(n, 1, 0, bot, False) for n, bot in enumerate(bots))
        store.put(add_result(TableResult(table, "gallia", 2, 1, False, 9, seats))).result()
    store.close()
    with sqlite3.connect(tmp_path / FILE) as base:
        for each in OF_PROFILES:
            base.execute(f"DROP TABLE {each.name}")
        base.execute("DROP TABLE left_seats")
        base.execute("UPDATE alembic_version SET version_num = '0011'")
    store = Store(tmp_path)
    with store.reading() as connection:
        assert club.result(connection, "t1") is None
        assert club.kept_holders(connection, "t1") == {}
        assert len(club.result(connection, "t2").seats) == 2  # type: ignore[union-attr]
    store.close()


def test_a_store_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    Store(tmp_path).close()
    with sqlite3.connect(tmp_path / FILE) as base:
        base.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreError, match="newer version"):
        Store(tmp_path)


def test_a_database_of_another_program_is_not_touched(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / FILE) as base:
        base.execute("CREATE TABLE bookmarks (x)")
    with pytest.raises(StoreError, match="other program"):
        Store(tmp_path)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"hello world, this is no database" * 50)
    with pytest.raises(StoreError, match="cannot be read"):
        Store(tmp_path)


def test_the_store_is_for_its_owner_alone(tmp_path: Path) -> None:
    store = Store(tmp_path / "data")
    store.close()
    assert (tmp_path / "data").stat().st_mode & 0o077 == 0
    assert (tmp_path / "data" / FILE).stat().st_mode & 0o077 == 0


def test_a_store_of_no_bytes_is_refused(tmp_path: Path) -> None:
    """A disk that was full or a copy that was broken off leaves one; it was taken for a new one."""
    (tmp_path / FILE).touch()
    with pytest.raises(StoreError, match="0 bytes"):
        Store(tmp_path)
    assert (tmp_path / FILE).stat().st_size == 0


@pytest.mark.parametrize("cut", [1, 100, 4096])
def test_a_store_that_was_cut_off_is_not_sound(tmp_path: Path, cut: int) -> None:
    store = Store(tmp_path)
    store.put(add_table(TABLE, b"seed")).result()
    for seq in range(1, 100):
        store.put(add_row("t1", row(seq), After("open", True)))
    store.put(add_key("t1", 0, b"hash")).result()
    store.close()
    path = tmp_path / FILE
    whole = path.read_bytes()
    store = Store(tmp_path)
    os.truncate(path, len(whole) - cut)
    found = list(examine(store))
    assert found
    assert not any(each.good for each in found)
    store.close()
    path.write_bytes(whole[:-cut])
    with pytest.raises(StoreError, match="cannot be read as a database"):
        Store(tmp_path)


def test_a_backup_is_for_its_owner_alone_from_its_first_byte(tmp_path: Path) -> None:
    store, seen = Store(tmp_path / "data"), list[int]()
    path = tmp_path / "copy.sqlite"
    umask = os.umask(0)
    try:

        @event.listens_for(store.engine, "before_cursor_execute")
        def look(*_: object) -> None:
            seen.extend(each.stat().st_mode & 0o777 for each in tmp_path.glob(".copy*"))

        backup(store, path)
    finally:
        os.umask(umask)
    assert seen == [0o600]
    assert path.stat().st_mode & 0o777 == 0o600
    store.close()


def test_an_old_store_is_copied_before_it_is_migrated(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    engine = sqlite(tmp_path / FILE)
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", migrations.__path__[0])
        config.attributes["connection"] = connection
        command.upgrade(config, "0002")
    engine.dispose()
    Store(tmp_path).close()
    kept = tmp_path / f"{FILE}.0002"
    assert str(kept) in caplog.text
    assert kept.stat().st_mode & 0o777 == 0o600
    engine = sqlite(kept)
    with engine.connect() as connection:
        assert version(connection)[0] == "0002"
    engine.dispose()
    caplog.clear()
    Store(tmp_path).close()
    assert caplog.text == ""


def test_a_backup_is_made_while_others_write(tmp_path: Path) -> None:
    store = Store(tmp_path / "data")
    store.put(add_table(TABLE, b"seed")).result()
    jobs = [store.put(add_row("t1", row(seq), After("open", True))) for seq in range(1, 50)]
    store.backup(tmp_path / FILE)
    wait(jobs)
    store.close()
    copy = Store(tmp_path)
    assert copy.table("t1") == TABLE
    assert copy.check() == []
    copy.close()


def test_several_servers_make_one_store(postgres: Postgres) -> None:
    """They all find it empty, and one of them makes the tables."""
    where = postgres.fresh("raced")
    with ThreadPoolExecutor() as pool:
        for store in pool.map(Store, [where] * 4):
            store.close()


def test_a_database_of_another_program_or_version_is_not_touched(postgres: Postgres) -> None:
    where = postgres.fresh("others")
    with connected(where) as base:
        base.execute("CREATE TABLE bookmarks (x integer)")
    with pytest.raises(StoreError, match="other program"):
        Store(where)
    where = postgres.fresh("newer")
    Store(where).close()
    with connected(where) as base:
        base.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreError, match="newer version"):
        Store(where)


def test_a_store_outlives_a_restart_of_the_database(postgres: Postgres) -> None:
    """What was said to be stored is there; what comes after is stored again without ado."""
    store = Store(postgres.fresh("restarted"))
    store.put(add_table(TABLE, b"seed") + add_row("t1", row(1), After("open", True))).result()
    postgres.stop()
    with pytest.raises(StoreError):
        store.put(add_row("t1", row(2), After("open", True))).result()
    postgres.start()
    store.put(add_row("t1", row(2), After("open", True))).result()
    assert [each.seq for each in store.rows("t1")] == [1, 2]
    store.close()


def test_an_address_says_why_it_does_not_do(postgres: Postgres) -> None:
    """In a sentence, and never with the password."""
    with pytest.raises(StoreError, match="no address") as refused:
        Store("mysql://anna:secret@somewhere/tables")
    assert "secret" not in str(refused.value)
    with pytest.raises(StoreError, match="cannot be used") as refused:
        Store(f"postgresql://anna:secret@/nowhere?host={postgres.folder}")
    assert "secret" not in str(refused.value)


def test_without_its_package_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match=r"cruachan\[postgres\]"):
        Store("postgresql://somewhere/tables")


def test_only_tables_that_go_on_are_listed_and_woken(where: Where) -> None:
    """Of all tables that ever were, by what was written last of each."""
    store = Store(where)
    stands = {
        "open": After("open", False),
        "played": After("playing", False, "0", 2),
        "bots": After("playing", True, "", 2),
        "over": After("over", False),
        "closed": After("closed", False),
    }
    for number, (id_, after) in enumerate(stands.items()):
        store.put(add_table(TABLE._replace(id=id_), b"seed")).result()
        store.put(add_row(id_, row(1)._replace(at=number), After("playing", True))).result()
        ended = end_table(id_) if after.status in ("over", "closed") else []
        store.put(add_row(id_, row(2)._replace(at=10 + number), after) + ended).result()
    hidden = TABLE._replace(id="hidden", public=False)
    store.put(add_table(hidden, b"seed") + add_row("hidden", row(1), After("open", False))).result()
    assert [each.table.id for each in store.listed()] == ["bots", "played", "open"]
    assert [each.table.id for each in store.awaiting()] == ["bots"]
    assert [each.after for each in store.standings(["over", "played"])] == [
        stands["over"],
        stands["played"],
    ]
    assert len(store.standings()) == 6
    store.close()


def test_of_very_many_public_tables_the_youngest_are_listed(
    where: Where, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "LISTED", 2)
    store = Store(where)
    for at in range(4):
        made = add_table(TABLE._replace(id=f"t{at}"), b"seed")
        store.put(made + add_row(f"t{at}", row(1)._replace(at=at), After("open", False))).result()
    assert [each.table.id for each in store.listed()] == ["t3", "t2"]
    store.close()


def test_a_table_stands_as_its_last_row_has_it_written_once(where: Where) -> None:
    """A game of 10,000 plies was written with as many updates, and all others waited for them."""
    store, job = Store(where), add_table(TABLE, b"seed")
    for seq in range(1, 60):
        job += add_row("t1", row(seq), After("playing", False, "0", seq))
    written: list[int] = []

    def note(connection: Any, cursor: Any, statement: str, values: Any, *_: Any) -> None:
        if statement.startswith("UPDATE standings"):
            written.append(len(values) if isinstance(values, list) else 1)

    event.listen(store.engine, "before_cursor_execute", note)
    store.put(job).result(60)
    assert written == [1]
    (found,) = store.listed()
    store.close()
    assert (found.seq, found.after.round) == (59, 59)
