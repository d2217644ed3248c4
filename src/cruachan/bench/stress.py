"""`cruachan bench stress`: where a server gives way under each kind of load, and what happens then.

A server in a process of its own, with its usual limits and a fresh store for each kind of load. Two
people play at a table of their own, from an address of their own, twenty moves a second. A load is
doubled until 99 of 100 of their moves take longer than 250 ms, the server has more than 2 GB in
memory, the server refuses most of what is asked, or the time for this load is over.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any

from cruachan.bench.loads import LOADS
from cruachan.bench.tables import (
    MEGA,
    HttpConnection,
    Run,
    ScriptedSeat,
    percentile,
    process_memory,
    running,
)

SLOWEST = 250.0
"""Milliseconds for 99 of 100 moves of somebody else."""
LARGEST = 2048.0
"""Megabytes that a server and its bots may have in memory."""
MOVES = 20.0
"""Moves a second of those who are measured."""
LATE = 30.0
"""Seconds for which a load that was stopped is waited for."""
ELSEWHERE = "127.0.0.9"
"""The address of those who are measured."""


@dataclass
class StressLevel:
    """The measurements at one level of a load."""

    load: str
    level: int
    reached: int
    """How much of it there was."""
    p99: float
    """Milliseconds within which 99 of 100 moves of others were answered."""
    moves: int
    failed: int
    """Moves of others that were refused."""
    memory: float
    """Megabytes."""
    refused: dict[str, int]
    """What the load was told, and how often."""
    asked: int = 0
    """How often the load asked for something."""
    ends: str = ""
    """Why it was raised no further: slow, memory, refused_all, late, or held."""

    @property
    def harmless(self) -> bool:
        """Whether others did not notice it."""
        return self.p99 <= SLOWEST and self.memory <= LARGEST and not self.failed


@dataclass
class LoadLimit:
    """How far a load was raised, and what happened then."""

    load: str
    held: int
    """The most of it that others did not notice."""
    p99: float
    memory: float
    """What was measured then."""
    tried: int
    """The level at which it ended."""
    ends: str
    broken_p99: float
    broken_memory: float
    """What was measured there."""
    failed: int
    """Moves of others that were refused, at all levels."""
    says: str
    """What the load was told most often, if anything was refused."""


def summary(levels: list[StressLevel]) -> LoadLimit:
    """The summary over the levels of one load."""
    last, fine = levels[-1], [each for each in levels if each.harmless]
    held = fine[-1] if fine else last
    counts = Counter[str]()
    for each in levels:
        counts.update(each.refused)
    return LoadLimit(
        last.load,
        held.reached if fine else 0,
        held.p99,
        held.memory,
        last.level,
        last.ends,
        last.p99,
        last.memory,
        sum(each.failed for each in levels),
        max(counts, key=lambda each: counts[each]) if counts else "",
    )


class BystandingSeat(ScriptedSeat):
    """People at a table that has nothing to do with the load."""

    def __init__(self, run: Run) -> None:
        super().__init__(run, 0)
        self.failed = 0
        self.connection = HttpConnection(run.port, secrets.token_urlsafe(24), ELSEWHERE)

    async def _act(self, act: dict[str, Any]) -> Any:
        answer = await super()._act(act)
        self.failed += "error" in answer
        return answer


class Bystanders:
    """The two people, and what their moves take."""

    def __init__(self, port: int) -> None:
        self.run = Run(port, budget=asyncio.Semaphore(0))
        self.seat = BystandingSeat(self.run)
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        """Sit down and play."""
        await self.seat.begin()
        doing = (self.seat.play(0), self.seat.play(1), self._pace())
        self._tasks = [asyncio.ensure_future(each) for each in doing]

    async def _pace(self) -> None:
        assert self.run.budget is not None
        while True:
            if self.run.budget.locked():
                self.run.budget.release()
            await asyncio.sleep(1 / MOVES)

    def forget(self) -> None:
        """Count from here on."""
        self.run.waited.clear()
        self.seat.failed = 0

    async def leave(self) -> None:
        """Stop playing; a fault of theirs comes out."""
        self.run.over = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.seat.connection.close()


class LoadProcess:
    """A load in a process of its own."""

    def __init__(self, kind: str, port: int) -> None:
        command = [sys.executable, "-m", "cruachan.bench.loads", kind, str(port)]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)
        self._answers: SimpleQueue[str] = SimpleQueue()
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._answers.put(line)
        self._answers.put("")

    async def raise_to(self, level: int, seconds: float) -> dict[str, Any] | None:
        """What came of it within so many seconds; None if not even that is said."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{level} {seconds}\n")
        self.process.stdin.flush()
        until = time.monotonic() + seconds + LATE
        while self._answers.empty():
            await asyncio.sleep(0.1)
            if time.monotonic() > until:
                return None
        said = self._answers.get()
        if not said:
            raise RuntimeError(f"the load ended with {self.process.wait()}")
        found: dict[str, Any] = json.loads(said)
        return found

    def end(self) -> None:
        """Stop it."""
        self.process.kill()
        self.process.wait()


def family_memory(pid: int) -> float:
    """The bytes a process and its children have in memory."""
    children = Path(f"/proc/{pid}/task/{pid}/children")
    found = children.read_text().split() if children.exists() else []
    return process_memory(pid) + sum(family_memory(int(child)) for child in found)


def verdict(level: StressLevel, most: int, late: bool = False) -> str:
    """Why a load is raised no further, or nothing."""
    if level.p99 > SLOWEST:
        return "slow"
    if level.memory > LARGEST:
        return "memory"
    if level.refused and sum(level.refused.values()) * 2 >= level.asked:
        return "refused_all"
    if late:
        return "late"
    return "held" if level.level >= most else ""


async def _raise(
    kind: str, port: int, pid: int, seconds: float, most: int, until: float
) -> AsyncIterator[StressLevel]:
    """One load, level by level, until a moment of the clock."""
    others, load = Bystanders(port), LoadProcess(kind, port)
    try:
        await others.begin()
        level = min(LOADS[kind].first, most)
        while True:
            others.forget()
            left = max(until - time.monotonic() - seconds, 1.0)
            said = await load.raise_to(level, left) or {"late": True}
            await asyncio.sleep(seconds)
            found = StressLevel(
                kind,
                level,
                said.get("reached", 0),
                percentile(others.run.waited, 99),
                len(others.run.waited),
                others.seat.failed,
                family_memory(pid) / MEGA,
                said.get("refused", {}),
                said.get("asked", 0),
            )
            late = said["late"] or time.monotonic() + 2 * seconds > until
            found.ends = verdict(found, most, late)
            yield found
            if found.ends:
                return
            level = min(2 * level, most)
    finally:
        load.end()
        await others.leave()


def bench(
    kinds: tuple[str, ...], seconds: float, most: int | None, minutes: float
) -> Iterator[list[StressLevel]]:
    """The levels of a load so far, each time one is measured; all loads together take so many
    minutes."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        largest = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (largest, largest))
    loop = asyncio.new_event_loop()
    kinds = kinds or tuple(LOADS)
    for kind in kinds:
        until = time.monotonic() + 60 * minutes / len(kinds)
        so_far: list[StressLevel] = []
        with tempfile.TemporaryDirectory() as name, running(Path(name), rate=None) as (port, pid):
            levels = _raise(kind, port, pid, seconds, most or LOADS[kind].most, until)
            while (level := loop.run_until_complete(anext(levels, None))) is not None:
                so_far.append(level)
                yield so_far
    loop.close()
