"""How tests are scheduled, and the floor of coverage."""

from __future__ import annotations

import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from tools.coverage_floor import floor_of, raised

from tests import schedule
from tests.schedule import Expected, LongestFirst, Recorder, choose, is_quick, plan

ROOT = Path(__file__).parents[1]
DURATIONS = {
    "tests/arena/test_a.py::test_long": (40.0, 39.0),
    "tests/arena/test_a.py::test_short": (2.0, 2.0),
    "tests/page/test_b.py::test_long": (90.0, 9.0),
    "tests/page/test_b.py::test_short": (5.0, 0.5),
    "tests/page/test_c.py::test_c": (3.0, 0.5),
    "tests/server/test_d.py::test_d": (20.0, 1.0),
}
TESTS = [*DURATIONS, "tests/engine/test_e.py::test_new", "tests/terminal/test_f.py::test_new"]


def test_a_long_test_is_a_unit_and_the_rest_of_a_file_another() -> None:
    units = plan(TESTS, DURATIONS)
    assert units["tests/arena/test_a.py::test_long"].wall == 40.0
    assert units["tests/arena/test_a.py"].wall == 2.0
    assert len(units) == 8


def test_long_tests_that_share_a_costly_start_stay_together() -> None:
    for begin in schedule.TOGETHER:
        files = [each.relative_to(ROOT).as_posix() for each in ROOT.glob(f"{begin}*")]
        assert files, f"no file begins with {begin}"
        names = [f"{file}::{test}" for file in files for test in ("test_a", "test_b")]
        assert list(plan(names, dict.fromkeys(names, (40.0, 4.0)))) == [begin]


def test_who_waits_is_known_by_record_and_else_by_folder() -> None:
    waits = {name for name, unit in plan(TESTS, DURATIONS).items() if unit.waits}
    assert {name.split("/")[1] for name in waits} == {"page", "server", "terminal"}
    assert len(waits) == 5
    busy = {"tests/server/test_d.py::test_d": (20.0, 19.0)}
    assert not plan(busy, busy).popitem()[1].waits


def test_the_longest_comes_first_and_each_kind_has_its_workers() -> None:
    left = list(plan(DURATIONS, DURATIONS).values())
    assert choose(left, False, None).name == "tests/arena/test_a.py::test_long"
    assert choose(left, True, None).name == "tests/page/test_b.py::test_long"
    assert choose(left, True, "tests/server").name == "tests/server/test_d.py::test_d"
    waiting = [unit for unit in left if unit.waits]
    assert choose(waiting, False, "tests/server").name == "tests/page/test_b.py::test_long"


def test_files_without_a_record_come_first_for_they_may_be_the_longest() -> None:
    new = ["tests/browser/test_g.py::test_g", "tests/server/test_h.py::test_h"]
    left = list(plan([*DURATIONS, *new], DURATIONS).values())
    assert choose(left, False, None).name == "tests/browser/test_g.py"
    assert choose(left, True, None).name == "tests/server/test_h.py"
    assert choose(left, True, "tests/page").name == "tests/page/test_b.py::test_long"


def test_new_tests_are_expected_to_cost_what_their_like_cost() -> None:
    """A case like the others of its function, a file like those of its folder; all else little."""
    known = DURATIONS | {
        "tests/arena/test_g.py::test_g[1]": (4.0, 2.0),
        "tests/arena/test_g.py::test_g[2]": (8.0, 6.0),
    }
    new = [
        "tests/arena/test_g.py::test_g[3]",
        "tests/arena/test_h.py::test_h",
        "tests/page/test_i.py::test_i",
        "tests/page/test_c.py::test_new",
        "tests/nowhere/test_j.py::test_j",
    ]
    units = plan([*known, *new], known)
    assert units["tests/arena/test_g.py"].wall == pytest.approx(18.0)
    assert units["tests/arena/test_h.py"].wall == schedule.BRIEF
    assert units["tests/page/test_i.py"].wall == pytest.approx((95.0 + 3.0) / 2)
    assert units["tests/page/test_c.py"].wall == pytest.approx(3.0 + schedule.BRIEF)
    assert units["tests/nowhere/test_j.py"].wall == schedule.BRIEF


