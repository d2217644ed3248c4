"""Stable-Baselines3 and a loop in the manner of CleanRL learn on our environments."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = Path(sys.prefix) / "trainers"

pytestmark = pytest.mark.skipif(
    not (Path(sys.prefix) / ".trainers").exists(),
    reason="PyTorch is not installed (`make trainers`)",
)


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What `trainers.py` found out; warnings are errors there too."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.envs.trainers", tmp_path_factory.mktemp("t")],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(PACKAGES), "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


def test_a_loop_in_the_manner_of_cleanrl_learns(found: dict[str, Any]) -> None:
    """It plays through `gymnasium.make_vec` and Gymnasium's record of episodes."""
    shares = found["cleanrl"]
    assert np.mean(shares[-4:]) > np.mean(shares[:4]) + 0.1


def test_maskable_ppo_learns_and_is_read_from_its_file(found: dict[str, Any]) -> None:
    told = found["maskable"]
    assert told["games"] == 100, "VecMonitor's record of the last games is full"
    assert told["after"] > told["before"] + 0.15


def test_learners_without_masks_play_too(found: dict[str, Any]) -> None:
    """Plain PPO on many tables, and on single ones by `make_vec_env`, which asks for pixels."""
    assert found["without_masks"] == {"steps": [512, 64], "moves": 2}
