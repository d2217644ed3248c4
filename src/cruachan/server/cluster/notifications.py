"""News between servers that share a store: "this table has come to that row".

They travel beside the transaction that wrote the row, never in it: a NOTIFY inside takes a lock
that all writers would wait for. News can get lost; whoever missed some finds out by looking.
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
"""Bytes of one piece of news; PostgreSQL takes fewer than 8000."""
PAUSE = 0.5
"""Seconds until a lost connection is tried again, and between looks whether all is over."""
log = logging.getLogger(__name__)

Heard = Callable[[dict[str, int]], None]


def written(news: dict[str, int]) -> Iterator[str]:
    """News as texts, none of them too long."""
    text = ""
    for table, seq in news.items():
        line = f"{table} {seq}\n"
        if len(text) + len(line) > LONGEST:
            yield text
            text = ""
        text += line
    if text:
        yield text


def read(text: str) -> dict[str, int]:
    """The news in a text; what is no news is passed over."""
    parts = (line.split() for line in text.splitlines())
    return {each[0]: int(each[1]) for each in parts if len(each) == 2 and each[1].isdigit()}


class News:
    """A connection that tells and one that hears, each in a thread of its own."""

    def __init__(self, address: str, heard: Heard) -> None:
        self._address = address
        self._heard = heard
        self._told: queue.SimpleQueue[dict[str, int] | None] = queue.SimpleQueue()
        self._over = threading.Event()
        self._own = 0
        self._threads = [
            threading.Thread(target=work, name=f"news-{work.__name__}", daemon=True)
            for work in (self._tell, self._hear)
        ]
        for thread in self._threads:
            thread.start()

    def tell(self, news: dict[str, int]) -> None:
        """Let the other servers know."""
        if news:
            self._told.put(news)

    def close(self) -> None:
        """No more news."""
        self._over.set()
        self._told.put(None)
        for thread in self._threads:
            thread.join()

    def _tell(self) -> None:
        connection: Any = None
        while (news := self._told.get()) is not None:
            for more in self._waiting():
                news = news | more
            try:
                connection = connection or connected(self._address, autocommit=True)
                self._own = connection.info.backend_pid
                for text in written(news):
                    connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, text))
            except driver().Error as error:
                log.info("news not told: %s", error)
                _close(connection)
                connection = None
        _close(connection)

    def _waiting(self) -> Iterable[dict[str, int]]:
        """What else is to be told by now."""
        while not self._told.empty():
            news = self._told.get()
            if news is None:
                self._told.put(None)
                return
            yield news

    def _hear(self) -> None:
        while not self._over.is_set():
            connection = None
            try:
                connection = connected(self._address, autocommit=True)
                connection.execute(f"LISTEN {CHANNEL}")
                while not self._over.is_set():
                    for heard in connection.notifies(timeout=PAUSE, stop_after=1):
                        if heard.pid != self._own:
                            self._heard(read(heard.payload))
            except driver().Error as error:
                log.info("news not heard: %s", error)
                time.sleep(PAUSE)
            finally:
                _close(connection)


def _close(connection: Any) -> None:
    if connection is not None:
        with suppress(Exception):
            connection.close()
