"""A board as the rules need it: counties and colours by number."""

from __future__ import annotations

from collections.abc import Sequence

from cruachan.games.hibernia.board import COLOURS, Board
from cruachan.games.hibernia.state import BoardTables

Borders = Sequence[set[int]]
"""For each county the counties adjacent to it."""


def make_board_tables(board: Board) -> BoardTables:
    """The board as the rules need it."""
    index = {county.name: number for number, county in enumerate(board.counties)}
    return make_tables(
        [{index[name] for name in county.neighbours} for county in board.counties],
        [COLOURS.index(county.colour) for county in board.counties],
        [number for number, county in enumerate(board.counties) if county.castle],
        [COLOURS.index(colour) for colour in board.track],
    )


def make_tables(
    neighbours: Borders, colours: Sequence[int], castles: Sequence[int], track: Sequence[int]
) -> BoardTables:
    """The tables computed from the numbers of a board."""
    tables = BoardTables.new()
    for county, beside in enumerate(neighbours):
        near = set(beside)
        for other in beside:
            near |= neighbours[other]
        tables.neighbours[county] = _set(beside)
        tables.near[county] = _set(near - {county})
        tables.colour[county] = colours[county]
        tables.of_colour[colours[county]] |= 1 << county
    tables.castle[:] = castles
    tables.length = len(track)
    tables.track[: len(track)] = track
    return tables


def _set(places: set[int]) -> int:
    return sum(1 << place for place in places)
