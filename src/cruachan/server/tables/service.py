"""The hall: its tables in memory, their keys, and whoever listens.

Everything that happens at a table happens under its lock: it is checked, it happens, it is stored,
and only then is anybody answered or told. A table that could not be stored is forgotten and read
anew from what was.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

from cruachan.bots import check_bot
from cruachan.engine.chance import commitment, new_seed
from cruachan.engine.errors import CruachanError
from cruachan.engine.game import CHANCE, Game
from cruachan.engine.texts import DEFAULT_LANG, Lang
from cruachan.games import game_class as load_class
from cruachan.lessons.lesson import load
from cruachan.server.bots.workers import Workers
from cruachan.server.cluster.ownership import Alone, Keeper
from cruachan.server.errors import (
    HallError,
    StoreError,
    conflict,
    failed,
    forbidden,
    no_table,
    wrong,
)
from cruachan.server.limits import LIMITS
from cruachan.server.store.store import (
    After,
    Job,
    Kept,
    Standing,
    Store,
    StoredRow,
    StoredTable,
    add_key,
    add_row,
    add_table,
    change_row,
    drop_keys,
    end_table,
)
from cruachan.server.tables import commands, imports, x_card
from cruachan.server.tables import setting as settings
from cruachan.server.tables.handlers import do
from cruachan.server.tables.keys import hashed, must_have_room, new_key, new_table
from cruachan.server.tables.listeners import GOODBYE, LOST, WRITING, Listener, Presence, Writers
from cruachan.server.tables.redaction import Around, Eyes, json, message
from cruachan.server.tables.setting import FREE, HOST, PERSON, SeatSetting, Setting, boxed_game
from cruachan.server.tables.table import (
    CLOSED,
    OPEN,
    OVER,
    PLAYING,
    New,
    Row,
    Table,
    Who,
    decode,
    encode,
    now,
)

Seated = tuple[Standing, list[SeatSetting], list[int]]
"""A table in a list, who sits there, and the seats of whoever asks."""
SOON = 0.5
"""Seconds after which the others are told who is writing."""
ME = "me"


class Before(NamedTuple):
    """What a new table takes over from another one."""

    board: str
    options: dict[str, str]
    rows: list[New]


class Place:
    """A table in memory, with everything around it that is not stored."""

    def __init__(self, table: Table, keys: dict[bytes, frozenset[int]]) -> None:
        self.table = table
        self.keys = keys
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.presence = Presence()
        self.writers = Writers()
        self.watch: asyncio.TimerHandle | None = None
        """When to look next whether somebody has begun or ceased to write."""
        self.runner: asyncio.Task[None] | None = None
        self.shown: dict[int, int] = {}
        """Up to which row each seat's window has shown the table."""
        self.stir = asyncio.Event()
        """Set when something happened that a waiting runner should look at."""

    def there(self) -> frozenset[int]:
        """The seats whose people are there."""
        return self.presence.there(len(self.table.seats))

    def around(self) -> Around:
        """Whose people are there, and who of them is writing."""
        return Around(self.there(), self.writers.told)

    def seats_of(self, key: str | None) -> frozenset[int]:
        """The seats a key opens."""
        return self.keys.get(hashed(key), frozenset()) if key else frozenset()

    def leave(self, seat: int) -> None:
        """Let no key open a seat any more: whoever sits there next is somebody else."""
        self.keys = {key: held - {seat} for key, held in self.keys.items() if held != {seat}}
        for listener in self.listeners:
            if listener.eyes.viewer == seat:
                listener.close()


def restore(store: Kept, stored: StoredTable) -> Table:
    """A table as its rows tell it; a CruachanError where they cannot be."""
    setting = settings.decode(stored.setup)
    game = boxed_game(stored.game, stored.board)
    known = stored.rules_version in (game.rules_version, *game.replays)
    if not known or game.board_digest != stored.board_digest:
        raise conflict("other_rules", played=stored.rules_version, known=game.rules_version)
    table = Table(stored.id, setting, game, store.seed(stored.id), stored.created)
    if table.commitment != stored.commitment:
        raise conflict("other_seed")
    for row in store.rows(stored.id):
        table.add(New(row.kind, decode(row.data)), row.at, row.request)
    return table


