"""C4 Placing a soldier."""

from __future__ import annotations

from itertools import combinations

import pytest

from cruachan.games.cambria.game import Cambria

from .positions import (
    BOTH_BOARDS,
    GAME,
    NUMBERS,
    after,
    assert_moves,
    captured,
    fort,
    legal,
    legion,
    on,
    position,
    reached,
    refused_by,
    roads,
    roads_at,
    side,
    taken,
    unreached,
    waits,
)


def places(text: str, game: Cambria = GAME) -> list[str]:
    """The roads open to a soldier."""
    moves = legal(text, game=game)
    return [move.removeprefix("place ") for move in moves if move.startswith("place")]


# C4.1, C4.2: two different numbers


@pytest.mark.rule("C4.1")
@BOTH_BOARDS
@pytest.mark.parametrize(("first", "second"), list(combinations(NUMBERS, 2)))
def test_two_different_numbers_reach_the_roads_of_either(
    first: int, second: int, game: Cambria
) -> None:
    """In whatever order the dice lie."""
    for dice in (f"a:{first}-{second}", f"a:{second}-{first}"):
        text = position(dice, game=game)
        assert places(text, game) == reached(first, second, game=game)
        out_of_reach = unreached(first, second, game=game)
        illegal = [f"place {road}: C4.1" for road in out_of_reach]
        assert_moves(text, legal=f"place {roads(first, game=game)[0]}", illegal=illegal, game=game)


@pytest.mark.rule("C4.1")
def test_one_fort_of_a_number_at_either_end_is_enough() -> None:
    """A road between a 3 and a 5 is open with a 3, with a 5 and with both."""
    road = next(r for r in roads(5) if r in roads(3))
    for dice in ("3-6", "2-5", "3-5"):
        assert_moves(position(f"a:{dice}"), legal=f"place {road}")
    assert_moves(position("a:2-4"), illegal=f"place {road}: C4.1")


@pytest.mark.rule("C4.2")
@BOTH_BOARDS
def test_a_road_is_empty_without_a_soldier_and_without_the_legion(game: Cambria) -> None:
    """One road of the number has another's soldier, one has the legion, one is empty."""
    theirs, romans, free = roads(4, game=game)[:3]
    text = position("a:2-4", b=theirs, legion=romans, game=game)
    assert_moves(
        text,
        legal=f"place {free}",
        illegal=[f"place {theirs}: C4.2", f"place {romans}: C4.2"],
        game=game,
    )


@pytest.mark.rule("C4.2")
@pytest.mark.parametrize("dice", ["2-4", "1-4", "4-1"])
def test_only_a_double_goes_where_somebody_stands(dice: str) -> None:
    """A 1 beside the number opens no road that is held; two 4s do."""
    road = roads(4)[0]
    assert_moves(position(f"a:{dice}", c=road), illegal=f"place {road}: C4.2")
    assert_moves(position("a:4-4", c=road), legal=f"place {road}")


# C4.3 to C4.5: doubles


@pytest.mark.rule("C4.3")
@BOTH_BOARDS
@pytest.mark.parametrize("number", NUMBERS)
def test_a_double_opens_all_roads_of_its_number_but_ones_own(number: int, game: Cambria) -> None:
    """Empty ones, another colour's and the legion's; no road of another number."""
    own, theirs, romans = roads(number, game=game)[:3]
    text = position(f"a:{number}-{number}", a=own, b=theirs, legion=romans, game=game)
    assert places(text, game) == [r for r in reached(number, game=game) if r != own]
    assert_moves(
        text,
        legal=[f"place {theirs}", f"place {romans}"],
        illegal=[f"place {unreached(number, game=game)[0]}: C4.3", f"place {own}: C4.5"],
        game=game,
    )


@pytest.mark.rule("C4.3")
def test_a_double_throws_nobody_out_elsewhere() -> None:
    """b stands at forts of other numbers: out of reach."""
    far = unreached(6)[0]
    assert_moves(position("a:6-6", b=far), illegal=f"place {far}: C4.3")


@pytest.mark.rule("C4.4")
def test_a_soldier_thrown_out_goes_back_into_its_colours_supply() -> None:
    """b's soldier leaves the road, a's stands there, nobody else is touched."""
    road, other = roads(5)[:2]
    text = position("a:5-5", b=on(road, other), c=roads(2, without=[5])[0])
    done = after(text, f"place {road}")
    assert side(done, "a").roads == (road,)
    assert side(done, "a").supply == 4
    assert side(done, "b").roads == (other,)
    assert side(done, "b").supply == side(text, "b").supply + 1
    assert side(done, "c") == side(text, "c")
    assert waits(done) == "b:?"


@pytest.mark.rule("C4.4")
def test_the_legion_thrown_out_goes_back_to_the_standard() -> None:
    """And the soldier stands where it stood."""
    road = roads(3)[0]
    done = after(position("a:3-3", legion=road), f"place {road}")
    assert legion(done) == "sea"
    assert side(done, "a").roads == (road,)


@pytest.mark.rule("C4.4")
def test_a_double_onto_an_empty_road_throws_nobody_out() -> None:
    """The legion and b stay on the roads beside it."""
    romans, theirs, free = roads(6)[:3]
    done = after(position("a:6-6", b=theirs, legion=romans), f"place {free}")
    assert legion(done) == romans
    assert side(done, "b").roads == (theirs,)


