"""`cruachan` whose tables of the same setting have the same dice and bots: a test that fails, fails
again. Other games are played with another CRUACHAN_TEST_SEED."""

from __future__ import annotations

import os
from typing import Any
from unittest.mock import patch

from cruachan import cli
from cruachan.engine.chance import seed_from
from cruachan.engine.game import Game
from cruachan.server.bots.worker import Task
from cruachan.server.tables import pace, setting
from cruachan.server.tables.service import Hall, Place
from cruachan.server.tables.setting import Setting
from cruachan.server.tables.table import New

SEED = os.environ.get("CRUACHAN_TEST_SEED", "0")

_make = Hall._make


async def _make_known(
    hall: Hall,
    wanted: Setting,
    game: Game[Any, Any],
    keys: dict[bytes, frozenset[int]],
    seed: bytes | None = None,
    news: list[New] | None = None,
) -> Place:
    known = seed_from(f"{SEED} {setting.encode(wanted)!r}")
    return await _make(hall, wanted, game, keys, seed or known, news)


def _known_task(game: str, board: str, bot: Any, decision: Any, drawn: str) -> Task:
    _table, seq, _now = drawn.split()
    return Task(game, board, bot, decision, f"{SEED} {seq}")


if __name__ == "__main__":
    with patch.object(Hall, "_make", _make_known), patch.object(pace, "Task", _known_task):
        cli.main()
