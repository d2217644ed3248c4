"""`TableMaker`: makes the tables of a service: new, from a file, for a lesson, as a rematch."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from cruachan.bots import check_bot, table_options
from cruachan.engine.chance import commitment, new_seed
from cruachan.engine.game import Game
from cruachan.engine.texts import DEFAULT_LANG, Lang
from cruachan.lessons.lesson import load
from cruachan.server.errors import ServerError, forbidden, wrong
from cruachan.server.fair_pool import FairPool
from cruachan.server.store.jobs import Job
from cruachan.server.store.lists import StoredTable
from cruachan.server.store.table_jobs import add_key, add_table
from cruachan.server.tables import challenge, commands, imports, rated
from cruachan.server.tables import setting as settings
from cruachan.server.tables.events.base import PendingEvent
from cruachan.server.tables.events.seating import GameStarted, TableCreated
from cruachan.server.tables.identity import Asker, Identity
from cruachan.server.tables.new_tables import BegunGame, NewSession, SeatedTable, Takeover
from cruachan.server.tables.requests import MadeBy, RequestId
from cruachan.server.tables.session import Roots, TableSession
from cruachan.server.tables.setting import FREE, HOST, PERSON, SeatSetting, TableSetting, boxed_game
from cruachan.server.tables.table import GameTable, now

if TYPE_CHECKING:
    from cruachan.server.tables.service import TableService

ME = "me"


def _usual_options(game: Game[Any, Any], seats: tuple[SeatSetting, ...]) -> dict[str, str]:
    """The options nobody chose: those for bots, where only bots play."""
    people = any(seat.kind in (PERSON, FREE) for seat in seats)
    return {} if people else table_options(game)


class TableMaker:
    """Makes tables and stores them. A request sent again gets the table it made before."""

    def __init__(self, service: TableService) -> None:
        self.service = service
        self._files = FairPool(1, "files", service.slices)
        """Files are checked one at a time, of one address after the other."""

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
            board = (await self.service.known(wish.game)).usual_board(len(wish.seats))
        game = await self.service.known(wish.game, board)
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
        wished = wish.options or _usual_options(game, seats)
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
            edition=before.edition if before else await self.service.editions.next(game),
        )
        self.service.prepare(game.name, board)
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
        if await self.service.store.read(self.service.store.table, id_) is None:
            return None
        async with self.service.seen(id_) as session:
            session.table.answered(made.request)
            return session

    async def _moment(self, wish: commands.NewTable, who: Identity) -> Takeover:
        """The moment of another table's game from which a new one goes on, if it may."""
        assert wish.from_ is not None
        async with self.service.seen(wish.from_.table) as session:
            table, held = session.table, session.seats_of(who)
            if not table.finished and not (held and table.owned <= held):
                raise forbidden("from_others")
            challenge.check_trying_out(table)
            event = await self.service.off_loop(imports.event_at, table, wish.from_.ply)
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
        await self.service.ready(transcript.game, board)
        begun = await self._files.run(address, lambda: imports.checked(transcript, board))
        setting = imports.setting_of(begun)
        people = {n for n, seat in enumerate(setting.seats) if seat.kind == PERSON}
        held = frozenset({HOST} if begun.over else {HOST, *people})
        seed = begun.match.seed if begun.over else None
        events = await self._files.run(address, lambda: imports.events_of(begun))
        session = await self._make(setting, begun.match.game, made, held, seed, events)
        self.service.notify(session)
        return session

    async def _teach(self, wish: commands.NewTable, made: MadeBy, lang: Lang) -> TableSession:
        """A table for a first game, which begins at once with the dice of the lesson."""
        await self.service.known(wish.game)
        lesson = await self.service.off_loop(load, wish.game)
        game = await self.service.known(wish.game, lesson.board)
        seats = lesson.players(*(seat.name for seat in wish.seats))
        setting = TableSetting(
            game=game.name,
            board=lesson.board,
            options=game.complete(len(seats), lesson.options),
            seats=settings.seated(game, tuple(SeatSetting(p.kind, p.name) for p in seats)),
            bot_pace=wish.bot_pace,
            lesson=lang,
        )
        await self.service.ready(game.name, lesson.board)
        held = frozenset({HOST, lesson.learner})
        session = await self._make(setting, game, made, held, lesson.seed)
        async with session.lock:
            await self.service.commit(session, [PendingEvent(GameStarted())])
        return session

    async def begin(self, begun: BegunGame, made: MadeBy) -> TableSession:
        """A table whose game begins with it: the daily game, or a puzzle."""
        setting, game, held = begun.setting, begun.game, frozenset({HOST, begun.seat})
        session = await self._make(
            setting, game, made, held, begun.seed, begun.events, begun.writes
        )
        self.service.notify(session)
        return session

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
        lease = self.service.ownership.lease(id_)
        try:
            if pending:
                new = await self.service.off_loop(
                    self.new_session,
                    id_,
                    setting,
                    game,
                    keys,
                    seed,
                    pending,
                    made.request,
                    made.host,
                )
            else:
                new = self.new_session(id_, setting, game, keys, seed, (), made.request, made.host)
            await self.service.store_job(new.writes + lease + (writes or []))
        except BaseException:
            self.service.ownership.unmade(id_)
            raise
        return self.service.keep_new(new.session)

    def new_session(
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
        return NewSession(session, job + self.service.events_job(table, events))

    async def begin_together(self, tables: Sequence[SeatedTable], also: Job) -> None:
        """Make tables for people who are known and begin their games: all of them, with what else
        is to be stored, or none."""
        job, made = list(also), list[TableSession]()
        try:
            for each in tables:
                game = await self.service.known(each.setting.game, each.setting.board)
                begun = [PendingEvent(GameStarted())]
                lease = self.service.ownership.lease(each.id)
                new = await self.service.off_loop(
                    self.new_session, each.id, each.setting, game, each.keys, None, begun
                )
                job += new.writes + lease
                made.append(new.session)
            await self.service.store_job(job)
        except BaseException:
            for each in tables:
                self.service.ownership.unmade(each.id)
            raise
        for session in made:
            self.service.notify(self.service.keep_new(session))

    def rematch(self, session: TableSession, id_: str) -> NewSession:
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
        edition = self.service.editions.after(table.setting)
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
        return self.new_session(id_, setting, game, keys, None, (), None, session.host, roots)
