"""`cruachan bench ray`: the same games in the pool of this machine and on a cluster of its cores.

The cluster is started for it and ended with it. Both play the same games, timed from
the first task to the last result, after a first round that loads everything.
"""

from __future__ import annotations

import os
from statistics import median

from cruachan.arena.cluster import ComputeCluster
from cruachan.arena.simulate import TASK, simulate
from cruachan.games import default_game, load_game

ROUNDS = 3
BOT = "random"


def bench(tasks: int) -> dict[str, float]:
    """Games a second here and there, and how much longer a game takes there."""
    cores = os.cpu_count() or 1
    games = tasks * cores * TASK
    with ComputeCluster("local") as cluster:
        paces: dict[str, list[float]] = {"pool": [], "cluster": []}
        for _ in range(ROUNDS):
            for name, where in (("pool", None), ("cluster", cluster)):
                paces[name].append(pace(games, where))
        pool, ray = (median(paces[name][1:]) for name in ("pool", "cluster"))
        return {"games": games, "pool": pool, "cluster": ray, "more": pool / ray - 1}


def pace(games: int, cluster: ComputeCluster | None) -> float:
    """Games a second."""
    game = load_game(default_game())
    seats = game.usual_seats()
    *_, tally = simulate(game, seats, games, 1, (BOT,) * seats, {}, cluster=cluster)
    return tally.games / tally.seconds
