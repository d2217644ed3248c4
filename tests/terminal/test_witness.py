"""What a guest saw is compared with the transcript at the end."""

from __future__ import annotations

from typing import Any

import pytest

from cruachan.engine.game import CHANCE
from cruachan.engine.match import Match, Player
from cruachan.games import load_game
from cruachan.terminal.witness import Difference, Witness

WORDS = {0: "swordfish", 1: "heron", 2: "oak"}


@pytest.fixture(scope="module")
def match() -> Match[Any, Any]:
    """The beginning of a game, with a word of each player."""
    game = load_game("hibernia")
    found: Match[Any, Any] = Match(game, [Player(name) for name in ("Anna", "Ben", "Cu")])
    for seat, word in WORDS.items():
        found.add_entropy(seat, word)
    while len(found.history) < 8:
        seat = found.to_act[0]
        if seat == CHANCE:
            found.roll()
        else:
            found.play(seat, found.legal_moves(seat)[0])
    return found


def info(match: Match[Any, Any], status: str = "playing", **words: str) -> dict[str, Any]:
    shown = {str(seat): word for seat, word in WORDS.items()} | words
    seats = [{"word": shown[str(seat)]} for seat in range(3)]
    return {"promise": match.commitment, "status": status, "seats": seats}


def text(match: Match[Any, Any], number: int) -> str:
    ply = match.history[number]
    return match.game.write_move(match.state_at(number), ply.seat, ply.move, 0)


def witness(match: Match[Any, Any]) -> Witness:
    """Who saw all of it."""
    found = Witness()
    found.see_status(info(match, "open", **{"2": ""}))
    found.see_status(info(match))
    for number in range(len(match.history)):
        found.see_row({"kind": "move", "text": text(match, number)})
    found.see_row({"kind": "chat"})
    return found


def test_the_same_game_is_the_same(match: Match[Any, Any]) -> None:
    seen = witness(match)
    seen.own = {0: WORDS[0]}
    assert seen.differences(match, 0) == []
    seen.see_row({"kind": "undo"})
    seen.see_row({"kind": "redo", "text": text(match, 7)})
    seen.see_row({"kind": "rewind", "ply": 6})
    assert seen.differences(match, 0) == [Difference("move", 7)]
    for number in (6, 7):
        seen.see_row({"kind": "move", "text": text(match, number)})
    assert seen.differences(match, 0) == []


def test_the_first_promise_counts(match: Match[Any, Any]) -> None:
    seen = Witness()
    seen.see_status(info(match) | {"promise": "0" * 64})
    seen.see_status(info(match))
    assert Difference("promise") in seen.differences(match, 0)


def test_another_word_is_named_also_ones_own_and_one_too_many(match: Match[Any, Any]) -> None:
    seen = witness(match)
    seen.entropy[1] = "pike"
    assert seen.differences(match, 0) == [Difference("word", 1)]
    seen = witness(match)
    seen.own = {2: "ash"}
    assert seen.differences(match, 0) == [Difference("word", 2)], "whatever the server showed"
    seen = witness(match)
    del seen.entropy[0]
    assert seen.differences(match, 0) == [Difference("word", 0)]


def test_a_word_that_changes_once_the_game_has_begun_is_noticed(match: Match[Any, Any]) -> None:
    seen = Witness()
    seen.see_status(info(match, **{"1": "pike"}))
    seen.see_status(info(match))
    assert Difference("word", 1) in seen.differences(match, 0)


def test_the_first_other_move_is_named(match: Match[Any, Any]) -> None:
    seen = witness(match)
    seen.moves[3], seen.moves[5] = "march", "raise"
    assert seen.differences(match, 0) == [Difference("move", 4)]
    seen = witness(match)
    seen.moves.pop()
    assert seen.differences(match, None) == [Difference("move", 8)]
