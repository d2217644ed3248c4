"""C1 The box, C2 Setup, and how C10 begins."""

from __future__ import annotations

from collections import Counter

import pytest

from cruachan.engine.errors import OptionError, PositionError
from cruachan.engine.game import CHANCE
from cruachan.games.cambria import rules
from cruachan.games.cambria.game import Cambria
from cruachan.games.cambria.state import COLOURS

from .positions import (
    BOTH_BOARDS,
    DIE,
    GAME,
    LETTERS,
    NORTH,
    NUMBERS,
    POINTS,
    ROLLS,
    actor,
    after,
    all_roads,
    assert_moves,
    forts_left,
    legal,
    legion,
    new_table,
    points,
    position,
    reached,
    roads,
    roads_at,
    side,
    unreached,
    values,
    waits,
)

SEATS = (2, 3, 4, 5)


def placed(road: str, game: Cambria = GAME) -> int:
    """A number of the die with which a soldier comes onto a road in the setup."""
    return values(road, game)[0]


# C1 The box


@pytest.mark.rule("C1.1")
@BOTH_BOARDS
def test_sixteen_forts_and_28_roads_that_each_join_two(game: Cambria) -> None:
    """And no two roads join the same two forts."""
    view = game.presentation.view(game.setup(3, {}), None)
    shorts = {fort["short"] for fort in view["forts"]}
    assert len(view["forts"]) == len(shorts) == 16
    assert len(view["roads"]) == 28
    joined = [frozenset(road["between"]) for road in view["roads"]]
    assert all(len(pair) == 2 and pair <= shorts for pair in joined)
    assert len(set(joined)) == 28


@pytest.mark.rule("C1.2")
@BOTH_BOARDS
def test_as_many_roads_lead_to_a_fort_as_its_value_says(game: Cambria) -> None:
    """Five 2s, four 3s, three 4s, two 5s, two 6s."""
    assert Counter(f.value for f in game.board.forts) == {2: 5, 3: 4, 4: 3, 5: 2, 6: 2}
    for fort in game.board.forts:
        assert len(roads_at(fort.short, game)) == fort.value


@pytest.mark.rule("C1.2")
@BOTH_BOARDS
@pytest.mark.parametrize("number", NUMBERS)
def test_each_number_reaches_10_to_12_roads(number: int, game: Cambria) -> None:
    """Counted by what a double opens on an empty board."""
    places = legal(position(f"a:{number}-{number}", game=game), game=game)
    assert 10 <= len(places) - 1 <= 12
    assert places[-1] == "pass"


@pytest.mark.rule("C1.3")
@BOTH_BOARDS
def test_five_ships_and_the_standard_in_the_sea(game: Cambria) -> None:
    """The ships have the values 2 to 6; the legion begins at the standard."""
    view = game.presentation.view(game.setup(2, {}), None)
    assert [ship["value"] for ship in view["ships"]] == [2, 3, 4, 5, 6]
    assert view["legion"] == "sea"


@pytest.mark.rule("C1.4")
@pytest.mark.parametrize("seats", SEATS)
def test_five_soldiers_of_each_of_five_colours(seats: int) -> None:
    """Those that nobody plays stay in the box, that is in their supply."""
    for letter in LETTERS:
        assert side(new_table(seats), letter) == side("a=5:-:-".replace("a", letter), letter)


@pytest.mark.rule("C1.4")
def test_two_dice_with_six_faces_each() -> None:
    """All 36 rolls, each with the same weight; one die alone has six."""
    text = position("b:?")
    assert legal(text) == list(ROLLS)
    assert GAME.chances(GAME.read_position(text)) == [1] * 36
    alone = position("b:setup?", a=all_roads()[0])
    assert legal(alone) == list(DIE)
    assert GAME.chances(GAME.read_position(alone)) == [1] * 6


@pytest.mark.rule("C1.5")
@BOTH_BOARDS
def test_23_markers_one_on_each_fort_and_vp_under_4_5_and_6(game: Cambria) -> None:
    """A VP marker has 2 points under a 4, 3 under a 5, 4 under a 6."""
    view = game.presentation.view(game.setup(5, {}), None)
    vp = [fort["vp"] for fort in view["forts"] if fort["vp"]]
    assert len(view["forts"]) + len(vp) == 23
    for fort in view["forts"]:
        assert fort["vp"] == POINTS[fort["value"]]
        assert fort["owner"] is None
        assert fort["vp_owner"] is None


@pytest.mark.rule("C1.6")
def test_two_boards_and_wales_is_the_usual_one() -> None:
    """They differ in their roads, and in what a transcript says of them."""
    assert Cambria.boards == ("wales", "north")
    assert Cambria.on_board().board_digest == GAME.board_digest
    assert GAME.board_digest != NORTH.board_digest
    assert set(all_roads(GAME)) != set(all_roads(NORTH))
    for name in Cambria.boards:
        assert Cambria.board_problems(name) == []


