"""`cruachan bench cluster`: people play at several servers while these are killed.

A PostgreSQL and a proxy of its own, servers that are killed every few seconds and started again,
one that is paused past its lease and woken, a database that is restarted. Afterwards: was anything
lost or done twice, how long did a table stand still at most, does every game replay?
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from cruachan.bench.people import Patient, SimulatedPerson, for_two, seat_people
from cruachan.bench.postgres import Postgres
from cruachan.bench.servers import Server, Servers
from cruachan.engine.texts import DEFAULT_LANG, Message, message
from cruachan.games import game_class
from cruachan.server.client import RefusedError, Unreachable
from cruachan.server.limits import LIMITS
from cruachan.server.store.databases import connected

PAST = 2.5
"""Seconds for which a server is paused past its lease."""
SETTLED = 60.0
"""Seconds within which, after all troubles, every table has gone on."""
STALLS = """
    SELECT at - gap, gap, game FROM (
        SELECT "table", at, at - lag(at) OVER (PARTITION BY "table" ORDER BY seq) AS gap,
               lag(status) OVER (PARTITION BY "table" ORDER BY seq) AS before
        FROM rows) AS gaps JOIN tables ON tables.id = gaps."table"
    WHERE before = 'playing' ORDER BY gap DESC LIMIT 10
"""
"""Where a table that was played stood still for longest: since when, how long, which game."""
MOVES = """
    SELECT count(*) FROM rows
    WHERE "table" = %s AND kind = 'move' AND request IS NOT NULL AND data LIKE %s
