"""Replays transcripts as matches, and checks their moves against the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cruachan.engine.errors import (
    IllegalMove,
    MoveError,
    OptionError,
    TranscriptError,
    WrongBoardError,
)
from cruachan.engine.game import CHANCE, Game
from cruachan.engine.match import Match
from cruachan.engine.texts import DEFAULT_LANG, LANGS, Lang, LocalizedText
from cruachan.engine.transcript.format import PlyLine, Transcript, say
from cruachan.engine.transcript.writer import head_lines

REPEATED = ("option", "seat", "word")
"""The lines of a head that a match writes by itself, in its own order."""
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
    match.typed_rolls = transcript.typed_rolls
    match.opened = transcript.opened
    match.edition = transcript.edition
    _check_spelling(transcript, match)
    return match


def _check_spelling(transcript: Transcript, match: Match[Any, Any]) -> None:
    """Refuse a head that this match is not written with: there is one spelling of a game."""
    due = [line for line in head_lines(match)[2:] if line.split(" ")[0] in REPEATED]
    found = [(number, line) for number, line in transcript.head if line.split(" ")[0] in REPEATED]
    lacks = [(transcript.lines["commitment"], "")] * (len(due) - len(found))
    more = [""] * (len(found) - len(due))
    for (number, line), written in zip([*found, *lacks], [*due, *more], strict=True):
        if line != written:
            raise TranscriptError(transcript.path, number, say("spelling", text=line, due=written))


def replay_ply(match: Match[Any, Any], ply: PlyLine) -> None:
    """Make the move of one line; a MoveError says why it is refused."""
    _restore(match, ply, DEFAULT_LANG)


def _restore(match: Match[Any, Any], ply: PlyLine, lang: Lang) -> None:
    """Make a move that is legal and written as this match writes it."""
    game, state = match.game, match.state
    move = game.read_move(state, ply.seat, ply.text, lang, match.names)
    due = game.write_move(state, ply.seat, move, CHANCE)
    if due != ply.text:
        raise MoveError(say("spelling", text=ply.text, due=due))
    if game.narration is not None and game.narration.text_of(move):
        # What was read is legal without its words; how long they may be is a rule too.
        refusal = game.why_not(state, ply.seat, move, lang, match.names)
        if refusal is not None:
            raise IllegalMove(refusal)
    match.push(ply.seat, move)


def refused(match: Match[Any, Any], ply: PlyLine) -> LocalizedText:
    """Return why the move of a line is refused, in all languages."""
    said = {}
    for lang in LANGS:
        try:
            _restore(match, ply, lang)
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
