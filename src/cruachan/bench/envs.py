"""`cruachan bench envs`: the environment of one table and that of many, in turn on one core.

Moves are legal ones by lot, the same way of choosing for both; choosing is not timed, only what an
environment does: step and tell what is to be seen. Seconds are those of the processor. Other
libraries' environments are in `env_peers.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median
from time import process_time

import numpy as np
import numpy.typing as npt

from cruachan.envs.table import needed, playable
from cruachan.envs.vector import VectorEnv

TABLES = 2048
ROUNDS = 3


def by_lot(masks: npt.NDArray[np.int8], lots: np.random.Generator) -> npt.NDArray[np.int64]:
    """A legal move for each mask."""
    moves: npt.NDArray[np.int64] = np.argmax(lots.random(masks.shape, np.float32) * masks, axis=1)
    return moves


def single(game: str, seconds: float) -> float:
    """Moves a second at one table, by PettingZoo's interface."""
    env = needed("cruachan.envs.pettingzoo", "pettingzoo").RecordEnv(game)
    lots = np.random.default_rng(1)
    env.reset(seed=1)
    seen, _, over, _, _ = env.last()
    moves, spent = 0, 0.0
    while spent < seconds:
        move = by_lot(seen["action_mask"][None, :], lots)[0]
        begun = process_time()
        env.step(move)
        seen, _, over, _, _ = env.last()
        spent += process_time() - begun
        moves += 1
        if over:
            env.reset()
            seen, _, over, _, _ = env.last()
    return moves / spent


def many(game: str, seconds: float) -> float:
    """Moves a second at many tables."""
    env = VectorEnv(game, TABLES)
    lots = np.random.default_rng(1)
    batch = env.reset(seed=1)
    moves, spent = 0, 0.0
    while spent < seconds:
        wanted = by_lot(batch.masks, lots)
        begun = process_time()
        env.step(wanted)
        spent += process_time() - begun
        moves += TABLES
    return moves / spent


def bench(games: Sequence[str], seconds: float) -> Iterator[tuple[str, dict[str, float]]]:
    """For each game the moves a second of both, the medians of several rounds, and their ratio."""
    for game in games or playable():
        paces = [(single(game, seconds), many(game, seconds)) for _ in range(ROUNDS)]
        one, more = (median(pace) for pace in zip(*paces, strict=True))
        yield game, {"single": one, "vector": more, "ratio": more / one}
