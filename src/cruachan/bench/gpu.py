"""`cruachan bench gpu`: the same games on a GPU, on one core and on all cores, in one run.

Before anything is timed, games of one seed are played on both sides; their sums must be the same. A
block has one row of lots for all its games, so a single other move would change all after it. Bots
that have learned are rounded otherwise on a GPU; of theirs the wins must agree as those of two
samples do.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from time import perf_counter
from typing import Any

import numpy as np

from cruachan.arena.simulate import (
    BLOCK,
    COMPILED,
    SLOW_BLOCK,
    gpu_bots,
    in_parallel,
    play_blocks,
    simulate,
)
from cruachan.arena.tally import Tally
from cruachan.engine.errors import CruachanError, OptionError
from cruachan.engine.kernel import KernelGame, record_game
from cruachan.engine.texts import message
from cruachan.games import GAMES, load_game

COMPARED = 20 * BLOCK
FAR = 5.0
"""The standard deviations beyond which a difference is no chance."""
ENOUGH = 1 << 40
"""More games than can be played while anybody waits."""


def bench(names: tuple[str, ...], seconds: float) -> Iterator[tuple[str, dict[str, float]]]:
    """For each game and bot moves a second on a GPU, on one core and on all, and the ratios."""
    for name in names or GAMES:
        game = record_game(load_game(name))
        if game is None and names:
            raise OptionError(message(__package__, "search.none", game=name))
        for bot in bots_timed(game) if game else ():
            assert game is not None
            bots = (bot,) * game.usual_seats()
            compare(game, bots)
            gpu = on_gpu(game, bots, seconds)
            one, every = (on_cores(game, bots, seconds, n) for n in (1, os.cpu_count() or 1))
            paces = {"gpu": gpu, "one": one, "all": every}
            yield f"{name} {bot}", {**paces, "to_one": gpu / one, "to_all": gpu / every}


def bots_timed(game: KernelGame[Any, Any, Any]) -> tuple[str, ...]:
    """Random and greedy bots, and the best that has learned and looks one move ahead."""
    learned = [bot for bot in gpu_bots(game) if bot not in COMPILED]
    return *COMPILED, *learned[-1:]


def compare(game: KernelGame[Any, Any, Any], bots: tuple[str, ...]) -> None:
    """Play the same games on CPU and GPU; a CruachanError if the results differ."""
    sums = [
        [*simulate(game, len(bots), COMPARED, 1, bots, {}, device=device)][-1]
        for device in ("cuda", "cpu")
    ]
    if not (_same(*sums) if set(bots) <= set(COMPILED) else _alike(*sums)):
        raise CruachanError(message(__package__, "gpu.differs", game=game.title, bot=bots[0]))


def _same(left: Tally, right: Tally) -> bool:
    names = ("wins", "order_wins", "ends", "lengths")
    alike = all(np.array_equal(getattr(left, name), getattr(right, name)) for name in names)
    return alike and left.moves == right.moves


def _alike(left: Tally, right: Tally) -> bool:
    """Whether the wins of each seat differ by no more than chance explains."""
    wins = np.array([left.wins, right.wins], float)
    off = np.sqrt(wins.sum(0) + 1.0)
    return left.games == right.games and bool((abs(wins[0] - wins[1]) < FAR * off).all())


def on_gpu(game: KernelGame[Any, Any, Any], bots: tuple[str, ...], seconds: float) -> float:
    """Moves a second, when enough games are on their way at once."""
    before, moves, spent = (0, 0.0), 0, 0.0
    for tally in simulate(game, len(bots), ENOUGH, 1, bots, {}, device="cuda"):
        if tally.seconds < seconds / 4:
            before = (tally.moves, tally.seconds)
        moves, spent = tally.moves - before[0], tally.seconds - before[1]
        if spent > seconds:
            break
    return moves / spent


def on_cores(
    game: KernelGame[Any, Any, Any], bots: tuple[str, ...], seconds: float, cores: int
) -> float:
    """Moves a second on so many cores."""
    play = play_blocks(game, bots, seed=1)
    play(0, 0)
    moves, begun = 0, perf_counter()
    size = BLOCK if set(bots) <= set(COMPILED) else SLOW_BLOCK
    for block in in_parallel(play, ENOUGH, size, cores):
        moves += block.moves
        if perf_counter() - begun > seconds:
            break
    return moves / (perf_counter() - begun)
