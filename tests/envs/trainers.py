"""Real trainers on our environments, in a process of their own: `test_trainers.py` starts it.

PyTorch and Stable-Baselines3 lie in a folder beside the other packages (`make trainers`), so that
no other test loads them. What happened is printed as JSON.
"""

from __future__ import annotations

import json
import sys
import warnings
from pathlib import Path
from typing import Any

import gymnasium
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3 import PPO
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.env_util import make_vec_env

import cruachan.envs.gymnasium  # noqa: F401  (registers the games)
from cruachan.envs.sb3 import vec_env

sys.path.insert(0, str(Path(__file__).parents[2] / "examples"))
import ppo_sb3
import ppo_torch

from tests.envs.tables import LATE


def cleanrl() -> list[float]:
    """The share of wins in each update of a loop in the manner of CleanRL."""
    args = ppo_torch.Args(table=LATE, num_envs=64, updates=14)
    _, shares = ppo_torch.train(args)
    return list(shares)


def maskable(folder: Path) -> dict[str, Any]:
    """MaskablePPO before and after training, and read from its file."""
    model = ppo_sb3.train(64 * 32 * 16, 64, **LATE)
    model.save(folder / "model")
    again = MaskablePPO.load(folder / "model", device="cpu")
    untrained = ppo_sb3.train(0, 64, **LATE)
    return {
        "games": len(model.ep_info_buffer),
        "before": ppo_sb3.share_of_wins(untrained, 200, **LATE),
        "after": ppo_sb3.share_of_wins(again, 200, **LATE),
    }


def without_masks() -> dict[str, Any]:
    """Plain PPO, which knows no masks, on many tables and on one of Gymnasium's."""
    many = vec_env("gallia", 8, illegal="lot")
    model = PPO("MlpPolicy", many, n_steps=32, batch_size=128, n_epochs=1, device="cpu")
    model.learn(512)
    one = gymnasium.make("cruachan/Hibernia-v0", illegal="lot")
    check_env(one.unwrapped)
    with warnings.catch_warnings():
        # It asks for pictures in pixels, and does without them.
        warnings.filterwarnings("ignore", message=".*rgb_array")
        few = make_vec_env("cruachan/Cambria-v0", 2, env_kwargs={"seats": 2, "illegal": "lot"})
    small = PPO("MlpPolicy", few, n_steps=32, batch_size=64, n_epochs=1, device="cpu").learn(64)
    moves, _ = small.predict(few.reset())
    return {"steps": [model.num_timesteps, small.num_timesteps], "moves": len(moves)}


if __name__ == "__main__":
    torch.set_num_threads(1)
    found = {
        "cleanrl": cleanrl(),
        "maskable": maskable(Path(sys.argv[1])),
        "without_masks": without_masks(),
    }
    print(json.dumps(found))
