"""Parameters of paths and queries that several endpoints take; every text has a greatest length."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query

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
