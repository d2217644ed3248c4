"""Many games between bots on a GPU: the rules as they are, compiled for CUDA.

A thread of the GPU plays a block of games with the lots that the block has on a processor, so the
sum is the same. Its table lies in the thread's own memory, the board in the memory that a group of
threads shares; each game that is over is added to the sums at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from time import perf_counter
from typing import Any

import numpy as np

from cruachan.arena.simulate import (
    BLOCK,
    COMPILED,
    RANDOM,
    make_game,
    make_random_game,
    make_score,
)
from cruachan.arena.tally import MOST_ROUNDS, Block
from cruachan.bots.judgement import judgement
from cruachan.engine.errors import OptionError
from cruachan.engine.kernel import KernelGame, as_table, dice, type_of
from cruachan.engine.record import MODE, Ints
from cruachan.engine.words import message

numba: Any = import_module("numba")
cuda: Any = import_module("numba.cuda")

GROUP = 128
"""How many threads share a board."""
FIRST, MOST = 1 << 10, 1 << 18
"""How many blocks are started at once: few at first, then more, as long as they are soon over."""
SOON = 0.5
"""Seconds after which whoever waits is told how far it is."""


def blocks(
    game: KernelGame[Any, Any, Any], start: Any, games: int, seed: int, bots: tuple[str, ...]
) -> Iterator[tuple[Block, float]]:
    """The sums of many blocks at a time, and how many seconds they took."""
    check()
    kinds = np.array([COMPILED.index(bot) for bot in bots], np.int64)
    box = cuda.to_device(as_table(game.box))
    table, seated = cuda.to_device(start), cuda.to_device(kinds)
    run = kernel_of(game, type_of(start[0]), len(bots), bool((kinds == RANDOM).all()))
    every, done, size = -(-games // BLOCK), 0, FIRST
    lots = _lots(seed, done, min(size, every))
    while len(lots):
        begun = perf_counter()
        left = min(games - done * BLOCK, len(lots) * BLOCK)
        sizes = (1, len(bots), len(bots), MOST_ROUNDS, len(game.kernel.ways))
        counts = [cuda.to_device(np.zeros(each, np.int64)) for each in sizes]
        groups = -(-len(lots) // GROUP)
        run[groups, GROUP](box, table, left, seated, cuda.to_device(lots), *counts)
        done += len(lots)
        lots = _lots(seed, done, min(size, every - done))
        plies, *sums = (each.copy_to_host() for each in counts)
        seconds = perf_counter() - begun
        yield Block(left, int(plies[0]), *sums), seconds
        if seconds < SOON:
            size = min(2 * size, MOST)


def _lots(seed: int, first: int, number: int) -> Ints:
    """The dice of so many blocks."""
    found = [dice(seed, block) for block in range(first, first + number)]
    return np.concatenate(found) if found else np.zeros(0, np.int64)


def check() -> None:
    """An OptionError where there is no GPU, or nothing to run on it."""
    if MODE == "interpreted":
        raise OptionError(message(__package__, "error.gpu_interpreted"))
    if not cuda.is_available():
        raise OptionError(message(__package__, "error.no_gpu"))


@cache
def kernel_of(game: KernelGame[Any, Any, Any], state: Any, seats: int, lots_alone: bool) -> Any:
    """What the GPU runs; where only random bots play, without a judgement."""
    return cuda.jit(program(game, state, seats, lots_alone))


def program(
    game: KernelGame[Any, Any, Any], state: Any, seats: int, lots_alone: bool
) -> Callable[..., None]:
    """What one thread does, as a function that Numba compiles for CUDA."""
    kernel, score, most_moves = game.kernel, make_score(game.kernel), game.kernel.most_moves
    judge = judgement(game.name, kernel)
    by_lot, by_worth = make_random_game(kernel), make_game(kernel, judge)
    table_type, box_type = numba.from_dtype(state), numba.from_dtype(type_of(game.box))
    ranked = 1 if lots_alone else most_moves

    def run(
        boxes: Any,
        start: Any,
        games: int,
        bots: Ints,
        lots: Ints,
        plies: Ints,
        wins: Ints,
        order_wins: Ints,
        lengths: Ints,
        ends: Ints,
    ) -> None:
        box = cuda.shared.array(1, box_type)
        if cuda.threadIdx.x == 0:
            box[0] = boxes[0]
        cuda.syncthreads()
        thread = cuda.grid(1)
        if thread >= len(lots):
            return
        table = cuda.local.array(1, table_type)
        scratch = cuda.local.array(1, table_type)
        moves = cuda.local.array(most_moves, numba.int16)
        worth = cuda.local.array(ranked, numba.float64)
        own, seated = cuda.local.array(1, numba.int64), cuda.local.array(seats, numba.int64)
        own[0] = lots[thread]
        for seat in range(seats):
            seated[seat] = bots[seat]
        made = 0
        for _ in range(min(BLOCK, games - thread * BLOCK)):
            table[0] = start[0]
            if lots_alone:
                made += by_lot(box[0], table, own, moves)
            else:
                made += by_worth(box[0], table, seated, own, scratch, moves, worth)
            winner, order, rounds, way = score(box[0], table[0], seats)
            if winner >= 0:
                cuda.atomic.add(wins, winner, 1)
            if order >= 0:
                cuda.atomic.add(order_wins, order, 1)
            cuda.atomic.add(lengths, rounds, 1)
            cuda.atomic.add(ends, way, 1)
        cuda.atomic.add(plies, 0, made)

    return run
