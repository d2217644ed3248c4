"""What a position of Cambria is worth: the hand-made judgement of the greedy bot."""

from cruachan.engine.bits import count, lowest
from cruachan.engine.capabilities import (
    EXPERT_PROOF,
    MASTER_PROOF,
    MASTER_SECONDS,
    GameBots,
    SearchLevel,
)
from cruachan.engine.record import rule
from cruachan.games.cambria import rules
from cruachan.games.cambria.state import (
    BOARD_FROM,
    COLOURS,
    DUMMY_FROM,
    FORTS,
    FROM,
    BoardTables,
    State,
)

LEAD = 0.8
"""What leading at a fort is worth, by the share of its roads that are held by soldiers."""
SHARED = 0.35
SECOND = 0.6
"""The value of a shared lead, and of a strict second place with its VP marker."""
ROAD = 0.12
"""A road of one's own, at each end where the fort still stands."""
RIVAL = 0.5
"""How much the leading rival's standing counts against one's own."""

LEVELS = {
    "learner": SearchLevel(slack=0.055),
    "steady": SearchLevel(slack=0.03),
    "strong": SearchLevel(),
    "expert": SearchLevel(playouts=1000, proof=EXPERT_PROOF),
    "master": SearchLevel(seconds=MASTER_SECONDS, proof=MASTER_PROOF),
}
"""How well the bots play."""


@rule
def prospect(board: BoardTables, state: State, fort: int, colour: int) -> float:
    """The points a colour may hope for at a fort that stands."""
    roads = board.roads[fort]
    own = count(state.held[colour] & roads)
    if own == 0:
        return 0.0
    ahead = 0
    level = 0
    for other in range(COLOURS):
        number = count(state.held[other] & roads)
        if other != colour and number > own:
            ahead += 1
        elif other != colour and number == own:
            level += 1
    value = board.value[fort]
    filled = count(rules.soldiers(state) & roads) / value
    share = 0.0
    if ahead == 0:
        share = (SHARED if level else LEAD) * value
    elif ahead == 1 and level == 0:
        share = SECOND * rules.marker_points(value)
    return float(ROAD * own + share * filled * filled)


@rule
def standing(board: BoardTables, state: State, colour: int) -> float:
    """How well a colour stands, in points."""
    worth = float(rules.points(board, state, colour))
    for fort in range(FORTS):
        if state.fort[fort] == 0:
            worth += prospect(board, state, fort, colour)
    return worth


@rule
def value(board: BoardTables, state: State, seat: int) -> float:
    """What the position is worth to a seat, in points."""
    rival = 0.0
    for other in range(state.seats):
        if other != seat:
            rival = max(rival, standing(board, state, other))
    return standing(board, state, seat) - RIVAL * rival


@rule
def use(board: BoardTables, state: State, road: int) -> int:
    """The points of the standing forts at the ends of a road."""
    total = 0
    for end in range(2):
        fort = board.ends[2 * road + end]
        if state.fort[fort] == 0:
            total += board.value[fort]
    return total


@rule
def settle(board: BoardTables, state: State) -> None:
    """Let the soldier move that is of the least use where it stands."""
    phase = state.phase
    if phase in (FROM, BOARD_FROM, DUMMY_FROM):
        roads = state.held[rules.mover(state)]
        best = lowest(roads)
        while roads:
            road = lowest(roads)
            roads &= roads - 1
            if use(board, state, road) < use(board, state, best):
                best = road
        rules.move_from(board, state, best)


RATINGS = {
    2: {
        "expert": 1893,
        "strong": 1719,
        "steady": 1500,
        "learner": 1294,
        "greedy": 1271,
        "random": 989,
    },
}
"""How strong the bots are, by the number of players: see docs/bots.md."""

BOTS = GameBots(value=value, settle=settle, levels=LEVELS, ratings=RATINGS)
