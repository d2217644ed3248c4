"""The rules of Hibernia in the order of RULES.md.

A function that refuses returns the number of the rule that does (402 is H4.2), and 0 when none
does: what is legal and why something is not are one and the same.
"""

from cruachan.engine.bits import bit, count, lowest
from cruachan.engine.game import CHANCE, NOBODY
from cruachan.engine.kernel import Kernel, by_start
from cruachan.engine.record import Ints, rule
from cruachan.games.hibernia.moves import (
    FACE,
    LOT_CASTLES,
    LOT_START,
    MARCH,
    MARCH_WILD,
    MOVES,
    NO_MOVE,
    OF_CHANCE,
    PULL_FROM,
    RAISE,
    RAISE_WILD,
    MoveParts,
    decode,
)
from cruachan.games.hibernia.state import (
    BLACK,
    CASTLES,
    COUNTIES,
    FAIR_BEFORE,
    OVER,
    PLAYERS,
    PLAYS,
    PULL,
    PURPLE,
    ROLL,
    START,
    WARRIORS,
    BoardTables,
    State,
)

# H2 Setup


@rule
def setup(state: State, seats: int, harder: int, fair: int) -> None:
    """[H2.1] Three or four players; all warriors but the one on the track wait in the supply."""
    state.seats = seats
    state.harder = harder
    state.fair = fair
    state.round_number = 1
    state.phase = START
    for colour in range(PLAYERS):
        state.supply[colour] = WARRIORS - 1 if colour < seats else WARRIORS


@rule
def draw_start(state: State, seat: int) -> None:
    """[H2.2] The lot decides who starts."""
    state.start = seat
    state.turn = seat
    state.phase = CASTLES


@rule
def station(state: State, colour: int, county: int) -> None:
    """One warrior goes from the supply into an empty county."""
    state.warriors[county] = 1
    state.held[colour] |= bit(county)
    state.supply[colour] -= 1


@rule
def draw_castles(board: BoardTables, state: State, lot: int) -> None:
    """[H2.3] [H10.1] [H11.1] The lot, one of 24 orders of the colours, fills the castles."""
    left = (1 << PLAYERS) - 1
    for place in range(PLAYERS):
        choices = PLAYERS - place
        colours = left
        for _ in range(lot % choices):
            colours &= colours - 1
        lot //= choices
        colour = lowest(colours)
        left &= ~bit(colour)
        castle = board.castle[place]
        station(state, colour, castle)
        if colour >= state.seats or state.harder:
            others = board.of_colour[board.colour[castle]] & ~bit(castle)
            while others:
                station(state, colour, lowest(others))
                others &= others - 1
    fill_shield(state)
    state.phase = ROLL


@rule(inline=True)
def on_shield(state: State, order: int) -> int:
    """[H2.4] [H10.5] [H12.1] [H12.2] [H12.4] How many warriors a player lays on the shield, in the
    order of play: 3, 2, 1 and none. With a fair start 7, 5, 3 and none with four, 12, 8 and 4 with
    three; by version 1 of the rules 12, 8, 4 and none, in the harder game of four 6, 4, 2 and none.
    """
    usual = 3 - order
    if state.fair == FAIR_BEFORE:
        if not state.harder:
            return 4 * usual
        return 2 * usual if state.seats == PLAYERS else usual
    if not state.fair or state.harder:
        return usual
    if state.seats < PLAYERS:
        return 4 * usual
    return 2 * usual + 1 if usual else 0


@rule
def fill_shield(state: State) -> None:
    """[H2.4] [H10.5] The players lay warriors from their supply on the shield."""
    for order in range(state.seats):
        seat = (state.start + order) % state.seats
        laid = on_shield(state, order)
        state.shield[seat] = laid
        state.supply[seat] -= laid


# H3 The turn


@rule
def roll(state: State, face: int) -> None:
    """[H3.1] [H3.4] [H3.5] The roll opens the plays of the turn; purple is no play."""
    state.die = face
    state.die_open = face != PURPLE
    state.wild_open = 1
    state.phase = PLAYS


