"""Who holds which table, by the database's clock; and what decides when two think they do."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, suppress
from copy import copy
from functools import partial
from typing import Any, Self, cast

import pytest
from sqlalchemy import QueuePool

from cruachan.bench.postgres import Postgres
from cruachan.engine.texts import Message
from cruachan.server.bots.workers import Workers
from cruachan.server.cluster.cluster import EXPELLED, ServerCluster
from cruachan.server.cluster.leases import Leases, ServerRecord
from cruachan.server.cluster.notifications import LONGEST, Notifications, read, written
from cruachan.server.cluster.peers import Peer
from cruachan.server.errors import ServerError
from cruachan.server.limits import LIMITS
from cruachan.server.store.databases import connected
from cruachan.server.store.lists import After, StoredTable
from cruachan.server.store.store import Store
from cruachan.server.store.table_jobs import StoredRow, add_lease, add_row, add_table
from cruachan.server.tables import commands
from cruachan.server.tables.keys import new_key
from cruachan.server.tables.service import TableService
from cruachan.server.tables.table import Actor

ONE, TWO = (ServerRecord(name, f"http://{name}:7370", "secret") for name in ("one", "two"))


@pytest.fixture
def address(postgres: Postgres) -> str:
    return postgres.fresh("leases")


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    opened = Store(address)
    for id_ in ("t1", "t2", "t3"):
        table = StoredTable(id_, "gallia", "Italy", "d", 1, "{}", "c", True, 5)
        row = StoredRow(1, 7, "made", "{}", None)
        opened.put(add_table(table, b"seed") + add_row(id_, row, After("open", False))).result()
    yield opened
    opened.close()


def run_out(address: str, server: ServerRecord) -> None:
    """A server's time is up."""
    with connected(address) as base:
        base.execute("UPDATE servers SET until = 1 WHERE id = %s", (server.id,))


def test_a_table_has_one_holder_until_that_one_is_gone(store: Store, address: str) -> None:
    leases = Leases(store.engine)
    leases.enter(ONE)
    leases.enter(TWO)
    assert leases.take("t1", "one") == "one"
    assert leases.take("t1", "two") == "one"
    assert leases.take("t1", "one") == "one"
    run_out(address, ONE)
    assert leases.take("t1", "two") == "two"
    assert [server.id for server in leases.live_servers()] == ["two"]


def test_a_table_that_is_not_there_has_no_holder(store: Store) -> None:
    leases = Leases(store.engine)
    leases.enter(ONE)
    assert leases.take("made-up", "one") is None
    assert leases.adopt("one", 10) == []


def test_who_was_away_for_too_long_is_told_so(store: Store, address: str) -> None:
    leases = Leases(store.engine)
    leases.enter(ONE)
    assert leases.renew("one")
    run_out(address, ONE)
    assert not leases.renew("one")
    assert not leases.renew("nobody")


def test_only_tables_without_a_holder_are_adopted_each_by_one(store: Store, address: str) -> None:
    leases = Leases(store.engine)
    leases.enter(ONE)
    leases.enter(TWO)
    for table, holder in (("t1", "one"), ("t2", "one"), ("t3", "two")):
        leases.take(table, holder)
    assert leases.adopt("two", 10) == []
    leases.leave("one")
    assert len(leases.adopt("two", 1)) == 1
    assert len(leases.adopt("two", 10)) == 1
    assert leases.adopt("two", 10) == []


def test_tables_where_a_bot_is_next_are_adopted_first(store: Store) -> None:
    """Nobody asks for them; the others are taken by whoever is asked."""
    leases = Leases(store.engine)
    leases.enter(ONE)
    leases.enter(TWO)
    for table in ("t1", "t2", "t3"):
        leases.take(table, "one")
    row = StoredRow(2, 7, "chat", "{}", None)
    store.put(add_row("t3", row, After("playing", True))).result()
    store.put(add_row("t1", row, After("playing", False))).result()
    leases.leave("one")
    assert leases.adopt("two", 1) == ["t3"]
    assert sorted(leases.adopt("two", 10)) == ["t1", "t2"]


