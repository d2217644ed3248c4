"""Locks on files that one program at a time may have open."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from cruachan.engine.errors import CruachanError
from cruachan.engine.files import HALF_WRITTEN
from cruachan.engine.texts import message


@contextmanager
def lock_file(path: Path) -> Iterator[None]:
    """Hold a file against all other programs; a CruachanError names the process that has it.

    Take the lock before reading the file: what another program adds meanwhile would be lost.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    lock_path = path.with_name(f".{path.name}.lock")
    lock = FileLock(lock_path, blocking=False)
    try:
        lock.acquire()
    except Timeout:
        process = lock_path.read_text("ascii", "replace") if lock_path.exists() else ""
        held = message(__package__, "transcript.held", path=path, process=process or "?")
        raise CruachanError(held) from None
    try:
        lock_path.write_text(str(os.getpid()), "ascii")
        _remove_half_written(path)
        yield
    finally:
        lock_path.unlink(missing_ok=True)
        lock.release()


def _remove_half_written(path: Path) -> None:
    """Remove what a program that was killed had half written."""
    for half in path.parent.glob(f".{glob.escape(path.name)}*{HALF_WRITTEN}"):
        half.unlink(missing_ok=True)
