"""What a seat sees of Cambria, as numbers."""

from typing import Any

from cruachan.engine.record import rule
from cruachan.envs.observation import Part, put_equal, put_one, put_set, put_share, relative
from cruachan.games.cambria.moves import LOT_START
from cruachan.games.cambria.state import (
    AT_SEA,
    BOARD_FROM,
    COLOURS,
    DUMMY_FROM,
    FORTS,
    FROM,
    MOST_TURNS,
    OVER,
    ROADS,
    SHIPS,
    SOLDIERS,
    BoardTables,
    State,
)

ACTIONS = LOT_START
FACES = 6

PARTS = (
    Part("held", (COLOURS, ROADS), "the roads each colour's soldiers stand on"),
    Part("supply", (COLOURS,), "soldiers in the supply, of 5"),
    Part("ship", (COLOURS, SHIPS), "the ships 2 to 6 each colour is on"),
    Part("fort", (COLOURS, FORTS), "the forts each colour stormed"),
    Part("vp", (COLOURS, FORTS), "the forts whose VP markers it has"),
    Part("gone", (FORTS,), "the forts whose VP markers left the game"),
    Part("legion", (ROADS + 1,), "the road the legion stands on; the last: at the standard"),
    Part("start", (COLOURS,), "the start player"),
    Part("turn", (COLOURS,), "whose turn it is"),
    Part("turns", (1,), "turns finished, of 500"),
    Part("phase", (OVER + 1,), "what the game waits for"),
    Part("first", (FACES,), "the first number that lies there, 1 to 6"),
    Part("second", (FACES,), "the second one"),
    Part("replaced", (1,), "1 when a ship's number lies in place of a die"),
    Part("target", (ROADS,), "the road a soldier moves to, while it is to be chosen"),
    Part("boards", (SHIPS,), "the ship a soldier boards, while it is to be chosen"),
    Part("seats", (COLOURS,), "how many play"),
)


@rule
def observe(box: BoardTables, state: State, seat: int, row: Any) -> int:
    """Write what the seat sees into a row of zeros."""
    supply = COLOURS * ROADS
    ships = supply + COLOURS
    forts = ships + COLOURS * SHIPS
    markers = forts + COLOURS * FORTS
    at = markers + COLOURS * FORTS
    for colour in range(COLOURS):
        place = relative(colour, seat, state.seats)
        put_set(row, place * ROADS, state.held[colour], ROADS)
        put_share(row, supply + place, state.supply[colour], SOLDIERS)
        put_equal(row, ships + place * SHIPS, state.ship, colour + 1)
        put_equal(row, forts + place * FORTS, state.fort, colour + 1)
        put_equal(row, markers + place * FORTS, state.vp, colour + 1)
    at = put_equal(row, at, state.vp, -1)
    at = put_one(row, at, ROADS if state.legion == AT_SEA else state.legion, ROADS + 1)
    return observe_turn(state, seat, row, at)


@rule
def observe_turn(state: State, seat: int, row: Any, at: int) -> int:
    """The rest of the row: whose turn it is, and what is asked."""
    phase = state.phase
    at = put_one(row, at, relative(state.start, seat, state.seats), COLOURS)
    at = put_one(row, at, relative(state.turn, seat, state.seats), COLOURS)
    at = put_share(row, at, state.turns, MOST_TURNS * COLOURS)
    at = put_one(row, at, phase, OVER + 1)
    at = put_one(row, at, state.first - 1, FACES)
    at = put_one(row, at, state.second - 1, FACES)
    at = put_share(row, at, state.replaced, 1)
    at = put_one(row, at, state.target if phase in (FROM, DUMMY_FROM) else -1, ROADS)
    at = put_one(row, at, state.target if phase == BOARD_FROM else -1, SHIPS)
    return put_one(row, at, state.seats - 1, COLOURS)
