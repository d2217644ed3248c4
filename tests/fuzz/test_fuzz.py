"""A few spoilt inputs of every kind for every game; `make fuzz` tries more of them, for hours."""

from __future__ import annotations

from random import Random

import pytest

from tests.fuzz.trials import TRIALS
from tests.protocol.shelf import books

MANY = {"position": 120, "line": 120, "transcript": 40, "board": 50, "call": 120, "evening": 3}
EVERY = [
    pytest.param(kind, game, id=f"{kind}-{game}")
    for kind, trial in TRIALS.items()
    for game, book in books().items()
    if kind in MANY and trial.fits(book)
]


@pytest.mark.parametrize(("kind", "game"), EVERY)
def test_spoilt_inputs(kind: str, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is accepted can be played on; what is refused is refused in words."""
    monkeypatch.setenv("CRUACHAN_HOME", "")
    trial, book = TRIALS[kind], books()[game]
    accepted = 0
    for number in range(MANY[kind]):
        text = trial.make(book, Random(f"{kind} {game} {number}"))
        accepted += trial.attempt(book, text, Random(number))
    assert accepted > 0


def test_a_hint_in_german_has_a_space_that_does_not_break(monkeypatch: pytest.MonkeyPatch) -> None:
    """45 % is written with one, and it is fine on a screen."""
    monkeypatch.setenv("CRUACHAN_HOME", "")
    assert TRIALS["evening"].attempt(books()["hibernia"], '["de", 60, ["hint"]]', Random(1))
