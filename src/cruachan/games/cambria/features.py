"""What the learned judgement sees of a position of Cambria.

Nothing is seen of a certain road or fort, only of forts of a value: so what was learned on one
board holds on another.
"""

from cruachan.engine.bits import count
from cruachan.engine.record import Ints, rule
from cruachan.games.cambria import rules
from cruachan.games.cambria.state import (
    ACT,
    AT_SEA,
    BOARD,
    COLOURS,
    DUMMY,
    DUMMY_ROLL,
    FORTS,
    LAST_FORTS,
    SETUP,
    SETUP_ROLL,
    SHIPS,
    SOLDIERS,
    BoardTables,
    State,
)

VALUES = 5
"""Forts are worth 2 to 6."""
MISSING = 4
"""How many soldiers are missing round a fort: none but on the way of the legion, 1, 2, more."""
STANDS = 6
"""How a colour stands there: far ahead, ahead, level, second, behind, absent where others are."""
SHARES = VALUES * MISSING * STANDS
OWN = SHARES + 5 + SOLDIERS + SHIPS
"""What is seen of each colour: its forts, its points, its supply and its ships."""
TABLE_FROM = COLOURS * OWN
INPUTS = TABLE_FROM + 10 + 6 + 12 + 4 + COLOURS
"""The forts left, what is waited for, the dice, the legion, the start player."""


@rule(inline=True)
def colour_of(state: State, place: int) -> int:
    """The colour that is so many places after the player whose turn it is; the dummy is last."""
    if place >= state.seats:
        return place
    return int((state.turn + place) % state.seats)


@rule(inline=True)
def colours(state: State) -> int:
    """How many colours are on the board."""
    return DUMMY + 1 if state.seats == 2 else int(state.seats)


@rule(inline=True)
def stands(own: int, best: int, ahead: int, level: int) -> int:
    """How a colour stands at a fort: its soldiers, the most of another, how many have more."""
    if own == 0:
        return 5
    if ahead == 0:
        if level:
            return 2
        return 0 if own - best > 1 else 1
    return 3 if ahead == 1 and level == 0 else 4


@rule
def siege(board: BoardTables, state: State, fort: int, everywhere: int, x: Ints) -> None:
    """Each player's standing at a fort that is not stormed yet."""
    roads = board.roads[fort]
    there = count(everywhere & roads)
    if there == 0:
        return
    value = int(board.value[fort])
    missing = min(MISSING - 1, count(roads) - there)
    base = ((value - 2) * MISSING + missing) * STANDS
    for place in range(colours(state)):
        colour = colour_of(state, place)
        own = count(state.held[colour] & roads)
        ahead = 0
        level = 0
        best = 0
        for other in range(COLOURS):
            number = count(state.held[other] & roads)
            if other != colour:
                best = max(best, number)
                if number > own:
                    ahead += 1
                elif number == own:
                    level += 1
        x[place * OWN + base + stands(own, best, ahead, level)] += 0.5


@rule
def player(board: BoardTables, state: State, place: int, x: Ints) -> None:
    """The points, the supply and the ships of a colour."""
    colour = colour_of(state, place)
    at = place * OWN + SHARES
    own = rules.points(board, state, colour)
    best = 0
    for other in range(state.seats):
        if other != colour:
            best = max(best, rules.points(board, state, other))
    x[at] = own * 0.05
    x[at + 1] = max(0, own - best) * 0.1
    x[at + 2] = max(0, best - own) * 0.1
    x[at + 3] = rules.markers(state, colour) * 0.1
    x[at + 4] = count(state.held[colour]) * 0.2
    at += 5
    for least in range(SOLDIERS):
        if state.supply[colour] > least:
            x[at + least] = 1.0
    at += SOLDIERS
    for ship in range(SHIPS):
        if state.ship[ship] == colour + 1:
            x[at + ship] = 1.0


@rule
def legion(board: BoardTables, state: State, x: Ints, at: int) -> None:
    """Where the legion stands, by the forts at the ends of its road."""
    if state.legion == AT_SEA:
        x[at] = 1.0
        return
    for end in range(2):
        fort = board.ends[2 * int(state.legion) + end]
        if state.fort[fort] == 0:
            x[at + 1] += board.value[fort] * 0.1
        if count(state.held[state.turn] & board.roads[fort]):
            x[at + 2] += 0.5


@rule
def features(board: BoardTables, state: State, x: Ints) -> None:
    """Write what is seen into `x`, which holds zeros."""
    everywhere = rules.soldiers(state)
    for fort in range(FORTS):
        if state.fort[fort] == 0:
            siege(board, state, fort, everywhere, x)
    for place in range(colours(state)):
        player(board, state, place, x)
    at = TABLE_FROM
    left = rules.forts_left(state)
    for least in range(10):
        if left > LAST_FORTS + least:
            x[at + least] = 1.0
    at += 10
    phase = state.phase
    x[at] = 1.0 if phase in (SETUP_ROLL, SETUP) else 0.0
    x[at + 1] = 1.0 if phase == DUMMY_ROLL else 0.0
    x[at + 2] = 1.0 if phase == BOARD else 0.0
    x[at + 3] = 1.0 if phase == ACT else 0.0
    x[at + 4] = state.replaced
    x[at + 5] = 1.0 if not rules.free_ships(state) else 0.0
    at += 6
    if phase == ACT:
        x[at + state.first - 1] = 1.0
        x[at + 5 + state.second] = 1.0
    at += 12
    legion(board, state, x, at)
    x[at + 3] = count(everywhere) * 0.05
    x[at + 4 + (state.start - state.turn) % state.seats] = 1.0
