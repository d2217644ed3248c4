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
ROUNDS = 5
"""Kills while the same tables are played; many more, and their games are over."""
PATIENCE = 600
"""Seconds: what a killed server was sending stays claimed for a minute, and may then fail once."""
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


def begun_tables(anna: Browser, ben: Browser) -> list[str]:
    """Tables at which Ben is to move; where Anna was waited for, she moved before she was told."""
    anna.post("/me/notices", delay=3600)
    tables = [anna.table(ME, FREE) for _ in range(TABLES)]
    for table in tables:
        ben.act(table, "sit", name="Ben", word="b")
        anna.act(table, "start")
        play_until([anna, ben], table, 1)
    anna.post("/me/notices", delay=0)
    return tables


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
        anna.post("/me/notices/webhooks", kind="json", url=web.url)
        told, wanted = Told(web), dict[str, int]()
        for number in range(KILLS):
            if number % ROUNDS == 0:
                tables = begun_tables(anna, ben)
            for table in tables:
                play_until([anna, ben], table, 0)
                wanted[table] = wanted.get(table, 0) + 1
            time.sleep(rng.uniform(0, 1))
            again(server)
            wait_until(partial(told.reach, wanted), told.ids)
            for table in tables:
                play_until([anna, ben], table, 1)
        again(server)
        # What would come now comes before this one, which waits behind all others.
        last = begun_tables(anna, ben)[0]
        play_until([anna, ben], last, 0)
        wanted[last] = 1
        wait_until(lambda: last in told.ids(), told.ids)
        assert {table: len(ids) for table, ids in told.ids().items()} == wanted
