"""SQL tables of profiles: facts of finished games, and visible profiles."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, String, Table, Text

from cruachan.server.store.schema import metadata

game_facts = Table(
    "game_facts",
    metadata,
    Column("table", String, primary_key=True),
    Column("data", Text, nullable=False),
)
"""Luck, play and favourites of each seat of a finished game, counted once; names nobody."""

facts_wanted = Table(
    "facts_wanted",
    metadata,
    Column("table", String, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Index("facts_wanted_at", "at"),
)
"""Finished games that are yet to be counted, because somebody has looked at her profile."""

shown_profiles = Table(
    "shown_profiles",
    metadata,
    Column("person", String, primary_key=True),
    Column("id", String, nullable=False, unique=True),
)
"""Whose profile others may see, and under which id. Without a row nobody sees it but herself."""

OF_PROFILES = (game_facts, facts_wanted, shown_profiles)
"""All that is stored for profiles apart from results."""
