"""The shipped board is sound, and every fault of another one is named."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from cruachan.engine.texts import Lang, localized
from cruachan.games.hibernia.board import COLOURS, SHIPPED, Board, County, load, problems

IRELAND = load("ireland")
TEXT = SHIPPED["ireland"].read_text("utf-8")


def county(name: str, board: Board = IRELAND) -> County:
    return next(county for county in board.counties if county.name == name)


def change(old: str, board: Board = IRELAND, **changes: Any) -> Board:
    """The board with one county changed."""
    counties = tuple(replace(c, **changes) if c.name == old else c for c in board.counties)
    return replace(board, counties=counties)


def unlink(a: str, b: str) -> Board:
    """The board whose table no longer knows that two counties are neighbours."""
    less = tuple(name for name in county(a).neighbours if name != b)
    board = change(a, neighbours=less)
    return change(b, board, neighbours=tuple(name for name in county(b).neighbours if name != a))


def link(a: str, b: str) -> Board:
    board = change(a, neighbours=(*county(a).neighbours, b))
    return change(b, board, neighbours=(*county(b).neighbours, a))


def swap_colours(a: str, b: str) -> Board:
    return change(b, change(a, colour=county(b).colour), colour=county(a).colour)


def move_castle(a: str, b: str) -> Board:
    return change(b, change(a, castle=False), castle=True)


def add_ring(name: str, *ring: tuple[float, float]) -> Board:
    return change(name, shape=(*county(name).shape, ring))


# --- The shipped board --------------------------------------------------------------------


@pytest.mark.rule("H1.2", "H1.3", "H1.4", "H1.5")
@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_shipped_board_has_no_problems(lang: Lang) -> None:
    assert problems(IRELAND, lang) == []


@pytest.mark.rule("H1.2")
def test_twenty_counties_five_in_each_colour() -> None:
    colours = [county.colour for county in IRELAND.counties]
    assert len(colours) == 20
    assert {colour: colours.count(colour) for colour in COLOURS} == dict.fromkeys(COLOURS, 5)


@pytest.mark.rule("H1.3")
def test_each_centre_county_is_next_to_the_three_others() -> None:
    centre = {county.name for county in IRELAND.counties if county.centre}
    assert centre == {"Bréifne", "Cruachan", "Mide", "Éile"}
    for name in centre:
        assert centre - {name} <= set(county(name).neighbours)


@pytest.mark.rule("H1.4")
def test_the_castles_are_alike() -> None:
    castles = [county for county in IRELAND.counties if county.castle]
    assert {castle.province for castle in castles} == {"Ulaid", "Connacht", "Laigin", "Mumu"}
    assert {len(castle.neighbours) for castle in castles} == {5}


def test_every_county_has_two_to_seven_neighbours() -> None:
    assert all(2 <= len(county.neighbours) <= 7 for county in IRELAND.counties)


# --- The digest ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "board",
    [
        change("Mide", name="Midhe"),
        change("Mide", colour="blue"),
        change("Mide", castle=True),
        change("Mide", centre=False),
        unlink("Mide", "Brega"),
        replace(IRELAND, track=IRELAND.track[::-1]),
    ],
)
def test_the_digest_changes_with_what_the_rules_know(board: Board) -> None:
    assert board.digest != IRELAND.digest


@pytest.mark.parametrize(
    "board",
    [
        change("Mide", place=(1.0, 1.0)),
        change("Mide", neighbours=county("Mide").neighbours[::-1]),
        replace(IRELAND, name="Ériu", about=localized(en="x", de="y")),
    ],
)
def test_the_digest_does_not_change_with_the_drawing(board: Board) -> None:
    assert board.digest == IRELAND.digest


# --- Every fault is named, and nothing else -----------------------------------------------

PLACE = county("Mide").place

FAULTS: dict[str, tuple[Board, list[str]]] = {
    "colours not five each": (
        change("Umall", colour="green"),
        [
            "There are 6 green counties; there must be 5.",
            "There are 4 red counties; there must be 5.",
        ],
    ),
    "five provinces": (
        change("Umall", province="Mide"),
        ["There are 5 provinces (Connacht, Laigin, Mide, Mumu, Ulaid); there must be 4."],
    ),
    "same short form": (
        change("Umall", short="Ail"),
        ["Two counties have the short form Ail."],
    ),
    "short form with an accent": (
        change("Éile", short="Éil"),
        ["Éile: the short form 'Éil' is not three ASCII letters."],
    ),
    "neighbour twice": (
        change("Umall", neighbours=("Luigne", "Conmaicne", "Luigne")),
        ["Umall lists Luigne twice as a neighbour."],
    ),
    "neighbour of itself": (
        change("Umall", neighbours=("Luigne", "Conmaicne", "Umall")),
        ["Umall lists itself as a neighbour."],
    ),
    "unknown neighbour": (
        change("Umall", neighbours=("Luigne", "Conmaicne", "Alba")),
        ["Umall lists the neighbour Alba, which is no county."],
    ),
    "one-sided neighbour": (
        change("Umall", neighbours=("Conmaicne",)),
        ["Luigne lists Umall as a neighbour, but Umall does not list Luigne."],
    ),
    "same colour across a border": (
        swap_colours("Umall", "Dál Riata"),
        [
            "Dál Riata and Airgialla share a border and are both red.",
            "Umall and Conmaicne share a border and are both blue.",
        ],
    ),
    "three centre counties": (
        change("Mide", centre=False),
        ["There are 3 centre counties; there must be 4."],
    ),
    "five centre counties": (
        change("Uí Maine", centre=True),
        [
            "There are 5 centre counties; there must be 4.",
            "The centre counties Bréifne and Uí Maine are not adjacent: "
            "join them by a border or an arrow.",
            "The centre counties Uí Maine and Mide are not adjacent: "
            "join them by a border or an arrow.",
            "Two centre counties are red; they must show all four colours.",
        ],
    ),
    "centre counties not joined": (
        replace(unlink("Bréifne", "Éile"), arrows=()),
        [
            "The centre counties Bréifne and Éile are not adjacent: "
            "join them by a border or an arrow."
        ],
    ),
    "three castles": (
        change("Osraige", castle=False),
        ["There are 3 castle counties; there must be 4."],
    ),
    "two castles in a province, adjacent": (
        move_castle("Osraige", "Ciarraige"),
        [
            "Two castles lie in the province Mumu; each province has one.",
            "The castle counties Tuadmumu and Ciarraige are adjacent.",
        ],
    ),
    "two castles of a colour": (
        move_castle("Osraige", "Laigin"),
        ["Two castle counties are yellow; they must show all four colours."],
    ),
    "castle in the centre": (
        move_castle("Airgialla", "Bréifne"),
        [
            "Two castle counties are blue; they must show all four colours.",
            "Bréifne is a castle county and a centre county; it may be only one.",
            "The castle counties Bréifne and Luigne are adjacent.",
        ],
    ),
    "odd track": (
        replace(IRELAND, track=IRELAND.track[:-1]),
        ["The track has 43 spaces; it must be a multiple of 4 from 20 to 64."],
    ),
    "short track": (
        replace(IRELAND, track=("yellow", "red", "blue", "green") * 4),
        ["The track has 16 spaces; it must be a multiple of 4 from 20 to 64."],
    ),
    "long track": (
        replace(IRELAND, track=("yellow", "red", "blue", "green") * 17),
        ["The track has 68 spaces; it must be a multiple of 4 from 20 to 64."],
    ),
    "empty track": (
        replace(IRELAND, track=()),
        ["The track has 0 spaces; it must be a multiple of 4 from 20 to 64."],
    ),
    "track with unequal colours": (
        replace(IRELAND, track=("yellow", "red", "blue", "yellow") * 5),
        [
            "The track must show the four colours equally often, not "
            "5 blue, 0 green, 5 red, 10 yellow."
        ],
    ),
    "track starts red": (
        replace(IRELAND, track=("red", "yellow", "blue", "green") * 5),
        ["The track starts with red; the start space must be yellow."],
    ),
    "drawn border missing in the table": (
        unlink("Umall", "Luigne"),
        ["Luigne and Umall are joined in the drawing, but are not neighbours in the table."],
    ),
    "table without a drawn border": (
        link("Umall", "Cruachan"),
        [
            "Umall and Cruachan are neighbours in the table, but the drawing has neither a "
            "border nor an arrow between them."
        ],
    ),
    "arrow across a border": (
        replace(IRELAND, arrows=(*IRELAND.arrows, ("Mide", "Éile"))),
        ["Mide and Éile share a border and have an arrow too; remove the arrow."],
    ),
    "arrow off the centre": (
        replace(link("Umall", "Cruachan"), arrows=(*IRELAND.arrows, ("Umall", "Cruachan"))),
        ["The arrow between Umall and Cruachan does not join two centre counties."],
    ),
    "arrow to nowhere": (
        replace(IRELAND, arrows=(*IRELAND.arrows, ("Mide", "Alba"))),
        ["The arrow between Mide and Alba does not join two centre counties."],
    ),
    "ring of two points": (
        add_ring("Umall", (5.0, 5.0), (9.0, 9.0)),
        ["Umall: ring 3 of the shape encloses no area."],
    ),
    "ring without points": (
        add_ring("Umall"),
        ["Umall: ring 3 of the shape encloses no area."],
    ),
    "flat ring": (
        add_ring("Umall", (5.0, 5.0), (9.0, 9.0), (7.0, 7.0)),
        ["Umall: ring 3 of the shape encloses no area."],
    ),
    "ring closed twice": (
        add_ring("Umall", (5.0, 5.0), (9.0, 5.0), (7.0, 9.0), (5.0, 5.0)),
        ["Umall: ring 3 of the shape repeats a point in a row; a ring closes by itself."],
    ),
    "warriors in the sea": (
        change("Umall", place=(60.0, 60.0)),
        ["Umall: the place for the warriors lies outside the shape."],
    ),
    "overlapping shapes": (
        add_ring("Umall", PLACE, (PLACE[0] + 3, PLACE[1]), (PLACE[0], PLACE[1] + 3)),
        ["The shapes of Umall and Mide overlap."],
    ),
}


@pytest.mark.rule("H1.2", "H1.3", "H1.4", "H1.5")
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_named_and_nothing_else(fault: str) -> None:
    board, messages = FAULTS[fault]
    assert problems(board) == messages


@pytest.mark.parametrize("fault", FAULTS)
def test_every_fault_has_german_words(fault: str) -> None:
    board, english = FAULTS[fault]
    german = problems(board, "de")
    assert len(german) == len(english)
    assert not set(german) & set(english)


def test_a_missing_county_is_counted() -> None:
    board = replace(IRELAND, counties=IRELAND.counties[1:])
    assert "There are 19 counties; there must be 12, 16 or 20." in problems(board)
    assert "Es gibt 19 Grafschaften; es müssen 12, 16 oder 20 sein." in problems(board, "de")


def test_no_county_at_all_is_a_fault_and_no_crash() -> None:
    found = problems(replace(IRELAND, counties=()))
    assert "There are 0 counties; there must be 12, 16 or 20." in found


def test_two_counties_of_one_name() -> None:
    assert "Two counties are called Ailech." in problems(change("Umall", name="Ailech"))


def test_a_county_that_nobody_can_reach() -> None:
    board = unlink("Umall", "Luigne")
    board = change("Umall", board, neighbours=())
    rest = tuple(name for name in county("Conmaicne").neighbours if name != "Umall")
    found = problems(change("Conmaicne", board, neighbours=rest))
    assert "The board is not connected: Umall cannot be reached from Ailech." in found


def test_a_border_of_three_counties() -> None:
    ulaid, dal_riata = county("Ulaid").shape[0], set(county("Dál Riata").shape[0])
    a, b = next((p, q) for p, q in pairwise(ulaid) if {p, q} <= dal_riata)
    found = problems(add_ring("Déisi", a, b, (790.0, 10.0)))
    assert "Dál Riata, Ulaid, Déisi: a border can only belong to two counties." in found


# --- Files that cannot be read ------------------------------------------------------------


def test_a_file_without_arrows_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "board.toml"
    path.write_text(TEXT.replace("[[arrow]]", "[[arow]]"), "utf-8")
    assert load(path).arrows == ()
