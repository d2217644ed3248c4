"""How much is loaded before one can play: little, apart from the board."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from cruachan.engine.texts import Lang
from tests.page.visiting import Visitors
from tests.server.running import Running

MOST = 86_000
"""Bytes, packed."""
MOST_ASKED = 50_000
"""Bytes of what the server answers until one can play, the board among it."""
MOST_FRONT = 140_000
"""Bytes of the front page with everything on it."""
TABLE = "src/table/TablePage.svelte"
LANGUAGE = "src/texts/de.json"
LATER = ("/assets/following", "/assets/badge")
"""What follows the other tables: the page loads it when it has shown this one."""
LOADED = """performance.getEntries().filter((each) => each.encodedBodySize)
    .map((each) => [new URL(each.name).pathname, each.encodedBodySize])"""


def weight(path: Path) -> int:
    return len(gzip.compress(path.read_bytes()))


def test_what_the_table_is_made_of_is_light(built: Path) -> None:
    """All that is loaded with it, however it is cut into files."""
    chunks = json.loads((built / ".vite" / "manifest.json").read_text("utf-8"))
    names, files = ["index.html", TABLE, LANGUAGE], {"index.html"}
    for name in names:
        files |= {chunks[name]["file"], *chunks[name].get("css", ())}
        names += [each for each in chunks[name].get("imports", ()) if each not in names]
    weights = {file: weight(built / file) for file in files}
    assert len(weights) >= 4
    assert sum(weights.values()) < MOST, weights


def loaded(page: Page) -> dict[str, int]:
    """The bytes of every body that was sent, by path; without what comes when one plays already."""
    page.wait_for_load_state("networkidle")
    found: dict[str, int] = {}
    for path, size in page.evaluate(LOADED):
        if not path.startswith(LATER):
            found[path] = found.get(path, 0) + size
    return found


def test_what_a_browser_loads_until_one_can_play_is_light(visit: Visitors, server: Running) -> None:
    anna = server.client()
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "greedy"}]
    table = anna.create("gallia", seats)["table"]
    anna.act(table, "start")
    page = visit("phone", key=anna.key)
    page.goto(f"/t/{table}")
    expect(page.locator(".choices")).to_be_visible()
    sizes = loaded(page)
    ours = {path: size for path, size in sizes.items() if not path.startswith("/api/")}
    asked = {path: size for path, size in sizes.items() if path.startswith("/api/")}
    assert f"/t/{table}" in ours
    assert any(path.startswith("/assets/TablePage") for path in ours)
    assert sum(ours.values()) < MOST, ours
    assert "/api/games/gallia/still" in asked
    assert sum(asked.values()) < MOST_ASKED, asked


def test_the_front_page_is_light(visit: Visitors) -> None:
    """Boards and all: they are packed, and a phone loads those that it shows."""
    page = visit("phone")
    page.goto("/")
    expect(page.locator("img.shown").first).to_be_visible()
    sizes = loaded(page)
    assert "/api/games" in sizes
    assert sum(sizes.values()) < MOST_FRONT, sizes


@pytest.mark.parametrize(("lang", "other"), [("en", "de"), ("de", "en")])
def test_the_texts_of_one_language_are_loaded(visit: Visitors, lang: Lang, other: Lang) -> None:
    """Those of another once it is set, which then stays."""
    page = visit("phone", lang)
    page.goto("/")
    learn = page.get_by_role("heading", level=1)
    expect(learn).to_be_visible()
    assert languages(page) == [lang]
    page.get_by_role("button", name={"en": "English", "de": "Deutsch"}[other]).click()
    expect(page.locator("html")).to_have_attribute("lang", other)
    assert languages(page) == [lang, other]
    page.reload()
    expect(learn).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", other)


def languages(page: Page) -> list[str]:
    """The languages whose texts were loaded, in their order; each has several files."""
    names = [path.rpartition("/")[2].partition("-")[0] for path in loaded(page)]
    return [name for name in dict.fromkeys(names) if name in ("en", "de")]


def test_a_table_is_loaded_at_once(visit: Visitors, server: Running) -> None:
    """The first answer names all of it: the browser need not find out file by file."""
    anna = server.client()
    table = anna.create("gallia", [{"kind": "me"}, {"kind": "free"}])["table"]
    page = visit("phone", key=anna.key)
    page.goto(f"/t/{table}")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    html = httpx.get(f"{server.address}/t/{table}", headers={"accept-language": "en"}).text
    named = set(re.findall(r'="(/assets/[^"]+)"', html))
    late = {path for path in loaded(page) if path.startswith("/assets/")} - named
    lobby = {"/assets/Lobby", "/assets/QrCode", "/assets/look", "/assets/pages", "/assets/en"}
    assert {path.partition("-")[0] for path in late} == lobby
    assert named <= set(loaded(page))
