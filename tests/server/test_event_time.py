"""The time of events, whatever happens to the clock of the machine."""

from __future__ import annotations

from dataclasses import dataclass

from cruachan.server.tables.event_time import SLEW, SteadyClock

HOUR = 3600


@dataclass
class Machine:
    """A machine whose clock somebody sets."""

    wall: float = 1_700_000_000.0
    passed: float = 5.0

    def go_on(self, seconds: float) -> None:
        self.wall += seconds
        self.passed += seconds


def steady(machine: Machine) -> SteadyClock:
    return SteadyClock(lambda: machine.wall, lambda: machine.passed)


def test_a_clock_that_is_set_gives_and_takes_no_hours() -> None:
    for jump in (-8 * HOUR, 8 * HOUR):
        machine = Machine()
        now = steady(machine)
        before = now()
        machine.go_on(60)
        machine.wall += jump
        assert abs(now() - before - 60_000) <= 60_000 * SLEW


def test_it_never_goes_back_and_comes_to_the_machines_time_in_the_end() -> None:
    machine = Machine()
    now = steady(machine)
    machine.wall -= HOUR
    last = now()
    for _ in range(30):
        machine.go_on(HOUR)
        assert now() > last
        last = now()
    assert last == int(1000 * machine.wall)


def test_a_machine_that_is_right_is_followed() -> None:
    machine = Machine()
    now = steady(machine)
    for _ in range(100):
        machine.go_on(0.25)
        assert abs(now() - 1000 * machine.wall) <= 1
