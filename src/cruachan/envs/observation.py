"""What a seat sees, as a row of numbers from 0 to 1 for a network.

The `ObservationSpec` of a game lists its parts, in their order in the row, and has the rule
`observe`, which writes them. Seats are told as seen by the one who looks: first herself, then those
after her in the order of play, so that one network can play every seat. Colours nobody plays keep
their place.
"""

from __future__ import annotations

from typing import Any

from cruachan.engine.capabilities import ObservationSpec
from cruachan.engine.kernel import KernelGame
from cruachan.engine.record import Ints, rule
from cruachan.games import GAMES


def observation_of(game: KernelGame[Any, Any, Any]) -> ObservationSpec | None:
    """How a game is seen; None where its description names no observation."""
    return GAMES[game.name].observation if game.name in GAMES else None


def places(seen: ObservationSpec) -> dict[str, slice]:
    """The slice of each part in the row of an observation."""
    found, at = {}, 0
    for each in seen.parts:
        found[each.name] = slice(at, at + each.size)
        at += each.size
    return found


@rule
def relative(colour: int, seat: int, seats: int) -> int:
    """How many places after a seat a colour plays."""
    after = int(colour) - seat
    if colour >= seats:
        return int(colour)
    return after if after >= 0 else after + int(seats)


@rule
def put_set(row: Any, at: int, members: int, size: int) -> int:
    """A set of places: 1 for each that is in it. Returns where the row goes on."""
    for place in range(size):
        row[at + place] = (int(members) >> place) & 1
    return at + size


@rule
def put_equal(row: Any, at: int, values: Ints, value: int) -> int:
    """Which of several are equal to a value: 1 for each."""
    for place in range(len(values)):
        row[at + place] = int(values[place] == value)
    return at + len(values)


@rule
def put_one(row: Any, at: int, value: int, size: int) -> int:
    """One of several: 1 at its place, nothing where it is none of them."""
    if 0 <= value < size:
        row[at + int(value)] = 1
    return at + size


@rule
def put_share(row: Any, at: int, value: int, most: int) -> int:
    """A number as its share of the greatest one."""
    row[at] = min(max(int(value), 0) / most, 1.0)
    return at + 1
