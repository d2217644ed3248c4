"""`cruachan bench envs`: the rules alone, one table and many tables, in turn on one core.

Moves are legal ones by lot. At tables choosing is not timed, only what an environment does: step
and tell what is to be seen. The rules alone are whole games by `to_act`, `legal_moves` and `apply`,
moves of chance and choosing among them. Seconds are those of the processor. Other libraries are in
`env_peers.py`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from statistics import median
from time import process_time

import numpy as np
import numpy.typing as npt

from cruachan.envs.table import needed, playable
from cruachan.envs.vector import VectorEnv
from cruachan.games import game_class, load_game

TABLES = 2048
ROUNDS = 3


def by_lot(masks: npt.NDArray[np.int8], lots: np.random.Generator) -> npt.NDArray[np.int64]:
    """A legal move for each mask."""
    moves: npt.NDArray[np.int64] = np.argmax(lots.random(masks.shape, np.float32) * masks, axis=1)
    return moves


def rules_alone(name: str, seconds: float) -> float:
    """Moves a second of whole games by the library's own protocol, where a state is a value."""
    kind = game_class(name)
    seats = kind.usual_seats()
    game = load_game(name, kind.usual_board(seats))
    options, lots = game.complete(seats, {}), random.Random(1)

    def play() -> int:
        state, moves = game.setup(seats, options), 0
        while asked := game.to_act(state):
            legal = game.legal_moves(state, asked[0])
            state = game.apply(state, asked[0], lots.choice(legal))
            moves += 1
        return moves

    play()  # compiles
    moves, begun = 0, process_time()
    while (spent := process_time() - begun) < seconds:
        moves += play()
    return moves / spent


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
    """For each game the moves a second of all three, the medians of several rounds, and how many
    times as fast many tables are as one."""
    for game in games or playable():
        ways = (single, many, rules_alone)
        paces = [[way(game, seconds) for way in ways] for _ in range(ROUNDS)]
        one, more, rules = (median(pace) for pace in zip(*paces, strict=True))
        yield game, {"rules": rules, "single": one, "vector": more, "ratio": more / one}
