"""`TableService`: makes the tables of a server, and executes commands.

A command goes through `execute`: under the table's lock its rights are checked, its handler names
the events, they are applied and committed, and only then are the sender answered, the listeners
sent their messages and the observers called. A table whose events could not be stored is dropped
and loaded again from what was stored.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import Any

import msgspec

from cruachan.bots import check_bot, table_options
from cruachan.engine.chance import commitment, new_seed
from cruachan.engine.game import CHANCE, Game
from cruachan.engine.texts import DEFAULT_LANG, Lang
from cruachan.lessons.lesson import load
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
    wrong,
)
from cruachan.server.fair_pool import FairPool
from cruachan.server.leagues.leagues import Leagues
from cruachan.server.limits import LIMITS
from cruachan.server.persons.persons import Persons
from cruachan.server.store.jobs import Job
from cruachan.server.store.lists import After, Standing, StoredTable
from cruachan.server.store.persons import blocked
from cruachan.server.store.store import Store
from cruachan.server.store.table_jobs import (
    StoredRow,
    add_key,
    add_row,
    add_table,
    change_row,
    drop_keys,
    end_table,
    leave_seat,
    remove_key,
    set_seats,
)
from cruachan.server.tables import challenge, commands, handlers, imports, rated, x_card
from cruachan.server.tables import setting as settings
from cruachan.server.tables.absence import AbsenceWatch
from cruachan.server.tables.changes import TableChanges
from cruachan.server.tables.clock_watch import ClockWatch, deadline_job
from cruachan.server.tables.editions import Editions
from cruachan.server.tables.events import encode
from cruachan.server.tables.events.base import PendingEvent, StoredEvent
from cruachan.server.tables.events.seating import (
    GameStarted,
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
from cruachan.server.tables.new_tables import BegunGame, NewSession, SeatedTable, Takeover
from cruachan.server.tables.requests import MadeBy, RequestId, bound
from cruachan.server.tables.seat_keys import SeatKeys
from cruachan.server.tables.session import Roots, TableSession
from cruachan.server.tables.setting import FREE, HOST, PERSON, SeatSetting, TableSetting, boxed_game
from cruachan.server.tables.table import (
    OPEN,
    PLAYING,
    Actor,
    GameTable,
    now,
)
from cruachan.server.tables.table_lists import TableLists
from cruachan.server.tables.uptime import Uptime

ME = "me"


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
    """All tables of a store: how they are made, and commands."""

    def __init__(self, store: Store, workers: Workers) -> None:
        super().__init__(store, workers)
        self.persons = Persons(store)
        self.seat_keys = SeatKeys(self)
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
        self._files = FairPool(1, "files", self.slices)
        """Files are checked one at a time, of one address after the other."""
        self.editions = Editions(store)
        self.ratings = Ratings(store)
        self.leagues = Leagues(self)
        self.facts = FactsWatch(self)
        self.daily_secret = ""
        """What the dice of the daily game follow from besides the date; empty for the world's."""
        self.rolls = False
        """Whether chance decides at once, together with the events before it."""

    # Tables

    async def create(
        self,
        wish: commands.NewTable,
        key: Asker,
        lang: Lang = DEFAULT_LANG,
        address: str = "",
        request: str | None = None,
    ) -> TableSession:
        """Set a new table; whoever has the key is its host and has the seats that are hers. Bots
        of all tables from one address share their time.

        Sent again with the same request id it is the same table.
        """
        made = MadeBy.sent(key, request, wish, address)
        return await self.made_once(made, lambda: self._create(wish, made, lang))

    async def _create(self, wish: commands.NewTable, made: MadeBy, lang: Lang) -> TableSession:
        if wish.lesson:
            return await self._teach(wish, made, lang)
        before = await self._moment(wish, made.who) if wish.from_ else None
        board = wish.board if before is None else before.board
        if not board:
            board = (await self.known(wish.game)).usual_board(len(wish.seats))
        game = await self.known(wish.game, board)
        if before is not None:
            game = game.by_rules(before.rules)
        for seat in wish.seats:
            if seat.kind not in (ME, FREE):
                check_bot(seat.kind, game)
        rated.check_wish(wish, made.who)
        mine = [number for number, seat in enumerate(wish.seats) if seat.kind == ME]
        seats = tuple(
            SeatSetting(PERSON if seat.kind == ME else seat.kind, seat.name) for seat in wish.seats
        )
        wished = wish.options or self._usual(game, seats)
        options = game.complete(len(seats), wished if before is None else before.options)
        setting = TableSetting(
            game=game.name,
            board=board,
            options=options,
            seats=settings.seated(game, seats),
            public=wish.public,
            bot_pace=wish.bot_pace,
            clock=wish.clock,
            at_zero=wish.at_zero,
            vacation=wish.vacation,
            hints=wish.hints,
            rated=wish.rated,
            edition=before.edition if before else await self.editions.next(game),
        )
        self._prepare(game.name, board)
        held = frozenset({HOST, *mine})
        return await self._make(setting, game, made, held, pending=before.events if before else [])

    async def made_once(
        self, made: MadeBy, make: Callable[[], Coroutine[Any, Any, TableSession]]
    ) -> TableSession:
        """The table that a request made before, else the one that it makes now."""
        found = await self._made_before(made)
        if found is not None:
            return found
        try:
            return await make()
        except ServerError as error:
            # The same request may have been stored a moment ago, here or by another server.
            found = await self._made_before(made) if error.again else None
            if found is None:
                raise
            return found

    async def _made_before(self, made: MadeBy) -> TableSession | None:
        if made.request is None:
            return None
        id_ = made.table
        if await self.store.read(self.store.table, id_) is None:
            return None
        async with self.seen(id_) as session:
            session.table.answered(made.request)
            return session

    async def _moment(self, wish: commands.NewTable, who: Identity) -> Takeover:
        """The moment of another table's game from which a new one goes on, if it may."""
        assert wish.from_ is not None
        async with self.seen(wish.from_.table) as session:
            table, held = session.table, session.seats_of(who)
            if not table.finished and not (held and table.owned <= held):
                raise forbidden("from_others")
            challenge.check_trying_out(table)
            event = await self.off_loop(imports.event_at, table, wish.from_.ply)
            setting, seats, rules = table.setting, len(table.seats), table.game.rules_version
        like = (wish.game, wish.board or setting.board, {**setting.options, **wish.options})
        if like != (setting.game, setting.board, setting.options) or len(wish.seats) != seats:
            raise wrong("from_other_game", seats=seats)
        return Takeover(setting.board, setting.options, rules, [event], setting.edition)

    async def open_file(
        self, wish: commands.SavedGame, key: Asker, request: str | None = None, address: str = ""
    ) -> TableSession:
        """Make a table from the game of a file. The requester is its host, and has the seats of
        people if the game goes on; a finished game can only be viewed."""
        made = MadeBy.sent(key, request, wish, address)
        return await self.made_once(made, lambda: self._open_file(wish, made, address))

    async def _open_file(
        self, wish: commands.SavedGame, made: MadeBy, address: str
    ) -> TableSession:
        transcript = await self._files.run(address, lambda: imports.read(wish))
        board = await self._files.run(address, lambda: imports.board_of(transcript))
        await self.ready(transcript.game, board)
        begun = await self._files.run(address, lambda: imports.checked(transcript, board))
        setting = imports.setting_of(begun)
        people = {n for n, seat in enumerate(setting.seats) if seat.kind == PERSON}
        held = frozenset({HOST} if begun.over else {HOST, *people})
        seed = begun.match.seed if begun.over else None
        events = await self._files.run(address, lambda: imports.events_of(begun))
        session = await self._make(setting, begun.match.game, made, held, seed, events)
        self._notify(session)
        return session

    async def _teach(self, wish: commands.NewTable, made: MadeBy, lang: Lang) -> TableSession:
        """A table for a first game, which begins at once with the dice of the lesson."""
        await self.known(wish.game)
        lesson = await self.off_loop(load, wish.game)
        game = await self.known(wish.game, lesson.board)
        seats = lesson.players(*(seat.name for seat in wish.seats))
        setting = TableSetting(
            game=game.name,
            board=lesson.board,
            options=game.complete(len(seats), lesson.options),
            seats=settings.seated(game, tuple(SeatSetting(p.kind, p.name) for p in seats)),
            bot_pace=wish.bot_pace,
            lesson=lang,
        )
        await self.ready(game.name, lesson.board)
        held = frozenset({HOST, lesson.learner})
        session = await self._make(setting, game, made, held, lesson.seed)
        async with session.lock:
            await self.commit(session, [PendingEvent(GameStarted())])
        return session

    async def begin(self, begun: BegunGame, made: MadeBy) -> TableSession:
        """A table whose game begins with it: the daily game, or a puzzle."""
        setting, game, held = begun.setting, begun.game, frozenset({HOST, begun.seat})
        session = await self._make(
            setting, game, made, held, begun.seed, begun.events, begun.writes
        )
        self._notify(session)
        return session

    def _usual(self, game: Game[Any, Any], seats: tuple[SeatSetting, ...]) -> dict[str, str]:
        """The options nobody chose: those for bots, where only bots play."""
        people = any(seat.kind in (PERSON, FREE) for seat in seats)
        return {} if people else table_options(game)

    async def _make(
        self,
        setting: TableSetting,
        game: Game[Any, Any],
        made: MadeBy,
        held: frozenset[int],
        seed: bytes | None = None,
        pending: list[PendingEvent] | None = None,
        writes: Job | None = None,
    ) -> TableSession:
        """Store a new table, perhaps with a given seed, with events that happened already, and with
        what else is to be written together with it."""
        id_, keys = made.table, {made.who.first: held}
        lease = self.ownership.lease(id_)
        try:
            if pending:
                new = await self.off_loop(
                    self._new, id_, setting, game, keys, seed, pending, made.request, made.host
                )
            else:
                new = self._new(id_, setting, game, keys, seed, (), made.request, made.host)
            await self.store_job(new.writes + lease + (writes or []))
        except BaseException:
            self.ownership.unmade(id_)
            raise
        return self._open(new.session)

    def _new(
        self,
        id_: str,
        setting: TableSetting,
        game: Game[Any, Any],
        keys: dict[bytes, frozenset[int]],
        seed: bytes | None = None,
        pending: Iterable[PendingEvent] = (),
        request: RequestId | None = None,
        host: str | None = None,
        roots: Roots | None = None,
    ) -> NewSession:
        """A new table and what is to be stored of it."""
        seed, at = seed or new_seed(), now()
        table = GameTable(id_, setting, game, seed, at)
        stored = StoredTable(
            id_,
            setting.game,
            setting.board,
            game.board_digest,
            game.rules_version,
            settings.encode(setting),
            commitment(seed),
            setting.public,
            at,
            host,
        )
        job = add_table(stored, seed)
        for key, seats in keys.items():
            for seat in seats:
                job += add_key(id_, seat, key, (roots or {}).get((key, seat)))
        stamp = request.stored if request else None
        events = [table.apply(PendingEvent(TableCreated()), at, stamp)]
        events += [table.apply(each, at) for each in pending]
        session = TableSession(table, dict(keys), host, (), roots)
        return NewSession(session, job + self._job(table, events))

    async def begin_together(self, tables: Sequence[SeatedTable], also: Job) -> None:
        """Make tables for people who are known and begin their games: all of them, with what else
        is to be stored, or none."""
        job, made = list(also), list[TableSession]()
        try:
            for each in tables:
                game = await self.known(each.setting.game, each.setting.board)
                begun = [PendingEvent(GameStarted())]
                lease = self.ownership.lease(each.id)
                new = await self.off_loop(
                    self._new, each.id, each.setting, game, each.keys, None, begun
                )
                job += new.writes + lease
                made.append(new.session)
            await self.store_job(job)
        except BaseException:
            for each in tables:
                self.ownership.unmade(each.id)
            raise
        for session in made:
            self._notify(self._open(session))

    # What happens

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
            while self.rolls and CHANCE in table.waits_for() and session.watcher() is None:
                events += [table.apply(each, at) for each in table.roll()]
            job = await self.perhaps_off_loop(len(events) > MANY, self._job, table, events)
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
        self._notify(session)
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

    def _job(self, table: GameTable, events: list[StoredEvent]) -> Job:
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
            self._open(rematch)
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
                made = self._rematch(session, body.table)
                job += made.writes + self.ownership.lease(body.table)
                rematch = made.session
        if handled.table is not None:
            for event in x_card.changed(table, handled.table):
                job += change_row(table.id, event.seq, encode(event.body))
        return job, rematch

    def _rematch(self, session: TableSession, id_: str) -> NewSession:
        """A new table for the same people, each one seat further."""
        table, count = session.table, len(session.table.seats)
        seats = [
            SeatSetting(FREE) if seat.vacant else SeatSetting(seat.kind, seat.name)
            for seat in table.seats
        ]
        turned = tuple(seats[(number - 1) % count] for number in range(count))

        def turn(seat: int) -> int:
            return HOST if seat == HOST else (seat + 1) % count

        keys = {key: frozenset(map(turn, held)) for key, held in session.keys.items()}
        roots = {(key, turn(seat)): root for (key, seat), root in session.roots.items()}
        edition = self.editions.after(table.setting)
        setting = msgspec.structs.replace(
            table.setting,
            seats=turned,
            before=table.id,
            edition=edition,
            lesson=None,
            daily=None,
            puzzle=None,
        )
        game = boxed_game(setting.game, setting.board)
        return self._new(id_, setting, game, keys, None, (), None, session.host, roots)

    async def wake(self) -> None:
        """Let the tables have their turn where chance or a bot comes next: people's first."""
        waiting = await self.store.read(self.store.awaiting)
        for standing in sorted(waiting, key=_of_bots_alone):
            self.unwatched.add(standing.table.id, standing.table.host or "")


def _of_bots_alone(standing: Standing) -> bool:
    """Whether a table was made for bots alone."""
    seats = settings.decode(standing.table.setup).seats
    return not any(seat.kind in (PERSON, FREE) for seat in seats)
