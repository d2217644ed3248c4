"""`cruachan bench tables` measures what it says, on a small scale."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from cruachan.bench.stress import StressLevel, summary, verdict


def test_every_figure_is_there() -> None:
    small = ["--tables", "2", "--seconds", "1", "--listeners", "5", "--json"]
    command = [sys.executable, "-m", "cruachan", "bench", "tables", *small]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    found = json.loads(done.stdout)
    for name in ("closed_moves_per_second", "open_most_ms", "idle_server_mb", "durable_ratio"):
        assert found[name] > 0
    assert found["idle_listeners"] == 5


def test_stress_says_where_a_server_gives_way() -> None:
    small = ["tables", "--seconds", "1", "--most", "2", "--minutes", "2", "--json"]
    command = [sys.executable, "-m", "cruachan", "bench", "stress", *small]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
    found = json.loads(done.stdout)
    assert (found["load"], found["level"], found["reached"]) == ("tables", 2, 2)
    assert found["moves"] > 0
    assert found["failed"] == 0
    assert found["memory"] > 20
    assert found["asked"] == 4
    assert found["ends"] in ("held", "slow", "late")


def test_stress_knows_its_loads() -> None:
    command = [sys.executable, "-m", "cruachan", "bench", "stress", "rain", "--lang", "de"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 2
    assert "Eine Last 'rain' gibt es nicht; es gibt: tables, listeners" in done.stderr


@pytest.mark.parametrize(
    ("p99", "memory", "refused", "level", "ends"),
    [
        (251, 10, 0, 8, "slow"),
        (249, 2049, 0, 8, "memory"),
        (249, 2000, 4, 8, "refused_all"),
        (249, 2000, 3, 8, ""),
        (249, 2000, 3, 16, "held"),
    ],
)
def test_a_load_is_raised_until_something_gives_way(
    p99: float, memory: float, refused: int, level: int, ends: str
) -> None:
    told = {"no": refused} if refused else {}
    found = StressLevel("tables", level, level, p99, 100, 0, memory, told, asked=8)
    assert verdict(found, 16) == ends
    assert verdict(found, 16, late=True) == ("late" if ends in ("", "held") else ends)


def test_a_load_that_asked_nothing_yet_was_not_refused() -> None:
    found = StressLevel("listeners", 8, 8, 20, 100, 0, 300, {}, asked=0)
    assert verdict(found, 16) == ""


def test_the_levels_of_a_load_come_to_where_it_breaks() -> None:
    held = StressLevel("plies", 500, 500, 40, 100, 0, 250, {}, 20)
    broken = StressLevel(
        "plies", 1000, 1000, 300, 100, 1, 260, {"400: long": 2, "no": 1}, 20, "slow"
    )
    found = summary([held, broken])
    assert (found.held, found.p99, found.tried, found.broken_p99) == (500, 40, 1000, 300)
    assert (found.ends, found.failed, found.says) == ("slow", 1, "400: long")
    assert summary([broken]).held == 0


def test_a_load_ends_in_its_time() -> None:
    """A load that the server does not take in time is measured as far as it came."""
    load = subprocess.Popen(
        [sys.executable, "-m", "cruachan.bench.loads", "events", "9"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    said, _ = load.communicate("30000 0.2\n", timeout=120)
    told = json.loads(said)
    assert (told["reached"], told["late"]) == (0, True)