class Node:
    """A worker that notes what it is sent."""

    shutting_down = False

    def __init__(self, number: int) -> None:
        self.gateway = SimpleNamespace(id=f"gw{number}")
        self.sent: list[int] = []

    def send_runtest_some(self, indices: list[int]) -> None:
        self.sent += indices

    def shutdown(self) -> None:
        self.shutting_down = True


def test_every_test_is_sent_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schedule, "read_durations", lambda: DURATIONS)
    option = SimpleNamespace(loadscopereorder=True, tx=["3*popen"])
    config = cast(Any, SimpleNamespace(option=option, getvalue=lambda name: option.tx))
    scheduler = LongestFirst(config)
    scheduler.computing = 2
    nodes = [Node(number) for number in range(3)]
    for node in nodes:
        scheduler.add_node(cast(Any, node))
        scheduler.add_node_collection(cast(Any, node), TESTS)
    scheduler.schedule()
    done = [0, 0, 0]
    while scheduler.has_pending:
        for number, node in enumerate(nodes):
            if done[number] < len(node.sent):
                scheduler.mark_test_complete(cast(Any, node), node.sent[done[number]])
                done[number] += 1
    assert sorted(index for node in nodes for index in node.sent) == list(range(len(TESTS)))
    first, second, third = ([TESTS[index] for index in node.sent] for node in nodes)
    assert first[0] == "tests/engine/test_e.py::test_new"
    assert second[0] == "tests/arena/test_a.py::test_long"
    assert third[0] == "tests/terminal/test_f.py::test_new"


def test_what_was_recorded_is_read_again(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "durations.json")
    for name, cost in (("a::b[x-\u00fc]", (3.5, 1.0)), ("a::brief", (0.1, 0.1))):
        properties = [("cost", cost)]
        report = SimpleNamespace(when="teardown", nodeid=name, user_properties=properties)
        recorder.pytest_runtest_logreport(cast(Any, report))
    recorder.pytest_sessionfinish()
    assert schedule.read_durations(recorder.path) == {"a::b[x-\u00fc]": (3.5, 1.0)}
    assert schedule.read_durations(tmp_path / "nowhere.json") == {}


def test_what_is_recorded_exists() -> None:
    """A record of tests that were renamed would put them last."""
    names = {name.partition("::")[0] for name in schedule.read_durations()}
    assert len(names) > 10
    assert [name for name in names if not (ROOT / name).exists()] == []


def test_the_everyday_loop_has_no_slow_test_and_waits_for_nothing() -> None:
    slow = Expected(
        {
            "tests/engine/test_x.py::test_slow": (9.0, 9.0),
            "tests/engine/test_x.py::test_cases[1]": (9.0, 9.0),
        }
    )
    assert is_quick("tests/engine/test_x.py::test_y", slow)
    assert not is_quick("tests/engine/test_x.py::test_slow", slow)
    assert not is_quick("tests/engine/test_x.py::test_cases[new]", slow)
    assert not is_quick("tests/server/test_x.py::test_y", slow)
    assert not is_quick("tests/page/test_x.py::test_y", slow)


def test_the_floor_of_coverage_only_rises() -> None:
    assert floor_of(raised("fail_under = 60.0\n", 72.4)) == 72.1
    assert floor_of(raised("fail_under = 60.0\n", 55.0)) == 60.0
    command = [
        "git",
        "log",
        "-n",
        "30",
        "--format=",
        "--patch",
        "--unified=0",
        "--",
        "pyproject.toml",
    ]
    log = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout
    before = [floor_of(line[1:]) for line in log.splitlines() if line.startswith("+fail_under")]
    assert floor_of((ROOT / "pyproject.toml").read_text("utf-8")) >= max(before, default=0.0)
