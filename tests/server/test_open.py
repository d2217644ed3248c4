"""`cruachan open` as people meet it: a browser on the page, or the address and the terminal."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pexpect
import pytest

from cruachan.cli.opening import find_browser
from tests.server.running import Running

BROWSERS = ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY", "SSH_CONNECTION", "SSH_TTY")
VISIT = """\
#!{python}
import pathlib, sys, urllib.error, urllib.request
try:
    code = urllib.request.urlopen(sys.argv[1], timeout=300).status
except urllib.error.HTTPError as error:
    code = error.code
pathlib.Path({seen!r}).write_text(f"{{sys.argv[1]}} {{code}}\\n")
"""


@pytest.fixture
def place(tmp_path: Path) -> dict[str, str]:
    """An environment without any browser, with a home of its own."""
    kept = {name: text for name, text in os.environ.items() if name not in BROWSERS}
    return kept | {"CRUACHAN_HOME": str(tmp_path), "LC_ALL": "C.UTF-8", "PYTHONUNBUFFERED": "1"}


@pytest.fixture
def browser(tmp_path: Path, place: dict[str, str]) -> Path:
    """Where a browser notes the address that it was opened on, and how it was answered."""
    program, seen = tmp_path / "browser", tmp_path / "seen"
    program.write_text(VISIT.format(python=sys.executable, seen=str(seen)))
    program.chmod(0o755)
    place["BROWSER"] = str(program)
    return seen


def noted(seen: Path) -> list[str]:
    """The address and the number that the browser noted, as soon as it has."""
    end = time.monotonic() + 60
    while not (seen.exists() and seen.read_text().endswith("\n")):
        assert time.monotonic() < end, "no browser was opened"
        time.sleep(0.05)
    return seen.read_text().split()


def at_terminal(place: dict[str, str], *options: str) -> Any:
    command = ["-m", "cruachan", "open", *options]
    environment: Any = place | {"PROMPT_TOOLKIT_NO_CPR": "1"}
    return pexpect.spawn(
        sys.executable,
        command,
        env=environment,
        encoding="utf-8",
        timeout=300,
        dimensions=(24, 100),
    )


class Elsewhere:
    """`cruachan open` where nobody sits at a keyboard."""

    def __init__(self, place: dict[str, str], *options: str) -> None:
        command = [sys.executable, "-m", "cruachan", "open", *options]
        self.process = subprocess.Popen(
            command,
            env=place,
            text=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def says(self, words: str) -> str:
        """Read until a line has these words."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if words in line:
                return line
        raise AssertionError(f"it did not say {words!r}: {self.process.communicate()[1]}")

    def interrupt(self) -> tuple[int, str]:
        """Press Ctrl-C: the exit code, and what was complained about."""
        self.process.send_signal(2)
        return self.process.wait(300), self.process.communicate()[1]


@pytest.fixture
def opened() -> Iterator[list[Elsewhere]]:
    """What is open and must not stay so."""
    found: list[Elsewhere] = []
    yield found
    for each in found:
        each.process.kill()
        each.process.communicate()


def test_the_page_opens_in_a_browser_and_ctrl_c_closes_calmly(
    place: dict[str, str], browser: Path, opened: list[Elsewhere]
) -> None:
    opened.append(Elsewhere(place, "--port", "0"))
    said = opened[0].says("The server is running")
    address, code = noted(browser)
    assert address in said
    assert code in ("200", "503")
    assert opened[0].interrupt() == (0, "")


def test_without_browser_and_keyboard_it_says_the_address_and_stays(
    place: dict[str, str], opened: list[Elsewhere]
) -> None:
    opened.append(Elsewhere(place, "--port", "0", "--lang", "de"))
    said = opened[0].says("lässt sich kein Browser öffnen")
    address = said.split()[-1]
    assert "Cruachan" in httpx.get(address).text
    assert opened[0].interrupt() == (0, "")


@pytest.mark.parametrize("setting", [{"SSH_CONNECTION": "a 1 b 22", "DISPLAY": ":10"}, {}])
def test_nobody_sits_before_a_browser_at_the_far_end_of_ssh(
    monkeypatch: pytest.MonkeyPatch, setting: dict[str, str]
) -> None:
    for name in BROWSERS:
        monkeypatch.delenv(name, raising=False)
    for name, text in setting.items():
        monkeypatch.setenv(name, text)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(webbrowser, "get", lambda: "some browser")
    assert find_browser() is None
    monkeypatch.setenv("BROWSER", "her-own")
    assert find_browser() is not None


