"""Parses transcripts; an error names the wrong line.

The moves are not checked against the rules here; see `replayer`.
"""

from __future__ import annotations

import re
from pathlib import Path

from cruachan.engine.chance import SEED_BYTES
from cruachan.engine.errors import CruachanError, TranscriptError, reason
from cruachan.engine.files import read_bytes
from cruachan.engine.game import CHANCE
from cruachan.engine.match import Player
from cruachan.engine.notation import LETTERS
from cruachan.engine.transcript.format import (
    HEAD,
    LONGEST_LINE,
    MARK_WIDTH,
    SEVERAL,
    VERSIONS,
    Marker,
    PlyLine,
    Transcript,
    clean_entropy,
    clean_name,
    digest,
    nameless_digest,
    say,
)

DIGITS = tuple("0123456789")
NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")
HEX = re.compile(r"(?:[0-9a-f]{2})+")
KIND = re.compile(r"[a-z][a-z0-9_.:@=+-]{0,39}")
"""How a person or a bot is called; a bot need not be known here for its games to be checked."""
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
"""What no line holds: there is one spelling of a game."""


def read(path: Path, strict: bool = True, cut_off: bool = False) -> Transcript:
    """Read a file; a TranscriptError names the line that is wrong.

    With strict=False wrong marks of moves are noted, not refused: `verify` has more to say. With
    cut_off=True a last line that a crash cut off is left out: it was never reported as saved.
    """
    try:
        source = read_bytes(path).decode("utf-8")
    except FileNotFoundError:
        raise CruachanError(say("no_file", path=path)) from None
    except IsADirectoryError:
        raise CruachanError(say("folder", path=path)) from None
    except UnicodeDecodeError as error:
        raise TranscriptError(path, 1, say("no_text", byte=error.start)) from None
    except OSError as error:
        raise CruachanError(say("unread", path=path, reason=reason(error))) from None
    return parse(source, path, strict, cut_off)


def parse(source: str, path: Path, strict: bool = True, cut_off: bool = False) -> Transcript:
    """Read the text of a file, as `read` does; `path` is for error messages."""
    transcript = Transcript(path, digest=digest(source), nameless=nameless_digest(source))
    rows = source.split("\n")
    transcript.whole = rows.pop() == ""
    if not transcript.whole and not cut_off:
        raise TranscriptError(path, len(rows) + 1, say("no_end"))
    if not rows:
        raise TranscriptError(path, 1, say("empty"))
    long = next((n for n, row in enumerate(rows, 1) if len(row) > LONGEST_LINE), None)
    if long is not None:
        raise TranscriptError(path, long, say("long_line", most=LONGEST_LINE))
    marker = Marker()
    for number, row in enumerate(rows, 1):
        text, mark = _split_mark(path, number, row.removesuffix("\r"))
        transcript.intact = transcript.intact and marker.mark(text) == mark
        if CONTROL.search(row):
            raise TranscriptError(path, number, say("control"))
        is_ply = text[:1] in DIGITS
        if not transcript.intact and (strict or not (is_ply or transcript.plies)):
            raise TranscriptError(path, number, say("changed"))
        try:
            (_read_ply if is_ply else _read_head)(transcript, number, text)
        except (ValueError, LookupError):
            raise TranscriptError(path, number, say("unreadable", text=text)) from None
    if cut_off and transcript.seed is None:
        transcript.whole = transcript.whole and transcript.result is None
        transcript.result = None
    _check_head(transcript, len(rows))
    return transcript


def _split_mark(path: Path, number: int, row: str) -> tuple[str, str]:
    """Split a line into its text and its mark."""
    text, separator, mark = row.rpartition("  #")
    if number == 1 and text.split(" ")[:2] != ["cruachan", "transcript"]:
        raise TranscriptError(path, 1, say("foreign"))
    if not separator or len(mark) != MARK_WIDTH:
        raise TranscriptError(path, number, say("no_mark"))
    return text, mark


