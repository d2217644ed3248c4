"""Servers are killed, paused and woken and the database restarted while people play.

For long: `cruachan bench cluster --minutes 10`, of which this is the short form.
"""

from __future__ import annotations

from cruachan.bench.cluster import FaultPlan, trial


def test_nothing_is_lost_or_done_twice_whatever_happens_to_servers() -> None:
    plan = FaultPlan(
        seconds=15, tables=3, kill_every=3, lease=2.5, rules="interpreted", durable=False
    )
    found = trial(plan)
    assert found.failed == []
    assert found.broken == []
    assert (found.lost, found.doubled, found.unseen) == (0, 0, 0)
    assert found.kills
    assert (found.pauses, found.restarts) == (1, 1)
    assert found.lines_lost
    assert found.moves
    assert found.good
