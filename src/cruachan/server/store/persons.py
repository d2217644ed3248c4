"""SQL statements of persons.

A person has devices, each with a key of its own, and holders, in whose names she has seats. See
`tables/identity.py` for what follows from that.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Delete,
    Table,
    Update,
    and_,
    bindparam,
    delete,
    func,
    insert,
    select,
    true,
    update,
)

from cruachan.server.store.jobs import Job, Parameters, Statement
from cruachan.server.store.schema import (
    blocks,
    devices,
    holders,
    keys,
    left_seats,
    passkeys,
    person_settings,
    persons,
    recoveries,
    tables,
    tokens,
)


class StoredPerson(NamedTuple):
    """A person as she is stored."""

    id: str
    name: str
    colour: str
    created: int
    revoked: int = 0
    erased: bool = False


class StoredDevice(NamedTuple):
    """A key with which a person is known."""

    hash: bytes
    person: str
    id: str
    label: str
    created: int
    seen: int


class StoredToken(NamedTuple):
    """What can be used once and soon."""

    hash: bytes
    kind: str
    person: str | None
    until: int


class StoredPasskey(NamedTuple):
    """A passkey of a person."""

    credential: bytes
    person: str
    id: str
    label: str
    public_key: bytes
    sign_count: int
    created: int
    used: int


class StoredRecovery(NamedTuple):
    """The recovery phrase of a person, as a slow hash."""

    person: str
    lookup: str
    salt: bytes
    hash: bytes
    created: int


class StoredBlock(NamedTuple):
    """Somebody with whom a person does not want to play."""

    person: str
    hash: bytes
    id: str
    name: str
    at: int


class LeftSeat(NamedTuple):
    """A seat that somebody had, and left."""

    seat: int
    until: int
    """The number of the event by which she left it."""


class KnownKey(NamedTuple):
    """What is known of a key."""

    person: str | None
    """The person whose device it is."""
    holders: frozenset[bytes]
    """In whose names its person has seats."""
    first: bytes
    """In whose name she takes new ones."""
    signed_out: bool
    """Whether it was a person's once."""
    seen: int


# Writing


def _where(table: Table, *names: str) -> ColumnElement[bool]:
    return and_(true(), *(table.c[name] == bindparam(f"that_{name}") for name in names))


def _update(table: Table, where: tuple[str, ...], *names: str) -> Update:
    """Statement that sets columns of rows found by others; those are bound as `that_NAME`."""
    values: dict[str, ColumnElement[object]] = {name: bindparam(f"new_{name}") for name in names}
    return update(table).where(_where(table, *where)).values(values)


def _delete(table: Table, *names: str) -> Delete:
    return delete(table).where(_where(table, *names))


ADD_PERSON = insert(persons)
CHANGE_PERSON = _update(persons, ("id",), "name", "colour")
REVOKE_PERSON = _update(persons, ("id",), "revoked")
ERASE_PERSON = _update(persons, ("id",), "name", "colour", "revoked", "erased")
ADD_DEVICE = insert(devices)
SEE_DEVICE = _update(devices, ("hash",), "seen")
LABEL_DEVICE = _update(devices, ("person", "id"), "label")
DROP_DEVICE = _delete(devices, "person", "id")
DROP_DEVICES = _delete(devices, "person")
ADD_HOLDER = insert(holders)
PUT_SETTING = insert(person_settings)
DROP_SETTING = _delete(person_settings, "person", "name")
DROP_SETTINGS = _delete(person_settings, "person")
ADD_TOKEN = insert(tokens)
USE_TOKEN = _delete(tokens, "hash", "kind")
"""Must find its token: of two who use it at once the second is refused."""
DROP_TOKENS = _delete(tokens, "person")
FORGET_TOKENS = delete(tokens).where(tokens.c.until < bindparam("that_until"))
ADD_PASSKEY = insert(passkeys)
USE_PASSKEY = _update(passkeys, ("credential",), "sign_count", "used")
DROP_PASSKEY = _delete(passkeys, "person", "id")
DROP_PASSKEYS = _delete(passkeys, "person")
ADD_RECOVERY = insert(recoveries)
DROP_RECOVERY = _delete(recoveries, "person")
ADD_BLOCK = insert(blocks)
DROP_BLOCK = _delete(blocks, "person", "id")
DROP_BLOCKS = _delete(blocks, "person")
_own = select(holders.c.hash).where(holders.c.person == bindparam("that_person"))
DROP_GRANTED = delete(keys).where(keys.c.root.in_(_own), keys.c.hash.not_in(_own))
"""The keys that came to seats of a person by links of hers, directly or through others."""

