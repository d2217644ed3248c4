"""Whose bots move when there are many: hosts by turns, tables by turns, and not for ever."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, ClassVar, cast

import pytest

from cruachan.engine.game import Decision
from cruachan.engine.texts import Lang
from cruachan.server.bots.worker import BotTask
from cruachan.server.bots.workers import Workers
from cruachan.server.errors import ServerError
from cruachan.server.limits import LIMITS
from cruachan.server.round_robin import RoundRobin
from cruachan.server.store.store import Store
from cruachan.server.tables import pace
from cruachan.server.tables.commands import NewTable
from cruachan.server.tables.keys import host_group
from cruachan.server.tables.listeners import TableListener
from cruachan.server.tables.pace import TablePace
from cruachan.server.tables.redaction import Audience, message
from cruachan.server.tables.service import TableService
from cruachan.server.tables.unwatched import UnwatchedTables
from tests.server.test_memory import ANNA, PATIENCE, act

NOTHING: Decision[Any, Any] = Decision(0, None, [], ())


class QuickWorkers:
    """Bots that move at once by lot, and note for which host; they can be told to wait."""

    crowded = True

    def __init__(self) -> None:
        self.hosts: list[str] = []
        self.most_at_once = 0
        self.open = asyncio.Event()
        self.open.set()
        self._now = 0

    async def prepare(self, game: str, board: str) -> None:
        """Everything is ready."""

    async def ask(self, task: BotTask, patience: float | None = None, host: str = "") -> Any:
        self.hosts.append(host)
        self._now += 1
        self.most_at_once = max(self.most_at_once, self._now)
        try:
            await self.open.wait()
            await asyncio.sleep(0)
        finally:
            self._now -= 1
        assert task.decision is not None
        return Random(task.seed).choice(task.decision.moves)


@asynccontextmanager
async def playing(folder: Path) -> AsyncIterator[tuple[TableService, QuickWorkers]]:
    """A service whose bots move."""
    store, workers = Store(folder), QuickWorkers()
    service = TableService(store, cast(Workers, workers))
    TablePace(service, service.workers)
    try:
        async with asyncio.timeout(PATIENCE):
            yield service, workers
    finally:
        service.stop()
        service.close()
        await asyncio.sleep(0)
        await asyncio.to_thread(store.close)


async def bots_alone(service: TableService, address: str = "") -> str:
    seats = [{"kind": "random"}, {"kind": "random"}]
    wish = NewTable.model_validate({"game": "gallia", "seats": seats})
    made = await service.maker.create(wish, ANNA, address=address)
    await act(service, made.table.id, "start")
    return made.table.id


async def until(condition: Callable[[], Any]) -> None:
    while not condition():
        await asyncio.sleep(0.01)


def run(doing: Callable[[], Awaitable[Any]]) -> Any:
    async def started() -> Any:
        return await doing()

    return asyncio.run(started())


def rows(service: TableService, tables: list[str]) -> list[int]:
    """How many rows of each table are stored."""
    found = {each.table.id: each.seq for each in service.store.standings(tables)}
    return [found[table] for table in tables]


def test_groups_take_turns() -> None:
    waiting: RoundRobin[int] = RoundRobin()
    for number in range(4):
        waiting.put("many", number)
    waiting.put("few", 9)
    taken = []
    while following := waiting.take():
        taken.append(following.what)
    assert taken == [0, 9, 1, 2, 3]
    waiting.put("busy", 1)
    assert waiting.take(lambda group: group != "busy") is None


class NotedWorker:
    """A process that answers when it is let, and notes by which thread it is waited for."""

    gate: ClassVar[threading.Semaphore]
    asked: ClassVar[list[str]]
    threads: ClassVar[set[str]]

    def ask(self, task: Any, patience: float) -> str:
        self.asked.append(task.seed)
        self.threads.add(threading.current_thread().name.partition("_")[0])
        assert self.gate.acquire(timeout=PATIENCE)
        return str(task.seed)

    def end(self) -> None:
        """It has no process."""


@pytest.fixture
def noted(monkeypatch: pytest.MonkeyPatch) -> type[NotedWorker]:
    monkeypatch.setattr("cruachan.server.bots.workers._Worker", NotedWorker)
    NotedWorker.gate, NotedWorker.asked = threading.Semaphore(0), []
    NotedWorker.threads = set()
    return NotedWorker


def asking(workers: Workers, host: str, count: int) -> list[asyncio.Future[Any]]:
    tasks = [BotTask("gallia", "padus", "random", NOTHING, f"{host}{n}") for n in range(count)]
    return [asyncio.ensure_future(workers.ask(task, host=host)) for task in tasks]


def test_bots_of_one_host_do_not_keep_anothers_waiting(noted: type[NotedWorker]) -> None:
    async def asked() -> None:
        workers = Workers(count=1)
        waiting = asking(workers, "many", 6)
        await asyncio.sleep(0)
        waiting += asking(workers, "few", 2)
        await asyncio.sleep(0)
        noted.gate.release(8)
        await asyncio.gather(*waiting)
        workers.close()

    asyncio.run(asked())
    # Who has thought least comes first, which is a matter of microseconds here.
    assert noted.asked.index("few0") <= 2
    assert noted.asked.index("few1") < noted.asked.index("many5")
    assert noted.threads == {"bots"}


def test_no_host_has_all_processes(noted: type[NotedWorker]) -> None:
    async def asked() -> list[str]:
        workers = Workers(count=3)
        waiting = asking(workers, "many", 6)
        waiting += asking(workers, "few", 1)
        while len(noted.asked) < 3:
            await asyncio.sleep(0.01)
        first = sorted(noted.asked)
        noted.gate.release(7)
        await asyncio.gather(*waiting)
        workers.close()
        return first

    assert asyncio.run(asked()) == ["few0", "many0", "many1"]


def test_one_who_no_longer_waits_holds_up_nobody(noted: type[NotedWorker]) -> None:
    async def asked() -> None:
        workers = Workers(count=1)
        first, second, third = asking(workers, "many", 3)
        while not noted.asked:
            await asyncio.sleep(0.01)
        second.cancel()
        noted.gate.release(2)
        assert await first == "many0"
        assert await third == "many2"
        assert workers.thinking == 0
        workers.close()

    asyncio.run(asked())
    assert noted.asked == ["many0", "many2"]


def test_more_tables_of_bots_than_are_played_at_once_are_all_played_by_turns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also after a restart; and meanwhile others are answered, and memory stays bounded."""
    monkeypatch.setattr(LIMITS, "playing", 1)
    monkeypatch.setattr(LIMITS, "tables", 2)
    monkeypatch.setattr(pace, "TURN", 2)

    async def begun() -> list[str]:
        async with playing(tmp_path) as (service, workers):
            workers.open.clear()
            tables = [await bots_alone(service) for _ in range(4)]
            await until(lambda: workers.hosts)
            async with service.at(tables[3]) as session:
                assert session.table.status == "playing"
            assert len(service.sessions) <= 3
            return tables

    async def woken(tables: list[str]) -> int:
        async with playing(tmp_path) as (service, workers):
            before = rows(service, tables)
            await service.wake()
            while any(
                now < then + 5 for now, then in zip(rows(service, tables), before, strict=True)
            ):
                assert len(service.sessions) <= 3
                await asyncio.sleep(0.05)
            return workers.most_at_once

    tables = run(begun)
    assert run(lambda: woken(tables)) == 1


