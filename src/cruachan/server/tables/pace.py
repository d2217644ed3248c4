"""Schedules chance and bots at tables.

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
from cruachan.server.limits import LIMITS
from cruachan.server.tables.events.base import PendingEvent
from cruachan.server.tables.service import TableService
from cruachan.server.tables.session import TableSession
from cruachan.server.tables.table import GameTable

LONGEST_LOOK = 3.0
GAVE_WAY = -1
LATE = 4.0
"""Seconds after which it is said that a bot waits for others, if it does."""
LOOK = 1.0
"""Seconds after which it is looked whether somebody has come to watch."""
TURN = 20
"""How many plies a table that nobody watches is played before others have their turn."""
log = logging.getLogger(__name__)


def _lot(table: GameTable) -> str:
    """What a bot's choices follow from: nothing that comes back, but in the daily game its dice, so
    that bots answer the same to everybody, here and in the terminal."""
    match = table.match
    if table.setting.daily and match is not None:
        return f"{(match.seed or b'').hex()} {len(match.history)}"
    return f"{table.id} {table.seq} {time.time_ns()}"


def _moves_itself(session: TableSession) -> bool:
    """Whether chance, a bot or a queued move comes next."""
    return bool(session.table.waits_for()) or any(seat.queued for seat in session.table.seats)


def _watched(session: TableSession) -> bool:
    """Whether somebody plays at a table or watches it."""
    return bool(session.listeners or session.table.people)


class TablePace:
    """Drives all tables: lets chance and bots take their turns after each commit."""

    def __init__(self, service: TableService, workers: Workers) -> None:
        self.service = service
        self.workers = workers
        self.unwatched = service.unwatched
        self.unwatched.start(self._play_unwatched)
        service.rolls = True
        service.subscribe(self.drive)

    def drive(self, session: TableSession) -> None:
        """Start the runner of a table, if chance or a bot is next and none is running; where nobody
        watches, when it is the table's turn."""
        if not _moves_itself(session) or session.runner is not None:
            return
        session.paused = False
        if _watched(session):
            session.bots_wait = False
            session.runner = asyncio.ensure_future(self._run(session))
        else:
            self.unwatched.add(session.table.id, session.host)
            session.bots_wait = self.unwatched.waits(session.table.id)

    async def _play_unwatched(self, id_: str) -> None:
        """Load a table and play it until a person is to move, or for a while if others wait. One
        that somebody has come to watch goes on without a turn."""
        async with self.service.held(id_) as session:
            session.bots_wait = False
            if session.runner is None and _moves_itself(session):
                session.runner = asyncio.ensure_future(self._run(session))
            runner = session.runner
        while runner is not None and not runner.done() and not _watched(session):
            await asyncio.wait([runner], timeout=LOOK)
        if runner is not None:
            asyncio.get_running_loop().call_soon(self._again, session)

    def _again(self, session: TableSession) -> None:
        """Go on with a table that gave way to others, or at which something has happened since."""
        went_on = session.table.seq != session.ran_to and not session.paused
        if went_on and self.service.current(session):
            self.drive(session)

    async def _run(self, session: TableSession) -> None:
        """Let chance and bots move until a person is to, or others have their turn."""
        plies, gave_way = 0, False
        try:
            while not gave_way and await self._step(session):
                plies += 1
                gave_way = self._gives_way(session, plies)
        except asyncio.CancelledError:
            raise
        except CruachanError as error:
            log.warning("table %s stands still: %s", session.table.id, error)
        finally:
            session.runner = None
            session.ran_to = GAVE_WAY if gave_way else session.table.seq
        if session.table.id not in self.unwatched:
            self._again(session)

    def _gives_way(self, session: TableSession, plies: int) -> bool:
        """Whether a table stops for now: it has had its turn, or nobody has looked for long."""
        id_, unseen = session.table.id, self.unwatched.unseen
        if session.looked or _watched(session):
            session.looked = False
            unseen.pop(id_, None)
        if _watched(session):
            return False
        unseen[id_] += 1
        if unseen[id_] >= LIMITS.unseen:
            del unseen[id_]
            session.paused = True
            return True
        if session.table.finished or session.table.closed:
            del unseen[id_]
        return id_ not in self.unwatched or (plies >= TURN and self.unwatched.crowded)

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
                _lot(table),
            )
            started = time.monotonic()
            choice = await self._choice(session, task)
            await self._let_follow(session, time.monotonic() - started)
        await self._let_hear(session, seq)
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

    async def _choice(self, session: TableSession, task: BotTask) -> Any:
        """The move of a bot; any legal move if it fails. Listeners are told if the bot has to wait
        for others."""
        late = asyncio.get_running_loop().call_later(LATE, self._say_late, session)
        try:
            return await self.workers.ask(task, host=session.host)
        except BotFailed as error:
            log.error("the bot %s at %s failed: %s", task.bot, task.game, error)
            assert task.decision is not None
            return Random(task.seed).choice(task.decision.moves)
        finally:
            late.cancel()
            session.bots_wait = False

    def _say_late(self, session: TableSession) -> None:
        if self.workers.crowded:
            session.bots_wait = True
            self.service.nudge(session)

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

    async def _let_hear(self, session: TableSession, seq: int) -> None:
        """Wait until every window has been sent the last move: a message with two moves tells one
        of them only, and shows neither as it was made."""
        end = time.monotonic() + LONGEST_LOOK
        while session.behind(seq) and (left := end - time.monotonic()) > 0:
            session.stir.clear()
            try:
                await asyncio.wait_for(session.stir.wait(), left)
            except TimeoutError:
                return

    async def _let_follow(self, session: TableSession, taken: float) -> None:
        """Leave people who look on the time to see what a bot does."""
        if session.listeners and session.table.owned:
            await asyncio.sleep(max(session.table.setting.bot_pace - taken, 0))
