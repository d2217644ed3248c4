"""The format of transcripts: lines, check marks at the ends of lines, fields."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cruachan.engine.match import Player
from cruachan.engine.texts import Message, message, one_line

TEXTS = "cruachan.engine"
"""The package whose texts the messages are taken from."""
VERSIONS = ("1", "2", "3", "4", "5")
"""Version 2 adds the lines `word`, `chosen seed` and `resigned`; version 3 adds `opened`; version 4
adds `edition`; version 5 adds `rolls typed`."""
HEAD = (
    "cruachan",
    "game",
    "board",
    "option",
    "seat",
    "commitment",
    "chosen",
    "rolls",
    "opened",
    "edition",
    "word",
    "resigned",
    "result",
    "seed",
)
"""The lines around the moves, in their order."""
SEVERAL = ("option", "seat", "word")
"""The lines that may occur more than once."""
LONGEST_NAME = 40
LONGEST_WORD = 60
LONGEST_LINE = 10_000
"""Characters of a line; no game writes so many."""
MARK_WIDTH = 6


def say(key: str, /, **values: Any) -> Message:
    """A message about transcripts."""
    return message(TEXTS, f"transcript.{key}", **values)


def clean_name(name: str) -> str:
    """Return a name that fits on a line: no control characters, no double spaces, not too long."""
    return one_line(name)[:LONGEST_NAME].strip() or "?"


def clean_entropy(word: str) -> str:
    """Return what a player adds to the dice as it stands in the file: on one line, not too long."""
    return one_line(word)[:LONGEST_WORD].strip()


def digest(text: str) -> str:
    """Return the SHA-256 of a whole transcript: no other game has it, whatever its dice."""
    return hashlib.sha256(text.encode()).hexdigest()


def nameless_digest(text: str) -> str:
    """Return the SHA-256 of a transcript without the names of its players and without marks: the
    same for a game whether or not a name was erased from it since."""
    lines = (_nameless(line.rpartition("  #")[0]) for line in text.splitlines())
    return digest("".join(f"{line}\n" for line in lines))


def _nameless(line: str) -> str:
    """Return the line of a seat without its player's name, and any other as it is."""
    return " ".join(line.split(" ", 3)[:3]) if line.startswith("seat ") else line


class Marker:
    """Computes the marks of lines; a mark depends on its line and all lines before it."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()

    def mark(self, text: str) -> str:
        """Return the mark of the next line."""
        self._hash.update(text.encode() + b"\n")
        return self._hash.hexdigest()[:MARK_WIDTH]

    def lines(self, texts: Iterable[str]) -> str:
        """Return the next lines with their marks."""
        return "".join(f"{text}  #{self.mark(text)}\n" for text in texts)


@dataclass(frozen=True)
class PlyLine:
    """A move as it stands in the file."""

    line: int
    seat: int
    text: str
    marked: bool
    """Whether the marks of this line and of all lines before it are right."""


@dataclass
class Transcript:
    """The content of a file, not yet checked against the rules."""

    path: Path
    game: str = ""
    rules_version: int = 0
    board_name: str = ""
    board_digest: str = ""
    options: dict[str, str] = field(default_factory=dict)
    players: list[Player] = field(default_factory=list)
    commitment: str = ""
    chosen: bool = False
    """Whether somebody chose the seed."""
    typed_rolls: bool = False
    """Whether dice and lots fell at a table and were typed in."""
    opened: int = 0
    """How many plies were taken over from another game."""
    edition: int = 0
    """Which of the stories of its server or folder it is; 0 where none is counted."""
    entropy: dict[int, str] = field(default_factory=dict)
    """What players added to the dice, by seat."""
    plies: list[PlyLine] = field(default_factory=list)
    resigned: int | None = None
    """The seat that gave up."""
    result: str | None = None
    seed: bytes | None = None
    intact: bool = True
    """Whether every mark is right."""
    whole: bool = True
    """Whether the file ends where a line ends; a crash may have cut the last one off."""
    lines: dict[str, int] = field(default_factory=dict)
    """The line numbers of the head lines, for error messages."""
    head: list[tuple[int, str]] = field(default_factory=list)
    """The lines before the moves, each with its number."""
    digest: str = ""
    """The SHA-256 of the whole text."""
    nameless: str = ""
    """The digest of the transcript without names and marks."""
