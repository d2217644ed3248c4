"""Interpreted, compiled and bounds-checked rules agree position by position."""

import os
import subprocess
import sys

import pytest

from cruachan.engine.kernel import KernelGame
from cruachan.games import GAMES, game_class

GAMES_WALKED = 24
COMPILED = [name for name in GAMES if issubclass(game_class(name), KernelGame)]


def walk(game: str, mode: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.walk", game, str(GAMES_WALKED)],
        env=os.environ | {"CRUACHAN_RULES": mode},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize("game", COMPILED)
@pytest.mark.parametrize("mode", ["interpreted", "checked"])
def test_modes_agree(game: str, mode: str) -> None:
    compiled = walk(game, "compiled")
    assert len(compiled) > 1000
    for ply, (expected, found) in enumerate(zip(compiled, walk(game, mode), strict=True)):
        assert found == expected, f"ply {ply}"
