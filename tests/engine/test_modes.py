"""Interpreted, compiled and bounds-checked rules agree position by position."""

import os
import subprocess
import sys
from itertools import zip_longest

import pytest

from cruachan.engine.record import MODE, MODES
from cruachan.games import GAMES, game_class
from tests.walk import walk

COMPILED = [name for name in GAMES if game_class(name).kernel]


def elsewhere(game: str, mode: str) -> subprocess.Popen[str]:
    """The same walk in a process of another mode."""
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-m", "tests.walk", game],
        env=os.environ | {"CRUACHAN_RULES": mode},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize("game", COMPILED)
def test_modes_agree(game: str) -> None:
    """All boards, numbers of players and options; this process has one of the modes."""
    others = {mode: elsewhere(game, mode) for mode in MODES if mode != MODE}
    here = list(walk(game))
    assert len(here) > 1000, f"{game}: too few positions; raise EACH in tests/walk.py"
    for mode, process in others.items():
        walked, errors = process.communicate()
        assert process.returncode == 0, errors
        for ply, (expected, found) in enumerate(zip_longest(here, walked.splitlines())):
            assert found == expected, f"{mode}: ply {ply}"
