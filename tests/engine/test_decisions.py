"""A match for many hands: a move says which decision it answers, and dice are the keeper's."""

from __future__ import annotations

from typing import Any

import pytest

from cruachan import CHANCE, Match, MoveError, Player, load_game
from cruachan.engine.chance import seed_from
from cruachan.engine.errors import StaleMove
from tests.terminal.toy import Move, Toy


def hibernia() -> Match[Any, Any]:
    match = Match(load_game("hibernia"), [Player(name) for name in "xyz"], seed=seed_from("many"))
    while CHANCE in match.to_act:
        match.roll()
    return match


def voting() -> Match[Any, Any]:
    """The toy while two of three seats are asked at once."""
    match = Match(Toy(), [Player(name) for name in "xyz"], seed=seed_from("vote"))
    match.roll()
    match.play(match.to_act[0], Move("silent"))
    assert len(match.to_act) == 2
    return match


def test_of_two_answers_to_one_decision_the_first_counts() -> None:
    match = hibernia()
    (seat,) = match.to_act
    asked = match.decision_id(seat)
    first, second = match.legal_moves(seat)[:2]
    match.play(seat, first, answers=asked)
    before = list(match.history)
    with pytest.raises(StaleMove) as refused:
        match.play(seat, second, answers=asked)
    assert match.history == before
    assert len({refused.value.text(lang) for lang in ("en", "de")}) == 2


def test_an_answer_in_words_says_what_it_answers_too() -> None:
    match = hibernia()
    (seat,) = match.to_act
    text = match.game.write_move(match.state, seat, match.legal_moves(seat)[0])
    with pytest.raises(StaleMove):
        match.play_text(seat, text, answers=match.decision_id(seat) - 1)
    match.play_text(seat, text, answers=match.decision_id(seat))


def test_after_an_undo_an_old_answer_is_still_old() -> None:
    match = hibernia()
    (seat,) = match.to_act
    asked = match.decision_id(seat)
    move = match.legal_moves(seat)[0]
    match.play(seat, move, answers=asked)
    match.undo(seat)
    with pytest.raises(StaleMove):
        match.play(seat, move, answers=asked)
    match.play(seat, move, answers=match.decision_id(seat))


def test_seats_asked_at_once_do_not_disturb_each_other() -> None:
    """One global number would make the second answer stale."""
    match = voting()
    one, two = match.to_act
    asked = {seat: match.decision_id(seat) for seat in (one, two)}
    match.play(one, Move("vote", "yes"), answers=asked[one])
    match.play(two, Move("vote", "no"), answers=asked[two])
    with pytest.raises(StaleMove):
        match.play(one, Move("vote", "no"), answers=asked[one])


def test_a_seat_that_is_asked_anew_faces_another_decision() -> None:
    match = voting()
    one, two = match.to_act
    idle = next(seat for seat in range(3) if seat not in (one, two))
    numbers = [match.decision_id(seat) for seat in range(3)]
    match.play(one, Move("vote", "yes"))
    assert match.decision_id(two) == numbers[two]
    assert match.decision_id(idle) == numbers[idle]
    match.play(two, Move("vote", "yes"))
    match.roll()
    (asked,) = match.to_act
    assert match.decision_id(asked) > max(numbers)


@pytest.mark.parametrize("seat", [CHANCE, 3, -2])
def test_only_players_play(seat: int) -> None:
    """Dice and lots are rolled by the keeper, whatever a seat would like them to show."""
    match = Match(load_game("hibernia"), [Player(name) for name in "xyz"], seed=seed_from("x"))
    fell = match.legal_moves(CHANCE)[0]
    with pytest.raises(MoveError, match="the keeper's"):
        match.play(seat, fell)
    with pytest.raises(MoveError):
        match.play_text(seat, match.game.write_move(match.state, CHANCE, fell))
    assert match.history == []
    match.roll()
    assert match.history[0].seat == CHANCE


def test_the_keeper_restores_what_was_rolled() -> None:
    match = hibernia()
    again = Match(match.game, match.players, commitment_=match.commitment)
    for number, ply in enumerate(match.history):
        text = match.game.write_move(match.state_at(number), ply.seat, ply.move, CHANCE)
        assert again.restore(ply.seat, text) == ply.move
    assert again.game.write_position(again.state) == match.game.write_position(match.state)


def test_a_decision_holds_what_the_seat_may_know() -> None:
    match = hibernia()
    (seat,) = match.to_act
    decision = match.decision(seat)
    assert decision.seat == seat
    assert decision.moves == match.legal_moves(seat)
    assert decision.names == ("x", "y", "z")
    other = (seat + 1) % 3
    assert match.decision(other).moves == []
