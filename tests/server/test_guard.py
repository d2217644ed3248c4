"""How often an address may ask, write and set tables."""

from __future__ import annotations

import asyncio
import re
import socket
import time
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import unquote

import httpx
import pytest
from websockets.sync.client import connect

from cruachan.engine.errors import CruachanError
from cruachan.server.api import cors, guard, peers, slow_clients
from cruachan.server.api import guard as guard_module
from cruachan.server.api.guard import PASSED, Bucket, Guard
from cruachan.server.api.peers import OpenConnections, peer_of
from cruachan.server.client import Client
from cruachan.server.cluster.table_proxy import table_of
from cruachan.server.limits import LIMITS, Limits, set_limits
from tests.server.inside import InProcessServers
from tests.server.running import Running

START = {"id": "12345678", "act": {"kind": "start"}}
SEATS = [{"kind": "me", "name": "Anna"}, {"kind": "free"}]


def test_a_bucket_is_empty_after_its_burst_and_each_address_has_its_own() -> None:
    bucket = Bucket(1.0)
    taken = [bucket.take("a", 1.0) for _ in range(int(LIMITS.burst) + 2)]
    assert taken == [True] * int(LIMITS.burst) + [False] * 2
    assert bucket.take("b", 1.0)
    assert LIMITS.read < 1.0 < LIMITS.new_table


def test_a_refused_request_does_not_use_up_the_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    moment = [0.0]
    monkeypatch.setattr(guard, "time", SimpleNamespace(monotonic=lambda: moment[0]))
    bucket = Bucket(1.0)
    while bucket.take("a", 1.0):
        pass
    assert not any(bucket.take("a", 1.0) for _ in range(50))
    moment[0] = 1.0
    assert bucket.take("a", 1.0)


def test_who_sets_one_table_after_another_is_asked_to_wait(tmp_path: Path) -> None:
    with Running(tmp_path / "data", "--rate", "10", "--limit", "second=0.001") as server:
        wish = {"game": "gallia", "seats": SEATS}
        answers = [httpx.post(f"{server.address}/api/tables", json=wish) for _ in range(9)]
        codes = [answer.status_code for answer in answers]
        assert codes[:2] == [201, 201]
        refused = answers[codes.index(429)]
        assert refused.json()["error"] == "too_often"


def test_limits_are_set_when_the_server_is_opened(tmp_path: Path) -> None:
    with Running(tmp_path / "data", "--limit", "largest=1", "--limit", "lines=0") as server:
        large = httpx.post(f"{server.address}/api/keys", content=b"x" * 2000)
        assert large.json()["error"] == "too_large"
        line = httpx.get(f"{server.address}/api/tables/none/events")
        assert line.json()["error"] == "too_many_lines"


@pytest.mark.parametrize("wish", ["lines", "lines=", "lines=-1", "lines=inf", "lines=nan", "x=1"])
def test_what_is_no_limit_is_refused(wish: str) -> None:
    with pytest.raises(CruachanError, match="new_table"):
        set_limits([wish])
    assert Limits() == LIMITS


def test_the_page_for_hosts_names_every_limit() -> None:
    page = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text("utf-8")
    told = dict(re.findall(r"^\| `(\w+)` \| ([\d.,]+) \|", page, re.MULTILINE))
    usual = {name: f"{value:,g}" for name, value in vars(Limits()).items()}
    assert told == usual


async def passed(path: str, headers: dict[bytes, bytes], *more: tuple[bytes, bytes]) -> list[Any]:
    """The statuses and paths that come of a request: 200 if the app behind the guard gets it."""
    told: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        told.append(scope["path"])

    async def send(said: Any) -> None:
        told.append(said.get("status"))

    async def receive() -> Any:
        return {"type": "http.request"}

    head = [(b"host", b"localhost"), *headers.items(), *more]
    scope: dict[str, Any] = {"type": "http", "method": "POST", "scheme": "http", "headers": head}
    scope |= {"path": unquote(path), "raw_path": path.encode(), "client": ("10.0.0.1", 1)}
    await Guard(app, frozenset({"localhost"}), secret="secret")(scope, receive, send)
    return told


