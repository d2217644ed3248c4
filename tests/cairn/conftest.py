"""Cairn as a wheel: built, installed into a folder of its own, and found by its entry points."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cruachan.bots import plugins
from cruachan.games import GAMES
from cruachan.lessons import lesson

PROJECT = Path(__file__).parents[2] / "examples" / "cairn"


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel installed, and nothing else."""
    folder = tmp_path_factory.mktemp("cairn")
    pip = [sys.executable, "-m", "pip", "--quiet", "--no-input", "--disable-pip-version-check"]
    alone = ["--no-deps", "--no-build-isolation", "--no-index"]
    env = os.environ | {"PIP_NO_CACHE_DIR": "1"}
    wheels = folder / "wheels"
    subprocess.run([*pip, "wheel", *alone, "-w", wheels, PROJECT], check=True, env=env)
    (wheel,) = wheels.glob("cruachan_cairn-1.0-*.whl")
    subprocess.run(
        [*pip, "install", "--no-deps", "--no-index", "-t", folder / "site", wheel],
        check=True,
        env=env,
    )
    return folder / "site"


@pytest.fixture(autouse=True)
def installed(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The wheel is installed here and in all processes that are started."""
    monkeypatch.syspath_prepend(str(site))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(site), *sys.path]))
    _look_anew()
    yield
    monkeypatch.undo()
    _look_anew()


def _look_anew() -> None:
    GAMES.reload()
    plugins.reload()
    lesson.has_lesson.cache_clear()
