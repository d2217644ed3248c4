"""A still and pieces: what a page puts together is what `draw` draws."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from cruachan.engine.picture import SLOT, shown
from cruachan.engine.presentation import presentation_of
from cruachan.engine.texts import LANGS, Lang
from cruachan.engine.view import DrawnPiece
from tests.pictures import SVG, assert_stands_alone
from tests.protocol.book import AnyGame, Book
from tests.protocol.shelf import EVERY_BOOK, EVERY_SCENE, seats_of

NAMES = ("Anna", "Bríd & <Co>", "Conchobar mac Nessa", "Deirdre", "Eóghan", "Finn")
BESIDE = ("", "turn", "chance", "number", "recruit", "rune", "quest", "seat", "piece")
"""Points that may be something else than a place of the board, by what their ids begin with."""


def views(book: Book, scene: str, lang: Lang) -> Iterator[Any]:
    """What all viewers see of a scene."""
    state = book.state(scene)
    names = NAMES[: seats_of(book.game, state)]
    return (presentation_of(book.game).view(state, viewer, names, lang) for viewer in book.viewers)


def keys(pieces: list[DrawnPiece]) -> set[str]:
    return {piece["key"] for piece in pieces}


# --- The still ----------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
@EVERY_BOOK
def test_the_still_is_a_picture_of_its_own(book: Book, lang: Lang) -> None:
    """The same every time, for every game on the board; nothing lies on it."""
    for which in book.game.boards:
        game: AnyGame = type(book.game).on_board(which)
        still = presentation_of(game).board_svg(lang)
        again: AnyGame = type(book.game).on_board(which)
        assert still == presentation_of(again).board_svg(lang)
        assert still == presentation_of(game).board_svg(lang)
        assert_stands_alone(still)
        root = ElementTree.fromstring(still)
        assert (root.get("role"), root.get("lang")) == ("img", lang)
        assert 'class="lying' not in still


@EVERY_SCENE
def test_points_of_the_board_are_places_of_the_still_or_pieces(book: Book, scene: str) -> None:
    """By their ids; a point that is neither is of a kind that has no place."""
    ids = {
        each.get("id")
        for each in ElementTree.fromstring(presentation_of(book.game).board_svg()).iter()
    }
    for view in views(book, scene, "en"):
        there = ids | keys(presentation_of(book.game).pieces(view))
        for point in view["points"]:
            known = point["id"] in there
            assert known or point["id"].partition(":")[0] in BESIDE, point["id"]


@EVERY_SCENE
def test_the_still_tells_of_a_place_what_is_always_true_of_it(book: Book, scene: str) -> None:
    """A page adds what lies there; a drawing tells more, but nothing else."""
    for lang in LANGS:
        for view in views(book, scene, lang):
            drawn = told(presentation_of(book.game).draw(view, lang))
            for place, title in told(presentation_of(book.game).board_svg(lang)).items():
                assert drawn[place].startswith(title)


def told(picture: str) -> dict[str, str]:
    """The titles of the places in a picture."""
    groups = ElementTree.fromstring(picture).iter(f"{SVG}g")
    titles = ((group.get("id"), group.findtext(f"{SVG}title")) for group in groups)
    return {place: title for place, title in titles if place and title}


@EVERY_SCENE
def test_dice_show_faces_between_which_a_page_can_let_them_roll(book: Book, scene: str) -> None:
    """But for one that shows none, because it has not been rolled."""
    symbols = ElementTree.fromstring(presentation_of(book.game).board_svg()).iter(f"{SVG}symbol")
    faces = {each.get("id"): each.get("data-faces") for each in symbols}
    for view in views(book, scene, "en"):
        for piece in presentation_of(book.game).pieces(view):
            rolled = piece["symbol"].startswith("die-") and piece["symbol"] != "die-none"
            assert (faces[piece["symbol"]] is not None) == rolled


@EVERY_BOOK
def test_every_game_has_places_to_point_at(book: Book) -> None:
    ids = {
        each.get("id")
        for each in ElementTree.fromstring(presentation_of(book.game).board_svg()).iter()
    }
    pointed = {
        point["id"]
        for scene in book.scenes
        for view in views(book, scene, "en")
        for point in view["points"]
    }
    assert pointed & ids


# --- Pieces -------------------------------------------------------------------------------


@EVERY_SCENE
def test_pieces_lie_on_the_still(book: Book, scene: str) -> None:
    """Each has a key of its own, a symbol and a slot that are there, and lies in the picture."""
    for lang in LANGS:
        still = presentation_of(book.game).board_svg(lang)
        root = ElementTree.fromstring(still)
        symbols = {each.get("id") for each in root.iter(f"{SVG}symbol")}
        slots = {each.get("data-slot") for each in root.iter() if "data-slot" in each.attrib}
        left, top, width, height = map(float, (root.get("viewBox") or "").split())
        for view in views(book, scene, lang):
            pieces = presentation_of(book.game).pieces(view, lang)
            assert len(keys(pieces)) == len(pieces)
            for piece in pieces:
                assert piece["symbol"] in symbols
                assert piece["at"] in slots
                assert left <= piece["x"] <= left + width
                assert top <= piece["y"] <= top + height
                assert piece.get("size", 1) > 0
                assert "{" not in piece.get("label", "")
                assert ("text" in piece) == ("ink" in piece) == ("text_size" in piece)


@EVERY_SCENE
def test_pieces_are_plain_data_made_from_plain_data(book: Book, scene: str) -> None:
    """Both go through JSON unchanged: whoever has the view has the pieces."""
    for view in views(book, scene, "de"):
        pieces = presentation_of(book.game).pieces(view, "de")
        assert json.loads(json.dumps(pieces)) == pieces
        assert presentation_of(book.game).pieces(json.loads(json.dumps(view)), "de") == pieces
        known = DrawnPiece.__required_keys__ | DrawnPiece.__optional_keys__
        assert all(DrawnPiece.__required_keys__ <= piece.keys() <= known for piece in pieces)


@EVERY_SCENE
def test_a_drawing_is_the_still_with_the_pieces_on_it(book: Book, scene: str) -> None:
    """All of the still in its order but for what is told of places, and every piece once."""
    for lang in LANGS:
        still = re.sub(
            r"<title>[^<]*</title>", "", presentation_of(book.game).board_svg(lang)
        ).partition("</desc>")[2]
        for view in views(book, scene, lang):
            drawn = re.sub(r"<title>[^<]*</title>", "", presentation_of(book.game).draw(view, lang))
            rest = drawn
            for part in filter(None, SLOT.split(still.removesuffix("</svg>"))[::2]):
                _, found, rest = rest.partition(part)
                assert found
            for piece in presentation_of(book.game).pieces(view, lang):
                shape = re.sub(r"<title>[^<]*</title>", "", shown(piece))
                assert drawn.count(shape) == 1, piece["key"]


@EVERY_BOOK
def test_nothing_lies_there_before_somebody_sits_down_but_what_the_box_says(book: Book) -> None:
    pieces = presentation_of(book.game).pieces({})
    assert not any(piece["symbol"].startswith(("piece-", "die", "figure")) for piece in pieces)


# --- From move to move --------------------------------------------------------------------

MOST_CHANGED = 40
"""How many pieces a move may add or take away at most, all that it lights up included."""


@EVERY_BOOK
def test_a_move_changes_few_pieces_and_most_stay_as_they_are(book: Book) -> None:
    """So that a page has something to follow: over a game by lot, most keys stay."""
    game, rng = book.game, Random(3)
    state = game.setup(game.players[-1], game.complete(game.players[-1], {}))
    before = presentation_of(game).pieces(presentation_of(game).view(state, None))
    stayed = total = 0
    for _ in range(150):
        waiting = game.to_act(state)
        if not waiting:
            break
        state = game.apply(state, waiting[0], rng.choice(game.legal_moves(state, waiting[0])))
        after = presentation_of(game).pieces(presentation_of(game).view(state, None))
        assert len(keys(before) ^ keys(after)) <= MOST_CHANGED
        stayed += len(keys(before) & keys(after))
        total += len(keys(before))
        before = after
    assert stayed >= 0.8 * total
