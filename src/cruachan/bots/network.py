"""The learned judgement: what everybody's chances of winning look like in a position.

A small network, one layer between what is seen of a position (`features`) and two numbers per seat:
its chance of winning (the value), and whether it would move here (the policy), which tells a search
where to look. It has learned by playing against itself (docs/bots.md). Its numbers lie beside the
game, one network for each number of seats.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.resources.abc import Traversable
from math import exp
from typing import TYPE_CHECKING, Any, NamedTuple

from cruachan.bots import machine
from cruachan.bots.judgement import leave
from cruachan.engine.arrays import WITH_NUMPY, np
from cruachan.engine.bits import below, bit, count
from cruachan.engine.capabilities import Features
from cruachan.engine.game import NOBODY
from cruachan.engine.kernel import Kernel, KernelGame
from cruachan.engine.record import Ints, rule
from cruachan.games import GAMES

if TYPE_CHECKING:
    import numpy.typing as npt

    Floats = npt.NDArray[np.float32]
else:
    Floats = Any

HIDDEN = 64
"""Units of the layer between, where nothing else is asked for."""
DRAWN = 0.3
"""What a draw is worth to each who shares it: less than half a win, so that nobody seeks it."""


class Net(NamedTuple):
    """The numbers of a network, rows of one array."""

    first: Floats
    bias: Floats
    second: Floats
    last: Floats
    policy: Floats
    policy_bias: Floats


def size(inputs: int, seats: int, hidden: int = HIDDEN) -> int:
    """How many numbers a network has."""
    return (inputs + 1 + 2 * seats) * hidden + 2 * seats


def hidden_units(numbers: int, inputs: int, seats: int) -> int:
    """How many units lie between in a network of so many numbers; 0 if there is no such network."""
    hidden, rest = divmod(numbers - 2 * seats, inputs + 1 + 2 * seats)
    return 0 if rest else hidden


def with_policy(numbers: Floats, inputs: int, seats: int) -> Floats:
    """The numbers of a network; one without a policy is given one that says nothing."""
    if len(numbers) == size(inputs, seats) - (HIDDEN + 1) * seats:
        return np.concatenate([numbers, np.zeros((HIDDEN + 1) * seats, numbers.dtype)])
    return numbers


def net_of(numbers: Floats, inputs: int, seats: int) -> Net:
    """A network over its numbers in a row."""
    hidden = hidden_units(len(numbers), inputs, seats)
    a = inputs * hidden
    b = a + hidden
    c = b + hidden * seats
    d = c + seats
    e = d + hidden * seats
    return Net(
        numbers[:a].reshape(inputs, hidden),
        numbers[a:b],
        numbers[b:c].reshape(hidden, seats),
        numbers[c:d],
        numbers[d:e].reshape(hidden, seats),
        numbers[e:],
    )


@rule
def add_policy(net: Net, hidden: Floats, turn: int, out: Floats) -> None:
    """Write each seat's policy, from the hidden layer, into the second half of `out`."""
    seats = len(net.policy_bias)
    for place in range(seats):
        out[seats + (turn + place) % seats] = net.policy_bias[place]
    for unit in range(len(hidden)):
        if hidden[unit] > 0.0:
            for place in range(seats):
                seat = turn + place if turn + place < seats else turn + place - seats
                out[seats + seat] += hidden[unit] * net.policy[unit, place]


class Network(NamedTuple):
    """The rules of the learned judgement of a game; a table is an array that holds one state."""

    inputs: int
    look: Callable[[Any, Any, Net, Floats, Floats, Floats], None]
    """(board, table, net, x, hidden, out): each seat's chance, then each seat's policy; settles
    what is half done, and leaves the input in `x` and the hidden layer in `hidden`"""
    rate: Callable[..., None]
    """(board, table, net, moves, total, scratch, x, hidden, worth): each seat's chance after each
    move, as far as the seat to act may know the table"""
    choose: Callable[..., int]
    """(board, table, net, moves, total, scratch, x, hidden, worth, dice) -> the place of a best
    move"""


