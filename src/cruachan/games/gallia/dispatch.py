"""The rules of Gallia Cisalpina put to use: who acts, what is legal, what a move does."""

from cruachan.engine.bits import bit, lowest
from cruachan.engine.game import CHANCE, NOBODY
from cruachan.engine.kernel import Kernel, by_start
from cruachan.engine.record import Ints, rule
from cruachan.games.gallia.dice import find_die
from cruachan.games.gallia.moves import (
    BACK_IS,
    END,
    LOOK,
    LOT_START,
    MARCH,
    MOVES,
    NO_LOOK,
    NO_MOVE,
    NUMBER,
    RECRUIT,
    TAKE_OFF,
    TURN_CARD,
    MoveParts,
    decode,
    marching,
    taking_off,
)
from cruachan.games.gallia.rules import (
    conclude,
    deal,
    draw_start,
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
    observe,
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
    MOVING,
    NOWHERE,
    OVER,
    SCOUT,
    START,
    STARVE,
    TURN,
    TURN_DONE,
    BoardTables,
    State,
)


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
def refuses(board: BoardTables, state: State, seat: int, move: int) -> int:
    """The number of the rule that refuses this move to this seat; 0 when it is legal."""
    phase = state.phase
    decoded = decode(move)
    kind = decoded.kind
    if phase == OVER:
        return 903
    if phase == START:
        return 0 if seat == CHANCE and kind == LOT_START else 202
    if phase == BACK:
        fits = kind == BACK_IS and (unseen(state) & bit(decoded.number)) != 0
        return 0 if seat == CHANCE and fits else 405
    if seat != to_act(state):
        return 204
    if kind in (NO_MOVE, LOT_START, BACK_IS):
        return 301
    if phase == TURN:
        return step_refuses(board, state, decoded)
    if phase == SCOUT:
        if kind == NO_LOOK:
            return 0
        return look_refuses(state, decoded.card) if kind == LOOK else 405
    if phase == STARVE:
        if kind != TAKE_OFF:
            return 803
        return take_off_refuses(state, decoded.card, decoded.pips, decoded.number)
    return number_refuses(state, kind, decoded.number)


@rule
def number_refuses(state: State, kind: int, number: int) -> int:
    """[G6.2] [G7.3] [G7.6] How many move, fight or go in."""
    known = kind == NUMBER
    if state.phase == AMOUNT:
        return 0 if known and number <= state.army else 602
    if state.phase == FIGHT:
        return fight_refuses(state, number) if known else 703
    return go_in_refuses(state, number) if known else 706


@rule
def step_refuses(board: BoardTables, state: State, decoded: MoveParts) -> int:
    """[G3.1] [G3.2] A step of the turn, or its end."""
    kind = decoded.kind
    if kind == MARCH:
        return march_refuses(board, state, decoded.card, decoded.pips, decoded.number)
    if kind == RECRUIT:
        return recruit_refuses(board, state, decoded.number)
    if kind == TURN_CARD:
        return turn_refuses(state, decoded.card)
    if kind == END:
        return 302 if state.about == FREE else 0
    if kind in (LOOK, NO_LOOK):
        return 405 if state.about == FREE else 301
    return 803 if kind == TAKE_OFF else 602


@rule
def legal_moves(board: BoardTables, state: State, moves: Ints) -> int:
    """Write all legal moves of the seat to act into `moves`, and say how many there are."""
    phase = state.phase
    if phase == TURN:
        return legal_steps(board, state, moves)
    if phase in (AMOUNT, FIGHT, GO_IN):
        total = 0
        for number in range(1, state.army + 1):
            if number_refuses(state, NUMBER, number) == 0:
                moves[total] = NUMBER + number - 1
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
            move = taking_off(card, int(state.pips[die]), int(state.done[die]))
            total = add_move(moves, total, move)
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
def legal_steps(board: BoardTables, state: State, moves: Ints) -> int:
    """[G3.1] The steps open now: armies first, then oppida, recruits, and the end of the turn."""
    total = 0
    if state.about != BUILDING:
        total = legal_marches(board, state, moves)
    if state.about != MOVING:
        for card in range(CARDS):
            if turn_refuses(state, card) == 0:
                moves[total] = TURN_CARD + card
                total += 1
    if state.about == FREE:
        for number in range(4):
            if recruit_refuses(board, state, number) == 0:
                moves[total] = RECRUIT + number
                total += 1
    else:
        moves[total] = END
        total += 1
    return total


@rule
def legal_marches(board: BoardTables, state: State, moves: Ints) -> int:
    """[G6.1] [G6.4] Each army that has not moved, in each direction; equal dice count once."""
    total = 0
    seat = state.turn
    for die in range(seat * DICE, (seat + 1) * DICE):
        card = int(state.card[die])
        pips = int(state.pips[die])
        if card == NOWHERE or state.done[die] or find_die(state, seat, card, pips, 0) != die:
            continue
        for direction in range(4):
            if board.step[card * 4 + direction] != NOWHERE:
                moves[total] = marching(card, pips, direction)
                total += 1
    return total


@rule
def play(board: BoardTables, state: State, move: int) -> None:
    """Carry out a legal move."""
    decoded = decode(move)
    kind = decoded.kind
    if kind == MARCH:
        march(board, state, decoded.card, decoded.pips, decoded.number)
    elif kind == NUMBER:
        play_number(state, decoded.number)
    elif kind == RECRUIT:
        recruit(state, decoded.number)
    elif kind == LOOK:
        look(state, decoded.card)
    elif kind in (NO_LOOK, END):
        state.phase = TURN_DONE
    elif kind == TURN_CARD:
        turn_card(state, decoded.card)
    elif kind == TAKE_OFF:
        take_off(state, decoded.card, decoded.pips, decoded.number)
    elif kind == LOT_START:
        draw_start(state, decoded.number)
    else:
        turn_out(state, decoded.number)
    conclude(board, state)


@rule(inline=True)
def play_number(state: State, number: int) -> None:
    """Play a number of shields that move, fight or enter."""
    if state.phase == AMOUNT:
        go(state, number)
    elif state.phase == FIGHT:
        fight(state, number)
    else:
        go_in(state, number)


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
    observe=observe,
    starter=by_start,
    deal=deal,
)
