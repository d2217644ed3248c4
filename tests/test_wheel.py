"""The wheel: it carries the built page, and is not built without it."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from cruachan.server.api.page import FOLDER

ROOT = Path(__file__).parents[1]
INSIDE = Path("src", "cruachan", "server", "built")


def sources(target: Path) -> Path:
    """A copy of what the package is built from, without the page."""
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / name, target)
    left_out = shutil.ignore_patterns("__pycache__", FOLDER.name)
    shutil.copytree(ROOT / "src", target / "src", ignore=left_out)
    return target


def build(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.page
def test_a_wheel_carries_the_page(tmp_path: Path, built: Path) -> None:
    folder = sources(tmp_path)
    shutil.copytree(built, folder / INSIDE)
    done = build(folder)
    assert done.returncode == 0, done.stderr
    with zipfile.ZipFile(next((folder / "dist").glob("*.whl"))) as wheel:
        names = set(wheel.namelist())
    page = {path for path in built.rglob("*") if path.is_file() and ".vite" not in path.parts}
    assert {f"cruachan/server/built/{path.relative_to(built).as_posix()}" for path in page} <= names
    assert "cruachan/server/built/index.html" in names
    assert any(name.startswith("cruachan/server/built/assets/") for name in names)
    assert not any(name.startswith(("web/", "tests/", "hatch_build")) for name in names)


def test_without_the_page_no_wheel_is_built_and_a_sentence_says_why(tmp_path: Path) -> None:
    done = build(sources(tmp_path))
    assert done.returncode != 0
    assert done.stderr.strip().endswith("First type: make page")
    assert "Traceback" not in done.stderr
    assert not list(tmp_path.glob("dist/*.whl"))
