"""A program that starts warm is the program that starts cold."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests import warm

INTERPRETED = os.environ | {"CRUACHAN_RULES": "interpreted"}
PROGRAM = """
import os, sys, warnings
print(sys.argv[1:], os.getcwd(), os.environ["SAID"], sys.stdin.read(), flush=True)
print("complained", file=sys.stderr)
if sys.argv[1:] == ["warn"]:
    warnings.warn("odd", UserWarning)
sys.exit(7)
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "program.py"
    path.write_text(PROGRAM)
    return path


@pytest.mark.parametrize("arguments", [("--help",), ("draw", "nothing"), ("no-such-command",)])
def test_it_says_the_same_and_ends_the_same(arguments: tuple[str, ...]) -> None:
    cold = subprocess.run(
        [sys.executable, "-W", "error", "-m", "cruachan", *arguments],
        env=INTERPRETED,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    done = warm.run(*arguments, env=INTERPRETED)
    assert (done.returncode, done.stdout, done.stderr) == (
        cold.returncode,
        cold.stdout,
        cold.stderr,
    )


@pytest.mark.parametrize("forks", [True, False])
def test_it_has_arguments_folder_environment_and_streams_of_its_own(
    forks: bool, program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warm, "FORKS", forks and warm.FORKS)
    (tmp_path / "read").write_text("read")
    with (tmp_path / "read").open() as read, (tmp_path / "err").open("w") as errors:
        running = warm.start(
            "one",
            program=program,
            env=INTERPRETED | {"SAID": "said"},
            cwd=tmp_path,
            stdin=read,
            stdout=subprocess.PIPE,
            stderr=errors,
        )
        assert running.stdout is not None
        assert running.stdout.read() == f"['one'] {tmp_path} said read\n"
        with running:
            assert running.wait(60) == 7
    assert (tmp_path / "err").read_text() == "complained\n"


@pytest.mark.parametrize(("strict", "code"), [(True, 1), (False, 7)])
def test_a_warning_is_an_error_where_it_is_asked_for(
    strict: bool, code: int, program: Path, tmp_path: Path
) -> None:
    with (tmp_path / "err").open("w") as errors:
        environment = INTERPRETED | {"SAID": ""}
        with warm.start(
            "warn", program=program, env=environment, stderr=errors, strict=strict
        ) as running:
            assert running.wait(60) == code
    assert "UserWarning: odd" in (tmp_path / "err").read_text()


@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGTERM])
def test_a_signal_ends_it(by: signal.Signals, tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text("import time; print('here', flush=True); time.sleep(1000)")
    with warm.start(program=path, env=INTERPRETED, stdout=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "here\n"
        assert running.poll() is None
        running.send_signal(by)
        assert running.wait(60) == -by
        assert running.poll() == -by


def test_what_it_computes_is_counted(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text("import time\nwhile time.process_time() < 0.2: pass")
    before = warm.core_seconds()
    with warm.start(program=path, env=INTERPRETED) as running:
        running.wait(60)
    assert not warm.FORKS or warm.core_seconds() - before >= 0.1
