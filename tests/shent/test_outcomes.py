"""What was decided, to be kept in sight until it is read: for whom, and in which words."""

from __future__ import annotations

import re
from typing import Any

import pytest

from cruachan.engine.texts import LANGS
from cruachan.games.shent.chapters.votes import Ballot
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import State
from cruachan.games.shent.game import SHENT
from tests.shent.arena import bids, field, fight, find, pair
from tests.shent.play import fall, in_turn, play
from tests.shent.positions import BOARD, quest
from tests.shent.tables import by_bots, by_lot

A, B, C = range(3)
NAMES = ("Medb", "Ailill", "Cu", "Fergus")
GAME = SHENT(BOARD)


def told(before: State, seat: int, move: Move, after: State, viewer: int | None) -> list[str]:
    """The outcome for a viewer, line by line."""
    said = GAME.presentation.outcome(before, seat, move, after, viewer, NAMES, "en")
    return said.split("\n") if said else []


def step(state: State, seat: int, verb: str, *args: Any) -> dict[int | None, list[str]]:
    """What everybody reads of a move."""
    after = play(state, seat, verb, *args)
    return {each: told(state, seat, Move(verb, args), after, each) for each in (A, B, C, None)}


def test_a_contest_with_all_numbers_for_its_two_sides() -> None:
    state = fight(field("maethor", "faron"), B)
    state = bids(pair(state, find(state, "maethor", A), find(state, "faron", B)), b=2)
    state = fall(state, 4)
    read = step(state, -1, "number", 2)
    first, mine, theirs = read[A]
    assert first.startswith("Fight in")
    assert "you win" in first
    assert mine.endswith("number 4, together 7.")
    assert "points 2, number 2" in theirs
    assert "you lose" in read[B][0]
    assert read[C] == read[None] == []


@pytest.mark.parametrize("vote", [True, False])
def test_a_vote_is_told_to_whom_it_is_about_and_to_the_outvoted(vote: bool) -> None:
    state = in_turn("prepare", seats=4)
    quest(state, A)
    hers = state.players[A].quests[0]
    votes = ((B, (vote,)), (C, (not vote,)))
    state.stack.append(Ballot("claim", A, ("done",), hers, votes=votes))
    read = step(state, 3, "vote", vote)
    assert ("is fulfilled" in read[A][0]) is vote
    assert f"Fulfilled: {1 + vote} yes, {2 - vote} no." in read[A]
    assert read[A][0].startswith("Your quest ")
    assert read[C][0].startswith("The quest of Medb "), "she voted otherwise"
    assert read[C][1:] == read[A][1:]
    assert read[B] == read[None] == []


def test_a_refused_proposal_says_so_to_whoever_made_it() -> None:
    state = in_turn("prepare", agreements="yes")
    state = play(play(play(state, A, "treat", B), A, "truce", 3), A, "offer")
    read = step(state, B, "decline")
    assert read[A] == ["Ailill does not accept your proposal."]
    assert read[B] == read[C] == read[None] == []
    assert step(state, B, "accept")[A] == []


def test_a_counter_offer_that_is_left_unsaid_is_a_refusal() -> None:
    state = in_turn("prepare", agreements="yes")
    state = play(play(play(state, A, "treat", B), A, "truce", 3), A, "offer")
    state = play(state, B, "amend")
    assert step(state, B, "pass")[A] == ["Ailill does not accept your proposal."]


@pytest.mark.parametrize("lang", LANGS)
def test_whole_games_have_outcomes_without_notation(lang: Any) -> None:
    """By bots and by lot, with all options; nothing of it for spectators."""
    kinds = set()
    games = [by_bots(3, 4, {"limit": "6"}), by_lot(3, 5, {"limit": "6", "agreements": "yes"})]
    for game in games:
        for before, seat, move, after in game:
            shown = GAME.presentation
            assert shown.outcome(before, seat, move, after, None, NAMES, lang) == ""
            for viewer in (A, B, C):
                said = shown.outcome(before, seat, move, after, viewer, NAMES, lang)
                assert not re.search(r"[{_]|None", said)
                kinds |= {said.split(":")[0].split(" ")[0]} if said else set()
    assert len(kinds) > 2
