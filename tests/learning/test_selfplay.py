"""The parts of self-play: a decision, a game, and what is learned from it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cruachan import load_game
from cruachan.bots.judgement import judgement
from cruachan.bots.network import HIDDEN, Net, learned, net_of, network, size
from cruachan.engine.game import CHANCE
from cruachan.engine.kernel import KernelGame, as_table, dice, record_game
from cruachan.learning.selfplay import (
    PARTS,
    Episode,
    SelfPlay,
    SelfPlayBuffers,
    learn,
    make_self_play,
    place_of,
)

SEATS = 2


@pytest.fixture(scope="module")
def game() -> KernelGame[Any, Any, Any]:
    found = record_game(load_game("cambria"))
    assert found is not None
    return found


@pytest.fixture(scope="module")
def rules(game: KernelGame[Any, Any, Any]) -> SelfPlay:
    kernel = game.kernel
    return make_self_play(kernel, judgement(game.name, kernel), network(game.name, kernel))


def net() -> Net:
    return learned("cambria", SEATS)


def begun(
    game: KernelGame[Any, Any, Any], rules: SelfPlay, seed: int
) -> tuple[SelfPlayBuffers, int]:
    """A table on which somebody decides, and how many moves there are."""
    buffers = rules.new_buffers(as_table(game.setup(SEATS, {})), net())
    total, lots = (
        game.kernel.legal_moves(game.board_tables, buffers.table[0], buffers.moves),
        dice(seed),
    )
    while game.kernel.to_act(buffers.table[0]) == CHANCE or total < 2:
        game.kernel.play(game.board_tables, buffers.table[0], buffers.moves[int(lots[0]) % total])
        total = game.kernel.legal_moves(game.board_tables, buffers.table[0], buffers.moves)
    return buffers, total


def test_a_move_is_found_at_its_place() -> None:
    assert [place_of(np.array([4, 8, 2], np.int16), move) for move in (4, 8, 2)] == [0, 1, 2]


def test_the_teacher_decides_where_it_teaches(
    game: KernelGame[Any, Any, Any], rules: SelfPlay
) -> None:
    buffers, total = begun(game, rules, 1)
    lots, same = dice(5), dice(5)
    chosen = rules.decide(game.board_tables, net(), buffers, 0, total, lots, PARTS, 0)
    # Two numbers are drawn before the teacher is asked: whether to explore, whether to teach.
    for _ in range(2):
        x = int(same[0])
        same[0] = _next(x)
    teacher = judgement(game.name, game.kernel)
    moves = buffers.moves
    best = teacher.choose(game.board_tables, buffers.table, moves, total, buffers.scratch, same)
    assert moves[chosen] == best
    assert buffers.episode.strayed[0] == 0


def _next(x: int) -> int:
    """The number after x, as `below` draws it."""
    lots = np.array([x], np.int64)
    lots ^= lots << 13
    lots ^= (lots >> 7) & 0x01FFFFFFFFFFFFFF
    lots ^= lots << 17
    return int(lots[0])


def test_a_drawn_move_is_noted_with_what_the_best_was_worth(
    game: KernelGame[Any, Any, Any], rules: SelfPlay
) -> None:
    buffers, total = begun(game, rules, 1)
    drawn = set()
    for seed in range(30):
        drawn.add(
            rules.decide(game.board_tables, net(), buffers, 3, total, dice(seed), PARTS, PARTS)
        )
        assert buffers.episode.strayed[3] == 1
        seat = game.kernel.to_act(buffers.table[0])
        best = buffers.rated[:total, seat].max()
        assert buffers.episode.instead[3, seat] == best
    assert drawn <= set(range(total))
    assert len(drawn) > 1


def test_the_network_decides_for_what_it_thinks_best(
    game: KernelGame[Any, Any, Any], rules: SelfPlay
) -> None:
    buffers, total = begun(game, rules, 2)
    chosen = rules.decide(game.board_tables, net(), buffers, 0, total, dice(9), 0, 0)
    seat = game.kernel.to_act(buffers.table[0])
    assert buffers.rated[chosen, seat] == buffers.rated[:total, seat].max()


def test_a_game_leaves_its_decisions_and_its_result(
    game: KernelGame[Any, Any, Any], rules: SelfPlay
) -> None:
    buffers = rules.new_buffers(as_table(game.setup(SEATS, {})), net())
    decisions = rules.play_game(game.board_tables, net(), buffers, dice(3), 0, 100_000)
    episode = buffers.episode
    assert decisions > 10
    assert game.kernel.legal_moves(game.board_tables, buffers.table[0], buffers.moves) == 0
    assert buffers.result[:SEATS].sum() == pytest.approx(1)
    assert episode.turns[decisions - 1] == -1
    assert set(episode.turns[: decisions - 1]) <= {-1, *range(SEATS)}
    assert 0 < episode.strayed[:decisions].sum() < decisions
    assert not episode.worth[decisions:].any()


def an_episode(worth: list[list[float]], strayed: list[int]) -> Episode:
    """Decisions of two seats that see one input each."""
    rows = len(worth)
    return Episode(
        np.ones((rows, 1), np.float32),
        np.ones((rows, HIDDEN), np.float32),
        np.array(worth, np.float32),
        np.array([[0.9, 0.1]] * rows, np.float32),
        np.zeros(rows, np.int64),
        np.array(strayed, np.int64),
    )


@pytest.mark.parametrize(
    ("trace", "strayed", "targets"),
    [
        (1.0, [0, 0], [1.0, 1.0]),
        (0.0, [0, 0], [0.6, 1.0]),
        (0.5, [0, 0], [0.8, 1.0]),
        (1.0, [0, 1], [0.9, 1.0]),
    ],
)
def test_a_position_is_compared_with_what_came_after_it(
    trace: float, strayed: list[int], targets: list[float]
) -> None:
    """The target of the first decision: the result, the next evaluation, or the best move's."""
    worth = [[0.5, 0.5], [0.6, 0.4]]
    error = net_of(np.zeros(size(1, 2), np.float32), 1, 2)
    numbers = net_of(np.zeros(size(1, 2), np.float32), 1, 2)
    result = np.array([1.0, 0.0], np.float32)
    learn(numbers, error, an_episode(worth, strayed), 2, result, trace)
    off = [(row[0] - target) for row, target in zip(worth, targets, strict=True)]
    assert error.last[0] == pytest.approx(sum(off), abs=1e-6)
    assert error.last[1] == pytest.approx(-sum(off), abs=1e-6)


def test_a_finished_position_teaches_nothing() -> None:
    error = net_of(np.zeros(size(1, 2), np.float32), 1, 2)
    episode = an_episode([[0.5, 0.5]], [0])
    episode.turns[0] = -1
    learn(error, error, episode, 1, np.array([1.0, 0.0], np.float32), 1.0)
    assert not error.last.any()
