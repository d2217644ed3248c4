"""`cruachan bench stress`: where a server gives way under each kind of load, and what happens then.

A server in a process of its own, with its usual limits and a fresh store for each kind of load. Two
people play at a table of their own, from an address of their own, twenty moves a second. A load is
doubled until 99 of 100 of their moves take longer than 250 ms, the server has more than 2 GB in
memory, or the server refuses all that is added.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any

from cruachan.bench.loads import LOADS
from cruachan.bench.tables import (
    FILES,
    MEGA,
    Line,
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
RAISING = 240.0
"""Seconds within which a load is doubled."""
ELSEWHERE = "127.0.0.9"
"""The address of those who are measured."""


@dataclass
class StressLevel:
    """What happened at one level of a load."""

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
    ends: str = ""
    """Why it was raised no further: slow, memory, refused_all, late, or held."""


class BystandingSeat(ScriptedSeat):
    """People at a table that has nothing to do with the load."""

    def __init__(self, run: Run) -> None:
        super().__init__(run, 0)
        self.failed = 0
        self.line = Line(run.port, secrets.token_urlsafe(24), ELSEWHERE)

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
        self.seat.line.close()


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

    async def raise_to(self, level: int) -> dict[str, Any] | None:
        """What came of it; None if it took too long."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{level}\n")
        self.process.stdin.flush()
        waited = 0.0
        while self._answers.empty():
            await asyncio.sleep(0.1)
            waited += 0.1
            if waited > RAISING:
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


def verdict(level: StressLevel, most: int) -> str:
    """Why a load is raised no further, or nothing."""
    if level.p99 > SLOWEST:
        return "slow"
    if level.memory > LARGEST:
        return "memory"
    if sum(level.refused.values()) * 2 >= level.level:
        return "refused_all"
    return "held" if level.level >= most else ""


async def _raise(
    kind: str, port: int, pid: int, seconds: float, most: int
) -> AsyncIterator[StressLevel]:
    """One load, level by level."""
    others, load = Bystanders(port), LoadProcess(kind, port)
    try:
        await others.begin()
        level = min(LOADS[kind].first, most)
        while True:
            others.forget()
            said = await load.raise_to(level)
            await asyncio.sleep(seconds)
            waited = others.run.waited
            found = StressLevel(
                kind,
                level,
                said["reached"] if said else 0,
                percentile(waited, 99),
                len(waited),
                others.seat.failed,
                family_memory(pid) / MEGA,
                said["refused"] if said else {},
            )
            found.ends = verdict(found, most) if said else "late"
            yield found
            if found.ends:
                return
            level = min(2 * level, most)
    finally:
        load.end()
        await others.leave()


def bench(kinds: tuple[str, ...], seconds: float, most: int | None) -> Iterator[dict[str, Any]]:
    """Each level as it is measured."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))
    loop = asyncio.new_event_loop()
    for kind in kinds or LOADS:
        with tempfile.TemporaryDirectory() as name, running(Path(name), rate=None) as (port, pid):
            levels = _raise(kind, port, pid, seconds, most or LOADS[kind].most)
            while (level := loop.run_until_complete(anext(levels, None))) is not None:
                yield asdict(level)
    loop.close()
