"""What is passed on to a server that stands still: who asked is not kept waiting for it."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from typing import Any, cast

import pytest

from cruachan.server.cluster import table_proxy
from cruachan.server.cluster.cluster import ServerCluster
from cruachan.server.cluster.leases import ServerRecord
from cruachan.server.cluster.peers import Peer
from cruachan.server.cluster.table_proxy import TRY_AGAIN, TableProxy


class Still:
    """A server whose only other server has every table, takes connections and says nothing."""

    def __init__(self, port: int) -> None:
        self.peer = Peer(ServerRecord("still", f"http://127.0.0.1:{port}", "secret"))

    async def whose(self, table: str) -> Peer:
        return self.peer

    def forget_owner(self, table: str) -> None:
        pass


@pytest.fixture(autouse=True)
def impatient() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table_proxy, "PATIENCE", 0.2)
        yield


async def asked(kind: str, what: str, seconds: float = 60) -> list[Any]:
    """What somebody is told who asks something of a table there."""
    silent = socket.create_server(("127.0.0.1", 0))
    still = Still(silent.getsockname()[1])
    told: list[Any] = []
    here: list[Any] = [{"type": "http.request", "body": b"{}"}]

    async def receive() -> Any:
        return here.pop() if here else await asyncio.Future()

    async def send(said: Any) -> None:
        told.append(said)

    scope = {"type": kind, "method": "POST", "scheme": "http", "headers": [], "query_string": b""}
    path = f"/api/tables/t1/{what}"
    app = TableProxy(cast(Any, None), cast(ServerCluster, still))
    try:
        answering = app(scope | {"path": path, "raw_path": path.encode()}, receive, send)
        await asyncio.wait_for(answering, seconds)
    finally:
        await still.peer.leave()
        silent.close()
    return told


def test_an_act_is_asked_to_come_again() -> None:
    assert asyncio.run(asked("http", "acts"))[0]["status"] == 503


def test_a_line_is_asked_to_come_again() -> None:
    told = asyncio.run(asked("websocket", "listen"))
    assert [said["type"] for said in told] == ["websocket.accept", "websocket.close"]
    assert told[-1]["code"] == TRY_AGAIN


def test_what_takes_long_may_take_long() -> None:
    """A hint is thought about for seconds, and cannot be asked for again and again."""
    with pytest.raises(TimeoutError):
        asyncio.run(asked("http", "hint", 1))
