"""A match that keeps few of its states shows the same as one that keeps all of them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from cruachan.engine import plies
from cruachan.engine.game import CHANCE
from cruachan.engine.match import Match, Player
from cruachan.engine.plies import PlyNode
from cruachan.games import load_game

PLAYERS = (Player("Anna"), Player("Ben"))


def pair(game: str) -> tuple[Match[Any, Any], Match[Any, Any]]:
    """Two matches with the same dice: one keeps every state, one every fifth."""
    rules = load_game(game)
    return tuple(Match(rules, PLAYERS, seed=b"same", keep_every=each) for each in (1, 5))  # type: ignore[return-value]


def play(matches: tuple[Match[Any, Any], ...], count: int, rng: Random) -> None:
    """Make the same moves in several matches."""
    for _ in range(count):
        match = matches[0]
        seat = match.to_act[0]
        moves = match.legal_moves(seat)
        move = match.chance_move() if seat == CHANCE else rng.choice(moves)
        for each in matches:
            each.push(seat, move)


def states(match: Match[Any, Any]) -> list[str]:
    return [match.game.write_position(match.state_at(n)) for n in range(len(match.history) + 1)]


def kept(match: Match[Any, Any]) -> int:
    return sum(node._state is not None for node in match._nodes)


@pytest.mark.parametrize("game", ["gallia", "shent"])
def test_states_that_were_not_kept_are_the_same(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plies, "REMEMBERED", 3)
    rng = Random(5)
    matches = full, sparse = pair(game)
    play(matches, 31, rng)
    assert (kept(full), kept(sparse)) == (32, 7 + 1)
    assert states(full) == states(sparse)
    assert list(full.log(None)) == list(sparse.log(None))
    for match in matches:
        match.rewind(17)
    play(matches, 9, rng)
    assert states(full) == states(sparse)
    assert kept(sparse) <= 6 + 2 + 3


def test_a_ply_that_was_taken_back_can_still_be_told() -> None:
    rng = Random(6)
    matches = full, sparse = pair("gallia")
    play(matches, 20, rng)
    told: list[tuple[PlyNode[Any, Any], str, str]] = []
    for _ in range(3):
        play(matches, 4, rng)
        scene = sparse.last_ply
        write = full.game.write_position
        told.append((scene, write(full.last_ply.before), write(full.last_ply.after)))
        for match in matches:
            match.rewind(18)
    for scene, before, after in told:
        assert scene.number == 23 - 2 * (scene is not told[0][0])
        assert sparse.game.write_position(scene.before) == before
        assert sparse.game.write_position(scene.after) == after


def test_what_is_taken_back_is_made_again() -> None:
    rng = Random(7)
    matches = full, sparse = pair("gallia")
    while True:
        play(matches, 1, rng)
        seat = full.history[-1].seat
        if seat != CHANCE and len(full.history) > 12 and full.why_no_undo(seat) is None:
            break
    for match in matches:
        match.undo(seat)
    assert full.decision_id(seat) == sparse.decision_id(seat)
    assert states(full) == states(sparse)
    for match in matches:
        match.redo(seat)
    assert states(full) == states(sparse)
