"""The picture is complete, well-formed, bilingual, and says nothing by colour alone."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest

from cruachan.engine.boardfile import Ring
from cruachan.engine.shapes import inside, overlap
from cruachan.engine.svg import PIECES, PIPS, name_box, write_name
from cruachan.engine.texts import DEFAULT_LANG, Lang, localized
from cruachan.games.cambria.board import Board, load
from cruachan.games.cambria.draw import KERB, away, draw, draw_board
from cruachan.games.cambria.ground import LAND, bent
from tests.pictures import SVG, body, having, lying, parse, texts

WALES, NORTH = load("wales"), load("north")
NAMES = ["Anna", "Bríd & <Co>", "Conchobar mac Nessa", "Deirdre", "Eóghan"]
OWNERS = {"Can": 0, "Tom": 1, "Isc": 2}
SOLDIERS = {"Can-Seg": 0, "Seg-Tom": 1, "Bre-Wis": 2}
REACHED = {"Bre-Pen", "Can-Seg"}


def someone(colour: int, **changes: Any) -> dict[str, Any]:
    basic = {
        "seat": colour,
        "letter": "ABCDE"[colour],
        "piece": list(PIECES)[colour],
        "name": NAMES[colour],
        "supply": 1 + colour,
        "points": 20 + colour,
        "markers": 40 + colour,
    }
    return basic | changes


def view(seats: int = 3, board: Board = WALES, **changes: Any) -> dict[str, Any]:
    """A position with soldiers, the legion on a road, three forts stormed and one ship manned."""
    basic = {
        "game": "cambria",
        "board": board.name,
        "seats": seats,
        "turn": 1,
        "round": 3,
        "dice": [2, 5],
        "phase": "turn",
        "players": [someone(seat) for seat in range(seats)],
        "dummy": someone(2, name="Dummy") if seats == 2 else None,
        "dummy_die": None,
        "forts": [
            {
                "name": fort.name,
                "short": fort.short,
                "value": fort.value,
                "vp": {4: 2, 5: 3, 6: 4}.get(fort.value, 0),
                "owner": OWNERS.get(fort.short),
                "vp_owner": "gone" if fort.short in OWNERS else None,
            }
            for fort in board.forts
        ],
        "roads": [
            {
                "name": road.name,
                "between": list(road.between),
                "soldier": SOLDIERS.get(road.name),
                "legion": road.name == "Bre-Cic",
                "reached": road.name in REACHED,
            }
            for road in board.roads
        ],
        "ships": [{"value": v, "soldier": 0 if v == 4 else None} for v in range(2, 7)],
        "legion": "Bre-Cic",
        "result": None,
        "something new": [1],
    }
    return basic | changes


def at_sea() -> dict[str, Any]:
    roads = [road | {"legion": False} for road in view()["roads"]]
    return view(roads=roads, legion="sea")


def drawn(board: Board = WALES, lang: Lang = DEFAULT_LANG, **changes: Any) -> ElementTree.Element:
    return parse(draw(view(board=board, **changes), board, lang))


def by_id(root: ElementTree.Element, name: str) -> ElementTree.Element:
    [found] = [element for element in root.iter() if element.get("id") == name]
    return found


def title(element: ElementTree.Element) -> str:
    return element.findtext(f"{SVG}title") or ""


# --- The picture as a whole ---------------------------------------------------------------


@pytest.mark.parametrize("board", [WALES, NORTH])
def test_the_empty_board(board: Board) -> None:
    root = parse(draw_board(board))
    assert root.get("viewBox") == " ".join(f"{number:g}" for number in board.view_box)
    assert len(having(root, "fort")) == 16
    assert len(having(root, "road")) == 28
    assert len(having(root, "ship")) == 5
    assert having(root, "piece") == having(root, "panel") == having(root, "rays") == []
    assert len(having(root, "legion")) == 1
    assert having(by_id(root, "standard"), "legion")


# --- Forts --------------------------------------------------------------------------------


@pytest.mark.rule("C1.2")
@pytest.mark.parametrize("board", [WALES, NORTH])
def test_a_value_is_pips_and_a_digit(board: Board) -> None:
    root = parse(draw_board(board))
    for fort in board.forts:
        group = by_id(root, f"fort:{fort.short}")
        assert (group.get("data-fort"), group.get("data-value")) == (fort.name, str(fort.value))
        [pips], [digit] = having(group, "pips"), having(group, "digit")
        assert len(pips) == fort.value
        assert texts(digit) == [str(fort.value)]


def test_a_die_has_as_many_pips_as_it_shows() -> None:
    assert {value: len(spots) for value, spots in PIPS.items()} == {n: n for n in range(1, 7)}


@pytest.mark.parametrize("board", [WALES, NORTH])
def test_every_name_is_written(board: Board) -> None:
    [names] = having(parse(draw_board(board)), "names")
    written = " ".join(texts(names))
    assert written == " ".join(fort.name for fort in board.forts)


@pytest.mark.rule("C1.5")
def test_a_marker_lies_at_a_great_fort_until_it_is_stormed() -> None:
    root = drawn()
    markers = {
        fort.short: [texts(vp)[0] for vp in having(by_id(root, f"fort:{fort.short}"), "vp")]
        for fort in WALES.forts
    }
    worth = {2: [], 3: [], 4: ["2"], 5: ["3"], 6: ["4"]}
    assert markers == {
        fort.short: [] if fort.short in OWNERS else worth[fort.value] for fort in WALES.forts
    }


def test_a_stormed_fort_shows_its_owner_and_keeps_its_value() -> None:
    root = drawn()
    assert {ruin.get("data-key") for ruin in lying(root, "ruin:")} == {
        f"ruin:{short}" for short in OWNERS
    }
    for short, owner in OWNERS.items():
        group = by_id(root, f"fort:{short}")
        [piece] = having(group, "piece")
        assert texts(piece) == ["ABC"[owner]]
        [ruin] = lying(group, "ruin:")
        assert len(having(ruin, "pips")[0]) == WALES.fort(short).value


def test_a_screen_reader_hears_about_forts() -> None:
    english, german = drawn(), drawn(lang="de")
    assert (
        title(by_id(english, "fort:Seg")) == "Segontium, fort of 2 (2 roads, 2 points): not stormed"
    )
    assert title(by_id(english, "fort:Bre")) == (
        "Bremia, fort of 6 (6 roads, 6 points): not stormed, 4 points for the second"
    )
    assert title(by_id(english, "fort:Tom")) == (
        "Tomen y Mur, fort of 5 (5 roads, 5 points): stormed by Bríd & <Co> (B)"
    )
    assert (
        title(by_id(german, "fort:Can"))
        == "Canovium, Festung mit 3 (3 Straßen, 3 Punkte): erstürmt von Anna (A)"
    )
    assert title(by_id(german, "fort:Bra")).endswith("nicht erstürmt, 2 Punkte für den Zweiten")


# --- Nothing covers another thing ---------------------------------------------------------


def ring(points: str) -> Ring:
    """The corners of a polygon."""
    return tuple((float(a), float(b)) for a, b in (pair.split(",") for pair in points.split()))


def disc(x: float, y: float, radius: float) -> Ring:
    turns = [step * math.pi / 12 for step in range(24)]
    return tuple((x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns)


def shape(piece: ElementTree.Element) -> Ring:
    """What a piece, a digit or a star covers."""
    first = body(piece)
    if first.tag == f"{SVG}circle":
        return disc(*(float(first.get(key, "")) for key in ("cx", "cy", "r")))
    return ring(first.get("points", ""))


def rectangle(left: float, top: float, right: float, bottom: float) -> Ring:
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def walls(board: Board) -> list[Ring]:
    """What the forts cover."""
    places = (fort.place for fort in board.forts)
    return [rectangle(x - 28, y - 28, x + 28, y + 28) for x, y in places]


def crowded(board: Board, colour: int, stormed: bool) -> ElementTree.Element:
    """Every road reached and taken, every fort stormed or with its marker."""
    basic = view(5, board)
    roads = [
        road | {"soldier": colour, "reached": True, "legion": False} for road in basic["roads"]
    ]
    owner = colour if stormed else None
    forts = [fort | {"owner": owner, "vp_owner": None} for fort in basic["forts"]]
    return parse(draw(basic | {"roads": roads, "forts": forts}, board))


@pytest.mark.parametrize("stormed", [True, False])
@pytest.mark.parametrize("colour", range(5))
@pytest.mark.parametrize("board", [WALES, NORTH])
def test_markers_lie_free_at_every_fort(board: Board, colour: int, stormed: bool) -> None:
    """Clear of soldiers and their rays, of names and of each other, whatever stands there."""
    root = crowded(board, colour, stormed)
    soldiers = [disc(*road.middle, 30.6) for road in board.roads]
    for road in board.roads:
        soldiers += [shape(piece) for piece in having(by_id(root, f"road:{road.name}"), "piece")]
    names = [rectangle(*name_box(*fort.label, fort.name, 20.0)) for fort in board.forts]
    lying: list[Ring] = []
    for number, fort in enumerate(board.forts):
        group = by_id(root, f"fort:{fort.short}")
        marks = [shape(having(group, kind)[0]) for kind in ("digit", "vp", "piece")
                 if having(group, kind)]  # fmt: skip
        assert len(marks) == 1 + (stormed or fort.value > 3)
        others = [wall for n, wall in enumerate(walls(board)) if n != number]
        solid = [*soldiers, *names, *others, *lying]
        for mark in marks:
            assert not any(overlap([mark], [other]) for other in solid), fort.name
            solid.append(mark)
            pips = [shape_of(pip) for pip in having(group, "pips")[0]]
            assert not any(overlap([mark], [pip]) for pip in pips), fort.name
        lying += marks


def shape_of(pip: ElementTree.Element) -> Ring:
    return disc(*(float(pip.get(key, "")) for key in ("cx", "cy", "r")))


@pytest.mark.parametrize("board", [WALES, NORTH])
def test_names_lie_free(board: Board) -> None:
    """Clear of each other, of forts and soldiers, in the picture, and nearest to their own."""
    left, top, width, height = board.view_box
    boxes = {fort.short: name_box(*fort.label, fort.name, 20.0) for fort in board.forts}
    solid = [*walls(board), *(disc(*road.middle, 16) for road in board.roads)]
    for fort in board.forts:
        box = boxes[fort.short]
        assert left < box[0] < box[2] < left + width
        assert top < box[1] < box[3] < top + height
        others = [rectangle(*b) for short, b in boxes.items() if short != fort.short]
        assert not any(overlap([rectangle(*box)], [other]) for other in others + solid), fort.name
        assert min(board.forts, key=lambda other: away(other.place, box)) is fort


# --- Rivers and mountains -----------------------------------------------------------------


@pytest.mark.parametrize("board", [WALES, NORTH])
def test_rivers_and_mountains_lie_on_the_land(board: Board) -> None:
    """And no mountain is where a fort, a soldier or a name stands before it."""
    root = parse(draw_board(board))
    assert [title(each) for each in having(root, "river")] == [each.name for each in board.rivers]
    peaks = [(peak, each) for each in board.mountains for peak in each.peaks]
    assert len(having(root, "mountain")) == len(peaks) > 20
    for river in board.rivers:
        assert all(any(inside(point, ring) for ring in board.land) for point in river.course[1:-1])
    solid = [*walls(board), *(disc(*road.middle, 19) for road in board.roads)]
    solid += [rectangle(*name_box(*fort.label, fort.name, 20.0)) for fort in board.forts]
    for (x, y), each in peaks:
        assert any(inside((x, y), ring) for ring in board.land)
        half, high = each.height * 0.6, each.height * 0.8
        drawn_there = rectangle(x - half, y - high, x + half, y)
        assert not any(overlap([drawn_there], [other]) for other in solid), each.name


def test_a_board_without_rivers_and_mountains_is_drawn() -> None:
    root = parse(draw_board(replace(WALES, rivers=(), mountains=())))
    assert having(root, "river") == having(root, "mountain") == []
    assert len(having(root, "fort")) == 16


def test_a_river_bends_without_corners() -> None:
    course = ((0.0, 0.0), (10.0, 0.0), (10.0, 20.0))
    assert bent(course) == "M0.0 0.0L5.0 0.0Q10.0 0.0 10.0 10.0L10.0 20.0"
    assert bent(course[:2]) == "M0.0 0.0L5.0 0.0L10.0 0.0"


# --- Roads, soldiers, legion --------------------------------------------------------------


def test_soldiers_stand_on_their_roads() -> None:
    root = drawn()
    for road in WALES.roads:
        group = by_id(root, f"road:{road.name}")
        assert group.get("data-road") == road.name
        letters = "".join(texts(piece)[0] for piece in having(group, "piece"))
        assert letters == ("ABC"[SOLDIERS[road.name]] if road.name in SOLDIERS else "")


@pytest.mark.parametrize(("seat", "lit"), [(None, True), (1, True), (0, False)])
def test_the_choices_of_others_do_not_shine(seat: int | None, lit: bool) -> None:
    """A road that the roll reaches is lit for whoever decides, and for spectators."""
    root = drawn(seat=seat, to_act=[1])
    assert bool(lying(root, "rays:")) == bool(lying(root, "way:")) == lit


def test_a_reached_road_has_rays_and_says_so() -> None:
    root = drawn()
    for road in WALES.roads:
        group, reached = by_id(root, f"road:{road.name}"), road.name in REACHED
        assert len(lying(group, "rays:")) == reached
        assert [each.get("data-key") for each in lying(root, f"way:{road.name}")] == (
            [f"way:{road.name}"] * reached
        )
        assert title(group).endswith("reached by the roll") == reached
    assert len(having(root, "way")) == 28 + 2


def test_a_screen_reader_hears_who_is_on_a_road() -> None:
    english, german = drawn(), drawn(lang="de")
    assert title(by_id(english, "road:Can-Dev")) == "Road from Canovium to Deva: empty"
    assert title(by_id(english, "road:Bre-Cic")) == "Road from Bremia to Cicucium: legion"
    assert title(by_id(german, "road:Can-Seg")) == (
        "Straße von Canovium nach Segontium: Anna (A), vom Wurf erreicht"
    )


def test_the_legion_stands_on_a_road_or_at_the_standard() -> None:
    root = drawn()
    assert len(having(root, "legion")) == 1
    assert having(by_id(root, "road:Bre-Cic"), "legion")
    assert not lying(by_id(root, "standard"), "camp")
    assert having(by_id(root, "standard"), "banner")
    back = parse(draw(at_sea(), WALES))
    assert len(having(back, "legion")) == 1
    assert having(by_id(back, "standard"), "legion")
    assert title(by_id(back, "standard")) == "The legion's standard: the legion waits here"


def test_a_bent_road_is_drawn_bent() -> None:
    bent = replace(WALES.roads[0], bend=(600.0, 500.0))
    root = drawn(replace(WALES, roads=(bent, *WALES.roads[1:])))
    paths = [path.get("d", "") for path in by_id(root, f"road:{bent.name}").iter(f"{SVG}path")]
    assert any("Q600 500 " in path for path in paths)


# --- Ships --------------------------------------------------------------------------------


@pytest.mark.rule("C1.3")
def test_ships_show_their_value_and_who_is_aboard() -> None:
    root = drawn(lang="de")
    for value in range(2, 7):
        ship = by_id(root, f"ship:{value}")
        assert ship.get("data-ship") == str(value)
        assert len(having(ship, "pips")[0]) == value
        assert texts(having(ship, "digit")[0]) == [str(value)]
        assert [texts(piece) for piece in having(ship, "piece")] == [["A"]] * (value == 4)
        assert having(ship, "berth")
        assert title(ship) == f"Schiff {value}: " + ("Anna (A)" if value == 4 else "leer")


# --- Players, dice, end -------------------------------------------------------------------


def test_each_player_has_a_shape_a_colour_and_a_letter() -> None:
    rows = having(drawn(seats=5), "player")
    pieces = [having(row, "piece")[0] for row in rows]
    shapes = [(piece[0].tag, piece[0].get("points") or "") for piece in pieces]
    assert [len(points.split()) for _, points in shapes] == [0, 4, 4, 3, 5]
    assert [texts(piece)[0] for piece in pieces] == list("ABCDE")
    assert len({piece.corners for piece in PIECES.values()}) == len(PIECES)
    assert len({piece.fill for piece in PIECES.values()}) == len(PIECES)


def test_the_table_of_players() -> None:
    rows = having(drawn(), "player")
    assert texts(rows[0]) == ["A", "Anna", "1", "20", "40", "1"]
    assert texts(rows[2])[1] == "Conchobar mac Nes…"
    assert [row.get("data-seat") for row in rows] == ["0", "1", "2"]
    assert ["acting" in row.get("class", "") for row in rows] == [False, True, False]


@pytest.mark.rule("C9.1")
def test_the_dummy_of_two_players_is_the_third_colour() -> None:
    root = drawn(seats=2)
    rows = having(root, "player")
    assert texts(rows[2]) == ["C", "Dummy", "3", "22", "42", "1"]
    assert (rows[2].get("data-seat"), rows[2].get("data-dummy")) == (None, "true")
    assert title(by_id(root, "road:Bre-Wis")).endswith("Dummy (C)")
    assert title(by_id(root, "fort:Isc")).endswith("stormed by Dummy (C)")


def panel_texts(lang: Lang = DEFAULT_LANG, **changes: Any) -> list[str]:
    [panel] = having(drawn(lang=lang, **changes), "panel")
    return texts(panel)


def dice(**changes: Any) -> list[int]:
    """The pips of the dice in the panel; 0 for one that is not rolled."""
    shown = having(drawn(**changes), "die")
    return [sum(len(pips) for pips in having(die, "pips")) for die in shown]


def test_the_dice() -> None:
    assert dice() == [2, 5]
    assert dice(dice=[6, 6]) == [6, 6]
    assert dice(dice=None) == [0, 0]
    assert dice(dice=None, die=3) == [3]
    assert dice(dice=None, die=4, dummy_die=4, seats=2) == [4]


def test_round_turn_and_roll() -> None:
    assert "Round 3 · Bríd & <Co> (B) to play" in panel_texts()
    assert "Dice: 2 and 5 · 2 roads reached · legion on Bre-Cic" in panel_texts()
    german = panel_texts("de")
    assert "Würfel: 2 und 5 · 2 Straßen erreicht · Legion auf Bre-Cic" in german
    assert "Noch nicht gewürfelt · Legion auf Bre-Cic" in panel_texts("de", dice=None)
    roads = [road | {"reached": road["name"] == "Bre-Pen"} for road in view()["roads"]]
    one = panel_texts(dice=None, dummy_die=4, seats=2, roads=roads, legion="sea")
    assert "Die of the dummy: 4 · 1 road reached · legion at sea" in one


def test_the_end() -> None:
    places = [
        {"seat": 2, "place": 1, "score": 22},
        {"seat": 0, "place": 2, "score": 20},
        {"seat": 1, "place": 3, "score": 19},
    ]
    end = panel_texts(turn=None, dice=None, legion="sea", result=places)
    assert "Round 3 · Conchobar mac Nes… wins" in end
    assert "Game over · legion at sea" in end
    assert "2. Anna" in end


def test_before_the_first_turn() -> None:
    assert "Round 3" in panel_texts(turn=None, dice=None)


def test_no_line_of_a_name_is_covered_by_the_rim_of_the_next() -> None:
    written = re.findall(r"<text[^>]*>[^<]*</text>", write_name(0, 0, "Castell Collen", 20))
    assert ["rim" in each for each in written] == [True, True, False, False]
    assert [re.sub(r"<[^>]*>", "", each) for each in written] == ["Castell", "Collen"] * 2


def test_the_cartouche_says_what_the_file_of_the_board_says() -> None:
    """Its title and its maker, in the language of the picture."""
    said = localized(en="Elsewhere", de="Anderswo")
    about = localized(en="By Anu. 2026", de="Von Anu. 2026")
    found = texts(parse(draw_board(replace(WALES, title=said, about=about), "de")))
    assert {"Anderswo", "Von Anu"} <= set(found)
    assert "Nordbritannien" in texts(parse(draw_board(NORTH, "de")))


def _light(colour: str) -> float:
    """The relative luminance of a colour (WCAG)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_roads_stand_out_from_the_land() -> None:
    """The page turns light into dark and keeps contrasts: faint here is faint there."""
    light, dark = _light(LAND), _light(KERB)
    assert (light + 0.05) / (dark + 0.05) > 6
