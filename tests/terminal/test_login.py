"""`cruachan login LINK`: seats follow a person to the terminal."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from cruachan.server.client import Client, read_link
from cruachan.terminal.keys import KeptKeys, TableKeys
from tests import warm
from tests.server.browsers import FREE, ME, OPEN, person
from tests.server.inside import InProcessServers


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with InProcessServers(1) as opened:
        yield opened.addresses[0]
    while OPEN:
        OPEN.pop().close()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CRUACHAN_HOME", str(tmp_path))
    return tmp_path


def test_seats_follow_a_person_to_the_terminal(address: str, home: Path) -> None:
    anna = person(address, "Anna")
    table = anna.table(ME, FREE)
    link = f"{address}/login#{anna.link()}"
    done = warm.run("login", link, "--lang", "en")
    assert done.returncode == 0, done.stderr
    assert "as Anna" in done.stdout
    again = warm.run("login", link, "--lang", "de")
    assert again.returncode != 0
    assert "verbraucht" in again.stderr
    assert (home / "keys.json").stat().st_mode & 0o077 == 0
    keys = TableKeys(read_link(f"{address}/t/{table}"))
    client = Client(address, keys.find())
    assert client.table(table, seat=0)["seats"] == [-1, 0]
    client.close()
    labels = [each["label"] for each in anna.get("/me")["devices"]]
    assert labels[0] == "laptop"
    assert labels[1].startswith("Terminal on ")
    out = warm.run("logout", address, "--lang", "en")
    assert (out.returncode, len(anna.get("/me")["devices"])) == (0, 1)
    assert json.loads((home / "keys.json").read_text()) == {}
    assert warm.run("logout", address, "--lang", "en").returncode != 0


@pytest.mark.parametrize("link", ["nonsense", "http://127.0.0.1:1/t/abc", "ftp://x/login#abc"])
def test_what_is_no_link_is_told(link: str, home: Path) -> None:
    done = warm.run("login", link, "--lang", "en")
    assert done.returncode != 0
    assert "no link for signing in" in done.stderr
    assert "Traceback" not in done.stderr
    assert KeptKeys().find("http://127.0.0.1:1") is None
