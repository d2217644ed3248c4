"""`cruachan join --notify`: a notice on the desktop when it is somebody's turn.

The system's own program shows it: `notify-send` where there is a desktop on Linux and BSD,
`osascript` on macOS. Where there is neither, as on a server that one has logged in to, the terminal
is asked to show it (OSC 777 or OSC 9, which other terminals ignore) and its bell rings.

One notice is given for each decision: from when she is waited for until somebody else is waited
for without her, however many parts her turn has. None is given for what waited when she came.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from html import escape
from typing import Any

from cruachan.engine.game import CHANCE
from cruachan.engine.texts import Lang, Texts

Show = Callable[[str, str], None]
"""Shows a notice: its title and its text."""
PATIENCE = 10.0
"""Seconds that the system's program has."""
LONGEST = 200
"""Characters of a notice's text."""
BELL = "\a"
DESKTOPS = ("DISPLAY", "WAYLAND_DISPLAY")
BY_777 = re.compile("rxvt|foot|vte|gnome|konsole", re.IGNORECASE)
"""Terminals that know OSC 777; the others that show notices know OSC 9."""
SCRIPT = "on run argv\ndisplay notification (item 2 of argv) with title (item 1 of argv)\nend run"
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]+")


class DesktopNotices:
    """Gives notice of the decisions of a seat, from the messages that a server sends."""

    def __init__(self, seat: int, title: str, lang: Lang, show: Show | None = None) -> None:
        """`title` is that of the game; the usual way to show is the system's."""
        self.seat = seat
        self.head = Texts(__package__, lang)("far.your_turn", game=title)
        self._show = show or system_way(os.environ)
        self._notified: bool | None = None
        """Whether she knows that she is waited for; None before the first message."""

    def hear(self, said: Mapping[str, Any]) -> None:
        """Look at a message, and give notice if she is waited for anew."""
        view = said.get("view")
        playing = said.get("table", {}).get("status") == "playing"
        waited = set(view["to_act"]) if view and playing else set()
        if view and self.seat in waited:
            if self._notified is False:
                self._show(self.head, strip_control(str(view["prompt"]))[:LONGEST])
            self._notified = True
        elif self._notified is None or waited - {CHANCE}:
            self._notified = False


def strip_control(text: str) -> str:
    """A text without control characters, which a terminal would act on."""
    return _CONTROL.sub(" ", text).strip()


def system_way(environment: Mapping[str, str]) -> Show:
    """How this system shows notices."""
    sender = shutil.which("notify-send", path=environment.get("PATH"))
    if sender and any(environment.get(each) for each in DESKTOPS):
        return lambda title, text: _run(
            sender, "--app-name=Cruachan", "--", title, escape(text, quote=False)
        )
    script = shutil.which("osascript", path=environment.get("PATH"))
    if script and sys.platform == "darwin":
        return lambda title, text: _run(script, "-e", SCRIPT, title, text)
    return lambda title, text: _to_terminal(sequence(title, text, environment))


def _run(*command: str) -> None:
    """Run the system's program; where it fails the bell rings."""
    with suppress(OSError, subprocess.SubprocessError):
        subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=PATIENCE,
            check=True,
        )
        return
    _to_terminal(BELL)


def sequence(title: str, text: str, environment: Mapping[str, str]) -> str:
    """What a terminal is sent so that it shows a notice; the bell for those that show none."""
    kind = environment.get("TERM_PROGRAM") or environment.get("TERM", "")
    by_777 = BY_777.search(kind) or environment.get("VTE_VERSION")
    said = f"777;notify;{title.replace(';', ',')};{text}" if by_777 else f"9;{title} {text}"
    shown = f"\x1b]{said}{BELL}"
    if environment.get("TMUX"):
        # Passed through to the terminal where tmux allows that.
        inner = shown.replace("\x1b", "\x1b\x1b")
        shown = f"\x1bPtmux;{inner}\x1b\\"
    return shown + BELL


def _to_terminal(text: str) -> None:
    """Send something to the terminal at once; nothing where the output is none."""
    with suppress(OSError, ValueError):
        if sys.stdout.isatty():
            os.write(sys.stdout.fileno(), text.encode())
