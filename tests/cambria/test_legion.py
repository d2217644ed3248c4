"""C6 The legion."""

from __future__ import annotations

import pytest

from cruachan.games.cambria.game import Cambria

from .positions import (
    BOTH_BOARDS,
    NUMBERS,
    after,
    all_roads,
    assert_moves,
    legal,
    legion,
    on,
    position,
    reached,
    roads,
    side,
    unreached,
    waits,
)


def marches(text: str, game: Cambria) -> list[str]:
    """The roads open to the legion."""
    moves = legal(text, game=game)
    return [move.removeprefix("legion ") for move in moves if move.startswith("legion")]


@pytest.mark.rule("C6.1")
@BOTH_BOARDS
@pytest.mark.parametrize("number", NUMBERS)
def test_with_a_1_the_legion_goes_to_a_road_of_the_other_number(number: int, game: Cambria) -> None:
    """To each of them, whoever stands there, and to no other."""
    theirs, own = roads(number, game=game)[:2]
    for dice in (f"a:1-{number}", f"a:{number}-1"):
        text = position(dice, a=own, b=theirs, game=game)
        assert marches(text, game) == reached(number, game=game)
        illegal = [f"legion {road}: C6.1" for road in unreached(number, game=game)]
        assert_moves(text, illegal=illegal, game=game)


@pytest.mark.rule("C6.1")
@pytest.mark.parametrize("dice", ["2-5", "5-5", "6-2"])
def test_without_a_1_the_legion_stays_where_it_is(dice: str) -> None:
    """A double other than 1 does not move it either."""
    text = position(f"a:{dice}", legion=roads(3)[0])
    assert_moves(text, legal="pass", illegal=[f"legion {road}: C6.1" for road in all_roads()])


@pytest.mark.rule("C6.1")
def test_the_legion_may_move_instead_of_a_soldier() -> None:
    """With a 1 and a 4 both are open; with the legion moved no soldier is placed."""
    road = roads(4)[0]
    text = position("a:1-4")
    assert_moves(text, legal=[f"place {road}", f"legion {road}", "pass"])
    done = after(text, f"legion {road}", "stay")
    assert legion(done) == road
    assert side(done, "a").roads == ()


@pytest.mark.rule("C6.2")
@BOTH_BOARDS
def test_a_double_1_moves_the_legion_onto_any_road(game: Cambria) -> None:
    """It must: there is nothing else to do."""
    text = position("a:1-1", a=all_roads(game)[0], b=all_roads(game)[1], game=game)
    assert legal(text, game=game) == [f"legion {road}" for road in all_roads(game)]
    assert_moves(text, illegal=["pass: C3.4", f"place {all_roads(game)[5]}: C6.2"], game=game)


@pytest.mark.rule("C6.3")
@pytest.mark.parametrize("dice", ["1-1", "1-5", "5-1"])
def test_the_legion_does_not_stay_on_its_road(dice: str) -> None:
    """It goes to another one."""
    here, there = roads(5)[:2]
    text = position(f"a:{dice}", legion=here)
    assert_moves(text, legal=f"legion {there}", illegal=f"legion {here}: C6.3")
    assert legion(after(text, f"legion {there}", "stay")) == there


@pytest.mark.rule("C6.3")
def test_the_legion_thrown_into_the_sea_may_come_back_to_the_same_road() -> None:
    """It stands at the standard then, so that road is another one."""
    road = roads(5)[0]
    text = after(position("c:5-5", legion=road), f"place {road}", "dice 1-5")
    assert_moves(text, legal=f"legion {road}")


@pytest.mark.rule("C6.4")
def test_a_soldier_on_the_legions_new_road_goes_into_the_supply() -> None:
    """b loses the road; the legion's old road is empty."""
    old, road = roads(6)[:2]
    text = position("a:1-6", b=road, legion=old)
    done = after(text, f"legion {road}", "stay")
    assert side(done, "b").roads == ()
    assert side(done, "b").supply == 5
    assert legion(done) == road
    assert_moves(after(done, "dice 2-6"), legal=f"place {old}", illegal=f"place {road}: C4.2")


@pytest.mark.rule("C6.4", "C6.5")
def test_the_movers_own_soldier_goes_into_the_supply_too() -> None:
    """And can board a ship from there at once."""
    own = roads(6)[:5]
    text = after(position("a:1-6", a=on(own)), f"legion {own[0]}")
    assert side(text, "a").supply == 1
    done = after(text, "board 2")
    assert side(done, "a").ships == "2"
    assert sorted(side(done, "a").roads) == sorted(own[1:])


@pytest.mark.rule("C6.5")
@pytest.mark.parametrize("dice", ["1-5", "5-1", "1-1"])
def test_after_the_legion_a_soldier_may_board_an_empty_ship(dice: str) -> None:
    """Any of the five, or none."""
    text = after(position(f"a:{dice}"), f"legion {roads(5)[0]}")
    assert waits(text) == f"a:{dice}@"
    assert sorted(legal(text)) == [*(f"board {number}" for number in NUMBERS), "stay"]
    boarded = after(text, "board 4")
    assert side(boarded, "a").ships == "4"
    assert side(boarded, "a").supply == 4
    assert waits(boarded) == "b:?"
    assert side(after(text, "stay"), "a").supply == 5