_names = select(holders.c.hash).where(holders.c.person == bindparam("that_person"))
LEAVE_TABLE = delete(keys).where(keys.c.table == bindparam("that_table"), keys.c.hash.in_(_names))
LEAVE_TABLES = delete(keys).where(keys.c.hash.in_(_names))
FORGET_LEFT = delete(left_seats).where(left_seats.c.hash.in_(_names))
FORGET_BLOCKED = update(blocks).where(blocks.c.hash.in_(_names)).values(name=bindparam("new_name"))
SET_SETUP = _update(tables, ("id",), "setup")

KINDS: tuple[Statement, ...] = (
    ADD_PERSON,
    CHANGE_PERSON,
    REVOKE_PERSON,
    ERASE_PERSON,
    DROP_TOKENS,
    FORGET_TOKENS,
    USE_TOKEN,
    ADD_TOKEN,
    DROP_DEVICE,
    DROP_DEVICES,
    ADD_DEVICE,
    SEE_DEVICE,
    LABEL_DEVICE,
    ADD_HOLDER,
    DROP_GRANTED,
    DROP_SETTING,
    DROP_SETTINGS,
    PUT_SETTING,
    DROP_PASSKEY,
    DROP_PASSKEYS,
    ADD_PASSKEY,
    USE_PASSKEY,
    DROP_RECOVERY,
    ADD_RECOVERY,
    DROP_BLOCK,
    DROP_BLOCKS,
    ADD_BLOCK,
    LEAVE_TABLE,
    LEAVE_TABLES,
    FORGET_LEFT,
    FORGET_BLOCKED,
    SET_SETUP,
)
"""In which order things are written: links are gone before anybody uses one."""


def add(statement: Statement, *stored: NamedTuple) -> Job:
    """New rows."""
    return [(statement, each._asdict()) for each in stored]


def at(statement: Statement, **that: object) -> Job:
    """A job that runs a statement on the rows with these values."""
    return [(statement, {f"that_{name}": value for name, value in that.items()})]


def change(statement: Statement, that: Parameters, **new: object) -> Job:
    """A job that sets values in the rows that have others."""
    bound = {f"that_{name}": value for name, value in that.items()}
    return [(statement, bound | {f"new_{name}": value for name, value in new.items()})]


def add_holder(hashed: bytes, person: str, first: bool) -> Job:
    """A name in which a person has seats."""
    return [(ADD_HOLDER, {"hash": hashed, "person": person, "first": first})]


def put_setting(person: str, name: str, value: str, moment: int) -> Job:
    """Something that a person likes, instead of what she liked before."""
    new = {"person": person, "name": name, "value": value, "at": moment}
    return [*at(DROP_SETTING, person=person, name=name), (PUT_SETTING, new)]


# Reading


def known_key(connection: Connection, hashed: bytes) -> KnownKey | None:
    """The owner of a key, by its hash; None if nobody has it."""
    wanted = select(devices.c.person, devices.c.seen).where(devices.c.hash == hashed)
    device = connection.execute(wanted).first()
    if device is None:
        held = connection.execute(select(holders.c.hash).where(holders.c.hash == hashed)).first()
        return None if held is None else KnownKey(None, frozenset(), hashed, True, 0)
    found = connection.execute(
        select(holders.c.hash, holders.c.first).where(holders.c.person == device.person)
    ).all()
    first = next(bytes(row.hash) for row in found if row.first)
    names = frozenset(bytes(row.hash) for row in found)
    return KnownKey(device.person, names, first, False, device.seen)


def person(connection: Connection, id_: str) -> StoredPerson | None:
    """A person by her id."""
    found = connection.execute(select(persons).where(persons.c.id == id_)).first()
    return None if found is None else StoredPerson(*found)


def person_of(connection: Connection, hashed: bytes) -> str | None:
    """The person that a key hash belongs to."""
    wanted = select(holders.c.person).where(holders.c.hash == hashed)
    return connection.execute(wanted).scalar()


def holders_of(connection: Connection, id_: str) -> frozenset[bytes]:
    """In whose names a person has seats."""
    wanted = select(holders.c.hash).where(holders.c.person == id_)
    return frozenset(bytes(each) for each in connection.execute(wanted).scalars())


def _of(connection: Connection, table: Table, id_: str, order: str) -> list[Any]:
    wanted = select(table).where(table.c.person == id_).order_by(table.c[order])
    return list(connection.execute(wanted))


