"""The lock files: every package is pinned and hashed, and set-up asks for the hashes."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
from tools import install
from tools.install import UV_LOCK

ROOT = Path(__file__).parents[1]
LOCKS = {
    "requirements.lock": ["server", "terminal", "print", "dev"],
    "requirements-peers.lock": [
        "server",
        "terminal",
        "print",
        "dev",
        "peers",
        "browser",
        "gymnasium",
        "pettingzoo",
        "openspiel",
        "postgres",
        "metrics",
        "database",
        "cluster",
    ],
    "requirements-docs.lock": ["server", "terminal", "print", "dev", "docs"],
    "requirements-gpu.lock": ["server", "terminal", "print", "dev", "gpu"],
}
NODE = "requirements-node.lock"
HASHED = re.compile(r"[\w.-]+==\S+( *;[^#]*?)?(\s+--hash=sha256:[0-9a-f]{64})+")


def plain_name(requirement: str) -> str:
    """How packages are compared: small letters and hyphens."""
    found = re.match(r"[\w.-]+", requirement)
    assert found, requirement
    return re.sub(r"[-_.]+", "-", found[0]).lower()


def locked(name: str) -> dict[str, str]:
    """The packages of a lock file with their versions; each has a hash."""
    found = {}
    for line in (ROOT / name).read_text("utf-8").replace("\\\n", " ").splitlines():
        if line and not line.startswith("#"):
            assert HASHED.fullmatch(line), line
            package, _, version = line.split()[0].partition("==")
            found[plain_name(package)] = version
    return found


@pytest.mark.parametrize("name", LOCKS)
def test_everything_is_pinned_and_hashed(name: str) -> None:
    """Also what the package is built with; and no lock names a place to get things from."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    wanted = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    for extra in LOCKS[name]:
        wanted += project["project"]["optional-dependencies"][extra]
    assert {plain_name(each) for each in wanted} <= set(locked(name))
    assert "://" not in (ROOT / name).read_text("utf-8")


def test_the_locks_agree() -> None:
    dev, *more = (locked(name) for name in LOCKS)
    assert all(dev.items() <= each.items() for each in more)


def test_who_plays_needs_no_browser_of_ours_and_no_node() -> None:
    assert "playwright" not in locked("requirements.lock")
    for other in (NODE, UV_LOCK.name):
        assert not any(locked(other).keys() & locked(name).keys() for name in LOCKS)
        assert "://" not in (ROOT / other).read_text("utf-8")


def test_the_page_can_be_built_on_every_system() -> None:
    """Its lock has the parts for all of them; npm leaves out what it could not find while it wrote
    the lock, and then refuses to install anything. WebAssembly is nobody's own system."""
    packages = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))["packages"]
    assert all("integrity" in each for name, each in packages.items() if name)
    for each in packages.values():
        for part in each.get("optionalDependencies", {}):
            assert f"node_modules/{part}" in packages or "wasm32" in part


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
@pytest.mark.parametrize(
    ("target", "count"),
    [("{}/.peers", 3), ("docs", 3), ("page", 4), ("check", 3), ("trainers", 3)],
)
def test_set_up_takes_nothing_without_its_hash(tmp_path: Path, target: str, count: int) -> None:
    """Every installation asks for hashes, or takes nothing from elsewhere."""
    done = subprocess.run(
        ["make", "--dry-run", "--always-make", target.format(tmp_path), f"VENV={tmp_path}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    installs = [line for line in done.stdout.splitlines() if re.search(r"\binstall\b", line)]
    assert len(installs) == count
    for line in installs:
        assert "tools/install.py requirements" in line or "--no-build-isolation --no-deps" in line
    assert "npm.py install" not in done.stdout


@pytest.mark.parametrize("uv_fails", [False, True])
def test_uv_and_pip_ask_for_every_hash(monkeypatch: pytest.MonkeyPatch, uv_fails: bool) -> None:
    """What uv cannot install pip does, and both take only what is locked."""
    asked: list[list[str]] = []

    def run(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        asked.append(command)
        return subprocess.CompletedProcess(command, int(uv_fails and "uv" in command), "", "")

    monkeypatch.setattr(install, "version", lambda _: "0")
    monkeypatch.setattr(subprocess, "run", run)
    assert install.install(["a.lock", "b.lock"]) == 0
    installs = [" ".join(command[2:]) for command in asked if "install" in command]
    assert [each.split()[0] for each in installs] == ["pip", "uv", *(["pip"] if uv_fails else [])]
    assert f"--require-hashes --requirement {UV_LOCK}" in installs[0]
    wanted = "--require-hashes --requirement a.lock --requirement b.lock"
    assert all(each.endswith(wanted) for each in installs[1:])


def test_uv_asks_where_pip_asks() -> None:
    told = (
        ":env:.find-links='/somewhere'\n"
        "global.find-links='/elsewhere'\n"
        "global.index-url='file:///first'\n"
        "global.extra-index-url='file:///a\\nfile:///b'\n"
        "global.cert='/c.pem'\n"
        "freeze.timeout='3'\n"
    )
    found = install.environment_of_uv(install.settings_of_pip(told))
    assert found["UV_DEFAULT_INDEX"] == "file:///first"
    assert found["UV_INDEX"] == "file:///a file:///b"
    assert found["UV_FIND_LINKS"] == "/somewhere"
    assert found["SSL_CERT_FILE"] == "/c.pem"
    assert "UV_HTTP_TIMEOUT" not in found


def test_uv_is_told_what_pip_was_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """pip lists its settings only when it is not asked to be quiet."""
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    found = install.environment_of_uv(install.settings_of_pip(install.told_by_pip()))
    assert found["UV_FIND_LINKS"] == str(tmp_path)


def test_packages_go_into_a_folder_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []

    def run(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        asked.append(command)
        return subprocess.CompletedProcess(command, int("uv" in command), "", "")

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(install, "has_uv", lambda: True)
    install.install(["a.lock"], "beside")
    by_uv, by_pip = (" ".join(command) for command in asked if "install" in command)
    for line in (by_uv, by_pip):
        assert line.endswith("--target beside --require-hashes --requirement a.lock")


def test_the_trainers_have_the_versions_of_the_other_packages() -> None:
    """And on Linux never the build of PyTorch that brings CUDA; `make lock` does not write it."""
    trainers, peers = locked("requirements-trainers.lock"), locked("requirements-peers.lock")
    shared = trainers.keys() & peers.keys()
    assert "gymnasium" in shared
    assert all(trainers[name] == peers[name] for name in shared)
    text = (ROOT / "requirements-trainers.lock").read_text("utf-8")
    assert re.findall(r"^torch==(\S+) ; sys_platform (..)", text, re.MULTILINE) == [
        ("2.13.0+cpu", "=="),
        ("2.13.0", "!="),
    ]
    assert "://" not in text
    assert not any(name.startswith(("nvidia", "cuda", "triton")) for name in trainers)


def test_the_site_has_the_versions_of_the_server() -> None:
    """Pydantic works with one version of its core alone; `make lock` does not write this one."""
    server, site = locked("requirements.lock"), locked("requirements-site.lock")
    assert set(site) == {"msgspec", "pydantic-core"}
    assert all(server[name] == version for name, version in site.items())
