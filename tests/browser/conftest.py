"""The site of static files, built once for the tests of this folder."""

from __future__ import annotations

import os
import shutil
from functools import partial
from pathlib import Path

import pytest
from tools import static_site

from tests.browser.device import (
    PLACE,
)
from tests.wasm.modules import copy_modules


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site in a folder of a host's: the one that CRUACHAN_SITE names, else built for this."""
    root = tmp_path_factory.mktemp("host")
    folder = root / PLACE.strip("/")
    if named := os.environ.get("CRUACHAN_SITE"):
        shutil.copytree(named, folder)
    else:
        modules = partial(copy_modules, factory=tmp_path_factory)
        static_site.build(folder, modules, one_page, one_kit)
    return root


def one_page(folder: Path) -> None:
    """In place of the documentation, which tests/test_site.py builds."""
    folder.mkdir()
    html = "<!doctype html><html><head><title>Docs</title></head><body>To read.</body></html>"
    (folder / "index.html").write_text(html)


def one_kit(folder: Path) -> None:
    """In place of all games to print, which tests/printing sets in type."""
    folder.mkdir()
    (folder / "cambria-a4-en.pdf").write_bytes(b"%PDF-1.7")
