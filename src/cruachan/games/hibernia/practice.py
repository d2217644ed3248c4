"""Boards that nobody plays on: bots learn on them, so that they know no board by heart."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random

from cruachan.engine.boardfile import unreached
from cruachan.games.hibernia.board import COLOURS
from cruachan.games.hibernia.state import COUNTIES, BoardTables
from cruachan.games.hibernia.tables import Borders, make_tables

MANY = 24
"""How many boards are made."""
BORDERS = 4
"""The most borders that are removed, and the most that are added."""
LENGTHS = range(36, 56, 4)
TRIES = 20_000


def practice_boards(board: BoardTables, many: int = MANY, seed: int = 1) -> list[BoardTables]:
    """Boards like this one with other borders, colours, castles and tracks; some are smaller."""
    rng = Random(seed)
    return [_make(board, rng, COUNTIES - 4 * (number % 4 // 3)) for number in range(many)]


def _make(board: BoardTables, rng: Random, size: int) -> BoardTables:
    for _ in range(TRIES):
        neighbours = _borders(board, rng, size)
        colours = _colours(neighbours, rng)
        castles = _castles(neighbours, colours, rng)
        if castles:
            return make_tables(neighbours, colours, castles, _track(rng))
    raise ValueError("no other board can be made of this one")


def _borders(board: BoardTables, rng: Random, size: int) -> list[set[int]]:
    """The borders of so many counties, a few of them changed."""
    there = [county for county in range(COUNTIES) if board.neighbours[county]]
    kept = sorted(rng.sample(there, min(size, len(there))))
    place = {county: number for number, county in enumerate(kept)}
    found: list[set[int]] = [
        {place[other] for other in kept if int(board.neighbours[county]) >> other & 1}
        for county in kept
    ]
    joined = [(a, b) for a in range(len(kept)) for b in found[a] if a < b]
    apart = [
        (a, b)
        for a, b in combinations(range(len(kept)), 2)
        if b not in found[a] and found[a] & found[b]
    ]
    for a, b in rng.sample(joined, rng.randint(0, BORDERS)):
        found[a].remove(b)
        found[b].remove(a)
    for a, b in rng.sample(apart, rng.randint(0, BORDERS)):
        found[a].add(b)
        found[b].add(a)
    return found


def _colours(neighbours: Borders, rng: Random) -> list[int]:
    """A colour for each county, all equally often, no two neighbours alike; [] where it fails."""
    due = len(neighbours) // len(COLOURS)
    colours = [-1] * len(neighbours)
    left = set(range(len(neighbours)))
    while left:
        free = {
            county: [
                colour
                for colour in range(len(COLOURS))
                if colours.count(colour) < due
                and all(colours[other] != colour for other in neighbours[county])
            ]
            for county in left
        }
        county = min(sorted(left), key=lambda each: (len(free[each]), rng.random()))
        if not free[county]:
            return []
        colours[county] = rng.choice(free[county])
        left.remove(county)
    return colours


def _castles(neighbours: Borders, colours: Sequence[int], rng: Random) -> list[int]:
    """Four castles, one of each colour, no two adjacent; none where the board is no board."""
    graph = {str(county): [str(each) for each in near] for county, near in enumerate(neighbours)}
    if not colours or unreached(graph):
        return []
    castles: list[int] = []
    for colour in range(len(COLOURS)):
        choices = [
            county
            for county, its in enumerate(colours)
            if its == colour and not any(castle in neighbours[county] for castle in castles)
        ]
        if not choices:
            return []
        castles.append(rng.choice(choices))
    return sorted(castles)


def _track(rng: Random) -> list[int]:
    """A track from yellow on, all colours equally often, never three of a colour in a row."""
    yellow = COLOURS.index("yellow")
    track = list(range(len(COLOURS))) * (rng.choice(LENGTHS) // len(COLOURS))
    while True:
        rng.shuffle(track)
        rows = zip(track, track[1:], track[2:], strict=False)
        if track[0] == yellow and not any(a == b == c for a, b, c in rows):
            return track
