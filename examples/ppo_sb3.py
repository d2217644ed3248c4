"""MaskablePPO of Stable-Baselines3 on many tables at once.

    pip install 'cruachan[gymnasium]' sb3-contrib
    python examples/ppo_sb3.py

trains a learner for two-player Cambria against the random bot, saves it to `cambria-ppo.zip`, and
prints its share of wins in fresh games.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from stable_baselines3.common.vec_env import VecMonitor

from cruachan.envs.sb3 import vec_env


def train(steps: int = 3_000_000, tables: int = 512, **table: Any) -> Any:
    """Train against an opponent."""
    model = MaskablePPO(
        "MlpPolicy",
        tables_of(tables, **table),
        n_steps=32,
        batch_size=tables * 8,
        n_epochs=3,
        learning_rate=3e-3,
        gamma=0.997,
        gae_lambda=0.98,
        ent_coef=0.01,
        seed=1,
        device="cpu",
    )
    return model.learn(steps)


def tables_of(count: int, game: str = "cambria", **table: Any) -> Any:
    """Tables with the random bot, and a record of how games end."""
    return VecMonitor(vec_env(game, count, **({"seats": 2, "opponents": "random"} | table)))


def share_of_wins(model: Any, games: int = 400, **table: Any) -> float:
    """How many of fresh games it wins with its likeliest moves."""
    envs = tables_of(64, **table)
    rewards, _ = evaluate_policy(model, envs, n_eval_episodes=games, return_episode_rewards=True)
    return float(np.mean(np.array(rewards) > 0))


if __name__ == "__main__":
    trained = train()
    trained.save("cambria-ppo")
    print(f"{share_of_wins(trained):.0%} of 400 fresh games won against the random bot")
