"""Random games from the lot to the result: what must hold after every single move.

CRUACHAN_FUZZ_GAMES sets how many games are played (20 unless told).
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
from cruachan.games.gallia import ladders, moves
from cruachan.games.gallia.dice import occupied
from cruachan.games.gallia.state import CARDS, DICE, NOWHERE, OVER, State

from .positions import GAME

GAMES = int(os.environ.get("CRUACHAN_FUZZ_GAMES", "20"))
PARTS = 4
PEOPLE = [Player("Medb"), Player("Ailill")]


def check_dice(state: State) -> None:
    """[G1.4] Eight dice each, 1 to 6 where they lie, and never both players' on one card."""
    place, pips, done = state.card.tolist(), state.pips.tolist(), state.done.tolist()
    assert len(place) == 2 * DICE
    for die in range(2 * DICE):
        assert -1 <= place[die] < CARDS
        assert (1 <= pips[die] <= 6) if place[die] != NOWHERE else pips[die] == done[die] == 0
    theirs = [{c for c in place[seat * DICE :][:DICE] if c != NOWHERE} for seat in range(2)]
    assert not theirs[0] & theirs[1]
    assert not any(done[(1 - int(state.turn)) * DICE :][:DICE])


def check_cards(state: State) -> None:
    """[G1.2] [G10.2] Every back lies once, an oppidum is seen by both, no capital is turned."""
    backs = [back for back in state.back.tolist() if back != NOWHERE]
    assert len(backs) == len(set(backs))
    seen = int(state.shown) | int(state.knows[0]) | int(state.knows[1])
    drawn = sum(1 << card for card in range(CARDS) if state.back[card] != NOWHERE)
    assert drawn == seen
    raising = 1 << int(state.look) if state.look else 0
    assert not int(state.oppida) & ~(int(state.shown) | raising)
    assert not (int(state.oppida) | seen | int(state.turned)) & (1 | 1 << CARDS - 1)


def check_end(state: State) -> None:
    """[G9.1] [G9.2] [G9.3] Whoever has won has won at once."""
    if state.phase != OVER:
        for seat in range(2):
            cards = int(occupied(state, seat))
            assert cards.bit_count() < 8, GAME.write_position(state)
            assert not cards & (1 if seat else 1 << CARDS - 1)


def check_moves(state: State, rng: Random) -> None:
    """What is legal is exactly what no rule refuses, and each move reads back as itself."""
    waited_for = GAME.to_act(state)
    for seat in (CHANCE, 0, 1):
        legal = GAME.legal_moves(state, seat)
        if seat in waited_for:
            if rng.random() < 0.3:
                every = range(moves.MOVES)
                refuses = [ladders.refuses(GAME.box, state, seat, move) for move in every]
                assert set(legal) == {move for move in every if not refuses[move]}
            assert len(legal) == len(set(legal)) > 0
            for move in rng.sample(legal, min(3, len(legal))):
                text = GAME.write_move(state, seat, move, seat)
                assert GAME.read_move(state, seat, text) == move
        else:
            assert legal == []
            assert ladders.refuses(GAME.box, state, seat, rng.randrange(moves.MOVES)) > 0


def check_position(state: State) -> None:
    """The notation holds the whole state: but for the past (G9.5) and the order of the dice.

    What the turn was about matters no more once it is over or only hunger is left of it.
    """
    text = GAME.write_position(state)
    again = GAME.read_position(text)
    assert GAME.write_position(again) == text
    assert GAME.to_act(again) == GAME.to_act(state)
    for seat in GAME.to_act(state):
        assert sorted(GAME.legal_moves(again, seat)) == sorted(GAME.legal_moves(state, seat))
    for field in State.dtype.names or ():
        if field not in ("past", "card", "pips", "done", "about", "lost"):
            assert (again[field] == state[field]).all(), field  # type: ignore[index]


def take_back_and_again(match: Match[State, int], seat: int, before: State) -> None:
    """A move taken back leaves no trace, and made again it does the same."""
    after = match.state
    move = match.history[-1].move
    if match.why_no_undo(seat):
        assert GAME.reveals(before, seat, move)
        with pytest.raises(UndoError):
            match.undo(seat)
        return
    assert match.undo(seat).move == move
    assert record.same(match.state, before)
    assert match.redo(seat).move == move
    assert record.same(match.state, after)
    with pytest.raises(UndoError):
        match.redo(seat)


def try_something_illegal(match: Match[State, int], rng: Random) -> None:
    """A refused move changes nothing, whoever tries it."""
    seat, move = rng.randrange(2), rng.randrange(moves.MOVES)
    if move not in GAME.legal_moves(match.state, seat):
        before = record.copy(match.state)
        with pytest.raises(IllegalMove):
            match.play(seat, move)
        assert record.same(match.state, before)


def play(strict: str, number: int) -> Match[State, int]:
    """One whole game, checked after every move."""
    rng = Random(f"{strict} {number}")
    match = Match(GAME, PEOPLE, {"strict": strict}, seed=rng.randbytes(32))
    while match.to_act:
        (seat,) = match.to_act
        before = record.copy(match.state)
        check_position(match.state)
        check_moves(match.state, rng)
        if seat == CHANCE:
            match.roll()
            for player in (0, 1):
                with pytest.raises(UndoError):
                    match.undo(player)
        else:
            if rng.random() < 0.1:
                try_something_illegal(match, rng)
            match.play(seat, rng.choice(GAME.legal_moves(match.state, seat)))
            if rng.random() < 0.3:
                take_back_and_again(match, seat, before)
        assert record.same(match.state_at(len(match.history) - 1), before)
        check_dice(match.state)
        check_cards(match.state)
        check_end(match.state)
    check_position(match.state)
    return match


@pytest.mark.rule("G1.4", "G9.3", "G9.6")
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("strict", ["no", "yes"])
def test_random_games(strict: str, part: int) -> None:
    """Each ends with a winner or in a draw, after at most 200 turns, and can be told."""
    for number in range(part, (GAMES + 1) // 2, PARTS):
        match = play(strict, number)
        outcome = match.outcome
        assert outcome is not None
        assert len(outcome.winners) in (1, 2)
        assert match.state.turns <= 200
        for lang in LANGS:
            for viewer in (None, 0, 1):
                log = list(match.log(viewer, lang))
                assert len(log) == len(match.history)
                assert all(told and "{" not in told for told in log)