CROOKED = [
    "/api/tables/t1/../../tables",
    "/api/tables/t1/%2e%2e/%2E%2e/tables",
    "/api/tables/t1/..%2f..%2ftables",
    "/api/tables/./t1",
    "/api//tables",
    "//api/tables",
    "/api/tables/t1/..",
    "/api/tables/%2e",
    "/api/tables\\..\\files",
]


@pytest.mark.parametrize("path", CROOKED)
@pytest.mark.parametrize("headers", [{}, {PASSED: b"secret http"}], ids=["stranger", "server"])
def test_dot_segments_and_empty_ones_are_refused_before_anything(
    path: str, headers: dict[bytes, bytes]
) -> None:
    assert asyncio.run(passed(path, headers))[0] == 400
    assert table_of(unquote(path)) is None


@pytest.mark.parametrize("path", ["/", "/api/tables", "/api/tables/", "/t/a..b", "/.well-known/x"])
def test_straight_paths_pass(path: str) -> None:
    assert asyncio.run(passed(path, {})) == [path]


def test_two_hosts_or_origins_are_refused() -> None:
    """Each of two programs would believe another one of them."""
    origin = (b"origin", b"http://localhost")
    assert asyncio.run(passed("/api/tables", {}, origin)) == ["/api/tables"]
    assert asyncio.run(passed("/api/tables", {}, origin, origin))[0] == 400
    assert asyncio.run(passed("/api/tables", {}, (b"host", b"localhost")))[0] == 400


@pytest.mark.parametrize(
    ("address", "peer"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unix", "unix"),
    ],
)
def test_whom_a_limit_counts_as_one(address: str, peer: str) -> None:
    assert peer_of(address) == peer


def test_a_limit_holds_for_all_addresses_of_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has one IPv6 address has 2 to the 64 of them."""
    monkeypatch.setattr(guard_module, "time", SimpleNamespace(monotonic=lambda: 0.0))

    async def ask(guard: Guard, address: str) -> int:
        said: list[int] = []

        async def send(message: Any) -> None:
            said.append(message.get("status", 0))

        async def receive() -> Any:
            return {"type": "http.request"}

        scope: dict[str, Any] = {"type": "http", "method": "POST", "scheme": "http"}
        scope |= {"headers": [(b"host", b"localhost")], "path": "/api/x", "client": (address, 1)}
        await guard(scope, receive, send)
        return said[0]

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    guard = Guard(app, frozenset({"localhost"}), rate=1.0)
    burst = int(LIMITS.burst)
    codes = [asyncio.run(ask(guard, f"2001:db8::{n + 1:x}")) for n in range(burst + 1)]
    assert (codes[0], codes[-1]) == (200, 429)
    assert asyncio.run(ask(guard, "2001:db8:0:1::1")) == 200


def test_connections_of_one_address_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LIMITS, "connections", 2)
    counted = OpenConnections()
    assert [counted.enter(f"2001:db8::{n}") for n in range(3)] == [True, True, False]
    assert counted.enter("192.0.2.1")
    assert all(counted.enter("127.0.0.1") for _ in range(3)), "a proxy may stand there"
    assert all(counted.enter("::1") for _ in range(3))
    counted.leave("2001:db8::7")
    assert counted.enter("2001:db8::3")
    assert len(counted) == 9


def test_who_has_too_many_connections_is_told_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one too many is answered and closed, and leaves no trace; a WebSocket counts too."""
    counted = OpenConnections()
    monkeypatch.setattr(slow_clients, "OPEN_CONNECTIONS", counted)
    monkeypatch.setattr(peers, "is_loopback", lambda address: False)
    monkeypatch.setattr(LIMITS, "connections", 2)
    with InProcessServers(1) as servers:
        host, port = servers.addresses[0].removeprefix("http://").split(":")
        with closing(Client(servers.addresses[0])) as anna:
            table = anna.create("gallia", SEATS)["table"]
        until_none_is_open(counted)
        first = socket.create_connection((host, int(port)))
        listening = f"ws://{host}:{port}/api/tables/{table}/listen"
        with connect(listening) as line, closing(first):
            assert table in line.recv()
            with closing(socket.create_connection((host, int(port)))) as third:
                assert third.recv(100).startswith(b"HTTP/1.1 429")
        until_none_is_open(counted)


