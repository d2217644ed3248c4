"""How often an address may ask, write and set tables."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import httpx
import pytest

from cruachan.engine.errors import CruachanError
from cruachan.server.api.guard import PASSED, Bucket, Guard
from cruachan.server.cluster.table_proxy import table_of
from cruachan.server.limits import LIMITS, Limits, set_limits
from tests.server.running import Running

SEATS = [{"kind": "me", "name": "Anna"}, {"kind": "free"}]


def test_a_bucket_is_empty_after_its_burst_and_each_address_has_its_own() -> None:
    bucket = Bucket(1.0)
    taken = [bucket.take("a", 1.0) for _ in range(int(LIMITS.burst) + 2)]
    assert taken == [True] * int(LIMITS.burst) + [False] * 2
    assert bucket.take("b", 1.0)
    assert LIMITS.read < 1.0 < LIMITS.new_table


def test_who_sets_one_table_after_another_is_asked_to_wait(tmp_path: Path) -> None:
    with Running(tmp_path / "data", "--rate", "10") as server:
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


async def passed(path: str, headers: dict[bytes, bytes]) -> list[Any]:
    """The statuses and paths that come of a request: 200 if the app behind the guard gets it."""
    told: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        told.append(scope["path"])

    async def send(said: Any) -> None:
        told.append(said.get("status"))

    async def receive() -> Any:
        return {"type": "http.request"}

    head = [(b"host", b"localhost"), *headers.items()]
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
