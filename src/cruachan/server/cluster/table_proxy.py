"""Forwards requests about a table to the server that owns it, and responses back.

Neither clients nor the proxy in front need know which server owns a table. While a table has no
owner, because its server was killed a moment ago, a request waits a little for one and is then
refused with "try again". Commands carry ids, so sending them again is safe.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from cruachan.server.api.guard import (
    FILES,
    PASSED,
    App,
    Message,
    Receive,
    Scope,
    Send,
    TooLarge,
    canonical,
    language,
    refuse,
)
from cruachan.server.api.request_log import ELSEWHERE, ID
from cruachan.server.cluster.cluster import ServerCluster
from cruachan.server.cluster.peers import Peer
from cruachan.server.errors import AGAIN, ServerError

PATIENCE = 1.5
"""Seconds for which a request waits for a holder of its table, and what is soon done for the holder
itself, which may stand still; then it is asked to come again, before a proxy takes this server for
one that stands still."""
SOON_DONE = ("/acts", "/listen")
"""What takes no holder long: an act may be sent again, since it carries an id, and so may the
opening of a line."""
PAUSE = 0.1
HOP = frozenset(
    {
        b"connection",
        b"content-length",
        b"host",
        b"keep-alive",
        b"te",
        b"trailer",
        b"transfer-encoding",
        b"upgrade",
        PASSED,
    }
)
"""Headers that belong to one connection."""
SOCKET_HEADERS = frozenset({b"authorization", b"cookie", b"accept-language", ID})
"""Headers of a line that say who listens, and how."""
COME_BACK = 1012
TRY_AGAIN = 1013
log = logging.getLogger(__name__)


def table_of(path: str) -> str | None:
    """The table that a request is about, if it is about one."""
    parts = path.split("/")
    if not canonical(path):
        return None
    if parts[:3] != ["", "api", "tables"] or len(parts) < 4 or parts[3] in ("", "mine"):
        return None
    return parts[3]


def makes_table(scope: Scope) -> bool:
    """Whether a request is to make a table, which any server can."""
    path = scope["path"]
    return scope.get("method") == "POST" and path in ("/api/tables", FILES)


class TableProxy:
    """Middleware in front of the app."""

    def __init__(self, app: App, cluster: ServerCluster) -> None:
        self.app = app
        self.cluster = cluster

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer here, or let the owner of the table answer."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        table = table_of(scope["path"])
        if table is None and not makes_table(scope):
            await self.app(scope, receive, send)
            return
        loop = asyncio.get_running_loop()
        end = loop.time() + PATIENCE
        proxied: ProxiedSocket | ProxiedRequest
        if scope["type"] == "websocket":
            proxied = ProxiedSocket(scope, receive, send)
        else:
            body = await _whole(scope, receive, send)
            if body is None:
                return
            proxied = ProxiedRequest(scope, body, receive, send)
        while not await self._answered(table, proxied, end):
            if loop.time() > end:
                await proxied.give_up()
                return
            await asyncio.sleep(PAUSE)

    async def _answered(
        self, table: str | None, proxied: ProxiedSocket | ProxiedRequest, end: float
    ) -> bool:
        """Whether this attempt got an answer."""
        try:
            cluster = self.cluster
            holder = await cluster.whose(table) if table else cluster.stand_in()
        except ServerError as error:
            if not error.again:
                raise
            return False
        if holder is None:
            return await proxied.serve_here(self.app)
        if proxied.scope.get("passed"):
            await proxied.give_up()
            return True
        soon = proxied.scope["path"].endswith(SOON_DONE)
        answered = proxied.scope[ELSEWHERE] = await proxied.forward_to(
            holder, end if soon else None
        )
        if not answered and table:
            self.cluster.forget_owner(table)
        return answered


def _passed_on(scope: Scope, secret: str) -> str:
    """The value of the header by which another server knows a forwarded request."""
    return f"{secret} {'https' if scope['scheme'] in ('https', 'wss') else 'http'}"


async def _whole(scope: Scope, receive: Receive, send: Send) -> bytes | None:
    """The body of a request; None if it was refused as too long or too slow."""
    parts = []
    lang = language(dict(scope["headers"]))
    while True:
        try:
            message = await receive()
        except TooLarge:
            await refuse(scope, send, 413, "too_large", lang)
            return None
        if message["type"] == "http.disconnect":
            await refuse(scope, send, 408, "too_slow", lang, [(b"connection", b"close")])
            return None
        parts.append(message.get("body", b""))
        if not message.get("more_body"):
            return b"".join(parts)


class ProxiedRequest:
    """A request that this server or another one answers."""

    def __init__(self, scope: Scope, body: bytes, receive: Receive, send: Send) -> None:
        self.scope = scope
        self.body = body
        self.receive = receive
        self.send = send

    async def serve_here(self, app: App) -> bool:
        """Let the app answer; False if it asks to try again."""
        again, sent = False, False

        async def receive() -> Message:
            nonlocal sent
            if sent:
                return await self.receive()
            sent = True
            return {"type": "http.request", "body": self.body, "more_body": False}

        async def send(message: Message) -> None:
            nonlocal again
            if message["type"] == "http.response.start":
                again = any(name == AGAIN for name, _ in message["headers"])
            if not again or self.scope.get("passed"):
                await self.send(message)

        await app(self.scope, receive, send)
        return not again or bool(self.scope.get("passed"))

    async def forward_to(self, peer: Peer, end: float | None) -> bool:
        """Forward the request to another server; False without an answer before the deadline."""
        query = self.scope["query_string"]
        path = self.scope["raw_path"] + (b"?" + query if query else b"")
        headers = [each for each in self.scope["headers"] if each[0] not in HOP]
        headers.append((PASSED, _passed_on(self.scope, peer.server.secret).encode()))
        if not any(name == b"accept-encoding" for name, _ in headers):
            # Else the client between the servers would ask for what ours cannot read.
            headers.append((b"accept-encoding", b"identity"))
        request = peer.http.build_request(
            self.scope["method"],
            peer.http.base_url.copy_with(raw_path=path),
            headers=headers,
            content=self.body,
        )
        try:
            async with asyncio.timeout_at(end):
                answer = await _unless_gone(peer, peer.http.send(request, stream=True))
        except (httpx.TransportError, RuntimeError, TimeoutError):
            return False
        if answer is None:
            return False
        try:
            if AGAIN.decode() in answer.headers:
                return False
            return await self._give(peer, answer)
        finally:
            await answer.aclose()

    async def _give(self, peer: Peer, answer: httpx.Response) -> bool:
        """Send a response back; an event stream piece by piece."""
        raw = [(name.lower(), value) for name, value in answer.headers.raw]
        headers = [each for each in raw if each[0] not in HOP - {b"content-length"}]
        start = {"type": "http.response.start", "status": answer.status_code, "headers": headers}
        if not answer.headers.get("content-type", "").startswith("text/event-stream"):
            try:
                body = await _unless_gone(peer, _raw(answer))
            except httpx.TransportError:
                return False
            if body is None:
                return False
            await self.send(start)
            await self.send({"type": "http.response.body", "body": body})
            return True
        await self.send(start)
        pumping = asyncio.ensure_future(self._pump(answer))
        leaving = asyncio.ensure_future(self._left())
        gone = asyncio.ensure_future(peer.gone.wait())
        await _first(pumping, leaving, gone)
        await self.send({"type": "http.response.body", "body": b""})
        return True

    async def _pump(self, answer: httpx.Response) -> None:
        with suppress(httpx.TransportError):
            async for piece in answer.aiter_raw():
                await self.send({"type": "http.response.body", "body": piece, "more_body": True})

    async def _left(self) -> None:
        while (await self.receive())["type"] != "http.disconnect":
            pass

    async def give_up(self) -> None:
        """Refuse with 503: no server can answer now."""
        headers = dict(self.scope["headers"])
        again = ((AGAIN, b"1"),) if self.scope.get("passed") else ()
        await refuse(self.scope, self.send, 503, "elsewhere", language(headers), again)


class ProxiedSocket:
    """A WebSocket that this server or another one serves."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.scope = scope
        self.receive = receive
        self.send = send

    async def serve_here(self, app: App) -> bool:
        """Let the app serve it."""
        await app(self.scope, self.receive, self.send)
        return True

    async def forward_to(self, peer: Peer, end: float | None) -> bool:
        """Connect to another server; False if it cannot be reached before the deadline."""
        headers = [
            (name.decode("latin-1"), value.decode("latin-1"))
            for name, value in self.scope["headers"]
            if name in SOCKET_HEADERS
        ]
        headers.append((PASSED.decode(), _passed_on(self.scope, peer.server.secret)))
        address = "ws" + peer.server.address.removeprefix("http") + self.scope["raw_path"].decode()
        opening = connect(
            f"{address}?{self.scope['query_string'].decode()}",
            additional_headers=headers,
            compression=None,
            open_timeout=None,
            max_size=None,
            proxy=None,
        )
        try:
            async with asyncio.timeout_at(end):
                far = await _unless_gone(peer, opening)
        except (OSError, WebSocketException, TimeoutError):
            return False
        if far is None:
            return False
        try:
            await self._join(peer, far)
        finally:
            far.transport.abort()
        return True

    async def _join(self, peer: Peer, far: ClientConnection) -> None:
        """Forward messages both ways until one end closes."""
        await self.receive()
        await self.send({"type": "websocket.accept"})
        forth = asyncio.ensure_future(self._forth(far))
        back = asyncio.ensure_future(self._back(far))
        gone = asyncio.ensure_future(peer.gone.wait())
        await _first(forth, back, gone)
        if not forth.cancelled():
            return
        code = far.close_code if far.close_code and far.close_code != 1006 else COME_BACK
        with suppress(RuntimeError):
            await self.send({"type": "websocket.close", "code": code})

    async def _forth(self, far: ClientConnection) -> None:
        """Forward what the client sends, and its close code."""
        while True:
            heard = await self.receive()
            if heard["type"] == "websocket.disconnect":
                code = heard.get("code")
                if code in (1000, 1001):
                    await far.close(code)
                return
            with suppress(ConnectionClosed):
                await far.send(heard.get("text") or heard.get("bytes") or "")

    async def _back(self, far: ClientConnection) -> None:
        """Forward what the other server sends."""
        with suppress(ConnectionClosed, RuntimeError):
            async for said in far:
                text = said if isinstance(said, str) else said.decode()
                await self.send({"type": "websocket.send", "text": text})

    async def give_up(self) -> None:
        """Close with "try again": no server can serve it now."""
        await self.receive()
        await self.send({"type": "websocket.accept"})
        await self.send({"type": "websocket.close", "code": TRY_AGAIN})


async def _first(*tasks: asyncio.Future[Any]) -> None:
    """Wait until one task is done, and cancel the others."""
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _unless_gone(peer: Peer, doing: Any) -> Any:
    """The result of something another server does; None if that server has gone."""
    task, gone = asyncio.ensure_future(_awaited(doing)), asyncio.ensure_future(peer.gone.wait())
    await _first(task, gone)
    return None if task.cancelled() else task.result()


async def _raw(answer: httpx.Response) -> bytes:
    """The body as it came: compressed, where its headers say so."""
    return b"".join([piece async for piece in answer.aiter_raw()])


async def _awaited(doing: Any) -> Any:
    return await doing