@rule(inline=True)
def die_refuses(state: State) -> int:
    """[H3.4] [H3.7] The die gives one play, and purple gives none."""
    if state.die_open:
        return 0
    return 304 if state.die == PURPLE else 307


@rule(inline=True)
def wild_refuses(state: State) -> int:
    """[H3.3] [H3.5] [H3.7] One wild play a turn; black goes first, being its equal."""
    if not state.wild_open:
        return 307
    return 303 if state.die == BLACK and state.die_open else 0


@rule(inline=True)
def colour_refuses(board: BoardTables, state: State, county: int) -> int:
    """[H3.2] [H3.3] The die reaches counties of its colour, black reaches all."""
    return 0 if state.die == BLACK or board.colour[county] == state.die else 302


# H4 The march


@rule(inline=True)
def needed(board: BoardTables, state: State, county: int) -> int:
    """[H4.1] [H4.9] As many warriors march as the player holds counties adjacent to the target."""
    return count(board.neighbours[county] & state.held[state.turn])


@rule
def in_reach(board: BoardTables, state: State) -> int:
    """[H4.2] The counties adjacent to one the player holds."""
    reach = 0
    held = state.held[state.turn]
    while held:
        reach |= board.neighbours[lowest(held)]
        held &= held - 1
    return reach


@rule
def spare(state: State, county: int) -> int:
    """[H4.5] [H4.6] Warriors that could be taken from counties other than the target."""
    total = 0
    others = state.held[state.turn] & ~bit(county)
    while others:
        total += state.warriors[lowest(others)] - 1
        others &= others - 1
    return total


@rule
def march_refuses(board: BoardTables, state: State, county: int) -> int:
    """[H4.2] [H4.7] [H5] Whether a county can be marched into, by whichever play."""
    need = needed(board, state, county)
    if need == 0:
        return 402
    supply = state.supply[state.turn]
    if need > supply and need > supply + spare(state, county):
        return 407
    return protection_refuses(board, state, county, need)


@rule
def march(board: BoardTables, state: State, county: int) -> None:
    """[H4.1] [H4.3] The host gathers from the supply; what is missing is taken one by one."""
    need = needed(board, state, county)
    seat = state.turn
    state.target = county
    state.host = min(need, state.supply[seat])
    state.missing = need - state.host
    state.supply[seat] -= state.host
    if state.missing:
        state.phase = PULL
    else:
        arrive(board, state)


@rule(inline=True)
def pull_refuses(state: State, county: int) -> int:
    """[H4.4] [H4.5] [H4.6] From another county of her own, never its last warrior."""
    if not state.held[state.turn] & bit(county):
        return 404
    if county == state.target:
        return 406
    return 405 if state.warriors[county] < 2 else 0


@rule
def pull(board: BoardTables, state: State, county: int) -> None:
    """[H4.4] One warrior joins the host."""
    state.warriors[county] -= 1
    state.host += 1
    state.missing -= 1
    if state.missing == 0:
        arrive(board, state)


# H5 Protection


@rule(inline=True)
def mates(board: BoardTables, state: State, county: int) -> int:
    """[H5.1] [H11.2] The counties that would make an adjacent pair with this one."""
    if state.harder and state.round_number == 1:
        return int(board.near[county])
    return int(board.neighbours[county])


@rule
def pairs(board: BoardTables, state: State, counties: int) -> int:
    """How many adjacent pairs there are in a set of counties."""
    total = 0
    rest = counties
    while rest:
        total += count(mates(board, state, lowest(rest)) & counties)
        rest &= rest - 1
    return total // 2


@rule
def protection_refuses(board: BoardTables, state: State, county: int, need: int) -> int:
    """[H5.1] [H5.2] [H5.3] [H5.4] Nobody's last adjacent pair is marched into or broken."""
    for seat in range(state.seats):
        held = state.held[seat]
        if held & bit(county) and seat != state.turn:
            total = pairs(board, state, held)
            here = count(mates(board, state, county) & held)
            if total == 0:
                return 503
            if total == 1 and here:
                return 501
            if need >= state.warriors[county] and here == total:
                return 502
    return 0


