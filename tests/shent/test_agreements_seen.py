"""Agreements: who sees what of them, and what is remembered."""

from __future__ import annotations

import pytest

from cruachan.engine.game import CHANCE
from cruachan.engine.texts import LANGS
from cruachan.games.shent.chapters.agreements import Proposal
from cruachan.games.shent.chapters.rounds import TurnFrame
from cruachan.games.shent.components.material import RATH
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.fields import NOWHERE
from cruachan.games.shent.core.flow import Move, top
from cruachan.games.shent.core.state import Pact, State, pact_of
from cruachan.games.shent.game import SHENT
from tests.shent.arena import give
from tests.shent.play import play
from tests.shent.positions import put
from tests.shent.test_agreements import (
    LAND,
    NAMES,
    agreed,
    in_turn,
    proposed,
    refusing,
    rounds_later,
    truce,
)

# --- Who sees what ------------------------------------------------------------------------


def seen(state: State, viewer: int | None) -> Proposal:
    """The proposal as a viewer sees it."""
    frame = top(SHENT(state.board).observe(state, viewer))
    assert isinstance(frame, Proposal)
    return frame


@pytest.mark.rule("S37.2")
def test_a_draft_is_seen_by_who_words_it_and_a_proposal_by_the_two() -> None:
    state = give(in_turn("prepare"), 0, RATH)
    draft = play(play(state, 0, "treat", 1), 0, "give", "rune", RATH)
    told = play(draft, 0, "offer", words="for you")
    for now, knowing in ((draft, {0}), (told, {0, 1})):
        shows = {v for v in (0, 1, 2, None) if seen(now, v).deal == top(now).deal}
        assert shows == knowing
        line = "give rune rath"
        game = SHENT(state.board)
        move = Move("give", ("rune", RATH))
        assert game.write_move(draft, 0, move, 0) == line
        assert game.write_move(draft, 0, move, 1) == game.write_move(draft, 0, move, None)


@pytest.mark.rule("S37.2")
def test_words_of_a_proposal_are_read_by_the_two_until_all_know_them() -> None:
    state = play(play(in_turn("prepare"), 0, "treat", 1), 0, "truce", 3)
    game = SHENT(state.board)
    move = Move("offer", (), "Peace till the snow")
    assert [move.words in game.write_move(state, 0, move, v) for v in (0, 1, 2, None)] == [
        *(True, True),
        *(False, False),
    ]
    done = play(play(state, 0, "offer", words=move.words), 1, "accept")
    sheets = game.presentation.side_panels(game.presentation.view(done, 2, NAMES, "en"), "en")
    entry = next(each for each in sheets if each["id"] == "pacts")["entries"][0]
    assert move.words in entry["label"]
    assert entry["value"] == "for 3 rounds more"


@pytest.mark.rule("S37.2", "S37.3")
def test_of_a_rune_given_others_learn_only_that_it_was_one() -> None:
    state = give(in_turn("prepare"), 0, RATH)
    asked = proposed(state, 0, 1, ("give", "rune", RATH))
    done = play(asked, 1, "accept")
    game = SHENT(state.board)
    accept = Move("accept")
    told = [
        game.presentation.tell(asked, 1, accept, done, v, NAMES, "en")
        for v in (0, 1, 2, None, CHANCE)
    ]
    assert ["rath" in each for each in told] == [True, True, False, False, True]
    assert all("a rune" in each for each in (told[2], told[3]))
    assert all(rune == -9 for rune in game.observe(done, 0).players[1].hand)


@pytest.mark.rule("S37.13")
def test_all_see_what_stands_and_what_became_of_the_rest() -> None:
    state = truce(in_turn("prepare"))
    state.pacts.append(Pact(2, "passage", 1, 0, 9))
    game = SHENT(state.board)
    after = play(state, 1, "renounce", 2)
    after = rounds_later(after, 3)
    view = game.presentation.view(after, None, NAMES, "de")
    assert [(p["text"], p["end"], p["by"]) for p in view["pacts"]] == [
        ("Waffenstillstand von Medb und Ailill", "kept", None),
        ("Ailill hat Medb freie Passage versprochen", "broken", 1),
    ]
    assert [(p["kept"], p["broken"]) for p in view["players"]] == [(1, 0), (1, 1), (0, 0)]
    entries = next(s for s in game.presentation.side_panels(view, "de") if s["id"] == "pacts")[
        "entries"
    ]
    assert [entry["value"] for entry in entries] == ["gehalten", "gebrochen von Ailill"]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.rule("S37.2", "S37.13")
