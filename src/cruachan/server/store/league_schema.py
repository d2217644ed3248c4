"""SQL tables of leagues: seasons, their players and their games."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, String, Table, Text

from cruachan.server.store.schema import metadata

leagues = Table(
    "leagues",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("owner", String),
    Column("setting", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("leagues_owner", "owner"),
)
"""A league or a tournament; `setting` is JSON (see `leagues/setting.py`), `owner` the person who
organises it, NULL where nobody is left to."""

seasons = Table(
    "seasons",
    metadata,
    Column("league", String, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("status", String, nullable=False),
    Column("begun", BigInteger, nullable=False, server_default="0"),
    Column("ended", BigInteger, nullable=False, server_default="0"),
    Index("seasons_status", "status"),
)
"""A season of a league: open for players to join, playing, over, or cancelled."""

season_players = Table(
    "season_players",
    metadata,
    Column("league", String, primary_key=True),
    Column("season", Integer, primary_key=True, autoincrement=False),
    Column("person", String, primary_key=True),
    Column("joined", BigInteger, nullable=False),
    Column("division", Integer, nullable=False, server_default="0"),
    Column("number", Integer, nullable=False, server_default="0"),
    Column("withdrawn", Boolean, nullable=False),
    Index("season_players_person", "person"),
)
"""Who plays in a season. Division and number among its players, from 1, are given when it begins;
0 before. Who has `withdrawn` gets no more tables."""

season_games = Table(
    "season_games",
    metadata,
    Column("league", String, primary_key=True),
    Column("season", Integer, primary_key=True, autoincrement=False),
    Column("division", Integer, primary_key=True, autoincrement=False),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("table", String),
    Column("persons", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("season_games_table", "table"),
)
"""The tables of a round, written together with the tables themselves: the primary key is why a
round is made once, whichever server makes it. `persons` are the ids in the order of the seats, as
JSON; without a table it is a bye."""

OF_LEAGUES = (leagues, seasons, season_players, season_games)
