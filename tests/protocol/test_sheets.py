"""What is shown beside the board: sheets that a page shows without knowing the game."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, get_args
from xml.etree import ElementTree

import pytest

from cruachan.engine.game import CHANCE
from cruachan.engine.presentation import presentation_of
from cruachan.engine.texts import DEFAULT_LANG, LANGS, Lang
from cruachan.engine.view import Entry, Sheet, Standing
from tests.leaks import Leak, compare, seen
from tests.pictures import SVG
from tests.protocol.book import Book
from tests.protocol.shelf import EVERY_BOOK, EVERY_SCENE, seats_of
from tests.tables import assert_plain, leaves

NAMES = ("Anna", "Bríd & <Co>", "Conchobar mac Nessa", "Deirdre", "Eóghan", "Finn")
LONGEST_LABEL = 24
"""So many letters fit on the narrow card of a seat; elsewhere an entry may be a sentence."""


def shown(book: Book, scene: str, lang: Lang = DEFAULT_LANG) -> Iterator[tuple[Any, list[Sheet]]]:
    """What all viewers see of a scene, and the sheets beside it."""
    state = book.state(scene)
    names = NAMES[: seats_of(book.game, state)]
    for viewer in book.viewers:
        view = presentation_of(book.game).view(state, viewer, names, lang)
        yield view, presentation_of(book.game).side_panels(view, lang)


def entries(sheets: list[Sheet]) -> Iterator[Entry]:
    return (entry for sheet in sheets for entry in sheet["entries"])


@EVERY_SCENE
def test_sheets_are_plain_data_made_from_plain_data(book: Book, scene: str) -> None:
    """Through JSON unchanged, with the fields that are promised and no place left to fill."""
    for lang in LANGS:
        for view, sheets in shown(book, scene, lang):
            assert_plain(sheets)
            assert presentation_of(book.game).side_panels(view, lang) == sheets
            assert not any("{" in leaf for leaf in leaves(sheets) if isinstance(leaf, str))
            assert all(sheet.keys() == Sheet.__required_keys__ for sheet in sheets)
            known = Entry.__required_keys__ | Entry.__optional_keys__
            assert all(Entry.__required_keys__ <= each.keys() <= known for each in entries(sheets))


@EVERY_SCENE
def test_every_seat_has_its_sheet_first(book: Book, scene: str) -> None:
    """In the order of the seats, under the name of whoever sits there; no two have one id."""
    for view, sheets in shown(book, scene):
        ids = [sheet["id"] for sheet in sheets]
        assert len(set(ids)) == len(ids)
        assert ids[: view["seats"]] == [f"seat:{seat}" for seat in range(view["seats"])]
        for player, sheet in zip(view["players"], sheets, strict=False):
            assert sheet["title"] == player["name"]
            assert not sheet["own"]
        for sheet in sheets:
            assert sheet["seat"] in (None, *range(view["seats"]))


@EVERY_SCENE
def test_what_is_own_is_for_the_viewer_alone(book: Book, scene: str) -> None:
    """A spectator has nothing of the kind; and nobody has somebody else's."""
    for view, sheets in shown(book, scene):
        own = {sheet["seat"] for sheet in sheets if sheet["own"]}
        assert own <= ({view["seat"]} if view["seat"] not in (None, CHANCE) else set())


@EVERY_SCENE
def test_every_entry_says_what_it_is(book: Book, scene: str) -> None:
    """In both languages, in a few words; a number that grows says how far it goes."""
    for lang in LANGS:
        for _, sheets in shown(book, scene, lang):
            for entry in entries([sheet for sheet in sheets if sheet["id"].startswith("seat:")]):
                assert len(entry["label"]) <= LONGEST_LABEL, entry["label"]
            for entry in entries(sheets):
                assert entry["label"].strip() == entry["label"] != ""
                assert entry.get("about", "-").strip()
                assert ("done" in entry) == ("of" in entry)
                assert entry.get("done", 0) >= 0
                assert entry.get("state", "done") in get_args(Standing)


@EVERY_SCENE
def test_an_entry_points_at_the_board(book: Book, scene: str) -> None:
    """At places of the still and at pieces that lie there; its symbol is one of the still."""
    for lang in LANGS:
        root = ElementTree.fromstring(presentation_of(book.game).board_svg(lang))
        symbols = {each.get("id") for each in root.iter(f"{SVG}symbol")}
        places = {each.get("id") for each in root.iter(f"{SVG}g")} - {None}
        for view, sheets in shown(book, scene, lang):
            there = places | {
                piece["key"] for piece in presentation_of(book.game).pieces(view, lang)
            }
            for entry in entries(sheets):
                assert set(entry.get("at", ())) <= there, entry
                assert len(set(entry.get("at", ()))) == len(entry.get("at", ()))
                assert entry.get("symbol") in {None, *symbols}, entry


@EVERY_SCENE
def test_both_languages_show_the_same(book: Book, scene: str) -> None:
    """The same sheets with as many entries, about the same places, in other words."""
    for (_, english), (_, german) in zip(
        shown(book, scene, "en"), shown(book, scene, "de"), strict=True
    ):
        assert [sheet["id"] for sheet in english] == [sheet["id"] for sheet in german]
        for here, there in zip(entries(english), entries(german), strict=True):
            same = ("at", "symbol", "done", "of", "state")
            assert [here.get(key) for key in same] == [there.get(key) for key in same]
            assert here.get("about") is None or here.get("about") != there.get("about")


@EVERY_BOOK
def test_sheets_are_right_all_through_a_game(book: Book) -> None:
    """Those of the seats come first, and all that is pointed at is there."""
    game, rng = book.game, Random(5)
    seats = game.players[-1]
    state = game.setup(seats, game.complete(seats, {}))
    places = {
        each.get("id")
        for each in ElementTree.fromstring(presentation_of(game).board_svg()).iter(f"{SVG}g")
    }
    for _ in range(120):
        waiting = game.to_act(state)
        if not waiting:
            break
        state = game.apply(state, waiting[0], rng.choice(game.legal_moves(state, waiting[0])))
        view = presentation_of(game).view(state, rng.choice((None, *range(seats))))
        sheets, there = (
            presentation_of(game).side_panels(view),
            {piece["key"] for piece in presentation_of(game).pieces(view)} | places,
        )
        assert [sheet["seat"] for sheet in sheets][:seats] == list(range(seats))
        assert all(set(entry.get("at", ())) <= there for entry in entries(sheets))


@EVERY_BOOK
def test_a_sheet_that_tells_a_secret_is_noticed(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The leak check reads sheets too."""
    game, state = book.game, book.state(next(iter(book.scenes)))
    heard = [list(seen(game, state, None, pictures=False))]
    honest = presentation_of(game).side_panels

    def leaky(view: Any, lang: Lang = DEFAULT_LANG) -> list[Sheet]:
        return [{**sheet, "title": "secret"} for sheet in honest(view, lang)]

    monkeypatch.setattr(presentation_of(game), "side_panels", leaky)
    heard.append(list(seen(game, state, None, pictures=False)))
    with pytest.raises(Leak, match="sheets"):
        compare(iter(heard[0]), iter(heard[1]), None)
