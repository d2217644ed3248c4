"""A table in memory, and how it is loaded from the store."""

from __future__ import annotations

import asyncio

from cruachan.server.errors import conflict
from cruachan.server.store.store import EventSource, StoredTable
from cruachan.server.tables import setting as settings
from cruachan.server.tables.events import decode
from cruachan.server.tables.events.base import PendingEvent
from cruachan.server.tables.keys import hashed
from cruachan.server.tables.listeners import Presence, TableListener, Writers
from cruachan.server.tables.redaction import PresentSeats
from cruachan.server.tables.setting import HOST, boxed_game
from cruachan.server.tables.table import GameTable


class TableSession:
    """A table in memory, with its lock, its listeners and all that is not stored."""

    def __init__(self, table: GameTable, keys: dict[bytes, frozenset[int]]) -> None:
        self.table = table
        self.keys = keys
        self.lock = asyncio.Lock()
        self.weighed = 0
        """How many events were counted when the memory of all tables was reckoned last."""
        self.listeners: set[TableListener] = set()
        self.presence = Presence()
        self.writers = Writers()
        self.writers_timer: asyncio.TimerHandle | None = None
        """When to look next whether somebody has begun or ceased to write."""
        self.runner: asyncio.Task[None] | None = None
        self.host = next((key.hex() for key, seats in keys.items() if HOST in seats), "")
        """Whoever made the table: by the address, where it is known, else by the key."""
        self.removed: set[bytes] = set()
        """The keys of those whom the host has removed."""
        self.ran_to = 0
        """Up to which event its runner came; -1 if it gave way to other tables."""
        self.looked = False
        """Whether somebody has looked since its bots moved last."""
        self.paused = False
        """Whether its bots wait until somebody looks."""
        self.shown: dict[int, int] = {}
        """Up to which row each seat's window has shown the table."""
        self._snapshot: GameTable | None = None
        self.building: dict[object, asyncio.Future[bytes]] = {}
        """The messages to listeners that are being built, by what is in them."""
        self.notice_timer: asyncio.TimerHandle | None = None
        """When to look whether somebody who was given notice has come back."""
        self.stir = asyncio.Event()
        """Set when something happened that a waiting runner should look at."""

    def snapshot(self) -> GameTable:
        """The table as it is now, for other threads. The lock must be held: what is not stored yet
        is shown to nobody."""
        table, seen = self.table, self._snapshot
        if seen is None or seen.edition is not table.edition or seen.seq != table.seq:
            seen = self._snapshot = table.snapshot()
        return seen

    def there(self) -> frozenset[int]:
        """The seats whose people are there."""
        return self.presence.there(len(self.table.seats))

    def present(self) -> PresentSeats:
        """Whose people are there, and who of them is writing."""
        return PresentSeats(self.there(), self.writers.announced)

    def seats_of(self, key: str | None) -> frozenset[int]:
        """The seats a key opens; whoever asks with it is there."""
        seats = self.keys.get(hashed(key), frozenset()) if key else frozenset()
        self.presence.saw(seats)
        return seats

    def watcher(self) -> int | None:
        """The seat whose window is to show the position before chance decides."""
        match = self.table.match
        seat = None if match is None else match.when(len(match.history)).seat
        shown = any(each.shows and each.audience.viewer == seat for each in self.listeners)
        return seat if shown and seat in self.table.people else None

    def leave(self, seat: int, removed: bool = False) -> None:
        """Let no key open a seat any more: whoever sits there next is somebody else. Somebody whom
        the host removed does not sit down again while the table is in memory."""
        if removed:
            self.removed |= {key for key, held in self.keys.items() if seat in held}
        self.keys = {key: held - {seat} for key, held in self.keys.items() if held != {seat}}
        for listener in self.listeners:
            if listener.audience.viewer == seat:
                listener.close()


def restore(store: EventSource, stored: StoredTable, verify: bool = False) -> GameTable:
    """A table from its stored events; a CruachanError where they do not fit.

    The store is trusted: only with `verify` is every move checked against the rules.
    """
    setting = settings.decode(stored.setup)
    game = boxed_game(stored.game, stored.board)
    known = stored.rules_version in (game.rules_version, *game.replays)
    if not known or game.board_digest != stored.board_digest:
        raise conflict("other_rules", played=stored.rules_version, known=game.rules_version)
    game = game.by_rules(stored.rules_version)
    table = GameTable(stored.id, setting, game, store.seed(stored.id), stored.created, verify)
    if table.commitment != stored.commitment:
        raise conflict("other_seed")
    for row in store.rows(stored.id):
        table.apply(PendingEvent(decode(row.kind, row.data)), row.at, row.request)
    return table