@pytest.mark.rule("C1.6")
def test_a_position_belongs_to_its_board() -> None:
    """A road of the one board is none of the other."""
    only_north = next(road for road in all_roads(NORTH) if road not in all_roads(GAME))
    text = position("a:?", a=only_north, game=NORTH)
    assert NORTH.write_position(NORTH.read_position(text)) == text
    with pytest.raises(Exception, match="none of the roads"):
        GAME.read_position(text)


# C2 Setup


@pytest.mark.rule("C2.1")
@BOTH_BOARDS
@pytest.mark.parametrize("seats", SEATS)
def test_two_to_five_play_with_five_soldiers_each(seats: int, game: Cambria) -> None:
    """The legion at the standard, all ships empty, all forts standing."""
    text = new_table(seats, game)
    assert waits(text) == "start"
    assert legion(text) == "sea"
    assert forts_left(text) == 16
    for letter in LETTERS[:seats]:
        assert side(text, letter).supply == 5
        assert side(text, letter).ships == ""
        assert side(text, letter).roads == ()


@pytest.mark.rule("C2.1")
@pytest.mark.parametrize("seats", [-1, 0, 1, 6])
def test_no_other_number_of_players(seats: int) -> None:
    """The refusal says how many can play."""
    with pytest.raises(OptionError, match="2 to 5 players"):
        GAME.setup(seats, {})


def test_no_other_options() -> None:
    """The fair start is the only one; the board is chosen with the game."""
    assert list(GAME.complete(3, {})) == ["fair"]
    with pytest.raises(OptionError, match="harder"):
        GAME.setup(3, {"harder": "yes"})


@pytest.mark.rule("C2.2")
@pytest.mark.parametrize("seats", SEATS)
def test_the_lot_decides_who_starts(seats: int) -> None:
    """Each player with the same chance; nobody chooses it."""
    text = new_table(seats)
    letters = LETTERS[:seats]
    assert actor(text) == CHANCE
    assert legal(text) == [f"start {letter}" for letter in letters]
    assert GAME.chances(GAME.read_position(text)) == [1] * seats
    assert_moves(text, legal="start b", illegal=["die 3: C2.2", "dice 3-5: C2.2"])
    assert_moves(text, illegal=["start a: C2.2", f"place {all_roads()[0]}: C2.2"], seat=0)
    for letter in letters:
        assert waits(after(text, f"start {letter}")) == f"{letter}:setup?"


@pytest.mark.rule("C2.2")
def test_a_seat_nobody_sits_in_does_not_start() -> None:
    """With three players the fourth colour is not in the lot."""
    assert_moves(new_table(4), legal="start d")
    assert_moves(new_table(3), legal="start c", illegal="start d: C2.2")


@pytest.mark.rule("C2.2")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_turn_passes_clockwise(seats: int) -> None:
    """From the last seat it goes on to the first."""
    text = position("c:2-3", start="c", seats=seats)
    order = []
    for _ in range(seats + 1):
        text = after(text, "pass", "dice 2-3")
        order.append(waits(text)[0])
    assert "".join(order) == (LETTERS[:seats] * 3)[3 : 4 + seats]


@pytest.mark.rule("C2.2")
def test_only_the_player_whose_turn_it_is_may_play() -> None:
    """What is open to her is open to nobody else, and to chance neither."""
    text = position("b:2-3")
    road = roads(2)[0]
    assert_moves(text, legal=[f"place {road}", "pass"], seat=1)
    for seat in (0, 2, CHANCE):
        assert_moves(text, illegal=[f"place {road}: C2.2", "pass: C2.2"], seat=seat)
        assert legal(text, seat) == []


@pytest.mark.rule("C2.2", "C2.3")
def test_in_the_setup_too_only_the_player_whose_turn_it_is_may_play() -> None:
    """b rolled the 2; neither a nor chance puts her soldier."""
    text = position("b:setup:2", a=roads(3)[0])
    for seat in (0, 2, CHANCE):
        assert_moves(text, illegal=f"place {roads(2)[-1]}: C2.2", seat=seat)


@pytest.mark.rule("C2.3")
@BOTH_BOARDS
@pytest.mark.parametrize("number", NUMBERS)
def test_the_first_soldier_goes_to_a_fort_of_the_number_rolled(number: int, game: Cambria) -> None:
    """Onto each of its roads and no other; there is no passing."""
    text = after(new_table(3, game), "start a", f"die {number}", game=game)
    assert legal(text, game=game) == [f"place {road}" for road in reached(number, game=game)]
    assert_moves(
        text,
        legal=f"place {reached(number, game=game)[-1]}",
        illegal=[
            f"place {unreached(number, game=game)[0]}: C2.3",
            f"legion {reached(number, game=game)[0]}: C2.3",
            "pass: C2.3",
            "board 2: C2.3",
        ],
        game=game,
    )