def test_who_is_bound_is_spoken_to(lang: str) -> None:
    """Neither what is proposed nor what stands calls the viewer by her name."""
    terms = ("truce", 3), ("share", LAND), ("give", "tur", 2), ("ask", "passage", 3)
    state = in_turn("prepare")
    for seat in (0, 1):
        put(state, "faron", LAND, seat)
    asked = proposed(state, 0, 1, *terms)
    game = SHENT(asked.board)
    said = game.presentation.view(asked, 1, NAMES, lang)["prompt"]
    assert "Ailill" not in said
    assert "Medb" in said
    stands = truce(in_turn("prepare"))
    kinds = ("passage", "pay", "support", "words")
    stands.pacts.extend(Pact(n, kind, n % 2, 1 - n % 2, 9) for n, kind in enumerate(kinds * 2, 2))
    for seat in (0, 1):
        texts = [p["text"] for p in game.presentation.view(stands, seat, NAMES, lang)["pacts"]]
        assert not [text for text in texts if NAMES[seat] in text]
        assert all(NAMES[1 - seat] in text for text in texts)


# --- What is remembered -------------------------------------------------------------------


@pytest.mark.rule("S37.11")
def test_what_players_did_to_each_other_is_remembered_for_ten_rounds() -> None:
    state = refusing(in_turn("events"))
    state.pacts.append(Pact(1, "passage", 1, 0, 9))
    broken = play(state, 1, "refuse", LAND)
    assert [each[:3] for each in broken.dealings] == [("refused", 1, 0), ("broke", 1, 0)]
    let = play(state, 1, "peace", LAND)
    assert [each[:3] for each in let.dealings] == [("passage", 1, 0)]
    gift = agreed(in_turn("prepare"), 2, 1, ("give", "tur", 2))
    assert [each[:3] for each in gift.dealings] == [("gave", 2, 1)]
    gift.round = 10
    acts.forget_dealings(gift)
    assert len(gift.dealings) == 1
    gift.round = 11
    acts.forget_dealings(gift)
    assert gift.dealings == []


def test_an_agreement_is_written_and_read_back_with_the_position() -> None:
    state = agreed(in_turn("prepare"), 0, 1, ("truce", 3), ("give", "pay", 4, 2), words="@so")
    asked = proposed(state, 2, 1, ("give", "tur", 2), ("ask", "support", 3))
    game = SHENT(state.board)
    for now in (state, asked):
        now.domain_events = []
        assert game.read_position(game.write_position(now)) == now
    assert pact_of(state, 2) is not None
    assert [pact.number for pact in state.pacts] == [1, 2]
    assert isinstance(state.stack[1], TurnFrame)
    assert state.pacts[1].land == NOWHERE


def test_the_words_of_a_proposal_are_told_once() -> None:
    """When it is accepted, by whom they are; before that nobody else hears them."""
    asked = proposed(in_turn("prepare"), 0, 1, ("truce", 3), words="Peace till the snow")
    game = SHENT(asked.board)
    done = play(asked, 1, "accept")
    for viewer in (0, 1, 2, None):
        told = game.presentation.tell(asked, 1, Move("accept"), done, viewer, NAMES, "en")
        assert told.count("Peace till the snow") == 1
    draft = play(play(in_turn("prepare"), 0, "treat", 1), 0, "truce", 3)
    offer = Move("offer", (), "Peace till the snow")
    for viewer in (2, None):
        assert game.presentation.tell(draft, 0, offer, asked, viewer, NAMES, "en") == ""


def test_an_agreement_is_named_by_its_number() -> None:
    state = truce(in_turn("prepare"))
    game = SHENT(state.board)
    for text, lang in (("aufkündigen 1", "de"), ("renounce pact1", "en"), ("break 1", "en")):
        assert game.read_move(state, 0, text, lang, NAMES) == Move("renounce", (1,))
    draft = play(state, 0, "treat", 2)
    for text, args in (("gib tur 7", ("tur", 7)), ("gib passage 4", ("passage", 4))):
        assert game.read_move(draft, 0, text, "de", NAMES) == Move("give", args)


@pytest.mark.rule("S37.2")
def test_a_no_stays_between_the_two_with_its_words() -> None:
    asked = proposed(in_turn("prepare"), 0, 1, ("truce", 3))
    game, no_thanks = SHENT(asked.board), Move("decline", (), "Not with you")
    written = [game.write_move(asked, 1, no_thanks, viewer) for viewer in (0, 1, 2, None)]
    assert written == [*["decline : Not with you"] * 2, *["decline"] * 2]
    after = play(asked, 1, "decline", words=no_thanks.words)
    for viewer in (2, None):
        assert "Not with you" not in game.presentation.tell(
            asked, 1, no_thanks, after, viewer, NAMES, "en"
        )
