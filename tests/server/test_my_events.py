"""One stream of all tables: what happens anywhere is heard, by whoever sits there alone."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from cruachan.engine.game import CHANCE
from cruachan.engine.view import offered
from cruachan.server.limits import LIMITS
from tests.server.browsers import FREE, ME, Browser, person
from tests.server.inside import RATE

pytestmark = pytest.mark.usefixtures("browsers")


def messages(answer: httpx.Response) -> Iterator[tuple[int, Any]]:
    """What is told, each with its id; something is, before the server says that it still is."""
    last = 0
    for line in answer.iter_lines():
        assert not line.startswith(":")
        if line.startswith("id: "):
            last = int(line[4:])
        if line.startswith("data: "):
            yield last, json.loads(line[6:])


def test_a_person_hears_of_all_her_tables_on_every_device(address: str) -> None:
    anna, ben, phone = person(address, "Anna"), person(address, "Ben"), Browser(address)
    first = anna.table(ME, FREE)
    phone.post("/login", link=anna.link())
    with phone.http.stream("GET", "/me/events") as answer:
        heard = messages(answer)
        assert [each["table"] for each in next(heard)[1]["tables"]] == [first]
        second = anna.table(ME, FREE)
        assert [each["table"] for each in next(heard)[1]["tables"]] == [second]
        ben.table({"kind": "me", "name": "Ben"}, FREE)
        ben.act(first, "sit", name="Ben", word="b")
        last, told = next(heard)
        assert [each["table"] for each in told["tables"]] == [first], (
            "of Ben's own she hears nothing"
        )
        assert told["tables"][0]["mine"] == [-1, 0]
        assert told["waiting"] == 0
        anna.act(first, "word", seat=0, word="a")
        anna.act(first, "start")
        while told["tables"][0]["status"] != "playing":
            last, told = next(heard)
        mine = 0 in told["tables"][0]["waits"]
        assert told["waiting"] == int(mine)
    with phone.http.stream("GET", "/me/events", headers={"last-event-id": str(last)}) as answer:
        tables = [each["table"] for each in next(messages(answer))[1]["tables"]]
        assert first in tables


def test_a_stream_ends_when_its_device_is_signed_out(address: str) -> None:
    anna, phone = person(address, "Anna"), Browser(address)
    table = anna.table(ME, FREE)
    phone.post("/login", link=anna.link())
    with phone.http.stream("GET", "/me/events") as answer:
        heard = messages(answer)
        next(heard)
        anna.post("/me/sign-out", everywhere=True)
        anna.act(table, "chat", seat=0, text="a secret")
        assert list(heard) == []


def test_without_a_key_there_are_no_tables(address: str) -> None:
    assert Browser(address).http.get("/me/events").json()["error"] == "keyless"


class Waiting:
    """A window that follows which tables wait."""

    def __init__(self, browser: Browser, address: str) -> None:
        url = f"{address.replace('http', 'ws', 1)}/api/me/waiting"
        cookies = {"Cookie": f"cruachan={browser.key}"} if browser.http.cookies else {}
        self.line = connect(url, additional_headers=cookies, open_timeout=60)

    def next(self) -> Any:
        """The next message that is no sign of life."""
        while "alive" in (said := json.loads(self.line.recv(timeout=120))):
            pass
        return said


def play(players: list[Browser], table: str, seat: int) -> None:
    """Make moves until a seat is waited for."""
    while (mover := players[0].get(f"/tables/{table}")["view"]["to_act"][0]) != seat:
        if mover != CHANCE:
            found = players[mover].get(f"/tables/{table}", seat=mover)
            move = offered(found["view"])[0]["move"]
            players[mover].act(table, "move", seat=mover, answers=found["asked"], move=move)


@pytest.mark.parametrize("known", [True, False], ids=["person", "key"])
def test_a_window_hears_which_tables_wait(address: str, known: bool) -> None:
    """At once, when a table comes to wait or does not any more, and of a table that is new."""
    anna = person(address, "Anna") if known else Browser(address)
    ben = person(address, "Ben")
    tables = [anna.table(ME, FREE)]
    window = Waiting(anna, address)
    with window.line:
        assert window.next() == {"waiting": []}
        tables.append(anna.table(ME, FREE))
        for table in tables:
            ben.act(table, "sit", name="Ben", word="b")
            anna.act(table, "word", seat=0, word="a")
            anna.act(table, "start")
            play([anna, ben], table, 0)
        while len((told := window.next())["waiting"]) < 2:
            pass
        assert told == {"waiting": sorted(tables)}
        play([anna, ben], tables[0], 1)
        assert window.next() == {"waiting": tables[1:]}
        anna.act(tables[1], "resign", seat=0)
        assert window.next() == {"waiting": []}


def test_a_window_without_a_key_is_refused(address: str) -> None:
    window = Waiting(Browser(address), address)
    with window.line:
        assert window.next()["error"] == "keyless"


def test_two_hundred_windows_hear_it(address: str) -> None:
    """As many as one address may open; beyond half of all connections no window counts."""
    anna, ben = person(address, "Anna"), person(address, "Ben")
    table = anna.table(ME, FREE)
    windows = [Waiting(anna, address) for _ in range(200)]
    with ExitStack() as lines:
        for window in windows:
            lines.enter_context(window.line)
        for window in windows:
            assert window.next() == {"waiting": []}
        ben.act(table, "sit", name="Ben", word="b")
        anna.act(table, "word", seat=0, word="a")
        anna.act(table, "start")
        play([anna, ben], table, 0)
        for window in windows:
            assert window.next() == {"waiting": [table]}


def test_half_of_all_connections_are_left_to_tables(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A window that is refused asks for its list meanwhile, and follows once another is closed."""
    monkeypatch.setattr(LIMITS, "lines", 4 * 50 / RATE)
    anna = person(address, "Anna")
    path = f"/tables/{anna.table(ME, FREE)}/events"
    with until_opened(anna, address).line:
        with until_opened(anna, address).line:
            with pytest.raises(InvalidStatus) as refused:
                Waiting(anna, address)
            assert refused.value.response.status_code == 429
            assert json.loads(refused.value.response.body)["error"] == "too_many_lines"
            with anna.http.stream("GET", path) as one, anna.http.stream("GET", path) as other:
                assert (one.status_code, other.status_code) == (200, 200)
                assert anna.http.get(path).json()["error"] == "too_many_lines"
            assert anna.get("/tables/mine", waiting=True) == []
        with until_opened(anna, address).line:
            pass


def until_opened(browser: Browser, address: str) -> Waiting:
    """A window that follows as soon as another one is closed."""
    end = time.monotonic() + 120
    while True:
        try:
            return Waiting(browser, address)
        except InvalidStatus:
            assert time.monotonic() < end
            time.sleep(0.05)


def test_a_window_that_is_signed_out_hears_nothing_more(address: str) -> None:
    anna, phone = person(address, "Anna"), Browser(address)
    table = anna.table(ME, FREE)
    phone.post("/login", link=anna.link())
    window = Waiting(phone, address)
    with window.line:
        assert window.next() == {"waiting": []}
        anna.post("/me/sign-out", everywhere=True)
        anna.act(table, "chat", seat=0, text="a secret")
        with pytest.raises(ConnectionClosed):
            window.next()
