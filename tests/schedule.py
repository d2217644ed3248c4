"""In which order tests run, and where: the longest first, and those that wait beside the others.

`pytest -n 5` on two cores has two workers for tests that compute and three for tests that mostly
wait, for servers, browsers and terminals; whoever has nothing left takes from the others. What a
test costs is recorded in `durations.json` (`make durations`).
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Generator, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import pytest
from xdist.scheduler.loadscope import LoadScopeScheduling
from xdist.workermanage import WorkerController

from tests import warm

RECORD = Path(__file__).with_name("durations.json")
LONG = 10.0
"""Seconds from which on a test is a unit of work by itself; the rest of a file is one."""
WORTH_KEEPING = 0.3
"""Seconds below which a test is not recorded."""
BRIEF = 0.05
"""Seconds, of a test that is not recorded."""
TOGETHER = (
    "tests/arena/test_cluster.py",
    "tests/browser/test_site_",
    "tests/server/test_servers.py",
    "tests/test_site.py",
)
"""Files are one unit of work whose names begin so: what they share takes long to start."""
WAITING = 0.5
"""The share of a core below which a test waits."""
WAITING_FOLDERS = ("tests/page/", "tests/server/", "tests/terminal/")
"""Where tests wait unless it is recorded otherwise."""

Durations = dict[str, tuple[float, float]]
"""Seconds by the clock and of a core, by the id of the test."""


def read_durations(path: Path = RECORD) -> Durations:
    """What tests cost when it was last recorded."""
    if not path.exists():
        return {}
    return {name: (wall, cpu) for name, (wall, cpu) in json.loads(path.read_text("utf-8")).items()}


class Expected:
    """What tests will cost: what they cost before, and for new ones a guess."""

    def __init__(self, durations: Durations) -> None:
        self.durations = durations
        self._functions: dict[str, list[tuple[float, float]]] = {}
        self._files: dict[str, dict[str, float]] = {}
        for nodeid, cost in durations.items():
            file = nodeid.partition("::")[0]
            self._functions.setdefault(nodeid.partition("[")[0], []).append(cost)
            files = self._files.setdefault(_folder(nodeid), {})
            files[file] = files.get(file, 0.0) + cost[0]

    def of_test(self, nodeid: str) -> tuple[float, float]:
        """Seconds by the clock and of a core; a new case is like the others of its function."""
        known = self.durations.get(nodeid)
        if known is not None:
            return known
        if "[" in nodeid and (others := self._functions.get(nodeid.partition("[")[0])):
            walls, cores = zip(*others, strict=True)
            return sum(walls) / len(walls), sum(cores) / len(cores)
        return BRIEF, BRIEF

    def of_file(self, file: str) -> float:
        """Seconds by the clock of a file without a record: where tests wait, like its folder's."""
        files = self._files.get(_folder(file), {})
        if not files or not file.startswith(WAITING_FOLDERS):
            return 0.0
        return sum(files.values()) / len(files)


def _folder(nodeid: str) -> str:
    return nodeid.partition("::")[0].rpartition("/")[0]


@dataclass
class WorkUnit:
    """Tests that run one after the other in one worker."""

    name: str
    wall: float = 0.0
    cpu: float = 0.0
    recorded: bool = False

    def add(self, nodeid: str, expected: Expected) -> None:
        """One more test."""
        wall, cpu = expected.of_test(nodeid)
        self.wall, self.cpu = self.wall + wall, self.cpu + cpu
        self.recorded = self.recorded or nodeid in expected.durations

    @property
    def waits(self) -> bool:
        """Whether it mostly waits."""
        if not self.recorded:
            return self.name.startswith(WAITING_FOLDERS)
        return self.cpu < WAITING * self.wall

    @property
    def folder(self) -> str:
        """The package of its tests, whose fixtures they share."""
        return _folder(self.name)


def unit_of(nodeid: str, durations: Durations) -> str:
    """The name of a test's unit of work: its file, or itself where it is long."""
    shared = next((each for each in TOGETHER if nodeid.startswith(each)), None)
    long = durations.get(nodeid, (0.0, 0.0))[0] >= LONG
    return shared or (nodeid if long else nodeid.partition("::")[0])


