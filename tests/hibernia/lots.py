"""What must hold after every move of a game of Hibernia."""

from __future__ import annotations

from typing import Any

import pytest

from cruachan.engine.game import CHANCE
from cruachan.engine.match import Match
from cruachan.games.hibernia.notation import warriors_of
from cruachan.games.hibernia.state import COUNTIES, PLAYERS, WARRIORS, State
from tests.protocol.book import AnyGame, Fuzz, Seating

from .far import far
from .positions import GAME, LAP, LETTERS


def check(game: AnyGame, before: State, state: State) -> None:
    """[H1.1] [H6.4] Every warrior is somewhere, and no county has two owners.

    Counted here anew; `warriors_of` counts them as well whenever a position is read.
    """
    held, warriors = state.held.tolist(), state.warriors.tolist()
    supply, shield = state.supply.tolist(), state.shield.tolist()
    assert min(supply + shield + state.steps.tolist()) >= 0
    for colour in range(PLAYERS):
        marker = colour < state.seats
        in_hand = int(state.host) if colour == state.turn else 0
        stand = sum(warriors[county] for county in range(COUNTIES) if held[colour] >> county & 1)
        total = marker + in_hand + supply[colour] + shield[colour] + stand
        assert total == WARRIORS, LETTERS[colour]
    for county in range(COUNTIES):
        owners = sum(counties >> county & 1 for counties in held)
        assert owners <= 1
        assert warriors[county] >= 0
        assert (warriors[county] > 0) == (owners == 1)


def ended(match: Match[Any, Any]) -> None:
    """[H9.2] [H9.3] One winner who has come round, after whole rounds."""
    state, outcome = match.state, match.outcome
    assert [warriors_of(state, colour) for colour in range(PLAYERS)] == [WARRIORS] * PLAYERS
    assert outcome
    assert len(outcome.winners) == 1
    assert max(outcome.scores) >= LAP
    rolls = sum(ply.seat == CHANCE for ply in match.history) - 2
    assert rolls == len(match.players) * int(state.round_number)


FUZZ = Fuzz(
    30,
    (
        *(Seating(GAME, seats, {"harder": hard}) for seats in (3, 4) for hard in ("no", "yes")),
        *(Seating(GAME, seats, {"fair": "yes"}) for seats in (3, 4)),
    ),
    check,
    ended,
    pytest.mark.rule("H1.1", "H6.4", "H9.2", "H9.3"),
    far,
)
