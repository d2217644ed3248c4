"""Persons on several servers and PostgreSQL: what is done at one holds at all within a moment."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from cruachan.bench.postgres import Postgres
from cruachan.bench.servers import Servers
from tests.server.browsers import FREE, ME, OPEN, Browser, person

PATIENCE = 120.0


@pytest.fixture(scope="module")
def servers(postgres: Postgres) -> Iterator[Servers]:
    with Servers(postgres.fresh("persons"), rules="interpreted") as running:
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
