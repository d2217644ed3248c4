"""Learning from searches: what is kept of a game, what is learned from it, and the course."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cruachan import load_game
from cruachan.bots.network import learned, learned_numbers, net_of, network, seen_of, size
from cruachan.bots.tree import add_children, add_node, new_tree
from cruachan.engine.kernel import KernelGame, as_table, dice, record_game
from cruachan.learning.iteration import (
    NEW,
    SearchLearner,
    SearchLearning,
    SearchSchedule,
    begin,
    load,
    save,
    ship,
    widened,
)
from cruachan.learning.learner import tables
from cruachan.learning.lessons import Lessons, learn_decision, new_lessons
from cruachan.learning.searchplay import GameRecord, drawn_by, improved_policy, reach_back

SEATS = 2
INPUTS = 7
WIDER = 264
"""More hidden units than the network has that comes with the game."""


@pytest.fixture(scope="module")
def game() -> KernelGame[Any, Any, Any]:
    found = record_game(load_game("cambria"))
    assert found is not None
    return found


@pytest.fixture(scope="module")
def learning(game: KernelGame[Any, Any, Any]) -> SearchLearning:
    return one_round(game, cores=1)


def one_round(game: KernelGame[Any, Any, Any], cores: int) -> SearchLearning:
    """One round of few games with few playouts."""
    course = SearchSchedule(
        rounds=1, playouts=4, decisions=64, batch=64, repeats=0.05, hidden=WIDER
    )
    learner = SearchLearner(tables(game, SEATS)[:1], SEATS, cores)
    learning = begin(course, game, SEATS)
    for _ in learner.run(learning):
        pass
    return learning


def a_lesson() -> Lessons:
    """Seat 1 decides between three moves; the last ends the game."""
    lessons = new_lessons(SEATS, 1, 3, 9)
    lessons.inputs[:9] = [0, 2, 3, 1, 4, 6, 5, 0, 1]
    lessons.seen[:9] = np.linspace(0.2, 1.0, 9)
    lessons.seen_from[:] = [0, 4, 9, 9]
    lessons.turns[:] = [1, 0, -1]
    lessons.worth[:] = [[0.3, 0.7], [0.6, 0.4], [1.0, 0.0]]
    lessons.weight[:] = [1.0, 0.5, 1.0]
    lessons.wanted[:] = [0.7, 0.2, 0.1]
    lessons.moves_from[:] = [0, 3]
    lessons.seats[0] = 1
    lessons.used[:] = [9, 3, 1]
    return lessons


def test_errors_are_led_back_as_slopes_say() -> None:
    """The error of each number is how much the loss grows with it; the policy learns beside what
    the moves are worth, and only the value learns what they are worth.
    """
    lessons, hidden, trust = a_lesson(), 5, 3.0
    rng = np.random.default_rng(1)
    numbers = rng.normal(0, 0.5, size(INPUTS, SEATS, hidden)).astype(np.float32)

    def outputs(values: Any) -> list[Any]:
        net = net_of(values, INPUTS, SEATS)
        rows = []
        for row in range(2):
            x = np.zeros(INPUTS)
            span = slice(lessons.seen_from[row], lessons.seen_from[row + 1])
            x[lessons.inputs[span]] = lessons.seen[span]
            layer = np.maximum(0, net.bias + x @ net.first)
            value = 1 / (1 + np.exp(-(net.last + layer @ net.second)))
            rows.append((value, net.policy_bias + layer @ net.policy))
        return rows

    fixed = outputs(numbers.astype(np.float64))

    def loss(values: Any) -> float:
        whole, scores = 0.0, []
        for row, (value, policy) in enumerate(outputs(values)):
            turn = int(lessons.turns[row])
            aim = np.array([lessons.worth[row, (turn + place) % SEATS] for place in range(SEATS)])
            cross = -(aim * np.log(value) + (1 - aim) * np.log(1 - value)).sum()
            whole += float(lessons.weight[row]) * float(cross)
            mine = (1 - turn) % SEATS
            scores.append(trust * fixed[row][0][mine] + policy[mine])
        scores.append(trust * float(lessons.worth[2, 1]))
        likely = np.exp(scores) / np.exp(scores).sum()
        return whole - 0.5 * float((lessons.wanted * np.log(likely)).sum())

    error = np.zeros_like(numbers)
    learn_decision(
        net_of(numbers, INPUTS, SEATS), net_of(error, INPUTS, SEATS), lessons, 0, trust,
        np.zeros((3, hidden), np.float32), np.zeros((3, 2 * SEATS), np.float32),
        np.zeros(3, np.float32), np.zeros(2, np.float32),
    )  # fmt: skip
    assert np.abs(error).max() > 0.01
    for at in range(len(numbers)):
        wide = numbers.astype(np.float64)
        wide[at] += 1e-5
        up = loss(wide)
        wide[at] -= 2e-5
        assert error[at] == pytest.approx((up - loss(wide)) / 2e-5, abs=2e-3)


def test_a_network_made_wider_says_the_same(game: KernelGame[Any, Any, Any]) -> None:
    learns, net = network("cambria", game.kernel), learned("cambria", SEATS)
    numbers = widened(learned_numbers("cambria", SEATS), learns.inputs, SEATS, WIDER, 1)
    wide = net_of(numbers, learns.inputs, SEATS)
    assert len(wide.bias) == WIDER
    said = []
    for each in (net, wide):
        table, out = as_table(game.setup(SEATS, {})), np.zeros(2 * SEATS, np.float32)
        x, layer = np.zeros(learns.inputs, np.float32), np.zeros_like(each.bias)
        learns.look(game.board_tables, table, each, x, layer, out)
        said.append(out)
    assert said[0] == pytest.approx(said[1], abs=1e-6)


def test_the_policy_moves_priors_and_follows_what_a_search_found() -> None:
    tree, wanted = new_tree(2, 10), np.zeros(3, np.float32)
    add_node(tree, 0)
    judged = np.array([[0.5, 0.5, 1.0, 0.0], [0.5, 0.5, 0.0, 0.0]], np.float32)
    add_children(tree, 0, np.array([4, 6], np.int16), 2, judged, 0, 0, 12.0)
    assert tree.prior[1] / tree.prior[2] == pytest.approx(np.e, rel=1e-5)
    tree.visits[1:3] = [3, 3]
    tree.worth[1:3, 0] = [0.4, 3.2]
    improved_policy(tree, 0, wanted)
    shift = 0.1 * (50 + 3) * (0.8 - 0.1)
    assert wanted[1] / wanted[0] == pytest.approx(np.exp(shift) / np.e, rel=1e-4)
    assert wanted[:2].sum() == pytest.approx(1)


def test_moves_are_drawn_by_their_probabilities() -> None:
    lots, wanted = dice(4), np.array([0.2, 0.0, 0.8], np.float32)
    drawn = [drawn_by(wanted, 3, lots) for _ in range(2000)]
    assert 0.16 < drawn.count(0) / 2000 < 0.24
    assert drawn.count(1) == 0


@pytest.mark.parametrize(
    ("trace", "strayed", "targets"),
    [
        (1.0, [0, 0], [1.0, 1.0]),
        (0.0, [0, 0], [0.6, 1.0]),
        (0.5, [0, 0], [0.8, 1.0]),
        (1.0, [0, 1], [0.6, 1.0]),
    ],
)
def test_a_move_is_told_what_came_of_it(
    trace: float, strayed: list[int], targets: list[float]
) -> None:
    lessons = new_lessons(SEATS, 2, 4, 1)
    worth = np.array([[0.5, 0.5], [0.6, 0.4]], np.float32)
    record = GameRecord(np.array([1, 2]), worth, np.array(strayed))
    reach_back(lessons, record, 2, np.array([1.0, 0.0], np.float32), trace)
    assert lessons.worth[[1, 2], 0] == pytest.approx(targets)
    assert lessons.weight.tolist() == [0.0, 1.0, 1.0, 0.0]


def test_a_round_of_games_is_learned_the_same_on_any_number_of_cores(
    game: KernelGame[Any, Any, Any], learning: SearchLearning
) -> None:
    assert learning.round == 1
    assert learning.curve[0]["decisions"] > 64
    assert (learning.numbers == one_round(game, cores=2).numbers).all()
    wide = widened(learning.begun, seen_of("cambria").INPUTS, SEATS, WIDER, 1)
    assert not (learning.numbers == wide).all()


def test_what_was_learned_is_kept_and_shipped_with_where_it_comes_from(
    game: KernelGame[Any, Any, Any], learning: SearchLearning, tmp_path: Path
) -> None:
    save(learning, tmp_path / "kept.npz")
    again = load(tmp_path / "kept.npz")
    assert (again.numbers == learning.numbers).all()
    assert (again.round, again.games, again.course) == (1, learning.games, learning.course)
    ship(game, {SEATS: again}, tmp_path / "cambria.npz")
    with np.load(tmp_path / "cambria.npz") as shipped:
        assert shipped["seats2"].shape == (size(seen_of("cambria").INPUTS, SEATS, WIDER),)
        assert {"seats3", "seats4", "seats5"} <= set(shipped.files)
        assert json.loads(str(shipped["about"]))["search"]["2"]["games"] == learning.games


def test_learning_begins_with_a_file_or_with_nothing(
    game: KernelGame[Any, Any, Any], tmp_path: Path
) -> None:
    """A file keeps how its network had learned; one that began with nothing says so."""
    course = SearchSchedule(rounds=0, hidden=72)
    fresh = begin(course, game, SEATS, NEW)
    assert not np.isin(fresh.begun[:50], learned_numbers("cambria", SEATS)).any()
    ship(game, {SEATS: fresh}, tmp_path / "fresh.npz")
    assert about(tmp_path / "fresh.npz")["seats"]["2"] == {}
    assert about(tmp_path / "fresh.npz")["search"]["2"]["begun_with"] == NEW

    made = tmp_path / "made.npz"
    numbers = np.linspace(0, 1, size(seen_of("cambria").INPUTS, SEATS), dtype=np.float32)
    notes = json.dumps({"seats": {"2": {"games": 7}}})
    np.savez(made, seats2=numbers, about=np.array(notes))
    learning = begin(course, game, SEATS, str(made))
    assert (learning.begun == numbers).all()
    save(learning, tmp_path / "kept.npz")
    ship(game, {SEATS: load(tmp_path / "kept.npz")}, tmp_path / "again.npz")
    assert about(tmp_path / "again.npz")["seats"]["2"] == {"games": 7}


def about(path: Path) -> Any:
    """What a file of networks says of itself."""
    with np.load(path) as kept:
        return json.loads(str(kept["about"]))


def test_games_of_a_contest_are_the_same_in_parts(game: KernelGame[Any, Any, Any]) -> None:
    learner, net = SearchLearner(tables(game, SEATS)[:1], SEATS), learned("cambria", SEATS)
    whole = learner.contest(net, net, 8, 3, 1, 1)
    parts = [learner.contest(net, net, 4, 3, 1, 1, first) for first in (0, 4)]
    assert whole == tuple(map(sum, zip(*parts, strict=True)))


def test_a_network_does_not_beat_itself(game: KernelGame[Any, Any, Any]) -> None:
    learner = SearchLearner(tables(game, SEATS)[:1], SEATS)
    net = learned("cambria", SEATS)
    won, drawn, played = learner.contest(net, net, 20, 2, 2, 1)
    assert played == 20
    assert 2 <= won + drawn <= 18
