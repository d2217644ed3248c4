"""Watches players' clocks, and does what the table's setting says when one reaches zero.

A table in memory has a timer. When the others come to zero is stored with each event, so that a
server finds them whether or not anybody looks.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from cruachan.bots import usual_bot
from cruachan.engine.errors import CruachanError, MoveError
from cruachan.server.store.jobs import Job
from cruachan.server.store.notices import run_out, set_deadline
from cruachan.server.tables import commands
from cruachan.server.tables.events.base import EventBody, PendingEvent
from cruachan.server.tables.events.play import PlayerResigned, UndoAnswered
from cruachan.server.tables.events.social import ClockRanOut, SeatGivenToBot, SeatReclaimed
from cruachan.server.tables.session import TableSession
from cruachan.server.tables.table import Actor, GameTable, now

if TYPE_CHECKING:
    from cruachan.server.tables.service import TableService

log = logging.getLogger(__name__)
LONGEST = 3600.0
"""Seconds after which a timer looks again, however much time is left."""
LOOK = 5.0
"""Seconds between two looks for tables that are not in memory."""
AT_ONCE = 100
"""How many of them are looked at together."""
WITH_BOT = (commands.BackCommand, commands.ToBotCommand, commands.ResignCommand)
"""What can be done without taking the seat back first."""


def deadline_job(table: GameTable) -> Job:
    """What is stored with events of a table, so that its clocks run out though nobody looks."""
    if table.setting.clock == "none":
        return []
    return set_deadline(table.id, table.first_zero(), table.setting.at_zero != "vote")


class ClockWatch:
    """Looks after clocks that come to zero."""

    def __init__(self, service: TableService) -> None:
        self.service = service
        self._looking: set[asyncio.Future[None]] = set()
        service.subscribe(self.look_after)

    def look_after(self, session: TableSession) -> None:
        """See to it that somebody looks when the first clock comes to zero."""
        if session.clock_timer is not None:
            session.clock_timer.cancel()
            session.clock_timer = None
        if session.table.setting.at_zero == "vote":
            return
        zero = session.table.first_zero()
        if zero is not None:
            wait = min(max((zero[1] - now()) / 1000, 0.0), LONGEST)
            loop = asyncio.get_running_loop()
            session.clock_timer = loop.call_later(wait, self._look, session)

    def _look(self, session: TableSession) -> None:
        session.clock_timer = None
        if self.service.current(session):
            looking = asyncio.ensure_future(self.run_out(session.table.id))
            self._looking.add(looking)
            looking.add_done_callback(self._looking.discard)

    async def watch(self) -> None:
        """Look after the tables that are not in memory, for as long as the server runs."""
        while True:
            await asyncio.sleep(LOOK)
            try:
                for id_ in await self.service.store.query(run_out, now(), AT_ONCE):
                    if id_ not in self.service.sessions and await self.service.ownership.taken(id_):
                        await self.run_out(id_)
            except CruachanError as error:
                log.warning("clocks that run out: %s", error)

    async def run_out(self, id_: str) -> None:
        """Do at a table what was decided for a clock at zero, if one is."""
        try:
            async with self.service.held(id_) as session:
                zero = session.table.first_zero()
                if zero is None or session.table.setting.at_zero == "vote":
                    return
                if zero[1] > now():
                    self.look_after(session)
                    return
                events = [PendingEvent(body) for body in _ran_out(session.table, zero[0])]
                await self.service.commit(session, events)
        except CruachanError as error:
            log.warning("table %s: %s", id_, error)
        except Exception:
            # One table that cannot be read must not stop the clocks of all others.
            log.exception("table %s", id_)

    async def come(
        self, session: TableSession, command: commands.TableCommand, actor: Actor
    ) -> None:
        """Give somebody her seat back who does something after her time had run out. The lock must
        be held."""
        seat, table = getattr(command, "seat", None), session.table
        if seat is None or seat not in actor.seats or seat not in range(len(table.seats)):
            return
        late = table.seats[seat].ran_out and table.seats[seat].bot and not table.seats[seat].vacant
        if late and not table.finished and not table.closed and not isinstance(command, WITH_BOT):
            await self.service.commit(session, [PendingEvent(SeatReclaimed(seat))])


def _ran_out(table: GameTable, seat: int) -> list[EventBody]:
    """The events of a clock at zero: the player has resigned, where that can be; else a bot plays
    for her, and an undo that she was asked for or has asked for is off."""
    events: list[EventBody] = [ClockRanOut(seat)]
    if table.setting.at_zero == "resign":
        try:
            table.playing().check_resign(seat)
            return [*events, PlayerResigned(seat)]
        except MoveError:
            pass
    if table.undo_request is not None:
        events.append(UndoAnswered(seat, False))
    return [*events, SeatGivenToBot(seat, usual_bot(table.game))]
