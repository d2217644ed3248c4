"""Every game's picture is complete, well-formed, bilingual, and stands alone."""

from __future__ import annotations

import pytest

from cruachan.engine.presentation import presentation_of
from cruachan.engine.texts import LANGS, Lang
from tests.pictures import (
    assert_clear_everywhere,
    assert_complete,
    assert_stands_alone,
    parse,
    texts,
    titles,
)
from tests.protocol.book import AnyGame, Book
from tests.protocol.shelf import EVERY_BOOK, EVERY_SCENE, seats_of

NAMES = ("Anna", "Bríd & <Co>", "Conchobar mac Nessa", "Deirdre", "Eóghan", "Finn")


def picture(book: Book, scene: str, viewer: int | None, lang: Lang) -> str:
    """A scene as a viewer sees it drawn."""
    state = book.state(scene)
    names = NAMES[: seats_of(book.game, state)]
    return presentation_of(book.game).draw(
        presentation_of(book.game).view(state, viewer, names, lang), lang
    )


@EVERY_SCENE
def test_a_complete_picture(book: Book, scene: str) -> None:
    """For everybody in both languages; whatever players are called."""
    for viewer in book.viewers:
        for lang in LANGS:
            drawn = picture(book, scene, viewer, lang)
            root = parse(drawn)
            assert_complete(root, book.game.board, lang)
            assert_stands_alone(drawn)
            assert_clear_everywhere(drawn)
            assert book.game.title in titles(root)[0]
            assert "nan" not in drawn
            named = any(NAMES[1] in said for said in (*texts(root), *titles(root)))
            assert named == book.draws_players


@EVERY_SCENE
def test_a_view_may_know_more_than_is_drawn(book: Book, scene: str) -> None:
    """So that a page of tomorrow's views can still be drawn."""
    shown = presentation_of(book.game)
    seen = shown.view(book.state(scene), None)
    assert shown.draw({**seen, "something new": [1]}) == shown.draw(seen)


@pytest.mark.parametrize("lang", LANGS)
@EVERY_BOOK
def test_the_empty_boards(book: Book, lang: Lang) -> None:
    """Those of the box, before anybody sits down; their names, and whose they are."""
    for which in book.game.boards:
        game: AnyGame = type(book.game).on_board(which)
        drawn = presentation_of(game).draw(None, lang)
        assert drawn == presentation_of(game).draw({}, lang)
        root = parse(drawn)
        assert_complete(root, game.board, lang)
        assert_stands_alone(drawn)
        assert book.ours.get(lang, "") in " ".join(texts(root))


@EVERY_BOOK
def test_names_on_the_board_are_escaped(book: Book) -> None:
    """The board's and a place's, in what is read and in what a page finds them by."""
    if book.renamed is None:
        return
    game, name = book.renamed
    shown = presentation_of(game)
    begun = shown.view(game.setup(game.players[-1], {}), None)
    for drawn in (shown.draw(None), shown.draw(begun)):
        root = parse(drawn)
        assert name in texts(root)
        assert "I & <I>" in titles(root)[0]
        assert any(name in element.attrib.values() for element in root.iter())