def until_none_is_open(counted: OpenConnections) -> None:
    """The server learns of a closed connection after its client has gone on."""
    end = time.monotonic() + 60
    while len(counted):
        assert time.monotonic() < end
        time.sleep(0.01)


def test_answers_with_secrets_are_not_kept(server: Running) -> None:
    anna = server.client()
    table = anna.create("gallia", [{"kind": "me", "name": "Anna"}, {"kind": "random"}])["table"]
    for path in (f"/tables/{table}?seat=0", "/tables/mine", "/tables/none"):
        assert anna.http.get(path).headers["cache-control"] == "no-store", path


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("/api/v1/games", "/api/games"),
        ("/api/v1/tables/a%20b", "/api/tables/a b"),
        ("/api/%76%31/games", "/api/games"),
        ("/api/v10/games", "/api/v10/games"),
        ("/api/games", "/api/games"),
    ],
)
def test_a_version_in_the_path_is_the_present_one(asked: str, meant: str) -> None:
    assert asyncio.run(passed(asked, {})) == [meant]


def test_limits_hold_for_paths_with_a_version(server: Running) -> None:
    """Files may be long there too, and a table is found, listened to and answered."""
    anna = server.client()
    table = anna.create("gallia", SEATS)["table"]
    found = httpx.get(f"{server.address}/api/v1/tables/{table}", timeout=60).json()
    assert found["table"]["id"] == table
    listening = f"ws://127.0.0.1:{server.port}/api/v1/tables/{table}/listen"
    with connect(listening) as line:
        assert table in line.recv()


def test_without_a_key_one_is_asked_for(server: Running) -> None:
    anna = server.client()
    table = anna.create("gallia", SEATS)["table"]
    path = f"{server.address}/api/tables/{table}"
    for answer in (
        httpx.get(path, params={"seat": 0}, timeout=60),
        httpx.post(f"{path}/acts", json=START, timeout=60),
    ):
        assert (answer.status_code, answer.json()["error"]) == (401, "keyless")
        assert answer.headers["www-authenticate"] == "Bearer"
    other = server.client()
    assert other.http.get(f"/tables/{table}", params={"seat": 0}).status_code == 403


async def crossed(method: str, origin: str) -> tuple[int, dict[bytes, bytes]]:
    """The status and headers of a request of a page, at a server that knows one other origin."""
    said: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def send(message: Any) -> None:
        said.append(message)

    async def receive() -> Any:
        return {"type": "http.request"}

    allowed = cors.origins(["https://Example.org/"])
    scope: dict[str, Any] = {"type": "http", "method": method, "scheme": "http", "path": "/api/x"}
    scope |= {"headers": [(b"host", b"localhost"), (b"origin", origin.encode())]}
    await Guard(app, frozenset({"localhost"}), origins=allowed)(scope, receive, send)
    return said[0]["status"], dict(said[0]["headers"])


def test_pages_of_an_origin_that_was_allowed_may_write() -> None:
    for method, status in (("OPTIONS", 204), ("POST", 200), ("GET", 200)):
        told, headers = asyncio.run(crossed(method, "https://example.org"))
        assert told == status
        assert headers[b"access-control-allow-origin"] == b"https://example.org"
        assert b"access-control-allow-credentials" not in headers
        told, headers = asyncio.run(crossed(method, "https://evil.example"))
        assert told == (200 if method == "GET" else 403)
        assert b"access-control-allow-origin" not in headers


@pytest.mark.parametrize("origin", ["*", "example.org", "https://a/b", "null", ""])
def test_what_is_no_origin_is_refused(origin: str) -> None:
    with pytest.raises(CruachanError, match="origin"):
        cors.origins([origin])


def test_an_origin_is_allowed_when_the_server_is_opened(tmp_path: Path) -> None:
    with Running(tmp_path / "data", "--origin", "https://example.org") as server:
        headers = {"origin": "https://example.org"}
        made = httpx.post(f"{server.address}/api/keys", headers=headers, timeout=60)
        assert made.status_code == 200
        assert made.headers["access-control-allow-origin"] == "https://example.org"
