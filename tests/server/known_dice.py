"""`cruachan` whose tables of the same setting have the same dice and bots: a test that fails, fails
again. Other games are played with another CRUACHAN_TEST_SEED.

The processes in which bots think read this file too, and need nothing of a server.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from cruachan.engine.chance import seed_from

if TYPE_CHECKING:
    from cruachan.engine.game import Game
    from cruachan.server.bots.worker import BotTask
    from cruachan.server.tables.new_tables import NewSession
    from cruachan.server.tables.setting import TableSetting
    from cruachan.server.tables.table_maker import TableMaker

SEED = os.environ.get("CRUACHAN_TEST_SEED", "0")


def main() -> None:
    """`cruachan`, with two of its functions replaced."""
    from cruachan import cli
    from cruachan.server.bots.worker import BotTask
    from cruachan.server.tables import pace, setting
    from cruachan.server.tables.table_maker import TableMaker

    new = TableMaker.new_session

    def new_known(
        maker: TableMaker,
        id_: str,
        wanted: TableSetting,
        game: Game[Any, Any],
        keys: dict[bytes, frozenset[int]],
        seed: bytes | None = None,
        *more: Any,
    ) -> NewSession:
        known = seed_from(f"{SEED} {setting.encode(wanted)!r}")
        return new(maker, id_, wanted, game, keys, seed or known, *more)

    def known_task(game: str, board: str, bot: Any, decision: Any, drawn: str) -> BotTask:
        _table, seq, _now = drawn.split()
        return BotTask(game, board, bot, decision, f"{SEED} {seq}")

    with (
        patch.object(TableMaker, "new_session", new_known),
        patch.object(pace, "BotTask", known_task),
    ):
        cli.main()


if __name__ == "__main__":
    main()
