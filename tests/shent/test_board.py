"""The shipped boards are sound, and every fault of another one is named."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from cruachan.engine.boardfile import BoardError
from cruachan.engine.notation import find_name
from cruachan.engine.texts import Lang, LocalizedText, localized
from cruachan.games.shent.components.board import BOARDS, Board, Land, board_for, load, problems
from cruachan.games.shent.components.material import BAD, ELEMENTS, GOOD, NARCHAD, RUNES

USUAL, SMALL, LARGE = (load(name) for name in BOARDS)
FIRST, SECOND = SMALL.lands[:2]


def change(number: int, board: Board = SMALL, **changes: Any) -> Board:
    """The board with one land changed."""
    lands = list(board.lands)
    lands[number] = replace(lands[number], **changes)
    return replace(board, lands=tuple(lands))


def bearer(rune: str, board: Board = SMALL) -> int:
    """The land that carries a rune."""
    return next(n for n, land in enumerate(board.lands) if land.rune == RUNES.index(rune))


def bare(board: Board = SMALL) -> int:
    """A land without a rune."""
    return next(n for n, land in enumerate(board.lands) if land.rune is None)


# --- The shipped boards -------------------------------------------------------------------


@pytest.mark.rule("S1.1", "S1.2", "S1.3")
@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("name", BOARDS)
def test_the_shipped_boards_have_no_problems(name: str, lang: Lang) -> None:
    assert problems(load(name), lang) == []


@pytest.mark.rule("S1.1")
def test_boards_for_two_for_three_or_four_and_for_five_or_six() -> None:
    sizes = [len(load(board_for(seats)).lands) for seats in range(2, 7)]
    assert sizes == [24, 36, 36, 48, 48]
    for board in (USUAL, SMALL, LARGE):
        many = Counter(land.element for land in board.lands)
        assert set(many.values()) == {len(board.lands) // len(ELEMENTS)}


@pytest.mark.rule("S1.3")
@pytest.mark.parametrize("name", BOARDS)
def test_one_land_in_four_carries_a_rune(name: str) -> None:
    board = load(name)
    runes = [land for land in board.lands if land.rune is not None]
    assert len(runes) == len(board.lands) // 4
    assert sum(r.rune in GOOD for r in runes) == sum(r.rune in BAD for r in runes)
    assert all(1 <= r.strength <= (4 if r.rune == NARCHAD else 8) for r in runes)
    assert all(land.strength == 0 for land in board.lands if land.rune is None)


@pytest.mark.parametrize("name", BOARDS)
def test_no_two_neighbours_have_the_same_element(name: str) -> None:
    board = load(name)
    for land, others in zip(board.lands, board.near, strict=True):
        assert land.element not in {board.lands[other].element for other in others}


@pytest.mark.parametrize("name", BOARDS)
def test_names_in_both_languages(name: str) -> None:
    board = load(name)
    for number, land in enumerate(board.lands):
        english, german = land.names.texts.values()
        assert (land.name, land.called("en"), land.called("de")) == (english, english, german)
        names = [(each.name, each.short) for each in board.lands]
        assert find_name(land.short, names) == find_name(land.name, names) == [number]


def test_the_boards_say_what_they_are() -> None:
    assert [load(name).name for name in BOARDS] == list(BOARDS)
    assert USUAL.title == localized(en="Elvarin", de="Elvarin")


# --- Neighbours and distances -------------------------------------------------------------


def square(x: float, y: float, name: str) -> Land:
    """A land ten wide."""
    ring = ((x, y), (x + 10, y), (x + 10, y + 10), (x, y + 10))
    return Land(LocalizedText.of(lambda _: name), name[:3], 0, None, 0, (x + 5, y + 5), (ring,))


@pytest.mark.rule("S1.2")
def test_lands_that_touch_in_a_point_are_neighbours() -> None:
    lands = (square(0, 0, "One"), square(10, 10, "Two"), square(10, 0, "Tri"), square(30, 0, "Far"))
    board = Board("x", LocalizedText.of(lambda _: "x"), (0, 0, 40, 20), lands)
    assert board.near == ((1, 2), (0, 2), (0, 1), ())
    assert board.distance(0, 1) == 1
    assert board.distance(0, 3) == -1


@pytest.mark.rule("S1.2")
def test_distances_are_steps_from_neighbour_to_neighbour() -> None:
    for board in (USUAL, SMALL, LARGE):
        for a, row in enumerate(board.distances):
            assert row[a] == 0
            for b, steps in enumerate(row):
                assert steps == board.distances[b][a]
                assert (steps == 1) == (b in board.near[a])
                assert all(abs(steps - row[other]) <= 1 for other in board.near[b])


# --- The digest ---------------------------------------------------------------------------


def renamed(**texts: str) -> LocalizedText:
    """The first land's name, otherwise in a language."""
    return LocalizedText({**FIRST.names.texts, **texts})


