"""The site of static files in a real browser: played without a server, and without a network."""

from __future__ import annotations

import json
import os
import re
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from tools import static_site

from tests.page.visiting import chromium
from tests.wasm.modules import copy_modules

pytestmark = [pytest.mark.page, pytest.mark.slow]
PATIENCE = 300_000
"""Milliseconds for Python to start, on a machine that has much else to do."""
PLACE = "/some/where/"
"""The site lies in a folder of its host."""


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def static_host(folder: Path) -> Iterator[str]:
    """A host that serves a folder as it is."""
    handler = partial(QuietHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as host:
        threading.Thread(target=host.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{host.server_address[1]}"
        host.shutdown()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site in a folder of a host's: the one that CRUACHAN_SITE names, else built for this."""
    root = tmp_path_factory.mktemp("host")
    folder = root / PLACE.strip("/")
    if named := os.environ.get("CRUACHAN_SITE"):
        shutil.copytree(named, folder)
    else:
        static_site.build(folder, partial(copy_modules, factory=tmp_path_factory))
    return root


@pytest.fixture(scope="module")
def visitor(site: Path) -> Iterator[tuple[BrowserContext, str]]:
    with static_host(site) as address, chromium() as browser:
        context = browser.new_context(locale="en", service_workers="allow")
        context.set_default_timeout(PATIENCE)
        expect.set_options(timeout=PATIENCE)
        yield context, address + PLACE


def ask(page: Page, method: str, path: str, body: Any = None) -> Any:
    """What the server in the page answers, asked as a picture or a link asks it."""
    code = """async ([method, path, body]) => {
        const sent = { method, headers: { "content-type": "application/json" } };
        if (body !== null) sent.body = JSON.stringify(body);
        const answer = await fetch(path, sent);
        return [answer.status, await answer.text()];
    }"""
    return page.evaluate(code, [method, f"{PLACE}api{path}", body])


PLAY = """async ([place, table]) => {
    const json = { "content-type": "application/json" };
    const view = `${place}api/tables/${table}/view?seat=0&lang=en`;
    for (let made = 0, waited = 0; ; ) {
        const seen = await (await fetch(view)).json();
        if (seen.view.result?.length) return made;
        const choices = seen.view.points.flatMap((point) => point.moves);
        if (!choices.length) {
            if (++waited > 3000) throw new Error("the bot does not move");
            await new Promise((done) => setTimeout(done, 100));
            continue;
        }
        const { move } = choices[made % choices.length];
        const act = { kind: "move", seat: 0, answers: seen.asked, move };
        const body = JSON.stringify({ id: `move-number-${made}`, act });
        const url = `${place}api/tables/${table}/acts?lang=en`;
        const answer = await fetch(url, { method: "POST", headers: json, body });
        if (!answer.ok && answer.status !== 409) throw new Error(await answer.text());
        made += 1;
    }
}"""
"""Play seat 0 to the end; how many moves were made."""


def test_the_folder_keeps_to_itself(site: Path) -> None:
    """Relative paths, a policy that lets nothing in or out, and everything in the cache's list."""
    folder = site / PLACE.strip("/")
    html = (folder / "index.html").read_text("utf-8")
    assert "default-src 'none'" in html
    assert not re.search(r'(src|href)="(/|https?:)', html)
    manifest = json.loads((folder / "manifest.webmanifest").read_text("utf-8"))
    assert (manifest["start_url"], manifest["scope"]) == (".", ".")
    assert all((folder / each["src"]).is_file() for each in manifest["icons"])
    worker = (folder / "service-worker.js").read_text("utf-8")
    listed = re.search(r"const FILES = (\[.*\]);", worker)
    assert listed is not None
    names = set(json.loads(listed[1]))
    assert {"index.html", "server/packages.zip", "server/gallia.wasm"} <= names
    assert all((folder / name).is_file() for name in names)


def test_played_without_a_network_after_the_first_visit(
    visitor: tuple[BrowserContext, str],
) -> None:
    context, address = visitor
    page = context.new_page()
    page.goto(address)
    expect(page.get_by_role("status")).to_contain_text("Getting the games ready")
    expect(page.get_by_text("Gallia Cisalpina").first).to_be_visible()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("navigator.serviceWorker.controller !== null")

    context.set_offline(True)
    status, text = ask(page, "POST", "/tables", {
        "game": "gallia", "seats": [{"kind": "me", "name": "Anna"}, {"kind": "expert"}],
        "bot_pace": 0,
    })  # fmt: skip
    assert status == 201, text
    table = json.loads(text)["table"]
    assert (
        ask(page, "POST", f"/tables/{table}/acts", {"id": "start-it", "act": {"kind": "start"}})[0]
        == 200
    )
    page.goto(f"{address}t/{table}")
    expect(page.locator(".choices")).to_be_visible()
    assert page.locator("svg").first.is_visible()
    assert page.evaluate(PLAY, [PLACE, table]) > 3
    status, text = ask(page, "GET", f"/tables/{table}/verify?lang=en")
    assert status == 200
    assert json.loads(text)["fits"]

    second = context.new_page()
    second.goto(f"{address}t/{table}")
    expect(second.locator("svg").first).to_be_visible()
    second.close()
    page.close()

    again = context.new_page()
    again.goto(address)
    expect(again.get_by_text("One finished game")).to_be_visible()
    context.set_offline(False)
