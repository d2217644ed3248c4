"""5,000 games with each option: all dice are there and in order after every move."""

import pytest

from cruachan.engine.bits import bit
from cruachan.engine.kernel import as_table, dice
from cruachan.engine.record import rule
from cruachan.games.gallia.dispatch import KERNEL
from cruachan.games.gallia.state import CARDS, DICE, NOWHERE, PIPS, BoardTables, State
from tests.gallia.positions import GAME
from tests.many import SHARE, accountant


@rule
def adds_up(board: BoardTables, state: State) -> bool:
    """[G1.4] [G1.2] Dice show 1 to 6 where they lie, no card has two owners, no back lies twice."""
    places = 0
    for seat in range(2):
        own = 0
        for die in range(seat * DICE, (seat + 1) * DICE):
            pips = state.pips[die]
            if state.card[die] == NOWHERE:
                if pips != 0 or state.done[die] != 0:
                    return False
            else:
                if pips < 1 or pips > PIPS or state.card[die] < 0 or state.card[die] >= CARDS:
                    return False
                own |= bit(state.card[die])
        if own & places:
            return False
        places |= own
    backs = 0
    for card in range(CARDS):
        if state.back[card] != NOWHERE:
            if backs & bit(state.back[card]):
                return False
            backs |= bit(state.back[card])
    return state.turns <= 200


RUN = accountant(KERNEL, adds_up)
GAMES = 5000 // SHARE


@pytest.mark.rule("G1.4")
@pytest.mark.parametrize("strict", ["no", "yes"])
def test_every_die_is_somewhere(strict: str) -> None:
    start = as_table(GAME.setup(2, {"strict": strict}))
    assert RUN(GAME.board_tables, start, GAMES, dice(7)) > GAMES * 20


def test_a_die_that_is_nowhere_and_shows_something_is_noticed() -> None:
    start = as_table(GAME.setup(2, {}))
    start[0].pips[15] = 3
    assert RUN(GAME.board_tables, start, 1, dice(7)) == -1


def test_a_back_that_lies_twice_is_noticed() -> None:
    start = as_table(GAME.setup(2, {}))
    start[0].back[1] = start[0].back[2] = 4
    assert RUN(GAME.board_tables, start, 1, dice(7)) == -1
