"""When a server looks for garbage: little at a time, and all of it while nobody waits.

Python finds reference cycles by walking all objects, and nothing else runs meanwhile: with the
tables of a busy server in memory that takes hundreds of milliseconds. Here only what is new since
the last look is walked; what survives is set aside (`gc.freeze`). What was set aside and became
garbage later is found by a whole look, in a quiet moment.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable

YOUNG = (5_000, 10)
"""After how many new objects, and how many looks at those, Python looks by itself."""
NEVER = 2**31 - 1
LOOKING = 1.0
"""Seconds between two decisions whether to look."""
OLDER = 3
"""After how many of Python's looks at the middle generation what survived them is walked too."""
QUIET = 5.0
"""Seconds without a command that make a quiet moment."""
WHOLE = 600.0
"""Seconds after a whole look until there is another in a quiet moment."""
AT_LATEST = 6.0
"""How many times that, until there is one whatever happens."""


class GarbageWatch:
    """Decides when what is walked."""

    def __init__(
        self, quiet_since: Callable[[], float], clock: Callable[[], float] = time.monotonic
    ) -> None:
        """`quiet_since` says when the last command was carried out."""
        self._quiet_since, self._clock = quiet_since, clock
        self._whole = clock()
        """When all was walked last."""

    def begin(self) -> None:
        """Walk all that was loaded, once; from now on nothing is walked as a whole unasked."""
        self._look(whole=True)
        gc.set_threshold(*YOUNG, NEVER)

    async def watch(self) -> None:
        """Look from time to time, until cancelled."""
        while True:
            await asyncio.sleep(LOOKING)
            self.decide()

    def decide(self) -> str:
        """Look if it is time to; whether that was "whole", "new" or nothing."""
        now = self._clock()
        since = now - self._whole
        quiet = now - self._quiet_since() > QUIET
        if since > WHOLE and (quiet or since > AT_LATEST * WHOLE):
            self._look(whole=True)
            return "whole"
        if gc.get_count()[2] > OLDER:
            self._look(whole=False)
            return "new"
        return ""

    def _look(self, whole: bool) -> None:
        if whole:
            gc.unfreeze()
            self._whole = self._clock()
        gc.collect()
        gc.freeze()
