"""What all trials share: whether an error is fit to be shown, and how transcripts find games."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from cruachan.engine import transcript
from cruachan.engine.errors import CruachanError, IllegalMove, OptionError
from cruachan.engine.texts import LANGS, LONGEST_SAID
from cruachan.games import GAMES, loader
from tests.protocol.book import AnyGame, Book

NAMES = ("Medb", "Ailill", "Fergus", "Nessa", "Derdriu", "Cu")


def refused(error: CruachanError) -> None:
    """An error must be fit to be shown, whatever it quotes."""
    for lang in LANGS:
        said = error.text(lang)
        assert said.strip()
        assert said.isprintable(), repr(said)
        assert len(said) <= LONGEST_SAID + 3
        if isinstance(error, IllegalMove):
            assert error.refusal.reason.isprintable()


@contextmanager
def suppress_ours() -> Iterator[None]:
    """Errors of ours are fine as long as they are fit to be shown."""
    try:
        yield
    except CruachanError as error:
        refused(error)


def loader_of(book: Book) -> transcript.Loader:
    """The loader of transcripts, which also knows games that live in the tests."""
    if book.game.name in GAMES:
        return loader()

    def load(name: str, board_name: str, board_digest: str) -> AnyGame:
        game = book.plain
        if (name, board_name, board_digest) != (game.name, game.board_name, game.board_digest):
            raise OptionError("?")
        return game

    return load
