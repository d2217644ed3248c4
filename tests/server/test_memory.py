"""Which tables are in memory: those in use whatever the limits say, others while there is room."""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import pytest

from cruachan.server.bots.workers import Workers
from cruachan.server.errors import ServerError
from cruachan.server.limits import LIMITS
from cruachan.server.store.store import Store
from cruachan.server.tables import handlers
from cruachan.server.tables.commands import CommandRequest, NewTable
from cruachan.server.tables.keys import new_key
from cruachan.server.tables.listeners import TableListener
from cruachan.server.tables.memory import TableMemory
from cruachan.server.tables.redaction import Audience
from cruachan.server.tables.service import TableService
from cruachan.server.tables.session import TableSession

ANNA = new_key()
PATIENCE = 60.0


class IdleWorkers:
    """Processes that have every game ready, and in which no bot thinks."""

    def __init__(self) -> None:
        self.prepared: list[str] = []
        self.failures: list[Exception] = []

    async def prepare(self, game: str, board: str) -> None:
        self.prepared.append(game)
        if self.failures:
            raise self.failures.pop()


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[TableService]:
    """A service that nobody has asked anything yet."""
    store = Store(folder)
    service = TableService(store, cast(Workers, IdleWorkers()))
    try:
        yield service
    finally:
        service.close()
        await asyncio.to_thread(store.close)


async def new_table(service: TableService, game: str = "gallia", *, start: bool = True) -> str:
    """A table at which one person has all seats."""
    seats = [{"kind": "me", "name": name} for name in ("Anna", "Ben")]
    wish = NewTable.model_validate({"game": game, "seats": seats})
    made = await service.maker.create(wish, ANNA)
    if start:
        await act(service, made.table.id, "start")
    return made.table.id


async def act(service: TableService, table: str, kind: str, **values: Any) -> TableSession:
    """Send a command as Anna."""
    request = {"id": secrets.token_hex(8), "act": {"kind": kind, **values}}
    session, _ = await service.execute(table, CommandRequest.model_validate(request), ANNA, "en")
    return session


def run(folder: Path, do: Callable[[TableService], Any]) -> Any:
    """Let something be done with a service, within a minute."""

    async def doing() -> Any:
        async with opened(folder) as service, asyncio.timeout(PATIENCE):
            return await do(service)

    return asyncio.run(doing())


def test_a_table_more_than_fit_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The third of three tables in use used to be dropped before it was returned, for ever."""
    monkeypatch.setattr(LIMITS, "tables", 2)

    async def asked(service: TableService) -> int:
        tables = [await new_table(service) for _ in range(3)]
        busy = [service.at(id_) for id_ in tables[:2]]
        for each in busy:
            await each.__aenter__()
        async with service.at(tables[2]) as session:
            assert session.table.id == tables[2]
            assert set(service.sessions) == set(tables)
        for each in busy:
            await each.__aexit__(None, None, None)
        return len(service.sessions)

    assert run(tmp_path, asked) == 2


def test_a_table_is_kept_for_who_waits_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LIMITS, "tables", 1)

    async def asked(service: TableService) -> int:
        tables = [await new_table(service) for _ in range(4)]
        loads = 0
        honest = TableMemory._read

        def counting(*values: Any) -> Any:
            nonlocal loads
            loads += 1
            return honest(*values)

        monkeypatch.setattr(TableMemory, "_read", counting)

        async def look(id_: str) -> None:
            async with service.at(id_):
                await asyncio.sleep(0)

        await asyncio.gather(*(look(id_) for id_ in tables))
        return loads

    assert run(tmp_path, asked) <= 4


def test_long_games_are_dropped_before_their_plies_are_too_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LIMITS, "plies", 40)

    async def asked(service: TableService) -> tuple[int, int, int]:
        tables = [await new_table(service) for _ in range(4)]
        for id_ in tables:
            for _ in range(20):
                await act(service, id_, "chat", seat=0, text="and on")
        await service.session(tables[0])
        rows = sum(session.table.seq for session in service.sessions.values())
        return rows, service._rows, len(service.sessions)

    rows, counted, tables = run(tmp_path, asked)
    assert rows == counted
    assert rows <= 40 + 22
    assert tables >= 1


def test_a_game_that_could_not_be_prepared_is_prepared_again(tmp_path: Path) -> None:
    async def asked(service: TableService) -> list[str]:
        workers = cast(IdleWorkers, service.workers)
        workers.failures.append(OSError("no room left"))
        with pytest.raises(OSError, match="no room"):
            await service.ready("gallia", "padus")
        await service.ready("gallia", "padus")
        await service.ready("gallia", "padus")
        return workers.prepared

    assert run(tmp_path, asked) == ["gallia", "gallia"]


def test_a_long_replay_keeps_no_store_reads_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games are replayed in threads of their own, and commands that replay one as well."""
    names: list[str] = []
    honest = handlers.handle

    def noting(*values: Any) -> Any:
        names.append(threading.current_thread().name)
        return honest(*values)

    monkeypatch.setattr(handlers, "handle", noting)

    async def asked(service: TableService) -> None:
        await new_table(service)

    run(tmp_path, asked)
    assert [name.partition("_")[0] for name in names] == ["tables"]


def test_long_tables_with_listeners_are_bounded_and_short_ones_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tables with listeners were never dropped, however long, and nothing refused another one."""
    monkeypatch.setattr(LIMITS, "plies", 70)
    monkeypatch.setattr("cruachan.server.tables.memory.LONG_TABLE", 20)

    async def listen(service: TableService, id_: str) -> TableListener:
        async with service.at(id_) as session:
            service.must_have_room(session)
            listener = TableListener(Audience(None, "en"), frozenset(), 0)
            session.listeners.add(listener)
            return listener

    async def asked(service: TableService) -> int:
        tables = [await new_table(service) for _ in range(5)]
        for id_ in tables[:4]:
            for _ in range(30):
                await act(service, id_, "chat", seat=0, text="and on")
        first = await listen(service, tables[0])
        await listen(service, tables[1])
        await listen(service, tables[1])
        for id_ in tables[2:4]:
            with pytest.raises(ServerError) as refused:
                await listen(service, id_)
            assert (refused.value.key, refused.value.status) == ("much_listened", 409)
        await listen(service, tables[4])
        await act(service, tables[2], "chat", seat=0, text="who plays without listening goes on")
        service.sessions[tables[0]].listeners.discard(first)
        await listen(service, tables[3])
        return service._rows

    assert run(tmp_path, asked) <= 70 + 20 + 34
