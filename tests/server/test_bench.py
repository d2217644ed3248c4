"""`cruachan bench tables` measures what it says, on a small scale."""

from __future__ import annotations

import json
import subprocess
import sys


def test_every_figure_is_there() -> None:
    small = ["--tables", "2", "--seconds", "1", "--listeners", "5", "--json"]
    command = [sys.executable, "-m", "cruachan", "bench", "tables", *small]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    found = json.loads(done.stdout)
    for name in ("closed_moves_per_second", "open_most_ms", "idle_server_mb", "durable_ratio"):
        assert found[name] > 0
    assert found["idle_listeners"] == 5
