"""The games in a Python that has neither NumPy nor Numba, as the one in a browser."""

from __future__ import annotations

import pickle
import subprocess
import sys
from copy import deepcopy
from random import Random

import pytest

from cruachan.engine import arrays, fields, python_records
from cruachan.engine.kernel import dice
from cruachan.games import GAMES
from tests.engine.golden_accounts import accounts


@pytest.mark.parametrize("game", GAMES)
def test_stored_games_are_the_same_without_numpy(game: str) -> None:
    """Positions, bytes of the records, views, greedy moves, determinizations."""
    there = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.without_numpy", "tests.engine.golden_accounts",
         game],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert there.returncode == 0, there.stderr
    assert there.stdout.splitlines() == accounts(game)


class Sample(python_records.PythonRecord):
    small: int = fields.one("i1")
    row: list[int] = fields.many("i8", 3)
    last: int = fields.one("i2")


def test_a_record_of_python_has_its_fields_and_starts_at_zero() -> None:
    sample = Sample.new()
    assert (sample.small, sample.row, sample.last) == (0, [0, 0, 0], 0)
    assert sample.tobytes() == bytes(40)
    assert Sample.dtype.itemsize == 40


def test_a_copy_of_a_record_of_python_is_the_same_until_one_of_them_changes() -> None:
    sample = Sample.new()
    sample.row[1], sample.last = -7, 5
    twins = [python_records.copy(sample), Sample.frombytes(sample.tobytes()), deepcopy(sample)]
    for twin in (*twins, pickle.loads(pickle.dumps(sample))):
        assert python_records.same(sample, twin)
        assert hash(sample) == hash(twin)
        twin.row[2] = 1
        assert not python_records.same(sample, twin)
    assert sample.row == [0, -7, 0]


def test_a_table_takes_over_numbers_and_keeps_its_record() -> None:
    before, after = Sample.new(), Sample.new()
    before.row[0] = 3
    table = python_records.RecordTable(after)
    table[0] = before
    before.row[0] = 4
    assert table[0] is after
    assert after.row == [3, 0, 0]
    assert table.copy()[0] is not after


def test_dice_without_numpy_are_those_of_numpy() -> None:
    rng = Random(25)
    for bits in (1, 31, 32, 33, 62, 64, 90, 160):
        seed, stream = rng.getrandbits(bits), rng.choice([0, 1, 2**40])
        assert python_records.random_word(seed, stream)[0] | 1 == dice(seed, stream)[0]


def test_arrays_without_numpy_wrap_around_where_dice_need_it() -> None:
    plain = arrays.NumpySubstitute()
    word = plain.zeros(1, plain.int64)
    word[0] = (1 << 63) + 5
    assert word[0] == -(1 << 63) + 5
    rows = plain.zeros((2, 3), plain.float32)
    rows[1][2] = 0.5
    assert rows[1, 2] == 0.5
    assert rows.copy().tolist() == [[0.0, 0.0, 0.0], [0.0, 0.0, 0.5]]
    assert plain.array([4, 5, 6], plain.int16)[:2].tolist() == [4, 5]
