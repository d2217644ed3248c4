"""What nobody chose is the same in every run of a test, and other in every test and every game."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from cruachan.engine.chance import new_entropy, new_seed
from tests import lots, warm

SEED = "from cruachan.engine.chance import new_seed; print(new_seed().hex())"


def drawn(asking: str, number: int = 3) -> list[bytes]:
    lots.LOTS.begin(asking)
    return [new_seed() for _ in range(number)]


def test_a_test_draws_the_same_in_every_run_and_nothing_twice() -> None:
    assert drawn("one") == drawn("one")
    assert len({*drawn("one"), *drawn("two")}) == 6
    assert {len(each) for each in drawn("one")} == {32}
    lots.LOTS.begin("words")
    assert len({new_entropy() for _ in range(3)}) == 3


def test_a_whole_run_can_draw_others(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = drawn("one")
    monkeypatch.setenv(lots.WHICH, "2")
    assert drawn("one") != usual


def test_so_do_the_programs_it_starts(tmp_path: Path) -> None:
    """Each of them draws others, though they are forked from one process."""
    program = tmp_path / "program.py"
    program.write_text(SEED)

    def two() -> list[str]:
        lots.LOTS.begin("one")
        found = []
        for _ in range(2):
            running = warm.start(program=program, env=dict(os.environ), stdout=subprocess.PIPE)
            assert running.stdout is not None
            found.append(running.stdout.read())
            running.stdout.close()
            assert running.wait(warm.PATIENCE) == 0
        return found

    first = two()
    assert len(set(first)) == 2
    assert (two() == first) == warm.FORKS
