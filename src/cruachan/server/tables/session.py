"""A table in memory, and how it is loaded from the store."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from math import ceil

from cruachan.server.errors import conflict
from cruachan.server.limits import LIMITS
from cruachan.server.store.lists import StoredTable
from cruachan.server.store.store import EventSource
from cruachan.server.store.table_jobs import StoredRow
from cruachan.server.tables import setting as settings
from cruachan.server.tables.events import decode
from cruachan.server.tables.events.base import PendingEvent
from cruachan.server.tables.identity import Asker, identity_of
from cruachan.server.tables.keys import host_group
from cruachan.server.tables.listeners import Presence, TableListener, Writers
from cruachan.server.tables.redaction import PresentSeats
from cruachan.server.tables.setting import HOST, boxed_game
from cruachan.server.tables.table import GameTable

Roots = dict[tuple[bytes, int], bytes]
"""Whose link let a key in at a seat, by key and seat."""


class TableSession:
    """A table in memory, with its lock, its listeners and all that is not stored."""

    def __init__(
        self,
        table: GameTable,
        keys: dict[bytes, frozenset[int]],
        host: str | None = None,
        removed: Iterable[bytes] = (),
        roots: Roots | None = None,
    ) -> None:
        self.table = table
        self.keys = keys
        self.roots = roots or {}
        """Whose link let a key in at a seat, where one did."""
        self.lock = asyncio.Lock()
        self.weighed = 0
        """How many events were counted when the memory of all tables was reckoned last."""
        self.listeners: set[TableListener] = set()
        self.presence = Presence()
        self.writers = Writers()
        self.writers_timer: asyncio.TimerHandle | None = None
        """When to look next whether somebody has begun or ceased to write."""
        self.runner: asyncio.Task[None] | None = None
        by_key = (host_group(key.hex()) for key, seats in keys.items() if HOST in seats)
        self.host = host or next(by_key, "")
        """The maker of the table: by the address if it is known, else by the key."""
        self.removed = set(removed)
        """The keys of those whom the host has removed."""
        self.uptime = ""
        """During which time of the server it was looked at whether its clocks stood still."""
        self.ran_to = 0
        """Up to which event its runner came; -1 if it gave way to other tables."""
        self.looked = False
        """Whether somebody has looked since its bots moved last."""
        self.bots_wait = False
        """Whether its bots wait for those of other tables."""
        self.paused = False
        """Whether its bots wait until somebody looks."""
        self.shown: dict[int, int] = {}
        """Up to which row each seat's window has shown the table."""
        self._snapshot: GameTable | None = None
        self.building: dict[object, asyncio.Future[bytes]] = {}
        """The messages to listeners that are being built, by what is in them."""
        self.notice_timer: asyncio.TimerHandle | None = None
        """When to look whether somebody who was given notice has come back."""
        self.clock_timer: asyncio.TimerHandle | None = None
        """When to look whether somebody's time has run out."""
        self.stir = asyncio.Event()
        """Set when something happened that a waiting runner should look at."""

    def snapshot(self) -> GameTable:
        """The table as it is now, for other threads. The lock must be held: what is not stored yet
        is shown to nobody."""
        table, seen = self.table, self._snapshot
        if seen is None or seen.edition is not table.edition or seen.seq != table.seq:
            seen = self._snapshot = table.snapshot()
        return seen

    def present_seats(self) -> frozenset[int]:
        """The seats whose people are present."""
        return self.presence.present_seats(len(self.table.seats))

    def present(self) -> PresentSeats:
        """Presence, typing indicators, time until a vote for a bot, whether bots have to wait."""
        absence = LIMITS.absence * 60
        away = (self.presence.away(seat) for seat in range(len(self.table.seats)))
        vote_in = tuple(ceil(max(0.0, absence - each)) for each in away)
        return PresentSeats(self.present_seats(), self.writers.announced, vote_in, self.bots_wait)

    def in_sight(self, seat: int) -> bool:
        """Whether a window of a seat's person can be seen, as far as it says so."""
        return any(each.visible and each.audience.viewer == seat for each in self.listeners)

    def seats_of(self, asker: Asker | None) -> frozenset[int]:
        """The seats of a requester, who counts as present from now on."""
        seats = self.held_by(asker)
        self.presence.saw(seats)
        return seats

    def held_by(self, asker: Asker | None) -> frozenset[int]:
        """The seats that somebody has, whether or not she asks."""
        seats: frozenset[int] = frozenset()
        for holder in identity_of(asker).holders if asker else ():
            seats |= self.keys.get(holder, frozenset())
        return seats

    def concerns(self, holders: frozenset[bytes]) -> bool:
        """Whether somebody has a seat here in one of these names, or by a link of theirs."""
        return not holders.isdisjoint(self.keys) or not holders.isdisjoint(self.roots.values())

    def root_of(self, asker: Asker, seat: int) -> bytes:
        """Who answers for a link to a seat that somebody gives away: whoever let her in, else
        herself."""
        who = identity_of(asker)
        for holder in (who.first, *who.holders):
            if seat in self.keys.get(holder, ()):
                return self.roots.get((holder, seat), holder)
        return who.first

    def shown_to(self) -> list[TableListener]:
        """The windows that are to be sent each move by itself, at a table that leaves people time
        to follow."""
        paced = self.table.setting.bot_pace > 0
        return [each for each in self.listeners if paced and each.shows and not each.closed]

    def awaits_windows(self) -> bool:
        """Whether chance waits for windows, so that what was done before is seen by itself."""
        return self.watcher() is not None or bool(self.shown_to())

    def behind(self, seq: int) -> bool:
        """Whether one of these windows has not been sent everything up to an event."""
        return any(each.since < seq for each in self.shown_to())

    def watcher(self) -> int | None:
        """The seat whose window is to show the position before chance decides."""
        match = self.table.match
        seat = None if match is None else match.when(len(match.history)).seat
        shown = any(each.shows and each.audience.viewer == seat for each in self.listeners)
        return seat if shown and seat in self.table.people else None

    def give_chair(self, seat: int) -> list[bytes]:
        """Make the player of a seat the only host, and return her keys. Keys that came to the seat
        by a link are not among them."""
        self.keys = {key: held - {HOST} for key, held in self.keys.items() if held != {HOST}}
        own = self.sitting_at(seat)
        for key in own:
            self.keys[key] |= {HOST}
        return own

    def sitting_at(self, seat: int) -> list[bytes]:
        """The holders of a seat: the player who took it, not those who came by a link."""
        own = [key for key, held in self.keys.items() if seat in held]
        return [key for key in own if (key, seat) not in self.roots] or own

    def leave(self, seat: int, removed: bool = False) -> set[bytes]:
        """Let no key open a seat any more. If the host removed its player, return her keys: they
        may not take a seat here again."""
        gone = {key for key, held in self.keys.items() if seat in held} if removed else set()
        self.removed |= gone
        self.keys = {key: held - {seat} for key, held in self.keys.items() if held != {seat}}
        for listener in self.listeners:
            if listener.audience.viewer == seat:
                listener.close()
        return gone


def restore(store: EventSource, stored: StoredTable, verify: bool = False) -> GameTable:
    """A table from its stored events; a CruachanError where they do not fit.

    The store is trusted: only with `verify` is every move checked against the rules.
    """
    return rebuilt(stored, store.seed(stored.id), store.rows(stored.id), verify)


def rebuilt(
    stored: StoredTable, seed: bytes, rows: Iterable[StoredRow], verify: bool = False
) -> GameTable:
    """A table from what was read of it, as `restore` has it; reads nothing more."""
    setting = settings.decode(stored.setup)
    game = boxed_game(stored.game, stored.board)
    known = stored.rules_version in (game.rules_version, *game.replays)
    if not known or game.board_digest != stored.board_digest:
        raise conflict("other_rules", played=stored.rules_version, known=game.rules_version)
    game = game.by_rules(stored.rules_version)
    table = GameTable(stored.id, setting, game, seed, stored.created, verify)
    if table.commitment != stored.commitment:
        raise conflict("other_seed")
    for row in rows:
        table.apply(PendingEvent(decode(row.kind, row.data)), row.at, row.request)
    return table
