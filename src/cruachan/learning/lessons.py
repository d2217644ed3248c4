"""What searches have found, kept for a network to learn from, and how it learns it.

A lesson is a decision with all its moves. Of each move it keeps what the network sees of the
position after it, what that position is worth to each seat, and how much a good player would want
the move.
"""

from __future__ import annotations

from math import exp
from typing import NamedTuple

import numpy as np

from cruachan.bots.network import Floats, Net
from cruachan.engine.record import Ints, rule

POLICY = 0.5
"""What an error of the policy weighs beside one of the value."""


class Lessons(NamedTuple):
    """Decisions in a row, their moves in a row, and what is seen after each move in a row."""

    inputs: Ints
    """Which inputs of the network are not 0."""
    seen: Floats
    """What these inputs are."""
    seen_from: Ints
    """By move where its inputs begin; one more than there are moves."""
    turns: Ints
    """By move whose turn it is afterwards; -1 when the game is over."""
    worth: Floats
    """By move what the position is worth to each seat."""
    weight: Floats
    """By move how much that is to be believed, from 0 to 1."""
    wanted: Floats
    """By move the probability that the policy should give it."""
    moves_from: Ints
    """By decision where its moves begin; one more than there are decisions."""
    seats: Ints
    """By decision who decides."""
    used: Ints
    """How many inputs, moves and decisions there are."""


def new_lessons(seats: int, decisions: int, moves: int, inputs: int) -> Lessons:
    """Return room for so many decisions, moves and inputs."""
    return Lessons(
        np.zeros(inputs, np.int16),
        np.zeros(inputs, np.float32),
        np.zeros(moves + 1, np.int64),
        np.zeros(moves, np.int8),
        np.zeros((moves, seats), np.float32),
        np.zeros(moves, np.float32),
        np.zeros(moves, np.float32),
        np.zeros(decisions + 1, np.int64),
        np.zeros(decisions, np.int8),
        np.zeros(3, np.int64),
    )


def shortened(lessons: Lessons) -> Lessons:
    """A copy of the lessons cut to the part of the buffers that is filled."""
    inputs, moves, decisions = (int(each) for each in lessons.used)
    return Lessons(
        lessons.inputs[:inputs].copy(),
        lessons.seen[:inputs].copy(),
        lessons.seen_from[: moves + 1].copy(),
        lessons.turns[:moves].copy(),
        lessons.worth[:moves].copy(),
        lessons.weight[:moves].copy(),
        lessons.wanted[:moves].copy(),
        lessons.moves_from[: decisions + 1].copy(),
        lessons.seats[:decisions].copy(),
        lessons.used.copy(),
    )


@rule
def has_room(lessons: Lessons, total: int, inputs: int) -> bool:
    """Whether one more decision with so many moves fits in."""
    used = lessons.used
    if used[2] >= len(lessons.seats) or used[1] + total > len(lessons.turns):
        return False
    return bool(used[0] + total * inputs <= len(lessons.inputs))


@rule
def add_move(lessons: Lessons, x: Floats, turn: int) -> int:
    """Add a move by what is seen after it; where it is kept."""
    used = lessons.used
    at = used[0]
    if turn >= 0:
        for place in range(len(x)):
            if x[place] != 0.0:
                lessons.inputs[at] = place
                lessons.seen[at] = x[place]
                at += 1
    row = used[1]
    used[0] = at
    used[1] = row + 1
    lessons.seen_from[row + 1] = at
    lessons.turns[row] = turn
    return int(row)


@rule
def end_decision(lessons: Lessons, seat: int) -> None:
    """The moves added since the last decision are those of one more."""
    used = lessons.used
    lessons.seats[used[2]] = seat
    used[2] += 1
    lessons.moves_from[used[2]] = used[1]


