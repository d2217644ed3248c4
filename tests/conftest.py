"""What tests of several packages need, and how they are scheduled."""

from __future__ import annotations

import gc
import os
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest

from cruachan.engine.plugins import GROUPS, origin
from cruachan.server.api.page import FOLDER
from tests import lots
from tests.schedule import (
    QUICK_FOLDERS,
    Expected,
    LongestFirst,
    Recorder,
    is_quick,
    pytest_runtest_makereport,
    pytest_runtest_protocol,
    read_durations,
)

HERE = Path(__file__).parent
TRIED_TWICE = (
    "tests/arena/test_cluster.py",
    "tests/browser/test_site_",
    "tests/page/",
    "tests/server/",
    "tests/terminal/",
)
"""Tests that wait for browsers, servers and other programs: one that fails is tried once more with
the same lots, and the summary names it."""

__all__ = ["pytest_runtest_makereport", "pytest_runtest_protocol"]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--record-durations", action="store_true", help="write tests/durations.json")

    parser.addoption("--quick", action="store_true", help="only the tests of the everyday loop")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """In the everyday loop other folders are not even read."""
    if not config.getoption("quick") or collection_path.parent != HERE:
        return None
    return True if collection_path.name not in QUICK_FOLDERS else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is not quick, where only that is wanted; what waits is tried twice."""
    twice = TRIED_TWICE if config.pluginmanager.hasplugin("rerunfailures") else ()
    for item in items:
        if item.nodeid.startswith(twice):
            item.add_marker(pytest.mark.flaky(reruns=1))
    if config.getoption("quick"):
        expected = Expected(read_durations())
        left_out = [item for item in items if not quick(item, expected)]
        items[:] = [item for item in items if quick(item, expected)]
        config.hook.pytest_deselected(items=left_out)


def quick(item: pytest.Item, expected: Expected) -> bool:
    """Whether a test belongs to the everyday loop."""
    return item.get_closest_marker("slow") is None and is_quick(item.nodeid, expected)


def installed_plugins() -> list[str]:
    """The distributions whose games or bots stand beside the built-in ones."""
    entries = (entry for group in GROUPS for entry in entry_points(group=group))
    return sorted({origin(entry) for entry in entries})


def pytest_configure(config: pytest.Config) -> None:
    if plugins := installed_plugins():
        raise pytest.UsageError(
            f"These tests are about the built-in games. Uninstall first: {', '.join(plugins)}"
        )
    lots.install()
    if config.getoption("record_durations") and "PYTEST_XDIST_WORKER" not in os.environ:
        config.pluginmanager.register(Recorder())


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """A test draws the same lots in every run, whatever ran before it."""
    lots.LOTS.begin(item.nodeid)


def pytest_collection(session: pytest.Session) -> None:
    """Nothing that is collected is garbage, so it is not searched while tests are read."""
    gc.disable()


def pytest_collection_finish(session: pytest.Session) -> None:
    """Ten thousand tests stay to the end: no search for garbage looks at them again.

    Tests make much that is gone soon, so the search is not worth it as often as usual.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 50)
    gc.enable()


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LongestFirst:
    return LongestFirst(config, log)


@pytest.fixture(scope="session")
def built() -> Path:
    """The folder of the built page, which must be there."""
    if not (FOLDER / "index.html").is_file():
        pytest.fail("The page is not built, and this test looks at it. First type: make page")
    return FOLDER
