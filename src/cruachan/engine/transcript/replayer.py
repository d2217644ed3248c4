"""Transcripts as matches: replays the moves of a file and checks them against the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cruachan.engine.errors import MoveError, OptionError, TranscriptError, WrongBoardError
from cruachan.engine.game import Game
from cruachan.engine.match import Match
from cruachan.engine.texts import LANGS, LocalizedText
from cruachan.engine.transcript.format import PlyLine, Transcript, say

Loader = Callable[[str, str, str], Game[Any, Any]]
"""(game, board name, board digest) -> the game, or an OptionError (WrongBoardError)"""


def open_match(transcript: Transcript, load: Loader) -> Match[Any, Any]:
    """Return a match set up by the head of a transcript, before its first move."""
    path, lines = transcript.path, transcript.lines
    try:
        game = load(transcript.game, transcript.board_name, transcript.board_digest)
    except WrongBoardError as error:
        raise TranscriptError(path, lines["board"], error.said) from None
    except OptionError as error:
        raise TranscriptError(path, lines["game"], error.said) from None
    if transcript.rules_version not in (game.rules_version, *game.replays):
        versions = {"played": transcript.rules_version, "known": game.rules_version}
        raise TranscriptError(path, lines["game"], say("rules", **versions))
    game = game.by_rules(transcript.rules_version)
    try:
        match = Match(
            game,
            transcript.players,
            transcript.options,
            transcript.seed,
            transcript.commitment,
            transcript.chosen,
        )
    except OptionError as error:
        where = lines.get("option", lines["seat"])
        raise TranscriptError(path, where, error.said) from None
    match.entropy.update(transcript.entropy)
    match.opened = transcript.opened
    return match


def replay_ply(match: Match[Any, Any], ply: PlyLine) -> None:
    """Make the move of one line; a MoveError says why it is refused."""
    match.restore(ply.seat, ply.text)


def refused(match: Match[Any, Any], ply: PlyLine) -> LocalizedText:
    """Return why the move of a line is refused, in all languages."""
    said = {}
    for lang in LANGS:
        try:
            match.restore(ply.seat, ply.text, lang)
        except MoveError as error:
            said[lang] = error.text(lang)
    return LocalizedText(said)


def replay(transcript: Transcript, load: Loader) -> Match[Any, Any]:
    """Return the match of a transcript; every move is checked against the rules."""
    match = open_match(transcript, load)
    for ply in transcript.plies:
        try:
            replay_ply(match, ply)
        except MoveError:
            raise TranscriptError(transcript.path, ply.line, refused(match, ply)) from None
    resign(match, transcript)
    return match


def resign(match: Match[Any, Any], transcript: Transcript) -> None:
    """Resign the match where the transcript says that a seat resigned."""
    if transcript.resigned is not None:
        try:
            match.resign(transcript.resigned)
        except MoveError as error:
            line = transcript.lines["resigned"]
            raise TranscriptError(transcript.path, line, error.said) from None