@pytest.mark.rule("C2.3", "C4.2")
def test_the_first_soldier_goes_onto_an_empty_road() -> None:
    """Where a stands, b does not; she has the other roads of the number."""
    taken, free = roads(4)[:2]
    text = position("b:setup:4", a=taken)
    assert_moves(text, legal=f"place {free}", illegal=f"place {taken}: C4.2")


@pytest.mark.rule("C2.3")
@pytest.mark.parametrize("seats", SEATS)
def test_each_puts_one_soldier_in_turn(seats: int) -> None:
    """From the start player round the table; the soldier comes from the supply."""
    text = after(new_table(seats), "start b")
    names = all_roads()[3 : 3 + seats]
    for turn, name in enumerate(names):
        letter = (LETTERS[:seats] * 2)[turn + 1]
        assert waits(text) == f"{letter}:setup?"
        text = after(text, f"die {placed(name)}", f"place {name}")
        assert side(text, letter).roads == (name,)
        assert side(text, letter).supply == 4
    assert ":setup" not in waits(text)
    assert all(len(side(text, letter).roads) == 1 for letter in LETTERS[:seats])


@pytest.mark.rule("C2.3")
def test_in_the_setup_one_die_is_rolled_before_the_soldier() -> None:
    """Not two dice, and nobody places before it."""
    text = position("b:setup?", a=roads(2)[0])
    assert_moves(text, legal="die 4", illegal=["dice 4-5: C2.3", "start a: C2.3"])
    assert_moves(text, illegal=[f"place {roads(4)[0]}: C2.3", "die 4: C2.3"], seat=1)


@pytest.mark.rule("C2.4")
def test_in_the_setup_a_1_is_rolled_again() -> None:
    """As often as it comes; the seat and the board stay as they are."""
    text = after(new_table(), "start c")
    again = after(text, "die 1", "die 1")
    assert again == text
    assert waits(after(again, "die 6")) == "c:setup:6"


@pytest.mark.rule("C2.5")
@pytest.mark.parametrize(("seats", "begin"), [(2, "b"), (3, "c"), (4, "a"), (5, "d")])
def test_whoever_was_first_in_the_setup_takes_the_first_turn(seats: int, begin: str) -> None:
    """With two players the dummy's die comes before it."""
    text = after(new_table(seats), f"start {begin}")
    for name in all_roads()[:seats]:
        text = after(text, f"die {placed(name)}", f"place {name}")
    assert waits(text) == (f"{begin}:dummy?" if seats == 2 else f"{begin}:?")
    assert text.split()[1:3] == [begin, "0"]


# C10 The fair start


@pytest.mark.rule("C10.1")
@pytest.mark.parametrize("start", "ab")
@pytest.mark.parametrize("given", [[0, 1], [0, 1, 2], [0, 1, 1, 2], [0, 0, 1, 2, 2]])
def test_with_a_fair_start_later_players_begin_with_points(given: list[int], start: str) -> None:
    """In the order of play, once the lot has said who starts."""
    seats = len(given)
    table = new_table(seats, fair="yes")
    assert points(table) == [0] * seats
    begun = after(table, f"start {start}")
    first = LETTERS.index(start)
    in_order = [points(begun)[(first + order) % seats] for order in range(seats)]
    assert in_order == given
    assert begun.startswith(f"{seats}f {start} 0 {start}:setup? ")


@pytest.mark.rule("C10.2")
def test_the_dummy_begins_with_no_points_and_points_are_no_markers() -> None:
    """Neither its sheet nor a player's markers know of them."""
    begun = after(new_table(2, fair="yes"), "start a")
    state = GAME.read_position(begun)
    assert [rules.points(GAME.board_tables, state, colour) for colour in range(COLOURS)] == [
        0,
        1,
        0,
        0,
        0,
    ]
    assert [rules.markers(state, colour) for colour in range(COLOURS)] == [0] * COLOURS


@pytest.mark.rule("C10.2")
def test_a_fair_start_is_off_unless_somebody_asks_for_it() -> None:
    """And changes nothing but the points."""
    assert GAME.complete(4, {}) == {"fair": "no"}
    plain, mended = (after(new_table(4, fair=fair), "start b") for fair in ("no", "yes"))
    assert points(plain) == [0, 0, 0, 0]
    assert plain == mended.replace("4f", "4", 1)
    assert legal(plain) == legal(mended)


@pytest.mark.rule("C10.2")
@pytest.mark.parametrize("head", ["f", "f3", "3ff", "6f", "1"])
def test_the_head_of_a_position_is_written_in_one_way(head: str) -> None:
    """The number of players, then perhaps f."""
    with pytest.raises(PositionError, match="fair start"):
        GAME.read_position(new_table(3).replace("3", head, 1))