# H6 Battle


@rule
def arrive(board: BoardTables, state: State) -> None:
    """[H6.1] [H6.2] [H6.4] The host stands in the target, or fights there one for one."""
    county = state.target
    place = bit(county)
    attackers = state.host
    state.host = 0
    state.target = 0
    for colour in range(PLAYERS):
        if colour != state.turn and state.held[colour] & place:
            fallen = min(attackers, state.warriors[county])
            attackers -= fallen
            state.warriors[county] -= fallen
            bury(state, state.turn, fallen)
            bury(state, colour, fallen)
            if state.warriors[county] == 0:
                state.held[colour] &= ~place
    if attackers:
        state.warriors[county] += attackers
        state.held[state.turn] |= place
    state.phase = PLAYS
    end_turn_if_done(board, state)


@rule(inline=True)
def bury(state: State, colour: int, fallen: int) -> None:
    """[H6.3] [H10.3] The fallen go to the shield; those of the neutral colour leave the game."""
    if colour < state.seats:
        state.shield[colour] += fallen
    else:
        state.supply[colour] += fallen


# H7 Raising warriors


@rule
def raise_warriors(board: BoardTables, state: State) -> None:
    """[H7.1] [H7.2] All of the player's fallen come back, and half of everybody else's."""
    for seat in range(state.seats):
        raised = state.shield[seat]
        if seat != state.turn:
            raised //= 2
        state.shield[seat] -= raised
        state.supply[seat] += raised
    end_turn_if_done(board, state)


# H8 Scoring


@rule
def score(board: BoardTables, state: State) -> None:
    """[H8.2] [H8.3] [H8.4] [H8.5] Step while a county of the next colour is unused.

    Where the marker would stop, a purple roll gives one step more.
    """
    seat = state.turn
    held = state.held[seat]
    purple = state.die == PURPLE
    while True:
        colour = board.track[(state.steps[seat] + 1) % board.length]
        unused = held & board.of_colour[colour]
        if unused:
            held &= ~(unused & -unused)
        elif purple:
            purple = False
        else:
            return
        state.steps[seat] += 1


@rule(inline=True)
def end_turn_if_done(board: BoardTables, state: State) -> None:
    """[H3.7] [H8.1] After both plays the player scores and the turn goes on to the left."""
    if state.die_open or state.wild_open:
        return
    score(board, state)
    state.die = 0
    state.phase = ROLL
    state.turn = (state.turn + 1) % state.seats
    if state.turn == state.start:
        end_round(board, state)


# H9 The end


@rule
def leaders(state: State) -> int:
    """[H9.3] The set of players with the most steps."""
    best = 0
    for seat in range(state.seats):
        best = max(best, state.steps[seat])
    front = 0
    for seat in range(state.seats):
        if state.steps[seat] == best:
            front |= bit(seat)
    return front


@rule
def winners(board: BoardTables, state: State) -> int:
    """[H9.3] Who has won, once the game is over."""
    return leaders(state) if state.phase == OVER else 0


@rule
def way(board: BoardTables, state: State) -> int:
    """[H9.2] There is but one way to the end: round the track."""
    return 0


@rule
def end_round(board: BoardTables, state: State) -> None:
    """[H9.1] [H9.2] [H9.4] Once a marker has come round, a single leader ends the game."""
    front = leaders(state)
    if state.steps[lowest(front)] >= board.length and count(front) == 1:
        state.phase = OVER
    else:
        state.round_number += 1


# Dispatch: who acts, what is legal, what it does


@rule(inline=True)
def rounds(state: State) -> int:
    """How many rounds have begun."""
    return int(state.round_number)


@rule(inline=True)
def to_act(state: State) -> int:
    """The seat the game waits for."""
    if state.phase == PLAYS or state.phase == PULL:
        return int(state.turn)
    return NOBODY if state.phase == OVER else CHANCE


