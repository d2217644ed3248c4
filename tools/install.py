"""Install the packages of lock files: with uv, or with pip where uv cannot.

    python tools/install.py requirements.lock requirements-peers.lock
    python tools/install.py requirements-trainers.lock --target FOLDER

The second puts the packages into a folder of their own. uv takes a tenth of the core seconds of
pip, and downloads several files at once. Both ask for the hash of every file. uv does not read the
settings of pip, so it is told the indexes and the certificate that pip would use.
"""

from __future__ import annotations

import argparse
import ast
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

UV_LOCK = Path(__file__).parents[1] / "requirements-uv.lock"
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check")
UV = (sys.executable, "-m", "uv", "pip", "install", "--python", sys.executable)
SETTING = re.compile(r"^(?:global|install|:env:)\.([\w-]+)=(.*)$", re.MULTILINE)


def options(locks: list[str], target: str | None = None) -> list[str]:
    """How both are asked for what is locked."""
    folder = ["--target", target] if target else []
    asked = [part for lock in locks for part in ("--requirement", lock)]
    return ["--quiet", *folder, "--require-hashes", *asked]


def told_by_pip() -> str:
    """`pip config list`, which is silent when pip is asked to be quiet."""
    command = [*PIP, "config", "list"]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


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


def install(locks: list[str], target: str | None = None) -> int:
    """Install with the one or the other; the exit status."""
    if has_uv():
        told = environment_of_uv(settings_of_pip(told_by_pip()))
        done = subprocess.run(
            [*UV, *options(locks, target)],
            env=told | os.environ,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode == 0:
            return 0
        print(f"uv could not install {', '.join(locks)}; pip tries it.", file=sys.stderr)
        print(done.stderr, file=sys.stderr)
    return subprocess.run([*PIP, "install", *options(locks, target)], check=False).returncode


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("locks", nargs="+")
    parser.add_argument("--target")
    sys.exit(install(**vars(parser.parse_args())))
