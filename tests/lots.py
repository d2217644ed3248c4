"""Lots of the tests: seeds and words for the dice that follow from the test that asks for them.

A test that takes the lot for granted would fail in one run of many. So in the tests every seed that
nobody gave follows from the id of the test and a counter: what passes once passes in every run.
`CRUACHAN_TEST_LOTS=2 make test` draws other lots, by which such tests are found.
"""

from __future__ import annotations

import hashlib
import os
from itertools import count

from cruachan.engine import chance

WHICH = "CRUACHAN_TEST_LOTS"
"""Draws other lots in the whole run."""
ASKING = "CRUACHAN_TEST_ASKING"
"""What a program that a test starts is told: its test, and how many were started before."""


class Lots:
    """Stands in for the module `secrets` where a game draws its seed."""

    def __init__(self) -> None:
        self.begin("")

    def begin(self, asking: str) -> None:
        """From here on the lots of a test, or of a program that it starts."""
        self.asking = asking
        self._drawn, self._started = count(), count()

    def token_bytes(self, size: int) -> bytes:
        """As many bytes as were asked for, at most 32."""
        drawn = f"{os.environ.get(WHICH, '1')} {self.asking} {next(self._drawn)}"
        return hashlib.sha256(drawn.encode()).digest()[:size]

    def token_hex(self, size: int) -> str:
        """The same in hexadecimal digits."""
        return self.token_bytes(size).hex()

    def for_program(self) -> dict[str, str]:
        """What to add to the environment of a program that is started now."""
        return {ASKING: f"{self.asking} program {next(self._started)}"}


LOTS = Lots()


def install(asking: str = "") -> None:
    """Draw lots like this in this process."""
    LOTS.begin(asking)
    chance.secrets = LOTS  # type: ignore[assignment,attr-defined]
