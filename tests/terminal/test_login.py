"""`cruachan login LINK`: seats follow a person to the terminal."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from cruachan.engine.view import Choice, offered
from cruachan.server.client import Client, read_link
from cruachan.terminal import my_tables
from cruachan.terminal.drafts import draft_name
from cruachan.terminal.keys import KeptKeys, TableKeys
from cruachan.terminal.my_tables import listed
from cruachan.terminal.remote_table import RemoteTable
from cruachan.terminal.solo import own_client, own_table
from tests import warm
from tests.server.browsers import FREE, ME, Browser, person

PATIENCE = 120


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


def test_the_language_of_the_page_follows_to_the_terminal(address: str, home: Path) -> None:
    """Until a command names another one, or the terminal is signed out."""
    anna = person(address, "Anna")
    anna.post("/me/settings", settings={"page": {"lang": "de", "pace": 1}})
    english = os.environ | {"LC_ALL": "C.UTF-8"}
    assert "no games here" in warm.run("tables", address, env=english).stdout
    done = warm.run("login", f"{address}/login#{anna.link()}", env=english)
    assert done.stdout.startswith("Signed in at")
    assert "Die Sprache deiner Seite gilt auch im Terminal" in done.stdout
    assert warm.run("tables", address, env=english).stdout.startswith("Du hast hier noch keine")
    assert "no games here" in warm.run("tables", address, "--lang", "en", env=english).stdout
    assert "abgemeldet" in warm.run("logout", address, env=english).stdout
    assert "no games here" in warm.run("tables", address, env=english).stdout
    anna.post("/me/settings", settings={"page": {"lang": "tlh"}})
    other = warm.run("login", f"{address}/login#{anna.link()}", env=english)
    assert other.stdout.count("\n") == 1, "a language that is not ours is none"
    assert not (home / "language.json").exists()


def test_own_tables_are_listed_in_the_terminal(address: str, home: Path) -> None:
    """Those that wait for one come first; without signing in, those whose seats were taken here."""
    anna, ben = person(address, "Anna"), person(address, "Ben")
    assert "no games here" in warm.run("tables", address, "--lang", "en").stdout
    waiting = anna.table(ME, FREE)
    begun = anna.table(ME, FREE)
    ben.act(begun, "sit", name="Ben", word="b")
    anna.act(begun, "start")
    KeptKeys().keep(f"{address}/t/{begun}", ben.key)
    told = warm.run("tables", address, "--lang", "de").stdout
    assert f"{address}/t/{begun}" in told
    assert waiting not in told
    KeptKeys().forget(f"{address}/t/{begun}")
    warm.run("login", f"{address}/login#{anna.link()}", "--lang", "en")
    told = warm.run("tables", address, "--lang", "en").stdout
    link = f"{address}/t/{waiting}"
    assert f"Not begun yet:\n  Gallia Cisalpina: Anna, a free seat\n    {link}" in told
    assert told.index(begun) < told.index(waiting)
    end = time.monotonic() + PATIENCE
    while 0 not in anna.get(f"/tables/{begun}")["view"]["to_act"]:
        assert time.monotonic() < end
        seen = ben.get(f"/tables/{begun}", seat=1)
        if seen["view"]["to_act"] == [1]:
            move = offered(seen["view"])[0]["move"]
            ben.act(begun, "move", seat=1, answers=seen["asked"], move=move)
        else:
            time.sleep(0.05)
    told = warm.run("tables", address, "--lang", "de").stdout
    said = "Gallia Cisalpina: Anna, Ben, wartet schon 1 Minute auf dich"
    assert told.startswith(f"Du bist am Zug:\n  {said}\n    {address}/t/{begun}")
    assert listed(address, "de", waiting=True) == told.split("\n\n")[0].rstrip()
    other = anna.table(ME, FREE, game="shent")
    found = listed(address, "en", "shent")
    assert other in found
    assert begun not in found
    assert listed(address, "de", "shent", True) == "Von deinen Partien hier passt keine dazu."


def test_all_pages_of_own_tables_are_listed(
    address: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = person(address, "Anna")
    tables = [anna.table(ME, FREE) for _ in range(5)]
    warm.run("login", f"{address}/login#{anna.link()}", "--lang", "en")
    monkeypatch.setattr(my_tables, "PAGE", 2)
    told = listed(address, "en")
    assert all(f"{address}/t/{table}" in told for table in tables)


def test_whoever_signed_in_sits_down_under_her_name(address: str, home: Path) -> None:
    """At tables that are set from the terminal, and at games for one."""
    anna = person(address, "Anna")
    link = anna.link()
    warm.run("login", f"{address}/login#{link}", "--lang", "en")
    done = warm.run("invite", "gallia", "--server", address, "--lang", "en")
    assert done.returncode == 0, done.stderr
    client = own_client(address, "en")
    try:
        daily = own_table(client, "/daily", None)
    finally:
        client.close()
    tables = {each["table"]: each for each in anna.get("/tables/mine")}
    assert len(tables) == 2
    for table in tables.values():
        assert [table["seats"][seat]["name"] for seat in table["mine"] if seat >= 0] == ["Anna"]
    assert daily.rpartition("/")[2] in tables


@pytest.mark.parametrize("link", ["nonsense", "http://127.0.0.1:1/t/abc", "ftp://x/login#abc"])
def test_what_is_no_link_is_told(link: str, home: Path) -> None:
    done = warm.run("login", link, "--lang", "en")
    assert done.returncode != 0
    assert "no link for signing in" in done.stderr
    assert "Traceback" not in done.stderr
    assert KeptKeys().find("http://127.0.0.1:1") is None


# Drafts


def test_a_draft_is_called_as_on_the_page() -> None:
    """web/src/me/drafts.test.ts has the same names."""
    assert draft_name("aB-3_x", 0, "tell") == "draft.a.b-3_x_0_tell"
    assert draft_name("ab-3_x", 0, "tell") != draft_name("aB-3_x", 0, "tell")
    assert len(draft_name("x" * 100, 0, "tell")) == 64


def told_move(anna: Browser, ben: Browser, table: str) -> Choice:
    """A move of Anna's that may be told; until there is one both make the first that is offered."""
    for _ in range(300):
        seen = [each.get(f"/tables/{table}", seat=seat) for seat, each in enumerate((anna, ben))]
        listed = [offered(each["view"]) for each in seen]
        if found := [each for each in listed[0] if each["tell"] and each["longest"] > 200]:
            return found[0]
        seat = next(seat for seat in (0, 1) if listed[seat])
        move, answers = listed[seat][0]["move"], seen[seat]["asked"]
        (anna, ben)[seat].act(table, "move", seat=seat, answers=answers, move=move)
    pytest.fail("nothing to tell in 300 moves")