@pytest.mark.rule("C6.5")
def test_only_one_soldier_boards() -> None:
    """After it the turn is over."""
    text = after(position("a:1-5"), f"legion {roads(5)[0]}", "board 4")
    assert_moves(text, illegal="board 5: C3.1", seat=0)


@pytest.mark.rule("C6.5")
def test_nobody_boards_without_a_move_of_the_legion() -> None:
    """Not before it, and not after placing a soldier."""
    text = position("a:1-5")
    assert_moves(text, legal=f"legion {roads(5)[0]}", illegal=["board 4: C6.5", "stay: C6.5"])
    assert waits(after(text, f"place {roads(5)[0]}")) == "b:?"


@pytest.mark.rule("C6.5")
def test_after_the_legion_nothing_but_a_ship_is_chosen() -> None:
    """The legion does not move again, and nobody passes or places."""
    text = after(position("a:1-1"), f"legion {roads(5)[0]}")
    others = [f"legion {roads(3)[0]}", f"place {roads(3)[0]}", "pass", f"from {roads(3)[0]}"]
    assert_moves(text, legal="stay", illegal=[f"{move}: C6.5" for move in others])


@pytest.mark.rule("C6.5")
def test_the_ship_just_left_can_be_boarded_again() -> None:
    """Ship 4 gave its number, the legion moved, and the soldier goes back on board."""
    text = after(position("a:1-5", a=":4"), "ship 4 for 5", f"legion {roads(4)[0]}")
    assert_moves(text, legal="board 4")
    assert side(after(text, "board 4"), "a").ships == "4"


@pytest.mark.rule("C6.5", "C6.6")
def test_without_an_empty_ship_nobody_is_asked() -> None:
    """The turn ends with the legion's move."""
    text = after(position("a:1-5", a=":23", b=":456"), f"legion {roads(5)[0]}")
    assert waits(text) == "b:?"


@pytest.mark.rule("C6.5", "C6.7")
def test_without_a_soldier_to_board_nobody_is_asked() -> None:
    """Four on ships and the fifth on the last one: there is neither soldier nor ship."""
    text = after(position("a:1-5", a=":23456"), f"legion {roads(5)[0]}")
    assert waits(text) == "b:?"
    assert side(text, "a").ships == "23456"


@pytest.mark.rule("C6.6")
def test_a_ship_carries_one_soldier() -> None:
    """Neither beside another's nor beside an own one."""
    text = after(position("a:1-5", a=":4", b=":6"), f"legion {roads(5)[0]}")
    assert_moves(
        text,
        legal=["board 2", "board 3", "board 5"],
        illegal=["board 4: C6.6", "board 6: C6.6"],
    )


@pytest.mark.rule("C6.7")
def test_the_soldier_that_boards_comes_from_the_supply() -> None:
    """With one left in it, those on the roads stay."""
    own = roads(6)[:4]
    target = next(road for road in roads(3) if road not in own)
    done = after(position("a:1-3", a=on(own)), f"legion {target}", "board 5")
    assert side(done, "a").supply == 0
    assert sorted(side(done, "a").roads) == sorted(own)


@pytest.mark.rule("C6.7")
def test_with_an_empty_supply_one_boards_from_a_road() -> None:
    """As she chooses among her own; not another's and not from the other ship."""
    own = roads(6)[:4]
    target, theirs = [road for road in roads(3) if road not in own][:2]
    text = position("a:1-3", a=on(own) + ":2", b=theirs)
    text = after(text, f"legion {target}", "board 5")
    assert waits(text) == "a:1-3@5"
    assert sorted(legal(text)) == sorted(f"from {road}" for road in own)
    assert_moves(
        text,
        legal=f"from {own[1]}",
        illegal=[
            f"from {theirs}: C6.7",
            f"from {target}: C6.7",
            "board 3: C6.7",
            "stay: C6.7",
            "pass: C6.7",
            "ship 2 for 3: C6.7",
        ],
    )
    done = after(text, f"from {own[1]}")
    assert side(done, "a").ships == "25"
    assert sorted(side(done, "a").roads) == sorted([own[0], *own[2:]])
    assert waits(done) == "b:?"


@pytest.mark.rule("C6.8")
def test_nobody_boards_after_throwing_the_legion_out() -> None:
    """A double is no move of the legion: the turn is over, though ships are empty."""
    road = roads(5)[0]
    text = after(position("a:5-5", legion=road), f"place {road}")
    assert legion(text) == "sea"
    assert waits(text) == "b:?"


@pytest.mark.rule("C6.8", "C4.7")
def test_nobody_boards_after_throwing_the_legion_out_from_a_road_either() -> None:
    """With an empty supply a soldier moves to the legion's road."""
    road = roads(5)[0]
    own = [name for name in roads(6) if name != road][:5]
    text = after(position("a:5-5", a=on(own), legion=road), f"place {road}")
    assert legion(text) == road
    done = after(text, f"from {own[0]}")
    assert legion(done) == "sea"
    assert waits(done) == "b:?"
