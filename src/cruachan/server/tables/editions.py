"""Numbers the stories of a server, so that consecutive ones use different sentences."""

from __future__ import annotations

from typing import Any

from cruachan.engine.game import Game
from cruachan.server.store.store import Store
from cruachan.server.tables import setting as settings
from cruachan.server.tables.setting import TableSetting

LOOKED_AT = 20
"""Among so many of the last tables is one that was counted, if any was: others were opened from
files, which keep their own numbers."""


class Editions:
    """Counts the tables of each game that tells stories, on from the last one in the store.

    Servers of one store count each for itself, so two of their stories may have one number.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.last: dict[str, int] = {}

    async def next(self, game: Game[Any, Any]) -> int:
        """The edition of a new table; 0 for a game without a story."""
        if game.story is None:
            return 0
        if game.name not in self.last:
            setups = await self.store.read(self.store.last_setups, game.name, LOOKED_AT)
            counted = max((settings.decode(each).edition for each in setups), default=0)
            self.last.setdefault(game.name, counted)
        self.last[game.name] += 1
        return self.last[game.name]

    def after(self, setting: TableSetting) -> int:
        """The edition of a rematch; 0 where the table before it had none."""
        if not setting.edition:
            return 0
        last = max(self.last.get(setting.game, 0), setting.edition)
        self.last[setting.game] = last + 1
        return last + 1
