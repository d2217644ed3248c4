"""Moves as people type them: what is understood, what is asked back, and what is refused."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cruachan.engine.errors import AmbiguousMove, IllegalMove, MoveError, UnreadableMove
from cruachan.engine.texts import LANGS, Lang
from tests.protocol.book import Book, Typed
from tests.protocol.shelf import actor_of, books, cases
from tests.tables import assert_moves_or_errors, rule_text

WITH_TYPING = [pytest.param(book, id=name) for name, book in books().items() if book.typing]
EVERY_TYPING = pytest.mark.parametrize("book", WITH_TYPING)


def listed(what: str) -> list[Any]:
    """Each book with what it lists under a name, by number."""
    return cases(lambda book: range(len(getattr(book.typing, what))) if book.typing else ())


def read(book: Book, typed: Typed, lang: Lang) -> str:
    """The notation of the move that the words mean."""
    state = book.game.read_position(typed.position)
    seat = actor_of(book.game, state)
    return book.plain.write_move(state, seat, book.game.read_move(state, seat, typed.words, lang))


def answer(book: Book, typed: Typed, lang: Lang, error: type[MoveError]) -> Any:
    """The error that the words bring."""
    with pytest.raises(error) as caught:
        read(book, typed, lang)
    assert type(caught.value) is error
    assert "{" not in str(caught.value)
    return caught.value


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("book", "number"), listed("no_moves"))
def test_words_that_are_no_move(book: Book, number: int, lang: Lang) -> None:
    """What is said quotes the words or shows how a move looks."""
    assert book.typing
    typed = book.typing.no_moves[number]
    said = str(answer(book, typed, lang, UnreadableMove))
    assert said.endswith((".", "?"))
    assert any(part.lower() in said.lower() for part in typed.wanted), said


@EVERY_TYPING
def test_words_that_are_no_move_in_both_languages(book: Book) -> None:
    """The answer to nonsense quotes it, in the language of whoever typed it."""
    assert book.typing
    words = book.typing.nonsense.words
    english, german = (
        str(answer(book, book.typing.nonsense, lang, UnreadableMove)) for lang in ("en", "de")
    )
    assert english.startswith(f"'{words}' is not a move.")
    assert german.startswith(f"'{words}' ist kein Zug.")


@pytest.mark.parametrize("lang", LANGS)
@EVERY_TYPING
def test_the_moves_that_an_error_recommends_can_be_typed(book: Book, lang: Lang) -> None:
    """Whoever follows the advice of the program is understood by it."""
    assert book.typing
    nonsense = book.typing.nonsense
    advice = str(answer(book, nonsense, lang, UnreadableMove)).rsplit(": ")[-1]
    empty = str(answer(book, nonsense._replace(words=""), lang, UnreadableMove)).rsplit(": ")[-1]
    moves = advice.rstrip(".").split(", ")
    assert len(moves) == nonsense.wanted
    for words in (*moves, empty.rstrip(".").split(", ")[0]):
        with contextlib.suppress(IllegalMove):
            assert read(book, nonsense._replace(words=words), lang)


@pytest.mark.parametrize("lang", LANGS)
@EVERY_TYPING
def test_a_name_spelt_a_little_wrong(book: Book, lang: Lang) -> None:
    """The nearest one is proposed, and nothing is played."""
    assert book.typing
    typed = book.typing.misspelt
    said = {"en": f"Did you mean {typed.wanted}?", "de": f"Ist {typed.wanted} gemeint?"}[lang]
    assert said in str(answer(book, typed, lang, UnreadableMove))


@pytest.mark.parametrize("lang", LANGS)
@EVERY_TYPING
def test_a_name_that_is_not_there(book: Book, lang: Lang) -> None:
    """It is named."""
    assert book.typing
    typed = book.typing.unknown
    said = str(answer(book, typed, lang, UnreadableMove))
    assert typed.wanted in said
    assert said.startswith({"en": "There is no", "de": "Es gibt keine"}[lang])


@pytest.mark.parametrize("lang", LANGS)
@EVERY_TYPING
def test_a_beginning_that_several_names_share(book: Book, lang: Lang) -> None:
    """All of them are named."""
    assert book.typing
    typed = book.typing.shared
    error = answer(book, typed, lang, AmbiguousMove)
    assert {"en": "could be", "de": "kann"}[lang] in str(error)
    assert all(name in str(error) for name in typed.wanted)
    assert len(typed.wanted) > 1
    assert sorted(error.candidates) == sorted(typed.wanted)


@pytest.mark.parametrize(("book", "number"), listed("ambiguous"))
def test_words_that_fit_several_moves(book: Book, number: int) -> None:
    """The answer says what to choose from, and the candidates can be typed as they are."""
    assert book.typing
    typed = book.typing.ambiguous[number]
    said = {}
    for lang in LANGS:
        error = answer(book, typed, lang, AmbiguousMove)
        assert error.candidates == typed.wanted
        said[lang] = str(error)
        assert f"'{typed.words}'" in said[lang]
        assert all(candidate in said[lang] for candidate in typed.wanted)
        for words in typed.wanted:
            assert read(book, typed._replace(words=words), lang) == words
    assert said["en"] != said["de"]


@pytest.mark.parametrize(("book", "number"), listed("refused"))
def test_words_that_a_rule_refuses(book: Book, number: int) -> None:
    """The answer names the case and the rule, and carries the rule's text."""
    assert book.typing
    typed = book.typing.refused[number]
    rule, *parts = typed.wanted
    for at, lang in enumerate(("en", "de")):
        error = answer(book, typed, lang, IllegalMove)
        assert f"({rule})" in str(error)
        assert error.refusal.text == rule_text(rule, lang, game=book.game)
        assert not parts or parts[at] in str(error)


@EVERY_TYPING
def test_whatever_is_typed_the_answer_is_a_move_or_an_error_for_people(book: Book) -> None:
    """Texts of the game in any order and number, in all its scenes."""
    assert book.typing
    states = [book.state(scene) for scene in book.scenes]
    assert_moves_or_errors(book.game, book.typing.parts, states)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.sampled_from(list(books().values())), st.text(max_size=30))
def test_any_text_at_all_is_a_move_or_an_error_for_people(book: Book, words: str) -> None:
    """Not only words of the game."""
    scene = list(book.scenes)[len(book.scenes) // 2]
    with contextlib.suppress(MoveError):
        assert read(book, Typed(book.scenes[scene], words), "en")
