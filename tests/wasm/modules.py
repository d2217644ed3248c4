"""The modules of games, built once for all workers: each takes ten seconds of a core."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path

import pytest
from filelock import FileLock

from cruachan.wasm.build import KINDS, build, write_module
from cruachan.wasm.exports import module_game
from tests.workers import shared_folder


def copy_modules(names: Iterable[str], folder: Path, factory: pytest.TempPathFactory) -> None:
    """Put the modules of games into a folder, from the code that is compiled here anyway."""
    kept = shared_folder(factory) / "wasm-modules"
    kept.mkdir(exist_ok=True)
    for name in names:
        with FileLock(kept / f"{name}.lock"):
            if not (kept / name).exists():
                half = kept / f"{name}.half"
                half.mkdir(exist_ok=True)
                write_module(build(module_game(name)), half)
                half.rename(kept / name)
        for kind in KINDS:
            shutil.copy(kept / name / f"{name}.{kind}", folder)
