"""The SQL schema. A table is its setting, its seed and its rows; all else follows from them.

Migrations in `migrations/versions` lead here from every earlier version.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("board", String, nullable=False),
    Column("board_digest", String, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("setup", Text, nullable=False),
    Column("commitment", String, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("host", String),
)
"""What was decided when a table was made; `setup` is JSON (see `setting.Setting`), `host` from
where it was made (see `keys.host_group`), NULL where that was not written down."""

rows = Table(
    "rows",
    metadata,
    Column("table", String, primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", String, nullable=False),
    Column("data", Text, nullable=False),
    Column("request", String),
    Column("status", String, nullable=False),
    Column("awaits", Boolean, nullable=False),
    Column("waits", String, nullable=False, server_default=""),
    Column("round", Integer, nullable=False, server_default="0"),
    Index("rows_request", "table", "request", unique=True),
)
"""Everything that happened at a table, numbered without holes.

`request` is the id its sender gave it; `status` is the table's after it, and `awaits` whether
chance or a bot comes next, so that a server that starts knows which tables to wake. `waits` are the
seats waited for, with spaces between them, and `round` the round: a list says whose turn it is
without any game being loaded.
"""

going = Table("going", metadata, Column("table", String, primary_key=True))
"""The tables that are open or played: these of all that ever were are listed and woken."""

standings = Table(
    "standings",
    metadata,
    Column("table", String, primary_key=True),
    Column("public", Boolean, nullable=False),
    Column("going", Boolean, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("status", String, nullable=False),
    Column("awaits", Boolean, nullable=False),
    Column("waits", String, nullable=False),
    Column("round", Integer, nullable=False),
    Column("seats", Text),
    Column("since", BigInteger, nullable=False, server_default="0"),
    Index("standings_listed", "public", "going", "at"),
)
"""Where each table stands after its last row, for lists. `seats` are who sits where, as JSON; NULL
where nobody sat down or stood up since this was introduced. `since` is when the seats that are
waited for changed last; 0 where that was not written down."""

keys = Table(
    "keys",
    metadata,
    Column("hash", LargeBinary, primary_key=True),
    Column("table", String, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("root", LargeBinary),
    Index("keys_table", "table"),
    Index("keys_root", "root"),
)
"""Who may play a seat: the hash of a token, never the token. Seat -1 is the host's. `root` is whose
key let this one in, by a link; NULL for a player who took the seat herself."""

removed_keys = Table(
    "removed_keys",
    metadata,
    Column("table", String, primary_key=True),
    Column("hash", LargeBinary, primary_key=True),
)
"""The keys of those whom the host of a table has removed from a seat."""

left_seats = Table(
    "left_seats",
    metadata,
    Column("table", String, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("until", Integer, primary_key=True, autoincrement=False),
    Column("hash", LargeBinary, primary_key=True),
    Index("left_seats_hash", "hash"),
)
"""Who had a seat and left it, up to which row: her name and what she said there are still hers, for
her to be told of and to erase."""

seeds = Table(
    "seeds",
    metadata,
    Column("table", String, primary_key=True),
    Column("seed", LargeBinary, nullable=False),
)
"""The seeds of the dice, apart from what any answer is made of."""

servers = Table(
    "servers",
    metadata,
    Column("id", String, primary_key=True),
    Column("address", String, nullable=False),
    Column("secret", String, nullable=False),
    Column("until", BigInteger, nullable=False),
)
"""The servers of a store that has several: where the others reach each, with what they prove that
they are its like, and until when it counts as there, by the database's own clock. One that was
away for longer comes back under another id."""

leases = Table(
    "leases",
    metadata,
    Column("table", String, primary_key=True),
    Column("holder", String, nullable=False),
    Index("leases_holder", "holder"),
)
"""Which server has a table in memory; the lease lasts as long as the server is there."""

uptimes = Table(
    "uptimes",
    metadata,
    Column("id", String, primary_key=True),
    Column("since", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
)
"""When servers were there, in milliseconds: while there was none, nobody's clock runs."""

persons = Table(
    "persons",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("colour", String, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("revoked", BigInteger, nullable=False, server_default="0"),
    Column("erased", Boolean, nullable=False),
    Index("persons_revoked", "revoked"),
)
"""People who want to be known on several devices. `revoked` is when a key of hers was last taken
away: other servers forget then what they know of her keys. Of somebody who was `erased` nothing but
the id and the `holders` is left."""

devices = Table(
    "devices",
    metadata,
    Column("hash", LargeBinary, primary_key=True),
    Column("person", String, nullable=False),
    Column("id", String, nullable=False),
    Column("label", String, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Index("devices_person", "person"),
)
"""The keys with which a person is known, by their hashes, each on a device of its own."""

holders = Table(
    "holders",
    metadata,
    Column("hash", LargeBinary, primary_key=True),
    Column("person", String, nullable=False),
    Column("first", Boolean, nullable=False),
    Index("holders_person", "person"),
)
"""In whose name a person has seats: rows of `keys` with these hashes are hers. New seats are taken
in the name of the `first`. A key that is here and not in `devices` was signed out."""

person_settings = Table(
    "person_settings",
    metadata,
    Column("person", String, primary_key=True),
    Column("name", String, primary_key=True),
    Column("value", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""What a person likes and what she has drafted, as JSON by name: it follows her everywhere."""

tokens = Table(
    "tokens",
    metadata,
    Column("hash", LargeBinary, primary_key=True),
    Column("kind", String, nullable=False),
    Column("person", String),
    Column("until", BigInteger, nullable=False),
    Index("tokens_until", "until"),
    Index("tokens_person", "person"),
)
"""What can be used once and soon: links by which a device signs in, challenges for passkeys."""

passkeys = Table(
    "passkeys",
    metadata,
    Column("credential", LargeBinary, primary_key=True),
    Column("person", String, nullable=False),
    Column("id", String, nullable=False),
    Column("label", String, nullable=False),
    Column("public_key", LargeBinary, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=False),
    Index("passkeys_person", "person"),
)
"""Passkeys by which a person signs in (WebAuthn)."""

recoveries = Table(
    "recoveries",
    metadata,
    Column("person", String, primary_key=True),
    Column("lookup", String, nullable=False, unique=True),
    Column("salt", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Column("created", BigInteger, nullable=False),
)
"""Recovery phrases: `lookup` are the first words, by which one is found; of the whole there is only
a slow hash."""

blocks = Table(
    "blocks",
    metadata,
    Column("person", String, primary_key=True),
    Column("hash", LargeBinary, primary_key=True),
    Column("id", String, nullable=False),
    Column("name", String, nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""With whom a person does not want to play: others' holders, or keys of who is no person."""

OF_PERSONS = (
    persons,
    devices,
    holders,
    person_settings,
    tokens,
    passkeys,
    recoveries,
    blocks,
)
"""All that is stored of persons and belongs to no table."""
