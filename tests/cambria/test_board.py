"""The shipped boards are sound, and every fault of another one is named."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cruachan.engine.boardfile import BoardError, Point, tell
from cruachan.engine.texts import Lang, localized
from cruachan.games.cambria.board import (
    CHECKS,
    CHECKS_OF_THE_DRAWING,
    FORTS,
    REACH,
    SHIPPED,
    Board,
    Fort,
    Road,
    load,
    problems,
)

WALES, NORTH = load("wales"), load("north")
BOARDS = [WALES, NORTH]
ROADS = {road.name: road for road in WALES.roads}


def change(old: str, board: Board = WALES, **changes: Any) -> Board:
    """The board with one fort changed."""
    forts = tuple(replace(f, **changes) if f.short == old else f for f in board.forts)
    return replace(board, forts=forts)


def change_road(name: str, board: Board = WALES, **changes: Any) -> Board:
    roads = tuple(replace(r, **changes) if r.name == name else r for r in board.roads)
    return replace(board, roads=roads)


def rename(old: str, new: str) -> Board:
    """The board with another short form, on its roads too."""
    board = change(old, short=new)
    for road in board.roads:
        one, two = sorted(new if short == old else short for short in road.between)
        board = change_road(road.name, board, between=(one, two))
    return board


def halfway(a: str, b: str) -> Point:
    (x, y), (x2, y2) = WALES.fort(a).place, WALES.fort(b).place
    return (x + x2) / 2, (y + y2) / 2


def lead(name: str, a: str, b: str, board: Board = WALES) -> Board:
    """The board on which a road leads elsewhere."""
    return change_road(name, board, between=(a, b), middle=halfway(a, b))


def move_ship(old: int, **changes: Any) -> Board:
    ships = tuple(replace(s, **changes) if s.value == old else s for s in WALES.ships)
    return replace(WALES, ships=ships)


def nudge(place: Point, x: float, y: float) -> Point:
    return place[0] + x, place[1] + y


# --- The shipped boards -------------------------------------------------------------------


@pytest.mark.rule("C1.1", "C1.2", "C1.3", "C1.6")
@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("name", SHIPPED)
def test_the_shipped_boards_have_no_problems(name: str, lang: Lang) -> None:
    assert problems(load(name), lang) == []


@pytest.mark.rule("C1.1", "C1.2")
@pytest.mark.parametrize("board", BOARDS)
def test_as_many_roads_at_a_fort_as_its_value_says(board: Board) -> None:
    ends = [short for road in board.roads for short in road.between]
    assert [ends.count(fort.short) for fort in board.forts] == [f.value for f in board.forts]
    assert len(board.forts) == 16
    assert len(board.roads) == 28
    values = [fort.value for fort in board.forts]
    assert {value: values.count(value) for value in FORTS} == FORTS


def reach(board: Board) -> dict[int, int]:
    """How many roads each number reaches."""
    return {
        value: sum(value in (board.fort(s).value for s in road.between) for road in board.roads)
        for value in FORTS
    }


@pytest.mark.rule("C1.2")
def test_each_number_reaches_ten_to_twelve_roads() -> None:
    assert reach(WALES) == {2: 10, 3: 10, 4: 10, 5: 10, 6: 11}
    assert reach(NORTH) == {2: 10, 3: 12, 4: 12, 5: 10, 6: 12}
    assert all(many in REACH for board in BOARDS for many in reach(board).values())


def quiet_roads(board: Board) -> list[str]:
    """The roads that only one number reaches."""
    return [
        road.name
        for road in board.roads
        if len({board.fort(short).value for short in road.between}) == 1
    ]


@pytest.mark.rule("C1.6")
def test_the_north_is_harder_to_hold() -> None:
    assert quiet_roads(WALES) == ["Bra-Gob", "Bre-Med", "Can-Dev", "Cic-Gob", "Mor-Nid"]
    assert quiet_roads(NORTH) == []
    great = {fort.short for fort in NORTH.forts if fort.value > 4}
    joined = {road.between for road in NORTH.roads if set(road.between) <= great}
    assert joined == {("Bro", "Vir"), ("Bro", "Vnd"), ("Vin", "Vir"), ("Vin", "Vnd")}


@pytest.mark.parametrize("board", BOARDS)
def test_roads_are_named_in_alphabetical_order(board: Board) -> None:
    assert [road.name for road in board.roads] == sorted(road.name for road in board.roads)
    assert all(road.between == tuple(sorted(road.between)) for road in board.roads)


# --- The digest ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "board",
    [
        change("Isc", name="Caerleon"),
        change("Isc", short="Cae"),
        change("Isc", value=3),
        lead("Can-Dev", "Dev", "Seg"),
        move_ship(2, value=3),
    ],
)
def test_the_digest_changes_with_what_the_rules_know(board: Board) -> None:
    assert board.digest != WALES.digest


@pytest.mark.parametrize(
    "board",
    [
        change("Isc", place=(1.0, 1.0), label=(2.0, 2.0)),
        change_road("Can-Dev", middle=(1.0, 1.0), bend=(2.0, 2.0)),
        move_ship(2, place=(1.0, 1.0)),
        replace(
            WALES,
            name="Cymru",
            about=localized(en="x", de="y"),
            standard=(1.0, 1.0),
            seas=(),
        ),
    ],
)
def test_the_digest_does_not_change_with_the_drawing(board: Board) -> None:
    assert board.digest == WALES.digest


# --- Every fault is named, and nothing else -----------------------------------------------

FAULTS: dict[str, tuple[Board, list[str]]] = {
    "two forts of one name": (
        change("Isc", name="Deva"),
        [
            "Two forts are called Deva.",
        ],
    ),
    "a short form with an accent": (
        rename("Isc", "Ísc"),
        [
            "Isca: the short form 'Ísc' is not three ASCII letters.",
        ],
    ),
    "a short form of four letters": (
        rename("Isc", "Isca"),
        [
            "Isca: the short form 'Isca' is not three ASCII letters.",
        ],
    ),
    "a road to itself": (
        change_road("Can-Dev", between=("Can", "Can")),
        [
            "The road Can-Can leads back to its own fort.",
            "Deva has the value 3, but 2 roads lead to it.",
        ],
    ),
    "a road to nowhere": (
        change_road("Can-Dev", between=("Can", "Rom")),
        [
            "The road Can-Rom leads to Rom, which is no fort.",
            "Deva has the value 3, but 2 roads lead to it.",
        ],
    ),
    "a ship's value twice": (
        move_ship(6, value=5),
        [
            "The ships have the values 2, 3, 4, 5, 5; they must be 2, 3, 4, 5, 6.",
        ],
    ),
    "a ship too few": (
        replace(WALES, ships=WALES.ships[1:]),
        [
            "The ships have the values 3, 4, 5, 6; they must be 2, 3, 4, 5, 6.",
        ],
    ),
    "roads that leave in one direction": (
        change_road(
            "Dev-Med",
            bend=nudge(halfway("Dev", "Med"), 150, 40),
            middle=nudge(halfway("Dev", "Med"), 75, 20),
        ),
        [
            "The roads Dev-Med and Med-Vir leave Mediomanum in nearly the same direction.",
        ],
    ),
    "a soldier beside the road": (
        change_road("Can-Dev", middle=nudge(ROADS["Can-Dev"].middle, 0, 20)),
        [
            "Can-Dev: the place for the soldier does not lie on the road.",
        ],
    ),
    "a soldier in a fort": (
        change_road("Can-Dev", middle=WALES.fort("Can").place),
        [
            "Canovium and the soldier of Can-Dev lie too close together.",
        ],
    ),
    "a ship beside the picture": (
        move_ship(2, place=(20.0, 286.0)),
        [
            "Ship 2 does not lie in the picture.",
        ],
    ),
    "a ship on a ship": (
        move_ship(2, place=nudge(WALES.ships[1].place, -30, -60)),
        [
            "Ship 2 and ship 3 lie too close together.",
        ],
    ),
    "the standard in a fort": (
        replace(WALES, standard=nudge(WALES.fort("Wis").place, 0, 60)),
        [
            "Wiston and the standard lie too close together.",
        ],
    ),
}

# Roads that lead elsewhere cross others: what the rules say is told apart from the drawing.
FAULTS_OF_THE_ROADS: dict[str, tuple[Board, list[str]]] = {
    "a 2 that says 3": (
        change("Seg", value=3),
        [
            "Forts of value 2: there are 4; there must be 5.",
            "Forts of value 3: there are 5; there must be 4.",
            "Segontium has the value 3, but 2 roads lead to it.",
            "The number 2 reaches 8 roads; it must be 10 to 12.",
            "Roads between two forts of value 3: Can-Dev, Can-Seg, Mor-Nid; there may be 2.",
        ],
    ),
    "a value of 7": (
        change("Bre", value=7),
        [
            "Forts of value 6: there are 1; there must be 2.",
            "Forts of value 7: there are 1; there must be 0.",
            "Bremia has the value 7, but 6 roads lead to it.",
            "The number 6 reaches 6 roads; it must be 10 to 12.",
        ],
    ),
    "a road too few": (
        replace(WALES, roads=tuple(r for r in WALES.roads if r.name != "Cic-Nid")),
        [
            "There are 27 roads; there must be 28.",
            "Cicucium has the value 4, but 3 roads lead to it.",
            "Nidum has the value 3, but 2 roads lead to it.",
            "The number 3 reaches 9 roads; it must be 10 to 12.",
            "The number 4 reaches 9 roads; it must be 10 to 12.",
        ],
    ),
    "a road twice": (
        replace(WALES, roads=(*WALES.roads, ROADS["Can-Dev"])),
        [
            "There are 29 roads; there must be 28.",
            "There are two roads Can-Dev.",
            "Canovium has the value 3, but 4 roads lead to it.",
            "Deva has the value 3, but 4 roads lead to it.",
            "Roads between two forts of value 3: Can-Dev, Mor-Nid, Can-Dev; there may be 2.",
        ],
    ),
    "the same short form": (
        rename("Isc", "Dev"),
        [
            "Two forts have the short form Dev.",
            "Deva has the value 3, but 5 roads lead to it.",
            "Isca has the value 2, but 5 roads lead to it.",
            "The number 2 reaches 13 roads; it must be 10 to 12.",
        ],
    ),
    "a fort that nobody can reach": (
        lead("Gob-Isc", "Gob", "Nid", lead("Isc-Nid", "Gob", "Mor")),
        [
            "Moridunum has the value 3, but 4 roads lead to it.",
            "Gobannium has the value 4, but 5 roads lead to it.",
            "Isca has the value 2, but 0 roads lead to it.",
            "The roads are not connected: Isca cannot be reached from Segontium.",
            "The number 2 reaches 8 roads; it must be 10 to 12.",
        ],
    ),
    "two 2s joined": (
        lead("Bre-Pen", "Pen", "Seg", lead("Can-Seg", "Bre", "Can")),
        [
            "The number 2 reaches 9 roads; it must be 10 to 12.",
            "Roads between two forts of value 2: Pen-Seg; there may be 0.",
        ],
    ),
    "a third road between 3s": (
        lead("Dev-Tom", "Dev", "Nid", lead("Cic-Nid", "Cic", "Tom")),
        [
            "The number 3 reaches 9 roads; it must be 10 to 12.",
            "Roads between two forts of value 3: Can-Dev, Dev-Nid, Mor-Nid; there may be 2.",
        ],
    ),
    "a third road between 4s": (
        lead("Bra-Col", "Bra", "Cic", lead("Cic-Nid", "Col", "Nid")),
        [
            "The number 4 reaches 9 roads; it must be 10 to 12.",
            "Roads between two forts of value 4: Bra-Cic, Bra-Gob, Cic-Gob; there may be 2.",
        ],
    ),
    "two 5s joined": (
        lead("Col-Gob", "Col", "Tom", lead("Can-Tom", "Can", "Gob")),
        [
            "The number 5 reaches 9 roads; it must be 10 to 12.",
            "Roads between two forts of value 5: Col-Tom; there may be 0.",
        ],
    ),
}
FAULTS_OF_THE_DRAWING: dict[str, tuple[Board, list[str]]] = {
    "crossing roads": (
        lead("Can-Tom", "Can", "Med"),
        [
            "The roads Can-Med and Dev-Tom cross.",
            "The roads Can-Med and Med-Tom leave Mediomanum in nearly the same direction.",
        ],
    ),
    "a road through a fort": (
        lead("Bre-Pen", "Bre", "Tom"),
        [
            "The roads Bre-Tom and Pen-Tom leave Tomen y Mur in nearly the same direction.",
            "The road Bre-Tom passes too close to Pennal.",
            "Pennal and the soldier of Bre-Tom lie too close together.",
        ],
    ),
}


@pytest.mark.rule("C1.1", "C1.2", "C1.3")
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_named_and_nothing_else(fault: str) -> None:
    board, messages = FAULTS[fault]
    assert problems(board) == messages


@pytest.mark.rule("C1.1", "C1.2")
@pytest.mark.parametrize("fault", FAULTS_OF_THE_ROADS)
def test_a_fault_of_the_roads_is_named_and_nothing_else(fault: str) -> None:
    board, messages = FAULTS_OF_THE_ROADS[fault]
    assert tell(board, CHECKS, "en") == messages


@pytest.mark.parametrize("fault", FAULTS_OF_THE_DRAWING)
def test_a_fault_of_the_drawing_is_named_and_nothing_else(fault: str) -> None:
    board, messages = FAULTS_OF_THE_DRAWING[fault]
    assert tell(board, CHECKS_OF_THE_DRAWING, "en") == messages


ALL_FAULTS = FAULTS | FAULTS_OF_THE_ROADS | FAULTS_OF_THE_DRAWING


@pytest.mark.parametrize("fault", ALL_FAULTS)
def test_every_fault_has_german_words(fault: str) -> None:
    english, german = (problems(ALL_FAULTS[fault][0], lang) for lang in ("en", "de"))
    assert len(german) == len(english) > 0
    assert not set(german) & set(english)


def test_no_fort_and_no_road_at_all_are_faults_and_no_crash() -> None:
    found = problems(replace(WALES, forts=(), roads=()))
    assert "Forts of value 6: there are 0; there must be 2." in found
    assert "There are 0 roads; there must be 28." in found
    assert "The road Can-Dev leads to Can, which is no fort." in problems(replace(WALES, forts=()))


def test_a_gently_bent_road_is_sound() -> None:
    (x, y), (x2, y2) = WALES.fort("Can").place, WALES.fort("Dev").place
    bend = (x + x2) / 2, (y + y2) / 2 - 30
    bent = change_road("Can-Dev", bend=bend, middle=nudge(bend, 0, 15))
    assert problems(bent) == []
    curve = bent.curve(bent.roads[[road.name for road in bent.roads].index("Can-Dev")])
    assert curve[0] == (x, y)
    assert curve[-1] == (x2, y2)
    assert curve[len(curve) // 2] == pytest.approx(nudge(bend, 0, 15))


# --- Files that cannot be read ------------------------------------------------------------

TEXT = SHIPPED["wales"].read_text(encoding="utf-8")


def test_what_may_be_left_out(tmp_path: Path) -> None:
    optional = ("label = ", "cartouche = ")
    lines = [line for line in TEXT.splitlines() if not line.startswith(optional)]
    path = tmp_path / "board.toml"
    path.write_text("\n".join(lines).replace("[[sea]]", "[[see]]"), encoding="utf-8")
    board = load(path)
    assert board.seas == ()
    assert board.cartouche == (782, 980)
    assert all(fort.label == nudge(fort.place, 0, 44) for fort in board.forts)
    assert problems(board) == []


def test_a_road_may_be_written_either_way(tmp_path: Path) -> None:
    path = tmp_path / "board.toml"
    path.write_text(TEXT.replace('["Bra", "Col"]', '["Col", "Bra"]'), encoding="utf-8")
    assert load(path) == WALES


def test_no_such_board() -> None:
    with pytest.raises(BoardError, match=r"neither a board of Cambria \(wales, north\)"):
        load("walse")


def test_forts_and_roads_are_plain_values() -> None:
    assert WALES.fort("Seg") == Fort(
        "Segontium", "Seg", 2, WALES.fort("Seg").place, WALES.fort("Seg").label
    )
    assert Road(("Can", "Seg"), (0.0, 0.0)).name == "Can-Seg"
