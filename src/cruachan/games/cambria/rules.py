"""The rules of Cambria in the order of RULES.md; `dispatch.py` puts them to use.

A function that refuses returns the number of the rule that does (402 is C4.2), and 0 when none
does: what is legal and why something is not are one and the same.
"""

from cruachan.engine.bits import bit, count
from cruachan.engine.record import rule
from cruachan.games.cambria.state import (
    ACT,
    AT_SEA,
    BEGUN_WITH,
    BOARD,
    BOARD_FROM,
    COLOURS,
    DUMMY,
    DUMMY_FROM,
    DUMMY_PLACE,
    DUMMY_ROLL,
    FORTS,
    FROM,
    LAST_FORTS,
    MOST_TURNS,
    OVER,
    ROADS,
    ROLL,
    SETUP,
    SETUP_ROLL,
    SHIPS,
    SOLDIERS,
    START,
    BoardTables,
    State,
)

ALL_ROADS = (1 << ROADS) - 1


# C2 Setup


@rule
def setup(state: State, seats: int, fair: int) -> None:
    """[C2.1] All soldiers wait in the supply, the legion at the standard."""
    state.seats = seats
    state.fair = fair
    state.legion = AT_SEA
    state.phase = START
    for colour in range(COLOURS):
        state.supply[colour] = SOLDIERS


@rule
def draw_start(state: State, seat: int) -> None:
    """[C2.2] The lot decides who starts."""
    state.start = seat
    state.turn = seat
    state.phase = SETUP_ROLL


@rule
def roll_one(state: State, number: int) -> None:
    """[C2.3] [C2.4] [C9.2] One die, in the setup or for the dummy; the setup rolls a 1 again."""
    if state.phase == DUMMY_ROLL:
        state.phase = DUMMY_PLACE
    elif number == 1:
        return
    else:
        state.phase = SETUP
    state.first = number


@rule
def end_setup_turn(state: State) -> None:
    """[C2.3] [C2.5] Each places one soldier; then whoever began has the first turn."""
    state.turn = (state.turn + 1) % state.seats
    state.first = 0
    state.phase = SETUP_ROLL if state.turn != state.start else first_phase(state)


@rule(inline=True)
def first_phase(state: State) -> int:
    """[C3.1] [C9.2] A turn begins with the roll; with two players with the dummy's."""
    return DUMMY_ROLL if state.seats == 2 else ROLL


# C3 The turn


@rule
def roll(state: State, first: int, second: int) -> None:
    """[C3.1] Both dice are rolled."""
    state.first = first
    state.second = second
    state.phase = ACT


@rule(inline=True)
def pass_refuses(state: State) -> int:
    """[C3.3] [C3.4] [C5.4] Passing is open, except after a double 1 or with a ship's number."""
    if state.replaced:
        return 504
    return 304 if state.first == 1 and state.second == 1 else 0


# C4 Placing a soldier


@rule(inline=True)
def soldiers(state: State) -> int:
    """The set of roads on which any soldier stands."""
    return int(state.held[0] | state.held[1] | state.held[2] | state.held[3] | state.held[4])


@rule(inline=True)
def empty_roads(state: State) -> int:
    """[C4.2] The roads without a soldier and without the legion."""
    taken = soldiers(state)
    if state.legion != AT_SEA:
        taken |= bit(state.legion)
    return ALL_ROADS & ~taken


@rule(inline=True)
def is_double(first: int, second: int) -> bool:
    """[C4.3] Two equal numbers other than 1."""
    return first == second and first != 1


@rule
def open_roads(tables: BoardTables, state: State, first: int, second: int) -> int:
    """[C4.1] [C4.3] [C4.6] [C4.9] The roads these two numbers open to a soldier."""
    if is_double(first, second):
        return int(tables.reach[first] & ~state.held[state.turn])
    return int((tables.reach[first] | tables.reach[second]) & empty_roads(state))


@rule(inline=True)
def can_supply(state: State, colour: int) -> bool:
    """[C4.7] [C4.8] Whether the colour has a soldier to place: in the supply, else on a road."""
    return bool(state.supply[colour] > 0 or state.held[colour] != 0)


@rule
def place_refuses(tables: BoardTables, state: State, road: int) -> int:
    """[C4] Whether a soldier can go onto a road with the numbers that lie there."""
    first, second = state.first, state.second
    place = bit(road)
    if first == 1 and second == 1:
        return 602
    if not (tables.reach[first] | tables.reach[second]) & place:
        return 406 if first == 1 or second == 1 else 403 if first == second else 401
    if state.held[state.turn] & place:
        return 405
    if not open_roads(tables, state, first, second) & place:
        return 402
    return 0 if can_supply(state, state.turn) else 408


@rule
def throw_out(state: State, road: int) -> None:
    """[C4.4] [C6.4] Whoever stands on the road goes back where it came from."""
    place = bit(road)
    for colour in range(COLOURS):
        if state.held[colour] & place:
            state.held[colour] &= ~place
            state.supply[colour] += 1
    if state.legion == road:
        state.legion = AT_SEA


