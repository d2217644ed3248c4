"""SQL tables of clock deadlines and of notices."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, String, Table, Text

from cruachan.server.store.schema import metadata

deadlines = Table(
    "deadlines",
    metadata,
    Column("table", String, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("acts", Boolean, nullable=False),
    Index("deadlines_due", "acts", "at"),
)
"""When the first of a table's clocks that run comes to zero, and whether the server then does
something by itself."""

awaited = Table(
    "awaited",
    metadata,
    Column("table", String, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("decision", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("look", BigInteger, nullable=False),
    Index("awaited_look", "look"),
)
"""The people who are waited for. `decision` is the number of the event after which that began; it
stays while nobody else is waited for alone, so all parts of a turn have the same. `at` is the last
time that she did something, or could see the table; `look` is when to look whether somebody is to
be given notice."""

notice_ways = Table(
    "notice_ways",
    metadata,
    Column("id", String, primary_key=True),
    Column("person", String),
    Column("table", String),
    Column("kind", String, nullable=False),
    Column("target", Text, nullable=False),
    Column("label", String, nullable=False),
    Column("lang", String, nullable=False),
    Column("secret", String, nullable=False),
    Column("confirmed", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("failed", Text),
    Index("notice_ways_person", "person"),
    Index("notice_ways_table", "table"),
)
"""Where notices go: to a person, or to all who follow a table. `target` is JSON and depends on the
kind; `secret` signs a webhook, and confirms and unsubscribes an address; `failed` is why the last
notice could not be delivered."""

notices = Table(
    "notices",
    metadata,
    Column("id", String, primary_key=True),
    Column("way", String, nullable=False),
    Column("table", String, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("decision", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("due", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("state", String, nullable=False),
    Index("notices_once", "way", "table", "seat", "decision", unique=True),
    Index("notices_due", "state", "due"),
)
"""Notices to be sent, and those that were: one per way and decision. `due` is when it is tried
next; a server that tries to send it sets that to the time from which another may."""

server_secrets = Table(
    "server_secrets",
    metadata,
    Column("name", String, primary_key=True),
    Column("value", Text, nullable=False),
)
"""What all servers of a store share and nobody else may know: the key of Web Push."""

OF_NOTICES = (deadlines, awaited, notice_ways, notices, server_secrets)
