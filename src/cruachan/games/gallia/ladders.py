"""The rules of Gallia Cisalpina put to use: who acts, what is legal, what a move does."""

from cruachan.engine.bits import bit, lowest
from cruachan.engine.game import CHANCE, NOBODY
from cruachan.engine.kernel import Kernel
from cruachan.engine.record import Ints, rule
from cruachan.games.gallia.dice import find_die
from cruachan.games.gallia.rules import (
    draw_start,
    end_turn,
    fight,
    fight_refuses,
    go,
    go_in,
    go_in_refuses,
    hungry,
    look,
    look_refuses,
    march,
    march_refuses,
    recruit,
    recruit_refuses,
    take_off,
    take_off_refuses,
    turn_card,
    turn_out,
    turn_refuses,
    unseen,
    way,
    winners,
)
from cruachan.games.gallia.state import (
    AMOUNT,
    BACK,
    BUILDING,
    CAPITALS,
    CARDS,
    DICE,
    FIGHT,
    FREE,
    GO_IN,
    LANDS,
    MOVING,
    NOWHERE,
    OVER,
    PIPS,
    SCOUT,
    START,
    STARVE,
    TURN,
    Box,
    State,
)

# A move is a number: a kind, and within it a die, a card, a number or a back.
MARCH = 0
"""Card, pips and direction: MARCH + (card * 6 + pips - 1) * 4 + direction."""
NUMBER = MARCH + CARDS * PIPS * 4
RECRUIT = NUMBER + PIPS
LOOK = RECRUIT + 4
NO_LOOK = LOOK + CARDS
TURN_CARD = NO_LOOK + 1
END = TURN_CARD + CARDS
TAKE_OFF = END + 1
"""Card, pips and whether it has moved: TAKE_OFF + (card * 6 + pips - 1) * 2 + done."""
LOT_START = TAKE_OFF + CARDS * PIPS * 2
BACK_IS = LOT_START + 2
MOVES = BACK_IS + LANDS