"""


@dataclass(frozen=True)
class FaultPlan:
    """What is to happen, in seconds."""

    seconds: float = 600.0
    tables: int = 12
    kill_every: float = 5.0
    think: float = 0.1
    rules: str = os.environ.get("CRUACHAN_RULES", "compiled")
    durable: bool = True
    lease: float = LIMITS.lease
    seed: int = 1


@dataclass
class Found:
    """The events of a run and their outcome."""

    seconds: float = 0.0
    tables: int = 0
    moves: int = 0
    kills: int = 0
    pauses: int = 0
    restarts: int = 0
    lines_lost: int = 0
    stalls: list[tuple[float, float, str]] = field(default_factory=list)
    """Where tables stood still for longest: since when, how long, which game."""
    events: list[tuple[float, str]] = field(default_factory=list)
    """When what happened."""
    lost: int = 0
    doubled: int = 0
    unseen: int = 0
    """People to whom not every row came, in its order."""
    refused: list[str] = field(default_factory=list)
    """What people were told whose writes were not done at the first try."""
    taken: int = 0
    """How often a server found that a table had gone on elsewhere."""
    failed: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    """What the doctor says."""

    @property
    def longest_stall(self) -> float:
        """Seconds for which a table stood still at most."""
        return max((gap for _, gap, _ in self.stalls), default=0.0)

    def figures(self) -> dict[str, float]:
        """The figures of the report, as plain data."""
        return {
            "cluster_seconds": self.seconds,
            "cluster_tables": self.tables,
            "cluster_moves": self.moves,
            "cluster_rate": self.moves / max(self.seconds, 0.001),
            "cluster_kills": self.kills,
            "cluster_pauses": self.pauses,
            "cluster_restarts": self.restarts,
            "cluster_lines": self.lines_lost,
            "cluster_refused": len(self.refused),
            "cluster_taken": self.taken,
            "cluster_stall": self.longest_stall,
            "cluster_lost": self.lost,
            "cluster_doubled": self.doubled,
            "cluster_unseen": self.unseen,
            "cluster_failed": len(self.failed),
            "cluster_broken": len(self.broken),
        }

    @property
    def good(self) -> bool:
        """Whether every promise was kept."""
        return not (self.lost or self.doubled or self.unseen or self.failed or self.broken)


Tell = Callable[[Message], None]


def _say(key: str, **values: Any) -> Message:
    return message(__package__, f"cluster.{key}", **values)


def diagnosed(database: str, rules: str) -> list[str]:
    """What the doctor finds wrong with a store."""
    command = [sys.executable, "-m", "cruachan", "doctor", "--database", database]
    done = subprocess.run(
        [*command, "--lang", DEFAULT_LANG],
        env=dict(os.environ, CRUACHAN_RULES=rules),
        capture_output=True,
        text=True,
    )
    if done.returncode == 0:
        return []
    return done.stderr.splitlines() or [done.stdout]


class FaultTrial:
    """People at tables, and the troubles that come over them."""

    def __init__(self, plan: FaultPlan, postgres: Postgres, servers: Servers, tell: Tell) -> None:
        self.plan = plan
        self.postgres = postgres
        self.servers = servers
        self.people: list[SimulatedPerson] = []
        self.clients: list[Patient] = []
        self.found = Found()
        self._tell = tell
        self._rng = Random(plan.seed)
        self._begun = time.time()

    def _happened(self, key: str, **values: Any) -> None:
        said = _say(key, **values)
        self.found.events.append((time.time() - self._begun, said.text(DEFAULT_LANG)))
        self._tell(said)

    # People

    def _client(self) -> Patient:
        self.clients.append(Patient(self.servers.address))
        return self.clients[-1]

    def seat(self) -> None:
        """Let people sit down until enough tables are played."""
        tables = [(name, 2, int(3 in game_class(name).players)) for name in for_two()]
        while sum(person.is_alive() for person in self.people) < 2 * self.plan.tables:
            game, people, bots = tables[self.found.tables % len(tables)]
            try:
                seed = f"{self.plan.seed} {self.found.tables}"
                seated = seat_people(self._client, game, people, bots, seed)[1]
            except (RefusedError, Unreachable):
                return
            self.found.tables += 1
            self.people += seated
            for person in seated:
                person.think = self.plan.think
                person.start()

    # Troubles

    def trouble(self) -> None:
        """All of it, for as long as planned: kills, and between them pauses and a restart."""
        begun = time.monotonic()
        seconds = self.plan.seconds
        others = [(seconds * 0.15, self._pause), (seconds * 0.5, self._restart)]
        others += [(float(each), self._pause) for each in range(120, int(seconds), 60)]
        others.sort(key=lambda each: each[0])
        due = self.plan.kill_every / 2
        while (now := time.monotonic() - begun) < seconds:
            self.seat()
            if now >= due:
                event = others.pop(0)[1] if others and others[0][0] <= now else self._kill
                event()
                due = time.monotonic() - begun + self._pause_between()
            time.sleep(0.1)
        self.found.seconds = time.monotonic() - begun

    def _pause_between(self) -> float:
        """Seconds until the next trouble."""
        return self._rng.uniform(0.6, 1.4) * self.plan.kill_every

    def _up(self) -> list[Server]:
        return [server for server in self.servers.all if not server.paused and server.answers()]

    def _kill(self) -> None:
        """Kill one when all are there, and start it again."""
        up = self._up()
        if len(up) == len(self.servers.all):
            victim = self._rng.choice(up)
            victim.kill()
            victim.start()
            self.found.kills += 1
            self._happened("killed", port=victim.port)

    def _pause(self) -> None:
        """Let one stand still for longer than its lease, while people play on."""
        up = self._up()
        if len(up) > 1:
            victim = self._rng.choice(up)
            victim.pause()
            self._happened("paused", port=victim.port)
            end = time.monotonic() + self.plan.lease + PAST
            while time.monotonic() < end:
                self.seat()
                time.sleep(0.1)
            victim.wake()
            self.found.pauses += 1
            self._happened("woken", port=victim.port)

    def _restart(self) -> None:
        self.postgres.stop()
        self.postgres.start()
        self.found.restarts += 1
        self._happened("restarted")

    def roll(self) -> None:
        """Ask one server after the other to stop, and start it again, while people play."""
        begun = time.monotonic()
        for server in self.servers.all:
            code = server.end(signal.SIGTERM)
            if code:
                self.found.failed.append(
                    _say("ended", port=server.port, code=code).text(DEFAULT_LANG)
                )
            server.start().wait()
            self.seat()
            self._happened("rolled", port=server.port)
        self.found.seconds = time.monotonic() - begun

    # Afterwards

    def settle(self) -> None:
        """Wait until every table has gone on after the last trouble, and let everybody leave."""
        before = {id(person): len(person.acknowledged) for person in self.people}
        tables: dict[str, list[SimulatedPerson]] = {}
        for person in self.people:
            tables.setdefault(person.table, []).append(person)
        end = time.monotonic() + SETTLED
        for table, seated in tables.items():
            while all(len(p.acknowledged) <= before[id(p)] and p.is_alive() for p in seated):
                if time.monotonic() > end:
                    self.found.failed.append(_say("stands", table=table).text(DEFAULT_LANG))
                    break
                time.sleep(0.05)
        for person in self.people:
            person.leave()
        sending = [person for person in self.people if person.unanswered]
        while any(person.is_alive() for person in sending) and time.monotonic() < end:
            time.sleep(0.05)
        self.found.refused = [said for client in self.clients for said in client.refused]
        for server in self.servers.all:
            server.kill()

    def examine(self, database: str) -> Found:
        """What is in the store, against what people were told."""
        found = self.found
        found.moves = sum(len(person.acknowledged) for person in self.people)
        found.lines_lost = sum(person.lost for person in self.people)
        found.taken = sum(server.log.count("went on elsewhere") for server in self.servers.all)
        for person in self.people:
            if person.failed is not None and not isinstance(person.failed, SystemExit):
                found.failed.append(repr(person.failed))
            found.unseen += person.seen != list(range(1, len(person.seen) + 1))
        with connected(database) as base:
            for at, gap, game in base.execute(STALLS):
                found.stalls.append((at / 1000 - self._begun, gap / 1000, game))
            stored = set(base.execute("SELECT \"table\", seq FROM rows WHERE kind = 'move'"))
            for person in self.people:
                acknowledged = {(person.table, seq) for seq in person.acknowledged}
                found.lost += len(acknowledged - stored)
                mine = f'%"seat":{person.seat},%'
                moves = base.execute(MOVES, (person.table, mine)).fetchone()[0]
                found.doubled += max(0, moves - len(person.acknowledged) - person.unanswered)
                found.doubled += len(person.acknowledged) - len(acknowledged)
        found.broken = diagnosed(database, self.plan.rules)
        found.failed += self.servers.complaints()
        return found

    def close(self) -> None:
        """Let everybody go."""
        for person in self.people:
            person.leave()
        for client in self.clients:
            client.close()


def trial(plan: FaultPlan, tell: Tell = lambda said: None) -> Found:
    """People play, troubles come; what was found."""
    with Postgres(plan.durable) as postgres:
        database = postgres.fresh("cluster")
        lease = ("--limit", f"lease={plan.lease:g}")
        with Servers(database, rules=plan.rules, options=lease) as servers:
            play = FaultTrial(plan, postgres, servers, tell)
            try:
                play.seat()
                play.trouble()
                play.settle()
                return play.examine(database)
            finally:
                play.close()
