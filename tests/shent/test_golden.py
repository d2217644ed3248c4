"""Stored games replay to the exact result, words and all."""

from __future__ import annotations

from pathlib import Path

import pytest

from cruachan.engine.errors import TranscriptError
from cruachan.engine.transcript import write
from cruachan.engine.verify import verify
from cruachan.games import load_for_transcript
from cruachan.games.shent.game import SHENT
from tests.golden import make
from tests.shent.golden.make import NAMES, TABLES, WORDS, tell

GOLDEN = Path(__file__).parent / "golden"


def test_told_words_are_kept() -> None:
    """What people told stands in the file as they told it."""
    assert any(f": {WORDS[0]}" in (GOLDEN / f"{name}.game").read_text("utf-8") for name in TABLES)


def test_they_can_be_made_anew(tmp_path: Path) -> None:
    """As after a change of rules: every text that a bot adds is one that the move takes."""
    make("shent", NAMES, {name: TABLES[name] for name in ("two", "text")}, tmp_path, tell)
    for name in ("two", "text"):
        assert verify(tmp_path / f"{name}.game", load_for_transcript).match.outcome


@pytest.mark.rule("S3.17")
def test_a_game_of_version_3_replays_to_the_byte() -> None:
    """It is played by the rules of that version, in which agreements were no option."""
    path = Path(__file__).parent / "played-by-rules-3.game"
    found = verify(path, load_for_transcript)
    assert found.match.game.rules_version == 3 != SHENT.rules_version
    assert found.match.options["agreements"] == "yes"
    assert found.match.state.by_former_rules
    assert write(found.match) == path.read_text("utf-8")


@pytest.mark.rule("S3.17")
def test_a_game_of_version_2_replays() -> None:
    """Version 3 took nothing away: moves, rolls and result are the same."""
    path = Path(__file__).parent / "played-by-rules-2.game"
    found = verify(path, load_for_transcript)
    old, new = (text.splitlines() for text in (path.read_text("utf-8"), write(found.match)))
    assert "rules 2" in old[1]
    assert "rules 3" in new[1]
    assert [line.split("  #")[0] for line in old[2:]] == [line.split("  #")[0] for line in new[2:]]


@pytest.mark.rule("S3.17")
@pytest.mark.parametrize("name", ["agreed", "five"])
def test_a_game_of_these_rules_replays_to_the_byte_by_the_next_ones(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after docs/add-an-aim.md: the version goes up, and the former one is in `replays`."""
    path = GOLDEN / f"{name}.game"
    played = SHENT.rules_version
    monkeypatch.setattr(SHENT, "replays", (*SHENT.replays, played))
    monkeypatch.setattr(SHENT, "rules_version", played + 1)
    found = verify(path, load_for_transcript)
    assert found.match.game.rules_version == found.match.state.rules == played
    assert not found.match.state.by_former_rules
    assert write(found.match) == path.read_text("utf-8")


def test_a_game_of_older_rules_is_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SHENT, "replays", ())
    with pytest.raises(TranscriptError, match="rules version 2"):
        verify(Path(__file__).parent / "played-by-rules-2.game", load_for_transcript)
