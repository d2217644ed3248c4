"""Checking a finished game: every roll against the seed, every move against the rules."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cruachan.engine.chance import commitment
from cruachan.engine.errors import MoveError, TranscriptError
from cruachan.engine.game import CHANCE
from cruachan.engine.match import Match
from cruachan.engine.transcript import Loader, PlyLine, open_match, read, replay_ply, write_result


@dataclass(frozen=True)
class Verified:
    """What was checked, when everything fits."""

    match: Match[Any, Any]
    rolls: int
    moves: int


def verify(path: Path, load: Loader) -> Verified:
    """Check a transcript; a TranscriptError names the first ply that does not fit."""
    transcript = read(path, strict=False)
    last = transcript.plies[-1].line if transcript.plies else max(transcript.lines.values())
    if transcript.seed is None:
        reason = "the game is not over; its rolls can be checked when its seed is published."
        raise TranscriptError(path, last, reason)
    if commitment(transcript.seed) != transcript.commitment:
        reason = "the seed is not the one that was promised: its SHA-256 is not the commitment."
        raise TranscriptError(path, transcript.lines["seed"], reason)
    match = open_match(transcript, load)
    rolls = 0
    for number, ply in enumerate(transcript.plies, 1):
        misfit = _misfit(match, ply)
        if misfit:
            raise TranscriptError(path, ply.line, f"ply {number} does not fit: {misfit}")
        rolls += ply.seat == CHANCE
    if not transcript.intact:
        reason = "the line was changed: its mark does not fit."
        raise TranscriptError(path, transcript.lines.get("result", last), reason)
    outcome = match.outcome
    if outcome is None or transcript.result != write_result(outcome):
        reason = "the result does not follow from the moves."
        raise TranscriptError(path, transcript.lines.get("result", last), reason)
    return Verified(match, rolls, len(transcript.plies) - rolls)


def _misfit(match: Match[Any, Any], ply: PlyLine) -> str | None:
    """Make the ply, or say why it does not belong here."""
    if ply.seat == CHANCE and CHANCE in match.to_act:
        game, state = match.game, match.state
        due = game.write_move(state, CHANCE, match.chance_move(), CHANCE)
        if ply.text != due:
            return f"it says '{ply.text}', the seed says '{due}'."
    try:
        replay_ply(match, ply)
    except MoveError as error:
        return str(error)
    if not ply.marked:
        return "the line or one before it was changed: its mark does not fit."
    return None
