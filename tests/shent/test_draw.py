"""The picture is complete, well-formed, bilingual, and says nothing by colour alone."""

from __future__ import annotations

from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import pytest

from cruachan.engine.shapes import inside
from cruachan.engine.svg import PIECES, text_width
from cruachan.engine.texts import DEFAULT_LANG, LANGS, Lang
from cruachan.games.shent.components.board import BOARDS, Board, Land, load
from cruachan.games.shent.components.generator import new
from cruachan.games.shent.components.material import COMMON, ELEMENTS, KIND, OWN, RUNES
from cruachan.games.shent.picture import signs
from cruachan.games.shent.picture.crowd import RADII, Spot, Thing, stand
from cruachan.games.shent.picture.picture import (
    NAME,
    apart,
    draw,
    draw_board,
    name_at,
    name_size,
)
from tests.pictures import (
    SVG,
    assert_complete,
    assert_stands_alone,
    having,
    lying,
    parse,
    texts,
    titles,
)

BOARD = load("elvarin")
NAMES = ["Anna", "Bríd & <Co>", "Conchobar mac Nessa", "Deirdre", "Eóghan", "Finn"]


def someone(seat: int) -> dict[str, Any]:
    return {
        "seat": seat, "letter": "ABCDEF"[seat], "piece": list(PIECES)[seat], "name": NAMES[seat],
        "element": ELEMENTS[seat], "tur": 10 + seat, "golu": 20 + seat, "aglar": seat,
        "hand": 3, "lands": 4, "quests": [{}, {}],
    }  # fmt: skip


def figure(kind: str, owner: int | None, *flags: str) -> dict[str, Any]:
    return {"id": f"{kind}-{owner}", "kind": kind, "owner": owner, "flags": list(flags)}


FULL: dict[int, dict[str, Any]] = {
    0: {
        "marker": 1,
        "figures": [figure("faron", 1, "asleep", "held"), figure("urlug", None)],
        "building": {"id": "ost1", "kind": "ost", "owner": 1, "flags": ["siege"]},
        "tokens": [{"kind": "wall", "strength": 3, "owner": None}],
    },
    5: {"figures": [figure(kind, 2) for kind in list(KIND)[:8]]},
    7: {"figures": [figure("randir", 0, "hidden", "experienced")]},
    9: {"tokens": [{"kind": kind, "strength": 0, "owner": 0} for kind in signs.TOKENS]},
}


def view(seats: int = 3, **changes: Any) -> dict[str, Any]:
    """A position with all that can lie on the board."""
    empty: dict[str, Any] = {"marker": None, "figures": [], "building": None, "tokens": []}
    basic = {
        "round": 12,
        "stone": 2,
        "sky": "naur",
        "lands": [empty | FULL.get(n, {}) | {"id": n} for n in range(len(BOARD.lands))],
        "paths": [[0, 7]],
        "track": [
            {"stone": stone, "figures": [figure("maethor", 1)] * (stone == 4)}
            for stone in range(1, 11)
        ],
        "players": [someone(seat) for seat in range(seats)],
        "turn": 1,
        "result": None,
    }
    return basic | changes


def drawn(lang: Lang = DEFAULT_LANG, **changes: Any) -> ElementTree.Element:
    return parse(draw(view(**changes), BOARD, lang))


def land(root: ElementTree.Element, number: int) -> ElementTree.Element:
    return next(each for each in having(root, "land") if each.get("data-land") == str(number))


def crest(root: ElementTree.Element, number: int) -> ElementTree.Element:
    return next(each for each in root.iter() if each.get("data-crest") == str(number))


def title(element: ElementTree.Element) -> str:
    return element.findtext(f"{SVG}title") or ""


# --- The whole picture --------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("name", BOARDS)
def test_the_empty_board_is_complete(name: str, lang: Lang) -> None:
    board = load(name)
    picture = draw_board(board, lang)
    assert_stands_alone(picture)
    root = parse(picture)
    assert_complete(root, board, lang)
    assert len(having(root, "land")) == len(board.lands)
    shown = texts(root)
    assert all(land.called(lang) in shown for land in board.lands)
    assert not having(root, "table")


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_position_is_complete(lang: Lang) -> None:
    picture = draw(view(), BOARD, lang)
    assert_stands_alone(picture)
    assert_complete(parse(picture), BOARD, lang)


def test_boards_of_other_sizes_can_be_drawn() -> None:
    for lands in (18, 60):
        assert len(having(parse(draw_board(new(lands, 1), "de")), "land")) == lands


def test_ids_are_fit_for_a_page() -> None:
    root = drawn()
    ids = [each.get("id") for each in having(root, "land")]
    assert ids == [f"land:{land.short}" for land in BOARD.lands]


# --- Signs --------------------------------------------------------------------------------


def test_every_thing_has_a_sign_of_its_own() -> None:
    assert set(signs.RUNES) == set(RUNES)
    assert set(signs.FIGURES) == set(KIND)
    assert set(signs.ELEMENTS) == set(signs.GROUND) == set(signs.GRAIN) == set(ELEMENTS)
    for kind in (signs.RUNES, signs.FIGURES, signs.ELEMENTS, signs.GRAIN, signs.TOKENS):
        assert len(set(kind.values())) == len(kind)


