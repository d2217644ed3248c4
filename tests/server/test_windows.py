"""Long tables are sent by windows of rows, and each row is described once."""

from __future__ import annotations

import asyncio
import json as plain_json
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from typing import Any

import pytest
from websockets.sync.client import connect

from cruachan.server.client import Client
from cruachan.server.fair_pool import COST, FairPool, RequestCost
from cruachan.server.tables import redaction
from cruachan.server.tables.events.base import PendingEvent
from cruachan.server.tables.events.social import ChatSent
from cruachan.server.tables.redaction import Audience, PresentSeats, json, message
from cruachan.server.tables.row_cache import RowCache, RowKey
from cruachan.server.time_slices import TimeSlices
from cruachan.terminal.remote_table import RemoteTable
from tests.server.inside import InProcessServers
from tests.server.test_table import begun

LONG = 450
WINDOW = 200


@pytest.fixture(scope="module")
def servers() -> Iterator[InProcessServers]:
    with InProcessServers(1) as running:
        yield running


@pytest.fixture(scope="module")
def anna(servers: InProcessServers) -> Iterator[Client]:
    with closing(Client(servers.addresses[0])) as client:
        yield client


@pytest.fixture(scope="module")
def table(servers: InProcessServers, anna: Client) -> str:
    """A table of Gallia Cisalpina at which much was said."""
    made = anna.create("gallia", [{"kind": "me", "name": "Anna"}, {"kind": "me", "name": "Ben"}])
    id_ = str(made["table"])
    anna.act(id_, "start")
    service = servers.services[0]

    async def talk() -> None:
        async with service.at(id_) as session:
            said = [PendingEvent(ChatSent(0, f"{number}")) for number in range(LONG)]
            await service.commit(session, said)

    servers.do(talk())
    return id_


def numbers(rows: list[dict[str, Any]]) -> list[int]:
    return [row["seq"] for row in rows]


def test_a_table_shows_its_last_rows_and_where_they_begin(anna: Client, table: str) -> None:
    found = anna.table(table, 0)
    seq = found["seq"]
    assert seq > LONG
    assert numbers(found["rows"]) == list(range(seq - WINDOW + 1, seq + 1))
    assert found["first"] == seq - WINDOW + 1
    few = anna.get(f"/tables/{table}", seat=0, limit=3)
    assert numbers(few["rows"]) == [seq - 2, seq - 1, seq]
    late = anna.table(table, 0, since=seq)
    assert (late["rows"], late["first"]) == ([], seq + 1)


def test_the_rows_before_are_asked_for_window_by_window(anna: Client, table: str) -> None:
    first = anna.table(table, 0)["first"]
    older = anna.get(f"/tables/{table}/log", seat=0, before=first, limit=50)
    assert numbers(older) == list(range(first - 50, first))
    begin = anna.get(f"/tables/{table}/log", seat=0, limit=5)
    assert numbers(begin) == [1, 2, 3, 4, 5]
    between = anna.get(f"/tables/{table}/log", seat=0, since=5, before=8)
    assert numbers(between) == [6, 7]
    whole = anna.rows(table, 0)
    assert numbers(whole) == list(range(1, anna.table(table)["seq"] + 1))


def test_a_listener_gets_a_window_too(anna: Client, table: str) -> None:
    address = anna.address.replace("http", "ws")
    with connect(f"{address}/api/tables/{table}/listen?since=0&limit=10") as line:
        said = plain_json.loads(line.recv(60))
    assert numbers(said["rows"]) == list(range(said["first"], said["seq"] + 1))
    assert said["first"] == said["seq"] - 9


def test_a_terminal_fetches_what_a_window_lacks(anna: Client, table: str) -> None:
    """Its moves are counted from the first one."""
    seen = RemoteTable(anna, table, 0)
    moves = [row for row in anna.rows(table, 0) if row["kind"] == "move"]
    assert seen.plies == len(moves) == seen.info["plies"]


def test_an_event_is_described_once_for_all_who_see_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    at = begun("gallia", ("person", "person"))
    described = []
    honest = redaction.event_row

    def counting(*args: Any) -> Any:
        described.append(args)
        return honest(*args)

    monkeypatch.setattr(redaction, "event_row", counting)
    first = json(message(at, 0, Audience(0, "en"), PresentSeats()).rows)
    assert len(described) == at.seq
    again = message(at.snapshot(), 0, Audience(0, "en"), PresentSeats())
    assert (json(again.rows), len(described)) == (first, at.seq)
    message(at, 0, Audience(1, "en"), PresentSeats())
    message(at, 0, Audience(0, "de"), PresentSeats())
    assert len(described) == 3 * at.seq


def test_a_rewritten_table_is_described_anew() -> None:
    at = begun("gallia", ("person", "person"))
    assert at.snapshot().edition is at.edition
    assert at.rewritten({}).edition is not at.edition


def test_described_events_are_bounded() -> None:
    cache, made = RowCache(2), []

    def row(seq: int) -> bytes:
        key = RowKey(cache, seq, None, "en")
        return cache.get(key, lambda: made.append(seq) or b"%d" % seq)  # type: ignore[func-returns-value]

    assert [row(1), row(2), row(1), row(3), row(1), row(2)] == [b"1", b"2", b"1", b"3", b"1", b"2"]
    assert made == [1, 2, 3, 2]


def test_callers_take_turns_and_who_has_gone_is_left_out() -> None:
    """However much one of them asks for."""
    done: list[str] = []

    async def ask() -> None:
        pool = FairPool(1, "test", TimeSlices())
        free = asyncio.Event()
        loop = asyncio.get_running_loop()

        def wait() -> None:
            asyncio.run_coroutine_threadsafe(free.wait(), loop).result(60)

        first = asyncio.ensure_future(pool.run("greedy", wait))
        await asyncio.sleep(0)
        names = ["greedy 1", "greedy 2", "greedy 3", "modest 1", "gone 1"]
        asked = {
            name: asyncio.ensure_future(pool.run(name.split()[0], partial(done.append, name)))
            for name in names
        }
        await asyncio.sleep(0)
        asked["gone 1"].cancel()
        free.set()
        await first
        await asyncio.gather(*asked.values(), return_exceptions=True)

    asyncio.run(ask())
    assert done == ["greedy 1", "modest 1", "greedy 2", "greedy 3"]


def test_what_a_thread_took_counts_for_the_request() -> None:
    async def ask() -> float:
        cost = RequestCost()
        COST.set(cost)
        await FairPool(1, "test", TimeSlices()).run("anna", lambda: sum(range(300_000)))
        with pytest.raises(ZeroDivisionError):
            await FairPool(1, "test", TimeSlices()).run("anna", lambda: 1 // 0)
        return cost.seconds

    assert asyncio.run(ask()) > 0
