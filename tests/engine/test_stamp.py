"""Rules that a factory makes are told apart by all that they reach, and by nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from cruachan.engine.bits import count, lowest
from cruachan.engine.stamp import stamp

LIMIT = 3
Function = Callable[..., Any]


def reaching(inner: Any) -> Function:
    def run(places: int) -> Any:
        return inner, places, LIMIT

    return run


def adding(number: int) -> Function:
    def add(places: int, more: int = 0) -> int:
        return places + number + more

    return add


def taking(number: int) -> Function:
    def add(places: int, more: int = 0) -> int:
        return places - number + more

    return add


def again(inner: Function) -> Function:
    def twice(places: int) -> Any:
        return inner(inner(places)), inner

    return twice


def test_what_is_made_twice_has_one_stamp() -> None:
    assert stamp(again(adding(2))) == stamp(again(adding(2)))
    assert stamp(reaching(np.arange(3))) == stamp(reaching(np.arange(3)))


def test_a_rule_that_reaches_itself_has_a_stamp() -> None:
    def down(places: int) -> Any:
        return places and down(places - 1)

    assert stamp(down) == stamp(down)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (1, 2),
        (1, 1.0),
        (True, 1),
        ("a", b"a"),
        (np.arange(3), np.arange(4)),
        (np.arange(3, dtype=np.int16), np.arange(3, dtype=np.int32)),
        (((1,), 2), (1, (2,))),
        (adding(1), adding(2)),
        (adding(1), taking(1)),
        (again(adding(1)), again(adding(2))),
        (count, lowest),
        (min, max),
        (np, int),
    ],
)
def test_what_differs_somewhere_has_two(left: Any, right: Any) -> None:
    assert stamp(reaching(left)) != stamp(reaching(right))


def test_a_number_of_the_module_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    def listing(places: list[int]) -> list[int]:
        return [place + LIMIT for place in places]

    before = stamp(reaching(1)), stamp(listing)
    monkeypatch.setitem(globals(), "LIMIT", 4)
    assert stamp(reaching(1)) != before[0]
    assert stamp(listing) != before[1]


def test_a_default_counts() -> None:
    changed = adding(1)
    changed.__defaults__ = (1,)
    assert stamp(changed) != stamp(adding(1))
