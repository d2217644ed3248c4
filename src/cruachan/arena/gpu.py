"""Many games between bots on a GPU: the rules as they are, compiled for CUDA.

A thread of the GPU plays blocks of games, each with the lots that the block has on a processor, so
the sum is the same. It goes on by steps: a random bot's ply, or one of the moves that another bot
weighs. A thread whose game is over begins the next at once, and one whose block is over takes the
next that nobody has, so none waits for a longer game beside it; and the threads of a group wait for
each other in each step, so that they go through the same lines of the rules together. The table
lies in the thread's own memory, the board in memory that the group shares; each game that is over
is added to the sums at once.

Bots that have learned look one move ahead there (`gpu_learned.py`). A GPU rounds their judgement
otherwise than a processor, so their games are not the same to the last one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import cache, partial
from importlib import import_module
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from cruachan.arena import gpu_learned
from cruachan.arena.levels import LEVEL, within_slack
from cruachan.arena.many_dice import many_dice
from cruachan.arena.scoring import make_score
from cruachan.arena.simulate import BLOCK, COMPILED, GREEDY, RANDOM, SLOW_BLOCK
from cruachan.arena.tally import MOST_ROUNDS, BlockTally
from cruachan.bots import levels_of
from cruachan.bots.judgement import judgement
from cruachan.bots.network import Net
from cruachan.engine.bits import below
from cruachan.engine.capabilities import GpuLayout
from cruachan.engine.errors import OptionError
from cruachan.engine.kernel import Kernel, KernelGame, as_table, type_of
from cruachan.engine.record import MODE, Ints, rule
from cruachan.engine.texts import message
from cruachan.games import GAMES

numba: Any = import_module("numba")
cuda: Any = import_module("numba.cuda")

SIMULATED = bool(numba.config.ENABLE_CUDASIM)
"""Whether Numba only plays a GPU."""
numba.config.CUDA_LOW_OCCUPANCY_WARNINGS = 0
THREADS = 1 << 18
"""How many threads play at once, at most: about what the largest GPUs hold."""
STEPS = 256
"""How many steps there are at first before one looks; then twice as many, as long as that is soon
over."""
SOON = 0.25
"""Seconds."""


class Weighing(NamedTuple):
    """Which bots weigh moves at a table; what is not there is not compiled."""

    greedy: bool
    learned: bool


def layout(game: KernelGame[Any, Any, Any], learned: bool = False) -> GpuLayout:
    """How the game is laid out on a GPU."""
    bots = GAMES[game.name].bots if game.name in GAMES else None
    fit = GpuLayout() if bots is None else bots.gpu
    if learned:
        return fit._replace(group=gpu_learned.GROUP, registers=gpu_learned.REGISTERS)
    return fit


def blocks(
    game: KernelGame[Any, Any, Any], start: Any, games: int, seed: int, bots: tuple[str, ...]
) -> Iterator[tuple[BlockTally, float]]:
    """The sums of the games that ended in a while, and how many seconds it was."""
    check()
    known = levels_of(game)
    kinds = np.array([COMPILED.index(b) if b in COMPILED else LEVEL for b in bots], np.int64)
    slacks = np.array([known[b].slack if b in known else 0.0 for b in bots], np.float32)
    weighing = Weighing(bool((kinds == GREEDY).any()), bool((kinds == LEVEL).any()))
    run = kernel_of(game, type_of(start[0]), len(bots), weighing)
    size = SLOW_BLOCK if weighing.learned else BLOCK
    every, taken, over, steps = -(-games // size), 0, 0, STEPS
    threads = min(every, gpu_learned.THREADS if weighing.learned else THREADS)
    group = min(every, layout(game, weighing.learned).group)
    net = gpu_learned.net_for(game, len(bots), weighing.learned)
    still = [cuda.to_device(each) for each in (as_table(game.board_tables), start, kinds, slacks)]
    still += [cuda.to_device(np.ascontiguousarray(part)) for part in net]
    own = cuda.device_array(threads, type_of(start[0]))
    kept = [cuda.to_device(np.zeros(threads, np.int64)) for _ in range(2)]
    while over < games:
        begun = perf_counter()
        fresh = many_dice(seed, taken, min(threads, every - taken))
        sizes = (1, 1, len(bots), len(bots), MOST_ROUNDS, len(game.kernel.ways))
        counts = [cuda.to_device(np.zeros(each, np.int64)) for each in sizes]
        left = games - taken * size
        run[-(-threads // group), group](
            *still, own, *kept, cuda.to_device(fresh), left, size, steps, *counts
        )
        asked, moves, *sums = (each.copy_to_host() for each in counts)
        taken += min(int(asked[0]), len(fresh))
        ended = int(sums[-1].sum())
        over += ended
        seconds = perf_counter() - begun
        yield BlockTally(ended, int(moves[0]), *sums), seconds
        if seconds < SOON:
            steps *= 2


def check() -> None:
    """An OptionError where there is no GPU, or nothing to run on it."""
    if MODE == "interpreted":
        raise OptionError(message(__package__, "error.gpu_interpreted"))
    if not cuda.is_available():
        raise OptionError(message(__package__, "error.no_gpu"))


@cache
def kernel_of(game: KernelGame[Any, Any, Any], state: Any, seats: int, weighing: Weighing) -> Any:
    """What the GPU runs; where only random bots play, without a judgement."""
    run = program(game, state, seats, weighing)
    if SIMULATED:
        return cuda.jit(run)
    fit = layout(game, weighing.learned)
    kernel = cuda.jit(run, max_registers=fit.registers, lto=False)
    with loops_kept() if fit.loops else nullcontext():
        kernel.compile(signature(game, state).args)
    return kernel


def signature(game: KernelGame[Any, Any, Any], state: Any) -> Any:
    """The types of what a thread is given."""
    board, table = numba.from_dtype(type_of(game.board_tables)), numba.from_dtype(state)
    number, numbers = numba.int64, numba.int64[::1]
    row, matrix = numba.float32[::1], numba.float32[:, ::1]
    still = board[::1], table[::1], numbers, row, matrix, row, matrix, row, matrix, row
    return numba.void(*still, table[::1], *[numbers] * 3, *[number] * 3, *[numbers] * 6)


@contextmanager
def loops_kept() -> Iterator[None]:
    """What is compiled meanwhile keeps its loops, where the compiler for CUDA can be told.

    Numba has no word for this option; and it reaches the compiler only when that does all the work,
    with no optimising at link time.
    """
    nvvm: Any = import_module("numba.cuda.cudadrv.nvvm")
    usual, options = nvvm.compile_ir, {"Xopt": None, "unroll-count": 1}
    if nvvm.NVVM().check_options([b"-Xopt", b"-unroll-count=1"]):
        nvvm.compile_ir = partial(usual, **options)
    try:
        yield
    finally:
        nvvm.compile_ir = usual


@rule
def weigh(
    worth: float, most: float, equals: int, move: int, candidate: int, dice: Ints
) -> tuple[float, int, int]:
    """Compare a candidate with the best move so far; return the new `most`, `equals` and `move`.

    `equals` counts the best moves so far, each of which has the same chance; 0 before the first.
    """
    if equals == 0 or worth > most:
        most = worth
        equals = 0
    if worth == most:
        equals += 1
        if equals == 1 or below(dice, equals) == 0:
            move = candidate
    return most, equals, move


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def take_block(fresh: Ints, games: int, size: int, taken: Ints, dice: Ints) -> int:
    """Take the next block that no thread has, and its dice; how many games, 0 if none is left."""
    number = cuda.atomic.add(taken, 0, 1)
    if number >= len(fresh):
        return 0
    dice[0] = fresh[number]
    return int(min(size, games - number * size))


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def add_score_atomically(
    winner: int, order: int, rounds: int, way: int, wins: Ints, order_wins: Ints, lengths: Ints,
    ends: Ints,
) -> None:  # fmt: skip
    """Add a scored game to the sums that all threads share."""
    if winner >= 0:
        cuda.atomic.add(wins, winner, 1)
    if order >= 0:
        cuda.atomic.add(order_wins, order, 1)
    cuda.atomic.add(lengths, rounds, 1)
    cuda.atomic.add(ends, way, 1)


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def wait_for_group() -> None:
    """Wait until all threads of the group are here."""
    if not SIMULATED:
        cuda.syncthreads()


class ThreadRules(NamedTuple):
    """The rules of a game as a thread calls them."""

    list_moves: Callable[..., tuple[int, int, int]]
    """(board, state, moves, bots, dice) -> how many moves are legal, the place of the first one
    that is weighed, and the one that is drawn where none is; 0, 0, 0 when the game is over"""
    end_game: Callable[..., None]
    """(board, state, wins, order_wins, lengths, ends): adds a game that is over to the sums"""


def thread_rules(kernel: Kernel, seats: int, weighing: Weighing) -> ThreadRules:
    """Return what a thread does with the state of a game, to be compiled for CUDA."""
    to_act, legal_moves, score = kernel.to_act, kernel.legal_moves, make_score(kernel)
    by_lot, learned = not any(weighing), weighing.learned

    @cuda.jit(device=True)  # type: ignore[untyped-decorator]
    def list_moves(
        board: Any, state: Any, moves: Ints, bots: Ints, dice: Ints
    ) -> tuple[int, int, int]:
        total = legal_moves(board, state, moves)
        seat = to_act(state)
        if learned and total == 1 and seat >= 0 and bots[seat] == LEVEL:
            return total, total, int(moves[0])
        if total == 0 or (not by_lot and seat >= 0 and bots[seat] != RANDOM):
            return total, 0, 0
        return total, total, int(moves[below(dice, total)])

    @cuda.jit(device=True)  # type: ignore[untyped-decorator]
    def end_game(
        board: Any, state: Any, wins: Ints, order_wins: Ints, lengths: Ints, ends: Ints
    ) -> None:
        winner, order, rounds, way = score(board, state, seats)
        add_score_atomically(winner, order, rounds, way, wins, order_wins, lengths, ends)

    return ThreadRules(list_moves, end_game)


def program(
    game: KernelGame[Any, Any, Any], state: Any, seats: int, weighing: Weighing
) -> Callable[..., None]:
    """Return what one thread does, as a function that Numba compiles for CUDA."""
    play, most_moves, to_act = game.kernel.play, game.kernel.most_moves, game.kernel.to_act
    list_moves, end_game = thread_rules(game.kernel, seats, weighing)
    by_lot, greedy, learned = not any(weighing), weighing.greedy, weighing.learned
    after = judgement(game.name, game.kernel).after
    judge, host = gpu_learned.judge_of(game, learned), gpu_learned.net_for(game, seats, learned)
    inputs, units = host.first.shape
    ratings, answers = most_moves if learned else 1, 2 * seats
    table_type, board_type = numba.from_dtype(state), numba.from_dtype(type_of(game.board_tables))

    def run(
        boards: Any, start: Any, bots: Ints, slacks: Any, first: Any, bias: Any, second: Any,
        last: Any, policy: Any, policy_bias: Any, tables: Any, lots: Ints, to_play: Ints,
        fresh: Ints, games: int, size: int, steps: int, taken: Ints, made: Ints, wins: Ints,
        order_wins: Ints, lengths: Ints, ends: Ints,
    ) -> None:  # fmt: skip
        board = cuda.shared.array(1, board_type)
        if cuda.threadIdx.x == 0:
            board[0] = boards[0]
        thread = cuda.grid(1)
        seated = thread < len(tables)
        table = cuda.local.array(1, table_type)
        scratch = cuda.local.array(1, table_type)
        moves = cuda.local.array(most_moves, numba.int16)
        dice = cuda.local.array(1, numba.int64)
        net = host if SIMULATED else Net(first, bias, second, last, policy, policy_bias)
        x, layer = cuda.local.array(inputs, numba.float32), cuda.local.array(units, numba.float32)
        out = cuda.local.array(answers, numba.float32)
        rated = cuda.local.array((ratings, 1), numba.float32)
        left = played = total = index = move = equals = begun = 0
        most = 0.0
        if seated:
            table[0], dice[0], left = tables[thread], lots[thread], to_play[thread]
        for _ in range(steps):
            wait_for_group()
            if seated and left == 0:
                left = take_block(fresh, games, size, taken, dice)
                seated = left > 0
                if seated:
                    table[0] = start[0]
            if seated and total == 0:
                begun, equals = dice[0], 0
                total, index, move = list_moves(board[0], table[0], moves, bots, dice)
            wait_for_group()
            if not by_lot and index < total:
                seat = to_act(table[0])
                if greedy and bots[seat] == GREEDY:
                    worth = after(board[0], table, moves[index], scratch)
                    most, equals, move = weigh(worth, most, equals, move, moves[index], dice)
                if learned and bots[seat] == LEVEL:
                    rated[index, 0] = judge(
                        board[0], table, net, moves[index], scratch, x, layer, out
                    )
                    if index == total - 1:
                        move = int(moves[within_slack(rated, total, 0, slacks[seat], dice)])
                index += 1
            wait_for_group()
            if not seated or index < total:
                continue
            if total:
                play(board[0], table[0], move)
                played += 1
                total = index = 0
            else:
                end_game(board[0], table[0], wins, order_wins, lengths, ends)
                table[0] = start[0]
                left -= 1
        if thread < len(tables):
            cuda.atomic.add(made, 0, played)
            tables[thread] = table[0]
            lots[thread] = begun if total else dice[0]
            to_play[thread] = left

    return run
