"""What a seat sees of Hibernia, as numbers."""

from typing import Any

from cruachan.engine.capabilities import ObservationPart, ObservationSpec
from cruachan.engine.record import rule
from cruachan.envs.observation import put_one, put_set, put_share, relative
from cruachan.games.hibernia.moves import LOT_START
from cruachan.games.hibernia.state import (
    COUNTIES,
    OVER,
    PLAYERS,
    PULL,
    TRACK,
    WARRIORS,
    BoardTables,
    State,
)

ACTIONS = LOT_START
AHEAD = 6
"""The spaces of the track ahead of each marker that are encoded."""
FACES = 6
ROUNDS = 100

PARTS = (
    ObservationPart("held", (PLAYERS, COUNTIES), "the counties each colour holds"),
    ObservationPart("warriors", (COUNTIES,), "warriors in each county, of 14"),
    ObservationPart("supply", (PLAYERS,), "each colour's warriors ready to march, of 14"),
    ObservationPart("shield", (PLAYERS,), "each colour's fallen warriors, of 14"),
    ObservationPart("steps", (PLAYERS,), "steps made on the track, of 64"),
    ObservationPart("ahead", (PLAYERS, AHEAD, 4), "the colours of the next spaces of the track"),
    ObservationPart("start", (PLAYERS,), "the start player"),
    ObservationPart("turn", (PLAYERS,), "whose turn it is"),
    ObservationPart("phase", (OVER + 1,), "what the game waits for"),
    ObservationPart("die", (FACES,), "the face rolled this turn"),
    ObservationPart("die_open", (1,), "1 while the play of the die is still to be made"),
    ObservationPart("wild_open", (1,), "1 while the wild play is still to be made"),
    ObservationPart("target", (COUNTIES,), "the county marched into, while warriors are missing"),
    ObservationPart("host", (1,), "warriors of that march in hand, of 14"),
    ObservationPart("missing", (1,), "warriors of that march still to be taken, of 14"),
    ObservationPart("seats", (PLAYERS,), "how many play"),
    ObservationPart("harder", (1,), "1 in the harder game"),
    ObservationPart("round_number", (1,), "the number of the round, of 100"),
)


@rule
def observe(board: BoardTables, state: State, seat: int, row: Any) -> int:
    """Write what the seat sees into a row of zeros."""
    seats = int(state.seats)
    at = 0
    for colour in range(PLAYERS):
        put_set(row, at + relative(colour, seat, seats) * COUNTIES, state.held[colour], COUNTIES)
    at += PLAYERS * COUNTIES
    for county in range(COUNTIES):
        at = put_share(row, at, state.warriors[county], WARRIORS)
    for colour in range(PLAYERS):
        place = at + relative(colour, seat, seats)
        put_share(row, place, state.supply[colour], WARRIORS)
        put_share(row, place + PLAYERS, state.shield[colour], WARRIORS)
        put_share(row, place + 2 * PLAYERS, state.steps[colour], TRACK)
    at += 3 * PLAYERS
    for player in range(seats):
        space = at + relative(player, seat, seats) * AHEAD * 4
        step = state.steps[player] % board.length
        for _ in range(AHEAD):
            step = step + 1 if step + 1 < board.length else 0
            space = put_one(row, space, board.track[step], 4)
    at += PLAYERS * AHEAD * 4
    return observe_turn(state, seat, row, at)


@rule
def observe_turn(state: State, seat: int, row: Any, at: int) -> int:
    """The rest of the row: whose turn it is, and what is asked."""
    at = put_one(row, at, relative(state.start, seat, state.seats), PLAYERS)
    at = put_one(row, at, relative(state.turn, seat, state.seats), PLAYERS)
    at = put_one(row, at, state.phase, OVER + 1)
    at = put_one(row, at, state.die, FACES)
    at = put_share(row, at, state.die_open, 1)
    at = put_share(row, at, state.wild_open, 1)
    at = put_one(row, at, state.target if state.phase == PULL else -1, COUNTIES)
    at = put_share(row, at, state.host, WARRIORS)
    at = put_share(row, at, state.missing, WARRIORS)
    at = put_one(row, at, state.seats - 1, PLAYERS)
    at = put_share(row, at, state.harder, 1)
    return put_share(row, at, state.round_number, ROUNDS)


OBSERVATION = ObservationSpec(observe, PARTS, ACTIONS, max_decisions=20_000, max_chances=20_000)
"""Rules set no end; games have a few hundred decisions."""