@pytest.mark.rule("S1.3")
def test_a_rune_is_shown_with_its_strength() -> None:
    root = parse(draw_board(BOARD, "de"))
    for number, each in enumerate(BOARD.lands):
        runes = having(crest(root, number), "rune")
        assert len(runes) == (each.rune is not None)
        for rune in runes:
            assert rune.get("class") == f"rune rune-{RUNES[each.rune or 0]}"
            assert texts(rune) == [str(each.strength)]


def test_no_rim_covers_the_name_or_the_rune_of_a_neighbour() -> None:
    [labels] = having(parse(draw_board(BOARD, "de")), "labels")
    order = ["rim" if each.get("class") == "rim" else each.tag for each in labels]
    assert order.count("rim") == len(BOARD.lands)
    assert "rim" not in order[len(BOARD.lands) :]


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("lang", LANGS)
def test_no_name_touches_another(board: str, lang: Lang) -> None:
    """The names of neighbours lie beside or below each other, with a space between."""
    lands = load(board).lands
    called = [land.called(lang) for land in lands]
    spots = apart([name_at(land) for land in lands], called)
    wide = [text_width(name, name_size(name)) for name in called]
    for one, two in combinations(range(len(lands)), 2):
        (x, y), (u, v) = spots[one], spots[two]
        meet = abs(x - u) < (wide[one] + wide[two]) / 2 + 4 and abs(y - v) < NAME
        assert not meet, (called[one], called[two])
    moved = max(abs(at[0] - name_at(land)[0]) for at, land in zip(spots, lands, strict=True))
    assert moved < NAME, "each lies over its own land still"


def test_the_legend_explains_the_runes_of_the_board() -> None:
    [legend] = having(parse(draw_board(BOARD, "de")), "legend-runes")
    carried = sorted(each.rune for each in BOARD.lands if each.rune is not None)
    assert [text.split(" · ")[0] for text in texts(legend)[1:]] == [RUNES[n] for n in carried]
    assert "nuthad · Hindernis" in texts(legend)


def test_printed_forms_have_their_accents() -> None:
    shown = texts(parse(draw_board(load("sirren"), "de")))
    assert "îdh · Ruhe" in shown
    assert "môr" in shown
    assert "drû · Barbar" in texts(drawn("de"))


# --- Lands --------------------------------------------------------------------------------


def test_a_land_in_words() -> None:
    first = BOARD.lands[0]
    assert title(land(drawn(), 0)) == (
        f"{first.name}, cae (earth); nuthad (obstacle), strength 3; marker of Bríd & <Co> (B); "
        "ost (fortress) of Bríd & <Co> (B), under siege; "
        "faron (hunter) of Bríd & <Co> (B), asleep, held; urlug (dragon) of no player; "
        "wall, strength 3"
    )
    assert title(land(drawn("de"), 7)).endswith("randir (Sucher) von Anna (A), verborgen, erfahren")


def test_figures_wear_the_shape_of_their_owner_and_foes_none() -> None:
    here = land(drawn(), 0)
    hunter, dragon = having(here, "figure")
    assert hunter.get("class") == "lying figure figure-faron-ink"
    assert dragon.get("class") == "lying figure figure-urlug-foe"
    assert [title(each) for each in (hunter, dragon)] == [
        "faron (hunter) of Bríd & <Co> (B), asleep, held",
        "urlug (dragon) of no player",
    ]
    badges = lying(here, f"{hunter.get('data-key')}:")
    assert [badge.get("class") for badge in badges] == [
        "lying badge badge-asleep", "lying badge badge-held",
    ]  # fmt: skip


def test_the_foot_of_a_land() -> None:
    here = land(drawn(), 0)
    assert [texts(marker) for marker in lying(here, "marker:")] == [["B"]]
    assert having(here, "building-ost-ink")
    assert [each.get("data-key") for each in having(here, "badge-siege")] == ["piece:ost1:siege"]
    assert having(here, "token-wall")
    assert [texts(strength) for strength in having(here, "strength")] == [["3"]]
    assert len(having(land(drawn(), 9), "token")) == len(signs.TOKENS)
    assert "hero's trace of Anna (A)" in titles(land(drawn(), 9))


# --- However many come together -----------------------------------------------------------

EVERYBODY = [
    *(figure(kind.key, owner) for owner in range(6) for kind in OWN for _ in range(kind.number)),
    *(figure(kind.key, None) for kind in COMMON[:3] for _ in range(kind.number)),
]
"""The largest crowd: all figures of the box in one land."""


def crowd(many: int, kinds: int = 0) -> list[Thing]:
    """So many things, of so many kinds; each of its own without a number."""
    return [Thing(n % kinds if kinds else n, "", lambda *_: ()) for n in range(many)]