@pytest.mark.rule("C4.4", "C4.7")
def test_a_soldier_that_moves_from_a_road_throws_out_too() -> None:
    """With an empty supply: nobody leaves before the soldier is chosen."""
    theirs = roads(2)[0]
    own = [road for road in roads(6) if road != theirs][:5]
    text = after(position("a:2-2", a=on(own), b=theirs), f"place {theirs}")
    assert side(text, "b").roads == (theirs,)
    done = after(text, f"from {own[2]}")
    assert side(done, "b").roads == ()
    assert side(done, "b").supply == 5
    assert theirs in side(done, "a").roads
    assert own[2] not in side(done, "a").roads


@pytest.mark.rule("C4.5")
@pytest.mark.parametrize("dice", ["4-4", "4-5", "1-4"])
def test_a_soldier_never_goes_where_one_of_her_own_stands(dice: str) -> None:
    """Neither on a plain roll nor with a double, and also not the last one to its own road."""
    own, free = roads(4)[:2]
    assert_moves(position(f"a:{dice}", a=own), legal=f"place {free}", illegal=f"place {own}: C4.5")
    full = position(f"a:{dice}", a=on(roads(4)[:5]))
    assert_moves(full, illegal=[f"place {road}: C4.5" for road in roads(4)[:5]])


# C4.6: a 1 beside another number


@pytest.mark.rule("C4.6")
@BOTH_BOARDS
@pytest.mark.parametrize("number", NUMBERS)
def test_with_a_1_the_other_number_places_a_soldier(number: int, game: Cambria) -> None:
    """The 1 by itself reaches no road."""
    for dice in (f"a:1-{number}", f"a:{number}-1"):
        text = position(dice, game=game)
        assert places(text, game) == reached(number, game=game)
        illegal = [f"place {road}: C4.6" for road in unreached(number, game=game)]
        assert_moves(text, illegal=illegal, game=game)


@pytest.mark.rule("C4.6", "C6.2")
def test_a_double_1_places_no_soldier() -> None:
    """Not on any road of the board."""
    text = position("a:1-1")
    assert places(text) == []
    assert {refused_by(text, f"place {road}") for road in reached(*NUMBERS)} == {"C6.2"}


# C4.7, C4.8: where the soldier comes from


@pytest.mark.rule("C4.7")
def test_while_the_supply_lasts_the_soldier_comes_from_it() -> None:
    """Those on the roads stay, and none of them may be taken."""
    own = roads(6)[:4]
    target = next(road for road in roads(3) if road not in own)
    text = position("a:2-3", a=on(own))
    assert_moves(text, legal=f"place {target}", illegal=f"from {own[0]}: C4.7")
    done = after(text, f"place {target}")
    assert side(done, "a").supply == 0
    assert sorted(side(done, "a").roads) == sorted([*own, target])


@pytest.mark.rule("C4.7")
def test_with_an_empty_supply_any_soldier_of_hers_on_a_road_moves() -> None:
    """As she chooses, wherever it stands; not another's, and not from an empty road."""
    own = roads(6)[:5]
    target, theirs = [road for road in roads(3) if road not in own][:2]
    empty = next(road for road in reached(*NUMBERS) if road not in (*own, target, theirs))
    text = after(position("a:2-3", a=on(own), b=theirs), f"place {target}")
    assert waits(text) == f"a:2-3>{target}"
    assert legal(text) == [f"from {road}" for road in sorted(own, key=reached(*NUMBERS).index)]
    assert_moves(
        text,
        legal=f"from {own[3]}",
        illegal=[
            f"from {theirs}: C4.7",
            f"from {empty}: C4.7",
            f"from {target}: C4.7",
            f"place {empty}: C4.7",
            "pass: C4.7",
            "stay: C4.7",
        ],
    )
    done = after(text, f"from {own[3]}")
    assert sorted(side(done, "a").roads) == sorted([target, *own[:3], own[4]])


@pytest.mark.rule("C4.7", "C5.5")
def test_soldiers_on_ships_do_not_move_to_a_road_by_themselves() -> None:
    """Three on roads, two on ships, none in the supply: one of the three moves."""
    own = roads(6)[:3]
    target = next(road for road in roads(3) if road not in own)
    text = after(position("a:2-3", a=on(own) + ":25"), f"place {target}")
    assert len(legal(text)) == 3
    done = after(text, f"from {own[0]}")
    assert side(done, "a").ships == "25"


@pytest.mark.rule("C4.8")
def test_who_has_nobody_in_the_supply_and_nobody_on_a_road_places_nobody() -> None:
    """All five are at sea; with one of them on a road that one could move."""
    target, own = roads(2)[:2]
    assert_moves(position("a:2-3", a=":23456"), legal=["pass"], illegal=f"place {target}: C4.8")
    assert_moves(position("a:2-3", a=f"{own}:2345"), legal=f"place {target}")
    assert_moves(position("a:2-2", a=":23456"), illegal=f"place {target}: C4.8")


# C4.9: stormed forts


@pytest.mark.rule("C4.9")
@BOTH_BOARDS
def test_the_roads_of_a_stormed_fort_stay_open_to_the_dice(game: Cambria) -> None:
    """Taking a 5 changes nothing in what a 5 reaches."""
    forts = captured(game, b="5 2")
    standing = position("a:5-2", game=game)
    assert places(position("a:5-2", forts=forts, game=game), game) == places(standing, game)


@pytest.mark.rule("C4.9")
def test_the_soldiers_at_a_stormed_fort_stay() -> None:
    """The fort is taken at the end of the turn, and both besiegers are still there."""
    short = fort(3)
    one, two, three = roads_at(short)
    text = position("a:2-3", a=one, b=two)
    done = after(text, f"place {three}")
    assert taken(done, short) == "a"
    assert side(done, "a").roads == tuple(sorted([one, three], key=reached(*NUMBERS).index))
    assert side(done, "b").roads == (two,)
