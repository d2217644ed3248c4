"""When chance decides and bots move.

Chance waits until the window of the next player has shown the position, at most three seconds; bots
leave people time to follow. Where nobody watches, nothing waits.
"""

from __future__ import annotations

import asyncio
import logging
import time
from random import Random
from typing import Any

from cruachan.engine.errors import CruachanError, MoveError
from cruachan.engine.game import CHANCE
from cruachan.server.bots.worker import BotTask
from cruachan.server.bots.workers import BotFailed, Workers
from cruachan.server.tables.events import PendingEvent
from cruachan.server.tables.service import TableService
from cruachan.server.tables.session import TableSession

LONGEST_LOOK = 3.0
log = logging.getLogger(__name__)


class TablePace:
    """Drives all tables: lets chance and bots take their turns after each commit."""

    def __init__(self, service: TableService, workers: Workers) -> None:
        self.service = service
        self.workers = workers
        service.rolls = True
        service.subscribe(self.drive)

    def drive(self, session: TableSession) -> None:
        """Start the runner of a table, if chance or a bot is next and none is running."""
        waiting = session.table.waits_for() or any(seat.queued for seat in session.table.seats)
        if waiting and session.runner is None:
            session.runner = asyncio.ensure_future(self._run(session))

    async def _run(self, session: TableSession) -> None:
        """Let chance and bots move until a person is to."""
        try:
            while await self._step(session):
                pass
        except asyncio.CancelledError:
            raise
        except CruachanError as error:
            log.warning("table %s stands still: %s", session.table.id, error)
        finally:
            session.runner = None

    async def _step(self, session: TableSession) -> bool:
        """One move of chance or of a bot, or one queued move."""
        async with session.lock:
            if not self.service.current(session):
                return False
            table = session.table
            due = table.due()
            if due:
                await self.service.commit(session, due)
                return True
            waits = table.waits_for()
            seq, match = table.seq, table.match
            if not waits or match is None:
                return False
            seat = waits[0]
            decision = None if seat == CHANCE else match.decision(seat)
            choice = table.taught_move()
        if choice is not None:
            await self._let_follow(session, 0)
        elif decision is None:
            await self._let_look(session)
        else:
            task = BotTask(
                table.setting.game,
                table.setting.board,
                table.seats[seat].played_by,
                decision,
                f"{table.id} {seq} {time.time_ns()}",
            )
            started = time.monotonic()
            choice = await self._choice(task)
            await self._let_follow(session, time.monotonic() - started)
        async with session.lock:
            if not self.service.current(session):
                return False
            if session.table.seq != seq and not self._still(session, seat, decision):
                return True
            await self.service.commit(session, self._events(session, seat, choice))
        return True

    def _still(self, session: TableSession, seat: int, decision: Any) -> bool:
        """Whether the same decision of a bot or of chance is still open."""
        match = session.table.match
        if match is None or seat not in session.table.waits_for():
            return False
        return decision is None or match.decision(seat) == decision

    def _events(self, session: TableSession, seat: int, move: Any) -> list[PendingEvent]:
        if seat == CHANCE:
            return session.table.roll()
        try:
            return session.table.bot_move(seat, move)
        except MoveError as error:
            log.error("a bot at table %s wanted %r: %s", session.table.id, move, error)
            match = session.table.playing()
            return session.table.bot_move(seat, Random().choice(match.legal_moves(seat)))

    async def _choice(self, task: BotTask) -> Any:
        """What a bot chooses; any legal move where it fails."""
        try:
            return await self.workers.ask(task)
        except BotFailed as error:
            log.error("the bot %s at %s failed: %s", task.bot, task.game, error)
            assert task.decision is not None
            return Random(task.seed).choice(task.decision.moves)

    async def _let_look(self, session: TableSession) -> None:
        """Wait until the next player's window has shown the position."""
        seat = session.watcher()
        if seat is None:
            return
        end, seq = time.monotonic() + LONGEST_LOOK, session.table.seq
        while session.shown.get(seat, 0) < seq and (left := end - time.monotonic()) > 0:
            session.stir.clear()
            try:
                await asyncio.wait_for(session.stir.wait(), left)
            except TimeoutError:
                return

    async def _let_follow(self, session: TableSession, taken: float) -> None:
        """Leave people who look on the time to see what a bot does."""
        if session.listeners and session.table.owned:
            await asyncio.sleep(max(session.table.setting.bot_pace - taken, 0))
