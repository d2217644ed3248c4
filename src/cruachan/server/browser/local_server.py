"""The server's application without a network: requests and sockets are handed over as values.

It is the application that `cruachan serve` runs, with the same routes, checks and answers. What is
different is its environment: one thread, bots in the same process, a store in a folder that the
caller keeps (in a browser: IndexedDB), and cookies in a file beside it instead of in a browser.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, NamedTuple, NotRequired, TypedDict

from fastapi import FastAPI

from cruachan.engine.processes import has_threads
from cruachan.server.api.app import attach, make_routes
from cruachan.server.api.guard import App, Message, Scope
from cruachan.server.browser import guests
from cruachan.server.browser.local_workers import Load, LocalWorkers, nothing_to_load
from cruachan.server.store.store import Store
from cruachan.server.store.writer import Commit
from cruachan.server.tables.pace import TablePace
from cruachan.server.tables.service import TableService

COOKIES = "cookies.json"
HOST = b"device"
"""The name of the server in its own requests."""
CLOSED_EARLY = 1006
GONE = 1001


class SocketEvent(TypedDict):
    """What happens on a WebSocket, as a page is told."""

    kind: Literal["open", "message", "close"]
    data: NotRequired[str]
    code: NotRequired[int]


class Answer(NamedTuple):
    """The answer to a request."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes


class Request(NamedTuple):
    """A request as a page sends it."""

    method: str
    path: str
    """From `/api` on."""
    query: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""
    guest_of: str = ""
    """The table to which another device was invited, if it asks; it gets no cookie of this one."""


async def _here(do: Callable[..., Any], *values: Any, **_: Any) -> Any:
    """Call a function in this thread, in place of a thread pool."""
    return do(*values)


class LocalServer:
    """The application over a store in a folder."""

    def __init__(
        self, folder: Path, load: Load = nothing_to_load, routes: FastAPI | None = None
    ) -> None:
        """Open the store; a StoreError where it cannot be. `load` fetches what a game needs to be
        thought about; `routes` are those of a server that is closed, if there was one."""
        if not has_threads():
            # Where Starlette has endpoints that are no coroutines run.
            vars(import_module("anyio.to_thread"))["run_sync"] = _here
        self.store = Store(folder)
        self.workers = LocalWorkers(load)
        self.service = TableService(self.store, self.workers)
        TablePace(self.service, self.workers)
        self.app = routes or make_routes()
        attach(self.app, self.service, self.workers)
        self.cookies = Cookies(folder / COOKIES)
        self.guests = guests.GuestLimits()
        self.changed = False
        """Whether something was stored since this was last set to False."""
        self._change_observers: list[Callable[[], None]] = []
        self.store.subscribe(self._stored)

    async def start(self) -> None:
        """Resume the tables where chance or a bot is to move."""
        await self.service.wake()

    def subscribe(self, observer: Callable[[], None]) -> None:
        """Call an observer after everything that is stored."""
        self._change_observers.append(observer)

    def _stored(self, commit: Commit | None = None) -> None:
        self.changed = True
        for observer in self._change_observers:
            observer()

    def close(self) -> None:
        """Disconnect all listeners and close the store."""
        self.service.stop()
        self.service.close()
        self.store.close()

    async def request(self, request: Request) -> Answer:
        """Answer a request."""
        if refused := self._refused(request):
            return refused
        head: Message = {}
        body: list[bytes] = []
        unread: list[Message] = [{"type": "http.request", "body": request.body, "more_body": False}]
        over = asyncio.Event()

        async def receive() -> Message:
            if unread:
                return unread.pop()
            await over.wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                head.update(message)
            elif message["type"] == "http.response.body":
                body.append(message.get("body", b""))

        scope = {**self._scope("http", request), "method": request.method}
        try:
            await self.app(scope, receive, send)
        finally:
            over.set()
        headers = [
            (name.decode("latin-1"), value.decode("latin-1")) for name, value in head["headers"]
        ]
        if not request.guest_of and self.cookies.keep(headers):
            self._stored()
        kept = [(name, value) for name, value in headers if name != "set-cookie"]
        return Answer(head["status"], kept, b"".join(body))

    def open(self, request: Request, hear: Callable[[SocketEvent], None]) -> LocalSocket:
        """Open a WebSocket; `hear` is called with its events. A refused one is closed at once."""
        guest_of = request.guest_of
        if self._refused(request) or (guest_of and not self.guests.opens(guest_of)):
            request = request._replace(path="/api/refused")
            guest_of = ""
        socket = LocalSocket(self.app, self._scope("websocket", request), hear)
        if guest_of:
            socket.task.add_done_callback(lambda _: self.guests.closes(guest_of))
        return socket

    def _refused(self, request: Request) -> Answer | None:
        """The response to a request that a guest may not make; None for one she may."""
        if not request.guest_of:
            return None
        if not guests.may_ask(request.guest_of, request.method, request.path):
            status = 403
        elif len(request.body) > guests.LONGEST_BODY:
            status = 413
        elif request.path == guests.KEYS and not self.guests.takes_key(request.guest_of):
            status = 429
        else:
            return None
        said = {"error": "not_for_guests", "text": HTTPStatus(status).phrase}
        return Answer(status, [("content-type", "application/json")], json.dumps(said).encode())

    def _scope(self, kind: str, request: Request) -> Scope:
        sent = [(name.lower().encode(), value.encode()) for name, value in request.headers]
        if self.cookies.header and not request.guest_of:
            sent.append((b"cookie", self.cookies.header.encode()))
        return {
            "type": kind,
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "http" if kind == "http" else "ws",
            "path": request.path,
            "raw_path": request.path.encode(),
            "query_string": request.query.encode(),
            "root_path": "",
            "headers": [(b"host", HOST), *sent],
            "client": None,
            "server": None,
            "subprotocols": [],
            "state": {},
        }


