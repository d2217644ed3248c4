"""One stream of all tables: what happens anywhere is heard, by whoever sits there alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.server.browsers import FREE, ME, Browser, person

pytestmark = pytest.mark.usefixtures("browsers")


def messages(answer: httpx.Response) -> Iterator[tuple[int, Any]]:
    """What is told, each with its id."""
    last = 0
    for line in answer.iter_lines():
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
