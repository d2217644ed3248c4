"""Events of a table: stored as they always were, and observers that do not replace each other."""

from __future__ import annotations

from typing import Any

import pytest

from cruachan.server.api import responses
from cruachan.server.store.lists import After
from cruachan.server.store.store import Store
from cruachan.server.store.table_jobs import StoredRow, add_row, add_table
from cruachan.server.store.writer import Commit
from cruachan.server.tables.events import EVENTS, HIDDEN, SEATING, decode, encode, seats_after
from cruachan.server.tables.events.base import OwnEvent
from cruachan.server.tables.setting import SeatSetting, TableSetting
from tests.server.test_store import TABLE

STORED = [
    ("made", "{}"),
    ("opened", '{"plies":[[-1,"start a"],[0,"march Mid die"]],"unproven":2,"chosen":false}'),
    ("sit", '{"seat":1,"name":"Anna","word":"xyz"}'),
    ("stand", '{"seat":1}'),
    ("stand", '{"seat":1,"removed":true}'),
    ("name", '{"seat":1,"name":"Medb"}'),
    ("seat", '{"seat":2,"bot":"greedy","name":"Greedy"}'),
    ("seat", '{"seat":2,"bot":null,"name":""}'),
    ("word", '{"seat":0,"word":"bits"}'),
    ("start", "{}"),
    ("start", '{"fill":"random"}'),
    ("start", '{"fill":"random","names":["Bran"]}'),
    ("move", '{"seat":-1,"text":"roll 3"}'),
    ("move", '{"seat":0,"text":"read a : Wölfe kamen","by":"greedy"}'),
    ("go_on", '{"seat":0}'),
    ("undo", '{"seat":0}'),
    ("redo", '{"seat":0}'),
    ("ask_undo", '{"seat":0,"ply":12}'),
    ("answer", '{"seat":1,"yes":false}'),
    ("rewind", '{"ply":12}'),
    ("done", '{"seat":0}'),
    ("confirm", '{"seat":0,"on":true}'),
    ("chat", '{"seat":0,"text":"well"}'),
    ("queue", '{"seat":0,"text":"claim goal","ply":7}'),
    ("unqueue", '{"seat":0}'),
    ("unqueue", '{"seat":0,"refused":{"en":"No.","de":"Nein."}}'),
    ("to_bot", '{"seat":0,"bot":"greedy"}'),
    ("to_bot", '{"seat":0,"bot":"greedy","voted":true}'),
    ("back", '{"seat":0}'),
    ("vote", '{"seat":0,"about":1}'),
    ("absent", '{"seat":0,"until":1700000000000}'),
    ("here", '{"seat":0}'),
    ("resign", '{"seat":0}'),
    ("veil", '{"row":9,"ply":4}'),
    ("retell", '{"seat":0,"row":9,"ply":4}'),
    ("rematch", '{"table":"abc"}'),
    ("close", "{}"),
    ("key", '{"seat":-1}'),
    ("resumed", '{"counted":3600000}'),
    ("remove", '{"seat":0,"bot":"greedy"}'),
    ("replace", '{"seat":0,"name":"Carol"}'),
    ("host", '{"seat":1}'),
    ("erased", '{"seat":0}'),
    ("flag", '{"seat":0}'),
    ("vacation", '{"seat":0,"since":1700000000000,"until":1700000000001}'),
]
"""Kinds and data as stores have them, all but the last eight since version 0.1.0."""


@pytest.mark.parametrize(("kind", "text"), STORED)
def test_an_event_is_stored_as_it_always_was(kind: str, text: str) -> None:
    body = decode(kind, text)
    assert body.kind == kind
    assert encode(body) == text


def test_every_kind_is_covered() -> None:
    assert {kind for kind, _ in STORED} == set(EVENTS)


def test_only_their_own_seat_sees_some_events() -> None:
    own = {kind for kind, each in EVENTS.items() if issubclass(each, OwnEvent)}
    assert own == {"queue", "unqueue", "confirm"}
    for kind, text in STORED:
        body = decode(kind, text)
        assert body.visible_to(0) == (kind != "key")
        assert body.visible_to(None) == body.visible_to(1) == (kind not in {*own, "key"})


def test_the_response_model_has_all_that_events_describe() -> None:
    described: dict[str, Any] = responses.EventRow.model_json_schema()
    assert described["properties"]["kind"]["enum"] == [*EVENTS, HIDDEN]
    assert described["required"] == ["seq", "at", "kind"]
    assert {"seat", "word", "told", "refused", "row", "table"} <= set(described["properties"])


def test_seats_follow_from_seating_events() -> None:
    assert set(SEATING) == {"sit", "stand", "name", "seat", "start", "replace"}
    seats = (SeatSetting("person", "Bo"), SeatSetting("free"), SeatSetting("free"))
    setting = TableSetting("hibernia", "ireland", {}, seats)
    stored = [(kind, text) for kind, text in STORED if kind in SEATING]
    assert seats_after(setting, stored) == [
        SeatSetting("person", "Carol"),
        SeatSetting("random", "Random"),
        SeatSetting("random", "Random 2"),
    ]


def test_every_observer_of_the_store_is_called(tmp_path: Any) -> None:
    store = Store(tmp_path)
    first: list[Commit] = []
    second: list[Commit] = []
    store.subscribe(first.append)
    store.subscribe(second.append)
    moved = StoredRow(1, 7, "move", '{"seat":0,"text":"x"}', None)
    store.put(add_table(TABLE, b"seed") + add_row("t1", moved, After("playing", False))).result(60)
    store.close()
    assert first == second
    assert [(commit.moves, commit.reached) for commit in first] == [(1, {"t1": 1})]
    assert first[0].seconds > 0
