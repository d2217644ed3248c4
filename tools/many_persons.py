"""What the front page of a person costs on a server with very many others.

    python -m tools.many_persons                     10,000 persons, 20,000 tables, 200 of them hers
    python -m tools.many_persons --persons 1000 --tables 2000 --own 20

It fills a store of SQLite in a temporary folder and asks through the app itself, behind its guard,
what the front page loads; then her profile, for which all finished games (a quarter of her tables)
are counted already. Server time is the CPU time of the whole process from the question to the
answer, in all threads, those that read the store too, and with what the client costs there.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import insert

os.environ.setdefault("CRUACHAN_RULES", "interpreted")

from cruachan.server.api.app import make_app
from cruachan.server.api.guard import Guard
from cruachan.server.bots.workers import Workers
from cruachan.server.club.facts import SeatFacts, encode
from cruachan.server.store import schema
from cruachan.server.store.club_schema import result_seats, results
from cruachan.server.store.profile_schema import game_facts
from cruachan.server.store.store import Store
from cruachan.server.tables import setting
from cruachan.server.tables.keys import hashed, new_key
from cruachan.server.tables.service import TableService
from cruachan.server.tables.setting import SeatSetting, TableSetting

FRONT = (
    "/api/me",
    "/api/tables/mine",
    "/api/games",
    "/api/tables",
    "/api/challenges/texts",
    "/api/daily",
    "/api/me/settings",
)
"""What the front page asks."""
PATHS = (*FRONT, "/api/me/profile")
AT = 1_700_000_000_000
DEVICES = 3


def fill(store: Store, persons: int, tables: int, own: int) -> str:
    """Persons with three devices each, tables of two; a key of the person who has many."""
    keys = [[new_key() for _ in range(DEVICES)] for _ in range(persons)]
    ids = [f"p{number:06}" for number in range(persons)]
    held: list[dict[str, Any]] = []
    made, stands, going = [], [], []
    setup = setting.encode(
        TableSetting(
            "gallia", "default", {}, (SeatSetting("person", "Anna"), SeatSetting("person", "Ben"))
        )
    )
    for number in range(tables):
        table, at = f"t{number:09}", AT + 1000 * number
        players = (
            0 if number < own else 1 + number % (persons - 1),
            1 + (7 * number) % (persons - 1),
        )
        for seat, player in enumerate(players):
            held.append(
                {"hash": hashed(keys[player][0]), "table": table, "seat": seat, "root": None}
            )
        held.append({"hash": hashed(keys[players[0]][0]), "table": table, "seat": -1, "root": None})
        over = number % 4 == 3
        status = "over" if over else "playing"
        made.append(
            {
                "id": table,
                "game": "gallia",
                "board": "default",
                "board_digest": "d",
                "rules_version": 1,
                "setup": setup,
                "commitment": "c" * 64,
                "public": number % 5 == 0,
                "created": at,
                "host": None,
            }
        )
        stands.append(
            {
                "table": table,
                "public": number % 5 == 0,
                "going": not over,
                "seq": 40,
                "at": at,
                "status": status,
                "awaits": False,
                "waits": "" if over else str(number % 2),
                "round": 3,
                "seats": setting.encode_seats(
                    [SeatSetting("person", "Anna"), SeatSetting("person", "Ben")]
                ),
                "since": at,
            }
        )
        if not over:
            going.append({"table": table})
    devices = [
        {
            "hash": hashed(key),
            "person": ids[number],
            "id": f"d{number}-{place}",
            "label": "device",
            "created": AT,
            "seen": AT,
        }
        for number, own_keys in enumerate(keys)
        for place, key in enumerate(own_keys)
    ]
    people = [
        {
            "id": id_,
            "name": f"Person {id_}",
            "colour": "blue",
            "created": AT,
            "revoked": 0,
            "erased": False,
        }
        for id_ in ids
    ]
    holders = [
        {"hash": hashed(own_keys[0]), "person": id_, "first": True}
        for id_, own_keys in zip(ids, keys, strict=True)
    ]
    with store.engine.begin() as connection:
        for where, rows in (
            (schema.tables, made),
            (schema.standings, stands),
            (schema.going, going),
            (schema.keys, held),
            (schema.persons, people),
            (schema.devices, devices),
            (schema.holders, holders),
        ):
            connection.execute(insert(where), rows)
    finish(store, [str(each["table"]) for each in stands if each["status"] == "over"], held)
    return keys[0][-1]


def finish(store: Store, tables: list[str], held: list[dict[str, Any]]) -> None:
    """Results of the games that are over, with luck and play of both seats."""
    holders = {(each["table"], each["seat"]): each["hash"] for each in held}
    games, seats, facts = [], [], []
    for number, table in enumerate(tables):
        at = AT + 1000 * number
        games.append(
            {"table": table, "game": "gallia", "players": 2, "at": at, "rated": False, "plies": 90}
        )
        for seat in range(2):
            seats.append(
                {
                    "table": table,
                    "seat": seat,
                    "place": 1 + (seat + number) % 2,
                    "score": 40,
                    "bot": None,
                    "forfeit": False,
                    "holder": holders[table, seat],
                }
            )
        counted = (SeatFacts(0.02, 0.2, 60, 45), SeatFacts(-0.02, 0.1, 60, 50))
        facts.append({"table": table, "data": encode(counted)})
    with store.engine.begin() as connection:
        for where, rows in ((results, games), (result_seats, seats), (game_facts, facts)):
            connection.execute(insert(where), rows)


async def measure(folder: Path, persons: int, tables: int, own: int, times: int) -> None:
    """Ask often, and print the median and the worst."""
    workers, store = Workers(1), Store(folder)
    key = fill(store, persons, tables, own)
    service = TableService(store, workers)
    app = Guard(make_app(service, workers), frozenset({"localhost"}), 1e9)
    headers = {"cookie": f"cruachan={key}"}
    print(f"{persons} persons, {tables} tables, {own} of one person; {times} times")
    total: dict[str, list[tuple[float, float]]] = {path: [] for path in PATHS}
    try:
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app),
            base_url="http://localhost",
            headers=headers,
            timeout=60,
        ) as client:
            for _ in range(times):
                for path in PATHS:
                    begun, cpu = time.perf_counter(), time.process_time()
                    answer = await client.get(path)
                    passed, spent = time.perf_counter() - begun, time.process_time() - cpu
                    assert answer.status_code == 200, answer.text
                    if path == "/api/tables/mine":
                        assert len(answer.json()) == min(own, 200)
                    total[path].append((spent, passed))
    finally:
        service.close()
        workers.close()
        store.close()
    print("path                  CPU median  worst    answered after, median  worst   (ms)")
    for path, costs in total.items():
        computed, waited = zip(*costs[1:], strict=True)
        print(
            f"{path:20}  {1000 * statistics.median(computed):8.1f} {1000 * max(computed):8.1f}"
            f"   {1000 * statistics.median(waited):18.1f} {1000 * max(waited):8.1f}"
        )
    sums = [sum(total[path][number][0] for path in FRONT) for number in range(1, times)]
    print(f"a whole front page: CPU median {1000 * statistics.median(sums):.1f} ms")


def main() -> None:
    """Read the arguments, and measure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--persons", type=int, default=10_000)
    parser.add_argument("--tables", type=int, default=20_000)
    parser.add_argument("--own", type=int, default=200)
    parser.add_argument("--times", type=int, default=40)
    said = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder), said.persons, said.tables, said.own, said.times))


if __name__ == "__main__":
    main()
