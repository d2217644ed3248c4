"""Notifications between servers that share a store: the last event number of a table.

They are sent beside the transaction that wrote the event, never in it: a NOTIFY inside takes a lock
that all writers would wait for. A notification can get lost; the servers poll for what they missed.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any

from cruachan.server.store.databases import connected, driver

CHANNEL = "cruachan"
LONGEST = 7000
"""Bytes of one notification; PostgreSQL takes fewer than 8000."""
PAUSE = 0.5
"""Seconds until a lost connection is tried again, and between looks whether all is over."""
log = logging.getLogger(__name__)

Receiver = Callable[[dict[str, int]], None]


def written(reached: dict[str, int]) -> Iterator[str]:
    """The payloads of event numbers by table, none of them too long."""
    text = ""
    for table, seq in reached.items():
        line = f"{table} {seq}\n"
        if len(text) + len(line) > LONGEST:
            yield text
            text = ""
        text += line
    if text:
        yield text


def read(text: str) -> dict[str, int]:
    """The event numbers in a payload; lines that are none are skipped."""
    parts = (line.split() for line in text.splitlines())
    return {each[0]: int(each[1]) for each in parts if len(each) == 2 and each[1].isdigit()}


class Notifications:
    """A connection that sends and one that receives, each in a thread of its own."""

    def __init__(self, address: str, receive: Receiver) -> None:
        self._address = address
        self._receive_one = receive
        self._queue: queue.SimpleQueue[dict[str, int] | None] = queue.SimpleQueue()
        self._over = threading.Event()
        self._own = 0
        self._threads = [
            threading.Thread(target=work, name=f"notifications{work.__name__}", daemon=True)
            for work in (self._send, self._receive)
        ]
        for thread in self._threads:
            thread.start()

    def send(self, reached: dict[str, int]) -> None:
        """Notify the other servers of the last event numbers of tables."""
        if reached:
            self._queue.put(reached)

    def close(self) -> None:
        """Send what has queued, and stop."""
        self._over.set()
        self._queue.put(None)
        for thread in self._threads:
            thread.join()

    def _send(self) -> None:
        connection: Any = None
        while (reached := self._queue.get()) is not None:
            for more in self._waiting():
                reached = reached | more
            try:
                connection = connection or connected(self._address, autocommit=True)
                self._own = connection.info.backend_pid
                for text in written(reached):
                    connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, text))
            except driver().Error as error:
                log.info("notification not sent: %s", error)
                _close(connection)
                connection = None
        _close(connection)

    def _waiting(self) -> Iterable[dict[str, int]]:
        """What else has queued by now."""
        while not self._queue.empty():
            reached = self._queue.get()
            if reached is None:
                self._queue.put(None)
                return
            yield reached

    def _receive(self) -> None:
        while not self._over.is_set():
            connection = None
            try:
                connection = connected(self._address, autocommit=True)
                connection.execute(f"LISTEN {CHANNEL}")
                while not self._over.is_set():
                    for heard in connection.notifies(timeout=PAUSE, stop_after=1):
                        if heard.pid != self._own:
                            self._receive_one(read(heard.payload))
            except driver().Error as error:
                log.info("notifications not received: %s", error)
                time.sleep(PAUSE)
            finally:
                _close(connection)


def _close(connection: Any) -> None:
    if connection is not None:
        with suppress(Exception):
            connection.close()
