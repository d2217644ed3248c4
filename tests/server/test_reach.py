"""Where other devices reach a server is told on its own machine, and nowhere else."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest

from cruachan.server import serve
from cruachan.server.api.app import make_app

NETWORK = "http://192.168.7.5:7370"
NOBODY = cast(Any, SimpleNamespace(slices=None))


async def told(base: str, client: str, reachable: str | None = NETWORK) -> Any:
    app = make_app(NOBODY, NOBODY)
    app.state.reachable = lambda: reachable
    transport = httpx.ASGITransport(app, client=(client, 4000))
    async with httpx.AsyncClient(transport=transport, base_url=base) as asking:
        return (await asking.get("/api/reach")).json()["address"]


@pytest.mark.parametrize(
    ("base", "client", "address"),
    [
        ("http://localhost:7370", "127.0.0.1", NETWORK),
        ("http://[::1]:7370", "::1", NETWORK),
        ("https://games.example", "127.0.0.1", None),
        ("http://localhost:7370", "192.168.7.9", None),
    ],
)
def test_only_its_own_machine_is_told(base: str, client: str, address: str | None) -> None:
    assert asyncio.run(told(base, client)) == address


def test_a_server_for_its_own_machine_has_no_other_address() -> None:
    assert asyncio.run(told("http://localhost:7370", "127.0.0.1", None)) is None
    assert serve.addresses("127.0.0.1", 7370)[1] is None
    assert serve.addresses("192.168.7.5", 7370)[1] == NETWORK


def test_a_server_for_all_names_its_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "reachable", lambda: "192.168.7.5")
    assert serve.addresses("0.0.0.0", 7370) == ("http://127.0.0.1:7370", NETWORK)
