"""Verifies finished games: every roll against the seed, every move against the rules."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any
from warnings import warn

from cruachan.engine.chance import commitment
from cruachan.engine.errors import MoveError, TranscriptError
from cruachan.engine.game import CHANCE
from cruachan.engine.match import Match
from cruachan.engine.texts import LocalizedText, Message
from cruachan.engine.transcript import (
    Loader,
    PlyLine,
    Transcript,
    open_match,
    read,
    refused,
    replay_ply,
    resign,
    say,
    write_result,
)


@dataclass(frozen=True)
class Verified:
    """What was checked, when everything fits."""

    match: Match[Any, Any]
    rolls: int
    """The number of rolls that follow from the seed."""
    moves: int
    taken: int = 0
    """Rolls that were taken over from another game, and stand as they were recorded there."""
    digest: str = ""
    """The SHA-256 of the whole transcript."""
    typed: int = 0
    """Rolls that fell at a real table and were typed in: possible ones, which nobody can prove."""


def verify(
    path: Path,
    load: Loader,
    commitment: str | None = None,
    promise: str | None = None,
    digest: str | None = None,
) -> Verified:
    """Check a transcript; a TranscriptError names the first ply that does not fit.

    With the commitment that was shown at the start, a game with other dice in its place is refused;
    with the digest that was shown at the end, every other game is.
    `promise` is the former name of `commitment`.
    """
    if promise is not None:
        warn("verify(promise=) is deprecated since 0.2: use commitment=", DeprecationWarning, 2)
        commitment = promise
    return check(read(path, strict=False), load, commitment, digest)


def check(
    transcript: Transcript, load: Loader, shown: str | None = None, digest: str | None = None
) -> Verified:
    """Check a transcript that was read without enforcing its marks, against the commitment that
    was shown at the start and a digest that was shown at the end, with names or without; a
    TranscriptError names the first ply that does not fit."""
    path = transcript.path
    digests = (transcript.digest, transcript.nameless)
    if digest is not None and digest.strip().lower() not in digests:
        said = say("other_digest", found=transcript.digest, digest=digest.strip())
        raise TranscriptError(path, 1, said)
    if shown is not None and shown.strip().lower() != transcript.commitment:
        said = say("other_promise", found=transcript.commitment, promise=shown.strip())
        raise TranscriptError(path, transcript.lines["commitment"], said)
    last = transcript.plies[-1].line if transcript.plies else max(transcript.lines.values())
    if transcript.seed is None:
        running = "running_typed" if transcript.typed_rolls else "running"
        raise TranscriptError(path, last, say(running))
    if commitment(transcript.seed) != transcript.commitment:
        raise TranscriptError(path, transcript.lines["seed"], say("promise"))
    match = open_match(transcript, load)
    rolls = taken = typed = 0
    for number, ply in enumerate(transcript.plies, 1):
        misfit = _misfit(match, ply)
        if misfit:
            raise TranscriptError(path, ply.line, say("misfit", ply=number, why=misfit))
        if ply.seat == CHANCE:
            taken += number <= match.opened
            typed += number > match.opened and match.typed_rolls
            rolls += number > match.opened and not match.typed_rolls
    if not transcript.intact:
        raise TranscriptError(path, transcript.lines.get("result", last), say("changed_line"))
    resign(match, transcript)
    outcome = match.outcome
    if outcome is None or transcript.result != write_result(outcome):
        raise TranscriptError(path, transcript.lines.get("result", last), say("result"))
    moves = len(transcript.plies) - rolls - taken - typed
    return Verified(match, rolls, moves, taken, transcript.digest, typed)


def _misfit(match: Match[Any, Any], ply: PlyLine) -> Message | LocalizedText | None:
    """Make the ply, or say why it does not belong here."""
    proven = len(match.history) >= match.opened and not match.typed_rolls
    if proven and ply.seat == CHANCE and CHANCE in match.to_act:
        game, state = match.game, match.state
        due = game.write_move(state, CHANCE, match.chance_move(), CHANCE)
        if ply.text != due:
            return say("other_roll", text=ply.text, due=due)
    try:
        replay_ply(match, ply)
    except MoveError:
        return refused(match, ply)
    if not ply.marked:
        return say("changed")
    return None
