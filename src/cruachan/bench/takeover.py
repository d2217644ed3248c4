"""`cruachan bench takeover`: a server with hundreds of tables dies, and others take them.

All tables are made at one server, half of them with people and half of bots alone. Then that server
is killed, or stands still past its lease. Everybody asks for her table at once, through the proxy,
and moves as soon as she can. Afterwards: how long did it take until each table went on, and was
anything lost or done twice?
"""

from __future__ import annotations

import os
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from statistics import median, quantiles
from typing import Any

from cruachan.bench.cluster import Tell, diagnosed
from cruachan.bench.people import Patient, for_two
from cruachan.bench.postgres import Postgres
from cruachan.bench.servers import Servers
from cruachan.engine.texts import DEFAULT_LANG, message
from cruachan.server.client import Client, RefusedError, Unreachable
from cruachan.server.limits import LIMITS
from cruachan.server.store.databases import connected

AT_ONCE = 8
"""How many tables are made at a time."""
LOOK = 0.1
"""Seconds between two looks into the database."""
BOTS = 'SELECT "table", seq, status FROM standings WHERE "table" = ANY(%s)'
HELD = """
    SELECT count(*) FROM leases WHERE "table" = ANY(%s)
    AND holder IN (SELECT id FROM servers WHERE address <> %s)
"""
"""How many of some tables belong to a server that is not the one at an address."""
MOVES = """
    SELECT "table", seq FROM rows
    WHERE "table" = ANY(%s) AND kind = 'move' AND request IS NOT NULL
"""


@dataclass(frozen=True)
class TakeoverPlan:
    """What is to happen."""

    tables: int = 500
    servers: int = 2
    pauses: bool = False
    """Whether the server stands still (SIGSTOP) instead of being killed."""
    rules: str = os.environ.get("CRUACHAN_RULES", "compiled")
    durable: bool = True
    lease: float = LIMITS.lease
    limit: float = 300.0
    """Seconds within which every table has gone on."""


@dataclass
class TakeoverFound:
    """What happened, in seconds after the server had gone."""

    tables: int = 0
    made: float = 0.0
    """How long it took to make the tables."""
    owned: float = 0.0
    """When every table at which bots play had an owner again."""
    answered: list[float] = field(default_factory=list)
    """When each table with people had taken a move."""
    moved: list[float] = field(default_factory=list)
    """When bots had moved again, table by table."""
    cpu: float = 0.0
    """The seconds of CPU that the other servers used until then, without their bots."""
    refused: int = 0
    lost: int = 0
    doubled: int = 0
    failed: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)

    def figures(self) -> dict[str, float]:
        """The figures of the report, as plain data."""
        return {
            "takeover_tables": self.tables,
            "takeover_made": self.made,
            "takeover_owned": self.owned,
            **_spread("takeover_answered", self.answered),
            **_spread("takeover_moved", self.moved),
            "takeover_cpu": self.cpu,
            "takeover_refused": self.refused,
            "cluster_lost": self.lost,
            "cluster_doubled": self.doubled,
            "cluster_failed": len(self.failed),
            "cluster_broken": len(self.broken),
        }

    @property
    def good(self) -> bool:
        """Whether every table went on, and every promise was kept."""
        return not (self.lost or self.doubled or self.failed or self.broken)


def _spread(name: str, seconds: list[float]) -> dict[str, float]:
    """The middle, the 99th percentile and the longest of some times."""
    if len(seconds) < 2:
        seconds = seconds * 2 or [0.0, 0.0]
    late = min(quantiles(seconds, n=100)[-1], max(seconds))
    return {f"{name}_half": median(seconds), f"{name}_p99": late, f"{name}_most": max(seconds)}


def _say(key: str, **values: Any) -> str:
    return message(__package__, f"cluster.{key}", **values).text(DEFAULT_LANG)


