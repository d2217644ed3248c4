"""A terminal at a table of a server: the same seat as anywhere else, with all it has at home."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import pexpect
import pytest

from cruachan.bench.people import SimulatedPerson
from cruachan.server.client import Client
from tests.server.running import Running

PATIENCE = 120
"""Seconds; the first hint has the search compiled."""


@pytest.fixture
def table(server: Running) -> tuple[Client, str]:
    """A table of Gallia with a free seat, and its host."""
    anna = server.client()
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "free"}]
    return anna, str(anna.create("gallia", seats)["table"])


def terminal(
    server: Running, home: Path, *arguments: str, lang: str | None = "en", **more: str
) -> Any:
    """`cruachan ...` in a terminal of its own, with more in its environment. Without a language it
    speaks that of whoever signed in."""
    environment = dict(os.environ, CRUACHAN_HOME=str(home), TERM="xterm", **more)
    environment.pop("CRUACHAN_RULES", None)
    speaking = [] if lang is None else ["--lang", lang]
    return pexpect.spawn(
        sys.executable,
        ["-m", "cruachan", *arguments, *speaking],
        env=environment,
        encoding="utf-8",
        codec_errors="replace",
        dimensions=(40, 120),
        timeout=PATIENCE,
    )


def link(server: Running, table: str) -> str:
    return f"{server.address}/t/{table}"


def wait_until(true: Any) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


def type_until(window: Any, line: str, true: Any, *others: Any) -> None:
    """Type a line until it has its effect: what comes before a question is there answers nothing.

    Meanwhile all windows are read, as a terminal does: a program whose screen nobody reads waits.
    """
    for _ in range(10):
        window.sendline(line)
        end = time.monotonic() + PATIENCE / 10
        while time.monotonic() < end:
            if true():
                return
            for each in (window, *others):
                each.expect(pexpect.TIMEOUT, timeout=0.1)
    raise AssertionError(f"{line!r} does nothing")


def seats(client: Client, table: str) -> list[Any]:
    found: list[Any] = client.table(table)["table"]["seats"]
    return found


def test_sit_down_chat_play_and_come_back(
    server: Running, table: tuple[Client, str], tmp_path: Path
) -> None:
    anna, id_ = table
    ben = terminal(server, tmp_path, "join", link(server, id_), "--name", "Ben")
    ben.expect("promise of the dice")
    ben.expect("word of yours")
    ben.sendline("swordfish")
    ben.expect("Waiting for the game to begin")
    wait_until(lambda: seats(anna, id_)[1]["name"] == "Ben")
    assert seats(anna, id_)[1]["word"] == "swordfish"
    ben.sendline("chat hello Anna")
    wait_until(lambda: any(row["kind"] == "chat" for row in anna.table(id_)["rows"]))
    anna.act(id_, "start")
    ben.expect("The game begins")
    anna.act(id_, "chat", seat=0, text="welcome")
    ben.expect("Anna: welcome")
    moved = play_until(anna, id_, 0, ben)
    assert moved
    ben.sendline("table")
    ben.expect("The table's link")
    ben.sendline("quit")
    ben.expect("Come back with")
    ben.expect(pexpect.EOF)
    again = terminal(server, tmp_path, "join", link(server, id_))
    again.expect(re.compile("Ben|Anna"))
    again.sendline("quit")
    again.expect(pexpect.EOF)
    again.close()
    assert ben.wait() == 0


def play_until(anna: Client, table: str, seat: int, other: Any) -> bool:
    """Play Anna's seat until the terminal is asked, and let it make the first move of its list."""
    for _ in range(200):
        found = anna.table(table, seat=seat)
        view = found["view"]
        if seat in view["to_act"]:
            move = view["points"][0]["moves"][0]["move"]
            anna.act(table, "move", seat=seat, answers=found["asked"], move=move)
        elif 1 - seat in view["to_act"]:
            before = found["seq"]
            other.sendline("hint")
            type_until(other, "1", lambda before=before: anna.table(table)["seq"] > before)
            return True
    return False


def test_the_same_seat_in_a_terminal_and_elsewhere(
    server: Running, table: tuple[Client, str], tmp_path: Path
) -> None:
    anna, id_ = table
    ben = server.client()
    ben.act(id_, "sit", name="Ben")
    anna.act(id_, "start")
    key = anna.post(f"/tables/{id_}/keys", seat=0)["key"]
    window = terminal(server, tmp_path, "join", f"{link(server, id_)}#{key}")
    window.expect("Anna")
    time.sleep(1)
    found = anna.table(id_, seat=0)
    mover, client = (0, anna) if 0 in found["view"]["to_act"] else (1, ben)
    view = client.table(id_, seat=mover)
    text = view["view"]["points"][0]["moves"][0]["move"]
    client.act(id_, "move", seat=mover, answers=view["asked"], move=text)
    told = anna.table(id_, seat=0)["rows"][-1]["told"]
    window.expect(re.escape(told.split()[0]))
    window.sendline("quit")
    window.expect(pexpect.EOF)
    window.close()


