"""A server is killed while it sends notices, and started again: none is lost, none comes twice.

Not twice means under one id: what was sent and not yet written down is sent again under the same,
by which receivers know it. More kills: `CRUACHAN_KILLS=100 pytest` with this file.
"""

from __future__ import annotations

import json
import os
import time
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

import httpx
import pytest

from cruachan.bench.postgres import Postgres
from cruachan.engine.game import CHANCE
from cruachan.engine.view import offered
from tests.server.browsers import FREE, ME, Browser, person
from tests.server.receiving import WebReceiver, receiver_apart
from tests.server.running import Running

KILLS = int(os.environ.get("CRUACHAN_KILLS", "3"))
TABLES = 3
PATIENCE = 120
BRIEF = Path(__file__).with_name("brief_claims.py")
SETTINGS = """
address = "https://games.example"
webhooks = true
private_addresses = true
"""

pytestmark = pytest.mark.usefixtures("browsers")


def wait_until(true: Callable[[], bool], told: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, told()
        time.sleep(0.05)


def play_until(players: list[Browser], table: str, seat: int) -> None:
    """Make moves until a seat is waited for whose turn it was not."""
    while True:
        mover = players[0].get(f"/tables/{table}")["view"]["to_act"][0]
        if mover == CHANCE:
            time.sleep(0.05)
            continue
        if mover == seat:
            return
        found = players[mover].get(f"/tables/{table}", seat=mover)
        move = offered(found["view"])[0]["move"]
        players[mover].act(table, "move", seat=mover, answers=found["asked"], move=move)


class Told:
    """What has come, by table: the ids of notices, in the order in which they came first."""

    def __init__(self, web: WebReceiver) -> None:
        self.web = web

    def ids(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for request in self.web.requests:
            body = json.loads(request.body)
            if body["id"] not in found[body["table"]]:
                found[body["table"]].append(body["id"])
        return found

    def reach(self, wanted: dict[str, int]) -> bool:
        """Whether so many have come for each table."""
        found = self.ids()
        return all(len(found[table]) >= number for table, number in wanted.items())


def again(server: Running) -> None:
    """Kill it, start it, and wait until it answers for everybody's tables."""
    server.kill()
    server.start()
    wait_until(lambda: httpx.get(f"{server.address}/healthz").is_success, lambda: server.stderr)


@pytest.mark.parametrize("where", ["sqlite", "postgresql"])
def test_killed_while_it_sends_notices(
    where: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    rng, web = Random(KILLS), WebReceiver()
    web.pause = 0.3
    (tmp_path / "notices.toml").write_text(SETTINGS, "utf-8")
    options = ["--notices", str(tmp_path / "notices.toml")]
    if where == "postgresql":
        postgres: Postgres = request.getfixturevalue("postgres")
        options += ["--database", postgres.fresh("notices")]
    server = Running(tmp_path / "data", *options, program=BRIEF)
    with receiver_apart(web), server:
        anna, ben = person(server.address, "Anna"), person(server.address, "Ben")
        anna.post("/me/notices", delay=0)
        anna.post("/me/notices/webhooks", kind="json", url=web.url)
        tables = [anna.table(ME, FREE) for _ in range(TABLES)]
        told = Told(web)
        for table in tables:
            ben.act(table, "sit", name="Ben", word="b")
            anna.act(table, "start")
            play_until([anna, ben], table, 1)
        before = told.ids()
        begun = {table: len(before[table]) for table in tables}
        for number in range(1, KILLS + 1):
            for table in tables:
                play_until([anna, ben], table, 0)
            time.sleep(rng.uniform(0, 1))
            again(server)
            wait_until(
                partial(told.reach, {table: begun[table] + number for table in tables}), told.ids
            )
            for table in tables:
                play_until([anna, ben], table, 1)
        again(server)
        # What would come now comes before this one, which waits behind all others.
        play_until([anna, ben], tables[0], 0)
        begun[tables[0]] += 1
        wait_until(lambda: len(told.ids()[tables[0]]) == begun[tables[0]] + KILLS, told.ids)
        assert {t: len(told.ids()[t]) for t in tables} == {t: begun[t] + KILLS for t in tables}
