"""The dice on the table: where they lie, and how warriors are added and taken off."""

from cruachan.engine.bits import bit
from cruachan.engine.record import rule
from cruachan.games.gallia.state import DICE, NOWHERE, PIPS, State


@rule(inline=True)
def warriors(state: State, seat: int, card: int) -> int:
    """[G1.4] All warriors of a seat on a card."""
    total = 0
    for die in range(seat * DICE, (seat + 1) * DICE):
        if state.card[die] == card:
            total += state.pips[die]
    return int(total)


@rule(inline=True)
def occupied(state: State, seat: int) -> int:
    """The set of cards on which a die of the seat lies."""
    cards = 0
    for die in range(seat * DICE, (seat + 1) * DICE):
        if state.card[die] != NOWHERE:
            cards |= bit(state.card[die])
    return cards


@rule(inline=True)
def free_die(state: State, seat: int) -> int:
    """A die of the seat that lies on no card, or NOWHERE."""
    for die in range(seat * DICE, (seat + 1) * DICE):
        if state.card[die] == NOWHERE:
            return die
    return NOWHERE


@rule(inline=True)
def find_die(state: State, seat: int, card: int, pips: int, done: int) -> int:
    """A die of the seat on a card with these pips, moved already or not; or NOWHERE."""
    for die in range(seat * DICE, (seat + 1) * DICE):
        if state.card[die] == card and state.pips[die] == pips and state.done[die] == done:
            return die
    return NOWHERE


@rule(inline=True)
def set_die(state: State, die: int, pips: int) -> None:
    """Turn a die; at 0 it leaves its card and is free."""
    state.pips[die] = pips
    if pips == 0:
        state.card[die] = NOWHERE
        state.done[die] = 0


@rule(inline=True)
def lay_die(state: State, die: int, card: int, pips: int, done: int) -> None:
    """Put a free die on a card."""
    state.card[die] = card
    state.pips[die] = pips
    state.done[die] = done


@rule
def add_warriors(state: State, seat: int, card: int, number: int) -> None:
    """[G4.2] [G5.3] Each fills the fullest die below 6 on the card, else takes a free die."""
    for _ in range(number):
        best = NOWHERE
        for die in range(seat * DICE, (seat + 1) * DICE):
            if (
                state.card[die] == card
                and state.pips[die] < PIPS
                and (best == NOWHERE or state.pips[die] > state.pips[best])
            ):
                best = die
        if best == NOWHERE:
            lay_die(state, free_die(state, seat), card, 1, 0)
        else:
            state.pips[best] += 1


@rule
def room_for(state: State, seat: int, card: int) -> int:
    """[G4.3] [G5.4] How many warriors can be added on a card with the dice there and free ones."""
    room = 0
    for die in range(seat * DICE, (seat + 1) * DICE):
        if state.card[die] == card:
            room += PIPS - state.pips[die]
        elif state.card[die] == NOWHERE:
            room += PIPS
    return int(room)


@rule
def remove_warriors(state: State, seat: int, card: int, number: int) -> None:
    """[G5.2] [G7.4] Warriors come off the smallest die of the seat on the card first."""
    while number > 0:
        least = NOWHERE
        for die in range(seat * DICE, (seat + 1) * DICE):
            if state.card[die] == card and (
                least == NOWHERE or state.pips[die] < state.pips[least]
            ):
                least = die
        taken = min(number, state.pips[least])
        set_die(state, least, state.pips[least] - taken)
        number -= taken


@rule
def put_in_order(state: State, seat: int) -> None:
    """Sort the dice of a seat that have not moved, free ones last: which lies where is nothing."""
    first = seat * DICE
    for die in range(first + 1, first + DICE):
        card, pips = state.card[die], state.pips[die]
        place = die
        while place > first and (
            state.card[place - 1] < card
            or (state.card[place - 1] == card and state.pips[place - 1] < pips)
        ):
            state.card[place] = state.card[place - 1]
            state.pips[place] = state.pips[place - 1]
            place -= 1
        state.card[place] = card
        state.pips[place] = pips
