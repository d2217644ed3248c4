"""The line by which a game is put on the list."""

import pytest

from cruachan.games import GAMES, Listed


@pytest.fixture(autouse=True)
def listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "cairn", Listed.of("Cairn", "tests.cairn"))