def make_network(kernel: Kernel, settle: Any, features: Any, inputs: int) -> Network:
    """Compile the learned judgement of a game."""
    to_act, play, winners, observe = kernel.to_act, kernel.play, kernel.winners, kernel.observe

    @rule
    def think(net: Net, x: Floats, hidden: Floats, out: Floats) -> None:
        first, second = net.first, net.second
        units = len(net.bias)
        for unit in range(units):
            hidden[unit] = net.bias[unit]
        for at in range(inputs):
            seen = x[at]
            if seen != 0.0:
                for unit in range(units):
                    hidden[unit] += seen * first[at, unit]
        seats = len(net.last)
        for place in range(seats):
            out[place] = net.last[place]
        for unit in range(units):
            if hidden[unit] > 0.0:
                for place in range(seats):
                    out[place] += hidden[unit] * second[unit, place]
            else:
                hidden[unit] = 0.0
        for place in range(seats):
            out[place] = 1.0 / (1.0 + exp(-out[place]))

    @rule
    def look(board: Any, table: Any, net: Net, x: Floats, hidden: Floats, out: Floats) -> None:
        state = table[0]
        if to_act(state) != NOBODY:
            settle(board, state)
        seats = len(net.last)
        if to_act(state) == NOBODY:
            first = winners(board, state)
            for seat in range(seats):
                won = DRAWN if count(first) > 1 else 1.0
                out[seat] = won if first & bit(seat) else 0.0
                out[seats + seat] = 0.0
            return
        for at in range(inputs):
            x[at] = 0.0
        features(board, state, x)
        think(net, x, hidden, out[seats:])
        for place in range(seats):
            out[(state.turn + place) % seats] = out[seats + place]
        add_policy(net, hidden, state.turn, out)

    @rule
    def rate(
        board: Any,
        table: Any,
        net: Net,
        moves: Ints,
        total: int,
        scratch: Any,
        x: Floats,
        hidden: Floats,
        worth: Floats,
    ) -> None:
        seat = to_act(table[0])
        for index in range(total):
            scratch[0] = table[0]
            observe(scratch[0], seat)
            play(board, scratch[0], moves[index])
            look(board, scratch, net, x, hidden, worth[index])

    @rule
    def choose(
        board: Any,
        table: Any,
        net: Net,
        moves: Ints,
        total: int,
        scratch: Any,
        x: Floats,
        hidden: Floats,
        worth: Floats,
        dice: Ints,
    ) -> int:
        rate(board, table, net, moves, total, scratch, x, hidden, worth)
        seat = to_act(table[0])
        best = 0
        equals = 1
        for index in range(1, total):
            if worth[index, seat] > worth[best, seat]:
                best = index
                equals = 1
            elif worth[index, seat] == worth[best, seat]:
                equals += 1
                if below(dice, equals) == 0:
                    best = index
        return best

    return Network(inputs, look, rate, choose)


@cache
def network(name: str, kernel: Kernel) -> Network:
    """The learned judgement of a game by its name, compiled for its kernel."""
    game = GAMES[name]
    settle = game.bots.settle if game.bots is not None else None
    return make_network(kernel, settle or leave, seen_of(name).features, seen_of(name).INPUTS)


def seen_of(name: str) -> Features:
    """The input of a game's network."""
    found = GAMES[name].features
    assert found is not None
    return found


def is_learned(game: KernelGame[Any, Any, Any]) -> bool:
    """Whether there is a network for a game."""
    if game.name not in GAMES or GAMES[game.name].features_part is None:
        return False
    if not WITH_NUMPY:
        return machine.is_provided()
    return _file(game.name).is_file()


def _file(name: str) -> Traversable:
    """Where the numbers of a game's networks lie."""
    return GAMES[name].file(GAMES[name].weights)


def learned_numbers(name: str, seats: int) -> Floats:
    """The numbers of what a game's network has learned for a number of seats."""
    with _file(name).open("rb") as file:
        numbers: Floats = np.load(file)[f"seats{seats}"].astype(np.float32)
    return with_policy(numbers, seen_of(name).INPUTS, seats)


@cache
def learned(name: str, seats: int) -> Net:
    """What a game's network has learned for a number of seats."""
    return net_of(learned_numbers(name, seats), seen_of(name).INPUTS, seats)
