"""The wheel: it carries the built page where there is one, and works without extras."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import venv
import zipfile
from collections.abc import Iterable
from importlib.metadata import Distribution, PathDistribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from cruachan.cli.tables import tell_if_no_page
from cruachan.engine.texts import Lang
from cruachan.server.api.page import FOLDER

ROOT = Path(__file__).parents[1]
PACKAGING = ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore")
MOST_BYTES = 330_000_000
"""An installation without extras is smaller: the packages and their bytecode, without pip."""
INSIDE = Path("src", "cruachan", "server", "built")
PLAYS = """
from random import choice
from cruachan import CHANCE, Match, Player, load_game
match = Match(load_game("hibernia"), [Player("Ailill"), Player("Medb"), Player("Fergus")])
while not match.outcome:
    seat = match.to_act[0]
    if seat == CHANCE:
        match.roll()
    else:
        match.play(seat, choice(match.legal_moves(seat)))
print(match.outcome.places.count(1))
"""


def sources(target: Path) -> Path:
    """A copy of what the package is built from, without the page."""
    for name in PACKAGING:
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


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel that was built without the page."""
    folder = sources(tmp_path_factory.mktemp("bare"))
    done = build(folder)
    assert done.returncode == 0, done.stderr
    assert "First type: make page" in done.stdout + done.stderr
    return next((folder / "dist").glob("*.whl"))


def brought(names: Iterable[str]) -> dict[str, Distribution]:
    """Distributions that are installed here, with all that they require."""
    found: dict[str, Distribution] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = distribution(name)
            for each in found[name].requires or []:
                required = Requirement(each)
                if required.marker is None or required.marker.evaluate({"extra": ""}):
                    waiting.append(canonicalize_name(required.name))
    return found


@pytest.fixture(scope="module")
def fresh(bare: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with the wheel and its dependencies, and no extra.

    The dependencies are links to those that are installed here: nothing is fetched.
    """
    folder = tmp_path_factory.mktemp("fresh")
    venv.create(folder, symlinks=True, with_pip=False)
    site = next((folder / "lib").glob("python*")) / "site-packages"
    with zipfile.ZipFile(bare) as wheel:
        wheel.extractall(site)
    metadata = next(site.glob("cruachan-*.dist-info"))
    required = map(Requirement, PathDistribution(metadata).requires or [])
    base = [canonicalize_name(each.name) for each in required if each.marker is None]
    for each in brought(base).values():
        for top in {path.parts[0] for path in each.files or [] if path.parts[0] != ".."}:
            if top != "__pycache__" and not (site / top).exists():
                (site / top).symlink_to(Path(str(each.locate_file(top))))
    return folder / "bin" / "python"


def run(fresh: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A program in the fresh environment, which sees nothing of this one; rules are interpreted
    where nothing else is said."""
    return subprocess.run(
        [fresh, "-I", *arguments],
        env=os.environ | {"CRUACHAN_RULES": "interpreted"} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_an_environment_without_extras_has_all_that_is_required(fresh: Path) -> None:
    checked = subprocess.run(
        [sys.executable, "-m", "pip", "--python", fresh, "check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.stdout == "No broken requirements found.\n"
    for absent in ("fastapi", "sqlalchemy", "alembic", "prompt_toolkit", "rich"):
        assert run(fresh, "-c", f"import {absent}").returncode != 0


def test_a_wheel_without_extras_plays(fresh: Path) -> None:
    done = run(fresh, "-c", PLAYS)
    assert (done.stderr, done.stdout) == ("", "1\n")


def test_a_wheel_without_extras_is_light(fresh: Path) -> None:
    site = next((fresh.parents[1] / "lib").glob("python*")) / "site-packages"
    subprocess.run([fresh, "-m", "compileall", "-q", str(site / "cruachan")], check=True)
    found = [Path(at, name) for at, _, names in os.walk(site, followlinks=True) for name in names]
    assert len(found) > 2000
    assert sum(path.stat().st_size for path in found) < MOST_BYTES


DOCS = """
import doctest, json, re, sys
from pathlib import Path

def examples(page, wanted):
    text = Path(page).read_text("utf-8")
    chapters = re.split(r"(?m)^(?=## )", text)
    return "".join(each for each in chapters if re.match(wanted, each))

told = {}
for page, wanted in json.loads(sys.argv[1]):
    test = doctest.DocTestParser().get_doctest(examples(page, wanted), {}, page, page, 0)
    result = doctest.DocTestRunner().run(test)
    told[Path(page).name] = [result.attempted, result.failed]
print(json.dumps(told))
"""


def test_the_docs_run_without_extras(fresh: Path) -> None:
    """All of these pages, and the environments that need nothing but NumPy.

    The same rules are compiled for the other tests, and found by the wheel's too.
    """
    pages = [("README.md", ""), ("docs/python.md", ""), ("docs/researchers.md", "")]
    pages.append(("docs/envs.md", "## Thousands"))
    typed = json.dumps([(str(ROOT / page), wanted) for page, wanted in pages])
    done = run(fresh, "-c", DOCS, typed, CRUACHAN_RULES="compiled")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    assert all(attempted > 3 and not failed for attempted, failed in told.values()), done.stdout


@pytest.mark.parametrize("door", ["pettingzoo", "gymnasium", "openspiel"])
def test_the_other_environments_say_what_they_need(fresh: Path, door: str) -> None:
    done = run(fresh, "-c", f"import cruachan.envs.{door}")
    assert f"Type: pip install 'cruachan[{door}]'" in done.stderr


def test_a_wheel_without_extras_compiles(fresh: Path, tmp_path: Path) -> None:
    code = "import os; os.environ.update(CRUACHAN_RULES='compiled', CRUACHAN_CACHE={!r}); "
    code += "from cruachan.engine.bits import count; print(count(7), count.signatures)"
    done = run(fresh, "-c", code.format(str(tmp_path)))
    assert done.stdout.startswith("3 [("), done.stderr


def test_a_wheel_without_extras_simulates_and_says_what_serving_needs(fresh: Path) -> None:
    done = run(fresh, "-m", "cruachan", "simulate", "gallia", "--games", "3", "--lang", "en")
    assert "3 games of gallia" in done.stdout, done.stderr
    refused = run(fresh, "-m", "cruachan", "serve", "--lang", "en")
    assert refused.returncode != 0
    assert refused.stderr.endswith('pip install "cruachan[server]"\n')


@pytest.mark.parametrize(
    ("lang", "words"), [("en", "has no page for browsers"), ("de", "hat keine Seite für Browser")]
)
def test_serving_without_the_page_says_so(
    lang: Lang, words: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cruachan.server.api.page.FOLDER", Path("nowhere"))
    tell_if_no_page(lang)
    told = capsys.readouterr().err
    for part in (words, "`make page`", 'pip install ".[all]"'):
        assert part in told
    monkeypatch.undo()
    monkeypatch.setattr("cruachan.server.api.page.FOLDER", ROOT / "web")
    tell_if_no_page(lang)
    assert capsys.readouterr().err == ""
