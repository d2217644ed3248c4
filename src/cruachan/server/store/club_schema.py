"""SQL tables of results of finished games, for ratings and profiles."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, LargeBinary, String, Table

from cruachan.server.store.schema import metadata

results = Table(
    "results",
    metadata,
    Column("table", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("players", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("plies", Integer, nullable=False),
    Index("results_pool", "game", "players", "rated", "at"),
)
"""A game that has come to its end, written in one transaction with its last event. It stays when
the table is removed."""

result_seats = Table(
    "result_seats",
    metadata,
    Column("table", String, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("place", Integer, nullable=False),
    Column("score", Integer, nullable=False),
    Column("bot", String),
    Column("forfeit", Boolean, nullable=False),
    Column("holder", LargeBinary),
    Index("result_seats_holder", "holder"),
)
"""A seat of a finished game: its place, 1 is best. `holder` is in whose name it was held, as in
`keys`; NULL for a bot. `forfeit` says that a bot played on for its owner."""

OF_CLUB = (results, result_seats)
"""All that is stored of finished games apart from the tables themselves."""
