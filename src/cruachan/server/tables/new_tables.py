"""The parts of a new table."""

from __future__ import annotations

from typing import Any, NamedTuple

from cruachan.engine.game import Game
from cruachan.server.store.jobs import Job
from cruachan.server.tables.events.base import PendingEvent
from cruachan.server.tables.session import TableSession
from cruachan.server.tables.setting import TableSetting


class Takeover(NamedTuple):
    """What a new table takes over from another one."""

    board: str
    options: dict[str, str]
    rules: int
    events: list[PendingEvent]
    edition: int


class BegunGame(NamedTuple):
    """A game that begins together with its table."""

    setting: TableSetting
    game: Game[Any, Any]
    seat: int
    """Whose seat it is who makes the table."""
    seed: bytes | None
    events: list[PendingEvent]
    writes: Job
    """What is stored together with it."""


class NewSession(NamedTuple):
    """A table that was made, and what is to be stored of it."""

    session: TableSession
    writes: Job


class SeatedTable(NamedTuple):
    """A table that is to be made for people who are known."""

    id: str
    setting: TableSetting
    keys: dict[bytes, frozenset[int]]
    """The seats of each of them, by in whose name she has it."""
