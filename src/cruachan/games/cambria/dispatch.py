"""The rules of Cambria put to use: who acts, what is legal, what a move does."""

from cruachan.engine.bits import bit, lowest
from cruachan.engine.game import CHANCE, NOBODY
from cruachan.engine.kernel import Kernel, by_start
from cruachan.engine.record import Ints, rule
from cruachan.games.cambria.moves import (
    DICE,
    DIE,
    EMBARK,
    LEGION,
    LOT_START,
    MOVE_FROM,
    MOVES,
    NO_MOVE,
    OF_CHANCE,
    PASS,
    PLACE,
    REPLACE,
    STAY,
    MoveParts,
    decode,
)
from cruachan.games.cambria.rules import (
    ALL_ROADS,
    board,
    can_supply,
    draw_start,
    dummy_refuses,
    dummy_roads,
    empty_roads,
    end_setup_turn,
    end_turn,
    free_ships,
    from_refuses,
    legion_refuses,
    move_from,
    move_legion,
    mover,
    open_roads,
    pass_refuses,
    place,
    place_dummy,
    place_refuses,
    replace,
    replace_refuses,
    roll,
    roll_one,
    station,
    way,
    winners,
)
from cruachan.games.cambria.state import (
    ACT,
    AT_SEA,
    BOARD,
    BOARD_FROM,
    DUMMY_FROM,
    DUMMY_PLACE,
    DUMMY_ROLL,
    FROM,
    OVER,
    ROADS,
    ROLL,
    SETUP,
    SETUP_ROLL,
    SHIPS,
    START,
    BoardTables,
    State,
)


