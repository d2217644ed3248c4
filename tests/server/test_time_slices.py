"""Threads that compute long take turns, and wait while somebody's command is carried out."""

from __future__ import annotations

import asyncio
import threading
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cruachan.engine import transcript
from cruachan.engine.chance import seed_from
from cruachan.engine.checkpoints import checkpoint, paused_by
from cruachan.engine.game import CHANCE
from cruachan.engine.match import Match, Player
from cruachan.games import load_game
from cruachan.server.tables import imports
from cruachan.server.tables.commands import SavedGame
from cruachan.server.tables.service import TableService
from cruachan.server.time_slices import TimeSlices
from tests.server.test_memory import ANNA, run

PLIES = 60
LONG = 60.0
"""Seconds; nothing here takes as long."""


@pytest.fixture(scope="module")
def saved() -> str:
    """A game of SHENT that goes on."""
    match = Match(load_game("shent"), [Player("Anna"), Player("Ben")], {}, seed_from("slices"))
    rng = Random(3)
    while len(match.history) < PLIES:
        seat = match.to_act[0]
        if seat == CHANCE:
            match.roll()
        else:
            match.play(seat, rng.choice(match.legal_moves(seat)))
    return transcript.write(match, secrets=True)


def test_a_saved_game_can_be_paused_at_every_ply(saved: str) -> None:
    passed: list[int] = []
    with paused_by(lambda: passed.append(1)):
        read = imports.read(SavedGame(text=saved))
        imports.checked(read, imports.board_of(read))
    assert len(passed) >= PLIES
    checkpoint()
    assert len(passed) >= PLIES


class Computing:
    """How many threads make plies of a game at the same time."""

    def __init__(self) -> None:
        self.now = self.most = self.calls = 0
        self._lock = threading.Lock()

    def watch(self, monkeypatch: pytest.MonkeyPatch) -> None:
        kind = type(load_game("shent"))
        honest = kind.after

        def after(game: Any, *values: Any) -> Any:
            with self._lock:
                self.now += 1
                self.calls += 1
                self.most = max(self.most, self.now)
            time.sleep(0.0005)
            try:
                return honest(game, *values)
            finally:
                with self._lock:
                    self.now -= 1

        monkeypatch.setattr(kind, "after", after)


def test_one_thread_of_a_server_replays_at_a_time(
    saved: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two threads for tables and one for files made moves of others wait for all three."""
    computing = Computing()

    async def ask(service: TableService) -> None:
        made = [await service.maker.open_file(SavedGame(text=saved), ANNA) for _ in range(2)]
        ids = [session.table.id for session in made]
        for session in made:
            service.forget(session)
        computing.watch(monkeypatch)
        opening = service.maker.open_file(SavedGame(text=saved), ANNA)
        await asyncio.gather(*map(service.session, ids), opening)

    run(tmp_path, ask)
    assert computing.calls >= 4 * PLIES
    assert computing.most == 1


def test_threads_take_turns() -> None:
    slices, order = TimeSlices(slice_=0.0), list[str]()
    queued = threading.Event()

    def compute(name: str, steps: int, first: bool) -> None:
        for step in range(steps):
            checkpoint()
            order.append(name)
            if first and step == 2:
                other.start()
                assert queued.wait(LONG)

    def short() -> None:
        queued.set()
        compute("b", 3, False)

    other = threading.Thread(target=lambda: slices.run(short))
    slices.run(lambda: compute("a", 2000, True))
    other.join(LONG)
    assert order.count("a") == 2000
    last = len(order) - 1 - order[::-1].index("b")
    assert last < 1999, "the short work was done before the long one ended"


def test_what_computes_waits_for_commands_but_not_for_ever() -> None:
    slices, steps = TimeSlices(slice_=0.0, patience=LONG), list[int]()

    def compute() -> None:
        for step in range(3):
            checkpoint()
            steps.append(step)

    with slices.urgent():
        thread = threading.Thread(target=lambda: slices.run(compute))
        thread.start()
        thread.join(0.05)
        assert steps == [], "it waits at its first checkpoint"
        with slices.urgent(), slices.urgent(counts=False):
            pass
        thread.join(0.05)
        assert steps == [], "one command is carried out still"
    thread.join(LONG)
    assert steps == [0, 1, 2]
    impatient = TimeSlices(slice_=0.0, patience=0.001)
    with impatient.urgent():
        impatient.run(compute)
    assert len(steps) == 6


def test_a_turn_ends_with_its_work() -> None:
    slices = TimeSlices()

    def fail() -> None:
        checkpoint()
        raise ValueError("no")

    for _ in range(2):
        with pytest.raises(ValueError, match="no"):
            slices.run(fail)
    done: list[int] = []

    def compute() -> None:
        checkpoint()
        done.append(7)

    slices.run(compute)
    assert done == [7]


def test_moves_are_urgent_and_starts_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.server.test_memory import act, new_table

    seen: list[bool] = []
    honest = TableService.commit

    async def commit(service: TableService, *values: Any) -> Any:
        seen.append(not service.slices._calm.is_set())
        return await honest(service, *values)

    monkeypatch.setattr(TableService, "commit", commit)

    async def ask(service: TableService) -> None:
        before = service.slices.quiet_since
        table = await new_table(service)
        await act(service, table, "chat", seat=0, text="hm")
        assert service.slices.quiet_since > before

    run(tmp_path, ask)
    assert seen == [False, True]
