"""C3 The turn."""

from __future__ import annotations

import pytest

from cruachan.engine.game import CHANCE

from .positions import (
    ROLLS,
    after,
    all_roads,
    assert_moves,
    legal,
    position,
    roads,
    side,
    turns,
    waits,
)


@pytest.mark.rule("C3.1")
def test_a_turn_begins_with_a_roll_of_both_dice() -> None:
    """Nothing is played before it, and one die is not enough."""
    text = position("b:?", b=roads(2)[0] + ":4")
    assert legal(text) == list(ROLLS)
    assert_moves(text, legal=["dice 1-1", "dice 6-2"], illegal=["die 3: C3.1", "start a: C3.1"])
    early = ["pass", f"place {roads(3)[0]}", f"legion {roads(3)[0]}", "board 2", "dice 2-3"]
    assert_moves(text, illegal=[f"{move}: C3.1" for move in early], seat=1)


@pytest.mark.rule("C3.1")
@pytest.mark.parametrize("roll", ["dice 2-5", "dice 5-2", "dice 3-3", "dice 1-6", "dice 1-1"])
def test_the_numbers_lie_there_as_they_were_rolled(roll: str) -> None:
    """And the player who rolled them plays."""
    assert waits(after(position("b:?"), roll)) == f"b:{roll.removeprefix('dice ')}"


@pytest.mark.rule("C3.1")
def test_dice_are_not_rolled_twice() -> None:
    """Neither by chance nor by the player."""
    text = position("b:2-5")
    assert_moves(text, illegal="dice 2-3: C2.2", seat=CHANCE)
    assert_moves(text, legal="pass", illegal=["dice 2-3: C3.2", "die 4: C3.2", "start b: C3.2"])


@pytest.mark.rule("C3.2")
def test_with_one_soldier_placed_the_turn_is_over() -> None:
    """The other number is lost."""
    one, two = roads(2)[0], roads(5)[0]
    text = after(position("a:2-5"), f"place {one}")
    assert side(text, "a").roads == (one,)
    assert waits(text) == "b:?"
    assert_moves(text, illegal=f"place {two}: C3.1", seat=0)


@pytest.mark.rule("C3.2")
def test_with_one_soldier_moved_the_turn_is_over() -> None:
    """The supply is empty: one soldier goes from his road to another."""
    held = roads(6)[:5]
    target = next(road for road in roads(2) if road not in held)
    text = after(position("a:2-3", a=",".join(held)), f"place {target}", f"from {held[0]}")
    assert sorted(side(text, "a").roads) == sorted([target, *held[1:]])
    assert waits(text) == "b:?"


@pytest.mark.rule("C3.2", "C6.1")
def test_with_the_legion_moved_no_soldier_is_placed() -> None:
    """Only a ship is still open, and that is no road."""
    text = after(position("a:1-5"), f"legion {roads(5)[0]}")
    assert_moves(text, legal=["board 3", "stay"], illegal=f"place {roads(5)[1]}: C6.5")
    done = after(text, "stay")
    assert waits(done) == "b:?"
    assert side(done, "a").supply == 5


@pytest.mark.rule("C3.2")
def test_a_turn_counts_once_whatever_was_played() -> None:
    """Placing, moving, the legion and a pass."""
    for moves in (["pass"], [f"place {roads(5)[0]}"], [f"legion {roads(5)[0]}", "stay"]):
        text = position("a:1-5")
        assert turns(after(text, *moves)) == turns(text) + 1


@pytest.mark.rule("C3.3")
@pytest.mark.parametrize("dice", ["2-5", "4-4", "1-3", "6-1"])
def test_passing_is_allowed(dice: str) -> None:
    """Nothing changes but the turn."""
    text = position(f"a:{dice}", a=all_roads()[0] + ":3", legion=all_roads()[1])
    assert_moves(text, legal="pass")
    passed = after(text, "pass")
    assert passed.split()[4:] == text.split()[4:]
    assert waits(passed) == "b:?"


@pytest.mark.rule("C3.4")
def test_after_a_double_1_nobody_passes() -> None:
    """The legion must move; with a single 1 passing is open."""
    assert_moves(position("a:1-1"), legal=f"legion {all_roads()[0]}", illegal="pass: C3.4")
    assert_moves(position("a:1-2"), legal="pass")


@pytest.mark.rule("C3.4", "C5.4")
def test_a_ship_is_no_way_to_pass_after_a_double_1() -> None:
    """The double 1 was rolled, and now the ship's number has to be played."""
    text = after(position("a:1-1", a=":4"), "ship 4 for 1")
    assert_moves(text, legal=f"legion {roads(4)[0]}", illegal="pass: C5.4")