def test_the_tables_of_a_dead_server_are_taken_by_the_hundred(store: Store, address: str) -> None:
    async def run() -> None:
        leases = Leases(store.engine)
        leases.enter(TWO)
        for number in range(240):
            table = StoredTable(f"x{number}", "gallia", "Italy", "d", 1, "{}", "c", True, 5)
            row = StoredRow(1, 7, "made", "{}", None)
            job = add_table(table, b"seed") + add_lease(table.id, "two")
            store.put(job + add_row(table.id, row, After("playing", number % 2 == 0)))
        store.put([]).result()
        async with among_others(store, address, ONE.address) as cluster:
            cluster._anew()
            await cluster._enter()
            leases.leave("two")
            played: set[str] = set()
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(cluster.service.unwatched, "add", lambda id_, _: played.add(id_))
                for _ in range(2):
                    await cluster._tick()
            assert played == {f"x{number}" for number in range(0, 240, 2)}

    asyncio.run(run())


def test_one_gives_back_only_what_one_has(store: Store) -> None:
    leases = Leases(store.engine)
    leases.enter(ONE)
    leases.enter(TWO)
    store.put(add_lease("t1", "one")).result()
    leases.release(["t1"], "two")
    assert leases.take("t1", "two") == "one"
    leases.release(["t1"], "one")
    assert leases.take("t1", "two") == "two"


def test_how_far_tables_are(store: Store) -> None:
    row = StoredRow(2, 7, "chat", "{}", None)
    store.put(add_row("t2", row, After("open", False))).result()
    assert Leases(store.engine).reached(["t1", "t2", "none"]) == {"t1": 1, "t2": 2}


def test_a_server_has_ended_when_nobody_listens_where_it_was(store: Store, address: str) -> None:
    """One that stands still listens, and has its lease."""
    asyncio.run(_knocked(store, address))


async def _knocked(store: Store, address: str) -> None:
    loop = asyncio.get_running_loop()
    cluster = ServerCluster(
        TableService(store, cast(Workers, Ready())), address, ONE.address, "secret", loop
    )
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other_server = ServerRecord("two", f"http://127.0.0.1:{other.getsockname()[1]}", "secret")
        cluster.leases.enter(other_server)
        cluster.leases.take("t1", "two")
        cluster._anew()
        await cluster._enter()
        other.listen(1)
        for _ in range(3):
            await cluster._tick()
            assert list(cluster.peers) == ["two"]
            assert cluster.leases.holder("t1") == "two"
    try:
        await cluster._tick()
        assert cluster.peers == {}
        assert cluster.leases.holder("t1") == cluster.me.id
    finally:
        await cluster.close()


class Inside:
    """What answers at the address for the other servers."""

    def __init__(self) -> None:
        self.says: Callable[[], object] = lambda: {}

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._answer, "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            asked = await reader.readuntil(b"\r\n\r\n")
            assert asked.startswith(b"GET /healthz?who ")
            body = json.dumps(self.says()).encode()
            head = f"HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: {len(body)}\r\n\r\n"
            writer.write(head.encode() + body)
            await writer.drain()
        writer.close()


@asynccontextmanager
async def among_others(store: Store, database: str, inside: str) -> AsyncIterator[ServerCluster]:
    service = TableService(store, cast(Workers, Ready()))
    loop = asyncio.get_running_loop()
    cluster = ServerCluster(service, database, inside, "secret", loop)
    try:
        yield cluster
    finally:
        await cluster.close()
        service.close()


def test_a_server_that_the_others_cannot_reach_says_so_and_is_not_there(
    store: Store, address: str
) -> None:
    """Its --inside leads to nobody or to somebody else: it was declared dead again and again."""

    async def run() -> None:
        async with Inside() as inside, among_others(store, address, inside.address) as cluster:
            strangers: list[object] = [{}, [], {"server": "two"}, {"status": "well"}]
            for stranger in strangers:
                inside.says = partial(copy, stranger)
                await cluster._renew()
                assert cluster.ailment == "wrong_inside"
                assert cluster.leases.live_servers() == []
                assert not cluster.holds("t1")
            inside.says = lambda: {"server": cluster.me.id}
            await cluster._renew()
            assert cluster.ailment is None
            assert [server.id for server in cluster.leases.live_servers()] == [cluster.me.id]

    asyncio.run(run())


def test_a_server_that_is_declared_dead_again_and_again_says_so(store: Store, address: str) -> None:
    async def run() -> None:
        async with Inside() as inside, among_others(store, address, inside.address) as cluster:
            inside.says = lambda: {"server": cluster.me.id}
            await cluster._renew()
            seen = []
            for _ in range(EXPELLED):
                cluster.leases.leave(cluster.me.id)
                await cluster._renew()
                seen.append(cluster.ailment)
            assert seen == [None] * (EXPELLED - 1) + ["wrong_inside"]
            for _ in range(2 * EXPELLED):
                await cluster._renew()
            assert cluster.ailment is None

    asyncio.run(run())


