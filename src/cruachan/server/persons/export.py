"""Export of all data that is stored about a person."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import TYPE_CHECKING, NamedTuple, NotRequired, TypedDict, TypeVar

import msgspec
from pydantic import JsonValue

from cruachan.engine.texts import paragraphs
from cruachan.games import GAMES
from cruachan.server.store import challenges, leagues, lists, notices, profiles
from cruachan.server.store import persons as stored
from cruachan.server.store.club import results_of
from cruachan.server.store.lists import Standing
from cruachan.server.store.persons import LeftSeat
from cruachan.server.store.store import Store
from cruachan.server.store.table_jobs import StoredRow
from cruachan.server.tables.identity import Identity

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from cruachan.server.tables.service import TableService

T = TypeVar("T", bound=msgspec.Struct)
COMES = ("sit", "replace")
NAMES = ("sit", "replace", "name")
MOVE = "move"


class ExportedPerson(msgspec.Struct):
    """The account of a person."""

    id: str
    """Her id."""
    name: str
    """Her name."""
    colour: str
    """Her colour."""
    created: int
    """Since when she has been one, in milliseconds since 1970."""


class ExportedDevice(msgspec.Struct):
    """A device of hers."""

    label: str
    """What it is called."""
    created: int
    """When it signed in."""
    seen: int
    """When it was seen last."""


class ExportedPasskey(msgspec.Struct):
    """A passkey of hers."""

    label: str
    """What it is called."""
    created: int
    """When it was made."""
    used: int
    """When it was used last."""


class ExportedBlock(msgspec.Struct):
    """Somebody with whom she does not want to play."""

    name: str
    """The name under which that person sat there."""
    at: int
    """Since when."""


class ExportedWay(msgspec.Struct):
    """Where notices for her go."""

    kind: str
    """How they are sent."""
    label: str
    """What it is called."""
    lang: str
    """In which language they are written."""
    confirmed: bool
    """Whether it was confirmed."""
    created: int
    """Since when."""


class ExportedResult(msgspec.Struct):
    """A finished game of hers."""

    table: str
    """The id of the table."""
    game: str
    """The name of the game."""
    at: int
    """When it ended, in milliseconds since 1970."""
    rated: bool
    """Whether it was rated."""
    places: list[int]
    """The places of her seats; 1 is best."""


class ExportedSeason(msgspec.Struct):
    """A season of a league in which she plays or played."""

    league: str
    """The id of the league."""
    season: int
    """The number of the season."""
    joined: int
    """Since when."""
    withdrawn: bool
    """Whether she has left it."""


class ExportedDaily(msgspec.Struct):
    """A daily game that she has begun."""

    day: str
    """Its day, as 2026-11-18."""
    table: str
    """The id of her table."""
    place: int | None
    """Her place, 1 is best; null until her game is over."""


class ExportedPuzzle(msgspec.Struct):
    """A puzzle that she has tried."""

    puzzle: str
    """Its id."""
    table: str
    """The table of her first try."""
    solved: bool | None
    """Whether she solved it; null before her first move."""
    at: int | None
    """When she did or did not."""


class ExportedChat(msgspec.Struct):
    """Something that she said, or told with a move."""

    at: int
    """When, in milliseconds since 1970."""
    text: str
    """What."""


class ExportedTable(msgspec.Struct):
    """A table at which she has seats, or had some."""

    table: str
    """Its id."""
    game: str
    """The name of the game."""
    status: str
    """How far it is."""
    created: int
    """When it was made."""
    seats: list[int]
    """Her seats, counted from 0; -1 is the host's chair."""
    chat: list[ExportedChat]
    """What she said there."""
    told: list[ExportedChat]
    """What she told there in her own words, as part of her moves."""


class PersonExport(msgspec.Struct):
    """All that is stored about a person."""

    person: ExportedPerson
    """The person."""
    devices: list[ExportedDevice]
    """Her devices."""
    passkeys: list[ExportedPasskey]
    """Her passkeys."""
    blocks: list[ExportedBlock]
    """With whom she does not want to play."""
    settings: dict[str, JsonValue]
    """What she likes and has drafted."""
    notices: list[ExportedWay]
    """Where notices for her go."""
    recovery: int | None
    """When her recovery phrase was made, if she has one."""
    results: list[ExportedResult]
    """Her finished games."""
    leagues: list[ExportedSeason]
    """The seasons of leagues in which she plays or played."""
    profile: str | None
    """The id under which others may see her profile; null where they may not."""
    daily: list[ExportedDaily]
    """The daily games that she has begun."""
    puzzles: list[ExportedPuzzle]
    """The puzzles that she has tried."""
    tables: list[ExportedTable]
    """Her tables."""


async def export(service: TableService, who: Identity) -> PersonExport:
    """All that is stored about a person."""
    person = await service.persons.must_be(who)
    return await service.store.read(_exported, service.store, person, who.holders)


