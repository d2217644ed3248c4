"""Games that a network plays against itself, and what it learns from them, in machine code.

After each game the positions are gone through backwards. Each is compared with what the next ones
were thought to be worth and with how the game ended (TD(lambda)); the error is led back through the
network and added up.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from cruachan.bots.judgement import Judgement
from cruachan.bots.network import HIDDEN, Floats, Net, Network
from cruachan.engine.bits import below, count, lowest
from cruachan.engine.kernel import Kernel
from cruachan.engine.record import Ints, rule

MOST = 3000
"""No game has more decisions than this; of a longer one the first are learned from."""
PARTS = 1_000_000
"""Chances are given to the dice in millionths."""


class SelfPlay(NamedTuple):
    """The rules of learning a game."""

    play: Callable[..., int]
    """(box, start, net, error, games, dice, taught, stray, trace) -> decisions: plays games and
    adds the errors up; `taught` is the share of decisions that the teacher makes, `stray` that of
    moves by lot, both in millionths"""
    contest: Callable[..., None]
    """(box, start, net, games, dice, seat, wins): plays games of the network at a seat against the
    hand-made judgement, and counts wins by seat, draws last"""


@rule
def lead_back(net: Net, error: Net, x: Floats, hidden: Floats, off: Floats) -> None:
    """Add to the error of each number what it has to do with being off by so much."""
    seats = len(net.last)
    for place in range(seats):
        error.last[place] += off[place]
    for unit in range(HIDDEN):
        if hidden[unit] > 0.0:
            back = np.float32(0.0)
            for place in range(seats):
                error.second[unit, place] += hidden[unit] * off[place]
                back += net.second[unit, place] * off[place]
            hidden[unit] = back
            error.bias[unit] += back
    for at in range(len(x)):
        seen = x[at]
        if seen != 0.0:
            for unit in range(HIDDEN):
                error.first[at, unit] += seen * hidden[unit]


@rule
def improve(
    numbers: Floats,
    error: Floats,
    mean: Floats,
    square: Floats,
    rate: float,
    step: int,
    positions: int,
) -> None:
    """One step of Adam: every number a little against its error."""
    fade = 1.0 - 0.9**step
    fade_square = 1.0 - 0.999**step
    for at in range(len(numbers)):
        slope = error[at] / positions
        mean[at] += 0.1 * (slope - mean[at])
        square[at] += 0.001 * (slope * slope - square[at])
        numbers[at] -= rate * (mean[at] / fade) / (sqrt(square[at] / fade_square) + 1e-8)
        error[at] = 0.0


def make_self_play(kernel: Kernel, judge: Judgement, network: Network) -> SelfPlay:
    """Compile learning for a game; its hand-made judgement is the teacher."""
    to_act, legal_moves, play_move = kernel.to_act, kernel.legal_moves, kernel.play
    winners, most_moves = kernel.winners, kernel.most_moves
    advise, choose, look = judge.choose, network.choose, network.look
    inputs = network.inputs

    @rule
    def place_of(moves: Ints, move: int) -> int:
        at = 0
        while moves[at] != move:
            at += 1
        return at

    @rule
    def learn(
        net: Net, error: Net, seen: Floats, layer: Floats, worth: Floats, turns: Ints,
        instead: Floats, strayed: Ints, decisions: int, result: Floats, trace: float,
    ) -> None:  # fmt: skip
        seats = len(net.last)
        off = np.zeros(seats, np.float32)
        aim = result.copy()
        for at in range(decisions - 1, -1, -1):
            for place in range(seats):
                seat = (turns[at] + place) % seats
                off[place] = worth[at, seat] - aim[seat]
            if turns[at] >= 0:
                lead_back(net, error, seen[at], layer[at], off)
            for seat in range(seats):
                if strayed[at]:
                    aim[seat] = instead[at, seat]
                else:
                    aim[seat] = (1.0 - trace) * worth[at, seat] + trace * aim[seat]

    @rule
    def play(
        box: Any, start: Any, net: Net, error: Net, games: int, dice: Ints, taught: int,
        stray: int, trace: float,
    ) -> int:  # fmt: skip
        seats = len(net.last)
        table, scratch = start.copy(), start.copy()
        moves = np.zeros(most_moves, np.int16)
        rated = np.zeros((most_moves, 2 * seats), np.float32)
        seen = np.zeros((MOST, inputs), np.float32)
        layer = np.zeros((MOST, HIDDEN), np.float32)
        worth = np.zeros((MOST, 2 * seats), np.float32)
        instead = np.zeros((MOST, seats), np.float32)
        turns = np.zeros(MOST, np.int64)
        strayed = np.zeros(MOST, np.int64)
        result = np.zeros(2 * seats, np.float32)
        learned = 0
        for _ in range(games):
            table[0] = start[0]
            decisions = 0
            total = legal_moves(box, table[0], moves)
            while total:
                if to_act(table[0]) < 0:
                    play_move(box, table[0], moves[below(dice, total)])
                    total = legal_moves(box, table[0], moves)
                    continue
                at = min(decisions, MOST - 1)
                strayed[at] = 0
                if below(dice, PARTS) < stray:
                    best = choose(
                        box, table, net, moves, total, scratch, seen[at], layer[at], rated, dice
                    )
                    strayed[at] = 1
                    for seat in range(seats):
                        instead[at, seat] = rated[best, seat]
                    chosen = below(dice, total)
                elif below(dice, PARTS) < taught:
                    move = advise(box, table, moves, total, scratch, dice)
                    chosen = place_of(moves, move)
                else:
                    chosen = choose(
                        box, table, net, moves, total, scratch, seen[at], layer[at], rated, dice
                    )
                play_move(box, table[0], moves[chosen])
                scratch[0] = table[0]
                look(box, scratch, net, seen[at], layer[at], worth[at])
                turns[at] = -1 if to_act(scratch[0]) == -2 else scratch[0].turn
                decisions = at + 1
                total = legal_moves(box, table[0], moves)
            scratch[0] = table[0]
            look(box, scratch, net, seen[MOST - 1], layer[MOST - 1], result)
            learn(net, error, seen, layer, worth, turns, instead, strayed, decisions, result, trace)
            learned += decisions
        return learned

    @rule
    def contest(
        box: Any, start: Any, net: Net, games: int, dice: Ints, seat: int, wins: Ints
    ) -> None:
        seats = len(net.last)
        table, scratch = start.copy(), start.copy()
        moves = np.zeros(most_moves, np.int16)
        rated = np.zeros((most_moves, 2 * seats), np.float32)
        x, hidden = np.zeros(inputs, np.float32), np.zeros(HIDDEN, np.float32)
        for _ in range(games):
            table[0] = start[0]
            total = legal_moves(box, table[0], moves)
            while total:
                acting = to_act(table[0])
                if acting < 0:
                    move = moves[below(dice, total)]
                elif acting == seat:
                    best = choose(box, table, net, moves, total, scratch, x, hidden, rated, dice)
                    move = moves[best]
                else:
                    move = advise(box, table, moves, total, scratch, dice)
                play_move(box, table[0], move)
                total = legal_moves(box, table[0], moves)
            first = winners(box, table[0])
            wins[lowest(first) if count(first) == 1 else seats] += 1

    return SelfPlay(play, contest)
