"""C5 Ships."""

from __future__ import annotations

import pytest

from cruachan.games.cambria.game import Cambria

from .positions import (
    BOTH_BOARDS,
    GAME,
    LETTERS,
    after,
    assert_moves,
    legal,
    on,
    position,
    reached,
    roads,
    side,
    spread,
    unreached,
    waits,
)


def replacements(text: str) -> list[str]:
    """The ways to lay a ship's number in place of a die."""
    return [move for move in legal(text) if move.startswith("ship")]


@pytest.mark.rule("C5.1")
def test_a_ships_number_replaces_either_die() -> None:
    """The ship is empty then, and its soldier is in the supply."""
    text = position("a:2-5", a=":4")
    assert replacements(text) == ["ship 4 for 2", "ship 4 for 5"]
    for move, dice in (("ship 4 for 2", "4-5"), ("ship 4 for 5", "2-4")):
        replaced = after(text, move)
        assert waits(replaced) == f"a:{dice}*"
        assert side(replaced, "a") == side(position("a:?"), "a")


@pytest.mark.rule("C5.1")
def test_only_with_a_soldier_of_ones_own_on_that_ship() -> None:
    """Ship 4 is a's, ship 6 is b's, ship 3 is empty."""
    text = position("a:2-5", a=":4", b=":6")
    assert_moves(
        text,
        legal=["ship 4 for 2", "ship 4 for 5"],
        illegal=["ship 6 for 2: C5.1", "ship 3 for 5: C5.1"],
    )


@pytest.mark.rule("C5.1")
def test_a_die_can_be_replaced_by_the_same_number() -> None:
    """So a soldier can be brought home: 4-5 stays 4-5."""
    text = after(position("a:4-5", a=":4"), "ship 4 for 4")
    assert waits(text) == "a:4-5*"
    assert side(text, "a").supply == 5


@pytest.mark.rule("C5.1")
@pytest.mark.parametrize("dice", ["3-3", "1-1"])
def test_of_two_equal_dice_either_is_the_same_and_offered_once(dice: str) -> None:
    """The first one is taken."""
    text = position(f"a:{dice}", a=":26")
    number = dice[0]
    assert replacements(text) == [f"ship 2 for {number}", f"ship 6 for {number}"]
    assert waits(after(text, f"ship 6 for {number}")) == f"a:6-{number}*"


@pytest.mark.rule("C5.1")
def test_with_several_ships_any_of_them() -> None:
    """Each with either die."""
    assert len(replacements(position("a:2-5", a=":346"))) == 6


@pytest.mark.rule("C5.2")
def test_the_turn_is_played_with_the_two_numbers_that_lie_there() -> None:
    """2-5 becomes 4-5: a 2 reaches nothing any more, a 4 and a 5 do."""
    text = after(position("a:2-5", a=":4"), "ship 4 for 2")
    places = [move for move in legal(text) if move.startswith("place")]
    assert places == [f"place {road}" for road in reached(4, 5)]
    assert_moves(text, illegal=f"place {unreached(4, 5)[0]}: C4.1")


@pytest.mark.rule("C5.2")
def test_the_ships_number_need_not_be_used() -> None:
    """The 5 that was rolled is played; the soldier is home all the same."""
    road = roads(5, without=[4])[0]
    done = after(position("a:2-5", a=":4"), "ship 4 for 2", f"place {road}")
    assert side(done, "a").roads == (road,)
    assert side(done, "a").supply == 4
    assert waits(done) == "b:?"


@pytest.mark.rule("C5.2")
def test_the_soldier_from_the_ship_can_be_placed_at_once() -> None:
    """Four on roads, one on the ship: nobody has to move from a road."""
    own = roads(6)[:4]
    target = next(road for road in roads(3) if road not in own)
    done = after(position("a:2-5", a=on(own) + ":3"), "ship 3 for 2", f"place {target}")
    assert sorted(side(done, "a").roads) == sorted([*own, target])
    assert side(done, "a").supply == 0


@pytest.mark.rule("C5.2", "C4.3")
def test_a_ships_number_makes_a_double() -> None:
    """4-5 with ship 5 is a double 5: it throws out, which 4-5 does not."""
    theirs = roads(5)[0]
    text = position("a:4-5", a=":5", b=theirs)
    assert_moves(text, illegal=f"place {theirs}: C4.2")
    assert_moves(after(text, "ship 5 for 4"), legal=f"place {theirs}")


@pytest.mark.rule("C5.2", "C4.3")
def test_a_ships_number_breaks_a_double() -> None:
    """5-5 with ship 2 is 2-5: held roads are closed, roads of a 2 are open."""
    theirs = roads(5)[0]
    text = after(position("a:5-5", a=":2", b=theirs), "ship 2 for 5")
    assert_moves(text, legal=f"place {roads(2)[0]}", illegal=f"place {theirs}: C4.2")


@pytest.mark.rule("C5.2", "C6.1")
def test_a_ships_number_beside_a_1_moves_the_legion() -> None:
    """1-5 with ship 4 for the 5: the legion goes to a 4."""
    text = after(position("a:1-5", a=":4"), "ship 4 for 5")
    far = roads(5, without=[4])[0]
    assert_moves(text, legal=f"legion {roads(4)[0]}", illegal=f"legion {far}: C6.1")


@pytest.mark.rule("C5.2", "C6.1")
def test_a_1_that_was_replaced_moves_no_legion() -> None:
    """1-5 with ship 4 for the 1."""
    text = after(position("a:1-5", a=":4"), "ship 4 for 1")
    assert_moves(text, legal=f"place {roads(4)[0]}", illegal=f"legion {roads(5)[0]}: C6.1")


