"""What the store holds. A table is its options, its seed and its rows; all else follows from them.

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
)
"""What was decided when a table was made; `setup` is JSON (see `setting.Setting`)."""

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
    Index("standings_listed", "public", "going", "at"),
)
"""Where each table stands after its last row, for lists. `seats` are who sits where, as JSON; NULL
where nobody sat down or stood up since this was introduced."""

keys = Table(
    "keys",
    metadata,
    Column("hash", LargeBinary, primary_key=True),
    Column("table", String, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Index("keys_table", "table"),
)
"""Who may play a seat: the hash of a token, never the token. Seat -1 is the host's."""

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
