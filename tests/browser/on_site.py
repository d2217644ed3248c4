"""What somebody does on the site of static files, and what a host does."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.asking import (
    fetched,
    until,
)
from tests.browser.device import (
    ANNA,
    Device,
    good,
    wait_until_kept,
)


def finished_game(page: Page, game: str) -> tuple[str, int]:
    """A stored game that is opened: its table, and how many plies it has."""
    golden = Path(__file__).parents[1] / game / "golden"
    text = next(iter(sorted(golden.glob("*.game")))).read_text("utf-8")
    table = str(good(page, "POST", "/files", {"text": text})["table"])
    return table, int(good(page, "GET", f"/tables/{table}?lang=en")["table"]["plies"])


def looked_back(page: Page, table: str, game: str) -> None:
    """An earlier moment of a game is shown, and what is said of it: an analysis, or the saga."""
    at = f"/tables/{table}"
    assert good(page, "GET", f"{at}/view?ply=3&lang=en")["view"]["game"] == game
    if game == "shent":
        assert good(page, "GET", f"{at}/saga?lang=en")["title"]
        saga_is_saved(page, table)
    else:
        until(lambda: good(page, "GET", f"{at}/analysis?lang=en")["judged"])


def saga_is_saved(page: Page, table: str) -> None:
    """The story is a page of its own, and a book."""
    assert fetched(page, f"api/tables/{table}/saga?lang=en&form=html").startswith("<!DOCTYPE html>")
    page.goto(f"{page.url.partition('/t/')[0]}/t/{table}/saga")
    with page.expect_download() as file:
        page.get_by_role("link", name="As a book (EPUB)").click()
    assert Path(file.value.path()).read_bytes().startswith(b"PK")
    page.goto(f"{page.url.partition('/t/')[0]}/t/{table}")


def begun(page: Page, device: Device, *bots: str) -> str:
    """A game of Hibernia in another browser."""
    page.goto(device.host.address)
    wait_until_kept(page)
    wish = {"game": "hibernia", "seats": [ANNA, *({"kind": kind} for kind in bots)], "bot_pace": 0}
    table = str(good(page, "POST", "/tables", wish)["table"])
    start = {"id": "start-it", "act": {"kind": "start"}}
    good(page, "POST", f"/tables/{table}/acts", start)
    return table


def opened_again(page: Page, device: Device, table: str) -> Page:
    """A table in another tab, after the only one was closed, and with it the worker."""
    again = page.context.new_page()
    page.close()
    again.goto(f"{device.host.address}t/{table}")
    expect(again.locator(".choices").first).to_be_visible()
    return again


def update(folder: Path) -> None:
    """The host gets another version of the site."""
    worker = folder / "service-worker.js"
    found = worker.read_text("utf-8")
    worker.write_text(re.sub(r'VERSION = "\w+"', 'VERSION = "the-next"', found), "utf-8")
