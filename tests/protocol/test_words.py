"""What is said to a move that is refused, and told of one that is made, in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from cruachan.engine.pieces import called
from cruachan.engine.presentation import presentation_of
from cruachan.engine.texts import LANGS, Lang, Texts
from tests.protocol.book import AnyGame, Book
from tests.protocol.shelf import EVERY_BOOK, cases, seats_of
from tests.tables import moves_of, rule_text

EVERY_REFUSAL = pytest.mark.parametrize(("book", "case"), cases(lambda book: book.refusals))
EVERY_TALE = pytest.mark.parametrize(("book", "tale"), cases(lambda book: book.tales))
NAMES = ("Medb", "Ailill", "Fergus")


def key(book: Book, case: str) -> str:
    """The key of a reason in the words of its game."""
    return f"why.{book.game.letter.lower()}{case}"


def reason(book: Book, case: str, lang: Lang, names: tuple[str, ...] = ()) -> str:
    """What is said of a case, once its rule has been looked at."""
    text, seat, move, rule, other = book.refusals[case]
    game = other or book.plain
    state = game.read_position(text)
    number = moves_of(game, state)[move] if isinstance(move, str) else move
    refusal = game.why_not(state, seat, number, lang, names)
    assert refusal is not None, f"{move} is legal"
    assert refusal.rule == rule
    assert refusal.text == rule_text(rule, lang, game=game)
    return refusal.reason


@EVERY_BOOK
def test_there_is_a_case_for_every_reason(book: Book) -> None:
    """And a reason for every case."""
    if book.refusals:
        said = Texts(book.game.package, "en").table
        reasons = {each for each in said if each.startswith("why.")}
        assert reasons == {key(book, case) for case in book.refusals}


@EVERY_REFUSAL
def test_every_refusal_has_its_reason_in_both_languages(book: Book, case: str) -> None:
    """A full sentence each, the one of its key, without a brace left over."""
    said = {lang: reason(book, case, lang) for lang in ("en", "de")}
    assert said["en"] != said["de"]
    for lang in ("en", "de"):
        assert said[lang].endswith(".")
        assert len(said[lang].split()) > 2
        assert "{" not in said[lang]
        table = Texts(book.game.package, lang).table
        assert said[lang].startswith(table[key(book, case)].split("{")[0])


@EVERY_REFUSAL
def test_a_rule_that_refuses_reads_as_a_sentence_of_its_own(book: Book, case: str) -> None:
    """It is shown alone beside the refusal, without the rule before it."""
    for lang in LANGS:
        text = rule_text(book.refusals[case].rule, lang, game=book.game)
        assert text[0].isupper(), text
        assert text.endswith("."), text


@pytest.mark.parametrize(("book", "case"), cases(lambda book: book.named))
def test_a_refusal_names_what_it_is_about(book: Book, case: str) -> None:
    """Places by their full names, players and numbers; players by the names they have said."""
    for lang in LANGS:
        pieces = dict(zip(called((), 6, "en"), called((), 6, lang), strict=True))
        said = reason(book, case, lang)
        for name in book.named[case]:
            assert pieces.get(name, name) in said
    people = dict(zip(called((), 3, "en"), NAMES, strict=True))
    said = reason(book, case, "en", NAMES)
    for name in book.named[case]:
        assert people.get(name, name) in said


@EVERY_BOOK
def test_before_the_lot_it_is_nobodys_turn(book: Book) -> None:
    """The reason must not name a player, least of all the one who is being refused."""
    state = book.state(next(iter(book.scenes)))
    for (seat, move), lang in ((early, lang) for early in book.too_early for lang in LANGS):
        number = moves_of(book.plain, state)[move]
        refusal = book.plain.why_not(state, seat, number, lang)
        assert refusal is not None
        assert not any(name in refusal.reason for name in called((), 6, lang))


# --- Tales --------------------------------------------------------------------------------


def told(game: AnyGame, text: str, move: str, lang: Lang, names: tuple[str, ...] = ()) -> str:
    """What a spectator is told of a move."""
    state: Any = game.read_position(text)
    (seat,) = game.to_act(state)
    number = moves_of(game, state)[move]
    assert game.why_not(state, seat, number) is None
    after = game.apply(state, seat, number)
    return presentation_of(game).tell(state, seat, number, after, None, names, lang)


@EVERY_TALE
def test_every_move_is_told_in_both_languages(book: Book, tale: str) -> None:
    """Whole sentences with the names in them, each with a capital letter first."""
    text, move, parts = book.tales[tale]
    english, german = (told(book.plain, text, move, lang) for lang in ("en", "de"))
    for part in parts:
        assert part in english
    assert english != german
    for said in (english, german):
        assert said.endswith(".")
        assert "{" not in said
        for sentence in said.rstrip(".").split(". "):
            assert sentence[0].isupper(), sentence


@EVERY_TALE
def test_players_are_called_by_their_names_in_tales(book: Book, tale: str) -> None:
    """Where they have said them."""
    text, move, parts = book.tales[tale]
    seats = seats_of(book.game, book.game.read_position(text))
    people = NAMES[:seats]
    pieces = called((), seats, "en")
    said = told(book.plain, text, move, "en", people)
    assert not any(piece in said for piece in pieces[: len(people)])
    for part in parts:
        for piece, name in zip(pieces, people, strict=False):
            part = part.replace(piece, name)
        assert part in said


@EVERY_BOOK
def test_every_way_to_end_has_a_word(book: Book) -> None:
    """Simulations print it."""
    game = book.game
    ways = game.kernel.ways if game.kernel else tuple(game.ends.values())
    assert ways
    for lang in LANGS:
        assert {f"way.{way}" for way in ways} <= Texts(game.package, lang).table.keys()
