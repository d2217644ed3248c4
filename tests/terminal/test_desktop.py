"""`cruachan join --notify`: one notice for each decision, by whatever shows notices here."""

from __future__ import annotations

import os
import pty
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from cruachan.engine.game import CHANCE
from cruachan.server.client import Client
from cruachan.terminal import desktop
from cruachan.terminal.desktop import DesktopNotices, sequence, system_way
from cruachan.terminal.remote_table import RemoteTable
from tests.server.browsers import FREE, ME, person, play_turn

SENDER = '#!/bin/sh\nprintf "%s\\n" "$*" >> "$NOTICES"\n'


def heard(*waits: tuple[int, ...], status: str = "playing") -> list[str]:
    """The notices of seat 0 when these seats are waited for, one after the other."""
    told: list[str] = []
    notices = DesktopNotices(0, "Gallia", "en", lambda title, text: told.append(text))
    for number, seats in enumerate(waits):
        view = {"to_act": list(seats), "prompt": f"{number}"}
        notices.hear({"table": {"status": status}, "view": view, "rows": []})
    return told


def test_one_notice_for_each_decision() -> None:
    assert heard((0,), (0,)) == [], "what waits when she comes she sees"
    assert heard((1,), (0,), (0,), (CHANCE,), (), (0,)) == ["1"], "all parts of a turn are one"
    assert heard((1,), (0,), (1,), (0,)) == ["1", "3"]
    assert heard((1, 2), (0, 1), (0,), (2,), (0, 2)) == ["1", "4"], "several may be waited for"
    assert heard((1,), (0,), status="over") == []
    assert heard((CHANCE,), (0,)) == ["1"], "the first roll of a game is hers"


def test_messages_without_a_table_give_no_notice() -> None:
    notices = DesktopNotices(0, "Gallia", "en", lambda *_: pytest.fail("no notice"))
    notices.hear({"seq": 0, "rows": []})


def test_a_game_that_begins_with_her_turn_gives_notice() -> None:
    told: list[str] = []
    notices = DesktopNotices(0, "Gallia", "de", lambda title, text: told.append(title))
    notices.hear({"table": {"status": "open"}, "rows": []})
    notices.hear({"table": {"status": "playing"}, "view": {"to_act": [0], "prompt": "x"}})
    assert told == ["Gallia: Du bist am Zug"]


@pytest.fixture
def sender(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A `notify-send` that writes down what it is told; the file."""
    program, file = tmp_path / "notify-send", tmp_path / "notices"
    program.write_text(SENDER)
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setenv("NOTICES", str(file))
    monkeypatch.setenv("DISPLAY", ":0")
    file.touch()
    return file


def test_the_systems_program_gets_plain_text(sender: Path) -> None:
    system_way(os.environ)("Gallia: it is your turn", "<b>Lay & win</b>")
    told = sender.read_text()
    assert told == (
        "--app-name=Cruachan -- Gallia: it is your turn &lt;b&gt;Lay &amp; win&lt;/b&gt;\n"
    )
    assert desktop.strip_control("a\x1b]0;evil\x07b\n") == "a ]0;evil b"


def test_a_terminal_is_asked_where_there_is_no_desktop(monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = pty.openpty()
    with os.fdopen(theirs, "w") as terminal:
        monkeypatch.setattr(sys, "stdout", terminal)
        system_way({"PATH": "", "TERM": "xterm"})("Gallia", "Lay")
        assert os.read(ours, 100) == b"\x1b]9;Gallia Lay\a\a"
    os.close(ours)
    assert sequence("G;a", "L", {"TERM": "foot"}) == "\x1b]777;notify;G,a;L\a\a"
    wrapped = sequence("G", "L", {"TERM": "screen", "TMUX": "x"})
    assert wrapped == "\x1bPtmux;\x1b\x1b]9;G L\a\x1b\\\a"


def test_a_program_that_fails_rings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rung: list[str] = []
    monkeypatch.setattr(desktop, "_to_terminal", rung.append)
    program = tmp_path / "notify-send"
    program.write_text("#!/bin/sh\nexit 1\n")
    program.chmod(0o755)
    system_way({"PATH": str(tmp_path), "DISPLAY": ":0"})("a", "b")
    assert rung == [desktop.BELL]


def lines(file: Path, number: int) -> list[str]:
    """The notices once there are so many."""
    end = time.monotonic() + 120
    while len(found := file.read_text().splitlines()) < number:
        assert time.monotonic() < end, found
        time.sleep(0.05)
    return found


def test_a_game_gives_one_notice_for_each_turn(address: str, sender: Path) -> None:
    """Through the connection of a terminal that sits there as Ben: one as each turn begins."""
    anna, ben = person(address, "Anna"), person(address, "Ben")
    table = anna.table(ME, FREE)
    ben.act(table, "sit", name="Ben", word="b")

    def notices(far: RemoteTable) -> Any:
        return DesktopNotices(1, far.game.title, "en").hear

    client = Client(address, ben.key, "en")
    RemoteTable(client, table, 1, notices)
    anna.act(table, "start")
    turns = 0
    for _ in range(3):
        turns += play_turn(ben, table, 1)
        play_turn(anna, table, 0)
        found = lines(sender, turns + 1)
        assert len(found) == turns + 1, "the lot decides who begins: Ben now begins his next turn"
    assert all("Gallia Cisalpina: it is your turn" in each for each in found)
    client.close()
