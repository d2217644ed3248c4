"""What nobody foresaw: a sentence and a report instead of a traceback, and Ctrl-C that is heard."""

from __future__ import annotations

import logging
import os
import signal
import sys
from _thread import interrupt_main
from datetime import datetime
from pathlib import Path
from threading import Event, Timer, main_thread
from typing import TYPE_CHECKING

import click

from cruachan import __version__
from cruachan.cli.speech import say
from cruachan.engine.plugins import blamed
from cruachan.engine.texts import Lang, Message, brief

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

FAULT = 70
"""The exit code when the program itself is wrong; sysexits.h has it for that."""
A_MOMENT = 0.05
"""Seconds, in which a finalizer has come to its end."""


DROPPED = Event()
"""Set once an interrupt was dropped: what fails after that may fail because of it."""


def hear_interrupts() -> None:
    """Let nobody swallow Ctrl-C.

    Python drops what is raised in a finalizer or where other code calls back, and the compiler has
    many of them while it loads rules; so an interrupt that was dropped comes again.
    """
    usual = sys.unraisablehook

    def again(dropped: UnraisableHookArgs) -> None:
        if not issubclass(dropped.exc_type, KeyboardInterrupt):
            usual(dropped)
            return
        DROPPED.set()
        timer = Timer(A_MOMENT, interrupt)
        timer.daemon = True
        timer.start()

    sys.unraisablehook = again


def interrupt() -> None:
    """Press Ctrl-C for the main thread, even if it waits for something."""
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(main_thread().ident or 0, signal.SIGINT)
    else:
        interrupt_main()


class NoticePrinter(logging.Handler):
    """Shows what the library remarks, a line each, in the reader's language."""

    def __init__(self, lang: Lang) -> None:
        super().__init__(logging.WARNING)
        self.lang = lang

    def emit(self, record: logging.LogRecord) -> None:
        """Print it on standard error."""
        error_text = (
            record.msg.text(self.lang) if isinstance(record.msg, Message) else record.getMessage()
        )
        click.echo(brief(error_text), err=True)


def report(error: Exception) -> Message:
    """Write a report of an unexpected error to a file, and print its path."""
    kind, plugin = type(error).__name__, blamed(error)
    try:
        path = _write_report(error)
    except Exception:
        return say("error.fault_unwritten", kind=kind, what=str(error))
    if plugin is not None:
        return say("error.plugin_fault", kind=kind, plugin=plugin, path=path)
    return say("error.fault", kind=kind, path=path)


def _write_report(error: Exception) -> Path:
    import platform
    import traceback

    from cruachan.engine.files import safe_write
    from cruachan.terminal.saves import reports

    path = reports() / f"{datetime.now():%Y-%m-%d-%H%M%S}-{os.getpid()}.txt"
    head = f"cruachan {__version__}, Python {platform.python_version()}, {platform.platform()}\n"
    typed = f"arguments: {sys.argv[1:]!r}\n\n"
    safe_write(path, head + typed + "".join(traceback.format_exception(error)), private=True)
    return path
