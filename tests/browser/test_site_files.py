"""The files of the site, and the server that starts from them, in Node."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from cruachan.bench.wasm import node
from cruachan.games import GAMES
from tests.browser.device import (
    PLACE,
)

pytestmark = [pytest.mark.page, pytest.mark.slow]


def test_the_folder_keeps_to_itself(site: Path) -> None:
    """Relative paths, a policy that lets nothing in or out, and everything in the cache's list."""
    folder = site / PLACE.strip("/")
    html = (folder / "index.html").read_text("utf-8")
    assert "default-src 'none'" in html
    assert "default-src 'none'" in (folder / "docs" / "index.html").read_text("utf-8")
    assert not re.search(r'(src|href)="(/|https?:)', html)
    manifest = json.loads((folder / "manifest.webmanifest").read_text("utf-8"))
    assert (manifest["start_url"], manifest["scope"]) == (".", ".")
    assert "id" not in manifest, "it would be that of all sites of the host"
    assert all((folder / each["src"]).is_file() for each in manifest["icons"])
    sizes = {each["sizes"] for each in manifest["icons"] if each.get("purpose") == "maskable"}
    assert sizes == {"any", "192x192", "512x512"}
    worker = (folder / "service-worker.js").read_text("utf-8")
    listed = re.search(r"const FILES = (\{.*\});", worker)
    assert listed is not None
    names = json.loads(listed[1])
    assert {"index.html", "server/memory-0.packed", "server/gallia.wasm"} <= set(names)
    assert len(names["server/snapshot.json"]) == 64, "what must fit together has a digest"
    assert names["index.html"] == "", "a host may add something to a page"
    assert "server/packages.zip" not in names, "it is for browsers without the snapshot"
    assert all((folder / name).is_file() for name in names)


def started(site: Path, missing: str = "", tables: str = "") -> dict[str, Any]:
    """What the server says that is started from the folder, without one of its files, or where
    `tables` of functions are as in another browser."""
    program = Path(__file__).with_name("start.mjs")
    server = site / PLACE.strip("/") / "server"
    command = [str(node()), str(program), str(server), missing, tables]
    said = subprocess.run(command, capture_output=True, check=True)
    found: dict[str, Any] = json.loads(said.stdout)
    return found


def test_python_begins_with_everything_loaded_and_with_lots_of_its_own(site: Path) -> None:
    """Modules come from the snapshot, which all devices share; what is drawn by lot does not."""
    first, second = started(site), started(site)
    assert (first["status"], first["games"]) == (200, len(GAMES))
    assert first["loaded"] < 10
    assert first["lot"] != second["lot"]


def test_python_loads_its_packages_where_there_is_no_snapshot(site: Path) -> None:
    found = started(site, missing="memory-0.packed")
    assert (found["status"], found["games"]) == (200, len(GAMES))
    assert found["loaded"] > 300


def test_the_snapshot_serves_a_browser_whose_tables_give_functions_as_other_objects(
    site: Path,
) -> None:
    """As in WebKit: linking must find the places that the functions have in the snapshot."""
    found = started(site, tables="webkit")
    assert (found["status"], found["fault"]) == (200, 404)
    assert found["loaded"] < 10


def test_packages_are_loaded_where_functions_lie_elsewhere(site: Path) -> None:
    found = started(site, tables="shifted")
    assert (found["status"], found["fault"]) == (200, 404)
    assert found["loaded"] > 300
