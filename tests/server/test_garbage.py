"""A server looks for garbage little by little, and as a whole in quiet moments."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

from cruachan.server import garbage
from cruachan.server.garbage import GarbageWatch
from cruachan.server.tables.service import TableService
from tests.server.test_memory import act, new_table, run


class Knot:
    """Something that refers to itself."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    thresholds, count = gc.get_threshold(), gc.get_freeze_count()
    yield
    gc.set_threshold(*thresholds)
    if not count:
        gc.unfreeze()


class Watched:
    """A watch whose time and last command are set by hand."""

    def __init__(self) -> None:
        self.now, self.command = 1000.0, 1000.0
        self.watch = GarbageWatch(lambda: self.command, lambda: self.now)
        self.watch.begin()


def test_nothing_is_walked_as_a_whole_by_python_itself() -> None:
    Watched()
    assert gc.get_threshold()[2] == garbage.NEVER
    assert gc.get_freeze_count() > 0


def test_what_is_new_is_walked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched()
    gc.set_threshold(10**9)
    assert watched.watch.decide() == ""
    knot = weakref.ref(Knot())
    kept: list[list[int]] = [[] for _ in range(1000)]
    for _ in range(garbage.OLDER + 1):
        gc.collect(1)
    assert watched.watch.decide() == "new"
    assert knot() is None
    assert gc.get_objects() == [] or kept not in gc.get_objects(), "set aside"


def test_all_is_walked_when_it_is_quiet() -> None:
    watched = Watched()
    gc.set_threshold(10**9)
    tied = Knot()
    knot = weakref.ref(tied)
    gc.freeze()
    del tied
    watched.now += garbage.WHOLE + 1
    watched.command = watched.now
    assert watched.watch.decide() == ""
    assert knot() is not None
    watched.now += garbage.QUIET + 1
    assert watched.watch.decide() == "whole"
    assert knot() is None
    watched.now += garbage.AT_LATEST * garbage.WHOLE + 1
    watched.command = watched.now
    assert watched.watch.decide() == "whole"


def test_a_dropped_table_is_no_garbage(tmp_path: Path) -> None:
    """Its room is free at once: it is part of no cycle that only a whole look would find."""

    async def ask(service: TableService) -> bool:
        gc.disable()
        try:
            table = await new_table(service)
            await act(service, table, "chat", seat=0, text="hm")
            seen = weakref.ref((await service.session(table)).table)
            assert seen() is not None
            service._drop(service.sessions[table])
            return seen() is None
        finally:
            gc.enable()

    assert run(tmp_path, ask)
