"""Visitors of the page in a real Chromium, on a phone or at a desk."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)

from cruachan.engine.texts import DEFAULT_LANG, Lang
from cruachan.server.api.request_context import COOKIE

Size = Literal["phone", "desk"]
Scheme = Literal["light", "dark"]

SIZES: dict[Size, dict[str, Any]] = {
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "device_scale_factor": 2,
        "has_touch": True,
        "is_mobile": True,
    },
    "desk": {"viewport": {"width": 1440, "height": 900}},
}
PATIENCE = 60_000
"""Milliseconds that something may take to be there."""
LEAN = ["--no-sandbox", "--in-process-gpu", "--renderer-process-limit=1"]
"""No process for drawing, none in reserve: a page takes a tenth less of a core."""
BRIEF = "--js-flags=--no-opt --no-maglev"
"""No page of the tests lives long enough for its scripts to be worth optimizing."""


def chromium_program() -> str:
    """Where the browser of the system is; without it, the test fails and says what to do.

    The shell is the same browser without windows, each of which takes half a second of a core.
    """
    named = os.environ.get("CHROMIUM")
    programs = map(shutil.which, [named] if named else ["chromium-headless-shell", "chromium"])
    program = next(filter(None, programs), None)
    if program is None:
        pytest.fail("Chromium is not here, and this test looks at the page in it: make chromium")
    return program


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser of the system."""
    program = chromium_program()
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playing:
        browser = playing.chromium.launch(executable_path=program, args=[*LEAN, BRIEF])
        try:
            yield browser
        finally:
            browser.close()


class Visitors:
    """Everybody who visits a server in one test, each in a browser of her own."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address
        self.faults: list[str] = []
        self._contexts: list[BrowserContext] = []

    def __call__(
        self,
        size: Size = "desk",
        lang: Lang = DEFAULT_LANG,
        scheme: Scheme = "light",
        *,
        key: str | None = None,
        forgive: tuple[str, ...] = (),
        motion: bool = False,
        follow: float = 0,
        confirm: bool = False,
        **more: Any,
    ) -> Page:
        """A page of somebody new; `goto("/")` is the front page of the server.

        `key` is what opens her seats. Whatever goes wrong in the page fails the test, but for what
        has one of the words of `forgive` in it: a refused request, say, is told on the console.
        `follow` is the pace at which she is shown what others do: at once. `confirm`: whether she
        wants to be asked before a tap plays a move.
        """
        wishes = [{"name": "cruachan", "value": json.dumps({"follow": follow, "confirm": confirm})}]
        kept: Any = {
            "cookies": [],
            "origins": [{"origin": self.address, "localStorage": wishes}],
        }
        context = self.browser.new_context(
            base_url=self.address,
            locale={"en": "en-GB", "de": "de-DE"}[lang],
            color_scheme=scheme,
            reduced_motion="no-preference" if motion else "reduce",
            storage_state=kept,
            **SIZES[size] | more,
        )
        self._contexts.append(context)
        context.set_default_timeout(PATIENCE)
        if key is not None:
            context.add_cookies([{"name": COOKIE, "value": key, "url": self.address}])
        context.on("page", lambda page: self._watch(page, forgive))
        return context.new_page()

    def _watch(self, page: Page, forgive: tuple[str, ...]) -> None:
        def note(fault: str) -> None:
            if not any(word in fault for word in forgive):
                self.faults.append(fault)

        def said(message: ConsoleMessage) -> None:
            if message.type in ("error", "warning"):
                note(f"{message.type}: {message.text} ({message.location.get('url', '')})")

        page.on("console", said)
        page.on("pageerror", lambda error: note(f"{error.name}: {error.message}\n{error.stack}"))

    def leave(self) -> None:
        """Everybody goes, and nothing has gone wrong."""
        while self._contexts:
            self._contexts.pop().close()
        assert not self.faults, "\n".join(self.faults)
