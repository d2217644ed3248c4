"""G3 The turn."""

from __future__ import annotations

import pytest

from .positions import (
    RICH,
    WEAK,
    after,
    assert_moves,
    cards,
    dice,
    legal,
    position,
    turns,
    waits,
)

ALL_OPEN = position("a:turn", a="Med4,Oro1,Tau1,Ins3,Fri3", cards=f"Ins={RICH}s,Fri={WEAK}s")


@pytest.mark.rule("G3.1")
def test_at_the_beginning_of_a_turn_all_three_are_open() -> None:
    """Recruit, build, move."""
    assert_moves(ALL_OPEN, ["recruit 2", "build Ins", "move Ins3 Ana"])


@pytest.mark.rule("G3.1")
def test_in_a_turn_of_building_nobody_moves_and_nobody_is_recruited() -> None:
    """But more is built."""
    building = after(ALL_OPEN, "build Ins")
    assert waits(building) == "a:build"
    assert_moves(
        building,
        ["build Fri", "end"],
        ["move Fri3 Boi: G3.1", "recruit 0: G3.1", "recruit 1: G3.1"],
    )


@pytest.mark.rule("G3.1")
def test_in_a_turn_of_moving_nothing_is_built_and_nobody_is_recruited() -> None:
    """But more is moved."""
    moving = after(ALL_OPEN, "move Ins3 Ana", "send 3")
    assert waits(moving) == "a:move"
    assert_moves(
        moving,
        ["move Fri3 Boi", "end"],
        ["build Fri: G3.1", "recruit 0: G3.1", "recruit 3: G3.1"],
    )


@pytest.mark.rule("G3.1")
def test_an_attack_begins_a_turn_of_moving_even_when_it_is_lost() -> None:
    """Nobody of it is left, and nothing is built after it."""
    text = position("a:turn", a="Med4,Tau1,Lig1,Fri3", b="Ins2,Ari5")
    moving = after(text, "move Tau1 Ins")
    assert waits(moving) == "a:move"
    assert_moves(moving, "move Fri3 Boi", ["build Fri: G3.1", "recruit 0: G3.1"])


@pytest.mark.rule("G3.1")
def test_after_recruiting_only_scouting_is_left() -> None:
    """Nothing else of the turn."""
    recruited = after(ALL_OPEN, "recruit 1")
    assert_moves(
        recruited,
        ["scout Ins", "scout none"],
        ["move Ins3 Ana: G4.5", "build Ins: G4.5", "recruit 1: G4.5", "end: G4.5"],
    )


@pytest.mark.rule("G3.2")
def test_a_turn_does_not_end_before_something_is_done() -> None:
    """Recruiting 0 is the way to do nothing."""
    assert_moves(ALL_OPEN, "recruit 0", "end: G3.2")


@pytest.mark.rule("G3.2")
@pytest.mark.parametrize("step", [("build Ins",), ("move Ins3 Ana", "send 1")])
def test_a_turn_ends_when_the_player_says_so(step: tuple[str, ...]) -> None:
    """After one step; the other player's turn is all open again."""
    before = after(ALL_OPEN, *step)
    assert_moves(before, "end")
    ended = after(before, "end")
    assert waits(ended) == "b:turn"
    assert turns(ended) == turns(before) + 1
    assert "*" not in ended
    assert "'" not in cards(ended)
    assert_moves(ended, ["recruit 1", "move Ari5 Boi"])


@pytest.mark.rule("G3.2")
def test_a_turn_of_building_ends_by_itself_when_nothing_is_left_to_turn() -> None:
    """The only land with three warriors has been turned."""
    text = position("a:turn", a="Med4,Ins3,Tau2", cards=f"Ins={RICH}s")
    assert waits(after(text, "build Ins")) == "b:turn"


@pytest.mark.rule("G3.2")
def test_a_turn_of_moving_ends_by_itself_when_every_army_has_moved() -> None:
    """Not before: what stayed behind may still move."""
    text = position("a:turn", a="Med1,Ins2")
    part = after(text, "move Ins2 Ana", "send 1")
    assert waits(part) == "a:move"
    one_left = after(part, "move Ins1 Fri")
    assert waits(one_left) == "a:move"
    assert legal(one_left) == ["move Med1 Oro", "move Med1 Tau", "end"]
    assert waits(after(one_left, "move Med1 Oro")) == "b:turn"


@pytest.mark.rule("G3.2")
def test_a_turn_of_moving_ends_by_itself_when_the_last_army_has_fallen() -> None:
    """Nobody is left to say that it ends."""
    ended = after(position("a:turn", a="Ins1", b="Ana2,Ari5"), "move Ins1 Ana")
    assert waits(ended) == "b:turn"
    assert dice(ended, "a") == "-"
