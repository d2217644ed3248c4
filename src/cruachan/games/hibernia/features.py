"""What the learned judgement sees of a position of Hibernia.

No county, province or colour is seen as itself. A county is seen by who could take it and by what
its colour is worth on the track, and colours are numbered for each player by how soon the track
asks for them. So what was learned on one board holds on another.
"""

from typing import Any

from cruachan.engine.arrays import np
from cruachan.engine.bits import bit, count, lowest
from cruachan.engine.record import Ints, rule
from cruachan.games.hibernia import rules
from cruachan.games.hibernia.practice import practice_boards
from cruachan.games.hibernia.state import PLAYERS, PLAYS, BoardTables, State

__all__ = ["INPUTS", "features", "practice_boards"]

AHEAD = 8
"""The spaces of the track before a marker that are encoded."""
LEFT = 10
"""The last steps of the track that are encoded one by one."""
MOST_OF = 4
"""Counties of a colour that are told apart by number."""

# What is seen of each player, by its first input.
PLAIN = 0
AHEAD_FROM = PLAIN + 30
COLOURS_FROM = AHEAD_FROM + 4 * AHEAD
LEFT_FROM = COLOURS_FROM + 4 * MOST_OF
HELD_FROM = LEFT_FROM + LEFT
"""Counties held: how far in danger (4), how many warriors (3), what the colour is worth (3)."""
TARGETS_FROM = HELD_FROM + 4 * 3 * 3
"""Counties in reach: what a march would do (4), how many would march (3), what for (3)."""
RIVALS_FROM = TARGETS_FROM + 4 * 3 * 3
OWN = RIVALS_FROM + 3 * PLAYERS

TABLE_FROM = PLAYERS * OWN
INPUTS = TABLE_FROM + 6 + 8 + PLAYERS + 3
"""The die, which plays are open and what they could do, the start player, the options."""

TAKES, EMPTIES, BLOCKED, FREE = range(4)
"""What a march would do: take a county from somebody, leave it empty, nothing, settle it."""

# What is worked out once for all players of a position.
PAIRS, STRENGTH, COMING, WANTED, LOSSES, RANKS, REACHES = range(7)
KNOWN = 7
MEMORY = (PLAYERS, KNOWN)
"""What `features_into` needs."""


@rule(inline=True)
def colour_of(state: State, place: int) -> int:
    """The colour that is so many places after the player whose turn it is; neutral is the last."""
    if place >= state.seats:
        return place
    return int((state.turn + place) % state.seats)


@rule
def scoring(board: BoardTables, steps: int, counts: int, known: Any) -> None:
    """Walk the marker as far as the counties carry it; `counts` has a byte for each colour.

    Notes the steps, the colour that is missing then, and for each colour how many steps would be
    lost with one county less of it.
    """
    walked = 0
    losses = 0
    left = counts
    while True:
        colour = int(board.track[(steps + walked + 1) % board.length])
        if not (left >> (8 * colour)) & 255:
            break
        left -= 1 << (8 * colour)
        if not (left >> (8 * colour)) & 255:
            losses |= (walked + 1) << (8 * colour)
        walked += 1
    known[COMING] = walked
    known[WANTED] = colour
    known[LOSSES] = losses


@rule
def walk(board: BoardTables, steps: int, counts: int) -> int:
    """How many steps so many counties of each colour would score."""
    walked = 0
    while True:
        colour = int(board.track[(steps + walked + 1) % board.length])
        if not (counts >> (8 * colour)) & 255:
            return walked
        counts -= 1 << (8 * colour)
        walked += 1


@rule
def ranks(board: BoardTables, steps: int) -> int:
    """The place of each colour in the order in which the track asks for them, a byte each."""
    found = 0
    seen = 0
    order = 0
    at = steps
    while found < 4 and at < steps + board.length:
        at += 1
        colour = int(board.track[at % board.length])
        if not seen & bit(colour):
            seen |= bit(colour)
            order |= found << (8 * colour)
            found += 1
    return order


@rule
def counts_of(board: BoardTables, held: int) -> int:
    """How many counties of each colour are in a set, a byte each."""
    total = 0
    for colour in range(4):
        total |= count(held & board.of_colour[colour]) << (8 * colour)
    return total


@rule
def prepare(board: BoardTables, state: State, known: Any) -> None:
    """Work out for each player what the others are measured by."""
    for seat in range(state.seats):
        held = state.held[seat]
        known[seat, PAIRS] = rules.pairs(board, state, held)
        strength = int(state.supply[seat])
        reach = 0
        rest = held
        while rest:
            county = lowest(rest)
            rest &= rest - 1
            strength += state.warriors[county] - 1
            reach |= int(board.neighbours[county])
        known[seat, STRENGTH] = strength
        known[seat, REACHES] = reach
        known[seat, RANKS] = ranks(board, state.steps[seat])
        scoring(board, state.steps[seat], counts_of(board, held), known[seat])


