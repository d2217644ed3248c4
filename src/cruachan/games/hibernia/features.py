"""What the learned judgement sees of a position of Hibernia."""

from cruachan.engine.bits import count, lowest
from cruachan.engine.record import Ints, rule
from cruachan.games.hibernia import rules
from cruachan.games.hibernia.bots import next_steps
from cruachan.games.hibernia.state import COUNTIES, PLAYERS, PLAYS, BoardTables, State

AHEAD = 6
"""So many spaces of the track before a marker are seen."""
HELD = 3
"""What is seen of a county: who holds it, a second and a third warrior."""
OWN = 4 * AHEAD + 4 * 3 + 14
"""What is seen of each player."""
SEATS_FROM = COUNTIES * PLAYERS * HELD
TABLE_FROM = SEATS_FROM + PLAYERS * OWN
ANY_BOARD = False
INPUTS = TABLE_FROM + 6 + 3 + PLAYERS + 2
"""The faces of the die, which plays are open, the start player, the options."""


@rule(inline=True)
def colour_of(state: State, place: int) -> int:
    """The colour that is so many places after the player whose turn it is; neutral is the last."""
    if place >= state.seats:
        return place
    return int((state.turn + place) % state.seats)


@rule
def land(state: State, x: Ints) -> None:
    """Who holds each county, and how firmly."""
    for place in range(PLAYERS):
        held = state.held[colour_of(state, place)]
        while held:
            county = lowest(held)
            held &= held - 1
            at = (county * PLAYERS + place) * HELD
            there = state.warriors[county]
            x[at] = 1.0
            if there > 1:
                x[at + 1] = 1.0
            if there > 2:
                x[at + 2] = 0.5 * (there - 2)


@rule
def player(box: BoardTables, state: State, place: int, x: Ints) -> None:
    """How far a player is, what lies ahead of the marker, and what would be scored now."""
    seat = colour_of(state, place)
    at = SEATS_FROM + place * OWN
    steps = state.steps[seat]
    held = state.held[seat]
    for ahead in range(AHEAD):
        x[at + 4 * ahead + box.track[(steps + 1 + ahead) % box.length]] = 1.0
    at += 4 * AHEAD
    for colour in range(4):
        number = count(held & box.of_colour[colour])
        for least in range(3):
            if number > least:
                x[at + 3 * colour + least] = 1.0
    at += 12
    best = 0
    for other in range(state.seats):
        if other != seat:
            best = max(best, state.steps[other])
    coming = next_steps(box, state, seat)
    protected = rules.pairs(box, state, held)
    x[at] = steps / box.length
    x[at + 1] = max(0, steps - best) * 0.1
    x[at + 2] = max(0, best - steps) * 0.1
    x[at + 3] = max(0, steps + 8 - box.length) * 0.125
    x[at + 4] = 1.0 if steps + coming >= box.length else 0.0
    x[at + 5] = coming * 0.25
    x[at + 6] = 1.0 if coming > 2 else 0.0
    x[at + 7] = count(held) * 0.1
    x[at + 8] = state.supply[seat] * 0.1
    x[at + 9] = 1.0 if state.supply[seat] > 0 else 0.0
    x[at + 10] = state.shield[seat] * 0.1
    x[at + 11] = 1.0 if protected == 0 else 0.0
    x[at + 12] = 1.0 if protected == 1 else 0.0
    x[at + 13] = max(0, steps + coming - best) * 0.1


@rule
def features(box: BoardTables, state: State, x: Ints) -> None:
    """Write what is seen into `x`, which holds zeros."""
    land(state, x)
    for place in range(state.seats):
        player(box, state, place, x)
    if state.seats < PLAYERS:
        neutral = SEATS_FROM + (PLAYERS - 1) * OWN
        x[neutral] = count(state.held[PLAYERS - 1]) * 0.1
    at = TABLE_FROM
    if state.phase == PLAYS:
        x[at + state.die] = 1.0
        x[at + 6] = state.die_open
        x[at + 7] = state.wild_open
        x[at + 8] = 1.0
    at += 9
    x[at + (state.start - state.turn) % state.seats] = 1.0
    x[at + PLAYERS] = state.harder
    x[at + PLAYERS + 1] = 1.0 if state.round_number == 1 else 0.0
