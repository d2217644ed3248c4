"""`TableService`: commits the events of all tables and executes commands; `TableMaker` makes them.

A command goes through `execute`: under the table's lock its rights are checked, its handler names
the events, they are applied and committed, and only then are the sender answered, the listeners
sent their messages and the observers called. A table whose events could not be stored is dropped
and loaded again from what was stored.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from cruachan.engine.game import CHANCE
from cruachan.engine.texts import Lang
from cruachan.server.bots.workers import Workers
from cruachan.server.club import results
from cruachan.server.club.facts import FactsWatch
from cruachan.server.club.ratings import Ratings
from cruachan.server.errors import (
    ServerError,
    StoreError,
    conflict,
    failed,
    forbidden,
    no_table,
)
from cruachan.server.leagues.leagues import Leagues
from cruachan.server.limits import LIMITS
from cruachan.server.persons.persons import Persons
from cruachan.server.store.jobs import Job
from cruachan.server.store.lists import After, Standing
from cruachan.server.store.persons import blocked
from cruachan.server.store.store import Store
from cruachan.server.store.table_jobs import (
    StoredRow,
    add_key,
    add_row,
    change_row,
    drop_keys,
    end_table,
    leave_seat,
    remove_key,
    set_seats,
)
from cruachan.server.tables import challenge, commands, handlers, rated, x_card
from cruachan.server.tables import setting as settings
from cruachan.server.tables.absence import AbsenceWatch
from cruachan.server.tables.changes import TableChanges
from cruachan.server.tables.clock_watch import ClockWatch, deadline_job
from cruachan.server.tables.editions import Editions
from cruachan.server.tables.events import encode
from cruachan.server.tables.events.base import PendingEvent, StoredEvent
from cruachan.server.tables.events.seating import (
    HostChanged,
    PlayerRemoved,
    PlayerReplaced,
    PlayerSeated,
    PlayerStood,
    SeatingEvent,
    TableCreated,
)
from cruachan.server.tables.events.social import RematchCreated
from cruachan.server.tables.identity import Asker, Identity, identity_of
from cruachan.server.tables.messages import TableMessages
from cruachan.server.tables.requests import RequestId, bound
from cruachan.server.tables.seat_keys import SeatKeys
from cruachan.server.tables.session import TableSession
from cruachan.server.tables.setting import FREE, HOST, PERSON, SeatSetting
from cruachan.server.tables.table import (
    OPEN,
    PLAYING,
    Actor,
    GameTable,
    now,
)
from cruachan.server.tables.table_lists import TableLists
from cruachan.server.tables.table_maker import TableMaker
from cruachan.server.tables.uptime import Uptime

LONG = (commands.StartCommand, commands.VeilCommand, commands.RetellCommand)
"""Commands that may replay a whole game."""
MANY = 20
"""More events than this are applied in a thread."""


def _applied(
    table: GameTable, pending: list[PendingEvent], at: int, request: str | None
) -> list[StoredEvent]:
    """Apply events; the last one carries the id of the request."""
    last = pending[-1]
    return [table.apply(each, at, request if each is last else None) for each in pending]


class TableService(TableMessages):
    """All tables of a store: commits and commands."""

    def __init__(self, store: Store, workers: Workers) -> None:
        super().__init__(store, workers)
        self.persons = Persons(store)
        self.seat_keys = SeatKeys(self)
        self.maker = TableMaker(self)
        self.lists = TableLists(self)
        self.changes = TableChanges(self)
        self.absence = AbsenceWatch(self)
        self.clocks = ClockWatch(self)
        self.along: list[Callable[[GameTable, list[StoredEvent]], Job]] = [challenge.answer_job]
        """What else is stored with the events of a table."""
        self.sight_observers: list[
            Callable[[TableSession, int, bool], Coroutine[Any, Any, None]]
        ] = []
        """Are called when a window of a seat comes in sight, stays there, or goes out of it."""
        self.uptime = Uptime(self)
        self.editions = Editions(store)
        self.ratings = Ratings(store)
        self.leagues = Leagues(self)
        self.facts = FactsWatch(self)
        self.daily_secret = ""
        """What the dice of the daily game follow from besides the date; empty for the world's."""
        self.rolls = False
        """Whether chance decides at once, together with the events before it."""

    # What happens

    def keep_new(self, session: TableSession) -> TableSession:
        """Keep a table that was set. Streams are told once it is in memory: where the store writes
        in this thread, its commit is told before."""
        self.keep(session)
        self.changes.tell({session.table.id})
        return session

    async def commit(
        self,
        session: TableSession,
        pending: list[PendingEvent],
        request: RequestId | None = None,
        writes: Job | None = None,
    ) -> list[StoredEvent]:
        """Apply events, store them, and notify listeners and observers. The lock must be held."""
        table, at, went_on = session.table, now(), not session.table.finished
        try:
            if not (self.current(session) and self.ownership.holds(table.id)):
                raise failed("elsewhere")
            stamp = request.stored if request else None
            events = await self.perhaps_off_loop(
                len(pending) > MANY, _applied, table, pending, at, stamp
            )
            while self.rolls and CHANCE in table.waits_for() and not session.awaits_windows():
                events += [table.apply(each, at) for each in table.roll()]
            job = await self.perhaps_off_loop(len(events) > MANY, self.events_job, table, events)
            ended = results.job_of(table) if went_on and table.finished else []
            await self.store_job(job + (writes or []) + ended)
        except ServerError as error:
            self.forget(session)
            if error.key == "unstored" and await self._was_removed(table.id):
                gone = no_table()
                raise gone from error
            raise
        except BaseException:
            self.forget(session)
            raise
        if self.current(session):
            self._weigh(session)
        self.send(session, events[0].seq - 1)
        session.stir.set()
        self.notify(session)
        return events

    async def _was_removed(self, id_: str) -> bool:
        """Whether a table that is in memory is not in the store any more."""
        try:
            return await self.store.read(self.store.table, id_) is None
        except StoreError:
            return False

    async def resume_clocks(self, session: TableSession) -> None:
        """Let the clocks of a table go on that stood still while no server ran."""
        await self.uptime.resume(session)

    def stop(self) -> None:
        """Let all listeners go, and let nothing begin any more."""
        self._observers.clear()
        self.unwatched.stop()
        for session in self.sessions.values():
            if session.runner is not None:
                session.runner.cancel()
            for listener in list(session.listeners):
                listener.close()

    def events_job(self, table: GameTable, events: list[StoredEvent]) -> Job:
        """What is written for events that a table has applied."""
        # Whoever leaves a puzzle is waited for by nobody.
        waited = () if table.setting.puzzle else table.waited()
        waits = " ".join(map(str, waited))
        after = After(table.status, bool(table.waits_for()), waits, table.round)
        job: Job = []
        for event in events:
            body = event.body
            stored = StoredRow(event.seq, event.at, body.kind, encode(body), event.request)
            job += add_row(table.id, stored, after)
        if any(isinstance(event.body, SeatingEvent | TableCreated) for event in events):
            sitting = [SeatSetting(seat.kind, seat.name) for seat in table.seats]
            job += set_seats(table.id, settings.encode_seats(sitting))
        job += deadline_job(table)
        for each in self.along:
            job += each(table, events)
        return job if table.status in (OPEN, PLAYING) else job + end_table(table.id)

    async def store_job(self, job: Job) -> None:
        """Store something; raise a ServerError if that cannot be done."""
        try:
            await asyncio.wrap_future(self.store.put(job))
        except StoreError as error:
            unstored = failed("unstored", says=error.said)
            raise unstored from error

    # Commands

    async def execute(
        self, id_: str, request: commands.CommandRequest, key: Asker, lang: Lang
    ) -> tuple[TableSession, int]:
        """Carry out a command; the number of its last event. Sent twice, it is done once."""
        command, who = request.command, identity_of(key)
        if isinstance(command, commands.StartCommand):
            setting = (await self.session(id_)).table.setting
            await self.ready(setting.game, setting.board)
        async with self.at(id_) as session:
            table, sent = session.table, bound(request.id, who.key, command)
            before = table.answered(sent)
            if before is not None:
                return session, before
            actor = Actor(session.seats_of(who), lang)
            await self.absence.come(session, actor.seats)
            await self.clocks.come(session, command, actor)
            if isinstance(command, commands.SitCommand):
                await self._must_be_welcome(session, who)
            if isinstance(command, commands.RematchCommand):
                await self._must_not_be_blocked(session, who)
            if isinstance(command, commands.VoteCommand):
                actor = actor._replace(absent=self.absence.absent(session))
            if isinstance(command, commands.StartCommand):
                self._must_have_room_for(session, command)
            with self.slices.urgent(not isinstance(command, LONG)):
                return await self._carry_out(session, command, actor, sent, who)

    async def _must_be_welcome(self, session: TableSession, who: Identity) -> None:
        """Raise a ServerError for somebody whom the host removed, or with whom somebody at the
        table does not want to play."""
        if who.holders & session.removed:
            raise forbidden("removed")
        rated.check_sitting(session, who)
        await self._must_not_be_blocked(session, who)

    async def _must_not_be_blocked(self, session: TableSession, who: Identity) -> None:
        """Raise a ServerError for somebody with whom another at the table does not want to play."""
        if await self.store.query(blocked, list(session.keys), who.holders):
            raise forbidden("blocked")

    async def _carry_out(
        self,
        session: TableSession,
        command: commands.TableCommand,
        actor: Actor,
        sent: RequestId,
        who: Identity,
    ) -> tuple[TableSession, int]:
        """Let a command happen; the lock must be held."""
        try:
            handled = await self.perhaps_off_loop(
                isinstance(command, LONG), handlers.handle, session.table, command, actor
            )
        except handlers.AlreadyDone as done:
            return session, done.event.seq
        writes, rematch = self.side_effects(session, handled, who)
        if handled.table is not None:
            session.table = handled.table
        await self.commit(session, handled.events, sent, writes)
        if rematch is not None:
            self.keep_new(rematch)
        return session, session.table.requests[sent.id].seq

    def _must_have_room_for(self, session: TableSession, command: commands.StartCommand) -> None:
        """Raise a ServerError if a host has too many tables at which bots play alone already."""
        kinds = {seat.kind for seat in session.table.seats}
        alone = PERSON not in kinds and (FREE not in kinds or command.fill is not None)
        if alone and self.unwatched.count(session.host) >= LIMITS.bot_tables:
            raise conflict("many_bot_tables", most=int(LIMITS.bot_tables))

    def side_effects(
        self, session: TableSession, handled: handlers.Handled, who: Identity
    ) -> tuple[Job, TableSession | None]:
        """What is written with the events of a command, and the table of a rematch."""
        table, job, rematch = session.table, Job(), None
        for seq, body in enumerate((each.body for each in handled.events), table.seq + 1):
            if isinstance(body, PlayerSeated | PlayerReplaced):
                session.keys[who.first] = session.keys.get(who.first, frozenset()) | {body.seat}
                job += add_key(table.id, body.seat, who.first)
            elif isinstance(body, PlayerStood | PlayerRemoved):
                removed = isinstance(body, PlayerRemoved) or body.removed
                for holder in session.sitting_at(body.seat):
                    job += leave_seat(table.id, body.seat, seq, holder)
                for gone in session.leave(body.seat, removed):
                    job += remove_key(table.id, gone)
                job += drop_keys(table.id, body.seat)
            elif isinstance(body, HostChanged):
                job += drop_keys(table.id, HOST)
                for holder in session.give_chair(body.seat):
                    job += add_key(table.id, HOST, holder)
            elif isinstance(body, RematchCreated):
                made = self.maker.rematch(session, body.table)
                job += made.writes + self.ownership.lease(body.table)
                rematch = made.session
        if handled.table is not None:
            for event in x_card.changed(table, handled.table):
                job += change_row(table.id, event.seq, encode(event.body))
        return job, rematch

    async def wake(self) -> None:
        """Let the tables have their turn where chance or a bot comes next: people's first."""
        waiting = await self.store.read(self.store.awaiting)
        for standing in sorted(waiting, key=_of_bots_alone):
            self.unwatched.add(standing.table.id, standing.table.host or "")


def _of_bots_alone(standing: Standing) -> bool:
    """Whether a table was made for bots alone."""
    seats = settings.decode(standing.table.setup).seats
    return not any(seat.kind in (PERSON, FREE) for seat in seats)
