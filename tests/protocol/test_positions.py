"""Positions in a line: written, read back, and refused with a reason."""

from __future__ import annotations

import contextlib
import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cruachan.engine import record
from cruachan.engine.errors import PositionError
from tests.protocol.book import Book, Writing
from tests.protocol.shelf import EVERY_BOOK, books, cases


def writing(book: Book) -> Writing:
    """How positions of this game are written."""
    assert book.writing
    return book.writing


WITH_WRITING = [pytest.param(book, id=name) for name, book in books().items() if book.writing]
EVERY_WRITING = pytest.mark.parametrize("book", WITH_WRITING)
EVERY_MISTAKE = cases(lambda book: range(len(book.writing.wrong)) if book.writing else ())
NO_GAME = cases(lambda book: book.writing.unreachable if book.writing else ())


@EVERY_WRITING
def test_positions_are_read_and_written_back(book: Book) -> None:
    """To the letter, and to the same record."""
    for text in (*writing(book).good, writing(book).base):
        state = book.game.read_position(text)
        assert book.game.write_position(state) == text
        assert record.same(book.game.read_position(text), state)


@pytest.mark.parametrize(("book", "number"), EVERY_MISTAKE)
def test_a_position_that_is_wrong_is_refused_and_says_where(book: Book, number: int) -> None:
    """One part of a good position is made wrong at a time; it is said in both languages."""
    base = writing(book).base
    wrong, right, said = writing(book).wrong[number]
    assert wrong in base
    with pytest.raises(PositionError, match=said) as caught:
        book.game.read_position(base.replace(wrong, right))
    assert caught.value.text("de") != caught.value.text("en")


@EVERY_WRITING
def test_a_number_that_is_far_too_large_is_an_error_for_people(book: Book) -> None:
    """Not an OverflowError of NumPy or a ValueError of Python, which nobody catches."""
    for text in (writing(book).base, *writing(book).good):
        for number in re.finditer(r"\d+", text):
            for large in ("99999", number[0][0] * 5000):
                with contextlib.suppress(PositionError):
                    huge = text[: number.start()] + large + text[number.end() :]
                    assert book.game.read_position(huge) is None, huge[:200]


@pytest.mark.parametrize(("book", "name"), NO_GAME)
def test_a_position_that_no_game_can_reach_is_refused(book: Book, name: str) -> None:
    """PositionError is promised for what "the rules do not allow"."""
    with pytest.raises(PositionError):
        book.game.read_position(writing(book).unreachable[name])


@EVERY_WRITING
def test_whatever_is_read_the_answer_is_a_position_or_an_error_for_people(book: Book) -> None:
    """Good positions with a few characters changed, dropped or doubled; each can be played on."""
    game, rng = book.game, Random(2)
    texts = [writing(book).base, *writing(book).good, *book.scenes.values()]
    read_back = 0
    for _ in range(4000):
        text = rng.choice(texts)
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(text))
            new = rng.choice(["", rng.choice(writing(book).letters), text[at] * 2])
            text = text[:at] + new + text[at + 1 :]
        try:
            state = game.read_position(text)
        except PositionError:
            continue
        read_back += 1
        again = game.write_position(state)
        assert game.write_position(game.read_position(again)) == again, text
        assert game.secrets or record.same(game.read_position(again), state), text
        in_order = writing(book).in_order
        assert in_order is None or again == in_order(text)
        for seat in game.to_act(state):
            assert game.legal_moves(state, seat), text
    assert 10 < read_back < 3500


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.sampled_from(list(books().values())), st.text(max_size=60))
def test_any_text_at_all_is_a_position_or_an_error_for_people(book: Book, text: str) -> None:
    """Not only letters of the notation."""
    with contextlib.suppress(PositionError):
        assert book.game.write_position(book.game.read_position(text))


@EVERY_BOOK
def test_a_new_table_is_written_and_read_back(book: Book) -> None:
    """For every number of players and every value of every option."""
    game = book.game
    for seats in game.players:
        for option in game.options:
            for value in option.choices:
                text = game.write_position(game.setup(seats, {option.name: value}))
                assert game.write_position(game.read_position(text)) == text
