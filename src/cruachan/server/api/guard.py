"""What every request passes before anything looks at it: whose page sent it, how large, how often.

The pages of strangers can make a browser send requests here. So the host must be one of ours (else
a name that was bent to this machine would do), and the origin of everything that writes or listens
must be the host itself.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import time
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from hmac import compare_digest
from typing import Any
from urllib.parse import quote

import msgspec

from cruachan.engine.languages import Lang, negotiate
from cruachan.engine.texts import Texts
from cruachan.server import PACKAGE
from cruachan.server.api import cors
from cruachan.server.api.peers import peer_of
from cruachan.server.fair_pool import COST, Measured, RequestCost
from cruachan.server.limits import LIMITS

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

RATE = 50.0
"""Writes a second from one address."""

DEBT = 2.0
"""Seconds for which an address waits at most after something that took long."""
PIECE = 65536
"""Bytes of an answer that are sent at once."""
API = "/api"
VERSIONED = "/api/v1"
FILES = "/api/files"
KIT = re.compile(r"/api/games/[^/]+/kit")
COUNTING = "/api/me/waiting"
"""Connections that only count what waits: half of an address's are left to its tables."""
SIGN_IN = ("/api/login/", "/api/me/recovery")
"""What is worth trying often, or takes long."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
)


PASSED = b"cruachan-passed"
"""The header of a forwarded request of another server: our secret and the scheme."""


class TooLarge(Exception):
    """A request with more bytes than anybody needs."""


class Bucket:
    """How often an address may still write or ask: refilled all the time, empty when used up."""

    def __init__(self, rate: float) -> None:
        self.rate = rate
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, address: str, cost: float) -> bool:
        """Whether it may do something of this cost once more."""
        moment = time.monotonic()
        left, then = self._left.pop(address, (self.rate * LIMITS.burst, moment))
        left = min(self.rate * LIMITS.burst, left + (moment - then) * self.rate)
        self._left[address] = (left - cost if left >= cost else left, moment)
        while len(self._left) > LIMITS.addresses:
            self._left.popitem(last=False)
        return left >= cost

    def charge(self, address: str, cost: float) -> None:
        """Take what something turned out to cost, even where so much is not left: who owes
        something waits, for at most `DEBT` seconds."""
        left, then = self._left.get(address, (self.rate * LIMITS.burst, time.monotonic()))
        self._left[address] = (max(left - cost, -self.rate * DEBT), then)


class Guard:
    """Middleware in front of the app."""

    def __init__(
        self,
        app: App,
        hosts: frozenset[str],
        rate: float = RATE,
        secret: str = "",
        origins: frozenset[str] = frozenset(),
    ) -> None:
        self.app = app
        self.hosts = hosts
        self.origins = origins
        self._secret = secret
        self._bucket = Bucket(rate)
        self._connections: Counter[str] = Counter()
        self._answers: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request pass, or say why not."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        if not canonical(scope["path"]):
            await refuse(scope, send, 400, "bad_path", language(headers))
            return
        unversioned(scope)
        if self._from_another(scope, headers.get(PASSED, b"").decode("latin-1")):
            if scope["type"] == "http":
                receive = limited(receive, largest(scope["path"]))
            await self.app(scope, receive, send)
            return
        address = peer_of((scope.get("client") or ("", 0))[0])
        fault = self._fault(scope, headers, address)
        if fault:
            await refuse(scope, send, *fault, language(headers))
            return
        if scope["type"] == "http":
            origin = headers.get(b"origin", b"")
            own = cors.headers_for(origin) if self._allowed(origin) else ()
            if own and scope["method"] == "OPTIONS":
                await _preflight(send, own)
                return
            receive = limited(receive, largest(scope["path"]))
            send = with_headers(in_pieces(send), own)
        held, most, fault = self._answers, LIMITS.answers, (429, "too_often")
        if listens(scope):
            held, most, fault = self._connections, LIMITS.lines, (429, "too_many_lines")
            if scope["path"] == COUNTING:
                most /= 2
        if held[address] >= most * max(1.0, self._bucket.rate / RATE):
            await refuse(scope, send, *fault, language(headers))
            return
        held[address] += 1
        cost = scope["cost"] = RequestCost()
        COST.set(cost)
        try:
            await Measured(self.app(scope, receive, send), cost)
        finally:
            held[address] -= 1
            if not held[address]:
                del held[address]
            if held is self._answers:
                self._bucket.charge(address, cost.seconds * LIMITS.second)

    def _from_another(self, scope: Scope, said: str) -> bool:
        """Whether another server forwards the request, which it has checked already."""
        secret, _, scheme = said.partition(" ")
        if not self._secret or not compare_digest(secret.encode(), self._secret.encode()):
            return False
        socket = scope["type"] == "websocket"
        scope["scheme"] = {"https": "wss", "http": "ws"}[scheme] if socket else scheme
        scope["passed"] = True
        return True

    def _fault(
        self, scope: Scope, headers: dict[bytes, bytes], address: str
    ) -> tuple[int, str] | None:
        """The number and the name of what is wrong with a request."""
        names = [name for name, _ in scope["headers"]]
        if names.count(b"host") > 1 or names.count(b"origin") > 1:
            return 400, "two_headers"
        host = headers.get(b"host", b"").decode("latin-1")
        if not self._ours(host):
            return 421, "foreign_host"
        writes = listens(scope) or scope["method"] not in ("GET", "HEAD")
        origin = headers.get(b"origin")
        same = origin is None or origin.decode("latin-1").partition("//")[2] == host
        if writes and not same and not self._allowed(origin or b""):
            return 403, "foreign_origin"
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or len(length) > 12 or int(length) > largest(scope["path"]):
            return 413, "too_large"
        if not self._bucket.take(address, _cost(scope, writes)):
            return 429, "too_often"
        return None

    def _allowed(self, origin: bytes) -> bool:
        """Whether pages of another origin were allowed by the host."""
        return origin.decode("latin-1").lower() in self.origins

    def _ours(self, host: str) -> bool:
        """Whether a host names this machine: by a number, or by a name we know."""
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
        name = name.strip("[]").lower()
        if name in self.hosts:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True


def canonical(path: str) -> bool:
    """Whether a path, decoded, is the one that everybody behind here reads in it: with dot segments
    or empty ones, a proxy and a server would each take it for another."""
    segments = path.split("/")[1:]
    return not {".", ".."} & set(segments) and "" not in segments[:-1] and "\\" not in path


def unversioned(scope: Scope) -> None:
    """Take the version out of a path: `/api/v1` is `/api`, as long as there is no other."""
    path: str = scope["path"]
    if path == VERSIONED or path.startswith(f"{VERSIONED}/"):
        scope["path"] = API + path.removeprefix(VERSIONED)
        scope["raw_path"] = quote(scope["path"]).encode()


def listens(scope: Scope) -> bool:
    """Whether a request opens a connection that stays open."""
    path: str = scope["path"]
    return scope["type"] == "websocket" or path.endswith("/events")


def _cost(scope: Scope, writes: bool) -> float:
    """What a request costs its address."""
    if not writes:
        return LIMITS.read
    if scope["path"].startswith(SIGN_IN):
        return LIMITS.sign_in
    return LIMITS.new_table if scope["path"] in ("/api/tables", FILES) else 1.0


def largest(path: str) -> int:
    """How many bytes a request may have."""
    if path == FILES:
        return int(1024 * LIMITS.largest_file)
    return int(1024 * (LIMITS.largest_board if KIT.fullmatch(path) else LIMITS.largest))


def language(headers: dict[bytes, bytes]) -> Lang:
    """The language a browser asks for."""
    return negotiate(headers.get(b"accept-language", b"").decode("latin-1"))


def limited(receive: Receive, most: int) -> Receive:
    """A request's body, at most as long as allowed; slow clients are disconnected."""
    size, end = 0, time.monotonic() + LIMITS.slowest
    more = True

    async def counting() -> Message:
        nonlocal size, more
        try:
            async with asyncio.timeout(end - time.monotonic() if more else None):
                message = await receive()
        except TimeoutError:
            message = {"type": "http.disconnect"}
        more = message.get("more_body", False)
        size += len(message.get("body", b""))
        if size > most:
            raise TooLarge
        return message

    return counting


