"""What goes wrong ends in a sentence: odd options, closed streams, faults of our own, Ctrl-C."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cruachan import cli as cli_module
from cruachan.cli import faults
from cruachan.engine.texts import LANGS, LONGEST_SAID, Lang
from tests import warm

GOLDEN = Path(__file__).parent / "hibernia" / "golden"
DIGITS = "7" * 5000
ODD_ARGUMENTS = [
    ("simulate", "hibernia", "--seed", "-1"),
    ("simulate", "hibernia", "--seed", DIGITS),
    ("simulate", "hibernia", "--seats", "1000000000"),
    ("simulate", "hibernia", "--seats", "-3"),
    ("simulate", "hibernia", "--seats", DIGITS),
    ("simulate", "hibernia", "--seats", "4", "--bots", "random,random"),
    ("simulate", "hibernia", "--games", DIGITS),
    ("simulate", "hibernia", "--option", f"harder={DIGITS}"),
    ("simulate", DIGITS),
    ("play", "hibernia", "--seats", "1000000000"),
    ("play", "hibernia", "--seats", DIGITS),
    ("play", "hibernia", "--seats", "0"),
    ("play", "hibernia", "--seats", "9", "--player", "person:Anna", "--player", "greedy"),
    ("play", "hibernia", "--player", f"person:{DIGITS}", "--player", "x\n\x1b[2J"),
    ("draw", "hibernia", "--position", DIGITS),
    ("draw", "hibernia", "--position", f"4 a {DIGITS} a:? a@0=9+3:Air1"),
    ("draw", "shent", "--position", f"1 {DIGITS} 2"),
    ("draw", str(GOLDEN / "three-players.game"), "--ply", DIGITS),
    ("draw", "\x1b[2J\n\x07"),
    ("board", "new", "shent", "--lands", DIGITS),
    ("board", "new", "shent", "--seed", DIGITS),
    ("verify", "/dev/zero"),
    ("verify", str(GOLDEN / "three-players.game"), "--promise", DIGITS),
    ("verify", DIGITS),
    ("saga", "/dev/zero"),
    ("board", "check", "/dev/zero"),
    (DIGITS,),
]


def cruachan(
    *arguments: str, closed: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    """The program in a process of its own; a shell can close its streams."""
    environment = os.environ | {"CRUACHAN_RULES": "interpreted"} | environment
    if not closed:
        return warm.run(*arguments, env=environment)
    command = [sys.executable, "-W", "error", "-m", "cruachan", *arguments]
    return subprocess.run(
        ["sh", "-c", f'exec "$@" {closed}', "sh", *command],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        timeout=300,
    )


def is_a_sentence(said: str) -> None:
    """One line of moderate length that a screen can show."""
    assert said.endswith("\n")
    assert said[:-1].isprintable()
    assert 0 < len(said) < LONGEST_SAID + 10
    assert "Traceback" not in said


@pytest.mark.parametrize("arguments", ODD_ARGUMENTS, ids=lambda args: " ".join(args)[:50])
def test_odd_arguments_end_in_a_sentence(arguments: tuple[str, ...], tmp_path: Path) -> None:
    """In the reader's language, at once, with an exit code that says so."""
    said: dict[Lang, str] = {}
    for lang in LANGS:
        done = cruachan(*arguments, "--lang", lang, CRUACHAN_HOME=str(tmp_path))
        assert done.returncode == 2, done.stderr[:500]
        is_a_sentence(done.stderr)
        said[lang] = done.stderr
    assert said["en"] != said["de"]
    assert not list(tmp_path.rglob("*.txt"))


@pytest.mark.parametrize("closed", ["<&-", ">&-"])
@pytest.mark.parametrize("lang", LANGS)
def test_play_with_closed_streams(lang: Lang, closed: str, tmp_path: Path) -> None:
    done = cruachan("play", "--lang", lang, closed=closed, CRUACHAN_HOME=str(tmp_path))
    assert done.returncode == 2
    is_a_sentence(done.stderr)
    assert {"en": "closed", "de": "geschlossen"}[lang] in done.stderr


