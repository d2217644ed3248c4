"""The moves of Hibernia: each is a number, and what it stands for is told here alone."""

from typing import NamedTuple

from cruachan.engine.record import rule
from cruachan.games.hibernia.state import COUNTIES, PLAYERS

# A kind of move is called by its first number.
MARCH = 0
MARCH_WILD = MARCH + COUNTIES
RAISE = MARCH_WILD + COUNTIES
RAISE_WILD = RAISE + 1
PULL_FROM = RAISE_WILD + 1
LOT_START = PULL_FROM + COUNTIES
LOT_CASTLES = LOT_START + PLAYERS
FACE = LOT_CASTLES + 24
MOVES = FACE + 6
NO_MOVE = -1

OF_CHANCE = (LOT_START, LOT_CASTLES, FACE)


class MoveParts(NamedTuple):
    """What a move is about; 0 where there is nothing to say."""

    kind: int
    """MARCH, RAISE, PULL_FROM, LOT_START, LOT_CASTLES, FACE or NO_MOVE."""
    county: int
    wild: int
    """1 for a march or a raising that uses the wild play."""
    number: int
    """Who starts, the lot of the castles, the face of the die."""


@rule(inline=True)
def decode(move: int) -> MoveParts:
    """What a number stands for as a move."""
    if move < 0 or move >= MOVES:
        return MoveParts(NO_MOVE, 0, 0, 0)
    if move < MARCH_WILD:
        return MoveParts(MARCH, move - MARCH, 0, 0)
    if move < RAISE:
        return MoveParts(MARCH, move - MARCH_WILD, 1, 0)
    if move < PULL_FROM:
        return MoveParts(RAISE, 0, move - RAISE, 0)
    if move < LOT_START:
        return MoveParts(PULL_FROM, move - PULL_FROM, 0, 0)
    if move < LOT_CASTLES:
        return MoveParts(LOT_START, 0, 0, move - LOT_START)
    if move < FACE:
        return MoveParts(LOT_CASTLES, 0, 0, move - LOT_CASTLES)
    return MoveParts(FACE, 0, 0, move - FACE)
