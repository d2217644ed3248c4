"""Files that cannot be read, or should not be: a sentence, at once."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

from cruachan.engine import boardfile, files, transcript
from cruachan.engine.errors import CruachanError
from cruachan.engine.texts import LANGS

READERS = [transcript.read, boardfile.read]
AT_ONCE = 30.0
"""Seconds, on a machine that has much else to do: a pipe or a device would never end."""


def refused(read: Callable[[Path], Any], path: Path, words: str) -> None:
    """An error for people in both languages, before anybody gets impatient."""
    begun = perf_counter()
    with pytest.raises(CruachanError) as error:
        read(path)
    assert perf_counter() - begun < AT_ONCE
    assert words in str(error.value)
    assert error.value.text("de") != error.value.text("en")
    assert all(error.value.text(lang).isprintable() for lang in LANGS)


@pytest.mark.parametrize("read", READERS)
def test_a_pipe_and_an_endless_device(read: Callable[[Path], Any], tmp_path: Path) -> None:
    """Nobody waits for the one, and nobody reads the other to its end."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    refused(read, pipe, "Not a plain file")
    refused(read, Path("/dev/zero"), "Not a plain file")


@pytest.mark.parametrize("read", READERS)
def test_a_file_that_is_far_too_large(read: Callable[[Path], Any], tmp_path: Path) -> None:
    """It is not even opened up."""
    large = tmp_path / "large"
    with large.open("wb") as file:
        file.truncate(100 * files.LARGEST)
    refused(read, large, "File too large")
    large.write_bytes(b"=" * files.LARGEST)
    with pytest.raises(CruachanError) as error:
        read(large)
    assert "too large" not in str(error.value)


@pytest.mark.parametrize("read", READERS)
def test_a_name_that_no_file_can_have(read: Callable[[Path], Any]) -> None:
    for name in ("a\0b", "x" * 5000, "no\x1b[2Jwhere\n"):
        refused(read, Path(name), "")


def test_lines_may_end_as_on_any_system(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_bytes(b"eins\r\nzwei\rdrei\n")
    assert files.read_text(path) == "eins\nzwei\ndrei\n"


def test_a_seed_that_is_a_pipe_keeps_nobody_waiting(tmp_path: Path) -> None:
    golden = Path(__file__).parents[1] / "hibernia" / "golden" / "three-players.game"
    lines = golden.read_text("utf-8").splitlines(keepends=True)
    path = tmp_path / "x.game"
    path.write_text("".join(lines[:12]), "utf-8")
    os.mkfifo(transcript.seed_path(path))
    with pytest.raises(CruachanError, match="seed"):
        transcript.resume(path, lambda *_: pytest.fail("not loaded"))
