"""Measure the site of static files in Chromium: `python -m tools.site_times build/play`.

    python -m tools.site_times build/play --visits 2 --moves 20
    python -m tools.site_times build/play --network 1.6/150 --cpu 4 --bots expert

A browser with a new profile visits the site, plays, is closed and opened again. Each line has the
seconds by the clock, and of a core in the page's processes and in all processes of the browser: on
a busy machine the clock says little, so its load is printed beside. A visit ends when the first
table is on the screen and can be played. `--network` has the host send so many megabits a second,
after so many milliseconds for each request; `--cpu` lets the processes of the page run for a part
of the time, as on a slower device: all their threads, which DevTools do not slow down.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import statistics
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, CDPSession, Page, Playwright, expect, sync_playwright
from tests.browser.device import (
    PATIENCE,
    PLACE,
    FolderHandler,
    good,
    static_host,
    wait_until_kept,
)
from tests.page.visiting import LEAN, chromium_program

from cruachan.bench.wasm import WasmTask, task_for_node
from cruachan.wasm.exports import module_game

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
        if (!answer.ok) continue;
        const answered = performance.now() - began;
        for (;;) {
            const { view } = await (await fetch(`${at}/view?seat=0&lang=en`)).json();
            if (view.result?.length || view.to_act.includes(0)) break;
            await new Promise((done) => setTimeout(done, 10));
        }
        took.push([answered, performance.now() - began]);
    }
    return took;
}"""


SEARCH = """async ([place, task, times]) => {
    const at = `${place}server/`;
    const file = (kind) => fetch(`${at}${task.game}.${kind}`);
    const { loadKernel, Search } = await import(`${at}kernel.mjs`);
    const [code, weights] = await Promise.all(
        ["wasm", "bin"].map(async (kind) => (await file(kind)).arrayBuffer()));
    const kernel = await loadKernel(code, await (await file("json")).json(), weights);
    const opening = Uint8Array.from(task.opening.match(/../g), (two) => parseInt(two, 16));
    const search = new Search(kernel, task.seats, 1 << 18);
    for (let done = 0; done < times; done++) {
        search.forget();
        search.run(opening, kernel.toAct(opening), task.searched, BigInt(task.dice), task.level);
    }
}"""
"""Searches the opening of a game so many times."""
SEARCHES = 40


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
        self.known: list[int] = []
        """The processes of its pages when they were last looked for."""

    def renderers(self) -> list[int]:
        """Look for the processes of its pages."""
        found = self._session.send("SystemInfo.getProcessInfo")["processInfo"]
        self.known = [each["id"] for each in found if each["type"] == "renderer"]
        return self.known

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
    measured.renderers()
    measured.began = time.perf_counter()
    page.goto(address)
    measured.renderers()
    expect(page.get_by_role("button", name="Play now: Cambria")).to_be_visible()
    say(f"{name}: front page", measured.spent())
    page.get_by_role("button", name="Play now: Cambria").click()
    if new:
        page.get_by_role("textbox").fill("Anna")
        page.keyboard.press("Enter")
    expect(page.locator(".choices").first).to_be_visible()
    say(f"{name}: playable table", measured.spent())
    return page


def moves(page: Page, most: int, bot: str) -> None:
    """Print how long the answers to moves take, and the bots' moves after them, for each game."""
    for game, bots in GAMES.items():
        kind = "strong" if game == "shent" else bot
        seats: list[Any] = [{"kind": "me", "name": "Anna"}, *[{"kind": kind}] * bots]
        wish = {"game": game, "seats": seats, "bot_pace": 0}
        table = good(page, "POST", "/tables", wish)["table"]
        start = {"id": "start-it", "act": {"kind": "start"}}
        good(page, "POST", f"/tables/{table}/acts", start)
        took = page.evaluate(TIMED, [PLACE, table, most])
        answered, played = ([each[which] for each in took] for which in (0, 1))
        print(
            f"{game:10} {len(took):3} moves: answered after {statistics.median(answered):.0f} ms, "
            f"{min(answered):.0f} to {max(answered):.0f}; {bots} {kind} done after "
            f"{statistics.median(played):.0f} ms, at most {max(played):.0f}   "
            f"load {os.getloadavg()[0]:.1f}",
            flush=True,
        )


