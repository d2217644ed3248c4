"""What must hold after every move of a game of Cambria."""

from __future__ import annotations

from typing import Any

import pytest

from cruachan.engine.match import Match
from cruachan.games.cambria import rules
from cruachan.games.cambria.game import Cambria
from cruachan.games.cambria.notation import soldiers_of
from cruachan.games.cambria.state import AT_SEA, COLOURS, FORTS, OVER, ROADS, SOLDIERS, START, State
from tests.protocol.book import Fuzz, Seating

from .far import far
from .positions import GAME, LETTERS, NORTH, POINTS


def check_soldiers(state: State) -> None:
    """[C1.4] [C4.2] [C6.6] Five soldiers of each colour and one legion, each in a place of its own.

    Counted here anew; `soldiers_of` counts them as well whenever a position is read.
    """
    held, ships, supply = state.held.tolist(), state.ship.tolist(), state.supply.tolist()
    assert min(supply) >= 0
    for colour in range(COLOURS):
        total = held[colour].bit_count() + ships.count(colour + 1) + supply[colour]
        assert total == SOLDIERS, LETTERS[colour]
    taken = sum(held)
    assert taken.bit_count() == sum(roads.bit_count() for roads in held)
    assert 0 <= taken < 1 << ROADS
    assert AT_SEA <= state.legion < ROADS
    if state.legion != AT_SEA:
        assert not taken >> int(state.legion) & 1


def check_markers(game: Cambria, before: State, state: State) -> None:
    """[C1.5] [C7.1] 23 markers: lying, taken or gone; what is taken stays taken."""
    fort, vp = state.fort.tolist(), state.vp.tolist()
    with_vp = [index for index in range(FORTS) if POINTS[game.board.forts[index].value]]
    assert len(fort) + len(with_vp) == 23
    for index in range(FORTS):
        assert 0 <= fort[index] <= COLOURS
        if index in with_vp:
            assert (vp[index] == 0) == (fort[index] == 0)
            assert vp[index] != fort[index] or fort[index] == 0
        else:
            assert vp[index] == 0
        if before.fort[index]:
            assert (fort[index], vp[index]) == (before.fort[index], before.vp[index])
    if state.fort.tolist() != before.fort.tolist():
        assert state.turns == before.turns + 1
    value = [each.value for each in game.board.forts]
    counted = sum(rules.points(game.board_tables, state, colour) for colour in range(COLOURS))
    taken = sum(value[index] for index in range(FORTS) if fort[index])
    fair = state.fair and state.phase != START
    begun_with = {2: 1, 3: 3, 4: 4, 5: 5}[int(state.seats)] if fair else 0
    second = sum(POINTS[value[index]] for index in with_vp if vp[index] > 0)
    assert counted == taken + second + begun_with


def check(game: Any, before: State, state: State) -> None:
    """Soldiers, legion and markers."""
    check_soldiers(state)
    check_markers(game, before, state)


def ended(match: Match[Any, Any]) -> None:
    """[C8.1] [C8.7] Six forts left or 100 turns each, and one winner."""
    outcome, state, seats = match.outcome, match.state, len(match.players)
    assert [soldiers_of(state, colour) for colour in range(COLOURS)] == [SOLDIERS] * COLOURS
    assert outcome
    assert sorted(outcome.places) == list(range(1, seats + 1))
    assert outcome.scores[outcome.winners[0]] == max(outcome.scores)
    assert state.phase == OVER
    assert state.legion == AT_SEA
    assert rules.forts_left(state) <= 6 or state.turns == 100 * seats
    assert rules.winners(match.game.board_tables, state) == 1 << outcome.winners[0]  # type: ignore[attr-defined]


FUZZ = Fuzz(
    24,
    (
        *(Seating(game, seats, {}) for seats in (2, 3, 4, 5) for game in (GAME, NORTH)),
        *(Seating(GAME, seats, {"fair": "yes"}) for seats in (2, 5)),
    ),
    check,
    ended,
    pytest.mark.rule("C1.4", "C1.5", "C8.1", "C8.7"),
    far,
)
