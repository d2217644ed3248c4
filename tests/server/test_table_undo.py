"""Taking back at a table: who is asked, who agrees, and what bots do meanwhile."""

from __future__ import annotations

import pytest

from cruachan.engine.errors import MoveError
from cruachan.server.tables import commands, handlers
from cruachan.server.tables.setting import HOST
from cruachan.server.tables.table import Actor
from tests.server.test_table import (
    EVERYBODY,
    any_move,
    begun,
    do,
    refused,
    roll,
    run_out,
    seat_to_move,
    undoable,
)


def test_undo_and_redo_are_rows() -> None:
    at, seat = undoable()
    assert at.match is not None
    plies = len(at.match.history)
    assert do(at, commands.UndoCommand(kind="undo", seat=seat)) == ["undo"]
    assert len(at.match.history) == plies - 1
    assert do(at, commands.RedoCommand(kind="redo", seat=seat)) == ["redo"]
    assert len(at.match.history) == plies
    with pytest.raises(MoveError):
        handlers.handle(at, commands.RedoCommand(kind="redo", seat=seat), EVERYBODY)


def test_beyond_the_limits_all_people_must_agree() -> None:
    at = begun()
    assert at.match is not None
    seat = seat_to_move(at)
    do(at, any_move(at, seat))
    while seat_to_move(at) == seat:
        do(at, any_move(at, seat))
        roll(at)
    own = max(number for number, ply in enumerate(at.match.history) if ply.seat == seat)
    others = [each for each in range(3) if each != seat]
    assert do(at, commands.AskUndoCommand(kind="ask_undo", seat=seat)) == ["ask_undo"]
    assert refused(at, commands.AskUndoCommand(kind="ask_undo", seat=others[0])) == "asked_already"
    assert refused(at, commands.AnswerCommand(kind="answer", seat=seat, yes=True)) == "own_question"
    assert do(at, commands.AnswerCommand(kind="answer", seat=others[0], yes=True)) == ["answer"]
    assert do(at, commands.AnswerCommand(kind="answer", seat=others[1], yes=True)) == [
        "answer",
        "rewind",
    ]
    assert len(at.match.history) == own
    assert at.match.to_act == (seat,)
    assert (
        refused(at, commands.AnswerCommand(kind="answer", seat=others[1], yes=True))
        == "nothing_asked"
    )


def test_whoever_is_to_answer_or_to_confirm_is_waited_for() -> None:
    at, seat = undoable()
    do(at, commands.UndoCommand(kind="undo", seat=seat))
    assert (at.waited(), at.round) == ((seat,), 1)
    assert at.match is not None
    do(at, commands.ConfirmCommand(kind="confirm", seat=seat, on=True))
    while seat in at.match.to_act:
        do(at, any_move(at, seat))
    if at.open_turn() == seat:
        assert at.waited() == (seat,)
        do(at, commands.DoneCommand(kind="done", seat=seat))
    assert seat not in at.waited()
    do(at, commands.AskUndoCommand(kind="ask_undo", seat=seat))
    assert at.waited() == tuple(sorted({0, 1, 2} - {seat}))
    do(at, commands.CloseCommand(kind="close"))
    assert at.waited() == ()


def test_one_no_is_enough() -> None:
    at = begun()
    assert at.match is not None
    seat = seat_to_move(at)
    do(at, any_move(at, seat))
    plies = len(at.match.history)
    do(at, commands.AskUndoCommand(kind="ask_undo", seat=seat))
    assert do(at, commands.AnswerCommand(kind="answer", seat=(seat + 1) % 3, yes=False)) == [
        "answer"
    ]
    assert at.undo_request is None
    assert len(at.match.history) == plies


def test_bots_wait_while_people_are_asked() -> None:
    at = begun(kinds=("person", "person", "random"))
    assert at.match is not None
    while not (at.waits_for() and any(ply.seat == 0 for ply in at.match.history)):
        seat = seat_to_move(at)
        for new in at.bot_move(seat, at.match.legal_moves(seat)[0]):
            at.apply(new, 1)
        roll(at)
    do(at, commands.AskUndoCommand(kind="ask_undo", seat=0))
    assert at.waits_for() == ()
    do(at, commands.AnswerCommand(kind="answer", seat=1, yes=False))
    assert at.waits_for() == (2,)