@rule(inline=True)
def loss(known: Any, seat: int, colour: int) -> int:
    """How many steps less the counties of a player would score with one less of a colour."""
    used = (known[seat, LOSSES] >> (8 * colour)) & 255
    return int(known[seat, COMING] - used + 1 if used else 0)


@rule
def march_does(
    board: BoardTables, state: State, known: Any, county: int, owner: int, seat: int, need: int
) -> int:
    """What a march with so many warriors into a county of somebody else's would do."""
    there = int(state.warriors[county])
    if need > known[seat, STRENGTH] or need < there:
        return BLOCKED
    if owner < state.seats:
        total = known[owner, PAIRS]
        here = count(rules.mates(board, state, county) & state.held[owner])
        if total == 0 or here == total:
            return BLOCKED
    return TAKES if need > there else EMPTIES


@rule
def plain(board: BoardTables, state: State, seat: int, known: Any, x: Ints, at: int) -> None:
    """How far a player is, what the counties score, and how many warriors there are."""
    steps = int(state.steps[seat])
    held = state.held[seat]
    best = 0
    for other in range(state.seats):
        if other != seat:
            best = max(best, int(state.steps[other]))
    coming = int(known[seat, COMING])
    pairs = known[seat, PAIRS]
    supply = state.supply[seat]
    counts = counts_of(board, held)
    wanted = known[seat, WANTED]
    x[at] = steps / board.length
    x[at + 1] = max(0, steps - best) * 0.1
    x[at + 2] = max(0, best - steps) * 0.1
    x[at + 3] = max(0, steps + coming - best) * 0.1
    x[at + 4] = max(0, best - steps - coming) * 0.1
    x[at + 5] = coming * 0.25
    for least in range(4):
        if coming > least:
            x[at + 6 + least] = 1.0
    x[at + 10] = walk(board, steps + coming, counts) * 0.25
    x[at + 11] = (walk(board, steps, counts + (1 << (8 * wanted))) - coming) * 0.25
    x[at + 12] = 1.0 if steps + coming >= board.length else 0.0
    x[at + 13] = count(held) * 0.1
    x[at + 14] = 1.0 if pairs == 0 else 0.0
    x[at + 15] = 1.0 if pairs == 1 else 0.0
    x[at + 16] = 1.0 if pairs == 2 else 0.0
    x[at + 17] = pairs * 0.1
    x[at + 18] = supply * 0.1
    x[at + 19] = 1.0 if supply > 0 else 0.0
    x[at + 20] = 1.0 if supply > 1 else 0.0
    x[at + 21] = 1.0 if supply > 3 else 0.0
    x[at + 22] = state.shield[seat] * 0.1
    x[at + 23] = (known[seat, STRENGTH] - supply) * 0.2
    x[at + 24] = count(known[seat, REACHES] & ~held) * 0.1
    x[at + 25] = 1.0 if coming > 5 else 0.0


@rule
def track(board: BoardTables, state: State, seat: int, known: Any, x: Ints, at: int) -> None:
    """The spaces before the marker, the counties by colour, and the end of the track."""
    steps = int(state.steps[seat])
    order = known[seat, RANKS]
    for ahead in range(AHEAD):
        colour = int(board.track[(steps + 1 + ahead) % board.length])
        x[at + AHEAD_FROM + 4 * ahead + ((order >> (8 * colour)) & 255)] = 1.0
    for colour in range(4):
        number = count(state.held[seat] & board.of_colour[colour])
        place = at + COLOURS_FROM + MOST_OF * ((order >> (8 * colour)) & 255)
        for least in range(MOST_OF):
            if number > least:
                x[place + least] = 1.0
    for least in range(LEFT):
        if steps + least >= board.length:
            x[at + LEFT_FROM + least] = 1.0


@rule
def holdings(board: BoardTables, state: State, seat: int, known: Any, x: Ints, at: int) -> None:
    """The counties held: who could take them, how they are guarded, what they are good for."""
    held = state.held[seat]
    rest = held
    while rest:
        county = lowest(rest)
        rest &= rest - 1
        there = int(state.warriors[county])
        near = False
        dangers = 0
        for other in range(state.seats):
            need = count(board.neighbours[county] & state.held[other])
            if other != seat and need:
                near = True
                if march_does(board, state, known, county, seat, other, need) != BLOCKED:
                    dangers += 1
        danger = 0
        if dangers:
            danger = 2 if dangers == 1 else 3
        elif near:
            danger = 1
        worth = min(2, loss(known, seat, int(board.colour[county])))
        x[at + HELD_FROM + (danger * 3 + min(there, 3) - 1) * 3 + worth] += 0.5


