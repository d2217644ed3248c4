"""C9 Two players."""

from __future__ import annotations

from typing import Any

import pytest

from cruachan.engine.game import CHANCE
from cruachan.games.cambria.game import Cambria

from .positions import (
    BOTH_BOARDS,
    DIE,
    GAME,
    NUMBERS,
    after,
    all_roads,
    assert_moves,
    captured,
    fort,
    legal,
    legion,
    new_table,
    on,
    places,
    points,
    position,
    reached,
    roads,
    roads_at,
    side,
    spread,
    taken,
    unreached,
    values,
    waits,
)


def two(waits: str, game: Cambria = GAME, **sides: str) -> str:
    """A table of two; c is the dummy."""
    return position(waits, seats=2, game=game, **sides)  # type: ignore[arg-type]


@pytest.mark.rule("C9.1")
def test_the_third_colour_is_a_dummy_without_a_soldier_in_the_setup() -> None:
    """a and b put one soldier each; the dummy has all five in its supply."""
    text = after(new_table(2), "start a")
    for name in all_roads()[:2]:
        text = after(text, f"die {values(name)[0]}", f"place {name}")
    assert waits(text) == "a:dummy?"
    assert [side(text, letter).supply for letter in "abc"] == [4, 4, 5]
    view: Any = GAME.presentation.view(GAME.read_position(text), None)
    assert view["dummy"]["piece"] == "copper"
    assert len(view["players"]) == 2


@pytest.mark.rule("C9.1")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_with_more_players_there_is_no_dummy(seats: int) -> None:
    """A turn begins with the player's own roll."""
    text = after(position("a:2-3", seats=seats), "pass")
    assert waits(text) == "b:?"
    assert GAME.presentation.view(GAME.read_position(text), None)["dummy"] is None


@pytest.mark.rule("C9.2")
def test_before_each_turn_one_die_is_rolled_for_the_dummy() -> None:
    """Then comes the player's own roll, then her play, then the other player's dummy."""
    text = two("a:dummy?")
    assert legal(text) == list(DIE)
    assert_moves(text, legal="die 4", illegal=["dice 2-3: C9.2", "start a: C9.2"])
    assert_moves(text, illegal=["pass: C9.2", f"place {roads(4)[0]}: C9.2"], seat=0)
    text = after(text, "die 4")
    assert waits(text) == "a:dummy:4"
    text = after(text, f"place {roads(4)[0]}")
    assert waits(text) == "a:?"
    assert waits(after(text, "dice 2-3", "pass")) == "b:dummy?"


@pytest.mark.rule("C9.2")
@BOTH_BOARDS
@pytest.mark.parametrize("number", NUMBERS)
def test_the_dummy_goes_to_an_empty_road_of_its_number(number: int, game: Cambria) -> None:
    """The player chooses which; she must, and she chooses nothing else."""
    text = two(f"a:dummy:{number}", game)
    assert legal(text, game=game) == [f"place {road}" for road in reached(number, game=game)]
    far = unreached(number, game=game)[0]
    assert_moves(
        text,
        illegal=[
            f"place {far}: C9.2",
            "pass: C9.2",
            "stay: C9.2",
            f"legion {roads(number, game=game)[0]}: C9.2",
            f"from {roads(number, game=game)[0]}: C9.2",
        ],
        game=game,
    )
    done = after(text, f"place {roads(number, game=game)[0]}", game=game)
    assert side(done, "c").roads == (roads(number, game=game)[0],)
    assert side(done, "c").supply == 4
    assert side(done, "a").supply == 5


@pytest.mark.rule("C9.2")
def test_only_the_player_whose_turn_follows_moves_the_dummy() -> None:
    """Neither the other one nor chance."""
    text = two("b:dummy:4")
    for seat in (0, CHANCE):
        assert_moves(text, illegal=f"place {roads(4)[0]}: C2.2", seat=seat)
    assert_moves(text, legal=f"place {roads(4)[0]}", seat=1)


