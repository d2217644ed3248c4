"""Games through a network that drops, delays and doubles: each comes to its end, as if it did not.

A few games in CI; `CRUACHAN_GAMES=100 pytest tests/server/test_bad_network.py` for more.
"""

from __future__ import annotations

import os
from contextlib import closing
from threading import Timer

import pytest

from cruachan.bench.people import seat_people
from cruachan.server import client
from cruachan.server.client import Client
from cruachan.server.limits import LIMITS
from tests.server.inside import InProcessServers
from tests.server.proxy import BadNetwork
from tests.server.running import Running

GAMES = int(os.environ.get("CRUACHAN_GAMES", "4"))
AT_ONCE = 4


def test_games_through_a_bad_network(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "FIRST_WAIT", 0.02)
    monkeypatch.setattr(client, "LONGEST_WAIT", 0.5)
    with BadNetwork(server.port, GAMES) as network:
        for first in range(0, GAMES, AT_ONCE):
            tables = []
            for number in range(first, min(first + AT_ONCE, GAMES)):
                game, people, bots = (("cambria", 2, 1), ("gallia", 2, 0))[number % 2]
                table, persons = seat_people(server.client, game, people, bots, str(number))
                for person in persons:
                    person.client = Client(f"http://127.0.0.1:{network.port}", person.client.key)
                    server.clients.append(person.client)
                    person.start()
                tables.append((table, persons))
            for table, persons in tables:
                for person in persons:
                    person.join(timeout=240)
                    assert person.failed is None
                    assert person.result is not None
                    assert person.seen == list(range(1, len(person.seen) + 1))
                    assert len(set(person.acknowledged)) == len(person.acknowledged)
                assert server.client().get(f"/tables/{table}/verify")["fits"]
                moves = _moves(server, table)
                acknowledged = {seq for person in persons for seq in person.acknowledged}
                assert acknowledged <= moves
        assert network.dropped > GAMES
        assert network.doubled > GAMES


def test_a_dead_connection_is_noticed_by_its_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no packet comes and no error is told; one that only has nothing to say is kept."""
    monkeypatch.setattr(client, "FIRST_WAIT", 0.02)
    monkeypatch.setattr(client, "CLOSING", 0.02)
    monkeypatch.setattr(client, "SILENCE", 2.0)
    monkeypatch.setattr(LIMITS, "heartbeat", 0.05)
    with InProcessServers(1) as servers, closing(Client(servers.addresses[0])) as anna:
        port = int(servers.addresses[0].rpartition(":")[2])
        table = anna.create("cambria", [{"kind": "me", "name": "Anna"}, {"kind": "free"}])["table"]
        with BadNetwork(port, seed=1, drop=0, twice=0) as network:
            far = Client(f"http://127.0.0.1:{network.port}", anna.key)
            line = far.listen(table, 0)
            next(line)
            before = network.opened
            Timer(3, lambda: anna.act(table, "chat", seat=0, text="first")).start()
            assert next(line)["rows"][-1]["text"] == "first"
            assert network.opened == before, "it was silent, and not given up"
            network.freeze()
            anna.act(table, "chat", seat=0, text="second")
            assert next(line)["rows"][-1]["text"] == "second"
            assert network.opened == before + 1
            far.close()


def _moves(server: Running, table: str) -> set[int]:
    rows = server.client().rows(table)
    return {row["seq"] for row in rows if row["kind"] == "move"}
