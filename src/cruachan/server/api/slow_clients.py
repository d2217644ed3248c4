"""Connections of clients that send or read too slowly: they are aborted.

Uvicorn waits for ever for the head of a request, however long it grows, and for a client that does
not read; its `close` waits until everything is read. Here a deadline ends all three.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from cruachan.server.api.compression import DEFLATE
from cruachan.server.api.peers import OPEN_CONNECTIONS
from cruachan.server.limits import LIMITS

DRAINED = 48
"""kB that a client has read when a paused transport resumes: from the high water mark to the low
one."""
TOO_MANY = (
    b"HTTP/1.1 429 Too Many Requests\r\nretry-after: 1\r\nconnection: close\r\n"
    b"content-length: 0\r\n\r\n"
)


def _address(transport: asyncio.BaseTransport) -> str:
    """Where a connection comes from."""
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if isinstance(peer, tuple | list) else ""


class ReadDeadline:
    """Aborts a connection whose client reads less than `LIMITS.least` kB/s for `LIMITS.slowest` s.

    A leaky bucket: time spent waiting for the client fills it, every piece that was read empties it
    by the time in which it ought to have been read.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, transport: asyncio.Transport) -> None:
        self._loop = loop
        self._transport = transport
        self._lag = 0.0
        self._paused_at = 0.0
        self._abort: asyncio.TimerHandle | None = None

    def pause(self) -> None:
        """The client does not read as fast as the server writes."""
        self.stop()
        self._paused_at = self._loop.time()
        patience = max(LIMITS.slowest - self._lag, 0.0)
        self._abort = self._loop.call_later(patience, self._transport.abort)

    def resume(self) -> None:
        """The client has read most of what was sent."""
        self.stop()
        waited = self._loop.time() - self._paused_at
        self._lag = max(self._lag + waited - DRAINED / max(LIMITS.least, 1.0), 0.0)

    def closing(self) -> None:
        """The connection is being closed; what is not read by the deadline is dropped."""
        if self._abort is None:
            self._abort = self._loop.call_later(LIMITS.slowest, self._transport.abort)

    def stop(self) -> None:
        """Wait for nothing any more."""
        if self._abort is not None:
            self._abort.cancel()
        self._abort = None


class ReadDeadlineProtocol(asyncio.BaseProtocol):
    """A connection whose client is given a deadline while it does not read."""

    _deadline: ReadDeadline

    def pause_writing(self) -> None:
        """The client does not read as fast as the server writes."""
        super().pause_writing()
        self._deadline.pause()

    def resume_writing(self) -> None:
        """The client has read most of what was sent."""
        super().resume_writing()
        self._deadline.resume()


class SlowListenerProtocol(ReadDeadlineProtocol, WebSocketsSansIOProtocol):
    """A WebSocket connection whose client reads; what is sent is compressed message by message."""

    def __init__(self, *values: Any, **named: Any) -> None:
        super().__init__(*values, **named)
        self.conn.available_extensions = [DEFLATE]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        super().connection_made(transport)
        self._deadline = ReadDeadline(self.loop, self.transport)

    def keepalive_timeout(self) -> None:
        """The client did not answer a ping; closing waits for what it has not read."""
        super().keepalive_timeout()
        self._deadline.closing()

    def shutdown(self) -> None:
        """The server stops."""
        super().shutdown()
        self._deadline.closing()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """The app is done with this connection."""
        super().on_task_complete(task)
        if not self.disconnected:
            self._deadline.closing()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has gone; as a request it was counted, and became a WebSocket."""
        self._deadline.stop()
        OPEN_CONNECTIONS.leave(_address(self.transport))
        super().connection_lost(exc)


class SlowClientProtocol(ReadDeadlineProtocol, HttpToolsProtocol):
    """A connection on which the head of every request comes soon and is short, and answers are
    read."""

    _waiting: asyncio.TimerHandle | None = None
    _head = 0
    _counted = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody is there, and should say what she wants, unless she is there too often."""
        self._counted = OPEN_CONNECTIONS.enter(_address(transport))
        super().connection_made(transport)
        if not self._counted:
            transport.write(TOO_MANY)
            transport.close()
        self._deadline = ReadDeadline(self.loop, transport)
        self._wait()

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._wait()

    def on_headers_complete(self) -> None:
        """The head of a request is there."""
        self._stop_waiting()
        super().on_headers_complete()

    def data_received(self, data: bytes) -> None:
        """Some bytes came."""
        if not self._counted:
            return
        super().data_received(data)
        if self._waiting is not None:
            self._head += len(data)
            if self._head > 1024 * LIMITS.largest:
                self._stop_waiting()
                self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """She has gone."""
        self._stop_waiting()
        self._deadline.stop()
        if self._counted:
            OPEN_CONNECTIONS.leave(_address(self.transport))
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._stop_waiting()
        self._waiting = self.loop.call_later(LIMITS.slowest, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
        self._waiting, self._head = None, 0