def test_a_browser_that_fails_is_as_good_as_none(
    place: dict[str, str], opened: list[Elsewhere]
) -> None:
    opened.append(Elsewhere(place | {"BROWSER": "/nowhere/browser"}, "--port", "0"))
    assert "http://127.0.0.1:" in opened[0].says("No browser can be opened")


@pytest.mark.parametrize(
    ("lang", "offer", "asks"),
    [("en", "press Enter to play", "Which game"), ("de", "drück Enter", "Welches Spiel")],
)
def test_enter_is_the_terminal_game(
    place: dict[str, str], lang: str, offer: str, asks: str
) -> None:
    child = at_terminal(place, "--port", "0", "--lang", lang)
    child.expect(r"http://127.0.0.1:(\d+)")
    port = int(child.match[1])
    child.expect(offer)
    child.send("\r")
    child.expect(asks)
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", port)) != 0
    child.close(force=True)


def test_anything_else_leaves_the_server_open(place: dict[str, str]) -> None:
    child = at_terminal(place, "--port", "0")
    child.expect(r"http://127.0.0.1:\d+")
    address = child.match[0]
    child.expect("press Enter to play")
    child.send("x\r")
    child.expect("keeps running")
    assert "Cruachan" in httpx.get(address).text
    child.sendintr()
    child.expect("games go on when it starts again")
    child.expect(pexpect.EOF)
    assert child.wait() == 0


@pytest.mark.parametrize("moment", [0.0, 0.5, 1.5])
def test_ctrl_c_is_calm_while_games_are_loaded(place: dict[str, str], moment: float) -> None:
    """A terminal sends it to all processes of the server at once."""
    child = at_terminal(place, "--port", "0")
    child.expect("Ctrl-C")
    time.sleep(moment)
    child.sendintr()
    child.expect(pexpect.EOF)
    assert "Traceback" not in child.before
    assert child.wait() == 0


def test_ctrl_c_is_calm_as_soon_as_it_is_spoken_of(tmp_path: Path) -> None:
    code = (
        "import signal; from pathlib import Path; from cruachan.server import serve; "
        "announce = serve._announce; "
        "serve._announce = lambda *told: (announce(*told), signal.raise_signal(signal.SIGINT)); "
        f"serve.serve(serve.Serving('127.0.0.1', 0, Path({str(tmp_path)!r}), 'en'))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert "games go on when it starts again" in done.stdout


def test_the_page_answers_before_anything_heavy_is_loaded() -> None:
    heavy = ("numpy", "numba", "fastapi", "sqlalchemy")
    code = f"import sys, cruachan.cli.opening; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_who_wants_no_browser_gets_the_address_alone(
    place: dict[str, str], browser: Path, opened: list[Elsewhere]
) -> None:
    opened.append(Elsewhere(place, "--port", "0", "--no-browser"))
    address = opened[0].says("The server is running").split()[-1]
    assert "Cruachan" in httpx.get(address).text
    assert not browser.exists()


def test_a_server_that_is_open_already_is_shown(
    place: dict[str, str], browser: Path, tmp_path: Path
) -> None:
    with Running(tmp_path / "hall") as server:
        command = [sys.executable, "-m", "cruachan", "open"]
        done = subprocess.run(command, env=place, capture_output=True, text=True, check=True)
        assert noted(browser)[0] == server.address
        assert done.stdout == f"The server is running already: {server.address}\n"
        child = at_terminal(place | {"BROWSER": ""})
        child.expect(f"Open this address in one: {server.address}")
        child.expect("press Enter to play")
        child.send("x\r")
        child.expect(pexpect.EOF)
        assert child.wait() == 0
        httpx.get(server.address)


def test_a_port_that_is_taken_by_something_else(
    place: dict[str, str], opened: list[Elsewhere]
) -> None:
    """The usual one may be another; one that was asked for may not."""
    with socket.socket() as other, socket.socket() as usual:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = str(other.getsockname()[1])
        command = [sys.executable, "-m", "cruachan", "open", "--port", taken]
        done = subprocess.run(command, env=place, capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert re.fullmatch(rf"Port {taken} on 127.0.0.1 cannot be used: .*\n", done.stderr)
        if usual.connect_ex(("127.0.0.1", 7370)) != 0:
            usual.bind(("127.0.0.1", 7370))
            usual.listen()
        opened.append(Elsewhere(place, "--no-browser"))
        address = opened[0].says("The server is running").split()[-1]
        assert not address.endswith(":7370")
        assert "Cruachan" in httpx.get(address).text
