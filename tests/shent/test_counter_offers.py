"""A proposal is answered with another one, and a promise is said in own words (S37.9, S37.14)."""

from __future__ import annotations

import pytest

from cruachan.engine.texts import LANGS
from cruachan.games.shent.chapters.agreements import MOST_PROPOSALS
from cruachan.games.shent.components.material import GALU
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.flow import Move, top
from cruachan.games.shent.core.state import State
from cruachan.games.shent.game import SHENT
from cruachan.games.shent.rulings import no as rule_against
from cruachan.games.shent.view.view import view
from tests.shent.play import in_turn, no, play, verbs, waits
from tests.shent.positions import BOARD

GAME = SHENT(BOARD)
NAMES = ("Medb", "Ailill", "Cu")


def proposed() -> State:
    """a gives 3 tûr and wants free passage of b."""
    state = in_turn("prepare", agreements="yes")
    acts.change(state, 0, tur=9)
    state = play(play(state, 0, "treat", 1), 0, "give", "tur", 3)
    return play(play(state, 0, "ask", "passage", 3), 0, "offer")


@pytest.mark.rule("S37.14")
def test_a_counter_offer_begins_with_what_was_proposed_from_the_other_side() -> None:
    state = play(proposed(), 1, "amend")
    draft = top(state)
    assert (draft.seat, draft.other, draft.sent) == (1, 0, False)
    assert (draft.deal.give.what, draft.deal.take.what) == ("passage", "tur")
    state = play(play(play(state, 1, "ask", "tur", 5), 1, "offer"), 0, "accept")
    assert state.players[0].tur == 4
    assert [(pact.kind, pact.seat) for pact in state.pacts] == [("passage", 1)]


@pytest.mark.rule("S37.14")
def test_it_counts_among_the_proposals_of_a_turn() -> None:
    state = proposed()
    for seat in (1, 0, 1):
        state = play(play(state, seat, "amend"), seat, "offer")
    assert state.players[1].proposals == (state.turns, MOST_PROPOSALS)
    assert no(state, 0, "amend") == "S37.1"
    assert verbs(state, 0) == ("accept", "decline", "amend")


@pytest.mark.rule("S37.14")
def test_what_she_does_not_have_is_not_offered_back() -> None:
    state = in_turn("prepare", agreements="yes")
    state = play(play(play(state, 0, "treat", 1), 0, "ask", "rune", GALU), 0, "offer")
    assert top(play(state, 1, "amend")).deal.give is None


@pytest.mark.rule("S37.2", "S37.14")
def test_nobody_else_reads_a_counter_offer() -> None:
    state = play(proposed(), 1, "amend")
    for viewer in (0, 2, None):
        seen = GAME.observe(state, viewer)
        assert top(seen).deal.take is None
        assert "3 tûr" not in str(view(state, seen, viewer, NAMES)["prompt"])


@pytest.mark.rule("S37.9")
def test_a_promise_has_its_words_and_is_nothing_without_them() -> None:
    state = play(in_turn("prepare", agreements="yes"), 0, "treat", 1)
    assert rule_against(state, 0, Move("pledge", (3,))) is not None
    words = "The ford stays open."
    state = play(play(play(state, 0, "pledge", 3, words=words), 0, "offer"), 1, "accept")
    assert [(pact.kind, pact.words) for pact in state.pacts] == [("words", words)]


def test_former_rules_know_neither() -> None:
    state = proposed()
    state.rules = 3
    assert verbs(state, 1) == ("accept", "decline")


@pytest.mark.parametrize("lang", LANGS)
def test_two_columns(lang: str) -> None:
    """What I give and what I get, for the one who words it and for the one who answers."""
    state = proposed()
    give, get = view(state, GAME.observe(state, 1), 1, NAMES, lang)["columns"]
    assert "3 tûr" in get["text"]
    assert "3 tûr" not in give["text"]
    assert view(state, GAME.observe(state, 2), 2, NAMES, lang)["columns"] == []
    state = play(state, 1, "amend")
    assert waits(state) == (1,)
    deck = view(state, GAME.observe(state, 1), 1, NAMES, lang)["deck"]
    left, right = (next(c for c in deck if c["kind"] == kind) for kind in ("left", "right"))
    assert "3 tûr" in right["effect"]
    assert left["effect"]
