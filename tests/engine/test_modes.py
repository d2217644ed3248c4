"""Interpreted, compiled and bounds-checked rules agree position by position, with NumPy's records
and with Python's."""

import os
import subprocess
import sys
from itertools import zip_longest
from random import Random

import pytest

from cruachan.engine.record import MODE, MODES
from cruachan.games import GAMES, game_class
from tests.bounds import accounts, positions
from tests.protocol.shelf import books
from tests.walk import walk

COMPILED = [name for name in GAMES if game_class(name).kernel]
NO_NUMPY = "without NumPy"
FAR = 50
"""Positions at the bounds, at least."""


def elsewhere(game: str, mode: str) -> subprocess.Popen[str]:
    """The same in a process of another mode, or in one that has no NumPy."""
    modules = ["tests.without_numpy", "tests.bounds"] if mode == NO_NUMPY else ["tests.bounds"]
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-m", *modules, game],
        env=os.environ | {"CRUACHAN_RULES": "interpreted" if mode == NO_NUMPY else mode},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize("game", COMPILED)
def test_modes_agree(game: str) -> None:
    """All boards, numbers of players and options, and where no game by lot comes: a colour of
    Cambria with 33 points has overflowed once.

    Both in one test: rules with checked indices are compiled by nobody else.
    """
    texts = list(dict.fromkeys(positions(books()[game], FAR, Random(game))))
    others = {mode: elsewhere(game, mode) for mode in (*MODES, NO_NUMPY) if mode != MODE}
    walked = list(walk(game))
    assert len(walked) > 1000, f"{game}: too few positions; raise EACH in tests/walk.py"
    here = [*walked, *accounts(game, texts)]
    for mode, process in others.items():
        there, errors = process.communicate("\n".join(texts))
        assert process.returncode == 0, errors
        for number, (expected, found) in enumerate(zip_longest(here, there.splitlines())):
            assert found == expected, f"{mode}: line {number}"
