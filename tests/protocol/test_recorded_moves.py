"""Trusted records: `Match.replay` makes the moves of `Match.restore` without judging them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cruachan.engine.errors import MoveError
from cruachan.engine.match import Match
from cruachan.engine.transcript import open_match, read
from cruachan.games import load_for_transcript

FILES = sorted(Path(__file__).parents[1].glob("*/golden/*.game"))


class Judgements:
    """Counts how often the rules of a game are asked whether a move is legal."""

    def __init__(self, patch: pytest.MonkeyPatch, match: Match[Any, Any]) -> None:
        self.count = 0
        honest = match.game.why_not

        def counting(*args: Any, **values: Any) -> Any:
            self.count += 1
            return honest(*args, **values)

        patch.setattr(match.game, "why_not", counting)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_a_record_replays_to_the_same_moves(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    transcript = read(path)
    checked, trusted = (open_match(transcript, load_for_transcript) for _ in range(2))
    for ply in transcript.plies:
        checked.restore(ply.seat, ply.text)
    judged = Judgements(monkeypatch, trusted)
    for ply in transcript.plies:
        trusted.replay(ply.seat, ply.text)
    assert trusted.history == checked.history
    assert judged.count == 0
    written = checked.game.write_position
    assert written(trusted.state) == written(checked.state)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_text_that_is_no_move_is_refused(path: Path) -> None:
    match = open_match(read(path), load_for_transcript)
    with pytest.raises(MoveError):
        match.replay(0, "fly to the moon")
