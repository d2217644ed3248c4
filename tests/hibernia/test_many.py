"""20,000 games over all tables: every warrior of each colour is somewhere after every move."""

import pytest

from cruachan.engine.bits import bit
from cruachan.engine.kernel import as_table, dice
from cruachan.engine.record import rule
from cruachan.games.hibernia.rules import KERNEL
from cruachan.games.hibernia.state import COUNTIES, PLAYERS, WARRIORS, BoardTables, State
from tests.hibernia.positions import GAME
from tests.many import SHARE, accountant


@rule
def adds_up(board: BoardTables, state: State) -> bool:
    """[H1.1] [H6.4] 14 of each colour, and every county that has warriors has one holder."""
    everywhere = 0
    for colour in range(PLAYERS):
        total = state.supply[colour] + state.shield[colour]
        if colour < state.seats:
            total += 1
        if colour == state.turn:
            total += state.host
        if everywhere & state.held[colour] or state.supply[colour] < 0 or state.shield[colour] < 0:
            return False
        everywhere |= state.held[colour]
        for county in range(COUNTIES):
            if state.held[colour] & bit(county):
                total += state.warriors[county]
        if total != WARRIORS:
            return False
    for county in range(COUNTIES):
        held = (everywhere & bit(county)) != 0
        if held != (state.warriors[county] > 0):
            return False
    return True


RUN = accountant(KERNEL, adds_up)
GAMES = 5000 // SHARE


@pytest.mark.rule("H1.1", "H6.4")
@pytest.mark.parametrize("harder", ["no", "yes"])
@pytest.mark.parametrize("seats", [3, 4])
def test_every_warrior_is_somewhere(seats: int, harder: str) -> None:
    start = as_table(GAME.setup(seats, {"harder": harder}))
    assert RUN(GAME.board_tables, start, GAMES, dice(7)) > GAMES * 100


def test_a_lost_warrior_is_noticed() -> None:
    start = as_table(GAME.setup(4, {}))
    start[0].supply[1] -= 1
    assert RUN(GAME.board_tables, start, 1, dice(7)) == -1