def test_a_server_that_was_started_again_at_the_same_address_is_another(store: Store) -> None:
    async def run() -> None:
        async with Inside() as inside:
            peer = Peer(ServerRecord("two", inside.address, "secret"))
            inside.says = lambda: {"server": "two"}
            assert not await peer.ended()
            inside.says = lambda: {"status": "well"}
            assert not await peer.ended()
            inside.says = lambda: {"server": "three"}
            ended = [await peer.ended() for _ in range(20)]
            assert True in ended
            await peer.leave()

    asyncio.run(run())


def test_a_lease_is_renewed_while_readers_have_every_other_connection(
    store: Store, address: str
) -> None:
    async def run() -> None:
        async with among_others(store, address, ONE.address) as cluster:
            cluster._anew()
            await cluster._enter()
            with ExitStack() as readers:
                while True:
                    pool = cast(QueuePool, store.engine.pool)
                    if pool.checkedout() == pool.size() + pool._max_overflow:
                        break
                    readers.enter_context(store.engine.connect())
                before = cluster._until
                await asyncio.wait_for(cluster._renew(), 60)
                assert cluster._until > before

    asyncio.run(run())


def test_a_machine_that_was_suspended_holds_nothing(
    store: Store, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with among_others(store, address, ONE.address) as cluster:
            cluster._anew()
            await cluster._enter()
            assert await cluster.whose("t1") is None
            assert cluster.holds("t1")
            slept = time.clock_gettime(time.CLOCK_BOOTTIME) + LIMITS.lease
            monkeypatch.setattr(time, "clock_gettime", lambda _: slept)
            assert not cluster.holds("t1")

    asyncio.run(run())


def test_news_travel_to_others_and_not_back(address: str, store: Store) -> None:
    heard: dict[str, dict[str, int]] = {"one": {}, "two": {}}
    holding = threading.Event()

    def hear(news: dict[str, int]) -> None:
        heard["two"].update(news)
        holding.set()

    one, two = Notifications(address, heard["one"].update), Notifications(address, hear)
    for _ in range(300):
        one.send({"t1": 7, "t2": 3})
        if holding.wait(0.2):
            break
    one.close()
    two.close()
    assert heard == {"one": {}, "two": {"t1": 7, "t2": 3}}


def test_much_news_goes_in_several_pieces_and_nonsense_is_passed_over() -> None:
    news = {f"table{number:07}": number for number in range(2000)}
    pieces = list(written(news))
    assert len(pieces) > 1
    assert max(map(len, pieces)) <= LONGEST
    assert {table: seq for piece in pieces for table, seq in read(piece).items()} == news
    assert read("x\n\nt1 y\nt1 2 3\nt1 4\n") == {"t1": 4}


class Ready:
    """Workers who have nothing to do."""

    async def prepare(self, game: str, board: str) -> None:
        pass


def chat(text: str, id_: str) -> commands.CommandRequest:
    act = {"kind": "chat", "seat": 0, "text": text}
    return commands.CommandRequest.model_validate({"id": f"request-{id_}", "act": act})


def test_of_two_servers_that_both_think_they_hold_a_table_the_first_row_counts(
    address: str,
) -> None:
    """Neither knows of the other: the primary key refuses the second, who then reads anew."""
    asyncio.run(_both_hold(address))


async def _both_hold(address: str) -> None:
    servers = [TableService(Store(address), cast(Workers, Ready())) for _ in range(2)]
    try:
        key, who = new_key(), Actor(frozenset(), "en")
        seats: list[Any] = [{"kind": "me", "name": "Anna"}, {"kind": "free"}]
        wish = commands.NewTable.model_validate({"game": "gallia", "seats": seats})
        table = (await servers[0].maker.create(wish, key)).table.id
        assert (await servers[1].session(table)).table.seq == 1
        assert (await servers[0].execute(table, chat("first", "a"), key, who.lang))[1] == 2
        with pytest.raises(ServerError) as refused:
            await servers[1].execute(table, chat("second", "b"), key, who.lang)
        assert refused.value.again
        assert isinstance(refused.value.said, Message)
        assert (await servers[1].execute(table, chat("second", "b"), key, who.lang))[1] == 3
        assert (await servers[1].execute(table, chat("first", "a"), key, who.lang))[1] == 2
        assert [row.seq for row in servers[0].store.rows(table)] == [1, 2, 3]
    finally:
        for server in servers:
            server.store.close()
