"""The server is killed at random moments under load, and started again: nothing is lost or doubled.

A few times in CI; more with `CRUACHAN_KILLS=200 pytest tests/server/test_killed.py`.
"""

from __future__ import annotations

import os
import sqlite3
import time
from pathlib import Path
from random import Random

import pytest

from cruachan.bench.people import SimulatedPerson, seat_people
from cruachan.server import client
from cruachan.server.client import Unreachable
from cruachan.server.store.databases import FILE
from cruachan.server.store.doctor import examine, opened
from tests.server.running import Running

KILLS = int(os.environ.get("CRUACHAN_KILLS", "5"))
TABLES = 4


def seats_taken(server: Running, number: int) -> list[SimulatedPerson]:
    game, people, bots = (("cambria", 2, 1), ("gallia", 2, 0))[number % 2]
    return seat_people(server.client, game, people, bots, f"{number}")[1]


def check_store(folder: Path, people: list[SimulatedPerson]) -> None:
    """Every acknowledged move is there and no number twice, and every game replays."""
    with sqlite3.connect(folder / FILE) as base:
        rows = base.execute('SELECT "table", seq, kind, data FROM rows').fetchall()
    base.close()
    stored = {(table, seq): (kind, data) for table, seq, kind, data in rows}
    assert len(stored) == len(rows)
    for person in people:
        for seq in list(person.acknowledged):
            kind, data = stored[person.table, seq]
            assert kind == "move"
            assert f'"seat":{person.seat}' in data
    store = opened(folder)
    try:
        findings = list(examine(store))
    finally:
        store.close()
    assert [finding.said.text("en") for finding in findings if not finding.good] == []


def test_killed_at_random_moments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "FIRST_WAIT", 0.05)
    monkeypatch.setattr(client, "LONGEST_WAIT", 0.5)
    rng = Random(KILLS)
    server = Running(tmp_path / "data")
    people: list[SimulatedPerson] = []
    tables = 0
    with server:
        for _ in range(KILLS):
            while sum(person.is_alive() for person in people) < 2 * TABLES:
                seated = seats_taken(server, tables)
                tables += 1
                people += seated
                for person in seated:
                    person.start()
            before = sum(len(person.acknowledged) for person in people)
            time.sleep(rng.uniform(0.2, 1.5))
            server.kill()
            check_store(server.folder, people)
            server.start()
            assert [person.failed for person in people if person.failed] == []
            _moves_on(people, before)
        for person in people:
            person.stop.set()
        server.kill()
        for person in people:
            person.join(timeout=300)
            assert not person.is_alive()
            assert person.failed is None or isinstance(person.failed, SystemExit | Unreachable)
            assert person.seen == list(range(1, len(person.seen) + 1))
    assert any(person.lost for person in people)


def _moves_on(people: list[SimulatedPerson], before: int) -> None:
    """Wait until the listeners have carried on by themselves."""
    end = time.monotonic() + 60
    while sum(len(person.acknowledged) for person in people) <= before:
        assert time.monotonic() < end, "nobody moves any more"
        time.sleep(0.05)