def searches(measured: Measured, page: Page) -> None:
    """Print how many playouts of a search there are in a second of a core."""
    for game in GAMES:
        if game == "shent":
            continue
        task = task_for_node(WasmTask.of(module_game(game)), Path(), 0.0)
        page.evaluate(SEARCH, [PLACE, task, SEARCHES // 4])
        before = measured.spent().renderers
        page.evaluate(SEARCH, [PLACE, task, SEARCHES])
        pace = SEARCHES * task["searched"] / (measured.spent().renderers - before)
        print(f"{game:10} {pace:,.0f} playouts in a second of a core", flush=True)


def memory(measured: Measured) -> None:
    """Print how much memory the processes of the page have."""
    sizes = []
    for pid in measured.renderers():
        found = re.search(r"^Pss: +(\d+)", Path(f"/proc/{pid}/smaps_rollup").read_text(), re.M)
        sizes.append(int(found[1]) / 1000 if found else 0)
    print(f"memory of the page: {sum(sizes):.0f} MB", flush=True)


class SlowHandler(FolderHandler):
    """Sends what a slow network does; all requests share it."""

    bytes_a_second = 0.0
    delay = 0.0
    _free = 0.0
    _lock = threading.Lock()
    PIECE = 8192

    def do_GET(self) -> None:
        time.sleep(self.delay)
        super().do_GET()

    def copyfile(self, source: Any, outputfile: Any) -> None:
        while piece := source.read(self.PIECE):
            with SlowHandler._lock:
                begins = max(time.monotonic(), SlowHandler._free)
                SlowHandler._free = begins + len(piece) / self.bytes_a_second
            time.sleep(max(0.0, SlowHandler._free - time.monotonic()))
            outputfile.write(piece)


@contextmanager
def slowed(measured: Measured, factor: float) -> Iterator[None]:
    """Let the processes of the page run for a part of the time."""
    over = threading.Event()
    slice_ = 0.01

    def stutter() -> None:
        while not over.is_set():
            pids = measured.known
            for each in pids:
                _signal(each, signal.SIGSTOP)
            over.wait(slice_ * (factor - 1))
            for each in pids:
                _signal(each, signal.SIGCONT)
            over.wait(slice_)

    thread = threading.Thread(target=stutter, daemon=True)
    if factor > 1:
        thread.start()
    try:
        yield
    finally:
        over.set()
        if factor > 1:
            thread.join()


def _signal(pid: int, which: signal.Signals) -> None:
    try:
        os.kill(pid, which)
    except ProcessLookupError:
        return


def main() -> None:
    """Measure a folder."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("folder", type=Path)
    asked.add_argument("--visits", type=int, default=2, help="how often the site is visited again")
    asked.add_argument(
        "--moves", type=int, default=20, help="how many moves of each game are timed"
    )
    asked.add_argument("--bots", default="greedy", help="who plays the games with tree search")
    asked.add_argument("--network", help="megabits a second / milliseconds of a request: 1.6/150")
    asked.add_argument("--cpu", type=float, default=1.0, help="how many times slower the page is")
    options = asked.parse_args()
    expect.set_options(timeout=PATIENCE)
    handler = FolderHandler
    if options.network:
        megabits, delay = map(float, options.network.split("/"))
        SlowHandler.bytes_a_second, SlowHandler.delay = megabits * 1e6 / 8, delay / 1000
        handler = SlowHandler
    with tempfile.TemporaryDirectory() as temporary, sync_playwright() as playing:
        root, profile = Path(temporary) / "host", Path(temporary) / "profile"
        shutil.copytree(options.folder, root / PLACE.strip("/"))
        with static_host(root, handler) as host:
            with browser(playing, profile) as measured, slowed(measured, options.cpu):
                page = visit(measured, host.address, "first visit", new=True)
                wait_until_kept(page)
                say("first visit: kept for later", measured.spent())
                if options.moves:
                    moves(page, options.moves, options.bots)
                    memory(measured)
                    searches(measured, page)
            for number in range(options.visits):
                with browser(playing, profile) as measured, slowed(measured, options.cpu):
                    visit(measured, host.address, f"visit {number + 2}")


if __name__ == "__main__":
    main()