@pytest.mark.rule("C9.3")
@BOTH_BOARDS
def test_with_a_1_the_dummy_goes_to_any_empty_road(game: Cambria) -> None:
    """Unlike in the setup a 1 is not rolled again."""
    own, theirs, romans = all_roads(game)[:3]
    text = two("a:dummy:1", game, a=own, b=theirs, legion=romans)
    assert legal(text, game=game) == [f"place {road}" for road in all_roads(game)[3:]]
    rolled = after(two("a:dummy?", game), "die 1", game=game)
    assert waits(rolled) == "a:dummy:1"


@pytest.mark.rule("C9.3")
@BOTH_BOARDS
def test_when_no_road_of_the_number_is_empty_any_empty_road_will_do(game: Cambria) -> None:
    """a, b and the legion hold all roads of a 2; with one of them empty it has to be that one."""
    names = reached(2, game=game)
    assert len(names) <= 10
    sides = spread(names, "ab")
    full = two("a:dummy:2", game, **sides)
    empty = [road for road in all_roads(game) if road not in names]
    assert legal(full, game=game) == [f"place {road}" for road in empty]
    assert_moves(full, illegal=f"place {names[0]}: C9.5", game=game)
    sides["b"] = ",".join(sides["b"].split(",")[:-1])
    one_free = two("a:dummy:2", game, **sides)
    assert legal(one_free, game=game) == [f"place {names[-1]}"]
    assert_moves(one_free, illegal=f"place {empty[0]}: C9.2", game=game)


@pytest.mark.rule("C9.3")
def test_the_legion_counts_when_roads_are_looked_for() -> None:
    """The last road of the number is the legion's: any empty road will do."""
    names = reached(2)
    sides = spread(names[:-1], "ab")
    text = two("a:dummy:2", legion=names[-1], **sides)  # type: ignore[arg-type]
    assert len(legal(text)) == 28 - len(names)


@pytest.mark.rule("C9.4")
def test_with_an_empty_supply_a_soldier_of_the_dummy_moves() -> None:
    """From another road, as the player chooses among the dummy's five."""
    held = roads(6)[:5]
    target = next(road for road in roads(3) if road not in held)
    own = next(road for road in roads(2) if road not in (*held, target))
    text = after(two("a:dummy:3", a=own, c=on(held)), f"place {target}")
    assert waits(text) == f"a:dummy:3>{target}"
    assert sorted(legal(text)) == sorted(f"from {road}" for road in held)
    assert_moves(
        text,
        legal=f"from {held[2]}",
        illegal=[f"from {own}: C9.4", f"from {target}: C9.4", "pass: C9.4", f"place {own}: C9.4"],
    )
    done = after(text, f"from {held[2]}")
    assert sorted(side(done, "c").roads) == sorted([target, *held[:2], *held[3:]])
    assert side(done, "c").supply == 0
    assert side(done, "a").roads == (own,)
    assert waits(done) == "a:?"


@pytest.mark.rule("C9.4")
def test_while_its_supply_lasts_the_dummy_moves_nobody() -> None:
    """Four on roads and one in the supply: that one is placed at once."""
    held = roads(6)[:4]
    target = next(road for road in roads(3) if road not in held)
    done = after(two("a:dummy:3", c=on(held)), f"place {target}")
    assert waits(done) == "a:?"
    assert len(side(done, "c").roads) == 5


@pytest.mark.rule("C9.5")
def test_the_dummy_throws_nobody_out() -> None:
    """Neither a player's soldier nor the legion, nor one of its own."""
    mine, romans, dummys, free = roads(4)[:4]
    text = two("b:dummy:4", a=mine, c=dummys, legion=romans)
    assert_moves(
        text,
        legal=f"place {free}",
        illegal=[f"place {mine}: C9.5", f"place {romans}: C9.5", f"place {dummys}: C9.5"],
    )


