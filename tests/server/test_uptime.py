"""Clocks of tables stand still while no server is there, however the machine's clock is set."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import cast

import pytest

from cruachan.server.bots.workers import Workers
from cruachan.server.store.store import Store
from cruachan.server.tables.commands import NewTable
from cruachan.server.tables.service import TableService
from cruachan.server.tables.table import GameTable, now
from cruachan.server.tables.uptime import Span, counted
from tests.server.test_memory import ANNA, act
from tests.server.test_removal import Ready

MINUTE = 60.0
HOUR = 60 * MINUTE


class Clockwork:
    """The machine's clock, in the place of the real one."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.wall = 1_700_000_000.0
        self.passed = 0.0
        monkeypatch.setattr(now, "_wall", lambda: self.wall)
        monkeypatch.setattr(now, "_passed", lambda: self.passed)
        monkeypatch.setattr(now, "_now", self.wall)
        monkeypatch.setattr(now, "_then", self.passed)

    def go_on(self, seconds: float) -> None:
        self.wall += seconds
        self.passed += seconds

    def restart(self, after: float) -> None:
        """A process starts anew, and takes its time from the clock as it stands by then."""
        self.wall += after
        now._now, now._then = self.wall, self.passed


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clockwork:
    return Clockwork(monkeypatch)


@asynccontextmanager
async def server(folder: Path) -> AsyncIterator[TableService]:
    """A server that stores when it is there, as one that was started does."""
    store = Store(folder)
    service = TableService(store, cast(Workers, Ready()))
    try:
        await service.uptime.beat()
        yield service
        await service.uptime.beat()
    finally:
        service.stop()
        service.close()
        await asyncio.to_thread(store.close)


async def be_there(clock: Clockwork, service: TableService, hours: float) -> None:
    """Let time pass while a server is there."""
    for _ in range(round(2 * 60 * hours)):
        clock.go_on(MINUTE / 2)
        service.uptime.touch()


async def begun(service: TableService) -> str:
    """A table with clocks at which Anna is to move."""
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "me", "name": "Ben"}]
    wish = NewTable.model_validate({"game": "gallia", "seats": seats, "clock": "1+4"})
    made = await service.maker.create(wish, ANNA)
    service.rolls = True
    await act(service, made.table.id, "start")
    return made.table.id


async def hours_left(service: TableService, table: str) -> float:
    async with service.at(table) as session:
        found: GameTable = session.table
        return min(found.time_left(seat) for seat in (0, 1)) / 1000 / HOUR


def resumed(service: TableService, table: str) -> list[str]:
    return [row.data for row in service.store.rows(table) if row.kind == "resumed"]


def run(tmp_path: Path, clock: Clockwork, after: Callable[[], None]) -> tuple[float, int]:
    """The hours that somebody has left after two hours with a server, something between them, and
    a third hour; and how many events said that clocks had stood still."""

    async def first() -> str:
        async with server(tmp_path) as service:
            table = await begun(service)
            await be_there(clock, service, 2)
            return table

    async def second(table: str) -> tuple[float, int]:
        async with server(tmp_path) as service:
            await hours_left(service, table)
            await be_there(clock, service, 1)
            service.sessions.clear()
            return await hours_left(service, table), len(resumed(service, table))

    table = asyncio.run(first())
    after()
    return asyncio.run(second(table))


def test_time_without_a_server_is_nobodys_thinking(tmp_path: Path, clock: Clockwork) -> None:
    left, said = run(tmp_path, clock, lambda: clock.restart(40 * HOUR))
    assert left == pytest.approx(21, abs=0.05)
    assert said == 1


def test_a_clock_set_back_over_a_restart_gives_nothing(tmp_path: Path, clock: Clockwork) -> None:
    left, said = run(tmp_path, clock, lambda: clock.restart(-40 * HOUR))
    assert left == pytest.approx(21, abs=0.05)
    assert said == 1


def test_a_short_restart_is_not_worth_a_word(tmp_path: Path, clock: Clockwork) -> None:
    left, said = run(tmp_path, clock, lambda: clock.restart(20.0))
    assert left == pytest.approx(21, abs=0.05)
    assert said == 0


def test_time_counts_while_a_server_is_there_though_nobody_asks(
    tmp_path: Path, clock: Clockwork
) -> None:
    """The table is not even in memory; what one server did not see, another did."""

    async def played() -> float:
        async with server(tmp_path) as service:
            table = await begun(service)
            await be_there(clock, service, 3)
        clock.restart(10.0)
        async with server(tmp_path) as service:
            await be_there(clock, service, 10)
        clock.restart(30 * HOUR)
        async with server(tmp_path) as service:
            await be_there(clock, service, 4)
            return await hours_left(service, table)

    assert asyncio.run(played()) == pytest.approx(7, abs=0.05)


def test_a_machine_that_slept_takes_no_time(tmp_path: Path, clock: Clockwork) -> None:
    async def played() -> tuple[float, int]:
        async with server(tmp_path) as service:
            table = await begun(service)
            await be_there(clock, service, 1)
            clock.go_on(30 * HOUR)
            left = await hours_left(service, table)
            return left, len(resumed(service, table))

    left, said = asyncio.run(played())
    assert left == pytest.approx(23, abs=0.05)
    assert said == 1


def test_what_counts() -> None:
    spans = [Span(0, 100), Span(50, 150), Span(200, 300)]
    assert counted(spans, 20, 250) == 130 + 50
    assert counted(spans, 160, 190) == 0
    assert counted(spans, -50, 40) == 90
    assert counted([Span(500, 600)], 100, 550) == 450
    assert counted(spans, 280, 60) == 20
