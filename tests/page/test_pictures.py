"""The pictures for README and docs can be taken."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page
from tools.pictures import PICTURES, Picture, take

from tests.server.running import Running


def test_a_picture_is_taken_after_its_steps(browser: Browser, tmp_path: Path) -> None:
    done: list[str] = []

    def steps(page: Page, server: Running) -> None:
        done.append(page.url.removeprefix(server.address))

    file = take(Picture("nowhere", "/nowhere", "phone", "dark", steps=steps), browser, tmp_path)
    assert done == ["/nowhere"]
    assert file.read_bytes().startswith(b"\xff\xd8\xff")


def test_every_picture_has_a_name_of_its_own() -> None:
    assert len({picture.name for picture in PICTURES}) == len(PICTURES)
