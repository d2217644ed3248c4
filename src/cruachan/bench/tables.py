"""`cruachan bench tables`: how many moves a server takes, how quickly, and what idle lines cost.

A server in a process of its own, on a folder of its own; people are scripted, decide by lot from
views they are sent, and speak through real sockets. Beside it, in the same run: what the disk gives
when every move is a commit of its own.
"""

from __future__ import annotations

import asyncio
import re
import secrets
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from cruachan.bench.people import for_two
from cruachan.engine.texts import DEFAULT_LANG
from cruachan.games import default_game
from cruachan.server.store.lists import After, StoredTable
from cruachan.server.store.store import Store
from cruachan.server.store.table_jobs import StoredRow, add_row, add_table

OPEN_RATE = 50.0
"""Moves a second that come whether or not the server keeps up."""
FILES = 8192
MEGA = 1024 * 1024


class HttpConnection:
    """A connection that stays open for requests."""

    def __init__(self, port: int, key: str, local: str = "127.0.0.1") -> None:
        self.port = port
        self.key = key
        self.local = local
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, body: Any) -> Any:
        """Send something; the answer, which may be a refusal."""
        if self._streams is None:
            self._streams = await asyncio.open_connection(
                "127.0.0.1", self.port, local_addr=(self.local, 0)
            )
        reader, writer = self._streams
        data = msgspec.json.encode(body)
        head = (
            f"POST /api{path} HTTP/1.1\r\nhost: 127.0.0.1:{self.port}\r\n"
            f"authorization: Bearer {self.key}\r\ncontent-type: application/json\r\n"
            f"content-length: {len(data)}\r\n\r\n"
        )
        writer.write(head.encode() + data)
        answered = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", answered)
        assert length is not None
        return msgspec.json.decode(await reader.readexactly(int(length[1])))

    def close(self) -> None:
        """Hang up."""
        if self._streams:
            self._streams[1].close()


@dataclass
class Run:
    """What the people of a run share."""

    port: int
    moves: int = 0
    waited: list[float] = field(default_factory=list)
    """How long each move took to be answered, in seconds."""
    latencies: list[float] = field(default_factory=list)
    """How long until a listener had it."""
    sent: dict[tuple[str, int], float] = field(default_factory=dict)
    budget: asyncio.Semaphore | None = None
    """In an open loop: how many moves may be sent."""
    over: bool = False


class ScriptedSeat:
    """Both people of a table, each with a connection to listen on."""

    def __init__(self, run: Run, number: int) -> None:
        self.run = run
        self.rng = Random(number)
        self.connection = HttpConnection(run.port, secrets.token_urlsafe(24))
        self.table = ""
        self.number = number

    async def begin(self) -> None:
        """Set the table and start."""
        seats = [{"kind": "me", "name": "Anna"}, {"kind": "me", "name": "Ben"}]
        made = await self.connection.post("/tables", {"game": for_two()[0], "seats": seats})
        self.table = made["table"]
        await self._act({"kind": "start"})

    async def _act(self, act: dict[str, Any]) -> Any:
        body = {"id": secrets.token_hex(8), "act": act}
        return await self.connection.post(f"/tables/{self.table}/acts", body)

    def listen(self, seat: int | None) -> connect:
        """A WebSocket of a seat."""
        asked = "" if seat is None else f"&seat={seat}"
        return connect(
            f"ws://127.0.0.1:{self.run.port}/api/tables/{self.table}/listen?since=0{asked}",
            additional_headers={"authorization": f"Bearer {self.connection.key}"},
            compression=None,
            max_size=None,
            local_addr=(self.connection.local, 0),
        )

    async def play(self, seat: int) -> None:
        """Listen, and move when it is the seat's turn."""
        async with self.listen(seat) as socket:
            while not self.run.over:
                said = msgspec.json.decode(await socket.recv())
                self._heard(said)
                view = said.get("view")
                if said["table"]["status"] == "over":
                    await self._again(seat)
                    return
                if view and seat in view["to_act"]:
                    await self._move(seat, said["asked"], view)

    def _heard(self, said: dict[str, Any]) -> None:
        sent = self.run.sent.pop((self.table, said["seq"]), None)
        if sent is not None:
            self.run.latencies.append(time.perf_counter() - sent)

    async def _move(self, seat: int, asked: int, view: dict[str, Any]) -> None:
        every = [move for point in view["points"] for move in point["moves"]]
        moves = [move for move in every if not move["needs"]]
        if self.run.budget is not None:
            await self.run.budget.acquire()
        act = {"kind": "move", "seat": seat, "answers": asked}
        start = time.perf_counter()
        await self._act(act | {"move": self.rng.choice(moves)["move"]})
        self.run.waited.append(time.perf_counter() - start)
        self.run.moves += 1

    async def _again(self, seat: int) -> None:
        """A new table, when one game is over."""
        if seat == 0 and not self.run.over:
            await self.begin()
            await asyncio.gather(self.play(0), self.play(1))


def percentile(waited: list[float], part: int) -> float:
    """In milliseconds."""
    return 1000 * quantiles(waited, n=100)[part - 1] if len(waited) > 1 else 0.0


