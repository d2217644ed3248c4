"""Errors for people: what was wrong, where, and what to do."""

from __future__ import annotations

import errno
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cruachan.engine.texts import DEFAULT_LANG, Lang, LocalizedText, Message, brief, message


class CruachanError(Exception):
    """Anything a person can put right; its text is meant to be shown as it is.

    It is told by a message, which is said in the language of whoever reads it, or by a text that
    was made for the person who asked.
    """

    def __init__(self, said: Message | str) -> None:
        super().__init__(said)
        self.said = said

    def text(self, lang: Lang) -> str:
        """It in the reader's language, in a few lines whatever it quotes."""
        return brief(self.said.text(lang) if isinstance(self.said, Message) else self.said)

    def __str__(self) -> str:
        return self.text(DEFAULT_LANG)


REASONS = {
    errno.ENOENT: "missing",
    errno.EACCES: "denied",
    errno.EPERM: "forbidden",
    errno.EISDIR: "folder",
    errno.ENOTDIR: "no_folder",
    errno.EEXIST: "there",
    errno.ENOSPC: "full",
    errno.EROFS: "read_only",
    errno.ENAMETOOLONG: "long_name",
    errno.ESPIPE: "no_plain",
    errno.EFBIG: "large",
}


def reason(error: OSError) -> Message:
    """Why the system does not read or write a file."""
    key = REASONS.get(error.errno or 0)
    if key:
        return message(__package__, f"system.{key}")
    if error.strerror:
        return message(__package__, "system.other", says=error.strerror)
    return message(__package__, "system.unknown")


class OptionError(CruachanError):
    """A number of seats, an option or a board that the game does not have."""


class BotError(CruachanError):
    """A bot of somebody's own that cannot be had, or does not answer with a legal move."""


class CapabilityError(CruachanError):
    """A game lacks a capability that was asked for."""


class WrongBoardError(OptionError):
    """A board that is not the one a transcript names."""


class ViewerError(CruachanError):
    """A viewer that is no seat of the game, no spectator and not its owner."""


class PositionError(CruachanError):
    """A position that cannot be read, or that the rules do not allow."""


@dataclass(frozen=True)
class Refusal:
    """Why a move is not legal: the rule that refuses it, its text, and the case at hand."""

    rule: str
    text: str
    reason: str

    def __str__(self) -> str:
        return f"{self.reason} ({self.rule})"


class MoveError(CruachanError):
    """A move that was not made."""


class UnreadableMove(MoveError):
    """The words name no move of this game."""


class IllegalMove(MoveError):
    """The move is understood, and a rule refuses it."""

    def __init__(self, refusal: Refusal, said: Message | None = None) -> None:
        super().__init__(said or str(refusal))
        self.refusal = refusal


class AmbiguousMove(MoveError):
    """The words fit several things; `candidates` says which."""

    def __init__(self, message: str, candidates: Sequence[str]) -> None:
        super().__init__(message)
        self.candidates = tuple(candidates)


class StaleMove(MoveError):
    """The move answers a decision that has been taken since."""


class UndoError(MoveError):
    """There is nothing this seat may take back, or take again."""


class TranscriptError(CruachanError):
    """A transcript that cannot be trusted: in which file, on which line, for which reason."""

    def __init__(self, path: Path | str, line: int, reason: Message | LocalizedText | str) -> None:
        super().__init__(message(__package__, "transcript.at", path=path, line=line, reason=reason))
        self.path = Path(path)
        self.line = line
        self.reason = reason
