"""What must hold after every move of a game of Gallia Cisalpina."""

from __future__ import annotations

from typing import Any

import pytest

from cruachan.engine.match import Match
from cruachan.games.gallia.dice import occupied
from cruachan.games.gallia.state import CARDS, DICE, NOWHERE, OVER, State
from tests.protocol.book import AnyGame, Fuzz, Seating

from .far import far
from .positions import GAME


def check_dice(state: State) -> None:
    """[G1.4] Eight dice each, 1 to 6 where they lie, and never both players' on one card."""
    place, pips, done = state.card.tolist(), state.pips.tolist(), state.done.tolist()
    assert len(place) == 2 * DICE
    for die in range(2 * DICE):
        assert -1 <= place[die] < CARDS
        assert (1 <= pips[die] <= 6) if place[die] != NOWHERE else pips[die] == done[die] == 0
    theirs = [{c for c in place[seat * DICE :][:DICE] if c != NOWHERE} for seat in range(2)]
    assert not theirs[0] & theirs[1]
    assert not any(done[(1 - int(state.turn)) * DICE :][:DICE])


def check_cards(state: State) -> None:
    """[G1.2] [G10.2] Every back lies once, an oppidum is seen by both, no capital is turned."""
    backs = [back for back in state.back.tolist() if back != NOWHERE]
    assert len(backs) == len(set(backs))
    seen = int(state.shown) | int(state.knows[0]) | int(state.knows[1])
    drawn = sum(1 << card for card in range(CARDS) if state.back[card] != NOWHERE)
    assert drawn == seen
    raising = 1 << int(state.look) if state.look else 0
    assert not int(state.oppida) & ~(int(state.shown) | raising)
    assert not (int(state.oppida) | seen | int(state.turned)) & (1 | 1 << CARDS - 1)


def check_end(state: State) -> None:
    """[G9.1] [G9.2] [G9.3] Whoever has won has won at once."""
    if state.phase != OVER:
        for seat in range(2):
            cards = int(occupied(state, seat))
            assert cards.bit_count() < 8, GAME.write_position(state)
            assert not cards & (1 if seat else 1 << CARDS - 1)


def check(game: AnyGame, before: State, state: State) -> None:
    """Dice, cards, and whether somebody has won."""
    check_dice(state)
    check_cards(state)
    check_end(state)


def ended(match: Match[Any, Any]) -> None:
    """[G9.3] [G9.6] A winner or a draw, after at most 200 turns."""
    assert match.outcome
    assert len(match.outcome.winners) in (1, 2)
    assert match.state.turns <= 200


FUZZ = Fuzz(
    10,
    (
        Seating(GAME, 2, {"strict": "no"}),
        Seating(GAME, 2, {"strict": "yes"}),
        Seating(GAME, 2, {"fair": "yes"}),
    ),
    check,
    ended,
    pytest.mark.rule("G1.4", "G9.3", "G9.6"),
    far,
    frozenset({"past_a", "past_b", "card", "pips", "done"}),
)
"""A position leaves out the past (G9.5) and the order of the dice."""
