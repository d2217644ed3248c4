"""Games that a network plays against itself, and what it learns from them, in machine code.

After each game its positions are visited backwards. The target of each is a mix of the result and
the evaluations of the positions after it (TD(lambda)); the difference is backpropagated.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from cruachan.bots.judgement import Judgement
from cruachan.bots.network import Floats, Net, Network
from cruachan.engine.bits import below, count, lowest
from cruachan.engine.game import NOBODY
from cruachan.engine.kernel import Kernel
from cruachan.engine.record import Ints, rule

MOST = 3000
"""No game has more decisions than this; of a longer one the first are learned from."""
PARTS = 1_000_000
"""Probabilities are given to the dice in millionths."""


class Episode(NamedTuple):
    """The decisions of a game, each a row in every array."""

    seen: Floats
    """The inputs of the network after the move."""
    layer: Floats
    worth: Floats
    """What the position is worth to each seat after the move."""
    instead: Floats
    """What it would be worth after the best move, where the move was drawn."""
    turns: Ints
    """Whose turn it is after the move; -1 when the game is over."""
    strayed: Ints
    """Whether the move was drawn to explore."""


class SelfPlayBuffers(NamedTuple):
    """The memory of self-play, used again in every game."""

    table: Any
    scratch: Any
    moves: Ints
    rated: Floats
    result: Floats
    episode: Episode


class SelfPlay(NamedTuple):
    """The compiled self-play of a game."""

    play: Callable[..., int]
    """(board, start, net, error, games, dice, taught, stray, trace) -> decisions: plays games and
    adds the errors up; `taught` is the share of decisions that the teacher makes, `stray` that of
    drawn moves, both in millionths"""
    contest: Callable[..., None]
    """(board, start, net, games, dice, seat, wins): plays games of the network at a seat against
    the hand-made evaluation, and counts wins by seat, draws last"""
    new_buffers: Callable[..., SelfPlayBuffers]
    """(start, net)"""
    decide: Callable[..., int]
    """(board, net, buffers, at, total, dice, taught, stray) -> the place of the move chosen for
    decision `at`; the first `total` moves of the buffers are legal"""
    play_game: Callable[..., int]
    """(board, net, buffers, dice, taught, stray) -> decisions: plays the game on the table of the
    buffers to its end; leaves its decisions and its result there"""
    evaluate: Callable[..., None]
    """(board, net, buffers, at, out): evaluates the position on the table; row `at` of the episode
    keeps what was seen"""
    record: Callable[..., None]
    """(board, net, buffers, at): notes in row `at` of the episode what came of its move"""


@rule
def backpropagate(net: Net, error: Net, x: Floats, hidden: Floats, off: Floats) -> None:
    """Add the gradient of a position to the error; `off` is the output minus its target.

    `hidden` is overwritten.
    """
    seats = len(net.last)
    for place in range(seats):
        error.last[place] += off[place]
    for unit in range(len(hidden)):
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
            for unit in range(len(hidden)):
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
    """Make one step of Adam and set the error to zero."""
    fade = 1.0 - 0.9**step
    fade_square = 1.0 - 0.999**step
    for at in range(len(numbers)):
        slope = error[at] / positions
        mean[at] += 0.1 * (slope - mean[at])
        square[at] += 0.001 * (slope * slope - square[at])
        numbers[at] -= rate * (mean[at] / fade) / (sqrt(square[at] / fade_square) + 1e-8)
        error[at] = 0.0


@rule
def place_of(moves: Ints, move: int) -> int:
    """Return the place of a move that is among the moves."""
    at = 0
    while moves[at] != move:
        at += 1
    return at


@rule
def learn(
    net: Net, error: Net, episode: Episode, decisions: int, result: Floats, trace: float
) -> None:
    """Add the errors of all decisions of a game, last first, by TD(lambda); `trace` is lambda."""
    seats = len(net.last)
    worth, turns = episode.worth, episode.turns
    off = np.zeros(seats, np.float32)
    target = result.copy()
    for at in range(decisions - 1, -1, -1):
        for place in range(seats):
            seat = (turns[at] + place) % seats
            off[place] = worth[at, seat] - target[seat]
        if turns[at] >= 0:
            backpropagate(net, error, episode.seen[at], episode.layer[at], off)
        for seat in range(seats):
            if episode.strayed[at]:
                target[seat] = episode.instead[at, seat]
            else:
                target[seat] = (1.0 - trace) * worth[at, seat] + trace * target[seat]


def make_self_play(kernel: Kernel, judge: Judgement, network: Network) -> SelfPlay:
    """Compile self-play for a game; its hand-made evaluation is the teacher."""
    to_act, legal_moves, play_move = kernel.to_act, kernel.legal_moves, kernel.play
    winners, most_moves = kernel.winners, kernel.most_moves
    advise, choose, look = judge.choose, network.choose, network.look
    inputs = network.inputs

    @rule
    def new_buffers(start: Any, net: Net) -> SelfPlayBuffers:
        seats = len(net.last)
        episode = Episode(
            np.zeros((MOST, inputs), np.float32),
            np.zeros((MOST, len(net.bias)), np.float32),
            np.zeros((MOST, 2 * seats), np.float32),
            np.zeros((MOST, seats), np.float32),
            np.zeros(MOST, np.int64),
            np.zeros(MOST, np.int64),
        )
        return SelfPlayBuffers(
            start.copy(),
            start.copy(),
            np.zeros(most_moves, np.int16),
            np.zeros((most_moves, 2 * seats), np.float32),
            np.zeros(2 * seats, np.float32),
            episode,
        )

    @rule
    def decide(
        board: Any, net: Net, buffers: SelfPlayBuffers, at: int, total: int, dice: Ints,
        taught: int, stray: int,
    ) -> int:  # fmt: skip
        table, scratch, moves, rated, episode = (
            buffers.table, buffers.scratch, buffers.moves, buffers.rated, buffers.episode,
        )  # fmt: skip
        strays = below(dice, PARTS) < stray
        episode.strayed[at] = strays
        if not strays and below(dice, PARTS) < taught:
            return place_of(moves, advise(board, table, moves, total, scratch, dice))
        best = choose(
            board,
            table,
            net,
            moves,
            total,
            scratch,
            episode.seen[at],
            episode.layer[at],
            rated,
            dice,
        )
        if not strays:
            return int(best)
        for seat in range(len(net.last)):
            episode.instead[at, seat] = rated[best, seat]
        return below(dice, total)

    @rule
    def evaluate(board: Any, net: Net, buffers: SelfPlayBuffers, at: int, out: Floats) -> None:
        buffers.scratch[0] = buffers.table[0]
        seen, layer = buffers.episode.seen[at], buffers.episode.layer[at]
        look(board, buffers.scratch, net, seen, layer, out)

    @rule
    def record(board: Any, net: Net, buffers: SelfPlayBuffers, at: int) -> None:
        evaluate(board, net, buffers, at, buffers.episode.worth[at])
        after = buffers.scratch[0]
        buffers.episode.turns[at] = -1 if to_act(after) == NOBODY else after.turn

    @rule
    def play_game(
        board: Any, net: Net, buffers: SelfPlayBuffers, dice: Ints, taught: int, stray: int
    ) -> int:
        table, moves = buffers.table, buffers.moves
        decisions = 0
        total = legal_moves(board, table[0], moves)
        while total:
            if to_act(table[0]) < 0:
                play_move(board, table[0], moves[below(dice, total)])
            else:
                at = min(decisions, MOST - 1)
                chosen = decide(board, net, buffers, at, total, dice, taught, stray)
                play_move(board, table[0], moves[chosen])
                record(board, net, buffers, at)
                decisions = at + 1
            total = legal_moves(board, table[0], moves)
        evaluate(board, net, buffers, MOST - 1, buffers.result)
        return decisions

    @rule
    def play(
        board: Any, start: Any, net: Net, error: Net, games: int, dice: Ints, taught: int,
        stray: int, trace: float,
    ) -> int:  # fmt: skip
        buffers = new_buffers(start, net)
        learned = 0
        for _ in range(games):
            buffers.table[0] = start[0]
            decisions = play_game(board, net, buffers, dice, taught, stray)
            learn(net, error, buffers.episode, decisions, buffers.result, trace)
            learned += decisions
        return learned

    @rule
    def contest_game(
        board: Any, net: Net, table: Any, scratch: Any, moves: Ints, x: Floats, hidden: Floats,
        rated: Floats, dice: Ints, seat: int,
    ) -> None:  # fmt: skip
        """Play a game of the network at a seat against the hand-made evaluation to its end."""
        total = legal_moves(board, table[0], moves)
        while total:
            acting = to_act(table[0])
            if acting < 0:
                move = moves[below(dice, total)]
            elif acting == seat:
                best = choose(board, table, net, moves, total, scratch, x, hidden, rated, dice)
                move = moves[best]
            else:
                move = advise(board, table, moves, total, scratch, dice)
            play_move(board, table[0], move)
            total = legal_moves(board, table[0], moves)

    @rule
    def contest(
        board: Any, start: Any, net: Net, games: int, dice: Ints, seat: int, wins: Ints
    ) -> None:
        seats = len(net.last)
        table, scratch = start.copy(), start.copy()
        moves = np.zeros(most_moves, np.int16)
        rated = np.zeros((most_moves, 2 * seats), np.float32)
        x, hidden = np.zeros(inputs, np.float32), np.zeros(len(net.bias), np.float32)
        for _ in range(games):
            table[0] = start[0]
            contest_game(board, net, table, scratch, moves, x, hidden, rated, dice, seat)
            first = winners(board, table[0])
            wins[lowest(first) if count(first) == 1 else seats] += 1

    return SelfPlay(play, contest, new_buffers, decide, play_game, evaluate, record)
