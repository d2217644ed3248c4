"""Hosts share the time of the processes in which bots think; by a clock of the test."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from heapq import heappop, heappush

import pytest

from cruachan.server.bots.turns import HALF_LIFE, ThinkingTime, ThinkingTurns

EXPERT, QUICK = 1.0, 0.01
"""Seconds for a move."""
PACE = 0.8
"""Seconds between a quick bot's moves."""


@dataclass
class Processes:
    """Processes that think for as long as a move takes, in the time of the test."""

    count: int
    now: float = 0.0
    waits: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """How long the moves of each host waited for a process."""
    thought: dict[str, float] = field(default_factory=lambda: defaultdict(float))

    def __post_init__(self) -> None:
        self.idle = self.count
        self.turns: ThinkingTurns[tuple[float, float]] = ThinkingTurns(self.count, lambda: self.now)
        self._events: list[tuple[float, int, str, str, float]] = []

    def ask(self, host: str, seconds: float, at: float) -> None:
        heappush(self._events, (at, len(self._events), "ask", host, seconds))

    def run(self, until: float) -> None:
        """Let everybody play: whoever has moved asks again."""
        while self._events and self._events[0][0] < until:
            self.now, _, kind, host, seconds = heappop(self._events)
            if kind == "ask":
                self.turns.put(host, (self.now, seconds))
            else:
                self.idle += 1
                self.turns.time.end(host)
                self.ask(host, seconds, self.now + (PACE if seconds == QUICK else 0.0))
            while self.idle and (turn := self.turns.take()):
                asked, seconds = turn.what
                self.idle -= 1
                self.turns.time.begin(turn.group)
                self.waits[turn.group].append(self.now - asked)
                self.thought[turn.group] += seconds
                end = (self.now + seconds, len(self._events), "end", turn.group, seconds)
                heappush(self._events, end)


def crowd(processes: int, hosts: int) -> Processes:
    """Hosts with 37 tables of experts each, and one with a single quick bot."""
    found = Processes(processes)
    for host in range(hosts):
        for _ in range(37):
            found.ask(f"host {host}", EXPERT, 0.0)
    found.ask("family", QUICK, 60.0)
    found.run(180.0)
    return found


@pytest.mark.parametrize("hosts", [1, 4, 20])
def test_experts_of_others_hold_up_a_quick_bot_for_a_move_at_most(hosts: int) -> None:
    alone, several = crowd(1, hosts), crowd(4, hosts)
    assert len(alone.waits["family"]) > 50
    assert max(alone.waits["family"]) <= EXPERT
    assert max(several.waits["family"]) == 0.0


def test_those_who_think_for_long_share_the_rest_alike() -> None:
    found = crowd(3, 4)
    times = [found.thought[f"host {host}"] for host in range(4)]
    assert max(times) <= min(times) + 3 * EXPERT
    assert sum(times) >= 0.98 * 2 * 180


def test_slow_bots_have_no_more_time_than_quick_ones() -> None:
    """By turns alone they would have a hundred times as much."""
    found = Processes(1)
    for number in range(37):
        found.ask("slow", 10 * EXPERT, 0.0)
        found.ask("quicker", EXPERT, 0.001 * number)
    found.run(400.0)
    assert found.thought["slow"] == pytest.approx(found.thought["quicker"], rel=0.25)


def test_thinking_is_forgotten() -> None:
    now = 0.0
    time = ThinkingTime(lambda: now)
    time.begin("host")
    now = 10.0
    assert time.of("host") == pytest.approx(10)
    time.end("host")
    now += HALF_LIFE
    assert time.of("host") == pytest.approx(5)
    now += 20 * HALF_LIFE
    assert time.of("host") == 0.0
    assert time.hosts == []
