"""Run everything that `make test` asks for, as much at a time as the cores can do.

    python -m tools.all_tests MAKE "OPTIONS OF PYTEST"

The page is built while packages are fetched and rules are compiled, and the code is checked while
the first tests run. What the tests print is shown at once; what another step prints is shown if it
fails. A step that fails keeps those from starting that come after it, and no others.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TextIO

from cruachan.games import GAMES

SPARE = 2
"""Steps more than cores at the same time: some wait for the network."""


@dataclass
class Step:
    """A command, and the names of the steps that must have ended well before it."""

    name: str
    command: list[str]
    after: tuple[str, ...] = ()
    shown: bool = False
    """Whether its output is shown at once; such a step waits for no free place."""
    process: subprocess.Popen[str] | None = field(default=None, repr=False)
    ended: bool = False
    status: int | None = None
    """Its exit status; None where it never ran."""


class Steps:
    """Runs steps, each in a thread that waits for it."""

    def __init__(self, steps: Sequence[Step], places: int, out: TextIO = sys.stdout) -> None:
        self.steps = {step.name: step for step in steps}
        self.places = places
        self.out = out
        self.changed = threading.Condition()

    def run(self) -> bool:
        """Run all of them; whether all ended well."""
        threads = []
        try:
            with self.changed:
                while not all(step.ended for step in self.steps.values()):
                    for step in self._ready():
                        step.process = self._start(step)
                        threads.append(threading.Thread(target=self._watch, args=[step]))
                        threads[-1].start()
                    if not self._leave_out():
                        self.changed.wait()
        finally:
            for step in self.steps.values():
                if step.process is not None and step.process.poll() is None:
                    step.process.terminate()
            for thread in threads:
                thread.join()
        wrong = [step for step in self.steps.values() if step.status != 0]
        # The last line is that of the tests, unless they do not tell of all that went wrong.
        if any(not step.shown or step.status is None for step in wrong):
            print(f"Not all is well: {', '.join(step.name for step in wrong)}", file=self.out)
        return not wrong

    def _ready(self) -> list[Step]:
        """The steps to start now, in their order."""
        running = [step for step in self.steps.values() if step.process and not step.ended]
        free = self.places - sum(not step.shown for step in running)
        found = []
        for step in self.steps.values():
            fit = all(self.steps[name].status == 0 for name in step.after)
            if step.process is None and not step.ended and fit and (step.shown or free > 0):
                free -= not step.shown
                found.append(step)
        return found

    def _leave_out(self) -> bool:
        """Give up what comes after something that failed; whether there was such a step."""
        for step in self.steps.values():
            before = [self.steps[name] for name in step.after]
            if not step.ended and any(each.ended and each.status != 0 for each in before):
                step.ended = True
                return True
        return False

    def _start(self, step: Step) -> subprocess.Popen[str]:
        if step.shown:
            return subprocess.Popen(step.command, stdin=subprocess.DEVNULL, text=True)
        return subprocess.Popen(
            step.command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )

    def _watch(self, step: Step) -> None:
        assert step.process is not None
        began = time.monotonic()
        printed, _ = step.process.communicate()
        with self.changed:
            step.status, step.ended = step.process.returncode, True
            if not step.shown:
                seconds = round(time.monotonic() - began)
                good = step.status == 0
                told = f"{step.name}: {seconds} s" if good else f"{printed}{step.name} failed"
                print(told, file=self.out, flush=True)
            self.changed.notify()


def plan(make: Sequence[str], pytest: Sequence[str]) -> list[Step]:
    """All steps. What others wait for stands first."""
    python = [sys.executable, "-m"]
    # The later games are the larger ones, and compile longer.
    games = list(GAMES)[::-1]
    # Numba looks at packages that lie beside it, and trips over one that is half installed.
    rules = [
        Step(f"rules of {game}", [*python, "cruachan", "prepare", game], ("packages",))
        for game in games
    ]
    needed = [
        Step("packages", [*make, "packages"]),
        Step("page", [*make, "page-packages", "page"]),
        *rules,
        Step("system", [*make, "chromium", "nginx", "wasm-ld"]),
        # Tests are read once before all workers do, and kept as bytecode.
        Step("reading", [*python, "pytest", "--collect-only", "-qq"], ("packages",)),
    ]
    return [
        *needed,
        Step("tests", [*python, "pytest", *pytest], tuple(step.name for step in needed), True),
        Step("code", [*make, "check-code"], ("packages",)),
        Step("code of the page", [*make, "check-page"], ("page",)),
    ]


def main() -> int:
    """Run all, or stop at the first Ctrl-C."""
    make, options = (shlex.split(each) for each in sys.argv[1:])
    places = (os.cpu_count() or 1) + SPARE
    # Every worker would start a thread of BLAS for each core, and they wait for each other.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        return 0 if Steps(plan(make, options), places).run() else 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