@rule
def station(state: State, colour: int, road: int) -> None:
    """A soldier goes from the supply onto a road."""
    throw_out(state, road)
    state.held[colour] |= bit(road)
    state.supply[colour] -= 1


@rule
def place(tables: BoardTables, state: State, road: int) -> None:
    """[C4.7] From the supply at once; from a road, when the supply is empty, as she chooses."""
    if state.supply[state.turn]:
        station(state, state.turn, road)
        end_turn(tables, state)
    else:
        state.target = road
        state.phase = FROM


@rule(inline=True)
def mover(state: State) -> int:
    """The colour whose soldiers are moved now: the player's, or the dummy's."""
    return DUMMY if state.phase == DUMMY_PLACE or state.phase == DUMMY_FROM else int(state.turn)


@rule(inline=True)
def from_refuses(state: State, road: int) -> int:
    """[C4.7] [C6.7] [C9.4] The soldier that moves is one of the mover's, on a road."""
    if state.held[mover(state)] & bit(road):
        return 0
    if state.phase == DUMMY_FROM:
        return 904
    return 607 if state.phase == BOARD_FROM else 407


@rule
def move_from(tables: BoardTables, state: State, road: int) -> None:
    """[C4.7] [C6.7] [C9.4] A soldier leaves its road and goes where it was meant to go."""
    colour = mover(state)
    state.held[colour] &= ~bit(road)
    state.supply[colour] += 1
    target = state.target
    state.target = 0
    if state.phase == BOARD_FROM:
        embark(state, target)
        end_turn(tables, state)
    elif state.phase == DUMMY_FROM:
        station(state, colour, target)
        end_dummy(state)
    else:
        station(state, colour, target)
        end_turn(tables, state)


# C5 Ships


@rule(inline=True)
def with_ship(state: State, ship: int, die: int) -> int:
    """[C5.2] The number that stays beside the ship's when it replaces this die."""
    return int(state.second if die == 0 else state.first)


@rule
def replace_refuses(tables: BoardTables, state: State, ship: int, die: int) -> int:
    """[C5.1] [C5.3] [C5.4] One die, by the number of a ship with a soldier of hers, to play."""
    if state.replaced:
        return 503
    if state.ship[ship] != state.turn + 1:
        return 501
    if die == 1 and state.first == state.second:
        return 501
    number = ship + 2
    other = with_ship(state, ship, die)
    if other == 1:
        return 0
    return 0 if open_roads(tables, state, number, other) else 504


@rule
def replace(state: State, ship: int, die: int) -> None:
    """[C5.1] The ship's number lies in place of the die, and its soldier is back in the supply."""
    if die == 0:
        state.first = ship + 2
    else:
        state.second = ship + 2
    state.replaced = 1
    state.ship[ship] = 0
    state.supply[state.turn] += 1


# C6 The legion


@rule
def legion_refuses(tables: BoardTables, state: State, road: int) -> int:
    """[C6.1] [C6.2] [C6.3] By a 1 to the other number's roads, by a double 1 to any other road."""
    first, second = state.first, state.second
    if first != 1 and second != 1:
        return 601
    if first != second and not (tables.reach[first] | tables.reach[second]) & bit(road):
        return 601
    return 603 if state.legion == road else 0


@rule
def move_legion(tables: BoardTables, state: State, road: int) -> None:
    """[C6.4] [C6.5] The legion throws out whoever is there; then the player may board a ship."""
    throw_out(state, road)
    state.legion = road
    if free_ships(state) and can_supply(state, state.turn):
        state.phase = BOARD
    else:
        end_turn(tables, state)


@rule
def free_ships(state: State) -> int:
    """[C6.6] The set of ships that carry nobody."""
    free = 0
    for ship in range(SHIPS):
        if state.ship[ship] == 0:
            free |= bit(ship)
    return free


@rule
def board(tables: BoardTables, state: State, ship: int) -> None:
    """[C6.5] [C6.7] From the supply at once, else from a road as she chooses."""
    if state.supply[state.turn]:
        embark(state, ship)
        end_turn(tables, state)
    else:
        state.target = ship
        state.phase = BOARD_FROM


@rule(inline=True)
def embark(state: State, ship: int) -> None:
    """A soldier goes from the supply on board."""
    state.ship[ship] = state.turn + 1
    state.supply[state.turn] -= 1


# C7 Storming


@rule(inline=True)
def marker_points(value: int) -> int:
    """[C1.5] The points of the VP marker under a fort's own."""
    return value - 2 if value >= 4 else 0


@rule
def storm(tables: BoardTables, state: State, last: bool) -> None:
    """[C7.1] [C7.2] [C7.3] [C8.2] Every fort that stands is taken, if somebody leads there.

    Before the end of the game soldiers must stand on all its roads.
    """
    everywhere = soldiers(state)
    for fort in range(FORTS):
        roads = tables.roads[fort]
        if state.fort[fort] == 0 and (last or everywhere & roads == roads):
            storm_fort(tables, state, fort)


