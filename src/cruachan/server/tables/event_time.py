"""The clock of events: steady, whatever happens to the system clock.

Thinking time is the difference between the times of two events. A clock that is set forward or back
by hours would take or give those hours, so this one follows the machine's clock only slowly.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

SLEW = 0.05
"""By how much of the time that passes this clock comes closer to the machine's."""


def _boottime() -> int | None:
    """The clock that also counts while the system is suspended; None where there is none."""
    found: int | None = getattr(time, "CLOCK_BOOTTIME", None)
    try:
        if found is not None:
            time.clock_gettime(found)
    except OSError:
        return None
    return found


BOOTTIME = _boottime()


def machine() -> float:
    """Seconds since 1970 by the clock of the machine, which somebody can set."""
    return time.time()


def elapsed() -> float:
    """Seconds that nobody can set; where the system counts them, also while it is suspended."""
    return time.monotonic() if BOOTTIME is None else time.clock_gettime(BOOTTIME)


class SteadyClock:
    """Begins with the time of the machine and then counts by itself."""

    def __init__(
        self, wall: Callable[[], float] = machine, passed: Callable[[], float] = elapsed
    ) -> None:
        self._wall = wall
        self._passed = passed
        self._lock = threading.Lock()
        self._then = passed()
        self._now = wall()

    def __call__(self) -> int:
        """The time in milliseconds since 1970."""
        with self._lock:
            passed = self._passed()
            since, self._then = max(passed - self._then, 0.0), passed
            off = self._wall() - (self._now + since)
            most = SLEW * since
            self._now += since + min(max(off, -most), most)
            return int(1000 * self._now)
