"""The moves of Cambria: each is a number, and what it stands for is told here alone."""

from typing import NamedTuple

from cruachan.engine.record import rule
from cruachan.games.cambria.state import COLOURS, ROADS, SHIPS

# A kind of move is called by its first number.
PLACE = 0
LEGION = PLACE + ROADS
MOVE_FROM = LEGION + ROADS
REPLACE = MOVE_FROM + ROADS
"""Ship and die: REPLACE + 2 * ship + die."""
EMBARK = REPLACE + 2 * SHIPS
STAY = EMBARK + SHIPS
PASS = STAY + 1
LOT_START = PASS + 1
DIE = LOT_START + COLOURS
DICE = DIE + 6
MOVES = DICE + 36
NO_MOVE = -1

OF_A_ROAD = (PLACE, LEGION, MOVE_FROM)
"""The kinds that are about a road."""
OF_CHANCE = (LOT_START, DIE, DICE)


class MoveParts(NamedTuple):
    """What a move is about; 0 where there is nothing to say."""

    kind: int
    """PLACE, LEGION, MOVE_FROM, ... or NO_MOVE."""
    road: int
    ship: int
    first: int
    """What a die shows; who starts; which die a ship's number replaces: 0 the first, 1 the
    second."""
    second: int
    """What the second of two dice shows."""


@rule(inline=True)
def decode(move: int) -> MoveParts:
    """What a number stands for as a move."""
    if move < 0 or move >= MOVES:
        return MoveParts(NO_MOVE, 0, 0, 0, 0)
    if move < LEGION:
        return MoveParts(PLACE, move - PLACE, 0, 0, 0)
    if move < MOVE_FROM:
        return MoveParts(LEGION, move - LEGION, 0, 0, 0)
    if move < REPLACE:
        return MoveParts(MOVE_FROM, move - MOVE_FROM, 0, 0, 0)
    if move < EMBARK:
        return MoveParts(REPLACE, 0, (move - REPLACE) // 2, (move - REPLACE) % 2, 0)
    if move < STAY:
        return MoveParts(EMBARK, 0, move - EMBARK, 0, 0)
    if move < LOT_START:
        return MoveParts(STAY if move == STAY else PASS, 0, 0, 0, 0)
    if move < DIE:
        return MoveParts(LOT_START, 0, 0, move - LOT_START, 0)
    if move < DICE:
        return MoveParts(DIE, 0, 0, move - DIE + 1, 0)
    return MoveParts(DICE, 0, 0, (move - DICE) // 6 + 1, (move - DICE) % 6 + 1)