@rule
def targets(board: BoardTables, state: State, place: int, known: Any, x: Ints, at: int) -> int:
    """The counties in reach: what a march would do, how large it is, what they are good for.

    Returns the set of colours that can be had with one march.
    """
    seat = colour_of(state, place)
    held = state.held[seat]
    wanted = int(known[seat, WANTED])
    colours = 0
    for other in range(PLAYERS):
        whose = colour_of(state, other)
        if whose == seat:
            continue
        hit = 0
        theirs = known[seat, REACHES] & state.held[whose]
        while theirs:
            county = lowest(theirs)
            theirs &= theirs - 1
            need = count(board.neighbours[county] & held)
            does = march_does(board, state, known, county, whose, seat, need)
            mark_target(board, held, wanted, county, need, does, x, at)
            if does == TAKES:
                colours |= bit(board.colour[county])
            if does != BLOCKED:
                x[at + RIVALS_FROM + 3 * other] += 0.25
                if whose < state.seats:
                    hit = max(hit, loss(known, whose, int(board.colour[county])))
            x[at + RIVALS_FROM + 3 * other + 1] += 0.1
        x[at + RIVALS_FROM + 3 * other + 2] = hit * 0.25
    free = known[seat, REACHES] & ~held
    for whose in range(PLAYERS):
        free &= ~state.held[whose]
    while free:
        county = lowest(free)
        free &= free - 1
        need = count(board.neighbours[county] & held)
        does = FREE if need <= known[seat, STRENGTH] else BLOCKED
        mark_target(board, held, wanted, county, need, does, x, at)
        if does == FREE:
            colours |= bit(board.colour[county])
    return colours


@rule
def chances(
    board: BoardTables, state: State, seat: int, known: Any, could: int, x: Ints, at: int
) -> None:
    """The steps that one march and a second one could add to what the counties score."""
    wanted = int(known[seat, WANTED])
    if not could & bit(wanted):
        return
    steps = int(state.steps[seat])
    counts = counts_of(board, state.held[seat]) + (1 << (8 * wanted))
    one = walk(board, steps, counts)
    x[at + 26] = 1.0
    x[at + 27] = (one - known[seat, COMING]) * 0.25
    second = int(board.track[(steps + one + 1) % board.length])
    if could & bit(second):
        two = walk(board, steps, counts + (1 << (8 * second)))
        x[at + 28] = (two - one) * 0.25
    x[at + 29] = 1.0 if steps + one >= board.length else 0.0


@rule
def mark_target(
    board: BoardTables, held: int, wanted: int, county: int, need: int, does: int, x: Ints, at: int
) -> None:
    """Mark a county in reach."""
    colour = int(board.colour[county])
    worth = 0
    if colour == wanted:
        worth = 2
    elif not held & board.of_colour[colour]:
        worth = 1
    x[at + TARGETS_FROM + (does * 3 + min(need, 3) - 1) * 3 + worth] += 0.5


@rule
def features(board: BoardTables, state: State, x: Ints) -> None:
    """Write what is seen into `x`, which holds zeros."""
    features_into(board, state, np.zeros((PLAYERS, KNOWN), np.int64), x)


@rule
def features_into(board: BoardTables, state: State, known: Any, x: Ints) -> None:
    """Write what is seen into `x`, which holds zeros; `known` is memory for `prepare`."""
    prepare(board, state, known)
    colours = 0
    for place in range(state.seats):
        seat = colour_of(state, place)
        at = place * OWN
        plain(board, state, seat, known, x, at)
        track(board, state, seat, known, x, at)
        holdings(board, state, seat, known, x, at)
        could = targets(board, state, place, known, x, at)
        chances(board, state, seat, known, could, x, at)
        if place == 0:
            colours = could
    if state.seats < PLAYERS:
        x[(PLAYERS - 1) * OWN] = count(state.held[PLAYERS - 1]) * 0.1
    at = TABLE_FROM
    wanted = int(known[state.turn, WANTED])
    if state.phase == PLAYS:
        die = int(state.die)
        order = known[state.turn, RANKS]
        x[at + (die if die > 3 else (order >> (8 * die)) & 255)] = 1.0
        x[at + 6] = state.die_open
        x[at + 7] = state.wild_open
        x[at + 8] = 1.0
        if state.die_open and die < 4:
            x[at + 9] = 1.0 if colours & bit(die) else 0.0
            x[at + 10] = 1.0 if colours & bit(die) and die == wanted else 0.0
        if state.wild_open or (state.die_open and die > 3):
            x[at + 11] = 1.0 if colours & bit(wanted) else 0.0
            x[at + 12] = 1.0 if colours else 0.0
    at += 14
    x[at + (state.start - state.turn) % state.seats] = 1.0
    x[at + PLAYERS] = state.harder
    x[at + PLAYERS + 1] = 1.0 if state.round_number == 1 else 0.0
    over = 0
    for seat in range(state.seats):
        if state.steps[seat] >= board.length:
            over = 1
    x[at + PLAYERS + 2] = over
