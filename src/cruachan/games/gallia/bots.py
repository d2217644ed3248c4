"""What a position of Gallia Cisalpina is worth: the hand-made judgement of the greedy bot.

It is given a table as a seat may see it; a back that is not known is worth what those not seen are
worth on average.
"""

from cruachan.engine.bits import bit, count
from cruachan.engine.capabilities import (
    EXPERT_PROOF,
    MASTER_PROOF,
    MASTER_SECONDS,
    GameBots,
    SearchLevel,
)
from cruachan.engine.record import rule
from cruachan.games.gallia import rules
from cruachan.games.gallia.dice import free_die, occupied, warriors
from cruachan.games.gallia.state import (
    AMOUNT,
    BACK,
    BUILDING,
    CAPITALS,
    CARDS,
    DICE,
    FIGHT,
    GO_IN,
    LANDS,
    NOWHERE,
    SCOUT,
    STARVE,
    TURN_DONE,
    BoardTables,
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

LEVELS = {
    "learner": SearchLevel(slack=0.1),
    "steady": SearchLevel(slack=0.03),
    "strong": SearchLevel(playouts=160),
    "expert": SearchLevel(playouts=1250, proof=EXPERT_PROOF),
    "master": SearchLevel(seconds=MASTER_SECONDS, proof=MASTER_PROOF),
}
"""How well the bots play."""


@rule
def raised(state: State) -> int:
    """The card whose back is just being turned up, or NOWHERE."""
    return int(state.look) if state.phase == BACK and state.about == BUILDING else NOWHERE


@rule
def hoped(board: BoardTables, state: State, shields: bool) -> float:
    """The shields or the ears on a back that may be any of those not seen, on average."""
    backs = rules.unseen(state)
    total = 0
    for back in range(LANDS):
        if backs & bit(back):
            total += board.shields[back] if shields else board.ears[back]
    return float(total / count(backs))


@rule
def exposed(board: BoardTables, state: State, seat: int, card: int) -> bool:
    """Whether an enemy army beside a card of the seat could take it."""
    guard = float(warriors(state, seat, card))
    if card == raised(state):
        guard += hoped(board, state, True)
    else:
        guard += rules.shields(board, state, card)
    strongest = 0
    enemy = 1 - seat
    for die in range(enemy * DICE, (enemy + 1) * DICE):
        place = state.card[die]
        if place != NOWHERE:
            for way in range(4):
                if board.step[int(place) * 4 + way] == card:
                    strongest = max(strongest, int(state.pips[die]))
    return strongest > guard


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
def standing(board: BoardTables, state: State, seat: int) -> float:
    """How well a seat stands, in territories.

    Numbers of a kind are counted before they are weighed, so that the half turn of the table, which
    changes the order of the cards, does not change the last digit.
    """
    cards = occupied(state, seat)
    home = warriors(state, seat, CAPITALS[seat])
    idle = max(0, home - GUARD)
    total = -idle
    for die in range(seat * DICE, (seat + 1) * DICE):
        total += state.pips[die]
    ears = 0
    open_cards = 0
    for card in range(CARDS):
        if cards & bit(card):
            ears += rules.ears(board, state, card)
            open_cards += exposed(board, state, seat, card)
    turning = raised(state)
    new_ears = 0.0
    if turning != NOWHERE and cards & bit(turning):
        new_ears = hoped(board, state, False)
    known = count(state.knows[seat] | state.shown)
    if state.phase == BACK and state.turn == seat:
        known += 1
    worth = TERRITORY * count(cards) + WARRIOR * total + IDLE * idle
    worth += EAR * (ears + new_ears) - HUNGER * max(
        0.0, rules.hunger(board, state, seat) - new_ears
    )
    worth -= EXPOSED * open_cards + FAR * distance(state, seat)
    if exposed(board, state, seat, CAPITALS[seat]):
        worth -= CAPITAL
    if free_die(state, seat) != NOWHERE:
        worth += FREE_DIE
    return float(worth + KNOWN * known)


@rule
def value(board: BoardTables, state: State, seat: int) -> float:
    """What the position is worth to a seat, in territories."""
    return standing(board, state, seat) - standing(board, state, 1 - seat)


@rule
def sooner(state: State, die: int, other: int) -> bool:
    """Whether a warrior starves on this die rather than on that: on the fuller, then on the one
    whose card comes first, seen from the own capital.
    """
    if state.pips[die] != state.pips[other]:
        return bool(state.pips[die] > state.pips[other])
    forward = state.card[die] < state.card[other]
    return bool(forward if die < DICE else state.card[die] > state.card[other])


@rule
def settle(board: BoardTables, state: State) -> None:
    """Answer what a step leaves open: leave one behind, fight with all, starve the fullest."""
    if state.phase == SCOUT:
        state.phase = TURN_DONE
    if state.phase == AMOUNT:
        alone = warriors(state, state.turn, state.source) == state.army
        rules.go(state, state.army - 1 if alone else state.army)
    if state.phase == FIGHT:
        rules.fight(state, state.army)
    if state.phase == GO_IN:
        alone = warriors(state, state.turn, state.source) == state.army
        some = max(1, state.winners - 1) if alone else state.winners
        rules.go_in(state, some)
    rules.conclude(board, state)
    while state.phase == STARVE:
        seat = rules.hungry(state)
        fullest = NOWHERE
        for die in range(seat * DICE, (seat + 1) * DICE):
            outside = state.card[die] not in (NOWHERE, CAPITALS[seat])
            if outside and (fullest == NOWHERE or sooner(state, die, fullest)):
                fullest = die
        moved = state.done[fullest]
        rules.take_off(state, state.card[fullest], state.pips[fullest], moved)
        rules.conclude(board, state)


RATINGS = {
    2: {
        "expert": 2797,
        "strong": 2146,
        "steady": 1500,
        "learner": 845,
        "greedy": 990,
        "random": 190,
    },
}
"""How strong the bots are, by the number of players: see docs/bots.md."""

BOTS = GameBots(value=value, settle=settle, levels=LEVELS, ratings=RATINGS)
