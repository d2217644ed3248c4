"""The greedy bots are good enough to be worth a game."""

from typing import Any

import pytest

from cruachan import load_game
from cruachan.arena.simulate import simulate


def wins(game: str, bots: tuple[str, ...], games: int) -> Any:
    *_, tally = simulate(load_game(game), len(bots), games, 3, bots, {})
    return tally.report()["wins"]


@pytest.mark.parametrize("seat", range(4))
def test_greedy_beats_three_random_players_of_hibernia(seat: int) -> None:
    bots = tuple("greedy" if other == seat else "random" for other in range(4))
    assert wins("hibernia", bots, 200)[seat] > 160


@pytest.mark.parametrize("game", ["cambria", "gallia"])
@pytest.mark.parametrize("seat", range(2))
def test_greedy_beats_a_random_player(game: str, seat: int) -> None:
    bots = ("greedy", "random") if seat == 0 else ("random", "greedy")
    assert wins(game, bots, 200)[seat] > 160
