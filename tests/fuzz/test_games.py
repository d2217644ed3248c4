"""Random games of every game, always the same ones; `make fuzz` plays others, for hours."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from tests.fuzz import __main__ as program
from tests.fuzz.games import make_game, try_game
from tests.fuzz.trials import TRIALS, Trial
from tests.protocol.book import Book
from tests.protocol.shelf import books

PARTS = {"shent": 5, "hibernia": 1, "cambria": 1, "gallia": 1, "cairn": 1}
"""The games of each part: its own numbers, some looked at closely and some played further."""
GAMES = ((40, 1.0), (120, 0.05), (120, 0.05), (300, 0.02))
"""By number the bound of plies and the share of positions that are looked at."""


@pytest.mark.parametrize(
    ("game", "part"), [(game, part) for game, parts in PARTS.items() for part in range(parts)]
)
def test_random_games(game: str, part: int) -> None:
    """Whatever legal moves lead to, the game goes on, is shown, written and told."""
    book = books()[game]
    for number, (plies, checked) in enumerate(GAMES, part * len(GAMES)):
        text = make_game(book, Random(f"random game {number}"))
        table = json.loads(text) | {"plies": plies, "checked": checked}
        assert try_game(book, json.dumps(table), Random(number))


def test_a_failure_is_kept_and_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    broken: list[str] = []

    def attempt(book: Book, text: str, rng: Random) -> bool:
        if text in broken:
            raise ValueError(text)
        return True

    monkeypatch.setattr(program, "FAILURES", tmp_path)
    monkeypatch.setitem(TRIALS, "game", Trial(make_game, attempt, bool))
    broken.append(make_game(books()["shent"], Random("game shent 7")))
    done: Counter[str] = Counter()
    program.one("game", "shent", 6, done)
    program.one("game", "shent", 7, done)
    assert done == {"tried": 2, "accepted": 1, "failed": 1}
    (path,) = tmp_path.iterdir()
    assert json.loads(path.read_text())["input"] == broken[0]
    with pytest.raises(ValueError, match="board"):
        program.again(path)
    broken.clear()
    program.again(path)
    assert "nothing fails any more" in capsys.readouterr().out


def test_the_program_starts_outside_of_pytest() -> None:
    """It finds all games, also the one that lies in examples."""
    found = subprocess.run(
        [sys.executable, "-m", "tests.fuzz", "--help"],
        env=os.environ | {"CRUACHAN_RULES": "interpreted"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    assert all(game in found.stdout for game in books())
