"""Other systems: everything loads and starts where the modules of Unix do not exist."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

UNIX = ("fcntl", "grp", "httptools", "posix_ipc", "pwd", "resource", "termios", "tty", "uvloop")
"""Modules that Windows does not have; of posix itself Python cannot do without."""
SIGNALS = ("SIGPIPE", "SIGHUP", "SIGQUIT", "SIGSTOP", "SIGCONT")
HIDDEN = f"""
import filelock, multiprocessing.resource_tracker, pathlib, platformdirs, shutil, subprocess
import os, signal, sys, tarfile
sys.modules.update(dict.fromkeys({UNIX!r}))
for name in {SIGNALS!r}:
    vars(signal).pop(name, None)
for name in ("getuid", "killpg", "sched_getaffinity"):
    vars(os).pop(name, None)
"""
"""The standard library's own modules choose by the system, so they are loaded before."""

EVERYTHING = """
import pkgutil
os.environ["CRUACHAN_RULES"] = "interpreted"
import cruachan
skipped = ("cruachan.__main__", "cruachan.server.store.migrations",
           "cruachan.server.api.slow_clients",  # It is loaded only where httptools is,
           "cruachan.envs.sb3")  # and this where Stable-Baselines3 is.
names = [each.name for each in pkgutil.walk_packages(cruachan.__path__, "cruachan.")]
for name in names:
    if not name.startswith(skipped):
        __import__(name)
print(len(names) > 300)
"""


def hidden(code: str, *arguments: str) -> list[str]:
    return [sys.executable, "-c", HIDDEN + code, *arguments]


def test_every_module_loads() -> None:
    done = subprocess.run(hidden(EVERYTHING), capture_output=True, text=True, check=False)
    assert (done.stderr, done.stdout) == ("", "True\n")


COMMAND = 'sys.argv[0] = "cruachan"; from cruachan.cli import main; main()'
GAME = str(Path(__file__).parent / "hibernia" / "golden" / "four-players.game")


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        (("simulate", "hibernia", "--games", "20"), "20 games of hibernia"),
        (("verify", GAME), "rolls"),
        (("draw", "gallia"), "<svg"),
        (("learn",), "cruachan learn"),
        (("play", "hibernia", "--seats", "3", "--plain"), "At the table:"),
    ],
)
def test_commands_work(tmp_path: Path, typed: tuple[str, ...], words: str) -> None:
    done = subprocess.run(
        hidden(COMMAND, *typed),
        env=os.environ | {"CRUACHAN_HOME": str(tmp_path), "LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert words in done.stdout, done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "log").exists()


def test_a_server_starts_and_answers(tmp_path: Path) -> None:
    with subprocess.Popen(
        hidden(COMMAND, "serve", "--port", "0", "--data", str(tmp_path), "--lang", "en"),
        env=os.environ | {"CRUACHAN_RULES": "interpreted"},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found is not None
            answer = httpx.get(f"{found[0]}/api/games", timeout=60)
            assert answer.status_code == 200
            assert "hibernia" in answer.text
        finally:
            process.terminate()
