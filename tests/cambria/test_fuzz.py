"""Random games from the first lot to the result: what must hold after every single move.

CRUACHAN_FUZZ_GAMES sets how many games are played (40 unless told).
"""

from __future__ import annotations

import os
from random import Random

import numpy as np
import pytest

from cruachan.engine import record
from cruachan.engine.errors import IllegalMove, UndoError
from cruachan.engine.game import CHANCE
from cruachan.engine.match import Match, Player
from cruachan.engine.record import Ints, rule
from cruachan.engine.words import LANGS
from cruachan.games.cambria import ladders, rules
from cruachan.games.cambria.game import Cambria
from cruachan.games.cambria.moves import MOVES
from cruachan.games.cambria.notation import soldiers_of
from cruachan.games.cambria.state import AT_SEA, COLOURS, FORTS, OVER, ROADS, SOLDIERS, Box, State

from .positions import GAME, LETTERS, NORTH, POINTS

GAMES = int(os.environ.get("CRUACHAN_FUZZ_GAMES", "40"))
TABLES = [(seats, game) for seats in (2, 3, 4, 5) for game in (GAME, NORTH)]
NAMES = [f"{seats}-{'north' if game is NORTH else 'wales'}" for seats, game in TABLES]
PEOPLE = [Player(name) for name in ("Medb", "Ailill", "Fergus", "Nessa", "Derdriu")]


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
    counted = sum(rules.points(game.box, state, colour) for colour in range(COLOURS))
    taken = sum(value[index] for index in range(FORTS) if fort[index])
    assert counted == taken + sum(POINTS[value[index]] for index in with_vp if vp[index] > 0)


@rule
def allowed(box: Box, state: State, seat: int, moves: Ints) -> int:
    """Write all moves that no rule refuses into `moves`, and say how many there are."""
    total = 0
    for move in range(MOVES):
        if ladders.refuses(box, state, seat, move) == 0:
            moves[total] = move
            total += 1
    return total


def check_moves(game: Cambria, state: State, rng: Random) -> None:
    """What is legal is exactly what no rule refuses, and each move reads back as itself."""
    waited_for = game.to_act(state)
    for seat in range(CHANCE, int(state.seats)):
        legal = game.legal_moves(state, seat)
        if seat in waited_for:
            moves = np.zeros(MOVES, np.int16)
            total = allowed(game.box, state, seat, moves)
            assert sorted(legal) == moves[:total].tolist()
            assert len(legal) == len(set(legal)) > 0
            assert len(legal) <= game.kernel.most_moves
            for move in rng.sample(legal, min(2, len(legal))):
                assert game.read_move(state, seat, game.write_move(state, seat, move)) == move
        else:
            assert legal == []
            assert ladders.refuses(game.box, state, seat, rng.randrange(MOVES)) > 0


def check_position(game: Cambria, state: State) -> None:
    """The notation holds the whole state, byte for byte."""
    assert record.same(game.read_position(game.write_position(state)), state)


def take_back_and_again(match: Match[State, int], seat: int, before: State) -> None:
    """A move taken back leaves no trace, and made again it does the same."""
    after = match.state
    move = match.history[-1].move
    assert match.undo(seat).move == move
    assert record.same(match.state, before)
    assert match.redo(seat).move == move
    assert record.same(match.state, after)
    with pytest.raises(UndoError):
        match.redo(seat)


def try_something_illegal(match: Match[State, int], rng: Random) -> None:
    """A refused move changes nothing, whoever tries it, and the reason can be told."""
    seat, move = rng.randrange(len(match.players)), rng.randrange(MOVES)
    if move not in match.legal_moves(seat):
        before = record.copy(match.state)
        for lang in LANGS:
            with pytest.raises(IllegalMove) as caught:
                match.play(seat, move, lang)
            assert "{" not in str(caught.value)
        assert record.same(match.state, before)


def play(seats: int, game: Cambria, number: int) -> Match[State, int]:
    """One whole game, checked after every move."""
    rng = Random(f"{seats} {game.board_name} {number}")
    match = Match(game, PEOPLE[:seats], seed=rng.randbytes(32))
    while match.to_act:
        (seat,) = match.to_act
        before = record.copy(match.state)
        check_position(game, match.state)
        check_moves(game, match.state, rng)
        if seat == CHANCE:
            match.roll()
            with pytest.raises(UndoError):
                match.undo(int(match.state.turn))
        else:
            if rng.random() < 0.1:
                try_something_illegal(match, rng)
            match.play(seat, rng.choice(match.legal_moves(seat)))
            if rng.random() < 0.3:
                take_back_and_again(match, seat, before)
        assert record.same(match.state_at(len(match.history) - 1), before)
        check_soldiers(match.state)
        check_markers(game, before, match.state)
    check_position(game, match.state)
    assert [soldiers_of(match.state, colour) for colour in range(COLOURS)] == [SOLDIERS] * COLOURS
    return match


@pytest.mark.rule("C1.4", "C1.5", "C8.1", "C8.7")
@pytest.mark.parametrize("table", range(len(TABLES)), ids=NAMES)
def test_random_games(table: int) -> None:
    """Each ends with six forts left or after 100 turns each, with one winner, and can be told."""
    seats, game = TABLES[table]
    for number in range(table, GAMES, len(TABLES)):
        match = play(seats, game, number)
        outcome, state = match.outcome, match.state
        assert outcome is not None
        assert sorted(outcome.places) == list(range(1, seats + 1))
        assert outcome.scores[outcome.winners[0]] == max(outcome.scores)
        assert state.phase == OVER
        assert state.legion == AT_SEA
        assert rules.forts_left(state) <= 6 or state.turns == 100 * seats
        assert rules.winners(game.box, state) == 1 << outcome.winners[0]
        for lang in LANGS:
            log = list(match.log(None, lang))
            assert len(log) == len(match.history)
            assert all(told and "{" not in told for told in log)
