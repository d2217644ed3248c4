"""The learned judgement: what it sees, how it learns, and that all of it is there."""

from __future__ import annotations

from importlib import import_module
from importlib.resources import files
from random import Random
from typing import Any

import numpy as np
import pytest

from cruachan import load_game
from cruachan.bots.network import learned, net_of, network, size
from cruachan.engine.kernel import KernelGame, as_table, record_game
from cruachan.games import GAMES, game_class
from cruachan.games.hibernia.tables import make_tables
from cruachan.learning.learner import Learner, Learning, TrainingSchedule, begin, load, save, tables
from cruachan.learning.selfplay import backpropagate

LEARNED = [
    (name, seats)
    for name in ("hibernia", "cambria", "gallia")
    for seats in game_class(name).players
]


def quick(name: str) -> KernelGame[Any, Any, Any]:
    game = record_game(load_game(name))
    assert game is not None
    return game


def some(game: KernelGame[Any, Any, Any], seats: int, plies: int, seed: int) -> Any:
    """A position after so many moves by lot."""
    rng, state = Random(seed), game.setup(seats, {})
    for _ in range(plies):
        acting = game.to_act(state)
        if not acting:
            break
        state = game.apply(state, acting[0], rng.choice(game.legal_moves(state, acting[0])))
    return state


def seen(name: str, state: Any) -> Any:
    """What the network is told of a position."""
    room = import_module(f"cruachan.games.{name}.features")
    x = np.zeros(room.INPUTS, np.float32)
    room.features(quick(name).board_tables, state, x)
    return x


@pytest.mark.parametrize(("name", "seats"), LEARNED)
def test_there_is_a_network_for_every_number_of_seats(name: str, seats: int) -> None:
    net = learned(name, seats)
    inputs = import_module(f"cruachan.games.{name}.features").INPUTS
    assert net.first.shape == (inputs, len(net.bias))
    assert net.policy.shape == (len(net.bias), seats)
    assert len(net.last) == seats
    assert float(np.abs(net.first).max()) > 0


@pytest.mark.parametrize("name", ["hibernia", "cambria", "gallia"])
def test_what_is_learned_is_small(name: str) -> None:
    assert len((files(f"cruachan.games.{name}") / "weights.npz").read_bytes()) < 1_000_000


def renamed(places: int, order: list[int]) -> int:
    """A set of places by their new numbers."""
    return sum(1 << order[place] for place in range(len(order)) if int(places) >> place & 1)


@pytest.mark.parametrize("seats", [3, 4])
def test_no_county_and_no_colour_of_hibernia_is_known_by_heart(seats: int) -> None:
    """The same is seen where counties and colours are numbered in another way."""
    game = quick("hibernia")
    board, inputs = game.board_tables, GAMES["hibernia"].features
    assert inputs is not None
    for seed in range(20):
        state, rng = some(game, seats, 40, seed), Random(seed)
        order, colours = rng.sample(range(20), 20), rng.sample(range(4), 4)
        back = [order.index(place) for place in range(20)]
        other_box = make_tables(
            [
                {order[n] for n in range(20) if int(board.neighbours[county]) >> n & 1}
                for county in back
            ],
            [colours[int(board.colour[county])] for county in back],
            [order[int(castle)] for castle in board.castle],
            [colours[int(space)] for space in board.track[: board.length]],
        )
        other = as_table(state)[0]
        other.held[:] = [renamed(held, order) for held in state.held]
        other.warriors[:] = [int(state.warriors[county]) for county in back]
        if state.die < 4:
            other.die = colours[int(state.die)]
        x = np.zeros(inputs.INPUTS, np.float32)
        inputs.features(other_box, other, x)
        assert x.any()
        assert (x == seen("hibernia", state)).all()


@pytest.mark.parametrize(("name", "seats"), LEARNED)
def test_chances_are_between_none_and_all(name: str, seats: int) -> None:
    game = quick(name)
    learns, net = network(name, game.kernel), learned(name, seats)
    for plies in (3, 9, 30):
        table = as_table(some(game, seats, plies, plies))
        out = np.zeros(2 * seats, np.float32)
        x, hidden = np.zeros(learns.inputs, np.float32), np.zeros_like(net.bias)
        learns.look(game.board_tables, table, net, x, hidden, out)
        assert all(0 <= chance <= 1 for chance in out[:seats])