@rule(inline=True)
def rounds(state: State) -> int:
    """How many rounds have begun."""
    begun = state.turns if state.phase == OVER else state.turns + 1
    return int((begun + state.seats - 1) // state.seats)


@rule(inline=True)
def to_act(state: State) -> int:
    """The seat the game waits for."""
    phase = state.phase
    if phase == OVER:
        return NOBODY
    if phase in (START, SETUP_ROLL, DUMMY_ROLL, ROLL):
        return CHANCE
    return int(state.turn)


@rule
def refuses(tables: BoardTables, state: State, seat: int, move: int) -> int:
    """The number of the rule that refuses this move to this seat; 0 when it is legal."""
    phase = state.phase
    decoded = decode(move)
    kind = decoded.kind
    if phase == OVER:
        return 801
    if to_act(state) == CHANCE:
        return chance_refuses(state, seat, decoded)
    if seat != state.turn:
        return 202
    if kind == NO_MOVE or kind in OF_CHANCE:
        return 302
    if phase == SETUP:
        return setup_refuses(tables, state, decoded)
    if phase == DUMMY_PLACE:
        return dummy_refuses(tables, state, decoded.road) if kind == PLACE else 902
    if phase in (FROM, BOARD_FROM, DUMMY_FROM):
        if kind == MOVE_FROM:
            return from_refuses(state, decoded.road)
        return 904 if phase == DUMMY_FROM else 607 if phase == BOARD_FROM else 407
    if phase == BOARD:
        return board_refuses(state, decoded)
    return act_refuses(tables, state, decoded)


@rule
def chance_refuses(state: State, seat: int, decoded: MoveParts) -> int:
    """[C2.2] [C2.3] [C3.1] [C9.2] What has to be drawn or rolled before anybody plays."""
    phase = state.phase
    if phase == START:
        fits = decoded.kind == LOT_START and decoded.first < state.seats
    else:
        fits = decoded.kind == (DICE if phase == ROLL else DIE)
    if fits and seat == CHANCE:
        return 0
    if phase == START:
        return 202
    return 301 if phase == ROLL else 203 if phase == SETUP_ROLL else 902


@rule(inline=True)
def setup_refuses(tables: BoardTables, state: State, decoded: MoveParts) -> int:
    """[C2.3] One soldier onto an empty road at a fort of the number rolled."""
    if decoded.kind != PLACE or not tables.reach[state.first] & bit(decoded.road):
        return 203
    return 0 if empty_roads(state) & bit(decoded.road) else 402


@rule(inline=True)
def board_refuses(state: State, decoded: MoveParts) -> int:
    """[C6.5] [C6.6] After the legion: an empty ship, or nobody boards."""
    if decoded.kind == STAY:
        return 0
    if decoded.kind == EMBARK:
        return 606 if state.ship[decoded.ship] else 0
    return 605


@rule
def act_refuses(tables: BoardTables, state: State, decoded: MoveParts) -> int:
    """[C3.2] A soldier, or the legion, or a pass; before it perhaps a ship's number."""
    kind = decoded.kind
    if kind == PLACE:
        return place_refuses(tables, state, decoded.road)
    if kind == LEGION:
        return legion_refuses(tables, state, decoded.road)
    if kind == REPLACE:
        return replace_refuses(tables, state, decoded.ship, decoded.first)
    if kind == PASS:
        return pass_refuses(state)
    return 407 if kind == MOVE_FROM else 605


@rule(inline=True)
def add_roads(moves: Ints, total: int, kind: int, roads: int) -> int:
    """Write a move of this kind for each road, and say how many moves there are now."""
    while roads:
        moves[total] = kind + lowest(roads)
        total += 1
        roads &= roads - 1
    return total


@rule
def legal_moves(tables: BoardTables, state: State, moves: Ints) -> int:
    """Write all legal moves of the seat to act into `moves`, and say how many there are."""
    phase = state.phase
    if phase == ACT:
        return legal_acts(tables, state, moves)
    if phase in (FROM, BOARD_FROM, DUMMY_FROM):
        return add_roads(moves, 0, MOVE_FROM, state.held[mover(state)])
    if phase == DUMMY_PLACE:
        return add_roads(moves, 0, PLACE, dummy_roads(tables, state))
    if phase == SETUP:
        return add_roads(moves, 0, PLACE, tables.reach[state.first] & empty_roads(state))
    if phase == BOARD:
        moves[0] = STAY
        return add_roads(moves, 1, EMBARK, free_ships(state))
    return legal_chances(state, moves)


@rule
def legal_acts(tables: BoardTables, state: State, moves: Ints) -> int:
    """[C3.2] The plays open with the numbers that lie there."""
    total = 0
    first, second = state.first, state.second
    if can_supply(state, state.turn):
        total = add_roads(moves, total, PLACE, open_roads(tables, state, first, second))
    if first == 1 or second == 1:
        roads = ALL_ROADS if first == second else tables.reach[first] | tables.reach[second]
        if state.legion != AT_SEA:
            roads &= ~bit(state.legion)
        total = add_roads(moves, total, LEGION, roads)
    if not state.replaced:
        for ship in range(SHIPS):
            if state.ship[ship] == state.turn + 1:
                for die in range(2):
                    if replace_refuses(tables, state, ship, die) == 0:
                        moves[total] = REPLACE + 2 * ship + die
                        total += 1
    if pass_refuses(state) == 0:
        moves[total] = PASS
        total += 1
    return total


@rule
def legal_chances(state: State, moves: Ints) -> int:
    """The lot, one die or both."""
    phase = state.phase
    first, last = DIE, DICE
    if phase == START:
        first, last = LOT_START, LOT_START + state.seats
    elif phase == ROLL:
        first, last = DICE, MOVES
    elif phase == OVER:
        last = first
    for move in range(first, last):
        moves[move - first] = move
    return last - first


@rule
def play(tables: BoardTables, state: State, move: int) -> None:
    """Carry out a legal move."""
    decoded = decode(move)
    kind = decoded.kind
    if kind == PLACE:
        play_place(tables, state, decoded.road)
    elif kind == LEGION:
        move_legion(tables, state, decoded.road)
    elif kind == MOVE_FROM:
        move_from(tables, state, decoded.road)
    elif kind == REPLACE:
        replace(state, decoded.ship, decoded.first)
    elif kind == EMBARK:
        board(tables, state, decoded.ship)
    elif kind in (STAY, PASS):
        end_turn(tables, state)
    elif kind == LOT_START:
        draw_start(state, decoded.first)
    elif kind == DIE:
        roll_one(state, decoded.first)
    else:
        roll(state, decoded.first, decoded.second)


@rule(inline=True)
def play_place(tables: BoardTables, state: State, road: int) -> None:
    """A soldier goes onto a road: in the setup, for the dummy, or in a turn."""
    if state.phase == SETUP:
        station(state, state.turn, road)
        end_setup_turn(state)
    elif state.phase == DUMMY_PLACE:
        place_dummy(state, road)
    else:
        place(tables, state, road)


KERNEL = Kernel(
    to_act,
    legal_moves,
    refuses,
    play,
    winners,
    rounds,
    way,
    moves=MOVES,
    most_moves=2 * ROADS + 16,
    ways=("forts", "turns"),
    starter=by_start,
)
