"""The door of Gymnasium, held to its own checks, with a learner in the style of CleanRL."""

from __future__ import annotations

import sys
from importlib import reload
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from cruachan.bench.envs import by_lot
from cruachan.engine.errors import CruachanError, IllegalMove, OptionError
from cruachan.envs import gymnasium as door
from cruachan.envs.table import playable
from tests.envs.tables import LATE


@pytest.mark.parametrize("name", playable())
def test_games_are_registered(name: str) -> None:
    envs: Any = gymnasium.make_vec(f"cruachan/{name.capitalize()}-v0", num_envs=3)
    seen, infos = envs.reset(seed=1)
    assert envs.observation_space.contains(seen)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert infos["action_mask"].shape == (3, envs.single_action_space.n)


def test_a_name_with_its_module_needs_no_import() -> None:
    envs = gymnasium.make_vec("cruachan.envs.gymnasium:cruachan/Cambria-v0", num_envs=2, seats=2)
    assert envs.num_envs == 2


def test_one_table_passes_the_checks_of_gymnasium() -> None:
    env = gymnasium.make("cruachan/Cambria-v0", seats=2, illegal="lot", render_mode="ansi")
    check_env(env.unwrapped)


def test_games_end_with_a_last_observation_and_begin_again() -> None:
    envs = RecordEpisodeStatistics(door.CruachanVectorEnv("cambria", 16, seats=2))
    lots = np.random.default_rng(1)
    seen, infos = envs.reset(seed=2)
    ended = 0
    while ended < 10:
        before = seen
        seen, rewards, over, cut, infos = envs.step(by_lot(infos["action_mask"], lots))
        assert envs.observation_space.contains(seen)
        assert not cut.any()
        assert (rewards[~over] == 0).all()
        assert set(rewards[over]) <= {-1.0, 0.0, 1.0}
        if over.any():
            assert infos["_final_obs"].tolist() == over.tolist()
            for index in np.flatnonzero(over):
                last = infos["final_obs"][index]
                assert envs.single_observation_space.contains(last)
                assert not np.array_equal(last, seen[index])
                assert infos["episode"]["l"][index] > 5
        ended += int(over.sum())
        assert before is not seen


def test_the_same_seed_gives_the_same_games() -> None:
    def played() -> list[float]:
        envs, lots = door.CruachanVectorEnv("gallia", 4), np.random.default_rng(1)
        seen, infos = envs.reset(seed=9)
        sums = []
        for _ in range(30):
            seen, *_, infos = envs.step(by_lot(infos["action_mask"], lots))
            sums.append(float(seen.sum()))
        return sums

    assert played() == played()


def test_an_illegal_move_is_refused_or_replaced() -> None:
    envs = door.CruachanVectorEnv("hibernia", 2)
    _, infos = envs.reset(seed=1)
    wrong = infos["action_mask"].argmin(axis=1)
    with pytest.raises(IllegalMove, match="Table 0"):
        envs.step(wrong)
    mended = door.CruachanVectorEnv("hibernia", 2, illegal="lot")
    mended.reset(seed=1)
    seen, *_ = mended.step(wrong)
    assert seen.shape == (2, 258)
    with pytest.raises(OptionError, match="illegal=ignore"):
        door.CruachanVectorEnv("hibernia", 2, illegal="ignore")


@pytest.mark.parametrize("make", [door.CruachanVectorEnv, door.CruachanEnv])
def test_a_picture_in_pixels_is_refused(make: Any) -> None:
    with pytest.raises(OptionError, match="no render mode rgb_array; there are human, ansi"):
        make("gallia", render_mode="rgb_array")
    env = make("gallia", render_mode="svg")
    env.reset(seed=1)
    drawn = env.render()
    assert (drawn[0] if isinstance(drawn, tuple) else drawn).startswith("<svg")


def test_every_seat_is_asked_without_opponents() -> None:
    envs, lots = door.CruachanVectorEnv("gallia", 8, opponents=None), np.random.default_rng(1)
    _, infos = envs.reset(seed=1)
    asked = set()
    for _ in range(40):
        asked |= set(infos["to_act"].tolist())
        *_, infos = envs.step(by_lot(infos["action_mask"], lots))
    assert asked == {0, 1}


def test_a_loop_in_numpy_learns() -> None:
    code = spec_from_file_location("ppo", Path(__file__).parents[2] / "examples" / "ppo.py")
    assert code is not None
    assert code.loader is not None
    ppo = module_from_spec(code)
    code.loader.exec_module(ppo)
    learner, shares = ppo.train(rounds=16, tables=64, **LATE)
    assert np.mean(shares[-4:]) > np.mean(shares[:4]) + 0.1
    assert ppo.share_of_wins(learner, games=200, **LATE) > 0.75


class VecEnv:
    """What Stable-Baselines3's base class keeps, where it is not installed (test_trainers.py)."""

    def __init__(self, num_envs: int, observation_space: Any, action_space: Any) -> None:
        self.num_envs = num_envs
        self.observation_space, self.action_space = observation_space, action_space
        self._reset_seeds()

    def _reset_seeds(self) -> None:
        self._seeds: list[int | None] = [None] * self.num_envs

    def _get_indices(self, indices: Any) -> Any:
        if indices is None:
            return range(self.num_envs)
        return [indices] if isinstance(indices, int) else indices

    def step(self, actions: Any) -> Any:
        self.step_async(actions)  # type: ignore[attr-defined]
        return self.step_wait()  # type: ignore[attr-defined]


def test_stable_baselines_is_given_what_it_asks_for(monkeypatch: pytest.MonkeyPatch) -> None:
    stood_in = ModuleType("vec_env")
    stood_in.VecEnv = VecEnv  # type: ignore[attr-defined]
    for name in ("stable_baselines3", "stable_baselines3.common"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setitem(sys.modules, "stable_baselines3.common.vec_env", stood_in)
    monkeypatch.delitem(sys.modules, "cruachan.envs.sb3", raising=False)
    from cruachan.envs.sb3 import vec_env

    envs, lots = vec_env("cambria", 8, seats=2, opponents="random"), np.random.default_rng(1)
    seen, ended = envs.reset(), 0
    while ended < 3:
        masks = np.stack(envs.env_method("action_masks"))
        assert masks.shape == (8, 101)
        seen, rewards, over, infos = envs.step(by_lot(masks.astype(np.int8), lots))
        assert (seen.shape, rewards.dtype, len(infos)) == ((8, 449), np.float32, 8)
        for index in np.flatnonzero(over):
            assert infos[index]["terminal_observation"].shape == (449,)
        assert all(not infos[index] for index in np.flatnonzero(~over))
        ended += int(over.sum())
    assert envs.get_attr("illegal", [0, 1]) == ["raise", "raise"]
    assert envs.env_is_wrapped(object) == [False] * 8
    monkeypatch.delitem(sys.modules, "cruachan.envs.sb3")


def test_without_stable_baselines_a_sentence_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "stable_baselines3", None)
    monkeypatch.setitem(sys.modules, "stable_baselines3.common.vec_env", None)
    monkeypatch.delitem(sys.modules, "cruachan.envs.sb3", raising=False)
    with pytest.raises(CruachanError, match="pip install sb3-contrib"):
        __import__("cruachan.envs.sb3")


def test_without_the_package_a_sentence_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    with pytest.raises(CruachanError, match=r"pip install 'cruachan\[gymnasium\]'"):
        reload(door)
