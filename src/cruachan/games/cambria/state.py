"""The records of Cambria: the box that does not change, and the state that does."""

from cruachan.engine.record import Ints, Record, many, one

FORTS = 16
ROADS = 28
SHIPS = 5
COLOURS = 5
SOLDIERS = 5
"""Of each colour."""
DUMMY = 2
"""The colour of the dummy in a game of two (C9.1)."""
LAST_FORTS = 6
"""The game ends with this many forts left, or fewer (C8.1)."""
# fmt: off
BEGUN_WITH = (
    0, 1, 0, 0, 0,
    0, 1, 2, 0, 0,
    0, 1, 1, 2, 0,
    0, 0, 1, 2, 2,
)
# fmt: on
"""The points of a fair start in the order of play: a row for two players, for three, ... (C10.1)"""
MOST_TURNS = 100
"""Of each player (C8.7)."""

AT_SEA = -1
"""Where the legion is when it stands at the standard."""

(
    START,
    SETUP_ROLL,
    SETUP,
    DUMMY_ROLL,
    DUMMY_PLACE,
    DUMMY_FROM,
    ROLL,
    ACT,
    FROM,
    BOARD,
    BOARD_FROM,
    OVER,
) = range(12)
"""What the game waits for: the lot; in the setup a roll and a soldier; for the dummy a roll, a road
and a soldier to move; a roll; the play; the soldier that moves; a ship; the soldier that boards;
nothing."""


class BoardTables(Record):
    """A board as the rules need it."""

    ends: Ints = many("i2", 2 * ROADS)
    """The two forts of each road."""
    roads: Ints = many("i8", FORTS)
    """For each fort the set of its roads."""
    value: Ints = many("i2", FORTS)
    """For each fort its value."""
    reach: Ints = many("i8", 7)
    """For each number the set of roads at forts of that value; none for 0 and 1."""


class State(Record):
    """Everything that changes in a game of Cambria."""

    held: Ints = many("i8", COLOURS)
    """The set of roads each colour's soldiers stand on."""
    supply: Ints = many("i2", COLOURS)
    """Soldiers in the supply."""
    ship: Ints = many("i2", SHIPS)
    """Who is on the ships 2 to 6: a colour + 1, or 0 for nobody."""
    fort: Ints = many("i2", FORTS)
    """Who stormed each fort: a colour + 1, or 0 while it stands."""
    vp: Ints = many("i2", FORTS)
    """Who has its VP marker: a colour + 1, 0 while it lies there, -1 when it left the game."""
    legion: int = one("i2")
    """The road the legion stands on, or AT_SEA."""
    seats: int = one("i2")
    """How many play: 2 to 5."""
    start: int = one("i2")
    """The start player."""
    turn: int = one("i2")
    """Whose turn it is."""
    turns: int = one("i2")
    """How many turns have been finished."""
    phase: int = one("i2")
    """What the game waits for."""
    first: int = one("i2")
    second: int = one("i2")
    """The numbers that lie there; a single die is the first."""
    replaced: int = one("i2")
    """1 when a ship's number lies in place of a die."""
    target: int = one("i2")
    """The road a soldier moves to, while it is still to be chosen, or the ship it boards."""
    fair: int = one("i2")
    """1 with the option fair start (C10)."""
