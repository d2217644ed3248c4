"""What stands outside of everything: ids of requests, how they are counted, whether all is well.

A request keeps its id (`x-request-id`) on its way through proxy and servers, and into the answer.
"""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

import msgspec

from cruachan.server.api.guard import App, Message, Receive, Scope, Send, language, refuse
from cruachan.server.api.logs import REQUEST, requests

HEALTH = "/healthz"
WHO = b"who"
IDENTITY = f"{HEALTH}?{WHO.decode()}"
"""The path whose response has the id of the server; the id is no secret."""
ID = b"x-request-id"
FIT = re.compile(rb"[\w.-]{1,64}", re.ASCII)
"""An id of somebody else that we take over."""
PATIENCE = 2.0
"""Seconds within which a store answers that is well."""
ELSEWHERE = "elsewhere"
"""The key in a request's scope that says that another server answered it."""

Counted = Callable[[str, str, str, float | None], None]
"""Is told of each request: its method, its route, how it was answered, and the seconds that took;
no seconds of a connection that stays open."""


class Answering(Protocol):
    """A store that may or may not answer."""

    def answers(self) -> bool:
        """Whether it does; waits for it."""


class Health:
    """Whether this server should be sent requests."""

    def __init__(self) -> None:
        self.store: Answering | None = None
        """None until everything is loaded."""
        self.draining = False
        self.server: Callable[[], str] = str
        """The id of this server in its cluster."""
        self.checks: list[Callable[[], str | None]] = []
        """Each names what keeps the cluster from sending requests here, if anything does."""
        self._asking: asyncio.Future[bool] | None = None
        self._thread = ThreadPoolExecutor(1, "health")
        """Its own, so that nobody who asks for the health waits behind other work."""

    async def ailment(self) -> str | None:
        """What is wrong, by its name."""
        if self.draining:
            return "draining"
        if self.store is None:
            return "loading"
        for failed in filter(None, (check() for check in self.checks)):
            return failed
        return None if await self._answers(self.store) else "no_store"

    async def _answers(self, store: Answering) -> bool:
        """Whether the store answers soon; however many ask, it is asked once at a time."""
        if self._asking is None or self._asking.done():
            self._asking = asyncio.get_running_loop().run_in_executor(self._thread, store.answers)
        try:
            return await asyncio.wait_for(asyncio.shield(self._asking), PATIENCE)
        except TimeoutError:
            return False

    async def answer(self, scope: Scope, send: Send) -> None:
        """Answer a health check."""
        if scope.get("query_string") == WHO:
            await _say(send, {"server": self.server()})
            return
        ailment = await self.ailment()
        if ailment:
            await refuse(scope, send, 503, ailment, language(dict(scope["headers"])))
            return
        await _say(send, {"status": "well"})


async def _say(send: Send, what: dict[str, str]) -> None:
    body = msgspec.json.encode(what)
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


class RequestLog:
    """Outermost middleware: gives requests their ids, logs and counts them."""

    def __init__(self, app: App, health: Health, counted: Iterable[Counted] = ()) -> None:
        self.app = app
        self.health = health
        self._counted = (_noted, *counted)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Give a request its id, and see what comes of it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["path"] == HEALTH and scope["type"] == "http":
            await self.health.answer(scope, send)
            return
        id_ = _named(scope)
        REQUEST.set(id_.decode())
        seen = LoggedResponse(send, id_, self.health)
        begun = time.perf_counter()
        try:
            await self.app(scope, receive, seen)
        finally:
            took = None if seen.stays_open else time.perf_counter() - begun
            for each in self._counted:
                each(scope.get("method", "LISTEN"), route_of(scope), seen.status, took)


class LoggedResponse:
    """The way back of a request's answer: it gets the id, and its number is noted."""

    def __init__(self, send: Send, id_: bytes, health: Health) -> None:
        self._send = send
        self._id = id_
        self._health = health
        self.status = "none"
        self.stays_open = False

    async def __call__(self, message: Message) -> None:
        """Let a piece of the answer pass."""
        kind = message["type"]
        if kind in ("http.response.start", "websocket.http.response.start", "websocket.accept"):
            self.status = str(message.get("status", 101))
            headers = [each for each in message.get("headers", ()) if each[0] != ID]
            headers.append((ID, self._id))
            if kind == "http.response.start" and self._health.draining:
                headers.append((b"connection", b"close"))
            message["headers"] = headers
            stays = (b"content-type", b"text/event-stream; charset=utf-8")
            self.stays_open = kind == "websocket.accept" or stays in headers
        await self._send(message)


def _named(scope: Scope) -> bytes:
    """The id of a request: as it came, where that is one, else a new one. Its headers have it."""
    came: bytes = dict(scope["headers"]).get(ID, b"")
    id_ = came if FIT.fullmatch(came) else secrets.token_hex(8).encode()
    scope["headers"] = [each for each in scope["headers"] if each[0] != ID] + [(ID, id_)]
    return id_


def route_of(scope: Scope) -> str:
    """What was asked for, without anything by which a table or a person could be known."""
    if scope.get(ELSEWHERE):
        return ELSEWHERE
    path: str | None = getattr(scope.get("route"), "path", None)
    if path:
        return path
    return "none" if scope["path"].startswith("/api") else "page"


def _noted(method: str, route: str, status: str, took: float | None) -> None:
    more: dict[str, str | float] = {"method": method, "route": route, "status": status}
    if took is not None:
        more["ms"] = round(1000 * took, 1)
    requests.info("request", extra=more)