@rule(inline=True)
def rounds(state: State) -> int:
    """How many rounds have begun."""
    return int(state.turns // 2 + 1)


@rule(inline=True)
def to_act(state: State) -> int:
    """The seat the game waits for."""
    phase = state.phase
    if phase == OVER:
        return NOBODY
    if phase in (START, BACK):
        return CHANCE
    return hungry(state) if phase == STARVE else int(state.turn)


@rule
def refuses(box: Box, state: State, seat: int, move: int) -> int:
    """The number of the rule that refuses this move to this seat; 0 when it is legal."""
    phase = state.phase
    if phase == OVER:
        return 903
    if phase == START:
        return 0 if seat == CHANCE and LOT_START <= move < BACK_IS else 202
    if phase == BACK:
        fits = BACK_IS <= move < MOVES and (unseen(state) & bit(move - BACK_IS)) != 0
        return 0 if seat == CHANCE and fits else 405
    if seat != to_act(state):
        return 204
    if not 0 <= move < LOT_START:
        return 301
    if phase == TURN:
        return step_refuses(box, state, move)
    if phase == SCOUT:
        if move == NO_LOOK:
            return 0
        return look_refuses(state, move - LOOK) if LOOK <= move < NO_LOOK else 405
    if phase == STARVE:
        if not TAKE_OFF <= move < LOT_START:
            return 803
        die, done = (move - TAKE_OFF) // 2, (move - TAKE_OFF) % 2
        return take_off_refuses(state, die // PIPS, die % PIPS + 1, done)
    return number_refuses(state, move)


@rule
def number_refuses(state: State, move: int) -> int:
    """[G6.2] [G7.3] [G7.6] How many move, fight or go in."""
    number = move - NUMBER + 1
    known = NUMBER <= move < RECRUIT
    if state.phase == AMOUNT:
        return 0 if known and number <= state.army else 602
    if state.phase == FIGHT:
        return fight_refuses(state, number) if known else 703
    return go_in_refuses(state, number) if known else 706


@rule
def step_refuses(box: Box, state: State, move: int) -> int:
    """[G3.1] [G3.2] A step of the turn, or its end."""
    if move < NUMBER:
        die = (move - MARCH) // 4
        return march_refuses(box, state, die // PIPS, die % PIPS + 1, (move - MARCH) % 4)
    if RECRUIT <= move < LOOK:
        return recruit_refuses(box, state, move - RECRUIT)
    if TURN_CARD <= move < END:
        return turn_refuses(state, move - TURN_CARD)
    if move == END:
        return 302 if state.about == FREE else 0
    return 405 if LOOK <= move <= NO_LOOK else 803 if move >= TAKE_OFF else 602


@rule
def legal_moves(box: Box, state: State, moves: Ints) -> int:
    """Write all legal moves of the seat to act into `moves`, and say how many there are."""
    phase = state.phase
    if phase == TURN:
        return legal_steps(box, state, moves)
    if phase in (AMOUNT, FIGHT, GO_IN):
        total = 0
        for move in range(NUMBER, NUMBER + state.army):
            if number_refuses(state, move) == 0:
                moves[total] = move
                total += 1
        return total
    if phase == STARVE:
        return legal_losses(state, moves)
    if phase == SCOUT:
        moves[0] = NO_LOOK
        total = 1
        for card in range(CARDS):
            if look_refuses(state, card) == 0:
                moves[total] = LOOK + card
                total += 1
        return total
    return legal_chances(state, moves)


@rule
def legal_chances(state: State, moves: Ints) -> int:
    """The lot, or one of the backs nobody has seen."""
    if state.phase == START:
        moves[0] = LOT_START
        moves[1] = LOT_START + 1
        return 2
    total = 0
    if state.phase == BACK:
        backs = unseen(state)
        while backs:
            moves[total] = BACK_IS + lowest(backs)
            total += 1
            backs &= backs - 1
    return total


@rule
def legal_losses(state: State, moves: Ints) -> int:
    """[G8.3] One move for each different die outside the capital."""
    seat = hungry(state)
    total = 0
    for die in range(seat * DICE, (seat + 1) * DICE):
        card = int(state.card[die])
        if card not in (NOWHERE, CAPITALS[seat]):
            army = (card * PIPS + int(state.pips[die]) - 1) * 2 + int(state.done[die])
            total = add_move(moves, total, TAKE_OFF + army)
    return total


@rule(inline=True)
def add_move(moves: Ints, total: int, move: int) -> int:
    """Write a move unless it is there already, and say how many there are now."""
    for index in range(total):
        if moves[index] == move:
            return total
    moves[total] = move
    return total + 1


@rule
def legal_steps(box: Box, state: State, moves: Ints) -> int:
    """[G3.1] The steps open now: armies first, then oppida, recruits, and the end of the turn."""
    total = 0
    if state.about != BUILDING:
        total = legal_marches(box, state, moves)
    if state.about != MOVING:
        for card in range(CARDS):
            if turn_refuses(state, card) == 0:
                moves[total] = TURN_CARD + card
                total += 1
    if state.about == FREE:
        for number in range(4):
            if recruit_refuses(box, state, number) == 0:
                moves[total] = RECRUIT + number
                total += 1
    else:
        moves[total] = END
        total += 1
    return total


@rule
def legal_marches(box: Box, state: State, moves: Ints) -> int:
    """[G6.1] [G6.4] Each army that has not moved, in each direction; equal dice count once."""
    total = 0
    seat = state.turn
    for die in range(seat * DICE, (seat + 1) * DICE):
        card = int(state.card[die])
        pips = int(state.pips[die])
        if card == NOWHERE or state.done[die] or find_die(state, seat, card, pips, 0) != die:
            continue
        first = MARCH + (card * PIPS + pips - 1) * 4
        for direction in range(4):
            if box.step[card * 4 + direction] != NOWHERE:
                moves[total] = first + direction
                total += 1
    return total


@rule
def play(box: Box, state: State, move: int) -> None:
    """Carry out a legal move."""
    if move < NUMBER:
        die = (move - MARCH) // 4
        march(box, state, die // PIPS, die % PIPS + 1, (move - MARCH) % 4)
    elif move < RECRUIT:
        play_number(box, state, move - NUMBER + 1)
    elif move < LOOK:
        recruit(state, move - RECRUIT)
    elif move < NO_LOOK:
        look(box, state, move - LOOK)
    elif move in (NO_LOOK, END):
        end_turn(box, state)
    elif move < END:
        turn_card(box, state, move - TURN_CARD)
    elif move < LOT_START:
        die, done = (move - TAKE_OFF) // 2, (move - TAKE_OFF) % 2
        take_off(box, state, die // PIPS, die % PIPS + 1, done)
    elif move < BACK_IS:
        draw_start(state, move - LOT_START)
    else:
        turn_out(box, state, move - BACK_IS)


@rule(inline=True)
def play_number(box: Box, state: State, number: int) -> None:
    """So many move, fight or go in."""
    if state.phase == AMOUNT:
        go(box, state, number)
    elif state.phase == FIGHT:
        fight(box, state, number)
    else:
        go_in(box, state, number)


KERNEL = Kernel(
    to_act,
    legal_moves,
    refuses,
    play,
    winners,
    rounds,
    way,
    moves=MOVES,
    most_moves=64,
    ways=("territories", "capital", "repetition", "turns"),
)
