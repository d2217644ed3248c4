"""Connections of people who do not say what they want, or take very long to: they are closed.

The server waits for ever for the head of a request, however long it grows, and for somebody who
does not read what she asked for; here it does not.
"""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from cruachan.server.limits import LIMITS


class SlowClientProtocol(HttpToolsProtocol):
    """A connection on which the head of every request comes soon and is short, and answers are
    read."""

    _waiting: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None
    _head = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody is there, and should say what she wants."""
        super().connection_made(transport)
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
        super().data_received(data)
        if self._waiting is not None:
            self._head += len(data)
            if self._head > 1024 * LIMITS.largest:
                self._stop_waiting()
                self.transport.close()

    def pause_writing(self) -> None:
        """She does not read as fast as she is answered."""
        super().pause_writing()
        self._unread = self.loop.call_later(LIMITS.slowest, self.transport.abort)

    def resume_writing(self) -> None:
        """She has read what was sent."""
        super().resume_writing()
        self._stop_sending()

    def connection_lost(self, exc: Exception | None) -> None:
        """She has gone."""
        self._stop_waiting()
        self._stop_sending()
        super().connection_lost(exc)

    def _stop_sending(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
        self._unread = None

    def _wait(self) -> None:
        self._stop_waiting()
        self._waiting = self.loop.call_later(LIMITS.slowest, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
        self._waiting, self._head = None, 0
