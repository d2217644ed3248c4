"""How this program is called in the shell it was started from, so that what is said works there."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from shlex import quote

NAME = "cruachan"
STARTED_BY = "CRUACHAN_STARTED_BY"
"""What somebody typed who did not call the program itself: the Makefile sets it."""


def program() -> str:
    """The program as this shell knows it: by its name, by its path, or as a module of Python."""
    started = Path(sys.argv[0])
    if started.parts[-2:] == (NAME, "__main__.py"):
        return f"{_called(Path(sys.executable))} -m {NAME}"
    return _called(started) if started.stem == NAME else NAME


def _called(path: Path) -> str:
    """A program's name if the shell finds it by that, else its path from where the shell is."""
    found = shutil.which(path.name)
    if found and Path(found).absolute() == path.absolute():
        return path.name
    moved = os.environ.get("PWD", "") != str(Path.cwd())
    return quote(str(path.absolute() if moved else path))


def command(*words: str | Path) -> str:
    """A command to be copied into the shell."""
    return " ".join([program(), *(quote(str(word)) for word in words)])


def go_on(*words: str | Path) -> str:
    """The command that goes on with a game; the last one without any words."""
    started_by = os.environ.get(STARTED_BY)
    return started_by if started_by and not words else command("play", "--resume", *words)
