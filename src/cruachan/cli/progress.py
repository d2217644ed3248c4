"""How far something is that takes its time: on standard error."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from time import monotonic

import click

from cruachan.engine.texts import Lang, Message, numeral

SELDOM = 10.0
"""Seconds between two lines of progress."""


@contextmanager
def progress(
    title: str, total: int, line: Callable[..., Message] | None, lang: Lang
) -> Iterator[Callable[[int, int], None]]:
    """A bar on a terminal, where rich is installed; else `line` from time to time, if there is one.

    What it yields is told how much is done, and of how much.
    """
    if sys.stderr.isatty() and find_spec("rich") is not None:
        with _bar(title, total) as tell:
            yield tell
        return
    last_shown = monotonic()

    def tell_seldom(done: int, total: int) -> None:
        nonlocal last_shown
        if line is not None and monotonic() > last_shown + SELDOM:
            last_shown = monotonic()
            numbers = {"done": numeral(done, ",", lang), "total": numeral(total, ",", lang)}
            click.echo(line(**numbers).text(lang), err=True)

    yield tell_seldom


@contextmanager
def _bar(title: str, total: int) -> Iterator[Callable[[int, int], None]]:
    from rich import progress as rich
    from rich.console import Console

    columns = (rich.TextColumn(title), rich.BarColumn(), rich.MofNCompleteColumn())
    left = rich.TimeRemainingColumn()
    with rich.Progress(*columns, left, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda done, total: bar.update(task, completed=done, total=total)
