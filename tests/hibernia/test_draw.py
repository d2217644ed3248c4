"""The picture is complete, well-formed, bilingual, and says nothing by colour alone."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest

from cruachan.engine.shapes import inside
from cruachan.engine.texts import DEFAULT_LANG, Lang, Texts, localized
from cruachan.games.hibernia.board import COLOURS, Board, load
from cruachan.games.hibernia.draw import (
    PIECES,
    TRACK,
    HiberniaPicture,
    cartouche,
    draw,
    draw_board,
    track_boxes,
)
from cruachan.games.hibernia.drawing import Drawing
from tests.pictures import (
    SVG,
    body,
    having,
    lying,
    parse,
    texts,
    titles,
)

IRELAND = load("ireland")
NAMES = ["Anna", "Bríd & <Co>", "Conchobar mac Nessa", "Deirdre"]


def view(seats: int = 4, **changes: Any) -> dict[str, Any]:
    """A position in which every player holds five counties, 1, 2, 3 ... 20 warriors."""
    players = [
        {
            "seat": seat,
            "letter": "ABCD"[seat],
            "piece": list(PIECES)[seat],
            "name": NAMES[seat],
            "steps": 50 + seat,
            "space": 6 + seat,
            "supply": 60 + seat,
            "shield": 70 + seat,
            "counties": 5,
        }
        for seat in range(seats)
    ]
    counties = [
        {"name": county.name, "warriors": number + 1, "owner": number % 4}
        for number, county in enumerate(IRELAND.counties)
    ]
    neutral = None if seats == 4 else {"letter": "D", "piece": "rose", "box": 9}
    basic = {
        "round": 3,
        "turn": 1,
        "die": "red",
        "plays": ["die", "wild"],
        "players": players,
        "neutral": neutral,
        "counties": counties,
        "march": None,
        "result": None,
        "something new": [1],
    }
    return basic | changes


# --- The picture as a whole ---------------------------------------------------------------


def mark(colour: str, lang: Lang) -> str:
    """The letter of a colour."""
    return Texts("cruachan.games.hibernia", lang)(f"draw.mark_{colour}")


def test_the_empty_board() -> None:
    root = parse(draw_board(IRELAND))
    assert root.get("viewBox") == "0 0 800 1000"
    assert len(having(root, "county")) == 20
    assert having(root, "piece") == having(root, "panel") == having(root, "shield") == []
    assert "Ailech, green, Ulaid" in titles(root)


# --- Counties -----------------------------------------------------------------------------


@pytest.mark.rule("H1.2")
def test_every_county_can_be_found_by_id_and_name() -> None:
    root = parse(draw(view(), IRELAND))
    groups = {group.get("id"): group for group in having(root, "county")}
    for county in IRELAND.counties:
        group = groups[f"county:{county.short}"]
        assert group.get("data-county") == county.name
        assert group.get("class") == f"county colour-{county.colour}"
        assert all(part in texts(root) for part in label_of(county.name))


def label_of(name: str) -> list[str]:
    """Only the longest name is broken into two lines."""
    return name.split(" ") if name == "Uí Cheinnselaig" else [name]


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_county_colour_is_a_pattern_and_a_letter_too(lang: Lang) -> None:
    root = parse(draw(view(), IRELAND, lang))
    patterns = {p.get("id"): ElementTree.tostring(p[1]) for p in root.iter(f"{SVG}pattern")}
    assert len(set(patterns.values())) == len(patterns) == 4
    for group in having(root, "county"):
        colour = group.get("class", "").rsplit("-", 1)[1]
        assert group[1].get("fill") == f"url(#pattern-{colour})"
    letters = [mark(colour, lang) for colour in COLOURS]
    assert len(set(letters)) == 4
    marks = [texts(mark)[0] for mark in having(root, "mark")]
    assert marks == [mark(county.colour, lang) for county in IRELAND.counties]


@pytest.mark.rule("H1.4")
def test_four_castles() -> None:
    root = parse(draw_board(IRELAND))
    castled = [county.name for county in IRELAND.counties if county.castle]
    assert len(having(root, "castle")) == 4
    assert [t.split(",")[0] for t in titles(root) if ", castle" in t] == castled


@pytest.mark.rule("H1.3")
def test_an_arrow_where_the_centre_has_no_border() -> None:
    arrows = having(parse(draw_board(IRELAND)), "arrow")
    assert [titles(arrow) for arrow in arrows] == [["Bréifne and Éile are adjacent"]]


@pytest.mark.rule("H1.3")
def test_the_arrow_points_into_both_counties() -> None:
    """Its heads are in the two it joins, and it covers no label there."""
    [arrow] = having(parse(draw_board(IRELAND)), "arrow")
    outline = [path.get("d", "") for path in arrow.iter(f"{SVG}path")][-1]
    points = [(float(a), float(b)) for a, b in (p.split() for p in outline[1:-1].split("L"))]
    tips = points[len(points) // 2], points[0]
    joined = [county for county in IRELAND.counties if county.name in ("Bréifne", "Éile")]
    for tip, county in zip(tips, joined, strict=True):
        assert inside(tip, county.shape[0])
        x, y = county.place
        assert math.dist(tip, (x, y - 12)) > 40
    barbs = [math.dist(points[0], points[n]) for n in (1, -1)]
    assert barbs[0] == pytest.approx(barbs[1], abs=0.2)


@pytest.mark.rule("H1.3")
def test_an_arrow_between_counties_that_touch_in_a_point() -> None:
    breifne, eile = (next(c for c in IRELAND.counties if c.name == n) for n in ("Bréifne", "Éile"))
    touching = replace(eile, shape=((breifne.shape[0][0], *eile.shape[0]),))
    counties = tuple(touching if c is eile else c for c in IRELAND.counties)
    [arrow] = having(parse(draw_board(replace(IRELAND, counties=counties))), "arrow")
    assert "nan" not in ElementTree.tostring(arrow, encoding="unicode")


def test_a_heavier_border_between_provinces() -> None:
    [border] = having(parse(draw_board(IRELAND)), "province-border")
    one_province = tuple(replace(county, province="Ériu") for county in IRELAND.counties)
    [none] = having(parse(draw_board(replace(IRELAND, counties=one_province))), "province-border")
    assert border.get("d")
    assert none.get("d") == ""


# --- Warriors and players -----------------------------------------------------------------


def test_warriors_stand_in_their_counties() -> None:
    root = parse(draw(view(), IRELAND))
    for number, label in enumerate(having(root, "label")):
        [piece] = having(label, "piece")
        assert piece.get("class") == f"lying piece piece-{list(PIECES)[number % 4]}"
        assert texts(piece) == [str(number + 1)]


def test_no_piece_where_nobody_stands() -> None:
    deserted = [{"name": county.name, "warriors": 0, "owner": None} for county in IRELAND.counties]
    root = parse(draw(view(counties=deserted), IRELAND))
    assert not any(having(label, "piece") for label in having(root, "label"))


def test_a_screen_reader_hears_who_stands_where() -> None:
    english, german = (titles(parse(draw(view(), IRELAND, lang))) for lang in ("en", "de"))
    assert "Ailech, green, Ulaid: Anna (A), 1 warrior" in english
    assert "Dál Riata, blue, Ulaid: Bríd & <Co> (B), 2 warriors" in english
    assert "Airgialla, rot, Ulaid, Festung: Deirdre (D), 4 Krieger" in german
    assert "Bréifne, blau, Ulaid, Mitte: Anna (A), 5 Krieger" in german


def test_each_player_has_a_shape_and_a_colour() -> None:
    root = parse(draw(view(), IRELAND))
    fallen = lying(root, "fallen:")
    shapes = [(body(p).tag, len((body(p).get("points") or "").split())) for p in fallen]
    assert shapes == [(f"{SVG}circle", 0), *((f"{SVG}polygon", n) for n in (4, 4, 3))]
    assert len({piece.corners for piece in PIECES.values()}) == 4
    assert len({piece.fill for piece in PIECES.values()}) == 4
    assert [texts(piece)[0] for piece in fallen] == ["70", "71", "72", "73"]


def test_the_table_of_players() -> None:
    rows = having(parse(draw(view(), IRELAND)), "player")
    assert texts(rows[0]) == ["A", "Anna", "50", "60", "70", "5"]
    assert texts(rows[2])[1] == "Conchobar mac Nes…"
    assert [row.get("data-seat") for row in rows] == ["0", "1", "2", "3"]
    assert ["acting" in row.get("class", "") for row in rows] == [False, True, False, False]


def test_the_neutral_colour_of_three_players() -> None:
    root = parse(draw(view(3), IRELAND, "de"))
    assert len(having(root, "player")) == 3
    assert "Airgialla, rot, Ulaid, Festung: neutral (D), 4 Krieger" in titles(root)
    [panel] = having(root, "panel")
    assert any("D neutral, in der Schachtel: 9" in text for text in texts(panel))


# --- Track --------------------------------------------------------------------------------


@pytest.mark.rule("H1.5")
@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_track_is_numbered_and_lettered(lang: Lang) -> None:
    root = parse(draw_board(IRELAND, lang))
    spaces = having(root, "space")
    assert [space.get("data-space") for space in spaces] == [str(n) for n in range(44)]
    for number, (space, colour) in enumerate(zip(spaces, IRELAND.track, strict=True)):
        letter = mark(colour, lang)
        assert texts(space) == ([str(number), letter] if number else [letter])
        assert f"colour-{colour}" in space.get("class", "")
    assert [len(having(space, "sword")) for space in spaces] == [1, *[0] * 43]


def test_markers_stand_on_their_spaces() -> None:
    spaces = having(parse(draw(view(), IRELAND)), "space")
    standing = {n: [texts(p)[0] for p in having(s, "piece")] for n, s in enumerate(spaces)}
    assert {n: who for n, who in standing.items() if who} == {
        6: ["A"],
        7: ["B"],
        8: ["C"],
        9: ["D"],
    }


@pytest.mark.parametrize("space", [0, 3, 12, 27, 40])
@pytest.mark.parametrize("many", [1, 2, 3, 4])
def test_markers_on_one_space_stay_apart(space: int, many: int) -> None:
    players = view()["players"]
    for player in players[:many]:
        player["space"] = space
    for player in players[many:]:
        player["space"] = space + 1
    root = parse(draw(view(players=players), IRELAND))
    pieces = having(having(root, "space")[space], "piece")
    assert [texts(piece)[0] for piece in pieces] == list("ABCD"[:many])
    x, y, width, height = track_boxes(IRELAND)[space]
    letters = [text for piece in pieces for text in piece.iter(f"{SVG}text")]
    places = [(float(text.get("x", "")), float(text.get("y", ""))) for text in letters]
    size = float(letters[0].get("font-size", ""))
    assert all(x < a < x + width and y < b < y + height for a, b in places)
    for number, (a, b) in enumerate(places):
        for c, d in places[number + 1 :]:
            assert max(abs(a - c), abs(b - d)) > size


@pytest.mark.parametrize("length", range(20, 68, 4))
def test_a_track_of_any_length_closes_round_the_board(length: int) -> None:
    board = replace(IRELAND, track=("yellow", "red", "blue", "green") * (length // 4))
    boxes = track_boxes(board)
    assert len(boxes) == length
    corners = {(x, y) for x, y, _, _ in boxes}
    assert len(corners) == length
    for (x, y, width, height), (x2, y2, width2, height2) in zip(
        boxes, boxes[1:] + boxes[:1], strict=True
    ):
        assert x2 <= x + width + 0.01
        assert x <= x2 + width2 + 0.01
        assert y2 <= y + height + 0.01
        assert y <= y2 + height2 + 0.01


# --- Die, turn, march, end ----------------------------------------------------------------


@pytest.mark.rule("H1.6")
@pytest.mark.parametrize(
    ("die", "english", "german"),
    [
        ("blue", "B", "Bl"),
        ("green", "G", "Gr"),
        ("red", "R", "Ro"),
        ("yellow", "Y", "Ge"),
        ("black", "any", "frei"),
        ("purple", "+1", "+1"),
        (None, "?", "?"),
    ],
)
def test_the_face_of_the_die(die: str | None, english: str, german: str) -> None:
    for lang, face in zip(("en", "de"), (english, german), strict=True):
        [drawn] = having(parse(draw(view(die=die), IRELAND, lang)), "die")
        assert texts(drawn) == [face]


def panel_texts(lang: Lang = DEFAULT_LANG, board: Board = IRELAND, **changes: Any) -> list[str]:
    [panel] = having(parse(draw(view(**changes), board, lang)), "panel")
    return texts(panel)


def test_round_turn_and_plays() -> None:
    assert "Round 3 · Bríd & <Co> (B) to play" in panel_texts()
    assert "Die: red · left: die, wild" in panel_texts()
    assert "Runde 3 · Bríd & <Co> (B) ist am Zug" in panel_texts("de")
    assert "Noch nicht gewürfelt" in panel_texts("de", die=None, plays=[])


@pytest.mark.parametrize(("die", "right"), [(None, 87), ("red", 175)])
def test_words_lie_beside_the_die_and_the_wild_play(die: str | None, right: float) -> None:
    """They lay under the wild play."""
    [panel] = having(parse(draw(view(die=die), IRELAND, "en")), "panel")
    words = [each for each in panel.iter() if each.get("text-anchor") == "start"]
    assert len(words) >= 2
    assert all(float(each.get("x") or 0) > right for each in words[:2])


def test_a_march_that_lacks_warriors() -> None:
    march = {"county": "Mide", "host": 1, "missing": 2}
    assert "March into Mide: 2 still missing" in panel_texts(march=march)
    assert "Marsch nach Mide: noch zu holen: 2" in panel_texts("de", march=march)
    assert len(having(parse(draw(view(march=march), IRELAND)), "march")) == 1
    assert having(parse(draw(view(), IRELAND)), "march") == []


def test_the_end() -> None:
    places = [{"seat": 2, "place": 1}, {"seat": 0, "place": 2}, {"seat": 1, "place": 3}]
    end = panel_texts(turn=None, die=None, result=places)
    assert "Round 3 · Conchobar mac Nes… wins" in end
    assert "Game over" in end
    assert "2. Anna" in end
    shared = [{"seat": 0, "place": 1}, {"seat": 3, "place": 1}]
    assert "Runde 3 · Anna, Deirdre gewinnen gemeinsam" in panel_texts(
        "de", turn=None, result=shared
    )


def test_a_long_name_is_cut_where_room_is_scarce() -> None:
    players = view()["players"]
    players[1]["name"] = "Bríd " * 20
    written = panel_texts(players=players)
    assert "Round 3 · Bríd Bríd Bríd Br… (B) to play" in written
    assert max(len(text) for text in written) < 50


def test_before_the_first_turn() -> None:
    assert "Round 3" in panel_texts(turn=None, die=None)


@pytest.mark.parametrize("corner", [(700, 900), (0, 0), None])
def test_the_title_lies_where_no_county_is(corner: tuple[int, int] | None) -> None:
    """Title and maker are the board's own; a county in a corner sends them to another one."""
    board = load("ireland")
    said = localized(en="Elsewhere", de="Anderswo")
    large = ((0.0, 0.0), (800.0, 0.0), (800.0, 1000.0), (0.0, 1000.0))
    x, y = corner or (0, 0)
    shape = large if corner is None else ((x, y), (x + 100, y), (x + 100, y + 100), (x, y + 100))
    counties = (replace(board.counties[0], shape=(shape,)), *board.counties[1:])
    other = replace(
        board, title=said, about=localized(en="By Anu. 2026", de="Von Anu. 2026"), counties=counties
    )
    if corner == (700, 900):
        assert not cartouche(Drawing({}, other, "en"), HiberniaPicture(other).shield)
        other = replace(other, view_box=(-300.0, 0.0, 1100.0, 1000.0))  # beside the shield
    drawn = cartouche(Drawing({}, other, "en"), HiberniaPicture(other).shield)
    if corner is None:
        assert drawn == ""
    else:
        assert "Elsewhere" in drawn
        assert ">By Anu<" in drawn
        assert ('x="726"' in drawn and 'y="899.3"' in drawn) == (corner == (0, 0))


def test_a_title_is_left_out_where_it_would_lie_on_the_track() -> None:
    """A letter of the title takes 21 units; this one needs more than the sea beside a county."""
    board = load("ireland")
    left = board.view_box[0] + TRACK + 18
    wall = ((left + 200, 0.0), (2000.0, 0.0), (2000.0, 1000.0), (left + 200, 1000.0))
    counties = tuple(replace(county, shape=(wall,)) for county in board.counties)
    for title, fits in (("Nine here", True), ("Ten is too", False)):
        said = localized(en=title, de=title)
        other = replace(board, title=said, about=said, counties=counties)
        assert bool(cartouche(Drawing({}, other, "en"), (1500.0, 0.0))) == fits
