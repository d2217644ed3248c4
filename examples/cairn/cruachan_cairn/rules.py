"""The rules of Cairn, in the order of RULES.md; dispatch last."""

from cruachan.engine.bits import bit
from cruachan.engine.game import CHANCE, NOBODY
from cruachan.engine.kernel import Kernel
from cruachan.engine.record import Ints, rule
from cruachan_cairn.state import CAIRNS, OVER, START, TAKEN, TURN, BoardTables, State

# A move is a number: a cairn and how many stones, or who starts.
TAKE = 0
LOT_START = TAKE + CAIRNS * TAKEN
MOVES = LOT_START + 3


@rule
def take_refuses(state: State, cairn: int, number: int) -> int:
    """[K1.3] Nobody takes more stones than lie there."""
    return 103 if number > state.stones[cairn] else 0


@rule
def take(state: State, cairn: int, number: int) -> None:
    """[K1.2] [K1.4] Stones go; with the last one the game is over."""
    state.stones[cairn] -= number
    state.plays += 1
    if state.stones.sum() == 0:
        state.phase = OVER
    else:
        state.turn = (state.turn + 1) % state.seats


@rule(inline=True)
def to_act(state: State) -> int:
    """The seat the game waits for."""
    if state.phase == OVER:
        return NOBODY
    return CHANCE if state.phase == START else int(state.turn)


@rule
def refuses(board: BoardTables, state: State, seat: int, move: int) -> int:
    """The number of the rule that refuses this move to this seat; 0 when it is legal."""
    if state.phase == START:
        return 0 if seat == CHANCE and LOT_START <= move < LOT_START + state.seats else 101
    if seat != to_act(state):
        return 104 if state.phase == OVER else 101
    if not TAKE <= move < LOT_START:
        return 102
    return take_refuses(state, move // TAKEN, move % TAKEN + 1)


@rule
def legal_moves(board: BoardTables, state: State, moves: Ints) -> int:
    """Write all legal moves into `moves`, and say how many there are."""
    total = 0
    for move in range(MOVES):
        if state.phase != OVER and refuses(board, state, to_act(state), move) == 0:
            moves[total] = move
            total += 1
    return total


@rule
def play(board: BoardTables, state: State, move: int) -> None:
    """Carry out a legal move."""
    if move >= LOT_START:
        state.turn = move - LOT_START
        state.phase = TURN
    else:
        take(state, move // TAKEN, move % TAKEN + 1)


@rule
def winners(board: BoardTables, state: State) -> int:
    """[K1.4] Who took the last stone."""
    return bit(int(state.turn))


@rule(inline=True)
def rounds(state: State) -> int:
    """How many rounds have begun."""
    return int(state.plays // state.seats + 1)


@rule(inline=True)
def way(board: BoardTables, state: State) -> int:
    """There is one way to end."""
    return 0


KERNEL = Kernel(
    to_act,
    legal_moves,
    refuses,
    play,
    winners,
    rounds,
    way,
    moves=MOVES,
    most_moves=CAIRNS * TAKEN,
    ways=("emptied",),
)
