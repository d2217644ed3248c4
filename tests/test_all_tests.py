"""`make test`: its steps run beside each other, in the right order, and none is forgotten."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tools.all_tests import Step, Steps, plan

ROOT = Path(__file__).parents[1]


def says(name: str, *after: str, code: str = "") -> Step:
    """A step that prints its name."""
    return Step(name, [sys.executable, "-S", "-c", f"print('this is {name}'); {code}"], after)


def test_each_step_waits_for_what_it_needs(tmp_path: Path) -> None:
    done = tmp_path / "done"
    steps = [
        says("last", "first", code=f"assert open({str(done)!r}).read() == 'yes'"),
        says("first", code=f"open({str(done)!r}, 'w').write('yes')"),
    ]
    out = io.StringIO()
    assert Steps(steps, 1, out).run()
    printed = out.getvalue()
    assert re.fullmatch(r"first: \d+ s\nlast: \d+ s\n", printed)


def test_what_fails_is_told_and_nothing_after_it_runs() -> None:
    out = io.StringIO()
    steps = [
        says("bad", code="raise SystemExit(3)"),
        says("next", "bad"),
        says("far", "next"),
        says("other"),
    ]
    assert not Steps(steps, 2, out).run()
    printed = out.getvalue()
    assert "this is bad\nbad failed\n" in printed
    assert "other: " in printed
    assert "next: " not in printed
    assert "far: " not in printed
    assert printed.endswith("Not all is well: bad, next, far\n")


def test_steps_run_beside_each_other(tmp_path: Path) -> None:
    """Each waits for what the other writes."""
    code = (
        "import pathlib, time; pathlib.Path({mine!r}).touch()\n"
        "while not pathlib.Path({theirs!r}).exists(): time.sleep(0.05)"
    )
    files = [str(tmp_path / name) for name in "ab"]
    steps = [
        Step(mine, [sys.executable, "-S", "-c", code.format(mine=mine, theirs=theirs)])
        for mine, theirs in (files, reversed(files))
    ]
    assert Steps(steps, 2, io.StringIO()).run()


def test_nothing_follows_the_line_of_tests_that_fail() -> None:
    out = io.StringIO()
    failing = Step(
        "tests", [sys.executable, "-S", "-c", "raise SystemExit(1)"], ("first",), shown=True
    )
    assert not Steps([says("first"), failing], 1, out).run()
    assert "Not all is well" not in out.getvalue()


def test_tests_wait_for_all_that_they_need_and_not_for_the_checks() -> None:
    steps = {step.name: step for step in plan(["make"], ["-n", "4"])}
    [tests] = [step for step in steps.values() if step.shown]
    assert tests.command[-2:] == ["-n", "4"]
    assert set(steps) - set(tests.after) == {"tests", "code", "code of the page"}
    assert all(name in steps for step in steps.values() for name in step.after)


def test_nothing_is_imported_while_packages_are_installed() -> None:
    steps = plan(["make"], [])
    running = [step for step in steps if step.command[0] == sys.executable]
    assert len(running) > 4
    assert all("packages" in step.after for step in running)


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
def test_every_step_is_in_the_makefile() -> None:
    """And a dry run of `make test` runs no step."""
    wanted = {
        each for step in plan(["make"], []) if step.command[0] == "make" for each in step.command
    }
    command = ["make", "--dry-run", "--always-make", *sorted(wanted - {"make"}), "test"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    for checked in ("ruff check", "ruff format --check", "mypy", "lint-imports", "npm.py test"):
        assert checked in done.stdout
    assert "tools.all_tests" in done.stdout
    assert " passed" not in done.stdout
