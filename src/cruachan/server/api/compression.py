"""Compressed responses: gzip for HTTP, permessage-deflate for WebSockets.

Boards and the files of the page are kept compressed; everything else is compressed as it is sent.
No compressor outlives its message, so a connection costs no more memory than without.
"""

from __future__ import annotations

import asyncio
import zlib

from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

from cruachan.server.api.guard import App, Message, Receive, Scope, Send

LEAST = 1024
"""Bytes below which nothing is gained."""
LONG = 131_072
"""Bytes from which on it is done in a thread, so that nobody waits for it."""
LEVEL = 4
"""Of zlib: 10 kB in 0.05 ms, and within a tenth of what is possible."""
GZIP = 31
"""What zlib calls a gzip container with the largest window."""
KINDS = (b"application/json", b"image/svg+xml", b"text/html", b"text/plain", b"text/markdown")

DEFLATE = ServerPerMessageDeflateFactory(
    server_no_context_takeover=True,
    client_no_context_takeover=True,
    compress_settings={"level": LEVEL},
)


def accepts_gzip(headers: dict[bytes, bytes]) -> bool:
    """Whether a client takes gzip."""
    for each in headers.get(b"accept-encoding", b"").split(b","):
        name, _, quality = each.strip().partition(b";")
        if name.strip().lower() in (b"gzip", b"*"):
            return quality.replace(b" ", b"") not in (b"q=0", b"q=0.0", b"q=0.00", b"q=0.000")
    return False


def compressed(body: bytes) -> bytes:
    """A body in gzip."""
    return zlib.compress(body, LEVEL, wbits=GZIP)


class Compression:
    """Middleware that compresses whole answers for clients that accept it, and no streams."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the app answer."""
        if scope["type"] != "http" or not accepts_gzip(dict(scope["headers"])):
            await self.app(scope, receive, send)
            return
        start: Message | None = None

        async def packing(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                start = message
                return
            if start is not None:
                head, start = start, None
                if _worth_it(head, message):
                    head, message = await _packed(head, message)
                await send(head)
            await send(message)

        await self.app(scope, receive, packing)


def _worth_it(head: Message, message: Message) -> bool:
    headers = dict(head.get("headers", ()))
    if message.get("more_body") or len(message.get("body", b"")) < LEAST:
        return False
    return b"content-encoding" not in headers and headers.get(b"content-type", b"").startswith(
        KINDS
    )


async def _packed(head: Message, message: Message) -> tuple[Message, Message]:
    """The start and the body of an answer, compressed."""
    body = message["body"]
    body = await asyncio.to_thread(compressed, body) if len(body) > LONG else compressed(body)
    headers = [each for each in head["headers"] if each[0] not in (b"content-length", b"vary")]
    headers += [
        (b"content-encoding", b"gzip"),
        (b"content-length", str(len(body)).encode()),
        (b"vary", b"accept-encoding"),
    ]
    return {**head, "headers": headers}, {**message, "body": body}