def plan(nodeids: Iterable[str], durations: Durations) -> dict[str, WorkUnit]:
    """All units of work by their names."""
    units: dict[str, WorkUnit] = {}
    expected = Expected(durations)
    for nodeid in nodeids:
        name = unit_of(nodeid, durations)
        units.setdefault(name, WorkUnit(name)).add(nodeid, expected)
    for unit in units.values():
        if not unit.recorded:
            unit.wall = max(unit.wall, expected.of_file(unit.name))
    return units


def choose(left: list[WorkUnit], waiting: bool, folder: str | None) -> WorkUnit:
    """The next unit for a worker: of its own kind, else of any; the longest.

    A waiting worker stays in a folder while there is something left, for its browser and server.
    Files without a record come first: most are brief, and a long one must not begin last.
    """
    kind = [unit for unit in left if unit.waits == waiting] or left
    near = [unit for unit in kind if waiting and unit.folder == folder]
    return max(near or kind, key=lambda unit: (not unit.recorded, unit.wall, unit.name))


QUICK_FOLDERS = ("engine", "hibernia", "cambria", "gallia", "shent", "lessons")
"""Where tests are quick, unless it is recorded otherwise."""
QUICK = 0.3
"""Seconds of a core up to which a test is quick."""


def is_quick(nodeid: str, expected: Expected) -> bool:
    """Whether a test is where tests are quick, and is not expected to take long."""
    inside = nodeid.startswith(tuple(f"tests/{folder}/" for folder in QUICK_FOLDERS))
    return inside and expected.of_test(nodeid)[1] <= QUICK


class LongestFirst(LoadScopeScheduling):  # type: ignore[misc]
    """Hands out units of work, the longest first, to workers that compute and workers that wait."""

    def __init__(self, config: pytest.Config, log: Any = None) -> None:
        super().__init__(config, log)
        self.durations = read_durations()
        self.units: dict[str, WorkUnit] = {}
        self.folders: dict[str, str] = {}
        self.computing = os.cpu_count() or 1

    def schedule(self) -> None:
        """Begin, once all workers know all tests."""
        if not self.units and self.registered_collections:
            self.units = plan(next(iter(self.registered_collections.values())), self.durations)
        super().schedule()

    def _split_scope(self, nodeid: str) -> str:
        return unit_of(nodeid, self.durations)

    def _assign_work_unit(self, node: WorkerController) -> None:
        name = node.gateway.id
        waiting = int(name.removeprefix("gw")) >= self.computing
        left = [self.units[scope] for scope in self.workqueue]
        unit = choose(left, waiting, self.folders.get(name))
        self.folders[name] = unit.folder
        self.workqueue.move_to_end(unit.name, last=False)
        super()._assign_work_unit(node)


def core_seconds() -> float:
    """What this process and the programs it started and waited for have computed."""
    return sum(os.times()[:4]) + warm.core_seconds()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Measure a test with its fixtures; its last report carries what it cost."""
    item.stash[BEGUN] = (time.monotonic(), core_seconds())
    return (yield)


BEGUN = pytest.StashKey[tuple[float, float]]()
COST = "cost"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Put what a test has cost into its last report, which goes to the one who records."""
    report = yield
    if call.when == "teardown":
        wall, cpu = item.stash[BEGUN]
        report.user_properties.append(
            (COST, (round(time.monotonic() - wall, 1), round(core_seconds() - cpu, 1)))
        )
    return report


class Recorder:
    """Writes what each test of a whole run has cost."""

    def __init__(self, path: Path = RECORD) -> None:
        self.path = path
        self.found: Durations = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test is over."""
        for name, cost in report.user_properties:
            if report.when == "teardown" and name == COST:
                wall, cpu = cast(tuple[float, float], cost)
                if wall >= WORTH_KEEPING:
                    self.found[report.nodeid] = (wall, cpu)

    def pytest_sessionfinish(self) -> None:
        """All tests are over."""
        lines = (
            f"  {json.dumps(name)}: {json.dumps(cost)}" for name, cost in sorted(self.found.items())
        )
        self.path.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