class Hall:
    """All tables of a store."""

    def __init__(self, store: Store, workers: Workers) -> None:
        self.store = store
        self.workers = workers
        self.keeper: Keeper = Alone()
        self._ready: dict[tuple[str, str], asyncio.Future[None]] = {}
        self.places: OrderedDict[str, Place] = OrderedDict()
        self._opening = asyncio.Lock()
        """Files are checked one at a time."""
        self._loading: dict[str, asyncio.Future[Place]] = {}
        self.at_once: Callable[[Place], bool] = lambda place: False
        """Whether nobody's window is waited for before chance decides."""
        self.drive: Callable[[Place], None] = lambda place: None
        """Called after anything happened, for chance and bots to take their turns."""

    async def ready(self, name: str, board: str) -> None:
        """Wait until a game is loaded and compiled; nobody else waits for it."""
        await asyncio.shield(self._prepare(name, board))

    def _prepare(self, name: str, board: str) -> asyncio.Future[None]:
        """Begin to load and compile a game, if nobody has."""
        if (name, board) not in self._ready:
            preparing = self.workers.prepare(name, board)
            self._ready[name, board] = asyncio.ensure_future(preparing)
        return self._ready[name, board]

    # Tables

    async def create(self, wish: commands.NewTable, key: str, lang: Lang = DEFAULT_LANG) -> Place:
        """Set a new table; whoever has the key is its host and has the seats that are hers."""
        if wish.lesson:
            return await self._teach(wish, key, lang)
        before = await self._moment(wish, key) if wish.from_ else None
        board = wish.board or load_class(wish.game).usual_board(len(wish.seats))
        if before is not None:
            board = before.board
        game = boxed_game(wish.game, board)
        for seat in wish.seats:
            if seat.kind not in (ME, FREE):
                check_bot(seat.kind, game)
        mine = [number for number, seat in enumerate(wish.seats) if seat.kind == ME]
        seats = tuple(
            SeatSetting(PERSON if seat.kind == ME else seat.kind, seat.name) for seat in wish.seats
        )
        wished = wish.options or self._usual(game, seats)
        options = game.complete(len(seats), wished if before is None else before.options)
        setting = Setting(
            game=game.name,
            board=board,
            options=options,
            seats=settings.seated(game, seats),
            public=wish.public,
            bot_pace=wish.bot_pace,
            clock=wish.clock,
            hints=wish.hints,
        )
        keys = {hashed(key): frozenset({HOST, *mine})}
        self._prepare(game.name, board)
        return await self._make(setting, game, keys, news=before.rows if before else [])

    @asynccontextmanager
    async def _seen(self, id_: str) -> AsyncIterator[Place]:
        """A table to look at: as it is here, else as it is stored."""
        if self.keeper.holds(id_):
            async with self.at(id_) as place:
                yield place
            return
        stored = await asyncio.to_thread(self.store.table, id_)
        if stored is None:
            raise no_table()
        await self.ready(stored.game, stored.board)
        yield Place(*await asyncio.to_thread(self._read, stored))

    async def _moment(self, wish: commands.NewTable, key: str) -> Before:
        """The moment of another table's game from which a new one goes on, if it may."""
        assert wish.from_ is not None
        async with self._seen(wish.from_.table) as place:
            table, held = place.table, place.seats_of(key)
            if not table.finished and not (held and table.owned <= held):
                raise forbidden("from_others")
            row = imports.row_at(table, wish.from_.ply)
            setting, seats = table.setting, len(table.seats)
        like = (wish.game, wish.board or setting.board, {**setting.options, **wish.options})
        if like != (setting.game, setting.board, setting.options) or len(wish.seats) != seats:
            raise wrong("from_other_game", seats=seats)
        return Before(setting.board, setting.options, [row])

    async def open_file(self, wish: commands.SavedGame, key: str) -> Place:
        """A table for the game of a file. Whoever opens it is the host, and has the seats of people
        if it goes on; a game that is over is there to be looked at."""
        async with self._opening:
            transcript = await asyncio.to_thread(imports.read, wish)
            board = await asyncio.to_thread(imports.board_of, transcript)
            await self.ready(transcript.game, board)
            begun = await asyncio.to_thread(imports.checked, transcript, board)
            setting = imports.setting_of(begun)
            people = {n for n, seat in enumerate(setting.seats) if seat.kind == PERSON}
            held = frozenset({HOST} if begun.over else {HOST, *people})
            seed = begun.match.seed if begun.over else None
            game, rows = begun.match.game, imports.rows(begun)
            place = await self._make(setting, game, {hashed(key): held}, seed, rows)
        self.drive(place)
        return place

    async def _teach(self, wish: commands.NewTable, key: str, lang: Lang) -> Place:
        """A table for a first game, which begins at once with the dice of the lesson."""
        lesson = load(wish.game)
        game = boxed_game(wish.game, lesson.board)
        seats = lesson.players(*(seat.name for seat in wish.seats))
        setting = Setting(
            game=game.name,
            board=lesson.board,
            options=game.complete(len(seats), lesson.options),
            seats=settings.seated(game, tuple(SeatSetting(p.kind, p.name) for p in seats)),
            bot_pace=wish.bot_pace,
            lesson=lang,
        )
        await self.ready(game.name, lesson.board)
        keys = {hashed(key): frozenset({HOST, lesson.learner})}
        place = await self._make(setting, game, keys, lesson.seed)
        async with place.lock:
            await self.happen(place, [New("start", {})])
        return place

    def _usual(self, game: Game[Any, Any], seats: tuple[SeatSetting, ...]) -> dict[str, str]:
        """The options nobody chose: those for bots, where only bots play."""
        people = any(seat.kind in (PERSON, FREE) for seat in seats)
        return {} if people else dict(game.bots_options)

    async def _make(
        self,
        setting: Setting,
        game: Game[Any, Any],
        keys: dict[bytes, frozenset[int]],
        seed: bytes | None = None,
        news: list[New] | None = None,
    ) -> Place:
        """A new table, perhaps with a seed from before, at which something has happened already."""
        seed, id_, at = seed or new_seed(), new_table(), now()
        table = Table(id_, setting, game, seed, at)
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
        )
        job = add_table(stored, seed) + self.keeper.lease(id_)
        for key, seats in keys.items():
            for seat in seats:
                job += add_key(id_, seat, key)
        rows = [table.add(New("made", {}), at)]
        if news:
            rows += await asyncio.to_thread(lambda: [table.add(new, at) for new in news])
        job += self._job(table, rows)
        await self._store(job)
        place = self.places[id_] = Place(table, dict(keys))
        self._drop_idle()
        return place

    async def place(self, id_: str) -> Place:
        """A table by its id, from memory or from the store."""
        if not self.keeper.holds(id_):
            raise await self._not_here(id_)
        found = self.places.get(id_)
        if found:
            self.places.move_to_end(id_)
            return found
        if id_ not in self._loading:
            self._loading[id_] = asyncio.ensure_future(self._load(id_))
            self._loading[id_].add_done_callback(lambda _: self._loading.pop(id_, None))
        return await asyncio.shield(self._loading[id_])

    async def _load(self, id_: str) -> Place:
        stored = await asyncio.to_thread(self.store.table, id_)
        if stored is None:
            raise no_table()
        await self.ready(stored.game, stored.board)
        table, keys = await asyncio.to_thread(self._read, stored)
        if not self.keeper.holds(id_):
            raise failed("elsewhere")
        place = self.places[id_] = Place(table, keys)
        place.presence.wait()
        self._drop_idle()
        self.drive(place)
        return place

    async def _not_here(self, id_: str) -> HallError:
        """Why there is no such table here: another server has it, or nobody."""
        stored = await asyncio.to_thread(self.store.table, id_)
        return failed("elsewhere") if stored else no_table()

    def has(self, id_: str) -> bool:
        """Whether a table is in memory, or will be in a moment."""
        return id_ in self.places or id_ in self._loading

    def _read(self, stored: StoredTable) -> tuple[Table, dict[bytes, frozenset[int]]]:
        keys: dict[bytes, frozenset[int]] = {}
        for key, seat in self.store.keys(stored.id):
            keys[key] = keys.get(key, frozenset()) | {seat}
        return restore(self.store, stored), keys

    def _drop_idle(self) -> None:
        """Forget the tables nobody used for longest; they can be read again."""
        idle = [
            id_
            for id_, place in self.places.items()
            if not place.listeners and place.runner is None and not place.lock.locked()
        ]
        for id_ in idle[: max(len(self.places) - int(LIMITS.tables), 0)]:
            del self.places[id_]
            self.keeper.dropped(id_)

    def forget(self, place: Place) -> None:
        """Drop a table whose rows could not be stored; its listeners come back for what was."""
        # A bot that thinks is not stopped: that would end its process. Nothing comes of its move.
        if self.current(place):
            del self.places[place.table.id]
        for listener in list(place.listeners):
            listener.close()

    def current(self, place: Place) -> bool:
        """Whether a table in memory is still the one that counts."""
        return self.places.get(place.table.id) is place

    # What happens

    @asynccontextmanager
    async def at(self, id_: str) -> AsyncIterator[Place]:
        """A table under its lock; it may have been forgotten while one waited for it."""
        while True:
            place = await self.place(id_)
            async with place.lock:
                if self.current(place):
                    yield place
                    return

    async def happen(
        self, place: Place, news: list[New], request: str | None = None, job: Job | None = None
    ) -> list[Row]:
        """Let rows happen, store them, and tell whoever listens. The lock must be held."""
        table, at = place.table, now()
        rows = []
        try:
            if not (self.current(place) and self.keeper.holds(table.id)):
                raise failed("elsewhere")
            for new in news:
                rows.append(table.add(new, at, request if new is news[-1] else None))
            while CHANCE in table.waits_for() and self.at_once(place):
                rows += [table.add(new, at) for new in table.roll()]
            await self._store(self._job(table, rows) + (job or []))
        except BaseException:
            self.forget(place)
            raise
        self.tell(place, rows[0].seq - 1)
        place.stir.set()
        self.drive(place)
        return rows

    def tell(self, place: Place, since: int) -> None:
        """Give every listener what is new since a row, made once for all who see the same."""
        table, around = place.table, place.around()
        made: dict[Eyes, bytes] = {}
        for listener in place.listeners:
            eyes = listener.eyes
            if eyes not in made:
                made[eyes] = json(message(table, since, eyes, around))
            listener.give(table.seq, made[eyes])

    def nudge(self, place: Place, but: Listener | None = None) -> None:
        """Tell the listeners that something beside the rows has changed: who is there."""
        for listener in place.listeners:
            if listener is not but:
                listener.nudge()

    def writes(self, place: Place, seat: int, on: bool) -> None:
        """Somebody is writing, or no longer; the others are told soon, of all at once."""
        place.writers.say(seat, on)
        self._watch(place, SOON)

    def _watch(self, place: Place, after: float) -> None:
        loop = asyncio.get_running_loop()
        if place.watch is not None:
            if place.watch.when() <= loop.time() + after:
                return
            place.watch.cancel()
        place.watch = loop.call_later(after, self._tell_writers, place)

    def _tell_writers(self, place: Place) -> None:
        place.watch, writing = None, place.writers.now()
        if writing != place.writers.told:
            place.writers.told = writing
            self.nudge(place)
        if writing:
            self._watch(place, WRITING)

    def gone(self, place: Place) -> None:
        """A line was closed or lost; once its people count as gone, the others are told."""
        before = place.there()

        def look() -> None:
            if self.places.get(place.table.id) is place and place.there() != before:
                self.nudge(place)

        for patience in (GOODBYE, LOST):
            asyncio.get_running_loop().call_later(patience + 0.1, look)

    def stop(self) -> None:
        """Let all listeners go, and let nothing begin any more."""
        self.drive = lambda place: None
        for place in self.places.values():
            if place.runner is not None:
                place.runner.cancel()
            for listener in list(place.listeners):
                listener.close()

    def catch_up(self, place: Place, listener: Listener) -> bytes:
        """Everything that a listener has missed. The lock must be held."""
        table = place.table
        since = listener.since if 0 <= listener.since <= table.seq else 0
        listener.caught_up(table.seq)
        return json(message(table, since, listener.eyes, place.around()))

    def _job(self, table: Table, rows: list[Row]) -> Job:
        waits = " ".join(map(str, table.waited()))
        after = After(table.status, bool(table.waits_for()), waits, table.round)
        job: Job = []
        for row in rows:
            stored = StoredRow(row.seq, row.at, row.kind, encode(row.data), row.request)
            job += add_row(table.id, stored, after)
        return job if table.status in (OPEN, PLAYING) else job + end_table(table.id)

    async def _store(self, job: Job) -> None:
        try:
            await asyncio.wrap_future(self.store.put(job))
        except StoreError as error:
            unstored = failed("unstored", says=error.said)
            raise unstored from error

    async def act(
        self, id_: str, request: commands.Request, key: str, who: Who
    ) -> tuple[Place, int]:
        """Do something at a table; the number of the row it led to. Sent twice, it is done once."""
        if isinstance(request.act, commands.Start):
            setting = (await self.place(id_)).table.setting
            await self.ready(setting.game, setting.board)
        async with self.at(id_) as place:
            table = place.table
            who = who._replace(
                seats=place.seats_of(key), absent=place.presence.absent(len(table.seats))
            )
            if request.id in table.requests:
                return place, table.requests[request.id]
            act = request.act
            if isinstance(act, commands.Rematch):
                return place, await self._rematch(place, act, request.id, who)
            news = do(table, act, who)
            job: Job = []
            if isinstance(act, commands.Sit):
                seat = news[0].data["seat"]
                place.keys[hashed(key)] = who.seats | {seat}
                job = add_key(id_, seat, hashed(key))
            if isinstance(act, commands.Veil | commands.Retell) and news[0].move is not None:
                for row in x_card.changed(table, news[0].move):
                    job += change_row(id_, row.seq, encode(row.data))
            if isinstance(act, commands.Stand):
                place.leave(act.seat)
                job = drop_keys(id_, act.seat)
            await self.happen(place, news, request.id, job)
            return place, table.requests[request.id]

    async def _rematch(self, place: Place, act: commands.Rematch, request: str, who: Who) -> int:
        """A new table for the same people, each one seat further; the first who asks makes it."""
        table = place.table
        if act.seat not in who.seats:
            raise forbidden("not_yours")
        if table.status != OVER:
            raise conflict("not_over")
        if table.rematch is not None:
            return next(row.seq for row in table.rows if row.kind == "rematch")
        old = table.setting
        count = len(table.seats)
        seats = [SeatSetting(seat.kind, seat.name) for seat in table.seats]
        turned = tuple(seats[(number - 1) % count] for number in range(count))
        keys = {
            key: frozenset(HOST if seat == HOST else (seat + 1) % count for seat in held)
            for key, held in place.keys.items()
        }
        setting = Setting(
            **{name: getattr(old, name) for name in old.__struct_fields__}
            | {"seats": turned, "before": table.id, "lesson": None}
        )
        new = await self._make(setting, table.game, keys)
        rows = await self.happen(place, [New("rematch", {"table": new.table.id})], request)
        return rows[-1].seq

    async def share(self, id_: str, seat: int, key: str | None) -> str:
        """A new key for a seat one has, for another device or program."""
        async with self.at(id_) as place:
            if seat not in place.seats_of(key):
                raise forbidden("not_yours")
            must_have_room(place.keys)
            fresh = new_key()
            await self._store(add_key(id_, seat, hashed(fresh)))
            self._still_here(place)
            place.keys[hashed(fresh)] = frozenset({seat})
            return fresh

    async def enter(self, id_: str, link: str, key: str) -> frozenset[int]:
        """Let a device's key open what the key of a link opens."""
        async with self.at(id_) as place:
            seats = place.seats_of(link)
            if not seats:
                raise forbidden("no_key")
            held = place.seats_of(key)
            if not held:
                must_have_room(place.keys)
            for seat in seats - held:
                await self._store(add_key(id_, seat, hashed(key)))
            self._still_here(place)
            place.keys[hashed(key)] = held | seats
            return held | seats

    def _still_here(self, place: Place) -> None:
        """A key was stored; no row says so, and whoever has the table by now may not know it."""
        if not self.keeper.holds(place.table.id):
            self.forget(place)
            raise failed("elsewhere")

    # Lists

    async def listed(self, key: str | None) -> list[Seated]:
        """The public tables that are open or played."""
        return await asyncio.to_thread(self._listed, key)

    def _listed(self, key: str | None) -> list[Seated]:
        own = self.store.tables_of(hashed(key)) if key else {}
        return self._seated(self.store.listed(), own)

    async def mine(self, key: str) -> list[Seated]:
        """The tables of whoever has a key; those that were closed come last."""
        return await asyncio.to_thread(self._mine, key)

    def _mine(self, key: str) -> list[Seated]:
        own = self.store.tables_of(hashed(key))
        found = self.store.standings(own)
        return self._seated(sorted(found, key=lambda each: each.after.status == CLOSED), own)

    def _seated(self, standings: list[Standing], own: dict[str, list[int]]) -> list[Seated]:
        """Tables with whoever sits there now."""
        changes = self.store.seatings([standing.table.id for standing in standings])
        found = []
        for each in standings:
            id_ = each.table.id
            seats = settings.changed(settings.decode(each.table.setup), changes[id_])
            found.append((each, seats, own.get(id_, [])))
        return found

    async def wake(self) -> None:
        """Load the tables where chance or a bot comes next."""
        for standing in await asyncio.to_thread(self.store.awaiting):
            try:
                await self.place(standing.table.id)
            except CruachanError:
                continue