async def _preflight(send: Send, own: Iterable[tuple[bytes, bytes]]) -> None:
    """Answer a browser that asks whether a page of an allowed origin may send something."""
    headers = [*HEADERS, *own, *cors.PREFLIGHT]
    await send({"type": "http.response.start", "status": 204, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


def with_headers(send: Send, more: Iterable[tuple[bytes, bytes]] = ()) -> Send:
    """An answer with the headers that keep a page to itself, but for those it brings along."""

    async def adding(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = list(message.get("headers", ()))
            names = {name for name, _ in own}
            added = [each for each in HEADERS if each[0] not in names]
            message["headers"] = [*own, *added, *more]
        await send(message)

    return adding


def in_pieces(send: Send) -> Send:
    """A long answer bit by bit, so that it is not done before it is read."""

    async def cutting(message: Message) -> None:
        body = message.get("body", b"")
        last = max(len(body) - 1, 0) // PIECE * PIECE
        for start in range(0, last, PIECE):
            piece = {"body": body[start : start + PIECE], "more_body": True}
            await send({**message, **piece})
        await send({**message, "body": body[last:]} if last else message)

    return cutting


async def refuse(
    scope: Scope,
    send: Send,
    status: int,
    key: str,
    lang: Lang,
    more: Iterable[tuple[bytes, bytes]] = (),
) -> None:
    """Answer a request that does not pass, in a sentence."""
    text = Texts(PACKAGE, lang)(f"error.{key}", most=largest(scope["path"]) // 1024)
    body = msgspec.json.encode({"error": key, "text": text})
    kind = "websocket.http.response" if scope["type"] == "websocket" else "http.response"
    length = (b"content-length", str(len(body)).encode())
    headers = [(b"content-type", b"application/json"), length, *HEADERS, *more]
    if status in (429, 503):
        headers.append((b"retry-after", b"1"))
    await send({"type": f"{kind}.start", "status": status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body})
