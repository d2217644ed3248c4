"""The pace of one game's random playouts in this process.

Usage: `python -m cruachan.bench.pace GAME SECONDS`.

A process has one mode of rules, so `cruachan bench` starts one of these for each mode.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from time import perf_counter
from typing import Any, cast

from cruachan.bench.peers import Pace
from cruachan.engine.kernel import KernelGame, as_table, dice, playouts
from cruachan.engine.record import MODE
from cruachan.games import load_game


def measure(name: str, seconds: float) -> Pace:
    """Play whole games with the most players, starting and rolling included, for some seconds."""
    game = cast(KernelGame[Any, Any], load_game(name))
    seats = game.players[-1]
    start = as_table(game.setup(seats, {}))
    run = playouts(game.kernel)
    source = dice(1)
    run(game.box, start, 1, source)
    batch = 1 if MODE == "interpreted" else 1000
    steps = games = 0
    begun = perf_counter()
    while (elapsed := perf_counter() - begun) < seconds:
        steps += run(game.box, start, batch, source)
        games += batch
    return Pace(f"{name} {MODE}", f"{game.title}, {seats} random players", steps, games, elapsed)


if __name__ == "__main__":
    print(json.dumps(asdict(measure(sys.argv[1], float(sys.argv[2])))))
