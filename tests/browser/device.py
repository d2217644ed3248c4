"""A device that visits the site of static files: its browser, and the host that it visits."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect

from tests.page.visiting import LEAN, chromium_program

PATIENCE = 300_000
"""Milliseconds for Python to start, on a machine that has much else to do."""
PLACE = "/some/where/"
"""The site lies in a folder of its host."""
ANNA = {"kind": "me", "name": "Anna"}


class Host(ThreadingHTTPServer):
    """A host that serves a folder as it is; its network can be cut, and files can be missing."""

    cut = False
    missing = ""
    """The end of the paths for which it has no file."""
    torn = ""
    """The end of the paths whose files break off in the middle."""

    def __init__(self, folder: Path, handler: type[FolderHandler]) -> None:
        super().__init__(("127.0.0.1", 0), partial(handler, directory=str(folder)))
        self.asked: list[str] = []
        """The paths that were asked for."""

    @property
    def address(self) -> str:
        """Where the site is."""
        return f"http://127.0.0.1:{self.server_address[1]}{PLACE}"


class FolderHandler(SimpleHTTPRequestHandler):
    server: Host

    def log_message(self, format: str, *args: Any) -> None:
        pass

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        if self.server.cut:
            self.close_connection = True
        elif self.server.torn and self.path.endswith(self.server.torn):
            content = Path(self.translate_path(self.path)).read_bytes()
            self.send_response(200)
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content[: len(content) // 2])
            self.close_connection = True
        elif self.server.missing and self.path.endswith(self.server.missing):
            self.send_error(404)
        else:
            super().do_GET()

    def send_error(self, code: int, *said: Any) -> None:
        """As hosts of static files do it: what is not there is answered with a page of the site."""
        shown = Path(self.directory, PLACE.strip("/"), "404.html").read_bytes()
        self.send_response(code)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.send_header("content-length", str(len(shown)))
        self.end_headers()
        self.wfile.write(shown)


@contextmanager
def static_host(folder: Path, handler: type[FolderHandler] = FolderHandler) -> Iterator[Host]:
    with Host(folder, handler) as host:
        threading.Thread(target=host.serve_forever, daemon=True).start()
        yield host
        host.shutdown()


DENIED = """
const deny = () => { throw new DOMException("denied", "SecurityError"); };
window.SharedWorker = class { constructor() { deny(); } };
Object.defineProperty(window, "localStorage", { get: deny });
Object.defineProperty(navigator, "serviceWorker", { get: deny });
"""
"""What a browser does that lets no site keep anything."""
HOME_NETWORK = "games.test"
"""The name of the host in a network without https."""


@contextmanager
def over_http(playing: Playwright) -> Iterator[Browser]:
    """A browser to which the host is no secure origin: it has no service workers there."""
    name = f"--host-resolver-rules=MAP {HOME_NETWORK} 127.0.0.1"
    browser = playing.chromium.launch(executable_path=chromium_program(), args=[*LEAN, name])
    yield browser
    browser.close()


class Device:
    """A browser with a profile of its own: what it keeps is there when it is opened again."""

    def __init__(self, playing: Playwright, profile: Path, host: Host) -> None:
        self.playing = playing
        self._profile = profile
        self.host = host
        self.open()

    def open(self) -> None:
        """Start the browser and look at the front page."""
        self.context: BrowserContext = self.playing.chromium.launch_persistent_context(
            self._profile,
            executable_path=chromium_program(),
            args=LEAN,
            locale="en-GB",
            reduced_motion="reduce",
            service_workers="allow",
            offline=self.host.cut,
        )
        self.context.set_default_timeout(PATIENCE)
        expect.set_options(timeout=PATIENCE)
        self.home = self.context.new_page()
        self.home.goto(self.host.address)

    def close(self) -> None:
        """End the browser."""
        self.context.close()

    def cut(self, off: bool = True) -> None:
        """Take the network away from device and host, or give it back."""
        self.host.cut = off
        self.context.set_offline(off)

    def page(self, path: str = "", script: str = "") -> Page:
        """Another tab; a script can change its browser before it begins."""
        page = self.context.new_page()
        if script:
            page.add_init_script(script)
        page.goto(self.host.address + path)
        return page

    def table(self, game: str, *others: str, **wishes: Any) -> str:
        """A table of Anna's with bots, begun."""
        seats = [ANNA, *({"kind": kind} for kind in others)]
        wish = {"game": game, "seats": seats, "bot_pace": 0, **wishes}
        table = str(good(self.home, "POST", "/tables", wish)["table"])
        if not wishes.get("lesson"):
            start = {"id": "start-it", "act": {"kind": "start"}}
            good(self.home, "POST", f"/tables/{table}/acts", start)
        return table


def ask(page: Page, method: str, path: str, body: Any = None) -> tuple[int, str]:
    """What the server in the page answers, asked as a picture or a link asks it."""
    code = """async ([method, path, body]) => {
        const sent = { method, headers: { "content-type": "application/json" } };
        if (body !== null) sent.body = JSON.stringify(body);
        const answer = await fetch(path, sent);
        return [answer.status, await answer.text()];
    }"""
    status, text = page.evaluate(code, [method, f"{PLACE}api{path}", body])
    return status, text


def good(page: Page, method: str, path: str, body: Any = None) -> Any:
    """The same for what is answered well."""
    status, text = ask(page, method, path, body)
    assert status in (200, 201), text
    return json.loads(text)


KEPT = """async () => {
    const worker = navigator.serviceWorker;
    if (!worker.controller) await new Promise((done) => (worker.oncontrollerchange = done));
}"""


def wait_until_kept(page: Page) -> None:
    """Wait until the service worker has all files and answers for the page."""
    page.evaluate(KEPT)


PLAY = """async ([place, table, most, seat]) => {
    const json = { "content-type": "application/json" };
    const at = `${place}api/tables/${table}`;
    let made = 0, waited = 0, turn = 0;
    while (made < most) {
        const seen = await (await fetch(`${at}/view?seat=${seat}&lang=en`)).json();
        if (seen.view.result?.length) break;
        const choices = seen.view.points.flatMap((point) => point.moves);
        if (!choices.length || seen.asked === undefined) {
            if (++waited > 6000) throw new Error("the bots do not move");
            await new Promise((done) => setTimeout(done, 50));
            continue;
        }
        const chosen = choices[turn++ % choices.length];
        const act = { kind: "move", seat, answers: seen.asked, move: chosen.move };
        if (chosen.tell) act.words = `They walked on for day ${turn}.`;
        const body = JSON.stringify({ id: `move-${table}-${seen.asked}-${turn}`, act });
        const answer = await fetch(`${at}/acts?lang=en`, { method: "POST", headers: json, body });
        if (answer.ok) made++;
        else if (![409, 422].includes(answer.status)) throw new Error(await answer.text());
    }
    return made;
}"""


def play(page: Page, table: str, most: int = 9999, seat: int = 0) -> int:
    """Play a seat to the end, or so many moves; how many were made."""
    return int(page.evaluate(PLAY, [PLACE, table, most, seat]))
