"""A network that learns to win against a bot which learns nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from cruachan import load_game
from cruachan.arena.levels import level_rules
from cruachan.bots.judgement import judgement
from cruachan.bots.network import learned, network
from cruachan.engine.kernel import KernelGame, as_table, dice, record_game
from cruachan.learning.best_response import (
    BestResponse,
    begin,
    best_response_rules,
    can_be_exploited,
    freeze,
    schedule,
)
from cruachan.learning.learner import TrainingTable
from cruachan.learning.selfplay import MOST, make_self_play

SEATS = 2


@pytest.fixture(scope="module")
def game() -> KernelGame[Any, Any, Any]:
    found = record_game(load_game("cambria"))
    assert found is not None
    return found


def table(game: KernelGame[Any, Any, Any]) -> TrainingTable:
    return TrainingTable(game, game.board_tables, as_table(game.setup(SEATS, {})))


def won(game: KernelGame[Any, Any, Any], bot: str, seat: int, games: int) -> Any:
    rules, frozen = best_response_rules(game.name, game.kernel), freeze(game, bot, SEATS)
    start, wins = table(game).start, np.zeros(SEATS + 1, np.int64)
    scratch = start.copy()
    rules.contest(
        game.board_tables, start, scratch, scratch.view(np.int64), seat,
        learned(game.name, SEATS), frozen, games, dice(3), wins,
    )  # fmt: skip
    return wins


def test_the_network_sits_at_its_seat_and_the_bot_at_all_others(
    game: KernelGame[Any, Any, Any],
) -> None:
    """What is known of these bots: the network beats random nearly always, itself half the time."""
    for seat in range(SEATS):
        assert won(game, "random", seat, 60)[seat] >= 57
        assert 60 <= won(game, "strong", seat, 200)[seat] <= 140


def test_the_network_learns_from_positions_after_its_own_moves_alone(
    game: KernelGame[Any, Any, Any],
) -> None:
    """A position does not say who the bots are: after a bot's move it would teach the average."""
    rules, frozen = best_response_rules(game.name, game.kernel), freeze(game, "random", SEATS)
    kernel, net, start = game.kernel, learned(game.name, SEATS), table(game).start
    own = make_self_play(kernel, judgement(game.name, kernel), network(game.name, kernel))
    levels = level_rules(game.name, kernel)
    buffers, scratch = own.new_buffers(start, net), start.copy()
    others = levels.new_buffers(start, scratch, scratch.view(np.int64), frozen.memory, net)
    lots = dice(3)
    made = rules.play_game(game.board_tables, 1, net, buffers, frozen, others, lots, 0)
    alone = own.new_buffers(start, net)
    every = own.play_game(game.board_tables, net, alone, dice(3), 0, 0)
    assert 0 < made < 0.75 * every
    assert buffers.episode.worth[:made, 1].all()
    assert not buffers.episode.worth[made : MOST - 1].any()


def test_what_is_learned_follows_from_the_seed_alone(game: KernelGame[Any, Any, Any]) -> None:
    found = []
    for cores in (1, 3):
        learning = begin(schedule("greedy", 3, 5), game.name, SEATS)
        before = learning.numbers.copy()
        learner = BestResponse([table(game)], SEATS, "greedy", cores)
        for _ in range(3):
            learner.one_step(learning)
        assert not np.array_equal(before, learning.numbers)
        found.append(learning.numbers)
    one, three = found
    assert np.array_equal(one, three)


def test_the_frozen_bot_stays_as_it_was(game: KernelGame[Any, Any, Any]) -> None:
    before = [each.copy() for each in learned(game.name, SEATS)]
    learning = begin(schedule("strong", 2, 5), game.name, SEATS)
    BestResponse([table(game)], SEATS, "strong", 1).one_step(learning)
    assert all(
        np.array_equal(ours, theirs)
        for ours, theirs in zip(before, learned(game.name, SEATS), strict=True)
    )


def test_a_trial_counts_wins_of_the_network_alone(game: KernelGame[Any, Any, Any]) -> None:
    learning = begin(replace(schedule("random", 2, 5), games=1), game.name, SEATS)
    BestResponse([table(game)], SEATS, "random", 1).trial(learning)
    (first,) = learning.curve
    assert first["games"] == 0
    assert first["won"] > 0.95


def test_what_thinks_by_the_clock_is_not_learned_against(game: KernelGame[Any, Any, Any]) -> None:
    assert can_be_exploited(game) == ("learner", "steady", "strong", "expert", "greedy", "random")
