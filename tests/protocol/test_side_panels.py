"""What is shown beside the board: side panels that a page shows without knowing the game."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, get_args
from xml.etree import ElementTree

import pytest

from cruachan.engine.game import CHANCE
from cruachan.engine.presentation import presentation_of
from cruachan.engine.texts import DEFAULT_LANG, LANGS, Lang
from cruachan.engine.view import PanelEntry, SidePanel, Standing
from tests.leaks import Leak, compare, seen
from tests.pictures import SVG
from tests.protocol.book import Book
from tests.protocol.shelf import EVERY_BOOK, EVERY_SCENE, seats_of
from tests.tables import assert_plain, leaves

NAMES = ("Anna", "Bríd & <Co>", "Conchobar mac Nessa", "Deirdre", "Eóghan", "Finn")
LONGEST_LABEL = 24
"""So many letters fit on the narrow card of a seat; elsewhere an entry may be a sentence."""


def shown(
    book: Book, scene: str, lang: Lang = DEFAULT_LANG
) -> Iterator[tuple[Any, list[SidePanel]]]:
    """What all viewers see of a scene, and the side panels beside it."""
    state = book.state(scene)
    names = NAMES[: seats_of(book.game, state)]
    for viewer in book.viewers:
        view = presentation_of(book.game).view(state, viewer, names, lang)
        yield view, presentation_of(book.game).side_panels(view, lang)


def entries(side_panels: list[SidePanel]) -> Iterator[PanelEntry]:
    return (entry for panel in side_panels for entry in panel["entries"])


@EVERY_SCENE
def test_sheets_are_plain_data_made_from_plain_data(book: Book, scene: str) -> None:
    """Through JSON unchanged, with the fields that are promised and no place left to fill."""
    for lang in LANGS:
        for view, side_panels in shown(book, scene, lang):
            assert_plain(side_panels)
            assert presentation_of(book.game).side_panels(view, lang) == side_panels
            assert not any("{" in leaf for leaf in leaves(side_panels) if isinstance(leaf, str))
            assert all(panel.keys() == SidePanel.__required_keys__ for panel in side_panels)
            known = PanelEntry.__required_keys__ | PanelEntry.__optional_keys__
            assert all(
                PanelEntry.__required_keys__ <= each.keys() <= known
                for each in entries(side_panels)
            )


@EVERY_SCENE
def test_every_seat_has_its_sheet_first(book: Book, scene: str) -> None:
    """In the order of the seats, under the name of whoever sits there; no two have one id."""
    for view, side_panels in shown(book, scene):
        ids = [panel["id"] for panel in side_panels]
        assert len(set(ids)) == len(ids)
        assert ids[: view["seats"]] == [f"seat:{seat}" for seat in range(view["seats"])]
        for player, panel in zip(view["players"], side_panels, strict=False):
            assert panel["title"] == player["name"]
            assert not panel["own"]
        for panel in side_panels:
            assert panel["seat"] in (None, *range(view["seats"]))


@EVERY_SCENE
def test_what_is_own_is_for_the_viewer_alone(book: Book, scene: str) -> None:
    """A spectator has nothing of the kind; and nobody has somebody else's."""
    for view, side_panels in shown(book, scene):
        own = {panel["seat"] for panel in side_panels if panel["own"]}
        assert own <= ({view["seat"]} if view["seat"] not in (None, CHANCE) else set())


@EVERY_SCENE
def test_every_entry_says_what_it_is(book: Book, scene: str) -> None:
    """In both languages, in a few words; a number that grows says how far it goes."""
    for lang in LANGS:
        for _, side_panels in shown(book, scene, lang):
            for entry in entries(
                [panel for panel in side_panels if panel["id"].startswith("seat:")]
            ):
                assert len(entry["label"]) <= LONGEST_LABEL, entry["label"]
            for entry in entries(side_panels):
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
        for view, side_panels in shown(book, scene, lang):
            there = places | {
                piece["key"] for piece in presentation_of(book.game).pieces(view, lang)
            }
            for entry in entries(side_panels):
                assert set(entry.get("at", ())) <= there, entry
                assert len(set(entry.get("at", ()))) == len(entry.get("at", ()))
                assert entry.get("symbol") in {None, *symbols}, entry


@EVERY_SCENE
def test_both_languages_show_the_same(book: Book, scene: str) -> None:
    """The same side panels with as many entries, about the same places, in other words."""
    for (_, english), (_, german) in zip(
        shown(book, scene, "en"), shown(book, scene, "de"), strict=True
    ):
        assert [panel["id"] for panel in english] == [panel["id"] for panel in german]
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
        side_panels, there = (
            presentation_of(game).side_panels(view),
            {piece["key"] for piece in presentation_of(game).pieces(view)} | places,
        )
        assert [panel["seat"] for panel in side_panels][:seats] == list(range(seats))
        assert all(set(entry.get("at", ())) <= there for entry in entries(side_panels))


@EVERY_BOOK
def test_a_sheet_that_tells_a_secret_is_noticed(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The leak check reads side panels too."""
    game, state = book.game, book.state(next(iter(book.scenes)))
    heard = [list(seen(game, state, None, pictures=False))]
    honest = presentation_of(game).side_panels

    def leaky(view: Any, lang: Lang = DEFAULT_LANG) -> list[SidePanel]:
        return [{**panel, "title": "secret"} for panel in honest(view, lang)]

    monkeypatch.setattr(presentation_of(game), "side_panels", leaky)
    heard.append(list(seen(game, state, None, pictures=False)))
    with pytest.raises(Leak, match="sheets"):
        compare(iter(heard[0]), iter(heard[1]), None)
