"""The records of Gallia Cisalpina: the box that does not change, and the state that does."""

from cruachan.engine.record import Ints, Record, many, one

COLUMNS = 4
ROWS = 3
CARDS = COLUMNS * ROWS
LANDS = CARDS - 2
DICE = 8
"""Of each player (G1.4)."""
PIPS = 6
CAPITALS = (0, CARDS - 1)
"""The cards of the two capitals, in opposite corners."""
OUTPOSTS = (1, CARDS - 2)
"""The land beside each capital in its row (G11.1)."""
TERRITORIES = 8
"""The occupied cards that win (G9.1)."""
MOST_TURNS = 200
"""Of both players together (G9.6)."""

NOWHERE = -1
"""Where a free die lies; the direction in which no card lies; a back nobody has seen."""

START, TURN, SCOUT, BACK, AMOUNT, FIGHT, GO_IN, STARVE, OVER, STEP_DONE, TURN_DONE = range(11)
"""What the game waits for: the lot; a step of the turn; a card to scout; what is on a back; how
many move; how many fight; how many go in; a warrior to take off; nothing. The last two are only
within a move: a step, or a turn, is done and its end is still to be carried out."""

FREE, BUILDING, MOVING = range(3)
"""What the turn is about: still open, oppida, armies."""


class BoardTables(Record):
    """The table as the rules need it."""

    step: Ints = many("i2", CARDS * 4)
    """The card in each of the four directions from each card, or NOWHERE."""
    shields: Ints = many("i2", LANDS)
    ears: Ints = many("i2", LANDS)
    """What is on each of the ten backs."""
    front_shields: int = one("i2")
    front_ears: int = one("i2")
    """What is on every front."""
    capital_shields: int = one("i2")
    recruits: int = one("i2")
    """The shields of a capital, and how many warriors it can recruit in a turn."""


class State(Record):
    """Everything that changes in a game of Gallia Cisalpina."""

    past_a: Ints = many("i8", MOST_TURNS)
    past_b: Ints = many("i8", MOST_TURNS)
    """The positions in which the turns began, packed in two numbers each (G9.5)."""
    card: Ints = many("i1", 2 * DICE)
    """Where each die lies: those of seat 0, then those of seat 1."""
    pips: Ints = many("i1", 2 * DICE)
    """The warriors each die shows."""
    done: Ints = many("i1", 2 * DICE)
    """1 for a die that has moved or attacked this turn."""
    back: Ints = many("i1", CARDS)
    """Which of the ten backs a card has, once somebody has seen it."""
    oppida: int = one("i2")
    """The set of cards that lie on their back."""
    turned: int = one("i2")
    """The set of cards turned this turn."""
    knows: Ints = many("i2", 2)
    """For each seat the set of cards whose back it has scouted."""
    shown: int = one("i2")
    """The set of cards whose back both have seen."""
    strict: int = one("i2")
    """1 with the option strict supply (G8.7)."""
    start: int = one("i2")
    """Who began."""
    turn: int = one("i2")
    """Whose turn it is."""
    turns: int = one("i2")
    """How many turns have been finished."""
    phase: int = one("i2")
    """What the game waits for."""
    about: int = one("i2")
    """What the turn is about."""
    look: int = one("i2")
    """The card whose back is being looked at."""
    source: int = one("i2")
    target: int = one("i2")
    """The card an army leaves, and where it goes or attacks."""
    army: int = one("i2")
    """The warriors the moving die shows, in an attack after the shields."""
    winners: int = one("i2")
    """In a won fight, how many may go in."""
    lost: int = one("i2")
    """Who lost a territory in this fight and is still to be fed: 1 the defender, 2 the attacker."""
    ending: int = one("i2")
    """1 when the turn ends as soon as nobody starves."""
    won: int = one("i2")
    """Who has won: a seat + 1, or 0 for nobody."""
    fair: int = one("i2")
    """1 with the option fair start (G11)."""