class TakeoverTrial:
    """Tables of one server, and what becomes of them without it."""

    def __init__(self, plan: TakeoverPlan, servers: Servers, tell: Tell) -> None:
        self.plan = plan
        self.servers = servers
        self.victim = servers.all[0]
        self.found = TakeoverFound()
        self._tell = tell
        self._host = Client(self.victim.address)
        self._people: list[str] = []
        self._clients: dict[str, Patient] = {}
        """Whoever asks for each table of people."""
        self._bots: list[str] = []
        self._acknowledged: Counter[tuple[str, int]] = Counter()
        self._lock = threading.Lock()
        self._gone = 0.0

    # Before

    def fill(self) -> None:
        """Make all tables at one server: people's first, so that bots still play when it goes."""
        begun = time.monotonic()
        with ThreadPoolExecutor(AT_ONCE) as pool:
            half = range(self.plan.tables // 2)
            self._people = list(pool.map(lambda _: self._table("me"), half))
            list(pool.map(lambda table: self._move(self._host, table), self._people))
            for table in self._people:
                self._clients[table] = Patient(self.servers.address, self._host.key)
            self._bots = list(pool.map(lambda _: self._table("random"), half))
        self.found.tables = len(self._people) + len(self._bots)
        self.found.made = time.monotonic() - begun
        self._tell(message(__package__, "cluster.filled", tables=self.found.tables))

    def _table(self, kind: str) -> str:
        names = ("Anna", "Ben") if kind == "me" else ("", "")
        seats = [{"kind": kind, "name": name} for name in names]
        table = str(self._host.create(for_two()[-1], seats, bot_pace=0)["table"])
        self._host.act(table, "start")
        return table

    def _move(self, client: Client, table: str) -> None:
        """Make the first move that there is for whoever is to move."""
        end = time.monotonic() + self.plan.limit
        while time.monotonic() < end:
            said = client.table(table)
            acting = [seat for seat in said["view"]["to_act"] if seat >= 0]
            seen = client.table(table, seat=acting[0]) if acting else {"view": {"points": []}}
            every = [move for point in seen["view"]["points"] for move in point["moves"]]
            moves = [move["move"] for move in every if not move["needs"]]
            if moves:
                asked = {"seat": acting[0], "answers": seen["asked"], "move": moves[0]}
                seq = client.act(table, "move", 10**6, **asked)
                with self._lock:
                    self._acknowledged[table, seq] += 1
                return
            time.sleep(0.2)
        raise TimeoutError(table)

    # The server goes

    def go(self, database: str) -> None:
        """Let the server go, and wait until every table has gone on."""
        with connected(database, autocommit=True) as base:
            before = {table: seq for table, seq, _ in base.execute(BOTS, (self._bots,))}
            used = self._cpu()
            (self.victim.pause if self.plan.pauses else self.victim.kill)()
            self._gone = time.monotonic()
            self._tell(message(__package__, "cluster.gone", port=self.victim.port))
            with self._asking():
                self._look(base, before)
        self.found.cpu = self._cpu() - used

    def _cpu(self) -> float:
        """The seconds of CPU that the other servers have used, without their bots."""
        return sum(server.cpu() for server in self.servers.all if server is not self.victim)

    @contextmanager
    def _asking(self) -> Iterator[None]:
        """Somebody at every table of people, who moves as soon as she can."""
        askers = [threading.Thread(target=self._ask, args=(table,)) for table in self._people]
        for asker in askers:
            asker.start()
        yield
        for asker in askers:
            asker.join()

    def _ask(self, table: str) -> None:
        client = self._clients[table]
        try:
            self._again(lambda: self._move(client, table))
            with self._lock:
                self.found.answered.append(time.monotonic() - self._gone)
        except Exception as error:
            with self._lock:
                self.found.failed.append(f"{table}: {error!r}")
        finally:
            with self._lock:
                self.found.refused += len(client.refused)

    def _again(self, do: Callable[[], None]) -> None:
        """Do something until it is not refused for the moment."""
        while True:
            try:
                return do()
            except (RefusedError, Unreachable) as error:
                passing = isinstance(error, Unreachable) or error.status >= 429
                if not passing or time.monotonic() - self._gone > self.plan.limit:
                    raise
                time.sleep(0.2)

    def _look(self, base: Any, before: dict[str, int]) -> None:
        """Note when the tables of bots have an owner, and when each has gone on."""
        waiting = dict(before)
        while waiting or not self.found.owned:
            since = time.monotonic() - self._gone
            if since > self.plan.limit:
                self.found.failed += [_say("stands", table=table) for table in waiting]
                return
            for table, seq, status in base.execute(BOTS, (list(waiting),)).fetchall():
                if seq > waiting[table] or status == "over":
                    del waiting[table]
                    self.found.moved.append(since)
            held = base.execute(HELD, (list(before), self.victim.address)).fetchone()[0]
            playing = len(before) - len(self._over(base))
            if not self.found.owned and held >= playing:
                self.found.owned = since
            time.sleep(LOOK)

    def _over(self, base: Any) -> list[str]:
        every = base.execute(BOTS, (self._bots,)).fetchall()
        return [table for table, _, status in every if status == "over"]

    # Afterwards

    def restore(self) -> None:
        """Let the server be there again."""
        if self.plan.pauses:
            self.victim.wake()
        else:
            self.victim.start()
        self.victim.wait()

    def examine(self, database: str) -> TakeoverFound:
        """What is in the store, against what people were told, and whether every game replays."""
        self.compare(database)
        self.found.broken = diagnosed(database, self.plan.rules)
        self.found.failed += self.servers.complaints()
        return self.found

    def compare(self, database: str) -> None:
        """Count the moves that were lost, and those that were done twice."""
        with connected(database) as base:
            stored = set(base.execute(MOVES, (self._people,)).fetchall())
        acknowledged = set(self._acknowledged)
        self.found.lost = len(acknowledged - stored)
        self.found.doubled = (
            len(stored - acknowledged) + self._acknowledged.total() - len(acknowledged)
        )

    def close(self) -> None:
        """Let everybody go."""
        for client in (self._host, *self._clients.values()):
            client.close()


def trial(plan: TakeoverPlan, tell: Tell = lambda said: None) -> TakeoverFound:
    """Tables are made, their server goes; what was found."""
    limits = {"lease": plan.lease, "bot_tables": plan.tables, "connections": 10 * plan.tables}
    options = [each for name, value in limits.items() for each in ("--limit", f"{name}={value:g}")]
    with Postgres(plan.durable) as postgres:
        database = postgres.fresh("takeover")
        with Servers(database, plan.servers, plan.rules, tuple(options)) as servers:
            takeover = TakeoverTrial(plan, servers, tell)
            try:
                takeover.fill()
                takeover.go(database)
                takeover.restore()
                for server in servers.all:
                    server.kill()
                return takeover.examine(database)
            finally:
                takeover.close()
