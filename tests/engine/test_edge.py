"""The library's edge: whatever is asked of a game, its answer is an error of ours."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from cruachan import CHANCE, Match, MoveError, Player, load_game
from cruachan.engine import record
from cruachan.engine.chance import seed_from
from cruachan.engine.record import same
from cruachan.games import GAMES, game_class

RECORD_GAMES = [name for name in GAMES if game_class(name).kernel]
ODD = ("march", 1.5, None, True, [3], 10**30, -(10**7), 2**31)


def running(name: str, plies: int) -> Match[Any, Any]:
    game = load_game(name)
    players = [Player("x")] * game.players[0]
    match = Match(game, players, seed=seed_from("edge"))
    rng = Random(1)
    while match.to_act and len(match.history) < plies:
        seat = match.to_act[0]
        if seat == CHANCE:
            match.roll()
        else:
            match.play(seat, rng.choice(match.legal_moves(seat)))
    return match


@pytest.mark.parametrize("name", RECORD_GAMES)
def test_apply_takes_legal_moves_only(name: str) -> None:
    """An illegal number once ended the process, or never came back."""
    match = running(name, 25)
    game, state = match.game, match.state
    seat = match.to_act[0]
    legal = set(match.legal_moves(seat))
    before = record.copy(state)
    assert game.kernel is not None
    for move in (*range(-5, game.kernel.moves + 5), *ODD):
        if type(move) is int and move in legal:
            assert not same(game.apply(state, seat, move), state)
        else:
            with pytest.raises(MoveError):
                game.apply(state, seat, move)
    assert same(state, before)


@pytest.mark.parametrize("name", RECORD_GAMES)
@pytest.mark.parametrize("odd", ODD)
def test_odd_moves_and_seats_are_refused_in_words(name: str, odd: object) -> None:
    match = running(name, 25)
    seat = match.to_act[0]
    count = len(match.history)
    for play in (lambda: match.play(seat, odd), lambda: match.game.unpack(odd)):
        with pytest.raises(MoveError):
            play()
    with pytest.raises(MoveError):
        match.game.apply(match.state, odd, match.legal_moves(seat)[0])  # type: ignore[arg-type]
    assert len(match.history) == count


@pytest.mark.parametrize("name", RECORD_GAMES)
def test_a_number_of_numpy_is_a_move_too(name: str) -> None:
    match = running(name, 25)
    seat = match.to_act[0]
    move = match.legal_moves(seat)[0]
    assert same(
        match.game.apply(match.state, seat, np.int16(move)),
        match.game.apply(match.state, seat, move),
    )