def test_alone_against_bots_nobody_else_is_asked_and_the_dice_stay() -> None:
    at = begun(kinds=("person", "random", "random"))
    assert at.match is not None
    while not any(ply.seat == 0 for ply in at.match.history):
        seat = seat_to_move(at)
        for new in at.bot_move(seat, at.match.legal_moves(seat)[0]):
            at.apply(new, 1)
        roll(at)
    assert do(at, commands.AskUndoCommand(kind="ask_undo", seat=0)) == ["ask_undo", "rewind"]
    assert at.match.to_act == (0,)
    assert refused(at, commands.AskUndoCommand(kind="ask_undo", seat=0)) == "nothing_back"


def test_a_bot_that_keeps_a_persons_seat_agrees_to_nothing() -> None:
    """Else who votes the others out sees what the dice bring, and takes it back in time."""
    at = begun(kinds=("person", "person", "random"))
    assert at.match is not None
    while not any(ply.seat == 0 for ply in at.match.history):
        seat = seat_to_move(at)
        at.apply(at.propose(seat, at.match.legal_moves(seat)[0], None, "en"), 1)
        roll(at)
    anna = Actor(frozenset({HOST, 0}), absent=frozenset({1}))
    assert do(at, commands.VoteCommand(kind="vote", seat=0, about=1), anna) == ["vote", "absent"]
    assert run_out(at, 1) == ["to_bot"]
    ask = commands.AskUndoCommand(kind="ask_undo", seat=0)
    assert refused(at, ask, anna) == "cannot_agree"
    both = Actor(frozenset({0, 1}))
    assert do(at, ask, both) == ["ask_undo", "rewind"], "both seats are hers"


@pytest.mark.parametrize("voted", [True, False])
def test_who_gives_her_seat_to_a_bot_has_not_agreed(voted: bool) -> None:
    """And the bots do not wait for her answer any more."""
    at = begun(kinds=("person", "person", "person"))
    assert at.match is not None
    do(at, any_move(at, seat := seat_to_move(at)))
    plies = len(at.match.history)
    other, away = (each for each in range(3) if each != seat)
    do(at, commands.AskUndoCommand(kind="ask_undo", seat=seat))
    if voted:
        who = EVERYBODY._replace(absent=frozenset({away}))
        assert do(at, commands.VoteCommand(kind="vote", seat=other, about=away), who) == ["vote"]
        assert (
            refused(at, commands.VoteCommand(kind="vote", seat=other, about=away), who) == "voted"
        )
        vote = commands.VoteCommand(kind="vote", seat=seat, about=away)
        assert do(at, vote, who) == ["vote", "absent"]
        assert run_out(at, away) == ["answer", "to_bot"]
    else:
        assert do(at, commands.ToBotCommand(kind="to_bot", seat=away)) == ["answer", "to_bot"]
    assert at.undo_request is None
    assert (
        refused(at, commands.AnswerCommand(kind="answer", seat=other, yes=True)) == "nothing_asked"
    )
    assert len(at.match.history) == plies


def test_a_turn_waits_to_be_confirmed_by_who_wants_that() -> None:
    at, seat = undoable()
    assert at.match is not None
    do(at, commands.UndoCommand(kind="undo", seat=seat))
    do(at, commands.ConfirmCommand(kind="confirm", seat=seat, on=True))
    for _ in range(300):
        do(at, any_move(at, seat))
        if at.open_turn() == seat or seat not in at.match.to_act:
            break
    if at.match.why_no_undo(seat) is None:
        assert at.open_turn() == seat
        assert at.waits_for() == ()
        assert do(at, commands.DoneCommand(kind="done", seat=seat)) == ["done"]
    assert at.open_turn() is None
    assert refused(at, commands.DoneCommand(kind="done", seat=seat)) == "no_turn"


def test_no_turn_is_open_in_a_game_that_is_over() -> None:
    at = begun("gallia", ("person", "person"))
    assert at.match is not None
    seat = seat_to_move(at)
    do(at, commands.ConfirmCommand(kind="confirm", seat=seat, on=True))
    do(at, any_move(at, seat))
    do(at, commands.ResignCommand(kind="resign", seat=1 - seat))
    assert at.open_turn() is None


# Seats that change hands
