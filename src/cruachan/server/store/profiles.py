"""SQL statements of profiles."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, bindparam, delete, insert, select

from cruachan.server.store.club import TableResult, results_at
from cruachan.server.store.club_schema import result_seats, results
from cruachan.server.store.jobs import Job, Statement
from cruachan.server.store.profile_schema import facts_wanted, game_facts, shown_profiles

ADD_FACTS = insert(game_facts)
WANT_FACTS = insert(facts_wanted)
DROP_WANTED = delete(facts_wanted).where(facts_wanted.c.table == bindparam("that_table"))
SHOW_PROFILE = insert(shown_profiles)
HIDE_PROFILE = delete(shown_profiles).where(shown_profiles.c.person == bindparam("that_person"))
KINDS: tuple[Statement, ...] = (WANT_FACTS, ADD_FACTS, DROP_WANTED, HIDE_PROFILE, SHOW_PROFILE)
"""The statements of a profile in the order in which they are written."""
UNLESS_THERE = (ADD_FACTS, WANT_FACTS, SHOW_PROFILE)
"""The statements that do nothing where the row exists."""
MOST_GAMES = 2000
"""The most games that a profile reads, the latest ones."""


def add_facts(table: str, data: str) -> Job:
    """Store the facts of a finished game and drop the request to count them."""
    return [
        (ADD_FACTS, {"table": table, "data": data}),
        (DROP_WANTED, {"that_table": table}),
    ]


def want_facts(tables: Collection[str], at: int) -> Job:
    """Have games counted."""
    return [(WANT_FACTS, {"table": table, "at": at}) for table in tables]


def show_profile(person: str, id_: str) -> Job:
    """Let others see a profile, under the id it has already or else this one."""
    return [(SHOW_PROFILE, {"person": person, "id": id_})]


# Reading


def last_results(connection: Connection, names: Collection[bytes]) -> list[TableResult]:
    """The last finished games in which somebody had a seat, the oldest first."""
    wanted = (
        select(results.c.table)
        .join(result_seats, result_seats.c.table == results.c.table)
        .where(result_seats.c.holder.in_(list(names)))
        .distinct()
        .order_by(results.c.at.desc())
        .add_columns(results.c.at)
        .limit(MOST_GAMES)
    )
    return results_at(connection, [row.table for row in connection.execute(wanted)])


def facts_of(connection: Connection, tables: Collection[str]) -> dict[str, str]:
    """What was counted of some games, by their tables."""
    wanted = select(game_facts).where(game_facts.c.table.in_(list(tables)))
    return {row.table: row.data for row in connection.execute(wanted)}


def next_wanted(connection: Connection) -> str | None:
    """The table whose game is to be counted next."""
    wanted = select(facts_wanted.c.table).order_by(facts_wanted.c.at, facts_wanted.c.table)
    found: str | None = connection.execute(wanted.limit(1)).scalar()
    return found


def shown_id(connection: Connection, person: str) -> str | None:
    """Under which id others may see the profile of a person, if they may."""
    wanted = select(shown_profiles.c.id).where(shown_profiles.c.person == person)
    found: str | None = connection.execute(wanted).scalar()
    return found


def shown_ids(connection: Connection, persons: Collection[str]) -> dict[str, str]:
    """The ids of profiles that others may see, by their persons."""
    wanted = select(shown_profiles).where(shown_profiles.c.person.in_(list(persons)))
    return {row.person: row.id for row in connection.execute(wanted)}


def shown_person(connection: Connection, id_: str) -> str | None:
    """The person whose profile others may see under an id."""
    wanted = select(shown_profiles.c.person).where(shown_profiles.c.id == id_)
    found: str | None = connection.execute(wanted).scalar()
    return found
