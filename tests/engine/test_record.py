"""Records and rules: the same numbers in every mode."""

import os
import pickle
import subprocess
import sys

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


def test_a_record_is_pickled_whole_and_has_no_other_fields() -> None:
    sample = Sample.new()
    sample.row[1] = 7
    again = pickle.loads(pickle.dumps(sample))
    assert record.same(sample, again)
    assert again.row.tolist() == [0, 7, 0]
    assert not hasattr(again, "rows")


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
