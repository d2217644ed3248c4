"""`tools.train_gpu`: what it plays and learns, on a processor. Runs where PyTorch is installed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cruachan import load_game
from cruachan.bots.weights import load_weights
from cruachan.engine.kernel import record_game

ROOT = Path(__file__).parents[2]
PACKAGES = Path(sys.prefix) / "trainers"

pytestmark = pytest.mark.skipif(
    not (Path(sys.prefix) / ".trainers").exists(),
    reason="PyTorch is not installed (`make trainers`)",
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("learned")


@pytest.fixture(scope="module")
def found(folder: Path) -> dict[str, Any]:
    """What `train_gpu.py` beside this file found out."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.learning.train_gpu", folder],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(PACKAGES), "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout.splitlines()[-1]))


def test_moves_are_judged_as_bots_judge_them(found: dict[str, Any]) -> None:
    """On the boards that the games are played on; a wider network begins with the same answers."""
    assert found["error"] < 1e-4


def test_a_move_is_told_what_came_of_it(found: dict[str, Any]) -> None:
    """A result does not reach back beyond its game, or past a move that was drawn by lot."""
    plain, drawn = found["told"]
    assert plain == [pytest.approx(each) for each in ([0.85, 0.15], [1.0, 0.0], [0.4, 0.6])]
    assert drawn[0] == pytest.approx([0.6, 0.4])


def test_what_was_learned_is_a_file_of_networks(found: dict[str, Any], folder: Path) -> None:
    """With the new network, the others that come with the game, and how it was made."""
    game = record_game(load_game("cambria"))
    assert game is not None
    assert all(found["changed"])
    weights = load_weights(folder / "cambria.npz", game)
    assert set(weights.nets) == set(game.players)
    assert weights.net(2).bias.shape == (found["units"],)
    with np.load(folder / "cambria.npz") as kept:
        made = json.loads(str(kept["about"]))["gpu"]["2"]
    assert made["device"] == "cpu"
    assert made["course"]["games"] == 30
    assert len(made["boards"]) == 2
