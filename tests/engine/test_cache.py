"""Compiled rules on disk: only where nobody else writes, and whatever lies there, rules run."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cruachan.engine import cache
from cruachan.engine.texts import LANGS

COUNT = "from cruachan.engine.bits import count; print(count(7))"
MADE = """
from cruachan.engine.bits import count, lowest
from cruachan.engine.record import rule

def make():
    @rule
    def inner(places):
        return count(places) + lowest(places)

    @rule
    def run(places):
        return inner(places)

    return run
"""


def run_python(code: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """A process of its own that keeps its compiled rules in a folder."""
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env=os.environ | {"CRUACHAN_CACHE": str(folder)} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def counts(done: subprocess.CompletedProcess[str], notice: str = "") -> None:
    """It ran, and said this or nothing."""
    assert (done.stdout, done.returncode) == ("3\n", 0), done.stderr
    assert notice in done.stderr
    assert done.stderr.count("\n") == bool(notice), done.stderr


def files(folder: Path, ending: str) -> list[Path]:
    return sorted(folder.rglob(f"*.{ending}"))


def test_rules_compile_without_a_place_to_keep_them(tmp_path: Path) -> None:
    """One sentence says why they are not kept."""
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    counts(run_python(COUNT, blocked), "are not kept, so every start takes longer: ")


def test_the_folder_is_its_users_alone(tmp_path: Path) -> None:
    """Whatever the umask is; and what is kept there is found again."""
    code = f"import os; os.umask(0); {COUNT}"
    counts(run_python(code, tmp_path / "a" / "b"))
    (kept,) = files(tmp_path, "nbi")
    made = [path for path in kept.parents if tmp_path / "a" in (path, *path.parents)]
    assert [oct(path.stat().st_mode & 0o777) for path in made[1:]] == ["0o700"] * 4
    before = kept.stat().st_mtime_ns
    # Numba itself makes what lies below, as open as the umask says.
    for path in (tmp_path / "a").rglob("*"):
        path.chmod(0o700)
    counts(run_python(COUNT, tmp_path / "a" / "b"))
    assert kept.stat().st_mtime_ns == before


def test_a_rule_made_by_a_factory_is_found_again(tmp_path: Path) -> None:
    """Whether Python reads its source or, the second time, what it made of it."""
    (tmp_path / "made.py").write_text(MADE)
    code = (
        f"import sys; sys.path.append({str(tmp_path)!r}); from made import make; print(make()(11))"
    )
    counts(run_python(code, tmp_path, PYTHONDONTWRITEBYTECODE=""))
    kept = files(tmp_path, "nbc")
    assert any("make.locals.run" in file.name for file in kept)
    counts(run_python(code, tmp_path))
    assert files(tmp_path, "nbc") == kept


def test_another_installation_of_the_same_rules_finds_them(tmp_path: Path) -> None:
    """A second checkout, or an environment that was made anew, compiles nothing; other rules of
    the same name are compiled."""
    for place, source in (("a", MADE), ("b", MADE), ("c", MADE.replace("+ lowest(places)", "+ 2"))):
        (tmp_path / place / "box").mkdir(parents=True)
        (tmp_path / place / "box" / "made.py").write_text(source)

    def run_in(place: str) -> str:
        code = f"import sys; sys.path.append({str(tmp_path / place)!r}); "
        done = run_python(f"{code}from box.made import make; print(make()(11))", tmp_path / "kept")
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert run_in("a") == "3\n"
    kept = {file: file.stat().st_mtime_ns for file in files(tmp_path / "kept", "nbc")}
    assert any("make.locals.run" in file.name for file in kept)
    assert run_in("b") == "3\n"
    assert {file: file.stat().st_mtime_ns for file in files(tmp_path / "kept", "nbc")} == kept
    assert run_in("c") == "5\n"
    assert {file: file.stat().st_mtime_ns for file in files(tmp_path / "kept", "nbc")} != kept


@pytest.mark.parametrize("mode", [0o777, 0o707, 0o702])
@pytest.mark.parametrize("level", range(3))
def test_a_folder_that_others_may_write_to_is_not_used(
    level: int, mode: int, tmp_path: Path
) -> None:
    """The folder of the rules, the one above it, and the one that was named."""
    named = tmp_path / "named"
    inner = named / "cruachan" / "rules"
    inner.mkdir(parents=True)
    assert cache.untrusted(inner) is None
    inner.parents[level - 1].chmod(mode) if level else inner.chmod(mode)
    wrong = cache.untrusted(inner)
    assert wrong is not None
    for lang in LANGS:
        assert str(named) in wrong.text(lang)
    assert wrong.text("de") != wrong.text("en")


def test_a_folder_in_a_place_like_tmp_is_safe_from_others(tmp_path: Path) -> None:
    inner = tmp_path / "shared" / "own"
    inner.mkdir(parents=True)
    (tmp_path / "shared").chmod(0o1777)
    assert cache.untrusted(inner) is None


def test_what_another_user_owns_is_not_used(tmp_path: Path) -> None:
    other = os.getuid() + 1
    wrong = cache.untrusted(tmp_path, other)
    assert wrong is not None
    assert "belongs to another user" in str(wrong)


def test_a_file_that_others_may_write_to_is_not_loaded(kept: Path, tmp_path: Path) -> None:
    """Its pickle would run their code."""
    folder = tmp_path / "kept"
    shutil.copytree(kept, folder)
    index = files(folder, "nbi")[0]
    index.chmod(0o666)
    counts(run_python(COUNT, folder), f"others may write to {index}")
    counts(run_python(COUNT, folder, CRUACHAN_RULES="interpreted"))


def empty(content: bytes) -> bytes:
    return b""


def cut_off(content: bytes) -> bytes:
    return content[: len(content) // 2]


def foreign(content: bytes) -> bytes:
    return b"\x80\x04\x95 no pickle of anybody's" * 20


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which rules are kept."""
    folder = tmp_path_factory.mktemp("kept")
    counts(run_python(COUNT, folder))
    return folder


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
@pytest.mark.parametrize("spoil", [empty, cut_off, foreign])
def test_a_file_that_is_no_cache_is_compiled_anew(
    spoil: Callable[[bytes], bytes], ending: str, kept: Path, tmp_path: Path
) -> None:
    """Without a word, and it is whole afterwards."""
    folder = tmp_path / "kept"
    shutil.copytree(kept, folder)
    before = {path: path.read_bytes() for path in files(folder, ending)}
    assert before
    for path, content in before.items():
        path.write_bytes(spoil(content))
    counts(run_python(COUNT, folder))
    assert all(len(path.read_bytes()) > len(whole) * 0.9 for path, whole in before.items())


