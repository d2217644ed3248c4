"""What JavaScript calls in Pyodide: the local server, with values that both sides understand."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from cruachan.bots import machine
from cruachan.server.browser import fixed, rehearsal
from cruachan.server.browser.local_server import LocalServer, LocalSocket, Request


class PageServer:
    """A local server whose requests and answers are texts and bytes."""

    def __init__(self, server: LocalServer) -> None:
        self._server = server

    async def request(
        self, method: str, path: str, query: str, headers: str, body: Any, guest_of: str
    ) -> Any:
        """The status, the headers as JSON and the body of an answer."""
        sent = _headers(headers)
        request = Request(method, path, query, sent, bytes(body.to_py()), guest_of)
        answer = await self._server.request(request)
        to_js = import_module("pyodide.ffi").to_js
        return to_js([answer.status, json.dumps(answer.headers), answer.body])

    def open(
        self, path: str, query: str, headers: str, guest_of: str, hear: Callable[[str], None]
    ) -> LocalSocket:
        """Open a WebSocket; what is said on it is heard as JSON."""
        request = Request("GET", path, query, _headers(headers), guest_of=guest_of)
        return self._server.open(request, lambda said: hear(json.dumps(said)))


def _headers(headers: str) -> tuple[tuple[str, str], ...]:
    return tuple((name, value) for name, value in json.loads(headers))


class Rehearsed:
    """The part of the server that is kept from the build of the site."""

    routes: FastAPI | None = None


async def rehearse() -> None:
    """Get ready for the snapshot of Python's memory."""
    Rehearsed.routes = await rehearsal.rehearse()
    rehearsal.before_snapshot()


async def write_answers(folder: str) -> None:
    """Write what every device answers alike into a folder (`fixed`), for the build of the site."""
    server = LocalServer(rehearsal.SCRATCH, routes=Rehearsed.routes)
    await fixed.write_answers(server, Path(folder))
    server.close()


async def start(
    folder: str,
    ask: Callable[[str], str],
    load: Callable[[str], Awaitable[None]],
    changed: Callable[[], None],
) -> PageServer:
    """Start the server over a folder. `ask` answers the questions of bots, `load` fetches what it
    needs for a game, `changed` is called after everything that is stored."""
    machine.provide(ask)
    if Rehearsed.routes:
        rehearsal.after_snapshot()
    server = LocalServer(Path(folder), load, Rehearsed.routes)
    server.subscribe(changed)
    await server.start()
    return PageServer(server)
