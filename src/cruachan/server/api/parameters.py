"""Parameters of paths and queries that several endpoints take; every text has a greatest length."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import Header, Path, Query

from cruachan.server.tables.requests import LONGEST, PATTERN, SHORTEST

LONGEST_NAME = 64
"""Characters of an id or a name in an address."""
LONGEST_SEARCH = 200
"""Characters of what somebody searches for."""

TableId = Annotated[str, Path(max_length=LONGEST_NAME, description="The table's id.")]
GameName = Annotated[str, Path(max_length=LONGEST_NAME, description="The name of the game.")]
Find = Annotated[
    str,
    Query(
        max_length=LONGEST_SEARCH, description="A number of a rule or words of it; else all rules."
    ),
]
OnBoard = Annotated[
    str | None, Query(max_length=LONGEST_NAME, description="The board; else the usual one.")
]
Digest = Annotated[
    str | None,
    Query(
        max_length=LONGEST_NAME,
        description="The digest that the catalogue has for the board: the answer may be kept then.",
    ),
]
LISTED = 200
"""How many tables a list has where nobody says how many."""
MOST_LISTED = 500
ListLimit = Annotated[
    int, Query(ge=1, le=MOST_LISTED, description="How many tables are listed at most.")
]
Skip = Annotated[
    int, Query(ge=0, le=10**6, description="How many tables of the list to leave out before.")
]
WithStatus = Annotated[
    Literal["open", "playing", "over", "closed"] | None,
    Query(description="Only tables with this status."),
]
OfGame = Annotated[
    str | None, Query(max_length=LONGEST_NAME, description="Only tables of this game.")
]
Waiting = Annotated[bool, Query(description="Only tables that wait for one.")]
ThingId = Annotated[str, Path(max_length=LONGEST_NAME, description="Its id.")]
RequestKey = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=SHORTEST,
        max_length=LONGEST,
        pattern=PATTERN,
        description="A random text: the same request sent again with it makes nothing new.",
    ),
]
