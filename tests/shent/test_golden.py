"""Stored games replay to the exact result, words and all."""

from __future__ import annotations

from pathlib import Path

from tests.shent.golden.make import TABLES, WORDS

GOLDEN = Path(__file__).parent / "golden"


def test_told_words_are_kept() -> None:
    """What people told stands in the file as they told it."""
    assert any(f": {WORDS[0]}" in (GOLDEN / f"{name}.game").read_text("utf-8") for name in TABLES)
