"""The moves of Gallia Cisalpina: each is a number, and what it stands for is told here alone."""

from typing import NamedTuple

from cruachan.engine.record import rule
from cruachan.games.gallia.state import CARDS, LANDS, PIPS

# A kind of move is called by its first number.
MARCH = 0
NUMBER = MARCH + CARDS * PIPS * 4
RECRUIT = NUMBER + PIPS
LOOK = RECRUIT + 4
NO_LOOK = LOOK + CARDS
TURN_CARD = NO_LOOK + 1
END = TURN_CARD + CARDS
TAKE_OFF = END + 1
LOT_START = TAKE_OFF + CARDS * PIPS * 2
BACK_IS = LOT_START + 2
MOVES = BACK_IS + LANDS
NO_MOVE = -1

OF_A_CARD = (MARCH, LOOK, TURN_CARD, TAKE_OFF)
"""The kinds that are about a card."""


class MoveParts(NamedTuple):
    """What a move is about; 0 where there is nothing to say."""

    kind: int
    """MARCH, NUMBER, RECRUIT, ... or NO_MOVE."""
    card: int
    """Where the army stands, or the card that is scouted or turned."""
    pips: int
    """The warriors of the army, as its die shows them."""
    number: int
    """How many; the direction of a march; 1 to take off an army that has moved; who starts; which
    back."""


@rule(inline=True)
def decode(move: int) -> MoveParts:
    """What a number stands for as a move."""
    if move < 0 or move >= MOVES:
        return MoveParts(NO_MOVE, 0, 0, 0)
    if move < NUMBER:
        die = move // 4
        return MoveParts(MARCH, die // PIPS, die % PIPS + 1, move % 4)
    if move < RECRUIT:
        return MoveParts(NUMBER, 0, 0, move - NUMBER + 1)
    if move < LOOK:
        return MoveParts(RECRUIT, 0, 0, move - RECRUIT)
    if move < NO_LOOK:
        return MoveParts(LOOK, move - LOOK, 0, 0)
    if move < TURN_CARD:
        return MoveParts(NO_LOOK, 0, 0, 0)
    if move < END:
        return MoveParts(TURN_CARD, move - TURN_CARD, 0, 0)
    if move < TAKE_OFF:
        return MoveParts(END, 0, 0, 0)
    if move < LOT_START:
        die = (move - TAKE_OFF) // 2
        return MoveParts(TAKE_OFF, die // PIPS, die % PIPS + 1, (move - TAKE_OFF) % 2)
    if move < BACK_IS:
        return MoveParts(LOT_START, 0, 0, move - LOT_START)
    return MoveParts(BACK_IS, 0, 0, move - BACK_IS)


@rule(inline=True)
def marching(card: int, pips: int, direction: int) -> int:
    """The move of an army in a direction."""
    return MARCH + (card * PIPS + pips - 1) * 4 + direction


@rule(inline=True)
def taking_off(card: int, pips: int, done: int) -> int:
    """The move that takes a warrior off an army; `done`: off one that has moved."""
    return TAKE_OFF + (card * PIPS + pips - 1) * 2 + done
