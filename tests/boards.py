"""How a board file that cannot be read is told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cruachan.engine.boardfile import BoardError


def assert_told(load: Callable[[Path], object], path: Path, text: str, message: str) -> None:
    """Reading this text fails with a message that starts with the file and holds this."""
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BoardError) as error:
        load(path)
    assert str(error.value).startswith(f"{path}: ")
    assert message in str(error.value)
