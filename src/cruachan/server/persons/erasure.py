"""What is stored about a person: told to her, and erased.

Erased are the person, her devices, passkeys, settings and blocks, and at every table where she has
a seat, or had one and left it, her name and what she said in the chat. The moves stay,
with the dice that follow from seed and words: a finished game is still checked move by move. Its
digest changes with the name; the digest without names does not.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from cruachan.bots import usual_bot
from cruachan.engine.transcript import clean_name
from cruachan.server.errors import ServerError, wrong
from cruachan.server.store import challenges, leagues, lists, notices, profiles
from cruachan.server.store import persons as stored
from cruachan.server.store.club import results_of
from cruachan.server.store.jobs import Job
from cruachan.server.store.lists import Standing
from cruachan.server.store.persons import LeftSeat
from cruachan.server.store.store import Store
from cruachan.server.store.table_jobs import ADD_ROW, StoredRow, change_row, set_seats
from cruachan.server.tables import setting as settings
from cruachan.server.tables.events import SEATING, encode, seats_after
from cruachan.server.tables.events.base import PendingEvent
from cruachan.server.tables.events.seating import HostChanged, PlayerRemoved, PlayerStood
from cruachan.server.tables.events.social import PersonErased, TableClosed
from cruachan.server.tables.former import FORMER, SILENT
from cruachan.server.tables.handlers import Handled
from cruachan.server.tables.identity import Identity
from cruachan.server.tables.session import TableSession
from cruachan.server.tables.setting import HOST, PERSON, SeatSetting

if TYPE_CHECKING:
    from cruachan.server.tables.service import TableService

COMES = ("sit", "replace")
NAMES = ("sit", "replace", "name")
TRIES = 5


async def told(service: TableService, who: Identity) -> dict[str, Any]:
    """All that is stored about a person, as JSON."""
    persons = service.persons
    person = await persons.must_be(who)
    return await service.store.read(_told, service.store, person, who.holders)


def _told(store: Store, person: stored.StoredPerson, holders: frozenset[bytes]) -> dict[str, Any]:
    with store.reading() as connection:
        held, left = stored.seats_at(connection, holders), stored.left_by(connection, holders)
        own: dict[str, Any] = {
            "person": {key: person._asdict()[key] for key in ("id", "name", "colour", "created")},
            "devices": _plain(stored.devices_of(connection, person.id), "label created seen"),
            "passkeys": _plain(stored.passkeys_of(connection, person.id), "label created used"),
            "blocks": _plain(stored.blocks_of(connection, person.id), "name at"),
            "settings": {
                name: json.loads(value)
                for name, value in stored.settings_of(connection, person.id).items()
            },
        }
        ways = notices.ways_of(connection, [person.id], None)
        own["notices"] = _plain(ways, "kind label lang confirmed created")
        recovery = stored.recovery_of(connection, person.id)
        own["recovery"] = recovery.created if recovery else None
        own["results"] = [
            {
                "table": each.table,
                "game": each.game,
                "at": each.at,
                "rated": each.rated,
                "places": [seat.place for seat in each.seats if seat.person == person.id],
            }
            for each in results_of(connection, holders)
        ]
        own["leagues"] = [
            {
                "league": each.league,
                "season": each.season,
                "joined": each.joined,
                "withdrawn": each.withdrawn,
            }
            for each in leagues.joined_by(connection, person.id)
        ]
        own["profile"] = profiles.shown_id(connection, person.id)
        own["daily"] = _plain(challenges.daily_tries_of(connection, holders), "day table place")
        own["puzzles"] = _plain(
            challenges.puzzle_tries_of(connection, holders), "puzzle table solved at"
        )
        standings = {
            each.table.id: each for each in lists.of_tables(connection, sorted({*held, *left}))
        }
    own["tables"] = [
        _told_table(store, each, held.get(table, []), left.get(table, []))
        for table, each in standings.items()
    ]
    return own


def _plain(rows: list[Any], names: str) -> list[dict[str, Any]]:
    return [{name: getattr(row, name) for name in names.split()} for row in rows]


def _told_table(
    store: Store, standing: Standing, seats: list[int], left: list[LeftSeat]
) -> dict[str, Any]:
    rows = store.rows(standing.table.id)
    said = [
        {"at": row.at, "text": data["text"]}
        for row, data in _own_rows(rows, _stays(rows, seats, left))
        if row.kind == "chat"
    ]
    return {
        "table": standing.table.id,
        "game": standing.table.game,
        "status": standing.after.status,
        "created": standing.table.created,
        "seats": seats,
        "chat": said,
    }


class Stay(NamedTuple):
    """From which event to which somebody had a seat."""

    seat: int
    since: int
    """0 where she had it from the beginning."""
    until: int


def _stays(rows: list[StoredRow], seats: list[int], left: list[LeftSeat]) -> list[Stay]:
    """When somebody had the seats that she has now, and those that she left."""
    came = [(row.seq, json.loads(row.data)["seat"]) for row in rows if row.kind in COMES]
    ends = [*((seat, rows[-1].seq) for seat in seats), *left]
    return [
        Stay(seat, max((at for at, each in came if each == seat and at <= until), default=0), until)
        for seat, until in ends
    ]


def _own_rows(rows: list[StoredRow], stays: list[Stay]) -> list[tuple[StoredRow, dict[str, Any]]]:
    """The events by which somebody came to her seats, was named and talked; not those of others who
    sat there before or after her."""
    read = [(row, json.loads(row.data)) for row in rows if row.kind in (*NAMES, "chat")]
    return [
        (row, data)
        for row, data in read
        if any(data["seat"] == each.seat and each.since <= row.seq <= each.until for each in stays)
    ]


async def erase(service: TableService, who: Identity, name: str) -> None:
    """Erase what is stored about a person. She stands up where a game has not begun, and bots play
    on for her where one has; done again it goes on where it was interrupted."""
    persons = service.persons
    person = await persons.must_be(who)
    if clean_name(name) != person.name:
        raise wrong("other_name")
    held = await service.store.query(stored.seats_at, who.holders)
    left = await service.store.query(stored.left_by, who.holders)
    for table in sorted({*held, *left}):
        seats = held.get(table, [])
        if seats:
            await _leave(service, who, table, seats)
        await _rewrite(service, person.id, table, seats, left.get(table, []))
    parting = await service.leagues.part(person.id)
    moment = persons.now()
    gone = {"name": "", "colour": "", "revoked": moment, "erased": True}
    job = stored.change(stored.ERASE_PERSON, {"id": person.id}, **gone)
    job += [(stored.FORGET_BLOCKED, {"that_person": person.id, "new_name": FORMER})]
    for statement in (
        stored.DROP_TOKENS,
        stored.DROP_DEVICES,
        stored.DROP_GRANTED,
        stored.LEAVE_TABLES,
        stored.FORGET_LEFT,
        stored.DROP_SETTINGS,
        stored.DROP_PASSKEYS,
        stored.DROP_RECOVERY,
        stored.DROP_BLOCKS,
        notices.DROP_WAYS,
        profiles.HIDE_PROFILE,
    ):
        job += stored.at(statement, person=person.id)
    await persons.write(job + parting)
    await persons.let_go(person.id)


async def _leave(service: TableService, who: Identity, table: str, seats: list[int]) -> None:
    """Leave a table at which a game goes on. Where another server has it the seat stays without a
    key: the others can vote for a bot, as for anybody who does not come back."""
    if not await service.ownership.taken(table):
        return
    async with service.held(table) as session:
        pending = [PendingEvent(body) for body in _parting(session, seats)]
        if pending:
            writes, _ = service.side_effects(session, Handled(pending), who)
            await service.commit(session, pending, None, writes)


def _parting(session: TableSession, seats: list[int]) -> list[Any]:
    table, events = session.table, list[Any]()
    if table.closed or table.finished:
        return []
    for seat in seats:
        if seat != HOST and table.seats[seat].kind == PERSON and not table.seats[seat].vacant:
            begun = table.match is not None
            bot = usual_bot(table.game)
            events.append(PlayerRemoved(seat, bot) if begun else PlayerStood(seat))
    others = table.owned - set(seats)
    if HOST in seats and others:
        events.append(HostChanged(min(others)))
    elif HOST in seats and table.match is None:
        events.append(TableClosed())
    return events


async def _rewrite(
    service: TableService, person: str, table: str, seats: list[int], left: list[LeftSeat]
) -> None:
    """Erase name and chat at a table, and read it anew."""
    for number in range(TRIES):
        job = await service.store.read(
            _erased, service.store, service.persons.now, table, seats, left
        )
        try:
            await service.persons.write(
                job + stored.at(stored.LEAVE_TABLE, person=person, table=table)
            )
            break
        except ServerError:
            # Something happened there meanwhile, so that the number of the event is taken.
            if number == TRIES - 1:
                raise
    session = service.sessions.get(table)
    if session is not None:
        async with session.lock:
            service.forget(session)


def _erased(
    store: Store, now: Callable[[], int], table: str, seats: list[int], left: list[LeftSeat]
) -> Job:
    """What is to be written so that nothing at a table names somebody who had seats there."""
    made = store.table(table)
    if made is None:
        return []
    rows, setting = store.rows(table), settings.decode(made.setup)
    seating = [row for row in rows if row.kind in SEATING]
    stays = _stays(rows, [seat for seat in seats if seat != HOST], left)
    former = _former(seats_after(setting, [(row.kind, row.data) for row in seating]), seats, stays)
    job, changed = Job(), dict[int, str]()
    for row, data in _own_rows(rows, stays):
        new = {"text": SILENT} if row.kind == "chat" else {"name": former[data["seat"]]}
        changed[row.seq] = json.dumps(data | new, ensure_ascii=False)
        job += change_row(table, row.seq, changed[row.seq])
    first = {each.seat for each in stays if each.since == 0}
    named = [
        SeatSetting(each.kind, former[n]) if n in first and each.name else each
        for n, each in enumerate(setting.seats)
    ]
    again = settings.with_seats(setting, tuple(named))
    job += stored.change(stored.SET_SETUP, {"id": table}, setup=settings.encode(again))
    shown = seats_after(again, [(row.kind, changed.get(row.seq, row.data)) for row in seating])
    job += set_seats(table, settings.encode_seats(shown))
    if HOST in seats:
        job += [(notices.DROP_TABLE_WAYS, {"that_table": table})]
    return job + _note(store, table, rows, sorted(former), now())


def _former(sitting: list[SeatSetting], seats: list[int], stays: list[Stay]) -> dict[int, str]:
    """What is said instead of her name, by seat: unlike the names of others who sit there."""
    taken = {each.name.casefold() for n, each in enumerate(sitting) if n not in seats}
    former: dict[int, str] = {}
    for seat in dict.fromkeys(each.seat for each in stays):
        former[seat] = settings.unlike(FORMER, taken)
        taken.add(former[seat].casefold())
    return former


def _note(store: Store, table: str, rows: list[StoredRow], seats: list[int], at: int) -> Job:
    """The events that say that something reads otherwise; the table stands as it did."""
    standing = store.standings([table])[0]
    job, seq = Job(), standing.seq
    for seat in seats:
        seq += 1
        body = PersonErased(seat)
        row = StoredRow(seq, max(at, rows[-1].at), body.kind, encode(body), None)
        job.append((ADD_ROW, {"table": table, **standing.after._asdict(), **row._asdict()}))
    stood = lists.next_standing(table, seq, standing.at, standing.after)
    return [*job, (lists.STAND, stood)]
