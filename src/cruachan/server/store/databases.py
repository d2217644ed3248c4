"""The databases a store can lie in: a file of SQLite in a folder, or PostgreSQL at an address.

Both are opened here, made or brought up to date; from there on the store speaks one language to
both. The schema is in `schema.py`.
"""

from __future__ import annotations

import logging
import os
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.exc import DatabaseError, SQLAlchemyError

from cruachan.engine.processes import has_threads
from cruachan.server.errors import StoreError, store_error
from cruachan.server.store import challenge_schema as challenge_schema
from cruachan.server.store import club_schema as club_schema
from cruachan.server.store import league_schema as league_schema
from cruachan.server.store import notice_schema as notice_schema
from cruachan.server.store import profile_schema as profile_schema
from cruachan.server.store.schema import metadata

Where = Path | str
"""A folder, or the address of a database of PostgreSQL."""

VERSION = "0013"
"""The last migration."""
FILE = "hall.sqlite"
SCHEMES = ("postgresql://", "postgres://")
PATIENCE = 3
"""Seconds for a connection to PostgreSQL."""
LONGEST = 30_000
"""Milliseconds after which PostgreSQL gives up a statement."""
log = logging.getLogger(__name__)
MAKING = 7370
"""The lock of PostgreSQL under which tables are made and changed: one server at a time."""


def opened(where: Where) -> tuple[Engine, str]:
    """The database at a place, and what it is called."""
    return _in_postgres(where) if isinstance(where, str) else _in_folder(where)


def complaint(error: BaseException) -> str:
    """The message of a database error on one line."""
    said = str(getattr(error, "orig", None) or error).strip()
    return said.splitlines()[0].rstrip(".") if said else type(error).__name__


# SQLite


def sqlite(path: Path) -> Engine:
    """A database in a file, safe on disk after every commit."""
    engine = create_engine(f"sqlite:///{path}", hide_parameters=True)

    @event.listens_for(engine, "connect")
    def careful(connection: Any, _record: Any) -> None:
        # Without threads there is one connection, and the file is copied as a whole.
        connection.execute(f"PRAGMA journal_mode={'WAL' if has_threads() else 'MEMORY'}")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA busy_timeout=10000")

    return engine


def _in_folder(folder: Path) -> tuple[Engine, str]:
    path = folder / FILE
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not path.exists():
            path.touch(0o600)
        elif not path.stat().st_size:
            raise store_error("empty", path=path)
        engine = sqlite(path)
        with engine.connect() as connection:
            missing = cut_off(connection)
        if missing:
            raise store_error("damaged", path=path, says=missing[0])
        _keep_before_migrating(engine, path)
        bring_up_to_date(engine, str(path))
    except DatabaseError as error:
        raise store_error("damaged", path=path, says=complaint(error)) from None
    except OSError as error:
        raise store_error("no_place", path=folder, says=error.strerror or str(error)) from None
    return engine, str(path)