@rule
def refuses(board: BoardTables, state: State, seat: int, move: int) -> int:
    """The number of the rule that refuses this move to this seat; 0 when it is legal."""
    decoded = decode(move)
    kind = decoded.kind
    if state.phase == OVER:
        return 902
    if state.phase == START:
        fits = kind == LOT_START and decoded.number < state.seats
        return 0 if seat == CHANCE and fits else 202
    if state.phase == CASTLES:
        return 0 if seat == CHANCE and kind == LOT_CASTLES else 203
    if state.phase == ROLL:
        return 0 if seat == CHANCE and kind == FACE else 301
    if seat != state.turn:
        return 202
    if kind == NO_MOVE or kind in OF_CHANCE:
        return 308
    if state.phase == PULL:
        return pull_refuses(state, decoded.county) if kind == PULL_FROM else 408
    return play_refuses(board, state, decoded)


@rule
def play_refuses(board: BoardTables, state: State, decoded: MoveParts) -> int:
    """[H3.8] A play is a march or the raising of warriors."""
    if decoded.kind == PULL_FROM:
        return 403
    refused = wild_refuses(state) if decoded.wild else die_refuses(state)
    if refused or decoded.kind == RAISE:
        return refused
    if not decoded.wild:
        refused = colour_refuses(board, state, decoded.county)
    return refused if refused else march_refuses(board, state, decoded.county)


@rule
def legal_moves(board: BoardTables, state: State, moves: Ints) -> int:
    """Write all legal moves of the seat to act into `moves`, and say how many there are."""
    if state.phase == PLAYS:
        return legal_plays(board, state, moves)
    total = 0
    if state.phase == PULL:
        others = state.held[state.turn]
        while others:
            county = lowest(others)
            others &= others - 1
            if pull_refuses(state, county) == 0:
                moves[total] = PULL_FROM + county
                total += 1
        return total
    first, last = FACE, MOVES
    if state.phase == START:
        first, last = LOT_START, LOT_START + state.seats
    elif state.phase == CASTLES:
        first, last = LOT_CASTLES, FACE
    elif state.phase == OVER:
        last = first
    for move in range(first, last):
        moves[total] = move
        total += 1
    return total


@rule
def legal_plays(board: BoardTables, state: State, moves: Ints) -> int:
    """[H3.8] The marches and raisings open to the plays that are left."""
    total = 0
    die = die_refuses(state) == 0
    wild = wild_refuses(state) == 0
    counties = in_reach(board, state)
    while counties:
        county = lowest(counties)
        counties &= counties - 1
        by_die = die and colour_refuses(board, state, county) == 0
        if (by_die or wild) and march_refuses(board, state, county) == 0:
            if by_die:
                moves[total] = MARCH + county
                total += 1
            if wild:
                moves[total] = MARCH_WILD + county
                total += 1
    if die:
        moves[total] = RAISE
        total += 1
    if wild:
        moves[total] = RAISE_WILD
        total += 1
    return total


@rule
def play(board: BoardTables, state: State, move: int) -> None:
    """Carry out a legal move."""
    decoded = decode(move)
    kind = decoded.kind
    if kind == MARCH:
        spend(state, decoded.wild)
        march(board, state, decoded.county)
    elif kind == RAISE:
        spend(state, decoded.wild)
        raise_warriors(board, state)
    elif kind == PULL_FROM:
        pull(board, state, decoded.county)
    elif kind == LOT_START:
        draw_start(state, decoded.number)
    elif kind == LOT_CASTLES:
        draw_castles(board, state, decoded.number)
    else:
        roll(state, decoded.number)


@rule(inline=True)
def spend(state: State, wild: int) -> None:
    """[H3.7] A play is used up as soon as it is chosen."""
    if wild:
        state.wild_open = 0
    else:
        state.die_open = 0


KERNEL = Kernel(
    to_act,
    legal_moves,
    refuses,
    play,
    winners,
    rounds,
    way,
    moves=MOVES,
    most_moves=2 * COUNTIES + 2,
    ways=("track",),
    starter=by_start,
)
