"""Odd terminals and odd answers: the game goes on, and nothing odd is shown."""

from __future__ import annotations

import os
import shutil
import sys
import termios
import time
from pathlib import Path
from typing import Any

import pytest

from cruachan.bots import bots_of
from cruachan.engine.texts import LANGS, Lang
from cruachan.engine.transcript import digest
from cruachan.games import GAMES, load_game
from cruachan.terminal import shell
from cruachan.terminal.play import PlayOptions, run
from tests.terminal.conftest import QUICK, Play, make_screen

pexpect = pytest.importorskip("pexpect")

ROOT = Path(__file__).parents[2]
DIGITS = "3" * 5000
LOOKS = ["", "help", "board", "moves", "log", "rules 3", "hint", "? 1", "lands", "runes", "1", "1"]
ODD = [
    *(DIGITS, f"-{DIGITS}", f"{DIGITS}:{DIGITS}", f"? {DIGITS}", f"rules {DIGITS}"),
    *(f"log {DIGITS}", f"story {DIGITS}", f"bot {DIGITS}", f"person {DIGITS}", f"save {DIGITS}"),
    *("\x1b[2J", "a\x00b", "save a\x00b", "²", "٣", "\u202e", "1 \x07 2", "log ²"),
]


def table(game: str) -> tuple[str, ...]:
    """A person and as many bots as are needed."""
    loaded = load_game(game)
    return ("person:Anna", *[bots_of(loaded)[-1]] * (loaded.players[0] - 1))


@pytest.mark.parametrize("width", [1, 4, 11, 16, 19, 22, 24])
@pytest.mark.parametrize("game", GAMES)
def test_a_very_narrow_terminal(game: str, width: int, tmp_path: Path) -> None:
    """It looks poor, but it is a game."""
    screen = make_screen([*LOOKS, "quit"], width)[0]
    lang: Lang = LANGS[width % 2]
    out = tmp_path / "x.game"
    options = PlayOptions(game=game, players=table(game), seed="x", out=out, lang=lang)
    assert run(options, screen) == 0
    assert out.exists()


