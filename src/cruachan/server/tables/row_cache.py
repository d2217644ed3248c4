"""Caches described events, so that no event is described again for each request.

An event never changes, and neither does what a viewer is told of it in a language: a table at which
something reads otherwise is another edition.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from cruachan.engine.checkpoints import checkpoint
from cruachan.engine.game import Viewer
from cruachan.engine.texts import Lang

MOST_ROWS = 50_000
"""How many described events are kept, of all tables together: about 25 MB."""


class RowKey(NamedTuple):
    """Which event is described, to whom and in which language."""

    edition: object
    seq: int
    viewer: Viewer
    lang: Lang


class RowCache:
    """The described events that were asked for last, as JSON. Any thread may ask."""

    def __init__(self, most: int = MOST_ROWS) -> None:
        self._most = most
        self._rows: OrderedDict[RowKey, bytes] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: RowKey, describe: Callable[[], bytes]) -> bytes:
        """The JSON of an event, described now if it was not before."""
        with self._lock:
            found = self._rows.get(key)
            if found is not None:
                self._rows.move_to_end(key)
                return found
        checkpoint()
        row = describe()
        with self._lock:
            self._rows[key] = row
            while len(self._rows) > self._most:
                self._rows.popitem(last=False)
        return row


ROWS = RowCache()
"""The cache of this process."""