def devices_of(connection: Connection, id_: str) -> list[StoredDevice]:
    """The devices of a person, the oldest first."""
    return [StoredDevice(*row) for row in _of(connection, devices, id_, "created")]


def passkeys_of(connection: Connection, id_: str) -> list[StoredPasskey]:
    """The passkeys of a person, the oldest first."""
    return [StoredPasskey(*row) for row in _of(connection, passkeys, id_, "created")]


def blocks_of(connection: Connection, id_: str) -> list[StoredBlock]:
    """With whom a person does not want to play, the oldest first."""
    return [StoredBlock(*row) for row in _of(connection, blocks, id_, "at")]


def settings_of(connection: Connection, id_: str) -> dict[str, str]:
    """What a person likes and has drafted, as JSON by name."""
    return {row.name: row.value for row in _of(connection, person_settings, id_, "name")}


def recovery_of(connection: Connection, id_: str) -> StoredRecovery | None:
    """The recovery phrase of a person."""
    found = _of(connection, recoveries, id_, "created")
    return StoredRecovery(*found[0]) if found else None


def recovery_by(connection: Connection, lookup: str) -> StoredRecovery | None:
    """The recovery phrase that begins with some words."""
    found = connection.execute(select(recoveries).where(recoveries.c.lookup == lookup)).first()
    return None if found is None else StoredRecovery(*found)


def passkey(connection: Connection, credential: bytes) -> StoredPasskey | None:
    """A passkey by the id that its authenticator knows."""
    wanted = select(passkeys).where(passkeys.c.credential == credential)
    found = connection.execute(wanted).first()
    return None if found is None else StoredPasskey(*found)


def token(connection: Connection, hashed: bytes) -> StoredToken | None:
    """A token that was not used yet."""
    found = connection.execute(select(tokens).where(tokens.c.hash == hashed)).first()
    return None if found is None else StoredToken(*found)


def open_tokens(connection: Connection, id_: str, kind: str, moment: int) -> int:
    """How many tokens of a kind a person has that can still be used."""
    wanted = select(func.count()).select_from(tokens)
    own = (tokens.c.person == id_) & (tokens.c.kind == kind) & (tokens.c.until > moment)
    return int(connection.execute(wanted.where(own)).scalar_one())


def revoked_since(connection: Connection, moment: int) -> list[tuple[str, int]]:
    """The persons of whom a key was taken away since a time, and when."""
    wanted = select(persons.c.id, persons.c.revoked).where(persons.c.revoked >= moment)
    return [(row.id, row.revoked) for row in connection.execute(wanted)]


def blocked(connection: Connection, sitting: Collection[bytes], coming: Iterable[bytes]) -> bool:
    """Whether one of those who sit at a table does not want to play with somebody who comes."""
    wanted = (
        select(blocks.c.hash)
        .join(holders, holders.c.person == blocks.c.person)
        .where(holders.c.hash.in_(sitting), blocks.c.hash.in_(list(coming)))
    )
    return connection.execute(wanted.limit(1)).first() is not None


def has_seats(connection: Connection, names: Collection[bytes]) -> bool:
    """Whether somebody has a seat anywhere."""
    wanted = select(keys.c.seat).where(keys.c.hash.in_(names)).limit(1)
    return connection.execute(wanted).first() is not None


def seats_at(connection: Connection, names: Collection[bytes]) -> dict[str, list[int]]:
    """All tables at which somebody has seats, and which."""
    wanted = select(keys.c.table, keys.c.seat).where(keys.c.hash.in_(names)).distinct()
    found: dict[str, list[int]] = {}
    for table, seat in connection.execute(wanted.order_by(keys.c.table, keys.c.seat)):
        found.setdefault(table, []).append(seat)
    return found


def left_by(connection: Connection, names: Collection[bytes]) -> dict[str, list[LeftSeat]]:
    """All tables at which somebody had seats and left them, and which."""
    own = left_seats.c
    wanted = select(own.table, own.seat, own.until).where(own.hash.in_(names)).distinct()
    found: dict[str, list[LeftSeat]] = {}
    for table, seat, until in connection.execute(wanted.order_by(own.table, own.until)):
        found.setdefault(table, []).append(LeftSeat(seat, until))
    return found


def holder_at(connection: Connection, table: str, seat: int) -> bytes | None:
    """The holder of a seat: the player who took it, not those who came by her link."""
    wanted = select(keys.c.hash).where(keys.c.table == table, keys.c.seat == seat)
    found = connection.execute(wanted.order_by(keys.c.root.is_not(None), keys.c.hash)).scalar()
    return None if found is None else bytes(found)