@pytest.mark.rule("C5.2", "C6.2")
def test_a_double_1_with_a_ships_number_is_a_1_and_that_number() -> None:
    """A soldier may be placed instead of the legion."""
    text = after(position("a:1-1", a=":6"), "ship 6 for 1")
    assert_moves(
        text,
        legal=[f"place {roads(6)[0]}", f"legion {roads(6)[0]}"],
        illegal=[f"legion {unreached(6)[0]}: C6.1", f"place {unreached(6)[0]}: C4.6"],
    )


@pytest.mark.rule("C5.3")
def test_at_most_one_die_is_replaced() -> None:
    """Another soldier on another ship has to wait for another turn."""
    text = after(position("a:2-5", a=":46"), "ship 4 for 2")
    assert_moves(
        text, legal=f"place {roads(4)[0]}", illegal=["ship 6 for 4: C5.3", "ship 6 for 5: C5.3"]
    )
    assert replacements(text) == []


@pytest.mark.rule("C5.3")
def test_in_the_next_turn_a_ship_may_be_used_again() -> None:
    """The ship's number is forgotten when the turn ends."""
    others = ["dice 2-3", "pass"] * 2
    text = position("a:2-5", a=":46")
    text = after(text, "ship 4 for 2", f"place {roads(4)[0]}", *others, "dice 2-5")
    assert waits(text) == "a:2-5"
    assert_moves(text, legal=["ship 6 for 2", "pass"])


@pytest.mark.rule("C5.4")
def test_nobody_replaces_a_die_in_order_to_pass() -> None:
    """Before it passing is open, after it not."""
    text = position("a:2-5", a=":4")
    assert_moves(text, legal="pass")
    assert_moves(after(text, "ship 4 for 2"), illegal="pass: C5.4")


def closed(one: int, two: int, game: Cambria = GAME) -> dict[str, str]:
    """All roads of two numbers held by b to e; a waits on the ship of the first number."""
    return {"a": f":{one}"} | spread(reached(one, two, game=game), "bcde")


CLOSED = [
    (one, two)
    for one in (2, 3, 4, 5, 6)
    for two in (2, 3, 4, 5, 6)
    if one != two and len(reached(one, two)) <= 20
]


@pytest.mark.rule("C5.4")
@pytest.mark.parametrize(("one", "two"), CLOSED[:4])
def test_without_a_play_a_die_is_not_replaced(one: int, two: int) -> None:
    """All roads of both numbers are held; one of them empty, and it is possible."""
    third = next(n for n in (2, 3, 4, 5, 6) if n not in (one, two))
    sides = closed(one, two)
    text = position(f"a:{two}-{third}", seats=5, **sides)  # type: ignore[arg-type]
    assert_moves(text, legal=f"ship {one} for {two}", illegal=f"ship {one} for {third}: C5.4")
    last = next(letter for letter in reversed(LETTERS) if sides.get(letter))
    sides[last] = ",".join(sides[last].split(",")[:-1])
    text = position(f"a:{two}-{third}", seats=5, **sides)  # type: ignore[arg-type]
    assert_moves(text, legal=f"ship {one} for {third}")


@pytest.mark.rule("C5.4", "C6.1")
@pytest.mark.parametrize(("one", "two"), CLOSED[:4])
def test_beside_a_1_there_is_always_the_legion_to_play(one: int, two: int) -> None:
    """No road of the number is empty, but the legion goes where somebody stands."""
    text = position(f"a:1-{two}", seats=5, **closed(one, two))  # type: ignore[arg-type]
    replaced = after(text, f"ship {one} for {two}")
    assert {move.split()[0] for move in legal(replaced)} == {"legion"}


@pytest.mark.rule("C5.4")
def test_the_soldier_who_comes_home_is_enough_to_play() -> None:
    """All five at sea: without a ship's number there is nothing to place, with it there is."""
    text = position("a:2-5", a=":23456")
    assert [move for move in legal(text) if move.startswith("place")] == []
    assert_moves(text, legal=["ship 2 for 2", "ship 6 for 5"])
    assert_moves(after(text, "ship 6 for 2"), legal=f"place {roads(6)[0]}")


@pytest.mark.rule("C5.5")
@BOTH_BOARDS
def test_soldiers_leave_ships_in_no_other_way(game: Cambria) -> None:
    """Neither a pass nor a placing nor the legion moves them, and no double reaches them."""
    ships = {"a": ":3", "b": ":5"}
    road = roads(5, game=game)[0]
    for dice, moves in (
        ("3-5", ["pass"]),
        ("3-5", [f"place {road}"]),
        ("5-5", [f"place {road}"]),
        ("1-5", [f"legion {road}", "board 6"]),
    ):
        text = position(f"a:{dice}", game=game, **ships)  # type: ignore[arg-type]
        done = after(text, *moves, game=game)
        assert "3" in side(done, "a").ships
        assert side(done, "b").ships == "5"


@pytest.mark.rule("C5.5")
def test_a_ships_number_is_only_laid_after_the_roll() -> None:
    """And not while a soldier or a ship is being chosen."""
    text = position("a:1-5", a=":4")
    assert_moves(text, legal="ship 4 for 5")
    boarding = after(text, f"legion {roads(5)[0]}")
    assert_moves(boarding, legal="stay", illegal="ship 4 for 5: C6.5")
