"""Files that people name, read whole: plain files of a sensible size, and nothing else."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

LARGEST = 16 * 2**20
"""Bytes; a long game has a hundredth of it."""


def read_bytes(path: Path) -> bytes:
    """What is in a file; an OSError for one that is too large, and for pipes and devices."""
    if "\0" in str(path):
        raise _error(errno.ENOENT, path)
    # A pipe that nobody writes to would else keep us waiting.
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    try:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            raise _error(errno.EISDIR if stat.S_ISDIR(found.st_mode) else errno.ESPIPE, path)
        with os.fdopen(handle, "rb", closefd=False) as file:
            content = b"" if found.st_size > LARGEST else file.read(LARGEST + 1)
        if max(found.st_size, len(content)) > LARGEST:
            raise _error(errno.EFBIG, path)
        return content
    finally:
        os.close(handle)


def _error(number: int, path: Path) -> OSError:
    return OSError(number, os.strerror(number), str(path))


def read_text(path: Path) -> str:
    """The same as a text, whatever its lines end in; a UnicodeDecodeError if it is not UTF-8."""
    return read_bytes(path).decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
