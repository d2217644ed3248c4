"""States are values: a move makes another one, equal ones are one key of a dictionary."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from cruachan.engine import record
from cruachan.engine.errors import UnreadableMove
from cruachan.engine.kernel import as_table, record_game, table_of
from cruachan.games import GAMES, load_game

QUICK = [name for name in GAMES if load_game(name).kernel is not None]


def walk(game: Any, seed: int, plies: int) -> list[Any]:
    """The states of a random game."""
    rng, states = Random(seed), [game.setup(game.players[0], {})]
    while len(states) < plies and game.to_act(states[-1]):
        seat = game.to_act(states[-1])[0]
        move = rng.choice(game.legal_moves(states[-1], seat))
        states.append(game.apply(states[-1], seat, move))
    return states


@pytest.mark.parametrize("name", GAMES)
def test_equal_states_are_one_key(name: str) -> None:
    game = load_game(name)
    seen = {state: ply for ply, state in enumerate(walk(game, 1, 60))}
    again = walk(game, 1, 60)
    assert [state for state in again if state not in seen] == []
    assert len(seen) > len(again) * 0.9
    other = walk(game, 2, 60)[-1]
    assert other not in seen
    assert other != again[-1]


@pytest.mark.parametrize("name", QUICK)
def test_a_move_leaves_the_state_alone_wherever_it_lies(name: str) -> None:
    game = record_game(load_game(name))
    assert game is not None
    state = walk(game, 3, 12)[-1]
    many = np.concatenate([as_table(state)] * 3)
    fixed = as_table(state)
    fixed.flags.writeable = False
    seat = game.to_act(state)[0]
    moves = game.legal_moves(state, seat)
    expected, before = game.apply(state, seat, moves[0]), record.copy(state)
    for same in (many[1], fixed[0], game.unpacked(state), record.copy(state)):
        assert game.to_act(same) == (seat,)
        assert game.legal_moves(same, seat) == moves
        assert game.apply(same, seat, moves[0]) == expected
        assert game.after(same, seat, moves[0]) == expected
    assert (many == as_table(before)).all()
    assert state == before


def test_only_an_array_of_one_is_taken_as_it_is() -> None:
    state = load_game(QUICK[0]).setup(4, {})
    table = table_of(state)
    assert table.shape == (1,)
    assert np.shares_memory(table, state.base)
    many = np.concatenate([table, table])
    assert not np.shares_memory(table_of(many[1]), many)


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.parametrize("move", [True, 1.0, "1", None, -1, 2**40])
def test_what_is_no_number_of_a_move_is_refused(name: str, move: Any) -> None:
    game = load_game(name)
    state = game.setup(game.players[0], {})
    with pytest.raises(UnreadableMove):
        game.apply(state, game.to_act(state)[0], move)
