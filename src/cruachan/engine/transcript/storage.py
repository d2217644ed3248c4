"""Stores matches on disk: appends new plies, and resumes after a crash.

While a game runs, its seed lies in a file of its own beside the transcript.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from cruachan.engine.chance import commitment
from cruachan.engine.errors import CruachanError
from cruachan.engine.files import read_bytes, read_text, safe_write
from cruachan.engine.game import CHANCE
from cruachan.engine.match import Match
from cruachan.engine.notation import seat_letter
from cruachan.engine.plies import Ply
from cruachan.engine.transcript.format import Marker, Transcript, say
from cruachan.engine.transcript.reader import read
from cruachan.engine.transcript.replayer import Loader, replay
from cruachan.engine.transcript.writer import head_lines, ply_lines, tail_lines


def seed_path(path: Path) -> Path:
    """Return where the seed of a running match is stored."""
    return path.with_name(path.name + ".seed")


class TranscriptWriter:
    """Writes a match to its file, so that it can go on after a crash.

    New moves are appended and are on disk (fsync) before `save` returns. The file is written anew
    only after an undo, or when another player took a seat.
    """

    def __init__(self, match: Match[Any, Any], path: Path) -> None:
        self.match = match
        self.path = path
        self._marker = Marker()
        self._size = 0
        """How many bytes of the file this writer knows."""
        self._head: list[str] = []
        self._last: Ply[Any] | None = None
        self._plies = 0
        self._over = False

    @classmethod
    def of(cls, transcript: Transcript, match: Match[Any, Any]) -> TranscriptWriter:
        """Return the writer of a match that was read from its file and goes on there."""
        writer = cls(match, transcript.path)
        if transcript.whole and transcript.result is None:
            rows = enumerate(transcript.plies, 1)
            plies = (f"{number} {seat_letter(ply.seat)} {ply.text}" for number, ply in rows)
            writer._size = len(writer._marker.lines([*head_lines(match), *plies]).encode())
            writer._remember(len(transcript.plies))
        return writer

    def save(self) -> None:
        """Write everything to disk that is not there yet."""
        match = self.match
        if match.seed is not None and not match.outcome:
            self._save_seed(match.seed)
        if not (self._can_append() and self._append()):
            self._rewrite()
        if match.outcome:
            seed_path(self.path).unlink(missing_ok=True)

    def _save_seed(self, seed: bytes) -> None:
        """Write the seed beside the file; the seed of another game there is no longer needed."""
        secret = seed_path(self.path)
        with suppress(OSError):
            if read_bytes(secret).strip() == seed.hex().encode():
                return
        safe_write(secret, seed.hex() + "\n", private=True)

    def _can_append(self) -> bool:
        """Whether all lines of the file still hold, and the file may stay as private as it is."""
        history = self.match.history
        if self.match.game.secrets and self.match.outcome:
            return False
        if self._head != head_lines(self.match) or self._over or self._plies > len(history):
            return False
        return not self._plies or history[self._plies - 1] is self._last

    def _append(self) -> bool:
        """Append what is new; return False if somebody else changed or removed the file."""
        texts = [*ply_lines(self.match, self._plies, CHANCE), *tail_lines(self.match)]
        if not texts:
            return True
        try:
            handle = os.open(self.path, os.O_WRONLY | os.O_APPEND)
        except FileNotFoundError:
            return False
        with os.fdopen(handle, "ab") as file:
            if file.tell() != self._size:
                return False
            added = self._marker.lines(texts).encode()
            file.write(added)
            file.flush()
            os.fsync(file.fileno())
        self._size += len(added)
        self._remember(len(self.match.history))
        return True

    def _holds_secrets(self) -> bool:
        """Whether the file holds what not all players may know yet."""
        return self.match.game.secrets and self.match.outcome is None

    def _rewrite(self) -> None:
        self._marker = Marker()
        texts = [
            *head_lines(self.match),
            *ply_lines(self.match, 0, CHANCE),
            *tail_lines(self.match),
        ]
        source = self._marker.lines(texts)
        safe_write(self.path, source, private=self._holds_secrets())
        self._size = len(source.encode())
        self._remember(len(self.match.history))

    def _remember(self, plies: int) -> None:
        """Remember what is in the file."""
        self._head = head_lines(self.match)
        self._plies = plies
        self._last = self.match.history[plies - 1] if plies else None
        self._over = self.match.outcome is not None


def save(match: Match[Any, Any], path: Path) -> None:
    """Write a match to a file as it is now."""
    TranscriptWriter(match, path).save()


def resume(path: Path, load: Loader) -> TranscriptWriter:
    """Read the match of a file and its seed; return the writer that goes on there."""
    transcript = read(path, cut_off=True)
    secret = seed_path(path)
    if transcript.seed is None:
        try:
            transcript.seed = bytes.fromhex(read_text(secret).strip())
        except (OSError, ValueError):
            raise CruachanError(say("lost_seed", path=path, secret=secret)) from None
    if commitment(transcript.seed) != transcript.commitment:
        raise CruachanError(say("other_seed", path=path, secret=secret))
    return TranscriptWriter.of(transcript, replay(transcript, load))
