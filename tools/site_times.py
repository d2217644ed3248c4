"""Measure the site of static files in Chromium: `python -m tools.site_times build/play`.

    python -m tools.site_times build/play --visits 2 --moves 20

A browser with a new profile visits the site, plays, is closed and opened again. Each line has the
seconds by the clock, and of a core in the page's processes and in all processes of the browser: on
a busy machine the clock says little, so its load is printed beside. A visit ends when the first
table is on the screen and can be played.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, CDPSession, Page, Playwright, expect, sync_playwright
from tests.browser.device import PATIENCE, PLACE, good, static_host, wait_until_kept
from tests.page.visiting import LEAN, chromium_program

GAMES = {"hibernia": 2, "cambria": 1, "gallia": 1, "shent": 1}
"""The games, with how many bots play."""
TIMED = """async ([place, table, most]) => {
    const json = { "content-type": "application/json" };
    const at = `${place}api/tables/${table}`;
    const took = [];
    for (let waited = 0, turn = 0; took.length < most && waited < 600; ) {
        const seen = await (await fetch(`${at}/view?seat=0&lang=en`)).json();
        if (seen.view.result?.length) break;
        const choices = seen.view.points.flatMap((point) => point.moves);
        if (!choices.length || seen.asked === undefined) {
            waited++;
            await new Promise((done) => setTimeout(done, 50));
            continue;
        }
        const chosen = choices[turn++ % choices.length];
        const act = { kind: "move", seat: 0, answers: seen.asked, move: chosen.move };
        if (chosen.tell) act.words = `They walked on for day ${turn}.`;
        const body = JSON.stringify({ id: `move-${table}-${turn}`, act });
        const began = performance.now();
        const answer = await fetch(`${at}/acts?lang=en`, { method: "POST", headers: json, body });
        await answer.text();
        if (answer.ok) took.push(performance.now() - began);
    }
    return took;
}"""


class Spent(NamedTuple):
    """Seconds since the browser was started."""

    clock: float
    renderers: float
    browser: float


class Measured:
    """A browser whose processes tell what they have used."""

    def __init__(self, browser: Browser) -> None:
        self.began = time.perf_counter()
        self.context = browser.contexts[0]
        self.context.set_default_timeout(PATIENCE)
        self._session: CDPSession = browser.new_browser_cdp_session()

    def spent(self) -> Spent:
        """What was used so far."""
        found = self._session.send("SystemInfo.getProcessInfo")["processInfo"]
        pages = [each["cpuTime"] for each in found if each["type"] == "renderer"]
        whole = sum(each["cpuTime"] for each in found)
        return Spent(time.perf_counter() - self.began, sum(pages), whole)


@contextmanager
def browser(playing: Playwright, profile: Path) -> Iterator[Measured]:
    """A browser with a profile, which is closed in the end."""
    program = [chromium_program(), *LEAN, "--headless", "--remote-debugging-port=0"]
    process = subprocess.Popen(
        [*program, f"--user-data-dir={profile}", "--lang=en-GB", "about:blank"],
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    address = next(
        found[1]
        for line in process.stderr
        if (found := re.search(r"listening on (ws://\S+)", line))
    )
    opened = playing.chromium.connect_over_cdp(address)
    try:
        yield Measured(opened)
    finally:
        opened.new_browser_cdp_session().send("Browser.close")
        process.wait(60)


def say(what: str, spent: Spent) -> None:
    """Print a line of times."""
    load = os.getloadavg()[0]
    print(
        f"{what:34} {spent.clock:7.1f} s   {spent.renderers:6.1f} core s in the page   "
        f"{spent.browser:6.1f} in all   load {load:.1f}",
        flush=True,
    )


def visit(measured: Measured, address: str, name: str, new: bool = False) -> Page:
    """Open the front page and a table; what it took until they could be used. Somebody new is
    asked for her name."""
    page = measured.context.new_page()
    measured.began = time.perf_counter()
    page.goto(address)
    expect(page.get_by_role("button", name="Play now: Cambria")).to_be_visible()
    say(f"{name}: front page", measured.spent())
    page.get_by_role("button", name="Play now: Cambria").click()
    if new:
        page.get_by_role("textbox").fill("Anna")
        page.keyboard.press("Enter")
    expect(page.locator(".choices").first).to_be_visible()
    say(f"{name}: playable table", measured.spent())
    return page


def moves(page: Page, most: int) -> None:
    """Print how long the answers to moves take, for each game."""
    for game, bots in GAMES.items():
        seats: list[Any] = [{"kind": "me", "name": "Anna"}, *[{"kind": "greedy"}] * bots]
        if game == "shent":
            seats[1:] = [{"kind": "strong"}]
        table = good(page, "POST", "/tables", {"game": game, "seats": seats, "bot_pace": 0})[
            "table"
        ]
        start = {"id": "start-it", "act": {"kind": "start"}}
        good(page, "POST", f"/tables/{table}/acts", start)
        took = page.evaluate(TIMED, [PLACE, table, most])
        print(
            f"{game:10} {len(took):3} moves: median {statistics.median(took):5.0f} ms, "
            f"{min(took):.0f} to {max(took):.0f}   load {os.getloadavg()[0]:.1f}",
            flush=True,
        )


def main() -> None:
    """Measure a folder."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("folder", type=Path)
    asked.add_argument("--visits", type=int, default=2, help="how often the site is visited again")
    asked.add_argument(
        "--moves", type=int, default=20, help="how many moves of each game are timed"
    )
    options = asked.parse_args()
    expect.set_options(timeout=PATIENCE)
    with tempfile.TemporaryDirectory() as temporary, sync_playwright() as playing:
        root, profile = Path(temporary) / "host", Path(temporary) / "profile"
        shutil.copytree(options.folder, root / PLACE.strip("/"))
        with static_host(root) as host:
            with browser(playing, profile) as measured:
                page = visit(measured, host.address, "first visit", new=True)
                wait_until_kept(page)
                if options.moves:
                    moves(page, options.moves)
            for number in range(options.visits):
                with browser(playing, profile) as measured:
                    visit(measured, host.address, f"visit {number + 2}")


if __name__ == "__main__":
    main()
