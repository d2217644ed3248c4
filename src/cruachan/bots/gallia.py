"""What a position of Gallia Cisalpina is worth: the hand-made judgement of the greedy bot.

It looks at no back that does not lie up, so it knows nothing a player could not know.
"""

from cruachan.engine.bits import bit, count
from cruachan.engine.record import rule
from cruachan.games.gallia import rules
from cruachan.games.gallia.dice import free_die, occupied, warriors
from cruachan.games.gallia.state import (
    AMOUNT,
    BACK,
    CAPITALS,
    DICE,
    FIGHT,
    GO_IN,
    NOWHERE,
    SCOUT,
    STARVE,
    Box,
    State,
)

TERRITORY = 1.0
WARRIOR = 0.22
GUARD = 6
IDLE = 0.12
"""A warrior, how many are worth so much in the capital, and what each one beyond is worth there."""
EAR = 0.18
"""An ear grown, and what each warrior too many costs while nobody can be recruited."""
HUNGER = 0.3
EXPOSED = 0.5
"""A card that the strongest army beside it could take, and the same for the capital."""
CAPITAL = 6.0
FREE_DIE = 0.15
KNOWN = 0.02
"""A back that has been seen."""
FAR = 0.04
"""What each step between the nearest army and the enemy capital costs."""


@rule
def threat(box: Box, state: State, seat: int, card: int) -> int:
    """How many warriors an enemy army beside a card of the seat would have left after winning."""
    guard = warriors(state, seat, card) + rules.shields(box, state, card)
    worst = 0
    enemy = 1 - seat
    for die in range(enemy * DICE, (enemy + 1) * DICE):
        place = state.card[die]
        if place != NOWHERE:
            for way in range(4):
                if box.step[int(place) * 4 + way] == card:
                    worst = max(worst, state.pips[die] - guard)
    return int(worst)


@rule
def distance(state: State, seat: int) -> int:
    """The steps from the seat's nearest army to the enemy capital."""
    goal = CAPITALS[1 - seat]
    least = 9
    for die in range(seat * DICE, (seat + 1) * DICE):
        place = int(state.card[die])
        if place != NOWHERE:
            rows = abs(place // 4 - goal // 4)
            columns = abs(place % 4 - goal % 4)
            least = min(least, rows + columns)
    return least


@rule
def standing(box: Box, state: State, seat: int) -> float:
    """How well a seat stands, in territories."""
    cards = occupied(state, seat)
    home = warriors(state, seat, CAPITALS[seat])
    total = -max(0, home - GUARD)
    for die in range(seat * DICE, (seat + 1) * DICE):
        total += state.pips[die]
    worth = TERRITORY * count(cards) + WARRIOR * total - FAR * distance(state, seat)
    worth += IDLE * max(0, home - GUARD)
    hunger = rules.hunger(box, state, seat)
    worth -= HUNGER * max(0, hunger)
    for card in range(12):
        if cards & bit(card):
            worth += EAR * rules.ears(box, state, card)
            if threat(box, state, seat, card) > 0:
                worth -= EXPOSED
    capital = CAPITALS[seat]
    if threat(box, state, seat, capital) > 0:
        worth -= CAPITAL
    if free_die(state, seat) != NOWHERE:
        worth += FREE_DIE
    known = count(state.knows[seat] | state.shown)
    if state.phase == BACK and state.turn == seat:
        known += 1
    return float(worth + KNOWN * known)


@rule
def value(box: Box, state: State, seat: int) -> float:
    """What the position is worth to a seat, in territories."""
    return standing(box, state, seat) - standing(box, state, 1 - seat)


@rule
def settle(box: Box, state: State) -> None:
    """Answer what a step leaves open: leave one behind, fight with all, starve the fullest."""
    if state.phase == SCOUT:
        rules.end_turn(box, state)
    if state.phase == AMOUNT:
        alone = warriors(state, state.turn, state.source) == state.army
        rules.go(box, state, state.army - 1 if alone else state.army)
    if state.phase == FIGHT:
        rules.fight(box, state, state.army)
    if state.phase == GO_IN:
        alone = warriors(state, state.turn, state.source) == state.army
        some = max(1, state.winners - 1) if alone else state.winners
        rules.go_in(box, state, some)
    while state.phase == STARVE:
        seat = rules.hungry(state)
        fullest = NOWHERE
        for die in range(seat * DICE, (seat + 1) * DICE):
            outside = state.card[die] not in (NOWHERE, CAPITALS[seat])
            if outside and (fullest == NOWHERE or state.pips[die] > state.pips[fullest]):
                fullest = die
        moved = state.done[fullest]
        rules.take_off(box, state, state.card[fullest], state.pips[fullest], moved)
