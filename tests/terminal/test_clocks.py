"""Clocks of a server's table in the terminal: time left at every seat, ticking, and vacations."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace

import pytest

from cruachan.server.client import Client
from cruachan.terminal import remote_table
from cruachan.terminal.remote_table import RemoteTable
from tests.server.browsers import FREE, ME, person


@contextmanager
def begun(address: str, **wish: object) -> Iterator[tuple[RemoteTable, list[int]]]:
    """Anna's terminal at a table with Ben at which somebody is to move, and who that is."""
    anna, ben = person(address, "Anna"), person(address, "Ben")
    table = anna.table(ME, FREE, at_zero="bot", **wish)
    ben.act(table, "sit", name="Ben", word="b")
    anna.act(table, "start")
    while not set(to_act := anna.get(f"/tables/{table}")["view"]["to_act"]) & {0, 1}:
        time.sleep(0.05)
    client = Client(address, anna.key, "en")
    yield RemoteTable(client, table, 0), to_act
    client.close()


def test_a_clock_ticks_between_two_messages_of_the_server(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock of whoever is to move, and no other one."""
    began = time.monotonic()
    moment = SimpleNamespace(monotonic=lambda: began)
    monkeypatch.setattr(remote_table, "time", moment)
    with begun(address, clock="10m+10s") as (far, to_act):
        shown = [far.clocks("en").split("  ")]
        moment.monotonic = lambda: began + 60
        shown.append(far.clocks("en").split("  "))
        for seat, name in enumerate(("Anna", "Ben")):
            runs = seat in to_act
            first, second = (each[seat] for each in shown)
            assert first.startswith(f"{'>' if runs else ' '}{name} ")
            assert (first != second) == runs
        assert any(name in line for line in far.presence("en") for name in ("9:", "8:"))


def test_a_clock_is_stopped_for_some_days(address: str) -> None:
    with begun(address, clock="3+12", vacation=7) as (far, _):
        assert "on vacation" not in str(far.presence("en"))
        far.do("vacation", seat=0, days=3)
        assert "on vacation" in far.presence("en")[0]
        assert "on vacation" not in far.presence("en")[1]
        far.do("vacation", seat=0, days=0)
        assert "on vacation" not in str(far.presence("en"))
