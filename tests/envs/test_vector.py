"""Many tables at once play the same games as one table does."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from cruachan.bench.envs import by_lot
from cruachan.engine import record
from cruachan.engine.errors import IllegalMove, MoveError, OptionError, UnreadableMove
from cruachan.engine.game import NOBODY
from cruachan.envs.vector import VectorEnv
from tests.envs.tables import SETTINGS

DIGEST = """
import hashlib, numpy as np
from cruachan.envs.vector import VectorEnv
found = hashlib.sha256()
for game in ("hibernia", "cambria", "gallia"):
    env = VectorEnv(game, 2)
    batch = env.reset(seed=5)
    for step in range(25):
        moves = [np.flatnonzero(mask)[step % mask.sum()] for mask in batch.masks]
        batch = env.step(moves)
        for array in batch:
            found.update(array.tobytes())
print(found.hexdigest())
"""


@pytest.mark.parametrize("setting", SETTINGS)
def test_masks_seats_and_rewards_are_those_of_the_protocol(setting: str) -> None:
    game, chosen = SETTINGS[setting]
    env, lots = VectorEnv(game, 3, **chosen, auto_reset=False), np.random.default_rng(2)
    batch = env.reset(seed=2)
    ended = 0
    while (batch.to_act != NOBODY).any():
        for index in range(3):
            state, seat = env.state(index), int(batch.to_act[index])
            assert env.game.to_act(state) == (() if seat == NOBODY else (seat,))
            legal = env.game.legal_moves(state, seat)
            assert np.flatnonzero(batch.masks[index]).tolist() == sorted(legal)
        batch = env.step(by_lot(batch.masks, lots))
        for index in np.flatnonzero(batch.done).tolist():
            outcome = env.game.outcome(env.state(index))
            assert outcome is not None
            rewards = batch.rewards[index]
            assert np.flatnonzero(rewards == rewards.max()).tolist() == list(outcome.winners)
            assert rewards.sum() == pytest.approx(0, abs=1e-6)
            assert len(outcome.winners) > 1 or rewards.max() == 1
            ended += 1
        assert not batch.rewards[~batch.done].any()
    assert ended == 3


def test_a_game_that_is_over_stays_so_until_it_is_set_anew() -> None:
    env, lots = VectorEnv("cambria", 2, seats=2, auto_reset=False), np.random.default_rng(1)
    batch = env.reset(seed=1)
    while not batch.done.any():
        batch = env.step(by_lot(batch.masks, lots))
    over = int(np.flatnonzero(batch.done)[0])
    last = env.state(over)
    moves = by_lot(batch.masks, lots)
    moves[over] = 9999
    batch = env.step(moves)
    assert record.same(last, env.state(over))
    assert not batch.done[over]
    assert env.reset(seed=1).to_act.min() >= 0


def test_tables_begin_again_by_themselves() -> None:
    env, lots = VectorEnv("cambria", 4, seats=2), np.random.default_rng(1)
    batch = env.reset(seed=1)
    for _ in range(600):
        batch = env.step(by_lot(batch.masks, lots))
        assert (batch.to_act >= 0).all()
        for index in np.flatnonzero(batch.done).tolist():
            assert env.game.when(env.state(index)).round <= 1
            assert batch.rewards[index].any() or env.game.players[0] == 2
    assert env.game.outcome(env.state()) is None


def test_the_same_seed_gives_the_same_games_however_many_tables_there_are() -> None:
    few, many = VectorEnv("gallia", 2), VectorEnv("gallia", 5)
    one, other = few.reset(seed=7), many.reset(seed=7)
    lots = np.random.default_rng(7)
    for _ in range(150):
        moves = by_lot(other.masks, lots)
        one, other = few.step(moves[:2]), many.step(moves)
        np.testing.assert_array_equal(one.observations, other.observations[:2])
    assert not np.array_equal(other.observations[0], other.observations[1])
    again = few.reset(seed=8).observations.copy()
    assert not np.array_equal(again, few.reset(seed=9).observations)
    np.testing.assert_array_equal(again, few.reset(seed=8).observations)


def test_a_move_that_the_rules_refuse_is_made_nowhere() -> None:
    env = VectorEnv("hibernia", 3)
    batch = env.reset(seed=1)
    before = [env.state(index) for index in range(3)]
    moves = batch.masks.argmax(axis=1)
    moves[1] = np.flatnonzero(batch.masks[1] == 0)[0]
    with pytest.raises(IllegalMove) as error:
        env.step(moves)
    assert error.value.refusal.rule.startswith("H")
    for index in range(3):
        assert record.same(before[index], env.state(index))
    with pytest.raises(UnreadableMove):
        env.step([10**6] * 3)
    with pytest.raises(IllegalMove):
        env.step(np.full(3, env.actions))  # a move of chance


def test_what_is_no_move_is_refused_in_a_sentence() -> None:
    env = VectorEnv("hibernia", 3)
    env.reset(seed=1)
    for wrong in ([1, 2], [1.0, 2.0, 3.0], 5):
        with pytest.raises(MoveError, match="3 whole numbers"):
            env.step(wrong)


@pytest.mark.parametrize("tables", [0, -1])
def test_there_is_at_least_one_table(tables: int) -> None:
    with pytest.raises(OptionError, match=f"at least one table, not {tables}"):
        VectorEnv("cambria", tables, seats=2)


def test_a_game_of_words_has_no_such_door() -> None:
    with pytest.raises(OptionError, match="not of SHENT"):
        VectorEnv("shent", 2)
    with pytest.raises(OptionError):
        VectorEnv("hibernia", 2, seats=7)
    with pytest.raises(OptionError):
        VectorEnv("gallia", 2, options={"strict": "perhaps"})


def test_all_modes_of_the_rules_show_the_same() -> None:
    digests = set()
    for mode in ("compiled", "interpreted"):
        done = subprocess.run(
            [sys.executable, "-c", DIGEST],
            env=os.environ | {"CRUACHAN_RULES": mode},
            capture_output=True,
            text=True,
            check=True,
        )
        digests.add(done.stdout)
    assert len(digests) == 1


@pytest.mark.parametrize("name", ["cambria", "gallia"])
def test_the_row_of_a_state_is_that_of_a_table_in_it(name: str) -> None:
    """Also of what a seat may see of it, which is all that a bot has."""
    tables = VectorEnv(name, 1, seats=2)
    batch = tables.reset(seed=3)
    lots = np.random.default_rng(3)
    bare = VectorEnv(name, 1, seats=2)
    for _ in range(40):
        state, seat = tables.state(0), int(batch.to_act[0])
        for seen in (state, tables.game.observe(state, seat)):
            assert (bare.observation_of(seen, seat) == batch.observations[0]).all()
        batch = tables.step(by_lot(batch.masks, lots))
