"""Random games from the first lot to the result: what must hold after every single move.

CRUACHAN_FUZZ_GAMES sets how many games are played (60 unless told).
"""

from __future__ import annotations

import os
from random import Random

import pytest

from cruachan.engine import record
from cruachan.engine.errors import IllegalMove, UndoError
from cruachan.engine.game import CHANCE
from cruachan.engine.match import Match, Player
from cruachan.engine.words import LANGS
from cruachan.games.hibernia import moves, rules
from cruachan.games.hibernia.notation import warriors_of
from cruachan.games.hibernia.state import COUNTIES, PLAYERS, WARRIORS, State

from .positions import GAME, LAP, LETTERS

GAMES = int(os.environ.get("CRUACHAN_FUZZ_GAMES", "60"))
TABLES = [(3, "no"), (3, "yes"), (4, "no"), (4, "yes")]
PEOPLE = [Player("Medb"), Player("Ailill"), Player("Fergus"), Player("Nessa")]


def check_warriors(state: State) -> None:
    """[H1.1] [H6.4] Every warrior is somewhere, and no county has two owners.

    Counted here anew; `warriors_of` counts them as well whenever a position is read.
    """
    held, warriors = state.held.tolist(), state.warriors.tolist()
    supply, shield = state.supply.tolist(), state.shield.tolist()
    assert min(supply + shield + state.steps.tolist()) >= 0
    for colour in range(PLAYERS):
        marker = colour < state.seats
        in_hand = int(state.host) if colour == state.turn else 0
        stand = sum(warriors[county] for county in range(COUNTIES) if held[colour] >> county & 1)
        total = marker + in_hand + supply[colour] + shield[colour] + stand
        assert total == WARRIORS, LETTERS[colour]
    for county in range(COUNTIES):
        owners = sum(counties >> county & 1 for counties in held)
        assert owners <= 1
        assert warriors[county] >= 0
        assert (warriors[county] > 0) == (owners == 1)


def check_moves(state: State, rng: Random) -> None:
    """What is legal is exactly what no rule refuses, and each move reads back as itself."""
    waited_for = GAME.to_act(state)
    for seat in range(CHANCE, int(state.seats)):
        legal = GAME.legal_moves(state, seat)
        if seat in waited_for:
            every = range(moves.MOVES)
            assert set(legal) == {m for m in every if not rules.refuses(GAME.box, state, seat, m)}
            assert len(legal) == len(set(legal)) > 0
            for move in rng.sample(legal, min(2, len(legal))):
                assert GAME.read_move(state, seat, GAME.write_move(state, seat, move)) == move
        else:
            assert legal == []
            assert rules.refuses(GAME.box, state, seat, rng.randrange(moves.MOVES)) > 0


def check_position(state: State) -> None:
    """The notation holds the whole state, byte for byte."""
    assert record.same(GAME.read_position(GAME.write_position(state)), state)


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
    """A refused move changes nothing, whoever tries it."""
    seat, move = rng.randrange(len(match.players)), rng.randrange(moves.MOVES)
    if move not in GAME.legal_moves(match.state, seat):
        before = record.copy(match.state)
        with pytest.raises(IllegalMove):
            match.play(seat, move)
        assert record.same(match.state, before)


def play(seats: int, harder: str, number: int) -> Match[State, int]:
    """One whole game, checked after every move."""
    rng = Random(f"{seats} {harder} {number}")
    match = Match(GAME, PEOPLE[:seats], {"harder": harder}, seed=rng.randbytes(32))
    while match.to_act:
        (seat,) = match.to_act
        before = record.copy(match.state)
        check_position(match.state)
        check_moves(match.state, rng)
        if seat == CHANCE:
            match.roll()
            with pytest.raises(UndoError):
                match.undo(max(0, int(match.state.turn)))
        else:
            if rng.random() < 0.1:
                try_something_illegal(match, rng)
            match.play(seat, rng.choice(GAME.legal_moves(match.state, seat)))
            if rng.random() < 0.3:
                take_back_and_again(match, seat, before)
        assert record.same(match.state_at(len(match.history) - 1), before)
        check_warriors(match.state)
    check_position(match.state)
    assert [warriors_of(match.state, colour) for colour in range(PLAYERS)] == [WARRIORS] * PLAYERS
    return match


@pytest.mark.rule("H1.1", "H6.4", "H9.2", "H9.3")
@pytest.mark.parametrize("part", range(3))
@pytest.mark.parametrize(("seats", "harder"), TABLES)
def test_random_games(seats: int, harder: str, part: int) -> None:
    """Each ends with one winner who has come round, after whole rounds, and can be told."""
    shares = len(TABLES) * 3
    share = part + 3 * TABLES.index((seats, harder))
    for number in range(share, GAMES, shares):
        match = play(seats, harder, number)
        outcome = match.outcome
        assert outcome is not None
        assert len(outcome.winners) == 1
        assert max(outcome.scores) >= LAP
        for lang in LANGS:
            log = list(match.log(None, lang))
            assert len(log) == len(match.history)
            assert all(told and "{" not in told for told in log)
        rolls = sum(ply.seat == CHANCE for ply in match.history) - 2
        assert rolls == seats * int(match.state.round_number)
