"""Fill a server with tables of long games, and measure its memory: `many_tables.py COUNT`.

Two games are played by bots up to 300 plies; every other table goes on from there. Then some of the
tables are asked for at random, most of which must be read from the store again. It prints how far
it has come every 250 tables, and measures what it has when it is stopped (Ctrl-C).
"""

from __future__ import annotations

import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from cruachan.server.client import Client, Unreachable

PLIES = 300
ASKED = 300
TOLD = 250
"""Every how many tables it says how far it has come."""
BOTS = {"shent": "wandering", "gallia": "random"}


def megabytes(process: subprocess.Popen[str]) -> int:
    """The memory of a process."""
    status = Path(f"/proc/{process.pid}/status").read_text("utf-8")
    found = re.search(r"VmRSS:\s+(\d+)", status)
    assert found is not None
    return int(found[1]) // 1024


def cpu(process: subprocess.Popen[str]) -> float:
    """The seconds of CPU that a process has used."""
    fields = Path(f"/proc/{process.pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def long_game(client: Client, game: str) -> dict[str, Any]:
    """What a new table needs to go on from a long game that bots have played."""
    seats = [{"kind": "me", "name": "Anna"}, {"kind": BOTS[game]}]
    table = client.create(game, seats, bot_pace=0)["table"]
    client.act(table, "start")
    client.act(table, "to_bot", seat=0, bot=BOTS[game])
    while (now := client.table(table)["table"])["plies"] < PLIES and now["status"] == "playing":
        time.sleep(1)
    if now["status"] == "playing":
        client.act(table, "back", seat=0)
    moment = {"table": table, "ply": min(PLIES, now["plies"] - 1)}
    return {"board": now["board"], "options": now["options"], "from": moment}


def fill(client: Client, server: subprocess.Popen[str], count: int) -> list[str]:
    """Make the tables, and print how the memory grows."""
    moments = {game: long_game(client, game) for game in BOTS}
    begun = time.monotonic()
    print(f"0 tables: {megabytes(server)} MB", flush=True)
    seats = [{"kind": "me", "name": name} for name in ("Anna", "Ben")]
    tables: list[str] = []
    try:
        while len(tables) < count:
            game = list(BOTS)[len(tables) % len(BOTS)]
            table = client.create(game, seats, **moments[game])["table"]
            client.act(table, "start")
            tables.append(table)
            if len(tables) % TOLD == 0 or len(tables) == count:
                seconds = time.monotonic() - begun
                said = f"{len(tables)} tables after {seconds:.0f} s: {megabytes(server)} MB"
                print(f"{said}, {cpu(server):.0f} s of CPU", flush=True)
    except KeyboardInterrupt:
        print(f"stopped at {len(tables)} tables: {megabytes(server)} MB", flush=True)
    return tables


def ask(client: Client, tables: list[str]) -> None:
    """Ask for some of the tables, and print how long that takes."""
    took = []
    for table in Random(1).sample(tables, min(ASKED, len(tables))):
        begun = time.monotonic()
        client.table(table, seat=0)
        took.append(1000 * (time.monotonic() - begun))
    if len(took) > 1:
        late = statistics.quantiles(took, n=100)[-1]
        print(f"asked: median {statistics.median(took):.0f} ms, 99th percentile {late:.0f} ms")


def _client(address: str) -> Client:
    """A client, as soon as the server has loaded."""
    while True:
        try:
            return Client(address)
        except Unreachable:
            time.sleep(1)


def main() -> None:
    """Start a server, fill it, and stop it."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "cruachan", "serve", "--port", "0", "--data", folder]
        server = subprocess.Popen([*command, "--rate", "100000"], stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            found = (re.search(r"http://127\.0\.0\.1:\d+", line) for line in server.stdout)
            address = next(each[0] for each in found if each)
            client = _client(address)
            ask(client, fill(client, server, int(sys.argv[1])))
            print(f"afterwards: {megabytes(server)} MB", flush=True)
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
