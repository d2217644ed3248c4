"""The records of Cairn."""

from cruachan.engine.record import Ints, Record, many, one

CAIRNS = 3
MOST_STONES = 9
TAKEN = 3
"""How many stones may be taken at once."""
START, TURN, OVER = range(3)


class BoardTables(Record):
    """The board as the rules need it."""

    stones: Ints = many("i2", CAIRNS)


class State(Record):
    """A position."""

    stones: Ints = many("i2", CAIRNS)
    seats: int = one("i2")
    turn: int = one("i2")
    """Whose turn it is, or whose was the last one."""
    plays: int = one("i2")
    """Turns finished."""
    phase: int = one("i2")
