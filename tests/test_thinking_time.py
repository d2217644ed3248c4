"""Contests of networks by playouts: seats are balanced, and the row says what was counted."""

from __future__ import annotations

from tools.thinking_time import PlayoutContest, played, seconds_per_playout, usual_table

from cruachan.engine.kernel import KernelGame, record_game
from cruachan.games import load_game
from cruachan.learning.iteration import SearchLearner


def cambria() -> KernelGame:  # type: ignore[type-arg]
    game = record_game(load_game("cambria"))
    assert game is not None
    return game


def test_a_contest_counts_games_of_both_seats() -> None:
    game = cambria()
    learner = SearchLearner([usual_table(game, 2)], 2)
    contest = PlayoutContest(game, 2, playouts=20, against=1)
    for found in played(contest, learner, [None, None], 8, 1):
        assert found.games % 2 == 0
    assert 0 < contest.won + contest.drawn <= contest.games >= 8


def test_a_row_counts_a_draw_as_half_a_win() -> None:
    row = PlayoutContest(cambria(), 2, 1000, 300, games=40, won=29, drawn=2).row()
    assert row == "| Cambria, two | 1,000 against 300 | 40 | 75.0 % (60 to 86) | 2 |"


def test_playouts_of_the_same_network_take_the_same_time() -> None:
    one, other = seconds_per_playout(cambria(), 2, [None, None])
    assert one > 0 < other
