"""SQL statements of leagues."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any, Literal, NamedTuple

from sqlalchemy import Connection, and_, bindparam, delete, func, insert, select, update

from cruachan.server.store.club import TableResult, results_at
from cruachan.server.store.jobs import Job, Parameters, Statement
from cruachan.server.store.league_schema import leagues, season_games, season_players, seasons
from cruachan.server.store.schema import going, holders

SeasonStatus = Literal["open", "playing", "over", "cancelled"]
"""How a season stands."""
OPEN: SeasonStatus = "open"
PLAYING: SeasonStatus = "playing"
OVER: SeasonStatus = "over"
CANCELLED: SeasonStatus = "cancelled"


class StoredLeague(NamedTuple):
    """A league as it is stored."""

    id: str
    name: str
    owner: str | None
    setting: str
    created: int


class StoredSeason(NamedTuple):
    """A season of a league."""

    league: str
    number: int
    status: SeasonStatus
    begun: int = 0
    ended: int = 0


class SeasonPlayer(NamedTuple):
    """Somebody who plays in a season."""

    league: str
    season: int
    person: str
    joined: int
    division: int = 0
    number: int = 0
    withdrawn: bool = False


class SeasonGame(NamedTuple):
    """A table of a round; without one, a bye of its only person."""

    league: str
    season: int
    division: int
    round: int
    number: int
    table: str | None
    persons: tuple[str, ...]
    """By their ids, in the order of the seats."""
    at: int


# Writing

_season = (
    seasons.c.league == bindparam("that_league"),
    seasons.c.number == bindparam("that_season"),
)
_player = (
    season_players.c.league == bindparam("that_league"),
    season_players.c.season == bindparam("that_season"),
    season_players.c.person == bindparam("that_person"),
)
ADD_LEAGUE = insert(leagues)
GIVE_LEAGUE = (
    update(leagues)
    .where(leagues.c.id == bindparam("that_league"))
    .values(owner=bindparam("new_owner"))
)
ADD_SEASON = insert(seasons)
SET_STATUS = (
    update(seasons)
    .where(*_season, seasons.c.status == bindparam("old_status"))
    .values(
        status=bindparam("new_status"), begun=bindparam("new_begun"), ended=bindparam("new_ended")
    )
)
"""Must find its season: of two servers that begin or end it, one does."""
ADD_PLAYER = insert(season_players)
DROP_PLAYER = delete(season_players).where(*_player)
WITHDRAW = update(season_players).where(*_player).values(withdrawn=True)
PLACE = (
    update(season_players)
    .where(*_player)
    .values(division=bindparam("new_division"), number=bindparam("new_number"))
)
ADD_GAME = insert(season_games)
KINDS: tuple[Statement, ...] = (
    ADD_LEAGUE,
    GIVE_LEAGUE,
    ADD_SEASON,
    SET_STATUS,
    DROP_PLAYER,
    ADD_PLAYER,
    WITHDRAW,
    PLACE,
    ADD_GAME,
)
"""In which order they are written."""
UNLESS_THERE = (ADD_PLAYER,)
MUST_FIND: dict[object, str] = {SET_STATUS: "another server has begun or ended the season"}


def add_league(league: StoredLeague) -> Job:
    """A new league, its first season open."""
    return [(ADD_LEAGUE, league._asdict()), *add_season(league.id, 1)]


def add_season(league: str, number: int) -> Job:
    """Store a season that is open for players to join."""
    return [(ADD_SEASON, StoredSeason(league, number, OPEN)._asdict())]


def give_league(league: str, owner: str | None) -> Job:
    """Somebody else organises a league from now on, or nobody."""
    return [(GIVE_LEAGUE, {"that_league": league, "new_owner": owner})]


def set_status(before: StoredSeason, after: StoredSeason) -> Job:
    """A season that begins or ends, unless it has meanwhile."""
    return [
        (
            SET_STATUS,
            {
                "that_league": before.league,
                "that_season": before.number,
                "old_status": before.status,
                "new_status": after.status,
                "new_begun": after.begun,
                "new_ended": after.ended,
            },
        )
    ]


def _that(player: SeasonPlayer) -> Parameters:
    return {
        "that_league": player.league,
        "that_season": player.season,
        "that_person": player.person,
    }


def add_player(player: SeasonPlayer) -> Job:
    """Store a player who joins."""
    return [(ADD_PLAYER, player._asdict())]


def drop_player(player: SeasonPlayer) -> Job:
    """Delete a player who leaves before the season begins."""
    return [(DROP_PLAYER, _that(player))]


def withdraw(player: SeasonPlayer) -> Job:
    """Mark a player as withdrawn: she gets no more tables."""
    return [(WITHDRAW, _that(player))]


def set_division(player: SeasonPlayer) -> Job:
    """Store the division and number of a player."""
    new = {"new_division": player.division, "new_number": player.number}
    return [(PLACE, {**_that(player), **new})]


def add_game(game: SeasonGame) -> Job:
    """A table of a round, or a bye."""
    return [(ADD_GAME, game._asdict() | {"persons": json.dumps(game.persons)})]


# Reading


def all_leagues(connection: Connection, most: int) -> list[StoredLeague]:
    """The newest leagues, the newest first."""
    wanted = select(leagues).order_by(leagues.c.created.desc(), leagues.c.id).limit(most)
    return [StoredLeague(*row) for row in connection.execute(wanted)]


def league(connection: Connection, id_: str) -> StoredLeague | None:
    """A league by its id."""
    found = connection.execute(select(leagues).where(leagues.c.id == id_)).first()
    return None if found is None else StoredLeague(*found)


def owned_by(connection: Connection, person: str) -> list[StoredLeague]:
    """The leagues that somebody organises, the oldest first."""
    wanted = select(leagues).where(leagues.c.owner == person).order_by(leagues.c.created)
    return [StoredLeague(*row) for row in connection.execute(wanted)]


def seasons_of(connection: Connection, ids: Collection[str]) -> list[StoredSeason]:
    """The seasons of leagues, the first first."""
    wanted = select(seasons).where(seasons.c.league.in_(list(ids)))
    ordered = wanted.order_by(seasons.c.league, seasons.c.number)
    return [StoredSeason(*row) for row in connection.execute(ordered)]


def seasons_played(connection: Connection) -> list[StoredSeason]:
    """The seasons that are played now."""
    wanted = select(seasons).where(seasons.c.status == PLAYING)
    ordered = wanted.order_by(seasons.c.league, seasons.c.number)
    return [StoredSeason(*row) for row in connection.execute(ordered)]


def players(connection: Connection, id_: str, season: int) -> list[SeasonPlayer]:
    """The players of a season, by division and number; before it begins, as they joined."""
    own = season_players.c
    wanted = select(season_players).where(own.league == id_, own.season == season)
    ordered = wanted.order_by(own.division, own.number, own.joined, own.person)
    return [SeasonPlayer(*row) for row in connection.execute(ordered)]


def counts(connection: Connection, ids: Collection[str]) -> dict[tuple[str, int], int]:
    """The number of players in each season of these leagues."""
    own = season_players.c
    wanted = select(own.league, own.season, func.count()).where(own.league.in_(list(ids)))
    return {
        (row[0], row[1]): row[2]
        for row in connection.execute(wanted.group_by(own.league, own.season))
    }


def joined_by(connection: Connection, person: str) -> list[SeasonPlayer]:
    """The seasons in which somebody plays or played."""
    own = season_players.c
    wanted = select(season_players).where(own.person == person)
    return [SeasonPlayer(*row) for row in connection.execute(wanted.order_by(own.joined))]


def games(connection: Connection, id_: str, season: int) -> list[SeasonGame]:
    """The tables and byes of a season, round by round."""
    own = season_games.c
    wanted = select(season_games).where(own.league == id_, own.season == season)
    ordered = wanted.order_by(own.division, own.round, own.number)
    return [_game(row) for row in connection.execute(ordered)]


def _game(row: Any) -> SeasonGame:
    values = row._asdict()
    return SeasonGame(**values | {"persons": tuple(json.loads(values["persons"]))})


class TableEnds(NamedTuple):
    """What became of tables."""

    results: dict[str, TableResult]
    going: frozenset[str]
    """The tables of a season at which a game still goes on."""


def ends(connection: Connection, tables: Collection[str]) -> TableEnds:
    """What became of some tables."""
    found = {each.table: each for each in results_at(connection, tables)}
    wanted = select(going.c.table).where(going.c.table.in_(list(tables)))
    return TableEnds(found, frozenset(connection.execute(wanted).scalars()))


def first_holders(connection: Connection, persons: Collection[str]) -> dict[str, bytes]:
    """In whose names persons take new seats, by their ids."""
    wanted = select(holders.c.person, holders.c.hash).where(
        and_(holders.c.person.in_(list(persons)), holders.c.first)
    )
    return {row.person: bytes(row.hash) for row in connection.execute(wanted)}
