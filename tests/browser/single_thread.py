"""A Python as in a browser, in a child process: no NumPy, no Numba, no threads, no processes.

python -m tests.browser.single_thread MODULE ARGUMENTS
"""

from __future__ import annotations

import asyncio
import runpy
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

MISSING = ("numpy", "numba", "llvmlite", "_multiprocessing", "uvicorn", "uvloop", "httptools",
           "webauthn", "cryptography", "psycopg", "greenlet")  # fmt: skip


class OneThreadLoop(asyncio.SelectorEventLoop):
    """Runs what is for threads at once, as the event loop of Pyodide does."""

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        done: asyncio.Future[Any] = self.create_future()
        try:
            done.set_result(func(*args))
        except BaseException as error:
            done.set_exception(error)
        return done


class OneThreadPolicy(asyncio.DefaultEventLoopPolicy):
    def new_event_loop(self) -> asyncio.AbstractEventLoop:
        return OneThreadLoop()


def refuse(self: threading.Thread) -> None:
    raise RuntimeError("can't start new thread")


def become_single_threaded(*kept: str) -> None:
    """`kept`: modules that are there all the same, to try it."""
    for name in MISSING:
        if name not in kept:
            sys.modules[name] = None  # type: ignore[assignment]
    del time.thread_time
    threading.Thread.start = refuse  # type: ignore[method-assign]
    asyncio.set_event_loop_policy(OneThreadPolicy())


if __name__ == "__main__":
    become_single_threaded()
    del sys.argv[0]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=False)
