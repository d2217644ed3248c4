"""16,000 games over all tables: every soldier, the legion and every marker is somewhere."""

from typing import Any, cast

import pytest

from cruachan import load_game
from cruachan.engine.bits import bit, count
from cruachan.engine.kernel import KernelGame, as_table, dice
from cruachan.engine.record import rule
from cruachan.games.cambria.dispatch import KERNEL
from cruachan.games.cambria.rules import marker_points
from cruachan.games.cambria.state import (
    AT_SEA,
    COLOURS,
    FORTS,
    ROADS,
    SHIPS,
    SOLDIERS,
    BoardTables,
    State,
)
from tests.many import SHARE, accountant


@rule
def adds_up(tables: BoardTables, state: State) -> bool:
    """[C1.4] [C1.5] Five soldiers of each colour, one legion, 16 and 7 markers."""
    everywhere = 0
    for colour in range(COLOURS):
        total = state.supply[colour] + count(state.held[colour])
        for ship in range(SHIPS):
            if state.ship[ship] == colour + 1:
                total += 1
        if total != SOLDIERS or state.supply[colour] < 0 or everywhere & state.held[colour]:
            return False
        everywhere |= state.held[colour]
    if state.legion != AT_SEA and (state.legion >= ROADS or everywhere & bit(state.legion)):
        return False
    markers = 0
    for fort in range(FORTS):
        stormed = 0 < state.fort[fort] <= COLOURS
        lies = state.fort[fort] == 0
        markers += stormed or lies
        if marker_points(tables.value[fort]):
            taken = -1 <= state.vp[fort] <= COLOURS and state.vp[fort] != 0
            markers += taken == stormed
        elif state.vp[fort] != 0:
            return False
    return markers == 23


RUN = accountant(KERNEL, adds_up)
GAMES = 2000 // SHARE


@pytest.mark.rule("C1.4", "C1.5")
@pytest.mark.parametrize("board", ["wales", "north"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_everything_is_somewhere(seats: int, board: str) -> None:
    game = cast(KernelGame[Any, Any, Any], load_game("cambria", board))
    assert RUN(game.board_tables, as_table(game.setup(seats, {})), GAMES, dice(7)) > GAMES * 100


def test_a_lost_soldier_is_noticed() -> None:
    game = cast(KernelGame[Any, Any, Any], load_game("cambria"))
    start = as_table(game.setup(3, {}))
    start[0].supply[1] -= 1
    assert RUN(game.board_tables, start, 1, dice(7)) == -1