def test_a_draft_follows_a_person_to_the_terminal_and_is_gone_once_it_is_told(address: str) -> None:
    anna, ben = person(address, "Anna"), person(address, "Ben")
    table = anna.table(ME, FREE, game="shent")
    ben.act(table, "sit", name="Ben", word="b")
    anna.act(table, "start")
    move = told_move(anna, ben, table)
    name = draft_name(table, 0, move["verb"])
    kept = {name: {"text": "They came\nby\x1b[2Jnight.", "at": 1}, "page": {"pace": 2}}
    anna.post("/me/settings", settings=kept)
    client = Client(address, anna.key, "en")
    far = RemoteTable(client, table, 0)
    assert far.draft(0, move["move"]) == "They came\nby [2Jnight."
    far.play(0, move["move"], "They came by night.", "en")
    assert list(anna.get("/me/settings")["settings"]) == ["page"]
    client.close()


def test_without_a_person_or_a_draft_there_is_none(address: str) -> None:
    anna, ben = Browser(address), person(address, "Ben")
    table = anna.table(ME, FREE, game="shent")
    ben.act(table, "sit", name="Ben", word="b")
    anna.act(table, "start")
    for somebody, seat in ((anna, 0), (ben, 1)):
        client = Client(address, somebody.key, "en")
        assert RemoteTable(client, table, seat).draft(seat, 0) == ""
        client.close()
