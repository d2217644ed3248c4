"""Every refusal is true of the position it is said of."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from cruachan.engine.presentation import presentation_of
from cruachan.engine.texts import Texts
from tests.claims import NAMES, Case, Check, Claims, any_tries, read_reason
from tests.protocol.book import Book
from tests.protocol.shelf import books

WITH_CLAIMS = [pytest.param(book, id=name) for name, book in books().items() if book.claims]
FEW = 20
"""Too few cases to say anything."""
SOME = 40
"""Cases of each other reason that a check is held against, from all over the games."""
EVERY_CLAIM = pytest.mark.parametrize("book", WITH_CLAIMS)


def claims(book: Book) -> Claims:
    """How the reasons of this game are checked."""
    assert book.claims
    return book.claims


def refused(book: Book, state: Any, seat: int, move: Any) -> tuple[str, Any] | None:
    """The key of the reason against a move, and what it names; None if the move is legal."""
    read = claims(book).read
    if read:
        return read(book.plain, state, seat, move)
    english, german = (book.plain.why_not(state, seat, move, lang, NAMES) for lang in ("en", "de"))
    if english is None or german is None:
        return None
    key, said = read_reason(book.plain.package, english.reason)
    assert read_reason(book.plain.package, german.reason, "de")[0] == key
    return key, said


@EVERY_CLAIM
def test_there_is_a_check_for_every_reason(book: Book) -> None:
    """And none for a reason that is not there."""
    said = Texts(book.game.package, "en").table
    reasons = {key.removeprefix("why.") for key in said if key.startswith("why.")}
    assert reasons == claims(book).checks.keys() | claims(book).unchecked
    assert not claims(book).checks.keys() & claims(book).unchecked


@cache
def cases(name: str) -> dict[str, list[Case]]:
    """Refusals by the keys of their reasons: any moves of anybody, in all kinds of positions."""
    book = books()[name]
    found: dict[str, list[Case]] = {}
    table, seen = None, None
    for state, seat, move in (claims(book).tries or any_tries)(book, Random(1)):
        reason = refused(book, state, seat, move)
        if reason is None:
            continue
        if state is not table:
            table, seen = state, presentation_of(book.plain).view(state, None, NAMES)
        key, said = reason
        found.setdefault(key, []).append(Case(state, seen, seat, move, said))
    return found


@EVERY_CLAIM
def test_what_a_refusal_says_is_so(book: Book) -> None:
    """In positions by lot, and in those that the tests of a game have written down."""
    met = cases(book.game.name)
    for key, check in claims(book).checks.items():
        for case in met.get(key, ()):
            assert check(case), (
                f"{key} {case.said}: {book.plain.write_position(case.state)}, seat {case.seat}, "
                f"{book.plain.write_move(case.state, case.seat, case.move, case.seat)}"
            )
    assert len(met.keys() & claims(book).checks.keys()) > len(claims(book).checks) // 2


def holds(check: Check, case: Case) -> bool | None:
    """Whether a claim holds of another case; None where that does not name what it is about."""
    try:
        return bool(check(case))
    except (KeyError, IndexError, ValueError, AttributeError, TypeError, AssertionError):
        return None


def some(found: list[Case]) -> list[Case]:
    """Cases from the beginning to the end."""
    return found[:: len(found) // SOME + 1]


@EVERY_CLAIM
def test_what_one_refusal_says_is_not_so_of_all_others(book: Book) -> None:
    """A check that is content with everything would find nothing."""
    met = cases(book.game.name)
    for key, check in claims(book).checks.items():
        others = [case for other in met if other != key for case in some(met[other])]
        answers = [found for case in others if (found := holds(check, case)) is not None]
        assert False in answers or len(answers) < FEW, key