def test_nobody_who_reads_along_is_no_error() -> None:
    done = subprocess.run(
        ["sh", "-c", '"$@" | head -c 10', "sh", sys.executable, "-m", "cruachan", "draw"],
        env=os.environ | {"CRUACHAN_RULES": "interpreted"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("<svg xmlns", "")


BROKEN = """
import sys
from cruachan import cli, games
def picture(*_):
    raise RuntimeError("not \\x1b[2J foreseen")
games.picture = picture
sys.argv = ["cruachan", "draw", "hibernia", "--lang", sys.argv[1]]
cli.main()
"""


def broken(lang: Lang, home: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", BROKEN, lang],
        env=os.environ | {"CRUACHAN_RULES": "interpreted", "CRUACHAN_HOME": str(home)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("lang", LANGS)
def test_a_fault_of_our_own_is_reported_in_a_file(lang: Lang, tmp_path: Path) -> None:
    """A person sees a sentence and where the report lies, whoever mends it has the traceback."""
    done = broken(lang, tmp_path)
    assert done.returncode == 70
    is_a_sentence(done.stderr)
    (report,) = (tmp_path / "log").iterdir()
    assert str(report) in done.stderr
    assert report.stat().st_mode & 0o077 == 0
    assert "Traceback" in report.read_text("utf-8")
    assert "in picture" in report.read_text("utf-8")
    assert f"arguments: ['draw', 'hibernia', '--lang', '{lang}']" in report.read_text("utf-8")


def test_a_fault_that_cannot_be_reported_is_told_at_least(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    done = broken("en", tmp_path / "file")
    assert done.returncode == 70
    is_a_sentence(done.stderr)
    assert "no report could be written" in done.stderr


def test_a_fault_in_a_game_leaves_the_game_on_disk(tmp_path: Path) -> None:
    """And says how it goes on."""
    code = """
import sys
from cruachan import cli
from cruachan.terminal import story
def ending(*_):
    raise RuntimeError
story.TurnLog.paragraphs = ending
sys.argv = ["cruachan", "play", "hibernia", "--player", "person:Anna", "--lang", "en"]
cli.main()
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"CRUACHAN_RULES": "interpreted", "CRUACHAN_HOME": str(tmp_path)},
        input="\n1\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 70
    is_a_sentence(done.stderr)
    (game,) = (tmp_path / "games").glob("*.game")
    assert f"The game is kept in {game}." in done.stdout
    assert re.search(r"Go on with:\n  .*cruachan play --resume\n", done.stdout)


# Ctrl-C

FINALIZER = """
import signal, sys, time
from cruachan.cli.faults import hear_interrupts
class Loaded:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)
        time.sleep(0.01)
hear_interrupts()
try:
    Loaded()
    time.sleep(600)
except KeyboardInterrupt:
    print("heard")
"""


def test_an_interrupt_in_a_finalizer_is_heard() -> None:
    """Python would drop it there, and the program went on as if nobody had pressed Ctrl-C."""
    done = subprocess.run([sys.executable, "-c", FINALIZER], capture_output=True, text=True,
                          check=True, timeout=300)  # fmt: skip
    assert (done.stdout, done.stderr) == ("heard\n", "")


@pytest.mark.parametrize("after", [0.4, 0.8, 1.2, 1.8, 2.6, 3.5])
def test_an_interrupt_while_rules_are_loaded_ends_the_program(after: float) -> None:
    """Whenever it comes; on a slow machine Python itself may not have begun yet."""
    process = subprocess.Popen(
        [sys.executable, "-m", "cruachan", "simulate", "hibernia", "--games", "2000000000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        time.sleep(after)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=300)
    finally:
        process.kill()
    begun = "Fatal Python error: init_" not in said
    assert process.returncode in (130, -signal.SIGINT) or not begun
    assert "Traceback" not in said or process.returncode == -signal.SIGINT or not begun


def test_what_fails_after_a_dropped_interrupt_was_interrupted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The compiler goes on without what the interrupt kept it from, and stumbles over it."""

    def stumble(*_: object, **__: object) -> None:
        faults.DROPPED.set()
        raise RuntimeError("no compiled object yet")

    monkeypatch.setattr(cli_module, "spoken", lambda *_: stumble)
    try:
        with pytest.raises(SystemExit) as stopped:
            cli_module.main()
    finally:
        faults.DROPPED.clear()
    assert stopped.value.code == 130
    assert "no compiled object" not in capsys.readouterr().err