def _read_head(transcript: Transcript, number: int, text: str) -> None:
    """Read a line that is no move; a ValueError or LookupError if it cannot be read."""
    key, _, rest = text.partition(" ")
    _check_order(transcript, number, key)
    if not transcript.plies:
        transcript.head.append((number, text))
    transcript.lines.setdefault(key, number)
    match key:
        case "cruachan":
            name, version = rest.split(" ")
            _must_be(name, "transcript")
            _check_version(transcript, number, version)
        case "game":
            transcript.game, rules, version = rest.split(" ")
            transcript.rules_version = _number(version)
            _must_be(rules, "rules")
        case "board":
            transcript.board_name, _, transcript.board_digest = rest.rpartition(" ")
        case "option":
            _read_option(transcript, number, rest)
        case "seat":
            _read_seat(transcript, number, rest)
        case "commitment":
            transcript.commitment = _hex(rest).hex()
        case "chosen":
            transcript.chosen = True
            _must_be(rest, "seed")
        case "rolls":
            transcript.typed_rolls = True
            _must_be(rest, "typed")
        case "opened":
            transcript.opened = _positive(rest)
        case "edition":
            transcript.edition = _positive(rest)
        case "word":
            _read_entropy(transcript, rest)
        case "resigned":
            transcript.resigned = LETTERS.index(rest)
        case "result":
            transcript.result = rest
        case "seed":
            transcript.seed = _seed(rest)


def _check_version(transcript: Transcript, number: int, version: str) -> None:
    if version not in VERSIONS:
        known = say("version", version=version, known=list(VERSIONS))
        raise TranscriptError(transcript.path, number, known)


def _read_option(transcript: Transcript, number: int, rest: str) -> None:
    name, value = rest.split(" ")
    if name in transcript.options:
        raise TranscriptError(transcript.path, number, say("twice", key=f"option {name}"))
    transcript.options[name] = value


def _read_seat(transcript: Transcript, number: int, rest: str) -> None:
    letter, kind, name = rest.split(" ", 2)
    if letter != LETTERS[len(transcript.players)] or name != clean_name(name):
        raise ValueError
    if not KIND.fullmatch(kind):
        raise TranscriptError(transcript.path, number, say("kind", kind=kind))
    transcript.players.append(Player(name, kind))


def _read_entropy(transcript: Transcript, rest: str) -> None:
    letter, word = rest.split(" ", 1)
    seat = LETTERS.index(letter)
    if seat in transcript.entropy or seat >= len(transcript.players):
        raise ValueError
    if word != clean_entropy(word):
        raise ValueError
    transcript.entropy[seat] = word


def _must_be(text: str, due: str) -> None:
    if text != due:
        raise ValueError


def _number(text: str) -> int:
    """The number that is written so; other digits and zeros before it are another spelling."""
    if not NUMBER.fullmatch(text):
        raise ValueError
    return int(text)


def _positive(text: str) -> int:
    number = _number(text)
    if number < 1:
        raise ValueError
    return number


def _hex(text: str) -> bytes:
    if not HEX.fullmatch(text):
        raise ValueError
    return bytes.fromhex(text)


def _seed(text: str) -> bytes:
    seed = _hex(text)
    if len(seed) != SEED_BYTES:
        raise ValueError
    return seed


def _check_order(transcript: Transcript, number: int, key: str) -> None:
    """Refuse a line twice or out of its place: a file must not hold two commitments."""
    if key not in HEAD:
        raise ValueError
    rank = HEAD.index(key)
    before = max((HEAD.index(each) for each in transcript.lines), default=-1)
    if key in transcript.lines and key not in SEVERAL:
        raise TranscriptError(transcript.path, number, say("twice", key=key))
    if rank < before or (transcript.plies and rank < HEAD.index("resigned")):
        raise TranscriptError(transcript.path, number, say("misplaced", key=key))


def _read_ply(transcript: Transcript, number: int, text: str) -> None:
    """Read the line of a move; a ValueError or LookupError if it cannot be read."""
    ply, who, move = text.split(" ", 2)
    expected = len(transcript.plies) + 1
    if _number(ply) != expected or transcript.result is not None or transcript.seed is not None:
        raise TranscriptError(transcript.path, number, say("order", ply=ply, expected=expected))
    seat = CHANCE if who == "chance" else LETTERS.index(who)
    transcript.plies.append(PlyLine(number, seat, move, transcript.intact))


def _check_head(transcript: Transcript, last: int) -> None:
    """Refuse a file that lacks a line that every file has."""
    for key, value in (
        ("game", transcript.game),
        ("board", transcript.board_name),
        ("seat", transcript.players),
        ("commitment", transcript.commitment),
    ):
        if not value:
            raise TranscriptError(transcript.path, last, say("missing", key=key))
    if transcript.opened > len(transcript.plies):
        counts = {"opened": transcript.opened, "plies": len(transcript.plies)}
        raise TranscriptError(transcript.path, transcript.lines["opened"], say("opened", **counts))
    if transcript.result is not None and transcript.seed is None:
        raise TranscriptError(transcript.path, last, say("no_seed"))
