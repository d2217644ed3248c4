"""The tables as a `VecEnv` of Stable-Baselines3.

    from cruachan.envs.sb3 import vec_env

    model = MaskablePPO("MlpPolicy", vec_env(game, 64, opponents="greedy"))

Needs stable-baselines3, and sb3-contrib for `MaskablePPO`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from cruachan.envs.gymnasium import CruachanVectorEnv
from cruachan.envs.table import needed_as

base: Any = needed_as("stable_baselines3.common.vec_env", "pip install sb3-contrib")


def vec_env(game: str, num_envs: int, **table: Any) -> CruachanVecEnv:
    """Tables for Stable-Baselines3; parameters as of `CruachanVectorEnv`."""
    return CruachanVecEnv(CruachanVectorEnv(game, num_envs, **table))


class CruachanVecEnv(base.VecEnv):  # type: ignore[misc]
    """Hands the steps of a vector environment on."""

    def __init__(self, envs: CruachanVectorEnv) -> None:
        self.envs = envs
        self._actions: npt.NDArray[Any] | None = None
        super().__init__(envs.num_envs, envs.single_observation_space, envs.single_action_space)

    def reset(self) -> npt.NDArray[np.float32]:
        """Begin games at all tables, from the seed of `seed()` if there was one."""
        seed = self._seeds[0] if self._seeds else None
        seen, _ = self.envs.reset(seed=seed)
        self._reset_seeds()
        return seen

    def step_async(self, actions: npt.NDArray[Any]) -> None:
        """Take the moves."""
        self._actions = actions

    def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
        """Make them."""
        assert self._actions is not None
        seen, rewards, done, _, infos = self.envs.step(self._actions)
        by_table: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for index in np.flatnonzero(done):
            by_table[index] = {
                "terminal_observation": infos["final_obs"][index],
                "TimeLimit.truncated": False,
            }
        return seen, rewards.astype(np.float32), done, by_table

    def close(self) -> None:
        """Nothing is left open."""

    def _of(self, indices: int | Sequence[int] | None) -> list[int]:
        return list(self._get_indices(indices))

    def get_attr(self, attr_name: str, indices: int | Sequence[int] | None = None) -> list[Any]:
        """An attribute that all tables share."""
        return [getattr(self.envs, attr_name)] * len(self._of(indices))

    def set_attr(
        self, attr_name: str, value: Any, indices: int | Sequence[int] | None = None
    ) -> None:
        """Tables share their attributes."""
        setattr(self.envs, attr_name, value)

    def env_method(
        self,
        method_name: str,
        *method_args: Any,
        indices: int | Sequence[int] | None = None,
        **method_kwargs: Any,
    ) -> list[Any]:
        """What a method answers for each table; `action_masks` is what learners ask for."""
        answers = getattr(self.envs, method_name)(*method_args, **method_kwargs)
        return [answers[index] for index in self._of(indices)]

    def env_is_wrapped(
        self, wrapper_class: Any, indices: int | Sequence[int] | None = None
    ) -> list[bool]:
        """No table is wrapped."""
        return [False] * len(self._of(indices))
