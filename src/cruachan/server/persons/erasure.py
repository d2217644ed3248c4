"""Erase what is stored about a person (`export.py` says what that is).

Erased are the person, her devices, passkeys, settings and blocks, and at every table where she has
a seat, or had one and left it, her name and what she said in the chat. The moves stay,
with the dice that follow from seed and words: a finished game is still checked move by move. Its
digest changes with the name; the digest without names does not.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cruachan.bots import usual_bot
from cruachan.engine.transcript import clean_name
from cruachan.server.errors import ServerError, wrong
from cruachan.server.persons.export import Stay, own_rows, stays_of
from cruachan.server.store import lists, notices, profiles
from cruachan.server.store import persons as stored
from cruachan.server.store.jobs import Job
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

TRIES = 5


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
    stays = stays_of(rows, [seat for seat in seats if seat != HOST], left)
    former = _former(seats_after(setting, [(row.kind, row.data) for row in seating]), seats, stays)
    job, changed = Job(), dict[int, str]()
    for row, data in own_rows(rows, stays):
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
