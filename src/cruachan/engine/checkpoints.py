"""Checkpoints of long computations, at which their scheduler can let others run first."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class _Pauses(threading.local):
    pause: Callable[[], None] | None = None


_HERE = _Pauses()


def checkpoint() -> None:
    """Let the caller of a long computation pause it here: after each ply that is made again and
    each event that is described."""
    pause = _HERE.pause
    if pause is not None:
        pause()


@contextmanager
def paused_by(pause: Callable[[], None]) -> Iterator[None]:
    """Call a function at every checkpoint that this thread passes meanwhile."""
    before, _HERE.pause = _HERE.pause, pause
    try:
        yield
    finally:
        _HERE.pause = before