class LocalSocket:
    """A WebSocket between a page and the application."""

    def __init__(
        self,
        app: App,
        scope: Scope,
        hear: Callable[[SocketEvent], None],
    ) -> None:
        self._hear = hear
        self._said: asyncio.Queue[Message] = asyncio.Queue()
        self._said.put_nowait({"type": "websocket.connect"})
        self._over = False
        self.task = asyncio.ensure_future(self._run(app, scope))

    async def _run(self, app: App, scope: Scope) -> None:
        try:
            await app(scope, self._said.get, self._send)
        finally:
            self._end(CLOSED_EARLY)

    async def _send(self, message: Message) -> None:
        if message["type"] == "websocket.close":
            self._end(message.get("code", 1000))
        elif self._over:
            raise OSError("the page has closed the socket")
        elif message["type"] == "websocket.accept":
            self._hear({"kind": "open"})
        elif message["type"] == "websocket.send":
            self._hear({"kind": "message", "data": message.get("text") or ""})

    def _end(self, code: int) -> None:
        if not self._over:
            self._over = True
            self._hear({"kind": "close", "code": code})

    def say(self, text: str) -> None:
        """Send a message to the server."""
        self._said.put_nowait({"type": "websocket.receive", "text": text})

    def close(self, code: int = GONE) -> None:
        """Close it from the side of the page."""
        self._over = True
        self._said.put_nowait({"type": "websocket.disconnect", "code": code})


class Cookies:
    """The cookies of the one device that uses a local server, kept in a file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._kept: dict[str, str] = {}
        if path.exists():
            self._kept = json.loads(path.read_text("utf-8"))

    @property
    def header(self) -> str:
        """All of them as a request carries them."""
        return "; ".join(f"{name}={value}" for name, value in self._kept.items())

    def keep(self, headers: list[tuple[str, str]]) -> bool:
        """Keep what an answer sets; whether anything has changed."""
        before = dict(self._kept)
        for name, value in headers:
            if name == "set-cookie":
                self._take(value)
        if self._kept == before:
            return False
        self._path.write_text(json.dumps(self._kept), "utf-8")
        return True

    def _take(self, header: str) -> None:
        try:
            cookies = SimpleCookie(header)
        except CookieError:
            return
        for name, cookie in cookies.items():
            if cookie["max-age"] == "0":
                self._kept.pop(name, None)
            else:
                self._kept[name] = cookie.value
