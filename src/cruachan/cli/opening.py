"""`cruachan open`: the server on this machine, its page in a browser, else the terminal game."""

from __future__ import annotations

import asyncio
import os
import sys
import time
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from threading import Thread

from cruachan.engine.texts import Texts
from cruachan.server.serve import Serving, open_already, serve

FAR = ("SSH_CONNECTION", "SSH_TTY")
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY")
LOOKED = 3.0
"""Seconds after which a browser has been seen, however it ended."""


def find_browser() -> webbrowser.BaseBrowser | None:
    """A browser that somebody sits before: none without a screen, and none at the far end of ssh.

    Whoever names one in BROWSER knows better.
    """
    named = os.environ.get("BROWSER")
    screen = sys.platform in ("darwin", "win32") or any(map(os.environ.get, SCREENS))
    if not named and (not screen or any(map(os.environ.get, FAR))):
        return None
    try:
        return webbrowser.get()
    except webbrowser.Error:
        return None


def keyboard() -> bool:
    """Whether somebody sits at a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


class Door:
    """Lets somebody in: by the page, and where no browser can be opened, to the terminal game."""

    def __init__(self, texts: Texts, browser: webbrowser.BaseBrowser | None) -> None:
        self.texts = texts
        self.browser = browser
        self.terminal = False

    def show(self, address: str) -> bool:
        """Open the page; where that cannot be, say where it is."""
        begun = time.monotonic()
        if self.browser is not None and (
            self.browser.open(address) or time.monotonic() - begun > LOOKED
        ):
            return True
        print(self.texts("open.no_browser", address=address), flush=True)
        return False

    def welcome(self, address: str, close: Callable[[], None]) -> None:
        """Show the page while the server goes on answering, for some browsers keep one waiting
        until they are closed."""
        loop = asyncio.get_running_loop()

        def show() -> None:
            if not self.show(address) and keyboard():
                with suppress(RuntimeError):  # The server is closed by now.
                    loop.call_soon_threadsafe(self._offer, loop, close)

        Thread(target=show, daemon=True).start()

    def _offer(self, loop: asyncio.AbstractEventLoop, close: Callable[[], None]) -> None:
        """Offer the terminal game; Enter closes the server for it."""
        print(self.texts("open.terminal"), flush=True)
        keys = sys.stdin.fileno()

        def typed() -> None:
            loop.remove_reader(keys)
            self.terminal = os.read(keys, 4096) == b"\n"
            if self.terminal:
                close()
            else:
                print(self.texts("open.stays"), flush=True)

        loop.add_reader(keys, typed)

    def beside(self, address: str) -> None:
        """The server is running already, in another process."""
        print(self.texts("open.already", address=address), flush=True)
        if not self.show(address) and keyboard():
            print(self.texts("open.terminal_beside"), flush=True)
            self.terminal = sys.stdin.readline() == "\n"


def run(serving: Serving, browse: bool) -> bool:
    """Start the server, or find it running, and show it; whether somebody wants the terminal."""
    texts = Texts(__package__, serving.lang)
    address = open_already(serving.data)
    if not browse:
        if address:
            print(texts("open.already", address=address))
        else:
            serve(serving)
        return False
    door = Door(texts, find_browser())
    if address:
        door.beside(address)
    else:
        serve(replace(serving, welcome=door.welcome))
    return door.terminal
