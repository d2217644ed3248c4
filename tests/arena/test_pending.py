"""Work is taken as it is finished, and an interrupt at any moment ends it."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Thread, main_thread
from typing import Any, cast

import numpy as np
import pytest

from cruachan.arena.pending import PendingWork
from cruachan.arena.simulate import in_parallel
from cruachan.arena.tally import BlockTally

INTERRUPTED = """
import signal, sys
from random import Random
from cruachan.arena.simulate import in_parallel

signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
rng = Random(1)
for _ in range(int(sys.argv[1])):
    try:
        signal.setitimer(signal.ITIMER_REAL, rng.uniform(0.001, 0.004))
        for _ in in_parallel(lambda number, size: number, 10**9, 1, 2):
            pass
    except KeyboardInterrupt:
        continue
print("whole")
"""
"""Blocks that are nothing, so that most interrupts come between them."""


UNIX = pytest.mark.skipif(sys.platform == "win32", reason="no signal goes to a thread there")


@UNIX
def test_whoever_is_interrupted_between_blocks_ends() -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, "400"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.stdout == "whole\n", done.stderr


def test_what_is_finished_first_is_taken_first() -> None:
    late = Event()
    pending = PendingWork[str]()
    with ThreadPoolExecutor(2) as pool:
        pending.submit(pool, lambda: "late" if late.wait(60) else "never")
        pending.submit(pool, lambda: "soon")
        assert (pending.take(), len(pending)) == ("soon", 1)
        late.set()
        assert (pending.take(), len(pending)) == ("late", 0)


def test_what_fails_is_raised_where_it_is_taken_and_nobody_begins_what_is_cancelled() -> None:
    begun = Event()
    pending = PendingWork[Any]()
    with ThreadPoolExecutor(1) as pool:
        pending.submit(pool, int, "no number")
        with pytest.raises(ValueError, match="no number"):
            pending.take()
        hold = Event()
        pending.submit(pool, hold.wait, 60)
        pending.submit(pool, begun.set)
        pending.cancel()
        hold.set()
    assert not begun.is_set()


@UNIX
def test_an_interrupt_ends_the_blocks_that_are_under_way() -> None:
    """Else whoever presses Ctrl-C waits until bots that search have played theirs to the end."""
    stop = np.zeros(1, np.int64)
    begun, ended = Event(), Event()

    def block(number: int, size: int) -> BlockTally:
        begun.set()
        for _ in range(6000):
            if stop[0]:
                ended.set()
                break
            time.sleep(0.01)
        return cast(BlockTally, None)

    def interrupt() -> None:
        begun.wait(60)
        signal.pthread_kill(main_thread().ident or 0, signal.SIGINT)

    Thread(target=interrupt, daemon=True).start()
    with pytest.raises(KeyboardInterrupt):
        next(in_parallel(block, 1, 1, 1, stop))
    assert ended.is_set()
