"""Frameworks never name a game: what belongs to one lies in its package, found by the registry."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import cruachan
from cruachan.games import BUILT_IN

ROOT = Path(cruachan.__path__[0])
NAMES = re.compile(rf"(?<![a-z])({'|'.join(BUILT_IN)})(?![a-z])", re.IGNORECASE)
NOT_OURS = {"built"}
"""The page as it was built, which git ignores."""


def named_in(root: Path) -> Iterator[str]:
    """Every line of a source or text below a folder that names a game."""
    for path in sorted(root.rglob("*")):
        inside = path.relative_to(root).parts
        if path.suffix not in (".py", ".toml", ".md", ".json") or set(inside) & NOT_OURS:
            continue
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if NAMES.search(line):
                yield f"{'/'.join(inside)}:{number}: {line.strip()}"


def test_no_framework_names_a_game() -> None:
    """Not in code, not in texts, not in docstrings."""
    folders = [each for each in ROOT.iterdir() if each.is_dir() and each.name != "games"]
    assert len(folders) > 8
    assert [line for folder in folders for line in named_in(folder)] == []
    assert [line for file in ROOT.glob("*.py") if NAMES.search(line := file.read_text())] == []


def test_a_name_would_be_found(tmp_path: Path) -> None:
    """The test of the test: in a key, in capitals, in a string; but not within another word."""
    (tmp_path / "a.toml").write_text(f'{BUILT_IN[0]}_die = "by die"\n', "utf-8")
    (tmp_path / "b.py").write_text(
        f'"""{BUILT_IN[-1].upper()}."""\nMIS{BUILT_IN[-1]} = 1\n', "utf-8"
    )
    assert [line.split(":")[:2] for line in named_in(tmp_path)] == [["a.toml", "1"], ["b.py", "1"]]