def test_watching_a_whole_game_in_plain_lines(server: Running, tmp_path: Path) -> None:
    anna = server.client()
    kinds = [{"kind": "me", "name": "Anna"}, {"kind": "random"}, {"kind": "random"}]
    id_ = str(anna.create("hibernia", kinds, bot_pace=0)["table"])
    watcher = terminal(server, tmp_path, "watch", link(server, id_), "--plain")
    anna.act(id_, "start")
    person = SimulatedPerson(anna, id_, 0, "watched")
    person.start()
    person.join(timeout=240)
    assert person.failed is None
    watcher.expect("Checked on this computer", timeout=120)
    watcher.expect(pexpect.EOF)
    assert watcher.wait() == 0


@pytest.mark.parametrize("arguments", [("join", "nonsense"), ("watch", "http://127.0.0.1:1/t/x")])
def test_a_link_that_leads_nowhere_is_said(
    server: Running, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    lost = terminal(server, tmp_path, *arguments)
    lost.expect(["is no link", "Nobody answers"])
    lost.expect(pexpect.EOF)
    assert lost.wait() == 2


def test_a_full_table_can_be_watched(
    server: Running, table: tuple[Client, str], tmp_path: Path
) -> None:
    id_ = table[1]
    server.client().act(id_, "sit", name="Ben")
    late = terminal(server, tmp_path, "join", link(server, id_), "--name", "Cy")
    late.expect("no free seat")
    late.expect("watch")
    late.expect(pexpect.EOF)
    assert late.wait() == 2


def test_a_table_is_set_from_the_terminal_and_played(server: Running, tmp_path: Path) -> None:
    anna = terminal(
        server, tmp_path, "invite", "gallia", "--server", server.address, "--name", "Anna"
    )
    anna.expect("link for your friends: (http[^ \\r]+)")
    found = anna.match[1].rpartition("/")[2]
    anna.expect("'start' begins the game")
    anna.sendline("start")
    anna.expect("still free")
    ben = server.client()
    ben.act(found, "sit", name="Ben")
    anna.expect("Ben sits down")
    anna.sendline("start")
    anna.expect("The game begins")
    wait_until(lambda: ben.table(found)["table"]["status"] == "playing")
    assert seats(ben, found)[0]["word"]
    anna.sendline("quit")
    anna.expect(pexpect.EOF)
    anna.close()


def test_two_people_in_two_terminals_and_a_game_that_verifies(
    server: Running, tmp_path: Path
) -> None:
    anna = terminal(
        server, tmp_path / "a", "invite", "gallia", "--server", server.address, "--name", "Anna"
    )
    anna.expect("link for your friends: (http[^ \\r]+)")
    found = anna.match[1]
    ben = terminal(server, tmp_path / "b", "join", found, "--name", "Ben")
    ben.expect(r"promise of the dice:\s+([0-9a-f]{64})")
    promise = ben.match[1]
    ben.expect("word of yours")
    ben.sendline("")
    anna.expect("Ben sits down")
    anna.sendline("start")
    for window in (anna, ben):
        window.expect("The game begins")
    watcher = server.client()
    id_ = found.rpartition("/")[2]
    for _ in range(4):
        waited = watcher.table(id_)["view"]["to_act"]
        before = watcher.table(id_)["seq"]
        moved = partial(lambda at: watcher.table(id_)["seq"] > at, before)
        type_until((anna, ben)[waited[0]], "1", moved, anna, ben)
        (anna, ben)[waited[0]].sendline("")
        time.sleep(0.5)
    anna.sendline("table resign")
    for window in (anna, ben):
        window.expect("Anna has given up")
        window.expect("Checked on this computer")
        window.expect(pexpect.EOF)
        assert window.wait() == 0
    path = tmp_path / "both.game"
    path.write_text(watcher.get(f"/tables/{id_}/transcript"))
    command = [sys.executable, "-m", "cruachan", "verify", str(path), "--promise"]
    assert subprocess.run([*command, promise], timeout=PATIENCE).returncode == 0
    assert subprocess.run([*command, "0" * 64], timeout=PATIENCE).returncode != 0


def test_join_notify_tells_the_desktop(
    server: Running, table: tuple[Client, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one starts it: the system's program is run when it is Ben's turn, and not before."""
    anna, id_ = table
    program, told = tmp_path / "notify-send", tmp_path / "told"
    program.write_text('#!/bin/sh\nprintf "%s\\n" "$*" >> "$NOTICES"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setenv("NOTICES", str(told))
    monkeypatch.setenv("DISPLAY", ":0")
    ben = terminal(server, tmp_path, "join", link(server, id_), "--name", "Ben", "--notify")
    ben.expect("word of yours")
    ben.sendline("swordfish")
    ben.expect("Waiting for the game to begin")
    wait_until(lambda: seats(anna, id_)[1]["name"] == "Ben")
    assert not told.exists()
    anna.act(id_, "start")
    while 0 in (seen := anna.table(id_, seat=0))["view"]["to_act"]:
        move = seen["view"]["points"][0]["moves"][0]["move"]
        anna.act(id_, "move", seat=0, answers=seen["asked"], move=move)
    wait_until(told.exists)
    wait_until(lambda: "it is your turn" in told.read_text())
    assert len(told.read_text().splitlines()) == 1
    ben.close(force=True)
