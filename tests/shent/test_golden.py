"""Stored games replay to the exact result, words and all."""

from __future__ import annotations

from pathlib import Path

import pytest

from cruachan.engine import transcript
from cruachan.engine.verify import verify
from cruachan.games import load_for_transcript
from tests.shent.golden.make import TABLES, WORDS

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", TABLES)
def test_a_golden_game_replays_to_the_byte(name: str) -> None:
    """Every lot follows from the seed, every move is legal, and the result is the one stored."""
    path = GOLDEN / f"{name}.game"
    found = verify(path, load_for_transcript)
    assert transcript.write(found.match) == path.read_text("utf-8")
    assert found.match.options | TABLES[name][1] == found.match.options
    assert found.rolls > 50
    assert found.moves > 200


def test_told_words_are_kept() -> None:
    """What people told stands in the file as they told it."""
    assert any(f": {WORDS[0]}" in (GOLDEN / f"{name}.game").read_text("utf-8") for name in TABLES)