@pytest.mark.parametrize("game", GAMES)
def test_odd_answers_in_a_game(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was typed is not shown raw, and never more than a few lines of it."""
    monkeypatch.chdir(tmp_path)
    for lang in LANGS:
        screen, output = make_screen([*ODD, "quit"])
        screen.echo = False
        out = tmp_path / f"{lang}.game"
        options = PlayOptions(game=game, players=table(game), seed="x", out=out, lang=lang)
        assert run(options, screen) == 0
        said = output.getvalue()
        assert said.replace("\n", "").isprintable()
        assert "3" * 1001 not in said.replace("\n", "")


@pytest.mark.parametrize("answer", [DIGITS, "²", "\x1b", "-1", "1 1"])
def test_odd_answers_before_a_game(answer: str, play: Play) -> None:
    """At every question; the last one takes a name, and cuts it."""
    lines = [part for _ in range(2) for part in (answer, "", answer, "")]
    evening = play([*lines, "", "quit"], game=None, players=(), out=None, seed=None)
    assert evening.code == 0
    assert "Traceback" not in evening.text


# How the program is called


def started(monkeypatch: pytest.MonkeyPatch, by: str, cwd: Path, path: str = "") -> str:
    monkeypatch.chdir(cwd)
    monkeypatch.setenv("PWD", str(cwd))
    monkeypatch.setenv("PATH", path)
    monkeypatch.setattr(sys, "argv", [by, "play"])
    return shell.program()


def test_the_program_is_called_as_the_shell_knows_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = tmp_path / "my env" / "bin" / "cruachan"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    found = str(program.parent)
    assert started(monkeypatch, str(program), tmp_path, found) == "cruachan"
    assert started(monkeypatch, "my env/bin/cruachan", tmp_path) == "'my env/bin/cruachan'"
    assert started(monkeypatch, str(program), tmp_path) == f"'{program}'"
    assert started(monkeypatch, "-c", tmp_path) == "cruachan"
    module = "/lib/cruachan/__main__.py"
    assert started(monkeypatch, module, tmp_path) == f"{sys.executable} -m cruachan"
    monkeypatch.setenv("PWD", "/")
    monkeypatch.setattr(sys, "argv", ["my env/bin/cruachan"])
    assert shell.command("verify", Path("a b.game")) == f"'{program}' verify 'a b.game'"


SETTLED = 2.0
"""Seconds for which a terminal is in raw mode when it waits for a person."""


def made(target: str, folder: Path) -> Any:
    """`make TARGET` at a terminal without a browser, where set-up is done and the page is built."""
    browsers = ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")
    environment: dict[str, Any] = os.environ | QUICK | {"PROMPT_TOOLKIT_NO_CPR": "1"}
    environment = {name: text for name, text in environment.items() if name not in browsers}
    ready = folder / "venv"
    (ready / "bin").mkdir(parents=True)
    (ready / ".ready").touch()
    program = ready / "bin" / "cruachan"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m cruachan "$@"\n')
    program.chmod(0o755)
    return pexpect.spawn(
        "make",
        ["--assume-old=src/cruachan/server/built/index.html", target, f"VENV={ready}"],
        cwd=str(ROOT),
        env=environment,
        dimensions=(24, 100),
        encoding="utf-8",
        timeout=300,
    )


def wait_for_raw_mode(child: Any) -> None:
    """Until Ctrl-C is a key for the program, and stays one; before, the terminal makes a signal of
    it, of which `make` dies too. Between two questions it is a signal for a moment again."""
    end = time.monotonic() + 300
    since = time.monotonic()
    while time.monotonic() < since + SETTLED:
        assert time.monotonic() < end, child.before
        if termios.tcgetattr(child.child_fd)[3] & termios.ISIG:
            since = time.monotonic()
        time.sleep(0.02)


def stopped(child: Any, typed: str) -> None:
    """Somebody begins a game, stops it, and is told to type the same again; nothing else of it is
    known to the shell."""
    asked = r"\? \[|Begin\?|makes one.{0,20}up\):|erfindet.{0,20}eines\):"
    while child.expect([asked, "number or move|Enter: go on|Nummer"]) == 0:
        child.send("\r")
    wait_for_raw_mode(child)
    child.send("\x03")
    child.expect(rf"{typed}\r\n")
    child.expect(pexpect.EOF)
    assert child.wait() == 0


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
def test_make_terminal_says_what_works_there(home: Path, tmp_path: Path) -> None:
    stopped(made("terminal", tmp_path), "make terminal")


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
def test_make_play_says_the_address_and_offers_the_terminal(home: Path, tmp_path: Path) -> None:
    child = made("play", tmp_path)
    child.expect(r"http://127.0.0.1:\d+")
    child.expect("Enter to play in this terminal|in diesem Terminal zu spielen")
    child.send("\r")
    stopped(child, "make play")


def test_a_game_that_is_over_says_what_can_be_done_with_it(play: Play, tmp_path: Path) -> None:
    """Each command on a line of its own, whole, so that it can be copied."""
    out = tmp_path / "a folder with a rather long name" / "x.game"
    bots = ("greedy:Bob", "greedy:Cu", "greedy:Dana")
    evening = play(["q"], players=bots, seats=3, out=out, seed=None, width=40, board=None)
    lines = evening.text.splitlines()
    promise = [line.split()[1] for line in out.read_text().splitlines() if "commitment" in line]
    checks = f"--promise {promise[0]} --digest {digest(out.read_text())}"
    assert f"  cruachan verify '{out}' {checks}" in lines
    assert f"  cruachan draw '{out}' --out x.svg" in lines
    assert not any("cruachan saga" in line for line in lines)
