from __future__ import annotations

from random import Random
from typing import Any

import pytest

from cruachan import CHANCE, Match, Player, load_game
from cruachan.arena.chances import chances

RECORD_GAMES = [("hibernia", 3), ("cambria", 2), ("gallia", 2)]


def played(name: str, seats: int, plies: int, seed: int) -> Match[Any, Any]:
    match = Match(
        load_game(name), [Player(str(seat)) for seat in range(seats)], seed=bytes([seed]) * 32
    )
    rng = Random(seed)
    while len(match.history) < plies and not match.outcome:
        seat = match.to_act[0]
        if seat == CHANCE:
            match.roll()
        else:
            match.play(seat, rng.choice(match.legal_moves(seat)))
    return match


@pytest.mark.parametrize(("name", "seats"), RECORD_GAMES)
def test_shares_are_shares_and_the_same_for_the_same_seed(name: str, seats: int) -> None:
    match = played(name, seats, 20, 1)
    seen = match.game.sight(match.state, 0)
    found = chances(match.game, seats, seen, "a")
    assert len(found) == seats
    assert all(0 <= each <= 1 for each in found)
    assert 0 < sum(found) <= 1.0001
    assert found == chances(match.game, seats, seen, "a")


def test_who_is_about_to_win_has_the_best_chances() -> None:
    match = played("hibernia", 3, 10_000, 5)
    assert match.outcome is not None
    winner = match.outcome.winners[0]
    late = match.state_at(len(match.history) - 6)
    found = chances(match.game, 3, match.game.sight(late, winner), "a")
    assert max(found) == found[winner] > 0.5


def test_what_others_hide_changes_nothing() -> None:
    """Gallia: two positions that a seat cannot tell apart have the same chances."""
    match = played("gallia", 2, 40, 3)
    seen = match.game.sight(match.state, 0)
    other = match.game.sight(match.game.guess(seen, Random(7)), 0)
    assert chances(match.game, 2, seen, "b") == chances(match.game, 2, other, "b")


def test_a_told_game_is_not_played_out() -> None:
    game = load_game("shent")
    assert chances(game, 3, game.setup(3, game.complete(3, {})), "a") == []
