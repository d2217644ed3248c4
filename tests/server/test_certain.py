"""A hint from a server says that a win is certain, in the language of who asks."""

from __future__ import annotations

import pytest

from cruachan import load_game
from cruachan.bots.advice import Advice, Suggestion
from cruachan.engine.game import Decision
from cruachan.engine.texts import Lang
from cruachan.server.tables.hints import _hint
from tests.bots.test_proof import NOW


@pytest.mark.parametrize(
    ("wins", "lang", "said"),
    [
        (0, "en", ""),
        (1, "en", "This wins for certain, still in this turn."),
        (2, "de", "Das gewinnt sicher, spätestens in deinem nächsten Zug."),
    ],
)
def test_a_hint_says_what_is_proven(wins: int, lang: Lang, said: str) -> None:
    game = load_game("gallia")
    state = game.read_position(NOW)
    moves = game.legal_moves(state, 1)
    decision = Decision(1, game.observe(state, 1), moves)
    advice = Advice((Suggestion(moves[0], 1.0, 1.0),), (0.0, 1.0), wins=wins)
    answer = _hint(game, decision, advice, lang)
    assert (answer.wins, answer.certain) == (wins, said)
