"""Notifies streams of all tables of a player which of them have changed.

A stream knows the tables of its owner and is told of those among them that went on, here or at
another server. What is new there it reads itself. A notification from another server may get lost,
so a stream looks at everything again from time to time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

from cruachan.server.store.writer import Commit
from cruachan.server.tables.identity import Identity

if TYPE_CHECKING:
    from cruachan.server.tables.service import TableService


class ChangeStream:
    """Somebody who follows all her tables."""

    def __init__(self, asker: Identity) -> None:
        self.asker = asker
        self.known: set[str] = set()
        """Her tables, as far as they were told to her."""
        self._changed: set[str] = set()
        self._wakes = asyncio.Event()

    def tell(self, tables: Iterable[str]) -> None:
        """Note that tables of hers have changed."""
        self._changed.update(tables)
        if self._changed:
            self._wakes.set()

    async def changed(self, patience: float) -> list[str]:
        """The tables that have changed since this was asked; none if nothing did for a while."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._wakes.wait(), patience)
        self._wakes.clear()
        found, self._changed = list(self._changed), set()
        return found


class TableChanges:
    """Tells streams which of their tables have changed."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._streams: set[ChangeStream] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        service.store.subscribe(self._committed)

    def open(self, asker: Identity) -> ChangeStream:
        """Somebody begins to follow her tables."""
        self._loop = asyncio.get_running_loop()
        stream = ChangeStream(asker)
        self._streams.add(stream)
        return stream

    def close(self, stream: ChangeStream) -> None:
        """Somebody does not follow them any more."""
        self._streams.discard(stream)

    def _committed(self, commit: Commit) -> None:
        """Runs in the thread of the writer."""
        if self._streams and self._loop is not None and commit.reached:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self.tell, set(commit.reached))

    def tell(self, tables: set[str]) -> None:
        """Let everybody know whose tables have changed."""
        sessions = self._service.sessions
        for stream in self._streams:
            new = {
                id_
                for id_ in tables - stream.known
                if id_ in sessions and sessions[id_].held_by(stream.asker)
            }
            stream.tell((tables & stream.known) | new)
