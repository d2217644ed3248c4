"""The real thing: a pseudo-terminal, with line editing, completion and Ctrl-C."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cruachan.engine import transcript
from cruachan.terminal import saves
from tests.terminal.conftest import QUICK

pexpect = pytest.importorskip("pexpect")

PROGRAM = """
import sys
from cruachan.terminal import game_loop
from cruachan.terminal.play import PlayOptions, run
game_loop.PAUSE = 0
sys.exit(run(PlayOptions(seed="x", resume=sys.argv[1] if sys.argv[1:] else None)))
"""


@pytest.fixture
def spawn() -> Iterator[Any]:
    children = []

    def start(*arguments: str) -> Any:
        child = pexpect.spawn(
            sys.executable,
            ["-c", PROGRAM, *arguments],
            dimensions=(24, 80),
            env=os.environ | QUICK | {"PROMPT_TOOLKIT_NO_CPR": "1"},
            encoding="utf-8",
            timeout=300,
        )
        children.append(child)
        return child

    yield start
    for child in children:
        child.close(force=True)


def begin(child: Any) -> None:
    for question in ("Which game", "How many players", "Begin"):
        child.expect(question)
        child.send("\r")
    child.expect("Enter: go on")
    child.send("\r")
    child.expect("number or move")


def test_playing_completing_stopping_and_going_on(spawn: Any, home: Path) -> None:
    child = spawn()
    begin(child)
    child.send("laig\t")
    child.expect("march Lai wild")
    child.send("\r")
    child.expect("marches into Laigin with 1")
    child.expect("number or move")
    child.send("mid\t\r")
    child.expect("end the turn")
    child.send("\x03")
    child.expect(r"Go on with:\s+cruachan play --resume")
    child.expect(pexpect.EOF)
    assert child.wait() == 0

    child = spawn("last")
    child.expect("end the turn")
    child.send("u\r")
    child.expect("takes back")
    child.expect("number or move")
    child.send("\x04")
    child.expect("Go on with")
    child.expect(pexpect.EOF)
    path = saves.unfinished()[0].path
    assert [ply.text for ply in transcript.read(path).plies if ply.seat == 0] == ["march Lai wild"]


def test_a_killed_program_loses_no_move(spawn: Any, home: Path) -> None:
    child = spawn()
    begin(child)
    child.send("mide wild\r")
    child.expect("marches into Mide")
    child.kill(9)
    child.expect(pexpect.EOF)
    path = saves.unfinished()[0].path
    assert transcript.read(path).plies[-1].text == "march Mid wild"
    child = spawn("last")
    child.expect("Enter: go on")
    child.send("\r")
    child.expect("play is left")
