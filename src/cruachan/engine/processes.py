"""Processes of our own that do not hear Ctrl-C: it is for the one that started them; and whether
there can be processes and threads at all."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from threading import Thread


@cache
def has_threads() -> bool:
    """Whether threads can be started; in a browser they cannot."""
    try:
        Thread(target=int, daemon=True).start()
    except RuntimeError:
        return False
    return True


@contextmanager
def unheard() -> Iterator[None]:
    """Whatever process is started within does not hear Ctrl-C, however early it comes."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    # Python's own helper is started first: its start would let them hear it again.
    resource_tracker.ensure_running()
    heard = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, heard)
