"""What a seat sees of Gallia Cisalpina, as numbers."""

from typing import Any

from cruachan.engine.bits import bit
from cruachan.engine.capabilities import ObservationPart, ObservationSpec
from cruachan.engine.record import rule
from cruachan.envs.observation import put_one, put_set, put_share
from cruachan.games.gallia.moves import LOT_START
from cruachan.games.gallia.state import (
    BACK,
    CARDS,
    DICE,
    LANDS,
    MOST_TURNS,
    NOWHERE,
    OVER,
    PIPS,
    BoardTables,
    State,
)

ACTIONS = LOT_START
SIDES = 2
ABOUTS = 3
LOSERS = 2

PARTS = (
    ObservationPart(
        "armies", (SIDES, CARDS, PIPS), "dice with so many warriors on each card, of 8"
    ),
    ObservationPart(
        "done", (SIDES, CARDS, PIPS), "of these the ones that have moved or attacked, of 8"
    ),
    ObservationPart("warriors", (SIDES, CARDS), "all warriors on each card, of 48"),
    ObservationPart("free", (SIDES,), "dice that lie nowhere, of 8"),
    ObservationPart(
        "back", (CARDS, LANDS), "which of the ten backs a card has, if the seat has seen it"
    ),
    ObservationPart("oppida", (CARDS,), "cards that lie on their back"),
    ObservationPart("turned", (CARDS,), "cards turned this turn"),
    ObservationPart("knows", (SIDES, CARDS), "cards whose back each side has scouted"),
    ObservationPart("shown", (CARDS,), "cards whose back both have seen"),
    ObservationPart("strict", (1,), "1 with strict supply"),
    ObservationPart("start", (SIDES,), "who began"),
    ObservationPart("turn", (SIDES,), "whose turn it is"),
    ObservationPart("seat", (SIDES,), "the seat itself, for the table lies the same for both"),
    ObservationPart("turns", (1,), "turns finished, of 200"),
    ObservationPart(
        "repeats", (1,), "how often this turn's first position began a turn before, of 2"
    ),
    ObservationPart("phase", (OVER + 1,), "what the game waits for"),
    ObservationPart("about", (ABOUTS,), "what the turn is about: open, oppida, armies"),
    ObservationPart("look", (CARDS,), "the card whose back is looked at"),
    ObservationPart("source", (CARDS,), "the card an army leaves"),
    ObservationPart("target", (CARDS,), "where it goes or attacks"),
    ObservationPart(
        "army", (1,), "warriors of the moving die, in an attack after the shields, of 6"
    ),
    ObservationPart("winners", (1,), "in a won fight, how many may go in, of 6"),
    ObservationPart("lost", (LOSERS,), "who lost a territory and is to be fed: defender, attacker"),
    ObservationPart("ending", (1,), "1 when the turn ends as soon as nobody starves"),
)


@rule
def observe(board: BoardTables, state: State, seat: int, row: Any) -> int:
    """Write what the seat sees into a row of zeros; backs it has not seen are not written."""
    block = CARDS * PIPS
    for die in range(SIDES * DICE):
        side = die // DICE ^ seat
        card = int(state.card[die])
        pips = int(state.pips[die])
        if card == NOWHERE:
            row[4 * block + SIDES * CARDS + side] += 1 / DICE
            continue
        place = (side * CARDS + card) * PIPS + pips - 1
        row[place] += 1 / DICE
        if state.done[die]:
            row[2 * block + place] += 1 / DICE
        row[4 * block + side * CARDS + card] += pips / (DICE * PIPS)
    at = 4 * block + SIDES * CARDS + SIDES
    seen = int(state.knows[seat]) | int(state.shown)
    for card in range(CARDS):
        at = put_one(row, at, state.back[card] if seen & bit(card) else NOWHERE, LANDS)
    at = put_set(row, at, state.oppida, CARDS)
    at = put_set(row, at, state.turned, CARDS)
    at = put_set(row, at, state.knows[seat], CARDS)
    at = put_set(row, at, state.knows[1 - seat], CARDS)
    at = put_set(row, at, state.shown, CARDS)
    return observe_turn(state, seat, row, at)


@rule
def observe_turn(state: State, seat: int, row: Any, at: int) -> int:
    """The rest of the row: whose turn it is, and what is asked."""
    marching = state.army > 0
    at = put_share(row, at, state.strict, 1)
    at = put_one(row, at, state.start ^ seat, SIDES)
    at = put_one(row, at, state.turn ^ seat, SIDES)
    at = put_one(row, at, seat, SIDES)
    at = put_share(row, at, state.turns, MOST_TURNS)
    at = put_share(row, at, repeats(state), 2)
    at = put_one(row, at, state.phase, OVER + 1)
    at = put_one(row, at, state.about, ABOUTS)
    at = put_one(row, at, state.look if state.phase == BACK else NOWHERE, CARDS)
    at = put_one(row, at, state.source if marching else NOWHERE, CARDS)
    at = put_one(row, at, state.target if marching else NOWHERE, CARDS)
    at = put_share(row, at, state.army, PIPS)
    at = put_share(row, at, state.winners, PIPS)
    at = put_set(row, at, state.lost, LOSERS)
    return put_share(row, at, state.ending, 1)


@rule
def repeats(state: State) -> int:
    """[G9.5] How often the position in which this turn began had begun a turn before."""
    last = min(int(state.turns), MOST_TURNS - 1)
    first, second = state.past_a[last], state.past_b[last]
    times = 0
    for turn in range(last):
        times += int(state.past_a[turn] == first) & int(state.past_b[turn] == second)
    return times


OBSERVATION = ObservationSpec(observe, PARTS, ACTIONS, max_decisions=40_000, max_chances=11)
