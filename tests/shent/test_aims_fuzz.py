"""For any two runes there are two kinds of aims that make sense, wherever bots have come to."""

from __future__ import annotations

from itertools import combinations_with_replacement
from random import Random

import pytest

from cruachan.games.shent.aims import aims
from cruachan.games.shent.components.material import RUNES
from cruachan.games.shent.core.state import Aim, State

from .tables import by_bots

POSITIONS = 160
GAMES = 10
"""Five numbers of players, with both kinds of bots."""
PARTS = 5
PAIRS = list(combinations_with_replacement(range(len(RUNES)), 2))


def positions(number: int) -> list[State]:
    """Some positions of a game between bots, from the first quest on."""
    kind = "purposeful" if number < 5 else "wandering"
    steps = by_bots(2 + number % 5, number, {"limit": "15"}, kind)
    found = [after for _, _, _, after in steps if after.quests or after.round]
    running = [state for state in found if state.stack]
    return Random(number).sample(running, POSITIONS // GAMES)


def makes_sense(state: State, seat: int, aim: Aim) -> bool:
    """It names things of this board, is not met yet, and has a difficulty."""
    lands = range(-1, len(state.board.lands))
    return (
        aim.land in lands
        and aim.seat in range(-2, state.seats)
        and aim.seat != seat
        and aims.difficulty(state, seat, aim) >= 1
        and not aims.met(state, seat, aims.sealed(state, seat, aim))
    )


@pytest.mark.rule("S6.5", "S17.1", "S18.1")
@pytest.mark.parametrize("part", range(PARTS))
def test_any_two_runes_have_two_aims(part: int) -> None:
    """All 136 pairs, in 160 positions in all."""
    for number in range(part, GAMES, PARTS):
        rng = Random(f"aims {number}")
        for state in positions(number):
            seat = rng.randrange(state.seats)
            for runes, found in aims.all_choices(state, seat, PAIRS):
                kinds = {aim.kind for aim in found}
                assert len(kinds) >= 2, (runes, kinds, state.round)
            runes, found = rng.choice(list(aims.all_choices(state, seat, rng.sample(PAIRS, 3))))
            assert all(makes_sense(state, seat, aim) for aim in found), runes