@rule
def look_again(net: Net, lessons: Lessons, row: int, hidden: Floats, out: Floats) -> None:
    """Evaluate the position after a move: each place's chance, then each place's policy."""
    units, seats = len(net.bias), len(net.last)
    for unit in range(units):
        hidden[unit] = net.bias[unit]
    for at in range(lessons.seen_from[row], lessons.seen_from[row + 1]):
        seen = lessons.seen[at]
        weights = net.first[lessons.inputs[at]]
        for unit in range(units):
            hidden[unit] += seen * weights[unit]
    for place in range(seats):
        out[place] = net.last[place]
        out[seats + place] = net.policy_bias[place]
    for unit in range(units):
        if hidden[unit] > 0.0:
            for place in range(seats):
                out[place] += hidden[unit] * net.second[unit, place]
                out[seats + place] += hidden[unit] * net.policy[unit, place]
    for place in range(seats):
        out[place] = 1.0 / (1.0 + exp(-out[place]))


@rule
def correct(net: Net, error: Net, lessons: Lessons, row: int, hidden: Floats, off: Floats) -> None:
    """Add the gradient of a move; `off` is by how much each output is off. Overwrites `hidden`."""
    units, seats = len(net.bias), len(net.last)
    for place in range(seats):
        error.last[place] += off[place]
        error.policy_bias[place] += off[seats + place]
    for unit in range(units):
        if hidden[unit] > 0.0:
            back = np.float32(0.0)
            for place in range(seats):
                error.second[unit, place] += hidden[unit] * off[place]
                error.policy[unit, place] += hidden[unit] * off[seats + place]
                back += net.second[unit, place] * off[place]
                back += net.policy[unit, place] * off[seats + place]
            hidden[unit] = back
            error.bias[unit] += back
        else:
            hidden[unit] = 0.0
    for at in range(lessons.seen_from[row], lessons.seen_from[row + 1]):
        seen = lessons.seen[at]
        slope = error.first[lessons.inputs[at]]
        for unit in range(units):
            slope[unit] += seen * hidden[unit]


@rule
def softmax(scores: Floats, total: int) -> None:
    """Turn scores into probabilities."""
    most = scores[0]
    for index in range(1, total):
        most = max(most, scores[index])
    whole = np.float32(0.0)
    for index in range(total):
        scores[index] = exp(scores[index] - most)
        whole += scores[index]
    for index in range(total):
        scores[index] /= whole


@rule
def learn_decision(
    net: Net, error: Net, lessons: Lessons, number: int, trust: float, hidden: Floats,
    out: Floats, scores: Floats, loss: Floats,
) -> None:  # fmt: skip
    """Add the gradients of a decision, and its losses: of the values, and of the policy.

    What the policy gives a move follows from what the move is worth, `trust` times, too, as in a
    search; only the policy is corrected for it.
    """
    seats, seat = len(net.last), lessons.seats[number]
    begin, end = lessons.moves_from[number], lessons.moves_from[number + 1]
    total = end - begin
    for index in range(total):
        row = begin + index
        turn = lessons.turns[row]
        if turn < 0:
            scores[index] = trust * lessons.worth[row, seat]
            continue
        look_again(net, lessons, row, hidden[index], out[index])
        place = (seat - turn) % seats
        scores[index] = trust * out[index, place] + out[index, seats + place]
    softmax(scores, total)
    for index in range(total):
        row = begin + index
        turn = lessons.turns[row]
        loss[1] -= lessons.wanted[row] * np.log(scores[index] + 1e-9)
        if turn < 0:
            continue
        mine = (seat - turn) % seats
        for place in range(seats):
            off = out[index, place] - lessons.worth[row, (turn + place) % seats]
            loss[0] += lessons.weight[row] * off * off
            out[index, place] = lessons.weight[row] * off
            out[index, seats + place] = 0.0
        out[index, seats + mine] = POLICY * (scores[index] - lessons.wanted[row])
        correct(net, error, lessons, row, hidden[index], out[index])


@rule
def learn_some(
    net: Net, error: Net, lessons: Lessons, numbers: Ints, trust: float, most_moves: int,
    loss: Floats,
) -> None:  # fmt: skip
    """Add the gradients and losses of some decisions."""
    seats = len(net.last)
    hidden = np.zeros((most_moves, len(net.bias)), np.float32)
    out = np.zeros((most_moves, 2 * seats), np.float32)
    scores = np.zeros(most_moves, np.float32)
    for number in numbers:
        learn_decision(net, error, lessons, number, trust, hidden, out, scores, loss)
