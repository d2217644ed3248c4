"""Tables with house bots on the other seats, from any position, with shaped rewards."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest

from cruachan.bench.envs import by_lot
from cruachan.bots import load_bot
from cruachan.engine.errors import IllegalMove, MoveError, OptionError, UnreadableMove
from cruachan.engine.game import CHANCE, Decision
from cruachan.envs.vector import VectorEnv


def results(env: VectorEnv, games: int) -> list[float]:
    """What the learner, who plays by lot, had at the end of games."""
    lots, found = np.random.default_rng(1), list[float]()
    batch = env.reset(seed=1)
    while len(found) < games:
        movers = batch.to_act.astype(int)
        batch = env.step(by_lot(batch.masks, lots))
        found += batch.rewards[np.arange(env.tables), movers][batch.done].tolist()
    return found


@pytest.mark.parametrize("opponents", ["random", "greedy", "network"])
def test_opponents_play_as_well_as_their_names_say(opponents: str) -> None:
    env = VectorEnv("cambria", 32, seats=2, opponents=opponents)
    mean = np.mean(results(env, 100))
    assert abs(mean) < 0.4 if opponents == "random" else mean < -0.9


def test_the_learner_alone_is_asked_on_the_seat_that_was_chosen() -> None:
    env = VectorEnv("cambria", 8, seats=3, opponents=["random", "greedy"], seat=2)
    lots = np.random.default_rng(1)
    batch = env.reset(seed=1)
    for _ in range(60):
        assert set(batch.to_act.tolist()) == {2}
        batch = env.step(by_lot(batch.masks, lots))


def test_without_a_seat_the_lot_decides() -> None:
    env = VectorEnv("hibernia", 64, opponents="random")
    assert set(env.reset(seed=1).to_act.tolist()) == {0, 1, 2, 3}


def test_a_greedy_opponent_makes_the_moves_of_the_greedy_bot() -> None:
    """From the same position: what the bot may choose is what the table shows afterwards."""
    env = VectorEnv("gallia", 1, opponents="greedy", seat=0)
    game, bot = env.game, load_bot("greedy", env.game)
    batch = env.reset(seed=3)
    answered = 0
    for _ in range(300):
        move = int(batch.masks[0].argmax())
        state = game.apply(env.state(), 0, move)
        batch = env.step([move])
        while game.to_act(state) == (1,):
            decision = Decision(1, game.observe(state, 1), game.legal_moves(state, 1))
            rated = bot.rate(decision)  # type: ignore[attr-defined]
            best = [each for each, worth in rated if worth == rated[0][1]]
            if len(best) > 1:
                return
            state = game.apply(state, 1, best[0])
            answered += 1
        if batch.done[0] or game.to_act(state) == (CHANCE,):
            break
        assert env.state() == state
    assert answered > 0


def test_every_game_begins_at_the_position_that_was_given() -> None:
    position = "4 a 1 a:red:dw a@0=9+3:Air1 b@0=10+2:Lui1 c@0=11+1:Osr1 d@0=12+0:Tua1"
    env = VectorEnv("hibernia", 3, start=position)
    env.reset(seed=1)
    assert {env.game.write_position(env.state(index)) for index in range(3)} == {position}
    with pytest.raises(OptionError, match="3 seats"):
        VectorEnv("hibernia", 3, seats=3, start=position)


def test_tables_can_be_put_and_copied() -> None:
    env, lots = VectorEnv("cambria", 4, seats=2), np.random.default_rng(2)
    batch = env.reset(seed=1)
    for _ in range(20):
        batch = env.step(by_lot(batch.masks, lots))
    kept = env.state(0)
    batch = env.copy_table(0, [1, 3])
    for index in (1, 3):
        assert env.state(index) == kept
        assert (batch.masks[index] == batch.masks[0]).all()
        assert (batch.observations[index] == batch.observations[0]).all()
    assert env.state(2) != kept
    for _ in range(20):
        batch = env.step(by_lot(batch.masks, lots))
    assert env.state(1) != env.state(3)
    env.put(2, kept)
    assert env.state(2) == kept
    env.put(1, env.game.write_position(kept))
    assert env.game.write_position(env.state(1)) == env.game.write_position(kept)


def test_shaping_moves_reward_about_and_adds_nothing_by_playing() -> None:
    """All that is added in a game is what the first position was worth, taken away."""
    env = VectorEnv("cambria", 1, seats=2, opponents="random", seat=0, shaping=0.5)
    plain = VectorEnv("cambria", 1, seats=2, opponents="random", seat=0)
    rng, sums = Random(1), [0.0, 0.0]
    batches: list[Any] = [env.reset(seed=5), plain.reset(seed=5)]
    first, seen = env._shaping[1][0], 0
    while True:
        move = [rng.choice(np.flatnonzero(batches[0].masks[0]).tolist())]
        batches = [env.step(move), plain.step(move)]
        for each, batch in enumerate(batches):
            sums[each] += float(batch.rewards[0, 0])
        seen += int(batches[0].rewards[0, 0] != 0)
        if batches[0].done[0]:
            break
    assert seen > 5
    assert sums[0] - sums[1] == pytest.approx(-0.5 * first, abs=1e-3)


def test_a_step_before_the_first_game_is_refused() -> None:
    env = VectorEnv("gallia", 2)
    early: list[Callable[[], Any]] = [lambda: env.step([0, 0]), lambda: env.copy_table(0, 1)]
    for call in early:
        with pytest.raises(MoveError, match=r"call reset\(\) before step"):
            call()


def test_an_illegal_move_names_table_seat_and_rule() -> None:
    env = VectorEnv("hibernia", 3)
    batch = env.reset(seed=1)
    moves = batch.masks.argmax(axis=1)
    moves[1] = int(np.flatnonzero(batch.masks[1] == 0)[0])
    with pytest.raises(IllegalMove, match=rf"Table 1, seat {batch.to_act[1]}, .*\(H\d+\.\d+\)"):
        env.step(moves)
    moves[1] = 5000
    with pytest.raises(UnreadableMove, match="Table 1, seat"):
        env.step(moves)


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({"opponents": "expert"}, "no opponent expert"),
        ({"opponents": ["greedy"]}, "2 seats have an opponent, and 1 are named"),
        ({"opponents": "greedy", "seat": 3}, "no seat 3"),
        ({"shaping": 0.1}, "name its opponents"),
    ],
)
def test_what_does_not_fit_is_said(chosen: dict[str, Any], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        VectorEnv("cambria", 2, seats=3, **chosen)