def assert_legible(land: Land, spots: list[Spot]) -> None:
    """Everything stands inside its land, below its name, apart, and is not too small."""
    for number, (_, x, y, radius, _) in enumerate(spots):
        assert radius >= RADII[-1]
        assert y - radius > land.seat[1] - 9
        rim = [(x + radius * a, y + radius * b) for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1))]
        assert all(any(inside(point, ring) for ring in land.outline) for point in rim)
        for _, x2, y2, _, _ in spots[:number]:
            assert (x - x2) ** 2 + (y - y2) ** 2 >= (2.2 * radius) ** 2


@pytest.mark.parametrize("board", [*map(load, BOARDS), new(18, 1), new(60, 2)])
def test_however_many_are_in_a_land_they_stay_inside_and_apart(board: Board) -> None:
    for land in board.lands:
        for figures in (0, 1, 2, 3, 5, 8, 12, 30, len(EVERYBODY)):
            for others in (0, 1, 3, 12):
                assert_legible(land, stand(land, crowd(figures), crowd(others)))
                spots = stand(land, crowd(figures, 4), crowd(others))
                assert_legible(land, spots)
                shown = sum(spot.thing.many for spot in spots if spot.thing)
                shown += sum(thing.many for spot in spots for thing in spot.left_out)
                assert all(spot.thing or spot.left_out for spot in spots)
                assert shown == figures + others


def test_a_few_in_a_land_are_drawn_great_and_each_for_itself() -> None:
    for land in BOARD.lands:
        spots = stand(land, crowd(3), crowd(2))
        assert [spot.thing and spot.thing.many for spot in spots] == [1] * 5
        assert spots[0].radius > 10


def test_all_figures_of_the_box_in_one_land() -> None:
    lands = view()["lands"]
    lands[3] |= {"figures": EVERYBODY, "marker": 2, "building": FULL[0]["building"]}
    here = land(drawn(seats=6, lands=lands), 3)
    counts = [int(texts(count)[0]) for count in having(here, "count")]
    [more] = having(here, "more")
    alone = len(having(here, "figure")) - len(counts)
    assert lying(here, "marker:")
    assert having(here, "building")
    assert alone + sum(counts) + int(texts(more)[0]) == len(EVERYBODY)
    assert "2 × pethdan (wordsmith) of Finn (F)" in title(more)


def test_a_path_joins_two_lands() -> None:
    path, *others = having(drawn("de"), "path")
    assert len({each.get("data-key") for each in others}) == len(others) > 2
    a, b = BOARD.lands[0].called("de"), BOARD.lands[7].called("de")
    assert title(path) == f"Pfad von {a} nach {b}"


# --- Sky, rounds, players -----------------------------------------------------------------


@pytest.mark.rule("S2.1", "S2.3")
def test_the_ring_shows_the_elements_in_order_and_the_sky() -> None:
    sky = having(drawn(), "sky")[0]
    ring = having(sky, "element")
    assert [each.get("data-element") for each in ring] == list(ELEMENTS)
    [now] = lying(sky, "sky")
    assert now.get("class") == "lying sky sky-naur"
    assert title(now) == "In the sky: naur (fire)"
    assert not lying(parse(draw_board(BOARD)), "sky")


def test_the_rounds_with_the_stone_and_who_waits() -> None:
    stones = having(drawn(), "round")
    assert [each.get("data-stone") for each in stones] == [str(n) for n in range(1, 11)]
    assert [len(having(each, "stone")) for each in stones] == [0, 1, *[0] * 8]
    assert texts(having(stones[1], "stone")[0]) == ["2"]
    assert title(stones[1]) == "Round stone 2; the stone lies here"
    assert title(stones[3]) == "Round stone 4; maethor (warrior) of Bríd & <Co> (B)"
    assert [len(having(each, "figure")) for each in stones] == [0, 0, 0, 1, 0, 0, 0, 0, 0, 0]


def test_six_players_differ_in_shape_colour_and_letter() -> None:
    rows = having(drawn(seats=6), "player")
    pieces = [having(row, "piece")[0] for row in rows]
    assert len({piece[0].get("points", "").count(",") for piece in pieces}) == 5
    assert len({PIECES[name].corners for name in PIECES}) == len(PIECES) == 6
    assert [texts(piece)[0] for piece in pieces] == list("ABCDEF")


def test_the_table_of_players() -> None:
    rows = having(drawn(), "player")
    assert texts(rows[0]) == ["A", "Anna", "10", "20", "0", "3", "4", "2"]
    assert texts(rows[1])[1] == "Bríd & <Co>"
    assert ["acting" in row.get("class", "") for row in rows] == [False, True, False]


def test_round_turn_and_end() -> None:
    assert "Round 12 · Bríd & <Co> (B) to play" in texts(drawn())
    assert "Runde 12 · Bríd & <Co> (B) ist am Zug" in texts(drawn("de"))
    result = [{"seat": seat, "place": place, "score": 3} for place, seat in enumerate((2, 0, 1), 1)]
    end = texts(drawn(turn=None, result=result))
    assert "Round 12 · Conchobar mac Nes… wins" in end
    assert "2. Anna" in end


def test_before_anybody_has_an_element() -> None:
    players = [someone(seat) | {"element": None} for seat in range(2)]
    assert having(drawn(players=players, sky=None, turn=None), "table")