async def _people(run: Run, tables: int) -> list[ScriptedSeat]:
    people = [ScriptedSeat(run, number) for number in range(tables)]
    for person in people:
        await person.begin()
    return people


async def _timed(run: Run, people: list[ScriptedSeat], seconds: float) -> float:
    """Let all of them play for a while; the seconds it took."""
    tasks = [asyncio.ensure_future(each.play(seat)) for each in people for seat in (0, 1)]
    await asyncio.sleep(min(2.0, seconds / 4))
    run.moves, run.waited, run.latencies = 0, [], []
    start = time.perf_counter()
    if run.budget is not None:
        for number in range(int(seconds * OPEN_RATE)):
            run.budget.release()
            await asyncio.sleep(max(start + number / OPEN_RATE - time.perf_counter(), 0))
    else:
        await asyncio.sleep(seconds)
    taken = time.perf_counter() - start
    run.over = True
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for person in people:
        person.connection.close()
    return taken


async def _loop(port: int, tables: int, seconds: float, kind: str) -> dict[str, float]:
    """People who move as soon as they can (closed), or so often come what may (open)."""
    run = Run(port, budget=asyncio.Semaphore(0) if kind == "open" else None)
    taken = await _timed(run, await _people(run, tables), seconds)
    return {
        f"{kind}_moves_per_second": run.moves / taken,
        f"{kind}_half_ms": percentile(run.waited, 50),
        f"{kind}_most_ms": percentile(run.waited, 99),
    }


async def _idle(port: int, pid: int, listeners: int) -> dict[str, float]:
    run = Run(port)
    people = await _people(run, 10)
    before = process_memory(pid)
    lines: list[ClientConnection] = []
    for number in range(listeners):
        lines.append(await people[number % len(people)].listen(None))
        await lines[-1].recv()
    after = process_memory(pid)
    await asyncio.gather(*(line.close() for line in lines))
    for person in people:
        person.connection.close()
    return {
        "idle_listeners": listeners,
        "idle_server_mb": after / MEGA,
        "idle_kb_per_line": (after - before) / listeners / 1024,
    }


def process_memory(pid: int) -> float:
    """The bytes a process has in memory."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return float(line.split()[1]) * 1024
    return 0.0


def _bare(folder: Path, seconds: float) -> float:
    """Durable commits a second when each row has one of its own."""
    base = sqlite3.connect(folder / "bare.sqlite", isolation_level=None)
    base.execute("PRAGMA journal_mode=WAL")
    base.execute("PRAGMA synchronous=FULL")
    base.execute("CREATE TABLE rows (seq INTEGER PRIMARY KEY, data TEXT)")
    count, end = 0, time.perf_counter() + seconds
    while time.perf_counter() < end:
        count += 1
        base.execute("INSERT INTO rows VALUES (?, ?)", (count, "x" * 60))
    base.close()
    return count / seconds


def _grouped(folder: Path, seconds: float, tables: int) -> float:
    """Durable rows a second of the store, with one row of each table on its way at any time."""
    store, game = Store(folder / "store"), default_game()
    for number in range(tables):
        table = StoredTable(f"t{number}", game, "", "", 1, "{}", "", False, 0)
        store.put(add_table(table, b"")).result()
    done, end = 0, time.perf_counter() + seconds
    waiting: dict[int, Future[None]] = {}
    numbers = [0] * tables
    while time.perf_counter() < end:
        for number in range(tables):
            if number not in waiting or waiting[number].done():
                done += number in waiting
                numbers[number] += 1
                row = StoredRow(numbers[number], 0, "move", "x" * 60, secrets.token_hex(8))
                waiting[number] = store.put(add_row(f"t{number}", row, After("playing", False)))
        time.sleep(0.0005)
    store.close()
    return done / seconds


@contextmanager
def running(folder: Path, rate: float | None = 1e6) -> Iterator[tuple[int, int]]:
    """A server in a process of its own, with the usual rate if none is given; its port and its
    number."""
    command = [sys.executable, "-m", "cruachan", "serve", "--port", "0", "--lang", DEFAULT_LANG]
    command += ["--data", str(folder / "data")]
    command += [] if rate is None else ["--rate", f"{rate:.0f}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            found = re.search(r":(\d+)\s*$", process.stdout.readline())
            assert found is not None
            yield int(found[1]), process.pid
        finally:
            process.terminate()


def bench(tables: int, seconds: float, listeners: int) -> Iterator[dict[str, float]]:
    """Each measurement as it is done."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with running(folder) as (port, _):
            for kind in ("closed", "open"):
                yield asyncio.run(_loop(port, tables, seconds, kind))
        with running(folder) as (port, pid):
            yield asyncio.run(_idle(port, pid, listeners))
        bare = _bare(folder, seconds / 4)
        grouped = _grouped(folder, seconds / 4, tables)
        yield {
            "bare_commits_per_second": bare,
            "durable_rows_per_second": grouped,
            "durable_ratio": grouped / bare,
        }
