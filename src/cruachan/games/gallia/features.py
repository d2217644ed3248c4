"""What the learned judgement sees of a position of Gallia Cisalpina.

Seat 1 sees the table turned round: it has one symmetry, which swaps the capitals. Of backs that
lie down only those are seen that the player whose turn it is has scouted.
"""

from cruachan.engine.bits import bit, count
from cruachan.engine.record import Ints, rule
from cruachan.games.gallia import rules
from cruachan.games.gallia.bots import distance, exposed, hoped, raised
from cruachan.games.gallia.dice import occupied
from cruachan.games.gallia.state import (
    BACK,
    BUILDING,
    CAPITALS,
    CARDS,
    DICE,
    FREE,
    MOVING,
    NOWHERE,
    PIPS,
    TURN,
    BoardTables,
    State,
)

HOST = 8
"""What is seen of a side's warriors on a card: at least 1, 2, 3, 4, 5, 6 of them, how many more,
and the largest die."""
CARD = 2 * (HOST + 2) + 9
"""What is seen of a card: both sides' warriors, the army that could still move and whether the
enemy could take the card, whether it lies on its back, how firm and fertile it is, and who knows
what of its back."""
SIDE = 22
TABLE_FROM = CARDS * CARD + 2 * SIDE
INPUTS = TABLE_FROM + 10


@rule(inline=True)
def place_of(seat: int, card: int) -> int:
    """Where a card lies in the eyes of a seat."""
    return card if seat == 0 else CARDS - 1 - card


@rule
def host(board: BoardTables, state: State, seat: int, card: int, x: Ints, at: int) -> None:
    """A side's warriors on a card."""
    total = 0
    largest = 0
    ready = 0
    for die in range(seat * DICE, (seat + 1) * DICE):
        if state.card[die] == card:
            pips = int(state.pips[die])
            total += pips
            largest = max(largest, pips)
            if state.done[die] == 0:
                ready = max(ready, pips)
    if total == 0:
        return
    for least in range(PIPS):
        if total > least:
            x[at + least] = 1.0
    x[at + PIPS] = max(0, total - PIPS) * 0.2
    x[at + PIPS + 1] = largest / PIPS
    x[at + HOST] = ready / PIPS
    if exposed(board, state, seat, card):
        x[at + HOST + 1] = 1.0


@rule
def ground(board: BoardTables, state: State, seat: int, card: int, x: Ints, at: int) -> None:
    """A card itself."""
    place = bit(card)
    mine = state.knows[seat] | state.shown
    theirs = state.knows[1 - seat] | state.shown
    if state.oppida & place:
        x[at] = 1.0
        if state.back[card] != NOWHERE:
            x[at + 1] = rules.shields(board, state, card) / 3
            x[at + 2] = rules.ears(board, state, card) / 3
        else:
            x[at + 1] = hoped(board, state, True) / 3
            x[at + 2] = hoped(board, state, False) / 3
    elif mine & place and state.back[card] != NOWHERE:
        x[at + 3] = 1.0
        x[at + 4] = board.shields[state.back[card]] / 3
        x[at + 5] = board.ears[state.back[card]] / 3
    if theirs & place:
        x[at + 6] = 1.0
    if state.turned & place:
        x[at + 7] = 1.0
    if card == raised(state):
        x[at + 8] = 1.0


@rule
def side(board: BoardTables, state: State, seat: int, x: Ints, at: int) -> None:
    """All that a side has."""
    cards = occupied(state, seat)
    lands = count(cards)
    for least in range(8):
        if lands > least:
            x[at + least] = 1.0
    total = 0
    free = 0
    for die in range(seat * DICE, (seat + 1) * DICE):
        total += state.pips[die]
        if state.card[die] == NOWHERE:
            free += 1
    need = rules.hunger(board, state, seat)
    far = distance(state, seat)
    x[at + 8] = total * 0.05
    x[at + 9] = free * 0.125
    x[at + 10] = 1.0 if free > 0 else 0.0
    x[at + 11] = 1.0 if free > 1 else 0.0
    x[at + 12] = max(0, need) * 0.2
    x[at + 13] = max(0, -need) * 0.2
    x[at + 14] = 1.0 if need > 0 else 0.0
    x[at + 15] = 1.0 if need >= 0 else 0.0
    x[at + 16] = 1.0 if exposed(board, state, seat, CAPITALS[seat]) else 0.0
    x[at + 17] = count(cards & state.oppida) * 0.25
    if 0 < far < 5:
        x[at + 17 + far] = 1.0


@rule
def often(state: State) -> int:
    """How often the position in which this turn began had begun one before."""
    times = 0
    last = state.turns
    for turn in range(last):
        same = state.past_a[turn] == state.past_a[last]
        if same and state.past_b[turn] == state.past_b[last]:
            times += 1
    return times


@rule
def features(board: BoardTables, state: State, x: Ints) -> None:
    """Write what is seen into `x`, which holds zeros."""
    seat = int(state.turn)
    for card in range(CARDS):
        at = place_of(seat, card) * CARD
        host(board, state, seat, card, x, at)
        host(board, state, 1 - seat, card, x, at + HOST + 2)
        ground(board, state, seat, card, x, at + 2 * (HOST + 2))
    side(board, state, seat, x, CARDS * CARD)
    side(board, state, 1 - seat, x, CARDS * CARD + SIDE)
    at = TABLE_FROM
    x[at] = 1.0 if state.phase == TURN and state.about == FREE else 0.0
    x[at + 1] = 1.0 if state.about == BUILDING else 0.0
    x[at + 2] = 1.0 if state.about == MOVING else 0.0
    x[at + 3] = 1.0 if state.phase == BACK else 0.0
    x[at + 4] = state.strict
    x[at + 5] = state.turns * 0.005
    x[at + 6] = max(0, state.turns - 150) * 0.02
    if state.about == FREE:
        x[at + 7] = often(state)
    x[at + 8] = count(state.knows[seat] | state.shown) * 0.1
    x[at + 9] = count(state.knows[1 - seat] | state.shown) * 0.1
