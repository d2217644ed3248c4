"""Persons on several servers and PostgreSQL: what is done at one holds at all within a moment."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from cruachan.bench.postgres import Postgres
from cruachan.bench.servers import Servers
from tests.server.browsers import FREE, ME, OPEN, Browser, person, play_turn
from tests.server.receiving import WebReceiver, receiver_apart
from tests.server.test_my_events import Waiting

PATIENCE = 120.0
LOOKS = 5.0
"""Seconds in which every server looks more than once for what is to be sent."""
SETTINGS = """
address = "https://games.example"
webhooks = true
private_addresses = true
"""


@pytest.fixture(scope="module")
def servers(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    file = tmp_path_factory.mktemp("host") / "notices.toml"
    file.write_text(SETTINGS, "utf-8")
    options = ("--notices", str(file))
    with Servers(postgres.fresh("persons"), rules="interpreted", options=options) as running:
        yield running
    while OPEN:
        OPEN.pop().close()


def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.1)


def has_no_seat(browser: Browser, table: str) -> bool:
    return browser.http.get(f"/tables/{table}", params={"seat": 0}).status_code == 403


def nothing_says(browser: Browser, table: str, name: str) -> bool:
    return name not in browser.http.get(f"/tables/{table}").text


def moved(browser: Browser, address: str) -> Browser:
    """The same browser at another server."""
    found = Browser(address)
    found.http.cookies["cruachan"] = browser.key
    return found


def test_a_person_is_the_same_at_every_server(servers: Servers) -> None:
    one, two, three = (each.address for each in servers.all)
    anna, phone = person(one, "Annabel"), Browser(two)
    table = anna.table({"kind": "me", "name": "Annabel"}, FREE)
    link = anna.link()
    phone.post("/login", link=link, device="phone")
    assert Browser(three).refused("/login", link=link) == "no_link"
    assert moved(phone, three).mine() == [table]
    assert moved(phone, three).get(f"/tables/{table}", seat=0)["seats"] == [-1, 0]
    phone.post("/me/settings", settings={"page": {"scheme": "dark"}})
    phone.post("/me/settings", settings={"page": {"scheme": "light"}})
    assert anna.get("/me/settings")["settings"] == {"page": {"scheme": "light"}}
    ben = person(three, "Ben")
    ben.act(table, "sit", name="Ben", word="b")
    anna.act(table, "chat", seat=0, text="hello from the laptop")
    with moved(anna, two).http.stream("GET", "/me/events") as answer:
        heard = (json.loads(line[6:]) for line in answer.iter_lines() if line.startswith("data: "))
        assert [each["table"] for each in next(heard)["tables"]] == [table]
        ben.act(table, "chat", seat=1, text="hello")
        assert [each["table"] for each in next(heard)["tables"]] == [table]
    seat_link = anna.http.post(f"/tables/{table}/keys", params={"seat": 0}).json()["key"]
    thief = Browser(three)
    thief.post(f"/tables/{table}/enter", key=seat_link)
    copied = moved(phone, three)
    anna.post("/me/sign-out", everywhere=True, device="laptop")
    for address in (one, two, three):
        stolen = [moved(thief, address), moved(copied, address)]
        for browser in stolen:
            until(partial(has_no_seat, browser, table))
    assert moved(anna, three).get(f"/tables/{table}", seat=0)["seats"] == [-1, 0]
    ben.post("/me/blocks", table=table, seat=0)
    assert [each["name"] for each in ben.get("/me/blocks")] == ["Annabel"]
    moved(anna, two).post("/me/erase", name="Annabel")
    for address in (one, two, three):
        told = moved(ben, address)
        until(partial(nothing_says, told, table, "Annabel"))
        assert "hello from the laptop" not in told.http.get(f"/tables/{table}/log").text
    until(lambda: anna.get("/me")["person"] is None)


def test_a_window_hears_of_tables_that_wait_at_another_server(servers: Servers) -> None:
    """Anna's window is connected to one server, her tables are played at the others."""
    one, two, three = (each.address for each in servers.all)
    anna, ben = person(one, "Anna"), person(two, "Ben")
    window = Waiting(moved(anna, three), three)
    with window.line:
        assert window.next() == {"waiting": []}
        table = anna.table(ME, FREE)
        ben.act(table, "sit", name="Ben", word="b")
        anna.act(table, "word", seat=0, word="a")
        anna.act(table, "start")
        play_turn(ben, table, 1)
        assert window.next() == {"waiting": [table]}
        play_turn(moved(anna, two), table, 0)
        assert window.next() == {"waiting": []}


def test_recovery_and_lists_on_postgresql(servers: Servers) -> None:
    one, two, _ = (each.address for each in servers.all)
    anna = person(one, "Anna")
    anna.table(ME, FREE)
    phrase = anna.post("/me/recovery")["phrase"]
    empty = Browser(two)
    empty.post("/login/recovery", phrase=phrase)
    assert len(empty.get("/tables/mine", status="open", game="gallia")) == 1
    assert empty.get("/tables/mine", waiting=True) == []
    assert empty.get("/me/export")["tables"][0]["seats"] == [-1, 0]


def test_a_league_its_notices_and_the_daily_game_are_the_same_at_every_server(
    servers: Servers,
) -> None:
    """Three servers look for rounds and notices at the same time: each comes once."""
    one, two, three = (each.address for each in servers.all)
    anna, ben, web = person(one, "Anna"), person(two, "Ben"), WebReceiver()
    with receiver_apart(web):
        for each in (anna, ben):
            each.post("/me/notices", delay=0)
            each.post("/me/notices/webhooks", kind="json", url=web.url)
        id_ = anna.post("/leagues", name="Club", game="gallia", players=2)["league"]
        for each in (ben, moved(anna, three)):
            each.post(f"/leagues/{id_}/acts", kind="join")
        told = moved(anna, two).post(f"/leagues/{id_}/acts", kind="start")
        until(lambda: bool(web.requests))
        time.sleep(LOOKS)
        assert len({json.loads(each.body)["id"] for each in web.requests}) == 1
        for address in (one, two, three):
            assert moved(anna, address).get(f"/leagues/{id_}")["divisions"] == told["divisions"]
        (game,) = told["divisions"][0]["rounds"][0]["games"]
        seat = [each["name"] for each in game["seats"]].index("Ben")
        moved(ben, three).act(game["table"], "resign", seat=seat)
        until(lambda: anna.get(f"/leagues/{id_}")["status"] == "over")
        (own,) = moved(anna, two).get("/me/ratings")
        assert (own["games"], own["wins"]) == (1, 1)
    table = anna.post("/daily", name="Anna")["table"]
    assert moved(anna, two).refused("/daily", name="Anna") == "daily_again"
    assert moved(anna, three).get("/daily")["table"] == table