@pytest.mark.rule("C9.5")
def test_the_dummy_boards_no_ship() -> None:
    """Not with its own die, and not after a move of the legion, when the mover may board."""
    assert_moves(two("a:dummy:4"), illegal=["board 4: C9.2", "ship 4 for 4: C9.2"])
    text = after(two("a:1-5", c=roads(3)[0]), f"legion {roads(5)[0]}", "board 4")
    assert side(text, "a").ships == "4"
    assert side(text, "c").ships == ""


@pytest.mark.rule("C9.5", "C4.3")
def test_the_dummy_can_be_thrown_out() -> None:
    """By a double and by the legion; its soldier goes into its supply."""
    road = roads(5)[0]
    assert side(after(two("a:5-5", c=road), f"place {road}"), "c").supply == 5
    thrown = after(two("a:1-5", c=road), f"legion {road}")
    assert side(thrown, "c").supply == 5
    assert legion(thrown) == road


@pytest.mark.rule("C9.6")
def test_no_fort_is_stormed_after_the_dummys_placing() -> None:
    """a has two of three roads; the dummy takes the third, and the fort waits for a's turn."""
    short = fort(3)
    one, other, three = roads_at(short)
    text = after(two("a:dummy:3", a=on(one, other)), f"place {three}")
    assert taken(text, short) is None
    done = after(text, "dice 2-5", "pass")
    assert taken(done, short) == "a"


@pytest.mark.rule("C9.6")
def test_what_the_dummy_closed_can_be_opened_again_before_the_storming() -> None:
    """a rolls 1-3 and puts the legion on the dummy's road: nothing falls."""
    short = fort(3)
    one, other, three = roads_at(short)
    text = after(two("a:dummy:3", b=on(one, other)), f"place {three}", "dice 1-3")
    done = after(text, f"legion {three}", "stay")
    assert taken(done, short) is None


@pytest.mark.rule("C9.6", "C9.4")
def test_no_fort_is_stormed_after_the_dummys_moving_either() -> None:
    """Its supply is empty; one of its soldiers moves onto the last road."""
    short = fort(3)
    one, other, three = roads_at(short)
    away = [r for r in roads_at(fort(6)) if short not in r.split("-")][:5]
    text = two("a:dummy:3", a=on(one, other), c=on(away))
    text = after(text, f"place {three}", f"from {away[0]}")
    assert taken(text, short) is None
    assert taken(after(text, "dice 2-5", "pass"), short) == "a"


@pytest.mark.rule("C9.7")
def test_the_dummy_wins_markers() -> None:
    """Two of the dummy's soldiers against one each: the fort is the dummy's, VP goes as ever."""
    short = fort(4)
    names = roads_at(short)
    text = two("a:2-4", b=names[0], c=on(names[1:3]))
    assert taken(after(text, f"place {names[3]}"), short) == "c/x"
    text = two("a:2-4", a=on(names[:2]), c=names[2])
    assert taken(after(text, f"place {names[3]}"), short) == "a/c"


@pytest.mark.rule("C9.7")
def test_the_dummy_stands_between_the_first_and_the_second() -> None:
    """A tie with the dummy saves the fort like any other."""
    short = fort(4)
    names = roads_at(short)
    text = two("a:2-4", a=names[0], c=on(names[1:3]))
    assert taken(after(text, f"place {names[3]}"), short) is None


@pytest.mark.rule("C9.7")
def test_the_dummy_cannot_win_the_game() -> None:
    """It has most points by far; the better of the two players wins, and it has no place."""
    forts = captured(a="2", b="3", c="6 6 5 5 4")
    text = two("b:2-3", turns=199, forts=forts)  # type: ignore[arg-type]
    over = after(text, "pass")
    assert waits(over) == "b:over"
    assert places(over) == (2, 1)
    assert points(over) == [2, 3]
    view: Any = GAME.presentation.view(GAME.read_position(over), None)
    assert view["dummy"]["points"] == 26
    assert [row["seat"] for row in view["result"]] == [1, 0]
    assert "Ink wins" in view["prompt"]
