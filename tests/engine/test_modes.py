"""Interpreted, compiled and bounds-checked rules agree position by position."""

import os
import subprocess
import sys
from collections.abc import Sequence
from itertools import zip_longest
from random import Random

import pytest

from cruachan.engine.record import MODE, MODES
from cruachan.games import GAMES, game_class
from tests.bounds import accounts, positions
from tests.protocol.shelf import books
from tests.walk import walk

COMPILED = [name for name in GAMES if game_class(name).kernel]
FAR = 50
"""Positions at the bounds, at least."""


def elsewhere(module: str, game: str, mode: str) -> subprocess.Popen[str]:
    """The same in a process of another mode."""
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-m", module, game],
        env=os.environ | {"CRUACHAN_RULES": mode},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def assert_same(module: str, game: str, here: Sequence[str], told: str = "") -> None:
    """Every line is the same in the modes that this process does not have."""
    others = {mode: elsewhere(module, game, mode) for mode in MODES if mode != MODE}
    for mode, process in others.items():
        there, errors = process.communicate(told)
        assert process.returncode == 0, errors
        for number, (expected, found) in enumerate(zip_longest(here, there.splitlines())):
            assert found == expected, f"{mode}: line {number}"


@pytest.mark.parametrize("game", COMPILED)
def test_modes_agree(game: str) -> None:
    """All boards, numbers of players and options; this process has one of the modes."""
    here = list(walk(game))
    assert len(here) > 1000, f"{game}: too few positions; raise EACH in tests/walk.py"
    assert_same("tests.walk", game, here)


@pytest.mark.parametrize("game", COMPILED)
def test_modes_agree_at_the_bounds(game: str) -> None:
    """Where no game by lot comes: a colour of Cambria with 33 points has overflowed once."""
    texts = list(dict.fromkeys(positions(books()[game], FAR, Random(game))))
    assert_same("tests.bounds", game, accounts(game, texts), "\n".join(texts))
