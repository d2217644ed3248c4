"""The database's machine dies, and its standby takes over, while people play."""

from __future__ import annotations

import signal
import time

from cruachan.bench.cluster import FaultPlan, FaultTrial
from cruachan.bench.postgres import Postgres
from cruachan.bench.servers import Servers


def test_a_standby_has_all_that_was_acknowledged_and_the_hall_goes_on_with_it() -> None:
    """As docs/hosting.md says: two hosts in one address, and commits that wait for both."""
    plan = FaultPlan(tables=2, rules="interpreted", durable=False)
    with Postgres(durable=False) as first, first.standby() as second:
        first.fresh("city")
        hosts = f"{first.folder},{second.folder}"
        address = f"postgresql://cruachan@/city?host={hosts}&target_session_attrs=read-write"
        with Servers(address, count=2, rules="interpreted") as servers:
            trial = FaultTrial(plan, first, servers, lambda said: None)
            trial.seat()
            end = time.monotonic() + 60
            while not all(person.acknowledged for person in trial.people):
                assert time.monotonic() < end, "nobody moves"
                time.sleep(0.1)
            first.stop(signal.SIGQUIT)
            acknowledged = sum(len(person.acknowledged) for person in trial.people)
            second.promote()
            trial.settle()
            found = trial.examine(address)
            trial.close()
    assert acknowledged
    assert found.moves > acknowledged
    assert (found.lost, found.doubled, found.unseen) == (0, 0, 0)
    assert (found.failed, found.broken) == ([], [])
