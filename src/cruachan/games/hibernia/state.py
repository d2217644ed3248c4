"""The records of Hibernia: the box that does not change, and the state that does."""

from cruachan.engine.record import Ints, Record, many, one

COUNTIES = 20
PLAYERS = 4
"""The colours of warriors; with three players the last one is neutral (H10.1)."""
WARRIORS = 14
TRACK = 64
"""The longest track a board may have."""

BLUE, GREEN, RED, YELLOW, BLACK, PURPLE = range(6)
"""The faces of the die; the first four are the colours of counties and spaces."""

START, CASTLES, ROLL, PLAYS, PULL, OVER = range(6)
"""What the game waits for: the two lots of the setup, a roll, a play, a warrior, nothing."""

FAIR_BEFORE, FAIR = 1, 2
"""How many warriors a fair start lays on the shield: as in version 1 of the rules, and as now."""


class BoardTables(Record):
    """A board as the rules need it."""

    neighbours: Ints = many("i8", COUNTIES)
    """For each county the set of counties adjacent to it."""
    near: Ints = many("i8", COUNTIES)
    """For each county the set of counties adjacent to it or with a common neighbour (H11.2)."""
    colour: Ints = many("i2", COUNTIES)
    """The colour of each county."""
    of_colour: Ints = many("i8", 4)
    """The set of counties of each colour."""
    castle: Ints = many("i2", 4)
    """The four castle counties."""
    length: int = one("i2")
    """How many spaces the track has."""
    track: Ints = many("i2", TRACK)
    """The colour of each space; space 0 is the start space."""


class State(Record):
    """Everything that changes in a game of Hibernia."""

    held: Ints = many("i8", PLAYERS)
    """The set of counties each colour holds."""
    warriors: Ints = many("i2", COUNTIES)
    """How many warriors stand in each county."""
    supply: Ints = many("i2", PLAYERS)
    """Warriors ready to march; for the neutral colour, those in the box."""
    shield: Ints = many("i2", PLAYERS)
    """Fallen warriors."""
    steps: Ints = many("i2", PLAYERS)
    """Steps made on the track."""
    seats: int = one("i2")
    """How many play: 3 or 4."""
    harder: int = one("i2")
    """1 in the harder game (H11)."""
    start: int = one("i2")
    """The start player."""
    turn: int = one("i2")
    """Whose turn it is."""
    round_number: int = one("i2")
    """The number of the round, from 1."""
    phase: int = one("i2")
    """What the game waits for."""
    die: int = one("i2")
    """The face rolled this turn."""
    die_open: int = one("i2")
    """1 while the play of the die is still to be made."""
    wild_open: int = one("i2")
    """1 while the wild play is still to be made."""
    target: int = one("i2")
    """The county marched into, while warriors are missing."""
    host: int = one("i2")
    """Warriors of that march already in hand."""
    missing: int = one("i2")
    """Warriors of that march still to be taken from other counties."""
    fair: int = one("i2")
    """0 without the option fair start (H12), else FAIR or FAIR_BEFORE."""
