"""The pace of a table: when chance decides, and when bots move.

Chance waits until the window of whoever is to move has shown the position, at most three seconds;
bots leave people the time to follow. Where nobody looks on, nobody waits.
"""

from __future__ import annotations

import asyncio
import logging
import time
from random import Random
from typing import Any

from cruachan.engine.errors import CruachanError, MoveError
from cruachan.engine.game import CHANCE
from cruachan.server.bots.worker import Task
from cruachan.server.bots.workers import BotFailed, Workers
from cruachan.server.tables.service import Hall, Place
from cruachan.server.tables.table import New

LONGEST_LOOK = 3.0
log = logging.getLogger(__name__)


class Pace:
    """Lets chance and bots take their turns at all tables."""

    def __init__(self, hall: Hall, workers: Workers) -> None:
        self.hall = hall
        self.workers = workers
        hall.drive = self.drive
        hall.at_once = lambda place: self._looks_on(place) is None

    def drive(self, place: Place) -> None:
        """See to it that a table goes on, if it is chance's or a bot's turn."""
        waiting = place.table.waits_for() or any(seat.queued for seat in place.table.seats)
        if waiting and place.runner is None:
            place.runner = asyncio.ensure_future(self._run(place))

    async def _run(self, place: Place) -> None:
        """Let chance and bots move until a person is to."""
        try:
            while await self._step(place):
                pass
        except asyncio.CancelledError:
            raise
        except CruachanError as error:
            log.warning("table %s stands still: %s", place.table.id, error)
        finally:
            place.runner = None

    async def _step(self, place: Place) -> bool:
        """One move of chance or of a bot, or one queued move."""
        table = place.table
        async with place.lock:
            if not self.hall.current(place):
                return False
            due = table.due()
            if due:
                await self.hall.happen(place, due)
                return True
            waits = table.waits_for()
            seq, match = table.seq, table.match
            if not waits or match is None:
                return False
            seat = waits[0]
            decision = None if seat == CHANCE else match.decision(seat)
            news = table.taught_move()
        if news is not None:
            await self._let_follow(place, 0)
        elif decision is None:
            await self._let_look(place)
        else:
            task = Task(
                table.setting.game,
                table.setting.board,
                table.seats[seat].played_by,
                decision,
                f"{table.id} {seq} {time.time_ns()}",
            )
            started = time.monotonic()
            news = await self._choice(task)
            await self._let_follow(place, time.monotonic() - started)
        async with place.lock:
            if not self.hall.current(place):
                return False
            if table.seq != seq and not self._still(place, seat, decision):
                return True
            await self.hall.happen(place, self._rows(place, seat, news))
        return True

    def _still(self, place: Place, seat: int, decision: Any) -> bool:
        """Whether a bot is still asked the same, or chance, although something was said."""
        match = place.table.match
        if match is None or seat not in place.table.waits_for():
            return False
        return decision is None or match.decision(seat) == decision

    def _rows(self, place: Place, seat: int, move: Any) -> list[New]:
        if seat == CHANCE:
            return place.table.roll()
        try:
            return place.table.bot_move(seat, move)
        except MoveError as error:
            log.error("a bot at table %s wanted %r: %s", place.table.id, move, error)
            match = place.table.playing()
            return place.table.bot_move(seat, Random().choice(match.legal_moves(seat)))

    async def _choice(self, task: Task) -> Any:
        """What a bot chooses; any legal move where it fails."""
        try:
            return await self.workers.ask(task)
        except BotFailed as error:
            log.error("the bot %s at %s failed: %s", task.bot, task.game, error)
            assert task.decision is not None
            return Random(task.seed).choice(task.decision.moves)

    def _looks_on(self, place: Place) -> int | None:
        """The seat whose window is to show the position before chance decides."""
        match = place.table.match
        seat = None if match is None else match.when(len(match.history)).seat
        shown = any(line.shows and line.eyes.viewer == seat for line in place.listeners)
        return seat if shown and seat in place.table.people else None

    async def _let_look(self, place: Place) -> None:
        """Wait until the next player's window has shown the position."""
        seat = self._looks_on(place)
        if seat is None:
            return
        end, seq = time.monotonic() + LONGEST_LOOK, place.table.seq
        while place.shown.get(seat, 0) < seq and (left := end - time.monotonic()) > 0:
            place.stir.clear()
            try:
                await asyncio.wait_for(place.stir.wait(), left)
            except TimeoutError:
                return

    async def _let_follow(self, place: Place, taken: float) -> None:
        """Leave people who look on the time to see what a bot does."""
        if place.listeners and place.table.owned:
            await asyncio.sleep(max(place.table.setting.bot_pace - taken, 0))
