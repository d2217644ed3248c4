"""Take pictures of the page for README and docs, each from a server of its own: `make pictures`.

    python -m tools.pictures [NAME ...]   only those whose names begin so; else all

Whoever wants one more adds it to PICTURES. Its steps are done before it is taken, by a function
that gets the page and the server: it can set a table with `server.client()`, go there, and press
what it likes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page
from tests.page.visiting import Scheme, Size, Visitors, chromium
from tests.server.running import Running

from cruachan.engine.texts import DEFAULT_LANG, Lang

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
SETTLED = 2500
"""Milliseconds after which everything lies where it belongs and the story is written down."""
Steps = Callable[[Page, Running], None]


@dataclass(frozen=True)
class Picture:
    """What is to be seen, on what, and what is done before."""

    name: str
    path: str
    size: Size = "desk"
    scheme: Scheme = "light"
    lang: Lang = DEFAULT_LANG
    steps: Steps | None = None
    whole: bool = False
    """Whether all of the page is taken, or what fits on the screen."""


ADVISED = """async ([game, bots, plies]) => {
    const json = (answer) => answer.json();
    const post = (path, body) => fetch('/api' + path, {
        method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify(body),
    }).then(json);
    const box = (await fetch('/api/games').then(json)).find((each) => each.name === game);
    const seats = [{kind: 'me', name: 'Medb'}];
    for (const name of ['Ailill', 'Fergus', 'Nera'].slice(0, bots))
        seats.push({kind: box.usual_bot, name});
    const {table} = await post('/tables', {game, seats, bot_pace: 0});
    let number = 0;
    const act = (what) => post(`/tables/${table}/acts`, {id: `picture-${number++}`, act: what});
    await act({kind: 'word', seat: 0, word: 'picture'});
    await act({kind: 'start'});
    for (;;) {
        const now = await fetch(`/api/tables/${table}?seat=0`).then(json);
        const asked = now.view?.to_act.includes(0);
        if (now.table?.status === 'over' || (asked && now.table.plies >= plies)) return table;
        if (!asked) { await new Promise((done) => setTimeout(done, 100)); continue; }
        // On a busy machine whose bots are not compiled yet, advice can be late: then ask again.
        const {moves} = await post(`/tables/${table}/hint`, {seat: 0});
        if (!moves) { await new Promise((done) => setTimeout(done, 1000)); continue; }
        const [advice] = moves;
        await act({kind: 'move', seat: 0, answers: now.asked, move: advice.move});
    }
}"""
"""Plays a game as the server advises, up to a ply at which somebody is asked; its table."""


def playing(game: str, bots: int, plies: int, tab: str = "") -> Steps:
    """A game in full swing, with the moves of whoever is asked marked on the board."""

    def steps(page: Page, server: Running) -> None:
        table = page.evaluate(ADVISED, [game, bots, plies])
        page.goto(f"/t/{table}")
        page.locator(".field svg").wait_for()
        if tab:
            page.get_by_role("tab", name=tab).click()
        page.wait_for_timeout(SETTLED)

    return steps


PICTURES = (
    Picture("front-desk-light", "/"),
    Picture("front-desk-dark", "/", scheme="dark"),
    Picture("front-phone-light", "/", "phone"),
    Picture("front-phone-dark", "/", "phone", "dark"),
    Picture("hibernia", "/", steps=playing("hibernia", 3, 60)),
    Picture("cambria-dark", "/", scheme="dark", steps=playing("cambria", 2, 60, "Log")),
    Picture("gallia-phone", "/", "phone", steps=playing("gallia", 1, 50)),
    Picture("shent", "/", steps=playing("shent", 2, 260, "Saga")),
    Picture("shent-phone-dark", "/", "phone", "dark", "de", playing("shent", 3, 200)),
)


def take(picture: Picture, browser: Browser, folder: Path) -> Path:
    """One picture, as a file."""
    with Running() as server:
        visitors = Visitors(browser, server.address)
        page = visitors(picture.size, picture.lang, picture.scheme)
        page.goto(picture.path)
        page.get_by_role("main").wait_for()
        if picture.steps:
            picture.steps(page, server)
        page.wait_for_load_state("networkidle")
        file = folder / f"{picture.name}.jpg"
        page.screenshot(
            path=file, full_page=picture.whole, animations="disabled", quality=82, type="jpeg"
        )
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