def copy_sqlite(engine: Engine, path: Path) -> None:
    """Write a copy of a database, as it is at this moment, to a new file; from its first byte on
    nobody but its owner can read it."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    with engine.connect() as connection:
        connection.execute(text("VACUUM INTO :path"), {"path": str(path)})


def cut_off(connection: Connection) -> list[str]:
    """What is missing of the file of a database, which SQLite itself does not miss."""
    pages = connection.execute(text("PRAGMA page_count")).scalar_one()
    size = connection.execute(text("PRAGMA page_size")).scalar_one()
    path = Path(connection.engine.url.database or "")
    found, log_ = path.stat().st_size, path.with_name(f"{path.name}-wal")
    queued = log_.exists() and log_.stat().st_size > 0
    if found % size or (found < pages * size and not queued):
        return [f"{pages * size} bytes are expected and {found} are there"]
    return []


def _keep_before_migrating(engine: Engine, path: Path) -> None:
    """Keep a copy of a store that an older version has written, beside it."""
    with engine.connect() as connection:
        found, _ = version(connection)
    if found is None or found >= VERSION:
        return
    kept = path.with_name(f"{path.name}.{found}")
    if not kept.exists():
        copy_sqlite(engine, kept)
        log.warning("%s: migrating from version %s to %s; a copy is %s", path, found, VERSION, kept)


# PostgreSQL


def driver() -> Any:
    """The package that speaks with PostgreSQL; a StoreError where it is not installed."""
    try:
        import psycopg
    except ImportError:
        raise store_error("no_driver") from None
    return psycopg


def shown(address: str) -> str:
    """An address as it may be seen by anybody: without a password, and without settings."""
    location, _, _ = address.partition("?")
    scheme, _, rest = location.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2]}"


def connected(address: str, longest: int = LONGEST, **how: Any) -> Any:
    """A connection of its own to PostgreSQL, past SQLAlchemy; `longest` are the milliseconds of a
    statement."""
    return driver().connect(
        address,
        connect_timeout=PATIENCE,
        keepalives_idle=5,
        keepalives_interval=2,
        keepalives_count=3,
        options=f"-c statement_timeout={longest}",
        **how,
    )


def postgres(address: str) -> Engine:
    """A database of PostgreSQL, safe on its disk after every commit."""
    if not address.startswith(SCHEMES):
        raise store_error("no_address", address=shown(address))
    driver()
    engine = create_engine(
        "postgresql+psycopg://",
        creator=lambda: connected(address),
        pool_pre_ping=True,
        hide_parameters=True,
    )

    @event.listens_for(engine, "connect")
    def careful(connection: Any, _record: Any) -> None:
        waits = "current_setting('synchronous_commit') = 'off'"
        connection.execute(f"SELECT set_config('synchronous_commit', 'on', false) WHERE {waits}")
        connection.commit()

    return engine


def single(address: str, longest: int) -> Engine:
    """One connection to a database of PostgreSQL, for what must not wait for anybody else; no
    statement takes longer than `longest` milliseconds."""
    return create_engine(
        "postgresql+psycopg://",
        creator=lambda: connected(address, longest, tcp_user_timeout=longest),
        pool_size=1,
        max_overflow=0,
        pool_pre_ping=True,
        hide_parameters=True,
    )


def _in_postgres(address: str) -> tuple[Engine, str]:
    engine, name = postgres(address), shown(address)
    try:
        bring_up_to_date(engine, name)
    except SQLAlchemyError as error:
        engine.dispose()
        raise store_error("unreachable", path=name, says=complaint(error)) from None
    except StoreError:
        engine.dispose()
        raise
    return engine, name


# Both


def bring_up_to_date(engine: Engine, name: str) -> None:
    """Make or migrate the tables; Alembic takes long to load and is asked only when needed."""
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text(f"SELECT pg_advisory_xact_lock({MAKING})"))
        found, names = version(connection)
        if found == VERSION:
            return
        if found is not None and found > VERSION:
            raise store_error("newer", path=name, found=found, known=VERSION)
        if found is None and names:
            raise store_error("foreign", path=name)
        if found is None:
            make(connection)
        else:
            migrate(connection)


def version(connection: Connection) -> tuple[str | None, list[str]]:
    """The last migration that a database has seen, and the names of its tables."""
    names = inspect(connection).get_table_names()
    if "alembic_version" not in names:
        return None, names
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar(), names


def make(connection: Connection) -> None:
    """Make the tables of today."""
    metadata.create_all(connection)
    connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32))"))
    connection.execute(text("INSERT INTO alembic_version VALUES (:version)"), {"version": VERSION})


def migrate(connection: Connection) -> None:
    """Run the migrations that this store has not seen."""
    from alembic import command
    from alembic.config import Config

    with as_file(files("cruachan.server.store").joinpath("migrations")) as folder:
        config = Config()
        config.set_main_option("script_location", str(folder))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
