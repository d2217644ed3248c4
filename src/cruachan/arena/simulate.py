"""Many games between bots, on all cores, in constant memory, the same for the same seed.

Games are played in blocks; each block has dice of its own that follow from the seed and its
number, so the sum does not depend on how many cores there are or which is faster.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import fields
from functools import cache
from importlib import import_module
from time import perf_counter
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from cruachan.arena import python_simulator
from cruachan.arena.levels import LEVEL, BlockPlayer, level_player
from cruachan.arena.pending import PendingWork
from cruachan.arena.scoring import add_score, make_score
from cruachan.arena.tally import MOST_ROUNDS, BlockTally, Tally
from cruachan.bots import check_bot, levels_of, thinks_by_clock
from cruachan.bots.judgement import Judgement, judgement
from cruachan.engine.bits import below
from cruachan.engine.capabilities import SearchLevel
from cruachan.engine.errors import OptionError
from cruachan.engine.game import Game, Options
from cruachan.engine.kernel import Kernel, KernelGame, as_table, dice, record_game
from cruachan.engine.record import Ints, rule
from cruachan.engine.texts import message

if TYPE_CHECKING:
    from cruachan.arena.cluster import ComputeCluster

BLOCK = 100
SLOW_BLOCK = 4
"""How many games a block has; of bots that think, fewer."""
TASK = 100_000
"""How many games go to a machine of a cluster at once, at most."""
COMPILED = ("random", "greedy")
"""The bots that are machine code together with the rules."""
RANDOM, GREEDY = range(len(COMPILED))


@cache
def make_game(kernel: Kernel, judge: Judgement) -> Callable[..., int]:
    """A rule that plays the game on a table to its end between compiled bots; all its plies."""
    to_act, legal_moves, play = kernel.to_act, kernel.legal_moves, kernel.play
    choose = judge.choose

    @rule
    def run(
        board_tables: Any, table: Any, bots: Ints, dice: Ints, scratch: Any, moves: Ints
    ) -> int:
        plies = 0
        total = legal_moves(board_tables, table[0], moves)
        while total:
            seat = to_act(table[0])
            if seat >= 0 and bots[seat] == GREEDY:
                move = choose(board_tables, table, moves, total, scratch, dice)
            else:
                move = moves[below(dice, total)]
            play(board_tables, table[0], move)
            plies += 1
            total = legal_moves(board_tables, table[0], moves)
        return plies

    return cast(Callable[..., int], run)


def play_out(game: KernelGame[Any, Any, Any], table: Any, kinds: Ints, lots: Ints) -> int:
    """Play a game of compiled bots on a table to its end; all its plies."""
    run = make_game(game.kernel, judgement(game.name, game.kernel))
    moves = np.zeros(game.kernel.most_moves, np.int16)
    return run(game.board_tables, table, kinds, lots, table.copy(), moves)


@cache
def make_block(kernel: Kernel, judge: Judgement) -> Callable[..., int]:
    """A rule that plays a block of games and adds up who won, how long they took, all plies."""
    play_game, score, most_moves = make_game(kernel, judge), make_score(kernel), kernel.most_moves

    @rule
    def run(
        board_tables: Any,
        start: Any,
        games: int,
        bots: Ints,
        dice: Ints,
        wins: Ints,
        order_wins: Ints,
        lengths: Ints,
        ends: Ints,
    ) -> int:
        table = start.copy()
        scratch = start.copy()
        moves = np.zeros(most_moves, np.int16)
        plies = 0
        for _ in range(games):
            table[0] = start[0]
            plies += play_game(board_tables, table, bots, dice, scratch, moves)
            winner, order, rounds, way = score(board_tables, table[0], len(bots))
            add_score(winner, order, rounds, way, wins, order_wins, lengths, ends)
        return plies

    return cast(Callable[..., int], run)


def simulate(
    game: Game[Any, Any],
    seats: int,
    games: int,
    seed: int,
    bots: tuple[str, ...],
    options: Options,
    device: str = "cpu",
    start: Any = None,
    cluster: ComputeCluster | None = None,
) -> Generator[Tally, None, None]:
    """Play games between bots; yields the running tally, again and again, until all are played.

    Games begin anew, or from the state `start`. Whoever stops listening stops the
    games; what was yielded last is what was played so far.
    """
    check_bots(game, bots, seats)
    if device == "cuda" and cluster is not None:
        raise OptionError(message(__package__, "error.gpu_or_cluster"))
    if device == "cuda":
        yield from _on_gpu(game, seats, games, seed, bots, options, start)
        return
    quick, leveled = compiled(game, bots), False
    if quick is None:
        levels = {name for name in levels_of(game) if not thinks_by_clock(name, game)}
        quick = record_game(game) if set(bots) <= {*COMPILED, *levels} else None
        leveled = quick is not None
    if quick is None:
        yield from python_simulator.simulate(
            game, seats, games, seed, bots, options, start, cluster
        )
        return
    stop = np.zeros(1, np.int64)
    size = SLOW_BLOCK if leveled else BLOCK
    if cluster is None:
        play_block = play_blocks(quick, bots, seed, options, start, stop)
        play_block(0, 0)
        played = in_parallel(play_block, games, size, stop=stop)
    else:
        table = type(game), game.board, bots, seed, options, start
        played = on_cluster(cluster, table, games, size)
    tally = Tally(game.name, seats, seed, bots, quick.kernel.ways)
    begun = perf_counter()
    with closing(played):
        for block in played:
            tally.add(block)
            tally.seconds = perf_counter() - begun
            yield tally


def play_blocks(
    game: KernelGame[Any, Any, Any],
    bots: tuple[str, ...],
    seed: int,
    options: Options | None = None,
    start: Any = None,
    stop: Ints | None = None,
) -> Callable[[int, int], BlockTally]:
    """(number of a block, its games) -> what became of them; `stop` ends what is under way."""
    seats, ways = len(bots), game.kernel.ways
    table = as_table(game.setup(seats, options or {}) if start is None else start)
    stop = np.zeros(1, np.int64) if stop is None else stop
    quick = compiled(game, bots) is not None
    play = _one_ply_bots(game, table, bots) if quick else _level_bots(game, table, bots, stop)

    def play_block(number: int, size: int) -> BlockTally:
        sizes = (seats, seats, MOST_ROUNDS, len(ways))
        counts = [np.zeros(each, np.int64) for each in sizes]
        moves = play(size, dice(seed, number), counts)
        return BlockTally(size, moves, *counts)

    return play_block


def _on_gpu(
    game: Game[Any, Any],
    seats: int,
    games: int,
    seed: int,
    bots: tuple[str, ...],
    options: Options,
    start: Any,
) -> Generator[Tally, None, None]:
    """Play the blocks of games on a GPU."""
    quick = record_game(game)
    if quick is None or not set(bots) <= set(gpu_bots(game)):
        raise OptionError(message(__package__, "error.not_on_gpu", bots=gpu_bots(game)))
    run: Any = import_module(f"{__package__}.gpu").blocks
    table = as_table(quick.setup(seats, options) if start is None else start)
    tally = Tally(game.name, seats, seed, bots, quick.kernel.ways)
    for block, seconds in run(quick, table, games, seed, bots):
        tally.add(block)
        tally.seconds += seconds
        yield tally


def gpu_bots(game: Game[Any, Any]) -> tuple[str, ...]:
    """The bots that play on a GPU: those that look one move ahead, or not at all."""
    levels = levels_of(game).items()
    return *COMPILED, *(name for name, each in levels if not each.playouts and not each.seconds)


def compiled(game: Game[Any, Any], bots: Iterable[str]) -> KernelGame[Any, Any, Any] | None:
    """The game as one that runs in machine code, its bots included, if they all do."""
    return record_game(game) if all(bot in COMPILED for bot in bots) else None


def _one_ply_bots(
    game: KernelGame[Any, Any, Any], start: Any, bots: tuple[str, ...]
) -> BlockPlayer:
    """How random and greedy bots play a block of games."""
    kinds = np.array([COMPILED.index(bot) for bot in bots], np.int64)
    run = make_block(game.kernel, judgement(game.name, game.kernel))
    return lambda games, lots, counts: run(game.board_tables, start, games, kinds, lots, *counts)


def _level_bots(
    game: KernelGame[Any, Any, Any], start: Any, bots: tuple[str, ...], stop: Ints
) -> BlockPlayer:
    """How bots of the levels play a block of games, among them perhaps random and greedy ones."""
    known = levels_of(game)
    kinds = [COMPILED.index(bot) if bot in COMPILED else LEVEL for bot in bots]
    return level_player(game, start, kinds, [known.get(bot, SearchLevel()) for bot in bots], stop)


def in_parallel(
    play_block: Callable[[int, int], BlockTally],
    games: int,
    block: int,
    cores: int | None = None,
    stop: Ints | None = None,
) -> Generator[BlockTally, None, None]:
    """The blocks of all games as they are finished, a few ahead at a time.

    Where somebody stops listening or interrupts, `stop` ends the blocks that are under way.
    """
    cores = cores or os.cpu_count() or 1
    sizes = (min(block, games - first) for first in range(0, games, block))
    blocks = enumerate(sizes)
    pending = PendingWork[BlockTally]()
    with ThreadPoolExecutor(cores) as pool:
        try:
            while True:
                for number, size in blocks:
                    pending.submit(pool, play_block, number, size)
                    if len(pending) >= 2 * cores:
                        break
                if not pending:
                    return
                yield pending.take()
        finally:
            pending.cancel()
            if stop is not None:
                stop[0] = 1


def on_cluster(
    cluster: ComputeCluster, table: tuple[Any, ...], games: int, size: int
) -> Generator[BlockTally, None, None]:
    """Play the blocks on the machines of a cluster, many to a task."""
    every = -(-games // size)
    at_once = max(1, min(TASK // size, every // (4 * cluster.cores)))
    firsts = iter(range(0, every, at_once))
    pending = PendingWork[BlockTally]()
    while True:
        for first in firsts:
            last = min(first + at_once, every)
            pending.submit(cluster, play_task, table, games, size, first, last)
            if len(pending) >= 2 * cluster.cores:
                break
        if not pending:
            return
        yield pending.take()


def play_task(table: tuple[Any, ...], games: int, size: int, first: int, last: int) -> BlockTally:
    """Some blocks, one after the other, as their sum."""
    kind, board, bots, seed, options, start = table
    play_block = play_blocks(kind(board), bots, seed, options, start)
    blocks = [play_block(n, min(size, games - n * size)) for n in range(first, last)]
    names = [each.name for each in fields(BlockTally)]
    return BlockTally(*(sum(getattr(block, name) for block in blocks) for name in names))


def check_bots(game: Game[Any, Any], bots: tuple[str, ...], seats: int) -> None:
    """An OptionError if the bots do not fit the table."""
    if len(bots) != seats:
        raise OptionError(message(__package__, "error.bots", seats=seats, bots=len(bots)))
    for bot in bots:
        check_bot(bot, game)
