"""Records and rules: the same numbers in every mode."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from cruachan.engine import record
from cruachan.engine.bits import below, bit, count, lowest
from cruachan.engine.kernel import dice
from cruachan.engine.record import Ints, Record, many, one
from cruachan.games.hibernia.state import State


class Sample(Record):
    number: int = one("i2")
    row: Ints = many("i8", 3)


def test_a_record_has_its_fields_and_starts_at_zero() -> None:
    sample = Sample.new()
    assert sample.number == 0
    assert sample.row.tolist() == [0, 0, 0]
    sample.number = 5
    sample.row[1] = 7
    assert (sample.number, sample.row.tolist()) == (5, [0, 7, 0])


def test_a_copy_is_the_same_until_one_of_them_changes() -> None:
    sample = Sample.new()
    twin = record.copy(sample)
    assert record.same(sample, twin)
    twin.row[2] = 1
    assert not record.same(sample, twin)
    assert sample.row[2] == 0


def test_a_field_may_not_hide_one_of_numpys() -> None:
    with pytest.raises(TypeError, match=r"Bad\.round: NumPy's records have a round"):

        class Bad(Record):
            round: int = one("i2")


def test_hibernias_state_is_small() -> None:
    assert State.dtype.itemsize <= 256


@pytest.mark.parametrize("places", [[0], [3, 17], list(range(20)), [0, 61]])
def test_sets_of_places(places: list[int]) -> None:
    mask = 0
    for place in places:
        mask |= bit(place)
    assert count(mask) == len(places)
    assert lowest(mask) == places[0]


def test_random_numbers_stay_below_their_limit_and_reach_all_of_it() -> None:
    source = dice(1)
    assert {below(source, 6) for _ in range(500)} == set(range(6))


def test_streams_of_dice_differ() -> None:
    first, second = dice(1, 0), dice(1, 1)
    assert [below(first, 1000) for _ in range(5)] != [below(second, 1000) for _ in range(5)]
    assert dice(1, 0).dtype == np.int64


def run_python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_an_unknown_mode_is_refused() -> None:
    done = run_python("import cruachan.engine.record", CRUACHAN_RULES="fast")
    assert "it can be compiled, checked, interpreted" in done.stderr
    assert done.returncode != 0


def test_rules_compile_without_a_place_to_keep_them(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    code = "from cruachan.engine.bits import count; print(count(7))"
    done = run_python(code, CRUACHAN_CACHE=str(blocked))
    assert (done.stdout, done.returncode) == ("3\n", 0)


def test_the_cache_folder_follows_the_kernel_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "cruachan"
    (package / "engine").mkdir(parents=True)
    kernel = package / "rules.py"
    other = package / "view.py"
    kernel.write_text("@rule\ndef play(): pass\n")
    other.write_text("x = 1\n")
    monkeypatch.setattr(record, "__file__", str(package / "engine" / "record.py"))
    before = record.kernel_hash()
    other.write_text("x = 2\n")
    assert record.kernel_hash() == before
    kernel.write_text("@rule\ndef play(): return 1\n")
    assert record.kernel_hash() != before
