"""The smallest game of docs/add-a-game.md, taken from the page, keeps the protocol."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from cruachan.conformance import check_game
from cruachan.games import GAMES

PAGE = Path(__file__).parents[2] / "docs" / "add-a-game.md"
FILE = re.compile(r"^`([\w./]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture
def heap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The game of the page, installed."""
    files = dict(FILE.findall(PAGE.read_text("utf-8")))
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    info = tmp_path / "cruachan_heap-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: cruachan-heap\nVersion: 1.0\n")
    ((group, points),) = tomllib.loads(files["pyproject.toml"])["project"]["entry-points"].items()
    lines = [f"[{group}]", *(f"{name} = {value}" for name, value in points.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    GAMES.reload()
    return "heap"


def test_the_smallest_game_keeps_the_protocol(heap: str) -> None:
    report = check_game(heap)
    assert [str(fault) for fault in report.faults] == []
    assert report.played == 2
    missing = {each.key for each in report.missing}
    assert missing >= {"missing.picture", "missing.bots", "missing.language"}