def test_a_host_has_only_so_many_tables_of_bots_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LIMITS, "bot_tables", 2)

    async def refused() -> None:
        async with playing(tmp_path) as (service, workers):
            workers.open.clear()
            tables = [await bots_alone(service, "192.0.2.1") for _ in range(2)]
            with pytest.raises(ServerError) as caught:
                await bots_alone(service, "192.0.2.1")
            assert caught.value.key == "many_bot_tables"
            await bots_alone(service, "192.0.2.2")
            for table in tables:
                await act(service, table, "close")
            workers.open.set()
            await until(lambda: service.unwatched.count(host_group("192.0.2.1")) == 0)
            await bots_alone(service, "192.0.2.1")
            assert set(workers.hosts) == {host_group("192.0.2.1"), host_group("192.0.2.2")}

    run(refused)


def test_a_host_has_no_more_tables_of_bots_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From where a table was made is stored: its bots wait for those of the same host."""
    monkeypatch.setattr(LIMITS, "bot_tables", 2)
    monkeypatch.setattr(LIMITS, "playing", 1)

    async def begun() -> None:
        async with playing(tmp_path) as (service, workers):
            workers.open.clear()
            for _ in range(2):
                await bots_alone(service, "192.0.2.1")

    async def refused() -> None:
        async with playing(tmp_path) as (service, workers):
            workers.open.clear()
            await service.wake()
            with pytest.raises(ServerError) as caught:
                await bots_alone(service, "192.0.2.1")
            assert caught.value.key == "many_bot_tables"
            await bots_alone(service, "192.0.2.2")
            await until(lambda: workers.hosts)
            assert workers.hosts == [host_group("192.0.2.1")]

    run(begun)
    run(refused)


def test_an_address_cannot_be_read_from_what_is_stored_of_it() -> None:
    """It tells most hosts apart, and fits tens of thousands of addresses."""
    every = [host_group(f"192.0.2.{last}") for last in range(256)]
    assert len(set(every)) > 250
    assert all(len(bytes.fromhex(each)) == 2 for each in every)


def test_bots_pause_until_somebody_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LIMITS, "unseen", 5)

    async def paused() -> tuple[int, int]:
        async with playing(tmp_path) as (service, _):
            table = await bots_alone(service)
            session = service.sessions[table]
            await until(lambda: session.paused and table not in service.unwatched)
            first = session.table.seq
            async with service.at(table):
                pass
            await until(lambda: session.paused and session.table.seq > first)
            return first, session.table.seq

    first, second = run(paused)
    assert 5 <= first < second


def said(service: TableService, table: str, lang: Lang) -> str | None:
    """What whoever looks at a table is told of its bots."""
    session = service.sessions[table]
    return message(session.table, 0, Audience(None, lang), session.present()).table.bots_wait


def test_a_table_whose_bots_wait_says_so_and_goes_on_once_somebody_watches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LIMITS, "playing", 1)

    async def watched() -> None:
        async with playing(tmp_path) as (service, workers):
            workers.open.clear()
            first = await bots_alone(service)
            second = await bots_alone(service)
            await until(lambda: workers.hosts)
            assert said(service, first, "en") is None
            assert "wait their turn" in (said(service, second, "en") or "")
            assert "warten, bis sie dran sind" in (said(service, second, "de") or "")
            session = service.sessions[second]
            service.watch(session, TableListener(Audience(None, "en"), frozenset(), 0, False))
            await until(lambda: len(workers.hosts) == 2)
            assert said(service, second, "en") is None
            workers.open.set()

    run(watched)


def test_who_watches_is_told_that_a_bot_waits_for_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pace, "LATE", 0.01)

    async def told() -> None:
        async with playing(tmp_path) as (service, workers):
            workers.open.clear()
            table = await bots_alone(service)
            await until(lambda: said(service, table, "en"))
            workers.open.set()
            seq = service.sessions[table].table.seq
            await until(lambda: service.sessions[table].table.seq > seq)

    run(told)


def test_tables_that_somebody_watches_keep_no_place_from_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LIMITS, "playing", 1)
    monkeypatch.setattr(pace, "LOOK", 0.01)

    async def played() -> None:
        async with playing(tmp_path) as (service, workers):
            workers.open.clear()
            first = await bots_alone(service)
            second = await bots_alone(service)
            await until(lambda: workers.hosts)
            session = service.sessions[first]
            service.watch(session, TableListener(Audience(None, "en"), frozenset(), 0, False))
            await until(lambda: not service.unwatched.waits(second))
            workers.open.set()

    run(played)


def test_bots_go_on_while_people_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table with a person needs no turn: her opponents move though others fill all places."""
    monkeypatch.setattr(LIMITS, "playing", 1)

    async def played() -> None:
        async with playing(tmp_path) as (service, workers):
            workers.open.clear()
            await bots_alone(service)
            await until(lambda: workers.hosts)
            seats = [{"kind": "random"}, {"kind": "me"}]
            wish = NewTable.model_validate({"game": "gallia", "seats": seats})
            table = (await service.maker.create(wish, ANNA, address="192.0.2.7")).table
            await act(service, table.id, "start")
            while host_group("192.0.2.7") not in workers.hosts:
                match = table.playing()
                if 1 in match.to_act:
                    text = match.game.write_move(match.state, 1, match.legal_moves(1)[0])
                    asked = match.decision_id(1)
                    await act(service, table.id, "move", seat=1, answers=asked, text=text)
                await asyncio.sleep(0.01)
            workers.open.set()

    run(played)


def test_tables_that_nobody_watches_are_played_by_one(tmp_path: Path) -> None:
    """A second one would take the turns of the first; without any, no table waits for a turn."""

    async def begun() -> None:
        async with playing(tmp_path) as (service, _):
            with pytest.raises(RuntimeError, match="already"):
                TablePace(service, cast(Workers, QuickWorkers()))

    asyncio.run(begun())
    unplayed = UnwatchedTables()
    unplayed.add("table", "host")
    assert "table" not in unplayed