@rule
def storm_fort(tables: BoardTables, state: State, fort: int) -> None:
    """[C7.2] [C7.4] [C7.5] [C7.6] [C8.3] To the strict leader; its VP marker to the second."""
    leader = strongest(tables, state, fort, -1)
    if leader < 0:
        return
    state.fort[fort] = leader + 1
    if marker_points(tables.value[fort]):
        second = strongest(tables, state, fort, leader)
        state.vp[fort] = second + 1 if second >= 0 else -1


@rule
def strongest(tables: BoardTables, state: State, fort: int, besides: int) -> int:
    """[C7.4] [C7.6] The colour with strictly the most soldiers there; -1 if there is none."""
    most = 0
    leader = -1
    for colour in range(COLOURS):
        if colour != besides:
            number = count(state.held[colour] & tables.roads[fort])
            if number > most:
                most = number
                leader = colour
            elif number == most:
                leader = -1
    return leader


# C8 The end


@rule
def forts_left(state: State) -> int:
    """[C8.1] How many forts stand."""
    left = 0
    for fort in range(FORTS):
        if state.fort[fort] == 0:
            left += 1
    return left


@rule
def end_turn(tables: BoardTables, state: State) -> None:
    """[C7.1] [C8.1] [C8.7] Forts are stormed; then the game ends or the turn passes on."""
    state.first = 0
    state.second = 0
    state.replaced = 0
    state.turns += 1
    storm(tables, state, False)
    if forts_left(state) <= LAST_FORTS or state.turns >= MOST_TURNS * state.seats:
        state.legion = AT_SEA
        storm(tables, state, True)
        state.phase = OVER
    else:
        state.turn = (state.turn + 1) % state.seats
        state.phase = first_phase(state)


@rule
def given(state: State, colour: int) -> int:
    """[C10.1] [C10.2] The points that a later player begins with when the start is fair."""
    if not state.fair or state.phase == START or colour >= state.seats:
        return 0
    order = (colour - state.start) % state.seats
    return BEGUN_WITH[(state.seats - 2) * COLOURS + order]


@rule
def points(tables: BoardTables, state: State, colour: int) -> int:
    """[C8.4] [C10.1] The points on a colour's markers, and those it began with."""
    total = given(state, colour)
    for fort in range(FORTS):
        if state.fort[fort] == colour + 1:
            total += int(tables.value[fort])
        if state.vp[fort] == colour + 1:
            total += int(marker_points(tables.value[fort]))
    return total


@rule
def markers(state: State, colour: int) -> int:
    """[C8.5] How many markers a colour has, forts and VP together."""
    total = 0
    for fort in range(FORTS):
        if state.fort[fort] == colour + 1:
            total += 1
        if state.vp[fort] == colour + 1:
            total += 1
    return total


@rule
def rank(tables: BoardTables, state: State, seat: int) -> int:
    """[C8.4] [C8.5] [C8.6] A number that is larger the better a seat stands; no two are equal."""
    ago = (state.turn - seat) % state.seats
    recency = int(state.seats - ago)
    return (points(tables, state, seat) * 100 + markers(state, seat)) * 10 + recency


@rule
def winners(tables: BoardTables, state: State) -> int:
    """[C8.4] [C9.7] Who has won, once the game is over; the dummy never."""
    if state.phase != OVER:
        return 0
    best = 0
    for seat in range(1, state.seats):
        if rank(tables, state, seat) > rank(tables, state, best):
            best = seat
    return bit(best)


@rule
def way(tables: BoardTables, state: State) -> int:
    """[C8.1] [C8.7] Six forts left, or 100 turns of each player."""
    return int(state.turns >= MOST_TURNS * state.seats)


# C9 Two players


@rule(inline=True)
def dummy_roads(tables: BoardTables, state: State) -> int:
    """[C9.2] [C9.3] Empty roads of the number, else any empty road."""
    empty = empty_roads(state)
    fitting = tables.reach[state.first] & empty
    return int(fitting if fitting else empty)


@rule
def dummy_refuses(tables: BoardTables, state: State, road: int) -> int:
    """[C9.2] [C9.3] [C9.5] Where the dummy's soldier may not go."""
    if not empty_roads(state) & bit(road):
        return 905
    return 0 if dummy_roads(tables, state) & bit(road) else 902


@rule
def place_dummy(state: State, road: int) -> None:
    """[C9.2] [C9.4] From its supply, else one of its soldiers moves."""
    if state.supply[DUMMY]:
        station(state, DUMMY, road)
        end_dummy(state)
    else:
        state.target = road
        state.phase = DUMMY_FROM


@rule(inline=True)
def end_dummy(state: State) -> None:
    """[C9.6] Nothing is stormed; the player rolls for her turn."""
    state.first = 0
    state.phase = ROLL
