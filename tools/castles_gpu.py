"""Who wins from which castle of Hibernia, on many boards at once: on a GPU.

A group of threads plays on one board in one setting, each thread games of its own. The threads of
a group wait for each other in each step, so that they go through the same lines of the rules
together. A step weighs one legal move, by the judgement made by hand or by the learned one.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
from tools.castles import LOTS, SETTINGS, Counts, castle_of_seat, start_table

from cruachan.arena.gpu import weigh
from cruachan.bots.judgement import judgement
from cruachan.bots.network import learned
from cruachan.engine.bits import below, bit, lowest
from cruachan.engine.game import NOBODY
from cruachan.engine.kernel import type_of
from cruachan.engine.record import Ints, rule
from cruachan.games.hibernia.bots import settle
from cruachan.games.hibernia.features import INPUTS, KNOWN, features_into
from cruachan.games.hibernia.moves import LOT_CASTLES, LOT_START
from cruachan.games.hibernia.rules import KERNEL
from cruachan.games.hibernia.state import PLAYERS, BoardTables, State

numba: Any = import_module("numba")
cuda: Any = import_module("numba.cuda")

GROUP = 96
"""Threads of a group: a multiple of the lots, so that all are played equally often."""
REGISTERS = 168
WON = np.float32(1e9)
SIMULATED = bool(numba.config.ENABLE_CUDASIM)
STATE, BOARD = numba.from_dtype(type_of(State.new())), numba.from_dtype(type_of(BoardTables.new()))


@rule
def place_of(state: Any, seat: int) -> int:
    """How many places a seat is after the one whose turn it is."""
    return int((seat - state.turn + state.seats) % state.seats)


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def any_of_group(here: bool) -> bool:
    """Wait for the group; whether it holds for any thread."""
    return bool(here) if SIMULATED else cuda.syncthreads_or(int(here)) != 0


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def wait_for_group() -> None:
    """Wait until all threads of the group are here."""
    if not SIMULATED:
        cuda.syncthreads()


def make_program(greedy: bool, units: int) -> Any:
    """What a thread does, with networks of at most so many hidden units."""
    to_act, legal_moves, play, winners = (
        KERNEL.to_act,
        KERNEL.legal_moves,
        KERNEL.play,
        KERNEL.winners,
    )
    rounds_of, after, most_moves = (
        KERNEL.rounds,
        judgement("hibernia", KERNEL).after,
        KERNEL.most_moves,
    )

    @cuda.jit(device=True)  # type: ignore[untyped-decorator]
    def network_value(
        first: Any, bias: Any, second: Any, last: Any, x: Any, hidden: Any, place: int
    ) -> Any:
        wide = len(bias)
        for unit in range(wide):
            hidden[unit] = bias[unit]
        for at in range(INPUTS):
            seen = x[at]
            if seen != 0.0:
                for unit in range(wide):
                    hidden[unit] += seen * first[at, unit]
        out = last[place]
        for unit in range(wide):
            out += max(hidden[unit], np.float32(0.0)) * second[unit, place]
        return out

    @cuda.jit(device=True)  # type: ignore[untyped-decorator]
    def learned_worth(
        board: Any, table: Any, move: int, scratch: Any, known: Any, x: Any, hidden: Any,
        first: Any, bias: Any, second: Any, last: Any,
    ) -> Any:  # fmt: skip
        seat = to_act(table[0])
        scratch[0] = table[0]
        state = scratch[0]
        play(board, state, move)
        if to_act(state) != NOBODY:
            settle(board, state)
        if to_act(state) == NOBODY:
            return WON if winners(board, state) & bit(seat) else -WON
        for at in range(INPUTS):
            x[at] = 0.0
        features_into(board, state, known, x)
        place = place_of(state, seat)
        return network_value(first, bias, second, last, x, hidden, place)

    def run(
        boards: Any, starts: Any, castles: Ints, first4: Any, bias4: Any, second4: Any, last4: Any,
        first3: Any, bias3: Any, second3: Any, last3: Any, lots: Ints, games: int,
        wins: Ints, rounds: Ints,
    ) -> None:  # fmt: skip
        here = cuda.blockIdx.x
        setting = here % len(starts)
        number = (here // len(starts)) % len(boards)
        board = cuda.shared.array(1, BOARD)
        if cuda.threadIdx.x == 0:
            board[0] = boards[number]
        wait_for_group()
        table = cuda.local.array(1, STATE)
        scratch = cuda.local.array(1, STATE)
        moves = cuda.local.array(most_moves, numba.int16)
        dice = cuda.local.array(1, numba.int64)
        known = cuda.local.array((PLAYERS, KNOWN), numba.int64)
        x = cuda.local.array(INPUTS, numba.float32)
        hidden = cuda.local.array(units, numba.float32)
        dice[0] = lots[cuda.grid(1)]
        four = setting < 2
        lot = cuda.threadIdx.x % LOTS
        left = games
        total = index = move = equals = 0
        most = 0.0
        begun = False
        while any_of_group(left > 0):
            if left > 0 and not begun:
                table[0] = starts[setting]
                play(board[0], table[0], LOT_START)
                play(board[0], table[0], LOT_CASTLES + lot)
                begun = True
                total = 0
            if left > 0 and total == 0:
                equals = 0
                index = 0
                total = legal_moves(board[0], table[0], moves)
                if total and to_act(table[0]) < 0:
                    move = int(moves[below(dice, total)])
                    index = total
                elif total == 1:
                    move = int(moves[0])
                    index = total
            wait_for_group()
            if left > 0 and index < total:
                if greedy:
                    worth = after(board[0], table, moves[index], scratch)
                elif four:
                    worth = learned_worth(
                        board[0], table, moves[index], scratch, known, x, hidden,
                        first4, bias4, second4, last4,
                    )  # fmt: skip
                else:
                    worth = learned_worth(
                        board[0], table, moves[index], scratch, known, x, hidden,
                        first3, bias3, second3, last3,
                    )  # fmt: skip
                most, equals, move = weigh(worth, most, equals, move, moves[index], dice)
                index += 1
            wait_for_group()
            if left > 0 and index >= total:
                if total:
                    play(board[0], table[0], move)
                    total = 0
                else:
                    winner = lowest(winners(board[0], table[0]))
                    place = int(castles[lot, winner])
                    cuda.atomic.add(wins, (number, setting, place, winner), 1)
                    cuda.atomic.add(rounds, (number, setting), rounds_of(table[0]))
                    left -= 1
                    lot = (lot + 1) % LOTS
                    begun = False

    return run


def signature() -> Any:
    """The types of what a thread is given."""
    number, numbers = numba.int64, numba.int64
    matrix, row = numba.float32[:, ::1], numba.float32[::1]
    net = matrix, row, matrix, row
    return numba.void(
        BOARD[::1], STATE[::1], numbers[:, ::1], *net, *net, numbers[::1], number,
        numbers[:, :, :, ::1], numbers[:, ::1],
    )  # fmt: skip


@cache
def compiled(greedy: bool, units: int) -> Any:
    """The program as a kernel of this GPU."""
    run = make_program(greedy, units)
    if SIMULATED:
        return cuda.jit(run)
    kernel = cuda.jit(run, max_registers=64 if greedy else REGISTERS, lto=False)
    kernel.compile(signature().args)
    return kernel


class Player:
    """Plays games on many boards."""

    def __init__(self, greedy: bool = False, nets: Any = None, fair: str = "no") -> None:
        found = nets or [learned("hibernia", seats) for seats in (4, 3)]
        self.kernel = compiled(greedy, max(len(net.bias) for net in found))
        starts = np.concatenate([start_table(*setting, fair) for setting in SETTINGS])
        self.starts, self.castles = cuda.to_device(starts), cuda.to_device(castle_of_seat())
        self.nets = [cuda.to_device(np.ascontiguousarray(part)) for net in found for part in net]

    def play(
        self, boards: Any, games: int, groups: int, seed: int, group: int = GROUP
    ) -> list[list[Counts]]:
        """By board and setting, what happened in games x groups x group games each."""
        blocks = len(boards) * len(SETTINGS) * groups
        rng = np.random.default_rng(seed)
        lots = rng.integers(1, 1 << 62, blocks * group, np.int64)
        wins = cuda.to_device(np.zeros((len(boards), len(SETTINGS), PLAYERS, PLAYERS), np.int64))
        rounds = cuda.to_device(np.zeros((len(boards), len(SETTINGS)), np.int64))
        self.kernel[blocks, group](
            cuda.to_device(boards), self.starts, self.castles, *self.nets,
            cuda.to_device(lots), games, wins, rounds,
        )  # fmt: skip
        many, won, long = games * groups * group, wins.copy_to_host(), rounds.copy_to_host()
        return [
            [Counts(won[b, s], int(long[b, s]), many) for s in range(len(SETTINGS))]
            for b in range(len(boards))
        ]
