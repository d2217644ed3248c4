"""The door of PettingZoo, held to its own tests."""

from __future__ import annotations

import sys
from functools import partial
from importlib import reload
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test

from cruachan.engine.errors import CruachanError, IllegalMove, MoveError, OptionError
from cruachan.envs import pettingzoo as door
from cruachan.envs.vector import VectorEnv
from tests.envs.tables import SETTINGS

pytestmark = [
    # An observation with its mask is a dictionary, as in PettingZoo's own board games.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


def make(setting: str, **more: Any) -> Any:
    """How to make an environment of a setting."""
    game, chosen = SETTINGS[setting]
    return partial(door.env, game, **chosen, **more)


@pytest.mark.parametrize("setting", SETTINGS)
def test_it_keeps_the_interface(setting: str) -> None:
    api_test(make(setting)(), num_cycles=60)


@pytest.mark.parametrize("setting", ["hibernia", "cambria of two", "gallia"])
def test_the_same_seed_gives_the_same_game(setting: str) -> None:
    seed_test(make(setting), num_cycles=40)


@pytest.mark.parametrize("setting", ["hibernia", "cambria of two", "gallia"])
def test_it_can_be_looked_at(setting: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(make(setting), {"svg": lambda drawn: drawn.startswith("<svg")})
    assert "player_1" in capsys.readouterr().out


def test_a_whole_game_ends_with_rewards_that_sum_to_nothing() -> None:
    env = make("gallia")()
    env.reset(seed=4)
    last = {}
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        last[agent] = reward
        env.step(None if over else env.action_space(agent).sample(seen["action_mask"]))
    assert sorted(last) == ["player_0", "player_1"]
    assert sum(last.values()) == 0


def test_one_table_plays_as_the_first_of_many() -> None:
    env, many = door.RecordEnv("cambria"), VectorEnv("cambria", 3)
    env.reset(seed=11)
    batch = many.reset(seed=11)
    for _ in range(50):
        seen, *_ = env.last()
        assert env.agent_selection == f"player_{batch.to_act[0]}"
        np.testing.assert_array_equal(seen["observation"], batch.observations[0])
        np.testing.assert_array_equal(seen["action_mask"], batch.masks[0])
        moves = batch.masks.argmax(axis=1)
        env.step(moves[0])
        batch = many.step(moves)


def test_who_is_not_asked_has_no_moves() -> None:
    env = door.RecordEnv("gallia")
    env.reset(seed=1)
    other = next(agent for agent in env.agents if agent != env.agent_selection)
    assert env.observe(env.agent_selection)["action_mask"].any()
    assert not env.observe(other)["action_mask"].any()


def test_an_illegal_move_is_refused_or_punished() -> None:
    raw = door.RecordEnv("hibernia")
    raw.reset(seed=1)
    illegal = int(np.flatnonzero(raw.last()[0]["action_mask"] == 0)[0])
    with pytest.raises(IllegalMove):
        raw.step(illegal)
    env = make("hibernia")()
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(illegal)
    assert env.rewards[agent] == -1
    assert all(env.terminations.values())


@pytest.mark.parametrize("setting", ["hibernia of three", "cambria of two", "gallia"])
def test_the_parallel_one_keeps_its_interface(setting: str) -> None:
    game, chosen = SETTINGS[setting]
    parallel_api_test(door.parallel_env(game, **chosen), num_cycles=60)


def test_the_parallel_one_plays_the_same_game() -> None:
    env, together = door.RecordEnv("cambria", seats=2), door.parallel_env("cambria", seats=2)
    env.reset(seed=7)
    seen, infos = together.reset(seed=7)
    over = False
    while not over:
        agent = env.agent_selection
        assert infos[agent]["to_act"] == agent
        one, *_ = env.last()
        np.testing.assert_array_equal(one["observation"], seen[agent]["observation"])
        move = int(one["action_mask"].argmax())
        assert [name for name in seen if seen[name]["action_mask"].any()] == [agent]
        env.step(move)
        # What is said by those who are not asked is not looked at.
        seen, rewards, ended, _, infos = together.step(dict.fromkeys(seen, 100) | {agent: move})
        over = ended[agent]
    assert rewards == env.rewards
    assert together.agents == []


def test_the_parallel_one_misses_a_move() -> None:
    env = door.parallel_env("gallia")
    env.reset(seed=1)
    with pytest.raises(MoveError, match="is asked, and actions have no move"):
        env.step({})


@pytest.mark.parametrize(
    ("make", "action"),
    [(door.RecordEnv, 0), (door.parallel_env, {}), (door.parallel_env, {"player_0": 0})],
)
def test_a_step_before_the_first_reset_says_so(make: Any, action: Any) -> None:
    with pytest.raises(MoveError, match=r"call reset\(\) before step"):
        make("cambria", seats=2).step(action)


@pytest.mark.parametrize("make", [door.env, door.parallel_env])
def test_a_picture_in_pixels_is_refused(make: Any) -> None:
    with pytest.raises(OptionError, match="no render mode rgb_array"):
        make("gallia", render_mode="rgb_array")


def test_without_the_package_a_sentence_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(CruachanError, match=r"pip install 'cruachan\[pettingzoo\]'"):
        reload(door)
