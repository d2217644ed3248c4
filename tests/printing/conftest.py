"""Kits are made once for all workers."""

from __future__ import annotations

import pytest

from tests.printing import kits
from tests.workers import shared_folder


@pytest.fixture(scope="session", autouse=True)
def shared_kits(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Where kits lie that a worker has made already."""
    folder = shared_folder(tmp_path_factory) / "kits"
    folder.mkdir(exist_ok=True)
    kits.SHARED[:] = [folder]
