"""Take pictures of the page for README and docs, each from a hall of its own: `make pictures`.

    python -m tools.pictures [NAME ...]   only those whose names begin so; else all

Whoever wants one more adds it to PICTURES. Its steps are done before it is taken, by a function
that gets the page and the hall: it can set a table with `hall.client()`, go there, and press what
it likes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page
from tests.hall.running import Running
from tests.page.visiting import Scheme, Size, Visitors, chromium

from cruachan.engine.words import Lang

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
Steps = Callable[[Page, Running], None]


@dataclass(frozen=True)
class Picture:
    """What is to be seen, on what, and what is done before."""

    name: str
    path: str
    size: Size = "desk"
    scheme: Scheme = "light"
    lang: Lang = "en"
    steps: Steps | None = None
    whole: bool = False
    """Whether all of the page is taken, or what fits on the screen."""


PICTURES = (
    Picture("front-desk-light", "/"),
    Picture("front-desk-dark", "/", scheme="dark"),
    Picture("front-phone-light", "/", "phone"),
    Picture("front-phone-dark", "/", "phone", "dark"),
)


def take(picture: Picture, browser: Browser, folder: Path) -> Path:
    """One picture, as a file."""
    with Running() as hall:
        visitors = Visitors(browser, hall.address)
        page = visitors(picture.size, picture.lang, picture.scheme)
        page.goto(picture.path)
        page.get_by_role("main").wait_for()
        if picture.steps:
            picture.steps(page, hall)
        page.wait_for_load_state("networkidle")
        file = folder / f"{picture.name}.png"
        page.screenshot(path=file, full_page=picture.whole, animations="disabled")
        visitors.leave()
    return file


def take_all(wanted: tuple[str, ...], folder: Path = FOLDER) -> Iterator[Path]:
    """The pictures whose names begin with one of these; all of them where there are none."""
    folder.mkdir(parents=True, exist_ok=True)
    with chromium() as browser:
        for picture in PICTURES:
            if picture.name.startswith(wanted or ("",)):
                yield take(picture, browser, folder)


if __name__ == "__main__":
    for taken in take_all(tuple(sys.argv[1:])):
        print(taken)
