"""How often the rules are asked whether a move is legal: once, when it is sent, and never again."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from cruachan.engine.game import CHANCE
from cruachan.engine.view import Choice, offered
from cruachan.server.client import Client
from cruachan.server.tables.session import restore
from cruachan.server.tables.setting import boxed_game
from cruachan.server.tables.table import GameTable
from cruachan.terminal.remote_table import RemoteTable
from tests.server.inside import InProcessServers

GAMES = ("hibernia", "cambria", "gallia", "shent")
MOVES = 6


class CountedTable:
    """A table of one person who has all seats; it counts how often legality is checked there."""

    def __init__(self, servers: InProcessServers, game: str, patch: pytest.MonkeyPatch) -> None:
        self.servers, self.service = servers, servers.services[0]
        self.client = Client(servers.addresses[0])
        count = 3 if game == "hibernia" else 2
        seats = [{"kind": "me", "name": f"Player {number}"} for number in range(count)]
        self.id = str(self.client.create(game, seats)["table"])
        self.client.act(self.id, "start")
        self.count = 0
        self.rng = Random(4)
        setting = self.table.setting
        rules = boxed_game(setting.game, setting.board)
        honest = rules.why_not

        def counting(*args: Any, **values: Any) -> Any:
            self.count += 1
            return honest(*args, **values)

        patch.setattr(rules, "why_not", counting)

    @property
    def table(self) -> GameTable:
        """The table in memory."""
        return self.service.sessions[self.id].table

    def next_seat(self) -> int:
        """The seat that is to move, once chance has decided."""
        while CHANCE in self.table.playing().to_act:
            self.servers.do(self._roll())
        self.count = 0
        return self.table.playing().to_act[0]

    async def _roll(self) -> None:
        session = self.service.sessions[self.id]
        async with session.lock:
            await self.service.commit(session, session.table.roll())

    def choice(self, seat: int) -> tuple[Choice, int]:
        """One of the moves that the page offers a seat, and the number of its decision."""
        found = self.client.table(self.id, seat=seat)
        moves = [move for move in offered(found["view"]) if not move["needs"] and not move["aside"]]
        return self.rng.choice(moves), found["asked"]


class DeafTable(RemoteTable):
    """A terminal's table that holds no connection open."""

    def _listen(self) -> None:
        """Hear nothing."""


@pytest.fixture(scope="module")
def servers() -> Iterator[InProcessServers]:
    with InProcessServers(1) as running:
        yield running


@pytest.fixture(params=GAMES)
def counted(
    request: pytest.FixtureRequest, servers: InProcessServers, monkeypatch: pytest.MonkeyPatch
) -> Iterator[CountedTable]:
    table = CountedTable(servers, request.param, monkeypatch)
    yield table
    table.client.close()


def test_the_pages_command_checks_a_move_once(counted: CountedTable) -> None:
    for _ in range(MOVES):
        seat = counted.next_seat()
        move, asked = counted.choice(seat)
        counted.count = 0
        counted.client.act(counted.id, "move", seat=seat, answers=asked, move=move["move"])
        assert counted.count == 1


def test_a_move_in_notation_is_checked_once(counted: CountedTable) -> None:
    for _ in range(MOVES):
        seat = counted.next_seat()
        move, asked = counted.choice(seat)
        counted.count = 0
        counted.client.act(counted.id, "move", seat=seat, answers=asked, text=move["text"])
        assert counted.count == 1


def test_the_terminal_has_a_move_checked_once(counted: CountedTable) -> None:
    for _ in range(MOVES):
        seat = counted.next_seat()
        far = DeafTable(counted.client, counted.id, seat)
        move, _ = counted.choice(seat)
        counted.count = 0
        far.play(seat, far.read(seat, move["text"], "en"), None, "en")
        assert counted.count == 1


def test_an_illegal_move_is_refused_at_the_door(counted: CountedTable) -> None:
    seat = counted.next_seat()
    move, asked = counted.choice(seat)
    other = (seat + 1) % len(counted.table.seats)
    body = {"kind": "move", "seat": other, "answers": counted.table.playing().decision_id(other)}
    sent = {"id": secrets.token_hex(8), "act": body | {"move": move["move"]}}
    counted.count = 0
    answer = counted.client.http.post(f"/tables/{counted.id}/acts", json=sent)
    assert (answer.status_code, counted.count) == (422, 1)
    assert counted.table.playing().decision_id(seat) == asked


def test_loading_trusts_the_store_and_verifying_does_not(counted: CountedTable) -> None:
    for _ in range(MOVES):
        seat = counted.next_seat()
        move, asked = counted.choice(seat)
        counted.client.act(counted.id, "move", seat=seat, answers=asked, move=move["move"])
    before = counted.client.table(counted.id)
    del counted.service.sessions[counted.id]
    counted.count = 0
    found = counted.client.table(counted.id)
    assert counted.count == 0
    assert [row["text"] for row in found["rows"] if row["kind"] == "move"] == [
        row["text"] for row in before["rows"] if row["kind"] == "move"
    ]
    assert found["view"] == before["view"]
    stored = counted.service.store.table(counted.id)
    assert stored is not None
    history = restore(counted.service.store, stored, verify=True).playing().history
    if counted.table.game.kernel is not None:
        assert counted.count == len(history)
