"""The file of games of a tournament: what it is, and a line for each game that is over.

A line is written whole, or is left out when the tournament goes on.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from cruachan.arena.played import Result
from cruachan.engine.errors import CruachanError
from cruachan.engine.locks import lock_file
from cruachan.engine.texts import Message, message

STEM = "arena"
GAMES, REPORT = ".games.jsonl", ".json"


def _say(key: str, /, **values: Any) -> Message:
    return message(__package__, f"kept.{key}", **values)


def paths(out: Path, *endings: str) -> list[Path]:
    """The files of a tournament: beside FILE.json, or in a folder."""
    stem = out.with_suffix("") if out.suffix == REPORT else out / STEM
    return [stem.with_name(stem.name + ending) for ending in endings]


class KeptResults:
    """The games of a tournament that are over, in a file while it is open."""

    def __init__(self, path: Path, results: dict[int, Result], file: BinaryIO) -> None:
        self.path = path
        self.results = results
        self._file = file

    def add(self, results: Iterable[Result]) -> None:
        """Keep games that have just been played."""
        news = list(results)
        self._file.write("".join(result.line() for result in news).encode())
        self._file.flush()
        os.fsync(self._file.fileno())
        self.results.update((result.number, result) for result in news)


@contextmanager
def keeping(path: Path, head: dict[str, Any], resume: bool) -> Iterator[KeptResults]:
    """The file of games, new or to go on with; a CruachanError if it is another tournament's."""
    with lock_file(path):
        if path.exists() and path.stat().st_size and not resume:
            raise CruachanError(_say("exists", path=path))
        results, size = _read(path, head) if path.exists() else ({}, 0)
        with path.open("ab") as file:
            file.truncate(size)
            if not size:
                file.write(json.dumps(head).encode() + b"\n")
            yield KeptResults(path, results, file)


def _read(path: Path, head: dict[str, Any]) -> tuple[dict[int, Result], int]:
    """The whole lines of a file, and where they end."""
    content = path.read_bytes()
    size = content.rfind(b"\n") + 1
    lines = content[:size].decode("utf-8", "replace").splitlines()
    if not lines:
        return {}, 0
    try:
        found = json.loads(lines[0])
        results = [Result.of_line(line) for line in lines[1:]]
    except (ValueError, KeyError, TypeError):
        raise CruachanError(_say("unreadable", path=path)) from None
    other = [name for name in head if not isinstance(found, dict) or found.get(name) != head[name]]
    if other:
        raise CruachanError(_say("other", path=path, what=", ".join(other)))
    return {result.number: result for result in results}, size
