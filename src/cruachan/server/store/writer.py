"""The single thread that writes to a store; without threads, as in a browser, the caller writes.

A caller gets its answer after the commit. One durable commit takes milliseconds, so the writer
commits everything that has queued meanwhile in one transaction: many tables share a commit, and
the promise stays the same.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from typing import NamedTuple, cast

from sqlalchemy import Connection, Engine, Insert, column, table, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from cruachan.engine.processes import has_threads
from cruachan.server.errors import store_error
from cruachan.server.store import challenges as of_challenges
from cruachan.server.store import club as of_club
from cruachan.server.store import leagues as of_leagues
from cruachan.server.store import notices as of_notices
from cruachan.server.store import persons as of_persons
from cruachan.server.store import profiles as of_profiles
from cruachan.server.store import table_jobs as of_tables
from cruachan.server.store.databases import complaint
from cruachan.server.store.jobs import Job
from cruachan.server.store.lists import STAND
from cruachan.server.store.table_jobs import ADD_ROW

log = logging.getLogger(__name__)
MOST = 2000
"""How many rows one transaction takes at most."""
_version = table("alembic_version", column("version_num"))
HEARTBEAT = update(_version).values(version_num=_version.c.version_num)
"""Changes nothing, and is written like everything else."""
COUNTED = {"preserve_rowcount": True}
UNLESS_THERE: dict[tuple[object, str], Insert] = {
    (kind, name): dialect.insert(kind.table).on_conflict_do_nothing()
    for kind in (
        *of_tables.UNLESS_THERE,
        of_persons.ADD_BLOCK,
        *of_notices.UNLESS_THERE,
        *of_leagues.UNLESS_THERE,
        *of_profiles.UNLESS_THERE,
    )
    for name, dialect in (("sqlite", sqlite), ("postgresql", postgresql))
}
"""How a key is added that may be there already."""
MUST_FIND: dict[object, str] = {
    of_tables.ADD_ROW: "the row before it is missing",
    of_persons.USE_TOKEN: "the token was used",
    of_notices.CLAIM_NOTICE: "another server sends the notice",
    **of_leagues.MUST_FIND,
}
"""What is written wholly or not at all: a statement that finds less than it should fails."""
KINDS = (
    HEARTBEAT,
    *of_tables.KINDS,
    *of_persons.KINDS,
    *of_notices.KINDS,
    *of_club.KINDS,
    *of_leagues.KINDS,
    *of_challenges.KINDS,
    *of_profiles.KINDS,
    *of_tables.REMOVALS,
)
"""In which order things are written: what belongs to a table after it."""


class Commit(NamedTuple):
    """A transaction that was committed."""

    seconds: float
    """How long it took."""
    moves: int
    """How many moves it stored."""
    reached: dict[str, int]
    """The number of the last event of each table that it stored."""


CommitObserver = Callable[[Commit], None]


class StoreWriter:
    """Commits what is put, in the order in which it came."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._observers: list[CommitObserver] = []
        self.death_observers: list[Callable[[str], None]] = []
        """Are called with a reason, in the writer's thread, if that ends before it is closed."""
        self._ended = False
        self._jobs: queue.SimpleQueue[tuple[Job, Future[None]] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        if has_threads():
            self._thread = threading.Thread(target=self._write, name="store", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Write what has queued, and stop."""
        if self._thread is not None:
            self._jobs.put(None)
            self._thread.join()

    def put(self, job: Job) -> Future[None]:
        """Have something written; the future is done when it is safe on disk."""
        done: Future[None] = Future()
        done.set_running_or_notify_cancel()
        if self._thread is None:
            self._commit([(job, done)])
            return done
        self._jobs.put((job, done))
        if self._ended:
            self._fail_queued()
        return done

    def _write(self) -> None:
        """Commit all that has queued, until the store closes; say so if that ends otherwise."""
        try:
            self._commit_queued()
        except BaseException as error:
            log.exception("the writer of the store has died")
            for observer in self.death_observers:
                observer(f"{type(error).__name__}: {error}")
        finally:
            self._ended = True
            self._fail_queued()

    def _fail_queued(self) -> None:
        """Fail all pending writes: the writer has ended."""
        while True:
            try:
                waiting = self._jobs.get_nowait()
            except queue.Empty:
                return
            if waiting is not None:
                waiting[1].set_exception(store_error("no_writer"))

    def _commit_queued(self) -> None:
        open_ = True
        while open_:
            first = self._jobs.get()
            batch = [] if first is None else [first]
            open_ = first is not None
            size = 0
            while open_ and size < MOST and not self._jobs.empty():
                another = self._jobs.get()
                if another is None:
                    open_ = False
                else:
                    batch.append(another)
                    size += len(another[0])
            if batch:
                self._commit(batch)

    def _commit(self, batch: list[tuple[Job, Future[None]]]) -> None:
        """Commit all together; where one of them does not fit, each by itself."""
        begun = time.perf_counter()
        try:
            with self.engine.begin() as connection:
                _execute(connection, [job for job, _ in batch])
        except BaseException as error:
            if len(batch) > 1 and isinstance(error, IntegrityError):
                for each in batch:
                    self._commit([each])
                return
            if not isinstance(error, SQLAlchemyError):
                log.exception("not written")
            for _, done in batch:
                done.set_exception(store_error("unwritten", says=complaint(error)))
            if not isinstance(error, Exception):
                raise
        else:
            for _, done in batch:
                done.set_result(None)
            if self._observers:
                self._notify([job for job, _ in batch], time.perf_counter() - begun)

    def subscribe(self, observer: CommitObserver) -> None:
        """Call an observer after each commit, in the writer's thread."""
        self._observers.append(observer)

    def _notify(self, jobs: list[Job], seconds: float) -> None:
        commit = Commit(seconds, _moves(jobs), _reached(jobs))
        for observer in self._observers:
            try:
                observer(commit)
            except Exception:
                log.exception("an observer of commits failed")


def _reached(jobs: Iterable[Job]) -> dict[str, int]:
    """The number of the last event written for each table."""
    found: dict[str, int] = {}
    for job in jobs:
        for kind, value in job:
            if kind is ADD_ROW:
                table, seq = cast(str, value["table"]), cast(int, value["seq"])
                found[table] = max(seq, found.get(table, 0))
    return found


def _moves(jobs: Iterable[Job]) -> int:
    """How many moves were written."""
    return sum(kind is ADD_ROW and value["kind"] == "move" for job in jobs for kind, value in job)


def _execute(connection: Connection, jobs: list[Job]) -> None:
    """All statements, those of one kind at once; a table stands as its last event has it."""
    for kind in KINDS:
        values = [value for job in jobs for each, value in job if each is kind]
        if kind is STAND:
            values = list({value["stood_table"]: value for value in values}.values())
        if values:
            statement = UNLESS_THERE.get((kind, connection.dialect.name), kind)
            done = connection.execute(statement, values, execution_options=COUNTED)
            if kind in MUST_FIND and done.rowcount != len(values):
                raise IntegrityError(None, None, Exception(MUST_FIND[kind]))
