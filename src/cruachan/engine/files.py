"""Reads files named by people, up to a maximum size; writes files atomically."""

from __future__ import annotations

import errno
import os
import secrets
import stat
from pathlib import Path

LARGEST = 16 * 2**20
"""Bytes; a long game has a hundredth of it."""
HALF_WRITTEN = ".new"
"""The suffix of a file that is not in its place yet."""


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
    """The text of a file, whatever its lines end in; a UnicodeDecodeError if it is not UTF-8."""
    return read_bytes(path).decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")


def safe_write(path: Path, text: str | bytes, private: bool = False) -> None:
    """Write a file atomically (fsync, then rename); only its owner may read a private one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.parent / f".{path.name}.{secrets.token_hex(4)}{HALF_WRITTEN}"
    try:
        handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600 if private else 0o666)
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode() if isinstance(text, str) else text)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
