"""What a seat sees of Cambria, as numbers."""

from typing import Any

from cruachan.engine.capabilities import ObservationPart, ObservationSpec
from cruachan.engine.record import rule
from cruachan.envs.observation import put_equal, put_one, put_set, put_share, relative
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
    ObservationPart("held", (COLOURS, ROADS), "the roads each colour's soldiers stand on"),
    ObservationPart("supply", (COLOURS,), "soldiers in the supply, of 5"),
    ObservationPart("ship", (COLOURS, SHIPS), "the ships 2 to 6 each colour is on"),
    ObservationPart("fort", (COLOURS, FORTS), "the forts each colour stormed"),
    ObservationPart("vp", (COLOURS, FORTS), "the forts whose VP markers it has"),
    ObservationPart("gone", (FORTS,), "the forts whose VP markers left the game"),
    ObservationPart(
        "legion", (ROADS + 1,), "the road the legion stands on; the last: at the standard"
    ),
    ObservationPart("start", (COLOURS,), "the start player"),
    ObservationPart("turn", (COLOURS,), "whose turn it is"),
    ObservationPart("turns", (1,), "turns finished, of 500"),
    ObservationPart("phase", (OVER + 1,), "what the game waits for"),
    ObservationPart("first", (FACES,), "the first number that lies there, 1 to 6"),
    ObservationPart("second", (FACES,), "the second one"),
    ObservationPart("replaced", (1,), "1 when a ship's number lies in place of a die"),
    ObservationPart("target", (ROADS,), "the road a soldier moves to, while it is to be chosen"),
    ObservationPart("boards", (SHIPS,), "the ship a soldier boards, while it is to be chosen"),
    ObservationPart("seats", (COLOURS,), "how many play"),
)


@rule
def observe(board: BoardTables, state: State, seat: int, row: Any) -> int:
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


OBSERVATION = ObservationSpec(observe, PARTS, ACTIONS, max_decisions=6_000, max_chances=6_000)
"""A 1 in the setup is rolled again, however often it falls."""
