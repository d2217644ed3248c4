"""SQL tables of daily games and puzzles: attempts by player and table."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Index, LargeBinary, String, Table

from cruachan.server.store.schema import metadata

daily_tries = Table(
    "daily_tries",
    metadata,
    Column("day", String, primary_key=True),
    Column("holder", LargeBinary, primary_key=True),
    Column("table", String, nullable=False),
    Index("daily_tries_holder", "holder"),
)
"""Who has begun the game of a day, in whose name (as in `keys`). Its result is in `results`."""

puzzle_tries = Table(
    "puzzle_tries",
    metadata,
    Column("puzzle", String, primary_key=True),
    Column("holder", LargeBinary, primary_key=True),
    Column("table", String, nullable=False),
    Column("at", BigInteger),
    Column("solved", Boolean),
    Index("puzzle_tries_holder", "holder"),
    Index("puzzle_tries_table", "table"),
)
"""Somebody's first try at a puzzle; `solved` and `at` are NULL until the first move is made."""

OF_CHALLENGES = (daily_tries, puzzle_tries)
"""All that is stored of daily games and puzzles apart from the tables themselves."""
