"""H1 The box, H2 Setup, and the setups of H10, H11 and H12."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

import pytest

from cruachan.engine.errors import OptionError, PositionError
from cruachan.engine.game import CHANCE
from cruachan.games.hibernia.state import WARRIORS

from .positions import (
    BOARD,
    CASTLES,
    GAME,
    LAP,
    actor,
    after,
    assert_moves,
    legal,
    neighbours,
    new_table,
    of_colour,
    position,
    side,
    waits,
)

TABLES = ("3", "4", "3h", "4h")


# H1 The box


@pytest.mark.rule("H1.1")
@pytest.mark.parametrize("table", TABLES)
def test_each_colour_has_14_warriors_and_a_player_marks_the_score_with_one(table: str) -> None:
    """56 warriors; a player plays with 13, the neutral colour keeps all 14."""
    ready = after(new_table(table), "start b", "castles cabd")
    seats = "abcd"[: int(table[0])]
    for letter in "abcd":
        colour = side(ready, letter)
        total = colour.supply + colour.shield + sum(colour.counties.values())
        assert total == (13 if letter in seats else 14), letter


@pytest.mark.rule("H1.2")
def test_twenty_counties_five_of_each_colour() -> None:
    """The view shows the whole board."""
    counties = GAME.presentation.view(GAME.setup(4, {}), None)["counties"]
    assert Counter(county["colour"] for county in counties) == dict.fromkeys(
        ("blue", "green", "red", "yellow"), 5
    )


@pytest.mark.rule("H1.2")
def test_counties_that_share_a_border_differ_in_colour() -> None:
    """Only an arrow may join two counties without a border, and the centre has all colours."""
    colour = {county.short: county.colour for county in BOARD.counties}
    alike = [c for c in colour for other in neighbours(c) if colour[c] == colour[other]]
    assert alike == []


@pytest.mark.rule("H1.2")
def test_adjacency_is_mutual() -> None:
    """Who borders on a county is bordered on by it."""
    for county in BOARD.counties:
        for other in neighbours(county.short):
            assert county.short in neighbours(other)


@pytest.mark.rule("H1.3")
def test_the_four_centre_counties_are_all_adjacent_to_each_other() -> None:
    """By a border or by an arrow."""
    centre = [county.short for county in BOARD.counties if county.centre]
    assert len(centre) == 4
    for one, two in combinations(centre, 2):
        assert two in neighbours(one)


@pytest.mark.rule("H1.3")
def test_a_march_goes_along_an_arrow() -> None:
    """An arrow counts like a border: the county at its other end can be marched into."""
    short = {county.name: county.short for county in BOARD.counties}
    assert BOARD.arrows
    for one, two in BOARD.arrows:
        here, there = short[one], short[two]
        assert_moves(position("a:black:d", a=f"{here}1"), legal=f"march {there} die")


@pytest.mark.rule("H1.4")
def test_four_castles_one_per_province_and_colour_apart_and_off_the_centre() -> None:
    """So nobody starts next to anybody."""
    castles = [county for county in BOARD.counties if county.castle]
    assert len(castles) == 4
    assert len({county.province for county in castles}) == 4
    assert len({county.colour for county in castles}) == 4
    assert not any(county.centre for county in castles)
    for one, two in combinations(CASTLES, 2):
        assert two not in neighbours(one)


@pytest.mark.rule("H1.5")
def test_the_track_starts_yellow_and_shows_all_colours_equally_often() -> None:
    """A loop: after its last space comes the start space."""
    track = GAME.presentation.view(GAME.setup(3, {}), None)["track"]
    assert track[0] == "yellow"
    assert Counter(track) == dict.fromkeys(("blue", "green", "red", "yellow"), LAP // 4)


@pytest.mark.rule("H1.6")
def test_the_die_shows_six_colours_each_once() -> None:
    """All six with the same weight."""
    text = position("b:?")
    faces = ["blue", "green", "red", "yellow", "black", "purple"]
    assert legal(text) == [f"die {face}" for face in faces]
    assert GAME.chances(GAME.read_position(text)) == [1] * 6


# H2 Setup


@pytest.mark.rule("H2.1")
@pytest.mark.parametrize("seats", [3, 4])
def test_three_or_four_play_and_start_on_the_start_space(seats: int) -> None:
    """Each has made no step, and all her other warriors are still at hand."""
    text = GAME.write_position(GAME.setup(seats, {}))
    for letter in "abcd"[:seats]:
        assert side(text, letter).steps == 0
        assert side(text, letter).supply == 13


@pytest.mark.rule("H2.1")
@pytest.mark.parametrize("seats", [-1, 0, 1, 2, 5])
def test_no_other_number_of_players(seats: int) -> None:
    """The refusal says how many can play."""
    with pytest.raises(OptionError, match="3 to 4 players"):
        GAME.setup(seats, {})


@pytest.mark.parametrize("options", [{"harder": "maybe"}, {"easier": "yes"}])
def test_no_other_options(options: dict[str, str]) -> None:
    """An unknown option or value is named."""
    with pytest.raises(OptionError, match=r"maybe|easier"):
        GAME.setup(4, options)


@pytest.mark.rule("H2.2")
@pytest.mark.parametrize("table", TABLES)
def test_the_lot_decides_who_starts(table: str) -> None:
    """Each player with the same chance; nobody chooses it."""
    text = new_table(table)
    letters = "abcd"[: int(table[0])]
    assert actor(text) == CHANCE
    assert legal(text) == [f"start {letter}" for letter in letters]
    assert_moves(text, legal="start c", illegal=["castles abcd: H2.2", "die red: H2.2"])
    assert_moves(text, illegal=["start a: H2.2", "raise die: H2.2"], seat=0)
    for letter in letters:
        assert waits(after(text, f"start {letter}", "castles abcd")) == f"{letter}:?"


@pytest.mark.rule("H2.2")
def test_a_seat_nobody_sits_in_does_not_start() -> None:
    """With three players the fourth colour is not in the lot."""
    assert_moves(new_table("4"), legal="start d")
    assert_moves(new_table("3"), legal="start c", illegal="start d: H2.2")


@pytest.mark.rule("H2.2")
def test_the_turn_passes_to_the_left() -> None:
    """From the last seat it goes on to the first."""
    text = position("c:purple:w", start="c")
    turns = []
    for _ in range(5):
        text = after(text, "raise wild", "die purple")
        turns.append(waits(text)[0])
    assert turns == ["d", "a", "b", "c", "d"]


@pytest.mark.rule("H2.2")
def test_only_the_player_whose_turn_it_is_may_play() -> None:
    """What is open to her is open to nobody else, and to chance neither."""
    text = position("b:red:dw", a="Cru1", b="Eil1,Brf1")
    assert_moves(text, legal=["march Mid die", "raise wild"], seat=1)
    for seat in (0, 2, 3, CHANCE):
        assert_moves(text, illegal=["march Mid die: H2.2", "raise wild: H2.2"], seat=seat)
        assert legal(text, seat) == []


@pytest.mark.rule("H2.3")
def test_the_lot_puts_one_warrior_of_each_colour_on_the_castles() -> None:
    """All 24 orders, each once, each with exactly the castles it says."""
    text = after(new_table(), "start a")
    lots = legal(text)
    assert sorted(lots) == sorted(f"castles {''.join(p)}" for p in permutations("abcd"))
    assert GAME.chances(GAME.read_position(text)) == [1] * 24
    for lot in lots:
        ready = after(text, lot)
        for castle, letter in zip(CASTLES, lot.removeprefix("castles "), strict=True):
            assert side(ready, letter).counties == {castle: 1}


@pytest.mark.rule("H2.3")
def test_nothing_is_played_while_the_castles_are_empty() -> None:
    """Neither by a player nor by another throw of chance."""
    text = after(new_table(), "start b")
    assert_moves(text, legal="castles dcba", illegal=["die red: H2.3", "start a: H2.3"])
    assert_moves(text, illegal=["raise die: H2.3", "castles abcd: H2.3"], seat=1)


@pytest.mark.rule("H2.4")
@pytest.mark.parametrize("start", "abcd")
def test_the_shield_starts_with_3_2_1_0_in_turn_order(start: str) -> None:
    """The order is counted from the start player, round the table."""
    ready = after(new_table(), f"start {start}", "castles bdac")
    order = ("abcd" * 2)["abcd".index(start) :][:4]
    assert [side(ready, letter).shield for letter in order] == [3, 2, 1, 0]


@pytest.mark.rule("H2.5")
def test_all_other_warriors_are_the_supply() -> None:
    """14 less the marker, less one on the castle, less those on the shield."""
    ready = after(new_table(), "start c", "castles abcd")
    assert [side(ready, letter).supply for letter in "cdab"] == [9, 10, 11, 12]


# H10 and H11: the other setups


@pytest.mark.rule("H10.1")
@pytest.mark.parametrize("lot", ["dabc", "adbc", "abdc", "abcd"])
def test_with_three_the_fourth_colour_fills_the_counties_of_its_castle_colour(lot: str) -> None:
    """One warrior on each of the five; the players have their castles alone."""
    ready = after(new_table("3"), "start a", f"castles {lot}")
    castle = CASTLES[lot.index("d")]
    colour = next(county.colour for county in BOARD.counties if county.short == castle)
    assert side(ready, "d").counties == dict.fromkeys(of_colour(colour), 1)
    for letter in "abc":
        assert side(ready, letter).counties == {CASTLES[lot.index(letter)]: 1}


@pytest.mark.rule("H10.5")
@pytest.mark.parametrize("start", "abc")
def test_with_three_the_shield_starts_with_3_2_1(start: str) -> None:
    """And the neutral colour lays nobody there."""
    ready = after(new_table("3"), f"start {start}", "castles dbac")
    order = ("abc" * 2)["abc".index(start) :][:3]
    assert [side(ready, letter).shield for letter in order] == [3, 2, 1]
    assert side(ready, "d").shield == 0


@pytest.mark.rule("H11.1")
@pytest.mark.parametrize("table", ["3h", "4h"])
def test_harder_game_starts_on_all_counties_of_the_castle_colour(table: str) -> None:
    """Exactly one warrior on each of the five; the shield is filled as ever."""
    lot = "bdac"
    ready = after(new_table(table), "start b", f"castles {lot}")
    colour_of = {county.short: county.colour for county in BOARD.counties}
    for castle, letter in zip(CASTLES, lot, strict=True):
        assert side(ready, letter).counties == dict.fromkeys(of_colour(colour_of[castle]), 1)
    assert [side(ready, letter).shield for letter in "bc"] == [3, 2]
    assert [side(ready, letter).supply for letter in "bc"] == [5, 6]


@pytest.mark.rule("H11.1")
def test_the_plain_game_starts_on_the_castles_alone() -> None:
    """The option is off unless somebody asks for it."""
    assert GAME.complete(4, {}) == {"harder": "no", "fair": "no"}
    ready = after(new_table("4"), "start b", "castles bdac")
    assert [len(side(ready, letter).counties) for letter in "abcd"] == [1, 1, 1, 1]


@pytest.mark.rule("H12.1", "H12.2")
@pytest.mark.parametrize(
    ("table", "shields"),
    [
        ("3f", [12, 8, 4]),
        ("4f", [7, 5, 3, 0]),
        ("3hf", [3, 2, 1]),
        ("4hf", [3, 2, 1, 0]),
    ],
)
@pytest.mark.parametrize("start", "ac")
def test_with_a_fair_start_more_of_the_earlier_players_warriors_are_on_the_shield(
    table: str, shields: list[int], start: str
) -> None:
    """The rest of them stand where they always stand, and are all there."""
    players = "abcd"[: int(table[0])]
    ready = after(new_table(table), f"start {start}", "castles bdac")
    order = (players * 2)[players.index(start) :][: len(players)]
    assert [side(ready, letter).shield for letter in order] == shields
    for letter in players:
        stands = side(ready, letter)
        assert stands.supply + stands.shield + len(stands.counties) == WARRIORS - 1
        assert stands.steps == 0
    assert ready.startswith(f"{table} {start} 1 {start}:? ")


@pytest.mark.rule("H12.4")
@pytest.mark.parametrize(
    ("table", "shields"),
    [
        ("3f", [12, 8, 4]),
        ("4f", [12, 8, 4, 0]),
        ("3hf", [3, 2, 1]),
        ("4hf", [6, 4, 2, 0]),
        ("4", [3, 2, 1, 0]),
    ],
)
def test_a_game_of_the_first_version_keeps_its_fair_start(table: str, shields: list[int]) -> None:
    """Its match and its positions; a game that begins today has the present numbers."""
    before = GAME.by_rules(1)
    assert (before.rules_version, GAME.rules_version) == (1, 2)
    assert before.by_rules(2).rules_version == 2
    seats = int(table[0])
    harder, fair = ("yes" if letter in table else "no" for letter in "hf")
    begun = before.setup(seats, {"harder": harder, "fair": fair})
    read = before.read_position(before.write_position(begun))
    for state in (begun, read):
        for text in ("start a", "castles bdac"):
            [move] = before.read_moves(state, text, "en")
            state = before.apply(state, CHANCE, move)
        assert [int(state.shield[seat]) for seat in range(seats)] == shields


@pytest.mark.rule("H12.3")
@pytest.mark.parametrize("table", ["3", "4", "3h", "4h"])
def test_a_fair_start_is_off_unless_somebody_asks_for_it(table: str) -> None:
    """And changes nothing but the shields."""
    lots = ("start b", "castles bdac")
    plain, mended = (after(new_table(text), *lots) for text in (table, f"{table}f"))
    assert [side(plain, letter).shield for letter in "bc"] == [3, 2]
    for letter in "abcd":
        assert side(plain, letter).counties == side(mended, letter).counties


@pytest.mark.rule("H12.3")
@pytest.mark.parametrize("head", ["4fh", "4ff", "f4", "2f", "5"])
def test_the_head_of_a_position_is_written_in_one_way(head: str) -> None:
    """3 or 4, then perhaps h, then perhaps f."""
    with pytest.raises(PositionError, match="fair start"):
        GAME.read_position(new_table("4").replace("4", head, 1))
