"""How far something is that takes its time: on standard error."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

import click

from cruachan.engine.texts import Lang, Message, numeral

SELDOM = 10.0
"""Seconds between two lines of progress."""


@contextmanager
def progress(
    title: str, total: int, line: Callable[..., Message], lang: Lang
) -> Iterator[Callable[[int, int], None]]:
    """A bar on a terminal; elsewhere, as in a log, a line from time to time: `done` of `total`."""
    from rich import progress as rich
    from rich.console import Console

    console = Console(stderr=True)
    if console.is_terminal:
        columns = (rich.TextColumn(title), rich.BarColumn(), rich.MofNCompleteColumn())
        left = rich.TimeRemainingColumn()
        with rich.Progress(*columns, left, console=console, transient=True) as bar:
            task = bar.add_task("", total=total)
            yield lambda done, total: bar.update(task, completed=done, total=total)
        return
    told = monotonic()

    def tell(done: int, total: int) -> None:
        nonlocal told
        if monotonic() > told + SELDOM:
            told = monotonic()
            numbers = {"done": numeral(done, ",", lang), "total": numeral(total, ",", lang)}
            click.echo(line(**numbers).text(lang), err=True)

    yield tell
