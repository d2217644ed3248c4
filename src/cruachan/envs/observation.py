"""What a seat sees, as a row of numbers from 0 to 1 for a network.

Each game has a room here with its `PARTS`, in their order in the row, and the rule `observe`, which
writes them. Seats are told as seen by the one who looks: first herself, then those after her in the
order of play, so that one network can play every seat. Colours nobody plays keep their place.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from cruachan.engine.kernel import KernelGame
from cruachan.engine.record import Ints, rule
from cruachan.games import part


class Part(NamedTuple):
    """A part of the row: numbers that belong together."""

    name: str
    """The field of the record it is made of, mostly."""
    shape: tuple[int, ...]
    about: str

    @property
    def size(self) -> int:
        """How many numbers it has."""
        total = 1
        for length in self.shape:
            total *= length
        return total


class Eyes(NamedTuple):
    """How one game is seen."""

    observe: Callable[[Any, Any, int, Any], int]
    """(box, state, seat, row) -> how many numbers were written; the row must be all 0 before"""
    parts: tuple[Part, ...]
    actions: int
    """The moves of players are the numbers below this; those of chance follow."""

    @property
    def size(self) -> int:
        """How many numbers the row has."""
        return sum(part.size for part in self.parts)


def eyes_of(game: KernelGame[Any, Any, Any]) -> Eyes:
    """How a game is seen, by its room here."""
    room = part(game.name, "observation")
    return Eyes(room.observe, room.PARTS, room.ACTIONS)


def places(eyes: Eyes) -> dict[str, slice]:
    """Where each part lies in the row."""
    found, at = {}, 0
    for each in eyes.parts:
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