@pytest.mark.parametrize(("name", "seats"), [("hibernia", 4), ("hibernia", 3), ("cambria", 3)])
def test_the_same_is_seen_from_every_seat(name: str, seats: int) -> None:
    """Seats that are turned round the table change nothing in the eyes of whose turn it is."""
    game = quick(name)
    per_seat = {"hibernia": ("held", "supply", "shield", "steps"), "cambria": ("held", "supply")}
    for seed in range(20):
        state = some(game, seats, 40, seed)
        turned = as_table(state)[0]
        for field in per_seat[name]:
            row = np.array(getattr(state, field))
            getattr(turned, field)[:seats] = np.roll(row[:seats], 1)
        for field in ("turn", "start"):
            setattr(turned, field, (int(getattr(state, field)) + 1) % seats)
        if name == "cambria":
            for field in ("ship", "fort", "vp"):
                for at, owner in enumerate(np.array(getattr(state, field))):
                    if owner > 0:
                        getattr(turned, field)[at] = owner % seats + 1
        assert (seen(name, state) == seen(name, turned)).all()


def test_gallia_is_seen_alike_from_both_capitals() -> None:
    game = quick("gallia")
    for seed in range(20):
        state = some(game, 2, 60, seed)
        twin = as_table(state)[0]
        for field in ("card", "pips", "done"):
            row = np.array(getattr(state, field))
            getattr(twin, field)[:] = np.concatenate([row[8:], row[:8]])
        twin.card[:] = [11 - card if card >= 0 else card for card in twin.card]
        twin.back[:] = np.array(state.back)[::-1]
        twin.knows[:] = [_round(state.knows[1]), _round(state.knows[0])]
        for field in ("oppida", "turned", "shown"):
            setattr(twin, field, _round(getattr(state, field)))
        twin.turn, twin.look = 1 - state.turn, 11 - state.look
        twin.past_b[: state.turns + 1] ^= 2
        assert (seen("gallia", state) == seen("gallia", twin)).all()


def _round(cards: int) -> int:
    """A set of cards on the table turned round."""
    return sum(1 << (11 - card) for card in range(12) if int(cards) >> card & 1)


def test_backs_that_the_player_has_not_seen_are_not_seen() -> None:
    game = quick("gallia")
    state = some(game, 2, 30, 3)
    state.knows[state.turn], state.knows[1 - state.turn], state.shown = 0, 1 << 5, 0
    state.oppida = 0
    told = []
    for back in (0, 1, 2):
        state.back[5] = back
        told.append(seen("gallia", state).tobytes())
    assert len(set(told)) == 1


def test_errors_are_led_back_as_slopes_say() -> None:
    """The error of each number is how much the loss grows with it."""
    rng = np.random.default_rng(1)
    inputs, seats = 7, 3
    numbers = rng.normal(0, 0.5, size(inputs, seats)).astype(np.float32)
    x = rng.random(inputs).astype(np.float32)
    aim = np.array([1.0, 0.0, 0.3])

    def forward(values: Any) -> tuple[Any, Any, float]:
        net = net_of(values, inputs, seats)
        hidden = np.maximum(0, net.bias + x @ net.first)
        out = 1 / (1 + np.exp(-(net.last + hidden @ net.second)))
        loss = -float((aim * np.log(out) + (1 - aim) * np.log(1 - out)).sum())
        return hidden, out, loss

    hidden, out, _ = forward(numbers)
    error = np.zeros_like(numbers)
    off = (out - aim).astype(np.float32)
    nets = net_of(numbers, inputs, seats), net_of(error, inputs, seats)
    backpropagate(*nets, x, hidden.astype(np.float32), off)
    for at in rng.integers(0, len(numbers), 60):
        wide = numbers.astype(np.float64)
        wide[at] += 1e-5
        up = forward(wide)[2]
        wide[at] -= 2e-5
        assert error[at] == pytest.approx((up - forward(wide)[2]) / 2e-5, abs=1e-3)


def learn(steps: int, cores: int, learning: Learning | None = None) -> Learning:
    game = quick("cambria")
    learner = Learner(tables(game, 2), 2, cores)
    course = TrainingSchedule(6, taught=3, trials=1)
    learning = learning or begin(course, learner.network.inputs, 2)
    while learning.step < steps:
        learner.one_step(learning)
    return learning


def test_learning_is_the_same_on_any_number_of_cores_and_after_a_pause(tmp_path: Any) -> None:
    alone, both = learn(6, 1), learn(6, 2)
    assert (alone.numbers == both.numbers).all()
    save({2: learn(3, 2)}, tmp_path / "kept.npz")
    paused = load(tmp_path / "kept.npz", network("cambria", quick("cambria").kernel).inputs)[2]
    assert paused.step == 3
    assert (learn(6, 2, paused).numbers == alone.numbers).all()


def test_learning_makes_it_stronger() -> None:
    game = quick("cambria")
    learner = Learner(tables(game, 2), 2)
    learning = begin(TrainingSchedule(120, taught=60, trials=1), learner.network.inputs, 2)
    for _ in learner.run(learning):
        pass
    first, last = learning.curve[0], learning.curve[-1]
    assert first["won"] < 0.1
    assert last["won"] > first["won"] + 0.15
