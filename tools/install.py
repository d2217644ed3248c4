"""Install the packages of lock files: with uv, or with pip where uv cannot.

    python tools/install.py requirements.lock requirements-peers.lock

uv takes a tenth of the core seconds of pip, and downloads several files at once. Both ask for the
hash of every file. uv does not read the settings of pip, so it is told the indexes and the
certificate that pip would use.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

UV_LOCK = Path(__file__).parents[1] / "requirements-uv.lock"
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
UV = (sys.executable, "-m", "uv", "pip", "install", "--quiet", "--python", sys.executable)
SETTING = re.compile(r"^(?:global|install|:env:)\.([\w-]+)=(.*)$", re.MULTILINE)


def options(locks: list[str]) -> list[str]:
    """How both are asked for what is locked."""
    return ["--require-hashes", *(part for lock in locks for part in ("--requirement", lock))]


def settings_of_pip(told: str) -> dict[str, str]:
    """What `pip config list` tells; the environment counts more than files."""
    found: dict[str, str] = {}
    lines = sorted(SETTING.finditer(told), key=lambda line: line[0].startswith(":env:"))
    for line in lines:
        try:
            found[line[1]] = str(ast.literal_eval(line[2]))
        except (SyntaxError, ValueError):
            continue
    return found


def environment_of_uv(pip: Mapping[str, str]) -> dict[str, str]:
    """The same indexes, folders and certificate for uv.

    With hashes it does not matter which index a file is from, so all are asked.
    """
    told = {
        "UV_DEFAULT_INDEX": pip.get("index-url", ""),
        "UV_INDEX": " ".join(pip.get("extra-index-url", "").split()),
        "UV_FIND_LINKS": ",".join(pip.get("find-links", "").split()),
        "SSL_CERT_FILE": pip.get("cert", ""),
        "UV_HTTP_TIMEOUT": pip.get("default-timeout", pip.get("timeout", "")),
        "UV_SYSTEM_CERTS": "1",
        "UV_INDEX_STRATEGY": "unsafe-best-match",
    }
    return {name: value for name, value in told.items() if value}


def has_uv() -> bool:
    """Whether the locked uv is in this environment, which it now is if it can be."""
    try:
        found = f"uv=={version('uv')} " in UV_LOCK.read_text("utf-8")
    except PackageNotFoundError:
        found = False
    command = [*PIP, "install", *options([str(UV_LOCK)])]
    return found or subprocess.run(command, capture_output=True, check=False).returncode == 0


def install(locks: list[str]) -> int:
    """Install with the one or the other; the exit status."""
    if has_uv():
        listed = subprocess.run(
            [*PIP, "config", "list"], capture_output=True, text=True, check=False
        )
        told = environment_of_uv(settings_of_pip(listed.stdout))
        done = subprocess.run(
            [*UV, *options(locks)],
            env=told | os.environ,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode == 0:
            return 0
        print(f"uv could not install {', '.join(locks)}; pip tries it.", file=sys.stderr)
        print(done.stderr, file=sys.stderr)
    return subprocess.run([*PIP, "install", *options(locks)], check=False).returncode


if __name__ == "__main__":
    sys.exit(install(sys.argv[1:]))
