"""A table in a test: lines go in, text comes out."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from cruachan.server.tables.pace import TablePace
from cruachan.server.tables.service import TableService
from cruachan.terminal.play import PlayOptions, run
from cruachan.terminal.screen import Screen
from tests.server.browsers import OPEN
from tests.server.inside import InProcessServers

QUICK = {"CRUACHAN_RULES": "interpreted"}
"""What a process of its own needs, so that it does not compile first."""
FOUR = ("person:Anna", "greedy:Bob", "greedy:Cu", "greedy:Dana")


@dataclass(frozen=True)
class Evening:
    """How a scripted session went."""

    code: int
    text: str
    path: Path

    @property
    def flat(self) -> str:
        """The text without line breaks, for sentences that were wrapped."""
        return " ".join(self.text.split())


Play = Callable[..., Evening]


def make_screen(lines: Iterable[str], width: int = 80) -> tuple[Screen, io.StringIO]:
    output = io.StringIO()
    console = Console(file=output, width=width, height=24, color_system=None)
    return Screen(console, iter(lines), echo=True), output


async def _begin_to_roll(service: TableService) -> None:
    TablePace(service, service.workers)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server in this process, at which chance and bots move as they do elsewhere."""
    with InProcessServers(1) as opened:
        opened.do(_begin_to_roll(opened.services[0]))
        yield opened.addresses[0]
    while OPEN:
        OPEN.pop().close()


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    monkeypatch.setenv("CRUACHAN_HOME", str(folder))
    return folder


@pytest.fixture
def play(tmp_path: Path) -> Play:
    """Play these lines, each time in a new file unless something else is said."""

    numbers = count(1)

    def go(lines: Iterable[str], width: int = 80, **options: Any) -> Evening:
        path = options.get("resume") or options.get("out") or tmp_path / f"{next(numbers)}.game"
        if "resume" not in options:
            options = {"players": FOUR, "seed": "x", "game": "hibernia", "out": path} | options
            if options["game"] == "hibernia":
                options.setdefault("board", "ireland")
        screen, output = make_screen(lines, width)
        code = run(PlayOptions(**options), screen)
        return Evening(code, output.getvalue(), path)

    return go