def test_a_full_disk_keeps_nobody_from_playing(tmp_path: Path) -> None:
    """No file may grow, as on a full disk; that is said once."""
    limit = resource.RLIMIT_FSIZE
    full = (
        f"import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
        f"resource.setrlimit({limit}, (0, 0)); "
    )
    code = full + "from cruachan.engine.bits import below, count; print(count(7))"
    counts(run_python(code, tmp_path), "are not kept, so every start takes longer: ")


def test_a_relative_folder_of_the_system_is_ignored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As its standard says; ours may be relative, and is from where the program was started."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CRUACHAN_CACHE", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for ignored in ("", "relative/cache", "."):
        monkeypatch.setenv("XDG_CACHE_HOME", ignored)
        assert cache.cache_folder("compiled").parents[1] == tmp_path / "home" / ".cache"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache.cache_folder("compiled").parents[1] == tmp_path / "xdg"
    monkeypatch.setenv("CRUACHAN_CACHE", "mine")
    assert cache.cache_folder("checked").parents[1] == tmp_path / "mine"


def test_the_cache_folder_follows_the_kernel_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "cruachan"
    (package / "engine").mkdir(parents=True)
    kernel = package / "rules.py"
    other = package / "view.py"
    kernel.write_text("@rule\ndef play(): pass\n")
    other.write_text("x = 1\n")
    monkeypatch.setattr(cache, "__file__", str(package / "engine" / "cache.py"))
    before = cache.kernel_hash()
    other.write_text("x = 2\n")
    assert cache.kernel_hash() == before
    kernel.write_text("@rule\ndef play(): return 1\n")
    assert cache.kernel_hash() != before


COMPILES = """
import pathlib, sys
sys.path.insert(0, sys.argv[1])
from cruachan.engine.cache import forget_notice, notice_compiling
notice_compiling("small", "Small Game", 7)
if "quiet" in sys.argv:
    forget_notice("small")
from small.rules import double
print(double(3))
"""


@pytest.mark.parametrize(("lang", "said"), [("en", "about 7 s, once"), ("de", "etwa 7 s")])
def test_compiling_a_game_is_said_once(tmp_path: Path, lang: str, said: str) -> None:
    package = tmp_path / "small"
    package.mkdir()
    (package / "__init__.py").touch()
    rules = "from cruachan.engine.record import rule\n"
    rules += "@rule\ndef double(number):\n    return 2 * number\n"
    (package / "rules.py").write_text(rules)

    def compile_in(folder: str, *more: str) -> str:
        heard = "import logging; from cruachan.cli.faults import NoticePrinter\n"
        heard += f"logging.getLogger('cruachan').addHandler(NoticePrinter({lang!r}))\n"
        done = subprocess.run(
            [sys.executable, "-c", heard + COMPILES, str(tmp_path), *more],
            env=os.environ | {"CRUACHAN_CACHE": str(tmp_path / folder)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.stdout == "6\n", done.stderr
        return done.stderr

    first = compile_in("a")
    assert first.count("\n") == 1
    assert "Small Game" in first
    assert said in first
    assert compile_in("a") == ""
    assert compile_in("b", "quiet") == ""


COMPILING = """
import gc
from numba.core import event
from cruachan.engine.record import rule

class Look(event.Listener):
    def on_start(self, event): seen.append(gc.isenabled())
    def on_end(self, event): seen.append(gc.isenabled())

@rule
def lowest(number): return min(number, 3)

@rule
def wrong(number): return lowest(number) + nothing

seen = []
event.register("numba:compile", Look())
try:
    wrong(1)
except Exception:
    assert seen and not seen[0] and seen[-1], seen
seen.clear()
gc.disable()
lowest(1.5)
assert seen and not any(seen) and not gc.isenabled(), seen
print(lowest(5))
"""


def test_nothing_is_searched_for_garbage_while_rules_compile(tmp_path: Path) -> None:
    """Afterwards it is as before, whether the rule could be compiled or not."""
    done = run_python(COMPILING, tmp_path, CRUACHAN_RULES="compiled")
    assert (done.stdout, done.returncode) == ("3\n", 0), done.stderr