@pytest.mark.parametrize(
    "board",
    [
        change(0, names=renamed(en="Elsewhere")),
        change(0, short="Xyz"),
        change(0, element=(SMALL.lands[0].element + 1) % 6),
        change(bearer("idh"), strength=1),
        change(bare(), rune=0, strength=1),
        replace(SMALL, lands=SMALL.lands[1:]),
    ],
)
def test_the_digest_changes_with_what_the_rules_know(board: Board) -> None:
    assert board.digest != SMALL.digest


@pytest.mark.parametrize(
    "board",
    [
        change(0, names=renamed(de="Anderswo"), seat=(1.0, 1.0)),
        replace(SMALL, name="x", title=localized(en="x", de="y"), box=(0, 0, 1, 1)),
    ],
)
def test_the_digest_does_not_change_with_the_drawing(board: Board) -> None:
    assert board.digest == SMALL.digest


# --- Every fault is named, and nothing else -----------------------------------------------

PIT = square(900.0, 900.0, "Pit").outline

FAULTS: dict[str, tuple[Board, list[str]]] = {
    "too many of an element": (
        change(0, element=5),
        [
            "There are 3 lands of cae; there must be 4.",
            "There are 5 lands of mor; there must be 4.",
        ],
    ),
    "two lands of one name": (
        change(0, names=renamed(en=SECOND.called("en"))),
        [f"Two lands are called {SECOND.called('en')}."],
    ),
    "two lands of one German name": (
        change(0, names=renamed(de=SECOND.called("de"))),
        [f"Two lands are called {SECOND.called('de')} in German."],
    ),
    "the same short form": (
        change(0, short=SECOND.short),
        [f"Two lands have the short form {SECOND.short}."],
    ),
    "a short form of four letters": (
        change(0, short="Four"),
        [f"{FIRST.name}: the short form 'Four' is not three ASCII letters."],
    ),
    "a rune that is too strong": (
        change(bearer("idh"), strength=9),
        ["Stillmere: idh has the strength 9; it must be 1 to 8."],
    ),
    "a rune without strength": (
        change(bearer("idh"), strength=0),
        ["Stillmere: idh has the strength 0; it must be 1 to 8."],
    ),
    "narchad above 4": (
        change(bearer("band"), rune=NARCHAD, strength=5),
        ["Chainrock: narchad has the strength 5; it must be 1 to 4."],
    ),
    "bad runes only": (
        change(bearer("rath"), rune=RUNES.index("rim")),
        ["There are 1 good and 3 bad runes; they may differ by 1."],
    ),
    "too few runes": (
        replace(
            SMALL, lands=tuple(replace(land, rune=None, strength=0) for land in SMALL.lands)
        ),
        ["0 of 24 lands carry a rune; it must be a sixth to a third."],
    ),
    "a seat in the sea": (
        change(0, seat=(1.0, 1.0)),
        [f"{FIRST.name}: the seat lies outside the outline."],
    ),
    "a ring of two points": (
        change(0, outline=(*FIRST.outline, ((1.0, 1.0), (2.0, 2.0)))),
        [f"{FIRST.name}: ring 2 of the outline encloses no area."],
    ),
    "a point twice": (
        change(0, outline=((*FIRST.outline[0], FIRST.outline[0][-1]),)),
        [f"{FIRST.name}: ring 1 of the outline comes to a point twice."],
    ),
    "a land that reaches beyond the picture": (
        replace(SMALL, box=(0.0, 0.0, SMALL.box[2], SMALL.box[3] - 80)),
        [f"{land.name} does not lie in the picture." for land in SMALL.lands[-2:]],
    ),
    "a land on another": (
        change(0, outline=(*FIRST.outline, square(*SECOND.seat, "Pit").outline[0])),
        [f"The outlines of {FIRST.name} and {SECOND.name} overlap."],
    ),
}  # fmt: skip


@pytest.mark.rule("S1.1", "S1.3")
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_named_and_nothing_else(fault: str) -> None:
    board, messages = FAULTS[fault]
    assert problems(board) == messages


@pytest.mark.parametrize("fault", FAULTS)
def test_every_fault_has_german_words(fault: str) -> None:
    english, german = (problems(FAULTS[fault][0], lang) for lang in ("en", "de"))
    assert len(german) == len(english) > 0
    assert not set(german) & set(english)


@pytest.mark.rule("S1.1")
def test_a_board_in_two_parts() -> None:
    board = change(0, outline=PIT, seat=(905.0, 905.0))
    found = problems(replace(board, box=(0.0, 0.0, 2000.0, 2000.0)))
    assert f"{FIRST.name}: 0 neighbours; every land must have two or more." in found
    assert any(told.startswith("The board is not connected: ") for told in found)


@pytest.mark.rule("S1.1")
@pytest.mark.parametrize("many", [0, 12, 23])
def test_wrong_numbers_of_lands(many: int) -> None:
    found = problems(replace(SMALL, lands=SMALL.lands[:many]))
    assert f"There are {many} lands; there must be a multiple of 6 from 18 to 60." in found


# --- Files that cannot be read ------------------------------------------------------------


def test_no_such_board() -> None:
    with pytest.raises(BoardError, match=r"neither a board of SHENT \(elvarin, sirren, thornavar"):
        load("elvarn")