def _exported(store: Store, person: stored.StoredPerson, holders: frozenset[bytes]) -> PersonExport:
    with store.reading() as connection:
        held, left = stored.seats_at(connection, holders), stored.left_by(connection, holders)
        standings = lists.of_tables(connection, sorted({*held, *left}))
        own = _own(connection, person, holders)
    own.tables = [
        _table(store, each, held.get(each.table.id, []), left.get(each.table.id, []))
        for each in standings
    ]
    return own


def _own(
    connection: Connection, person: stored.StoredPerson, holders: frozenset[bytes]
) -> PersonExport:
    """What is stored about a person apart from her tables."""
    recovery = stored.recovery_of(connection, person.id)
    settings = stored.settings_of(connection, person.id).items()
    return PersonExport(
        person=_from(ExportedPerson, person),
        devices=_all(ExportedDevice, stored.devices_of(connection, person.id)),
        passkeys=_all(ExportedPasskey, stored.passkeys_of(connection, person.id)),
        blocks=_all(ExportedBlock, stored.blocks_of(connection, person.id)),
        settings={name: json.loads(value) for name, value in settings},
        notices=_all(ExportedWay, notices.ways_of(connection, [person.id], None)),
        recovery=recovery.created if recovery else None,
        results=[
            ExportedResult(
                each.table,
                each.game,
                each.at,
                each.rated,
                [seat.place for seat in each.seats if seat.person == person.id],
            )
            for each in results_of(connection, holders)
        ],
        leagues=_all(ExportedSeason, leagues.joined_by(connection, person.id)),
        profile=profiles.shown_id(connection, person.id),
        daily=_all(ExportedDaily, challenges.daily_tries_of(connection, holders)),
        puzzles=_all(ExportedPuzzle, challenges.puzzle_tries_of(connection, holders)),
        tables=[],
    )


def _from(shape: type[T], row: object) -> T:
    """The fields of a row that are told."""
    return shape(**{name: getattr(row, name) for name in shape.__struct_fields__})


def _all(shape: type[T], rows: Collection[object]) -> list[T]:
    return [_from(shape, row) for row in rows]


def _table(
    store: Store, standing: Standing, seats: list[int], left: list[LeftSeat]
) -> ExportedTable:
    rows = store.rows(standing.table.id)
    stays = stays_of(rows, seats, left)
    said = [
        ExportedChat(row.at, data["text"])
        for row, data in own_rows(rows, stays)
        if row.kind == "chat"
    ]
    made = standing.table
    narrated = made.game in GAMES and GAMES[made.game].game_class.narration is not None
    narrated_texts = _narrated_texts(rows, stays) if narrated else []
    status = standing.after.status
    return ExportedTable(made.id, made.game, status, made.created, seats, said, narrated_texts)


def _narrated_texts(rows: list[StoredRow], stays: list[Stay]) -> list[ExportedChat]:
    """What somebody told in her own words at a table: it stands in the notation of her moves, after
    a colon."""
    found = []
    for row in rows:
        data = json.loads(row.data) if row.kind == MOVE else {}
        if data and data.get("by") is None and _is_own(row, data["seat"], stays):
            text = data["text"].partition(":")[2].strip()
            if text:
                found.append(ExportedChat(row.at, paragraphs(text)))
    return found


class Stay(NamedTuple):
    """From which event to which somebody had a seat."""

    seat: int
    since: int
    """0 where she had it from the beginning."""
    until: int


class SeatRow(TypedDict):
    """The stored data of an event of a seat, as far as export and erasure read it."""

    seat: int
    text: NotRequired[str]
    """What was said, in a `chat`."""
    name: NotRequired[str]
    """The name that was taken, in the other kinds."""


def stays_of(rows: list[StoredRow], seats: list[int], left: list[LeftSeat]) -> list[Stay]:
    """When somebody had the seats that she has now, and those that she left."""
    came = [(row.seq, json.loads(row.data)["seat"]) for row in rows if row.kind in COMES]
    ends = [*((seat, rows[-1].seq) for seat in seats), *left]
    return [
        Stay(seat, max((at for at, each in came if each == seat and at <= until), default=0), until)
        for seat, until in ends
    ]


def own_rows(rows: list[StoredRow], stays: list[Stay]) -> list[tuple[StoredRow, SeatRow]]:
    """The events by which somebody came to her seats, was named and talked; not those of others who
    sat there before or after her."""
    read: list[tuple[StoredRow, SeatRow]] = [
        (row, json.loads(row.data)) for row in rows if row.kind in (*NAMES, "chat")
    ]
    return [(row, data) for row, data in read if _is_own(row, data["seat"], stays)]


def _is_own(row: StoredRow, seat: int, stays: list[Stay]) -> bool:
    """Whether an event of a seat happened while somebody had it."""
    return any(seat == each.seat and each.since <= row.seq <= each.until for each in stays)
