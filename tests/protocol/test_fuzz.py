"""Random games from the first lot to the result: what must hold after every single move.

CRUACHAN_FUZZ_GAMES sets how many games of each game are played.
"""

from __future__ import annotations

import os
from random import Random
from typing import Any, cast

import numpy as np
import pytest

from cruachan.engine import record
from cruachan.engine.errors import IllegalMove, UndoError
from cruachan.engine.game import CHANCE
from cruachan.engine.kernel import KernelGame
from cruachan.engine.match import Match, Player
from cruachan.engine.texts import LANGS
from tests.many import permitted
from tests.protocol.book import Book, Fuzz
from tests.protocol.shelf import books

PEOPLE = [Player(name) for name in ("Medb", "Ailill", "Fergus", "Nessa", "Derdriu")]
OFTEN = 0.4
"""How many of the positions are written and read back."""
AnyKernelGame = KernelGame[Any, Any, Any]


def fuzz(book: Book) -> Fuzz:
    """How games by lot of this game are looked at."""
    assert book.fuzz
    return book.fuzz


TABLES = [
    pytest.param(book, number, id=f"{name}-{table.name}", marks=book.fuzz.mark)
    for name, book in books().items()
    if book.fuzz
    for number, table in enumerate(book.fuzz.tables)
]


def check_moves(game: AnyKernelGame, state: Any, seats: int, rng: Random) -> None:
    """What is legal is exactly what no rule refuses, and each move reads back as itself."""
    waited_for = game.to_act(state)
    every = np.zeros(game.kernel.moves, np.int16)
    for seat in range(CHANCE, seats):
        legal = game.legal_moves(state, seat)
        if seat in waited_for:
            total = permitted(game.kernel)(game.board_tables, state, seat, every)
            assert sorted(legal) == every[:total].tolist()
            assert game.kernel.most_moves >= len(legal) == len(set(legal)) > 0
            for move in rng.sample(legal, min(2, len(legal))):
                text = game.write_move(state, seat, move, seat)
                assert game.read_move(state, seat, text) == move
        else:
            assert legal == []
            assert (
                game.kernel.refuses(
                    game.board_tables, state, seat, rng.randrange(game.kernel.moves)
                )
                > 0
            )


def check_position(game: AnyKernelGame, state: Any, unwritten: frozenset[str]) -> None:
    """The notation holds the whole state, byte for byte, but for what the game leaves out."""
    text = game.write_position(state)
    again = game.read_position(text)
    if not unwritten:
        assert record.same(again, state)
        return
    for name in state.dtype.names:
        assert name in unwritten or (again[name] == state[name]).all(), name
    assert game.write_position(again) == text
    assert game.to_act(again) == game.to_act(state)
    for seat in game.to_act(state):
        assert sorted(game.legal_moves(again, seat)) == sorted(game.legal_moves(state, seat))


def take_back_and_again(match: Match[Any, int], seat: int, before: Any) -> None:
    """A move taken back leaves no trace, and made again it does the same."""
    after = match.state
    move = match.history[-1].move
    if match.why_no_undo(seat):
        assert match.game.reveals(before, seat, move)
        with pytest.raises(UndoError):
            match.undo(seat)
        return
    assert match.undo(seat).move == move
    assert record.same(match.state, before)
    assert match.redo(seat).move == move
    assert record.same(match.state, after)
    with pytest.raises(UndoError):
        match.redo(seat)


def try_something_illegal(match: Match[Any, int], moves: int, rng: Random) -> None:
    """A refused move changes nothing, whoever tries it, and the reason can be told."""
    seat, move = rng.randrange(len(match.players)), rng.randrange(moves)
    if move not in match.legal_moves(seat):
        before = record.copy(match.state)
        for lang in LANGS:
            with pytest.raises(IllegalMove) as caught:
                match.play(seat, move, lang)
            assert "{" not in str(caught.value)
        assert record.same(match.state, before)


def play(game: AnyKernelGame, book: Book, seats: int, options: dict[str, str], rng: Random) -> Any:
    """One whole game, checked after every move."""
    match = Match(game, PEOPLE[:seats], options, seed=rng.randbytes(32))
    while match.to_act:
        (seat,) = match.to_act
        before = record.copy(match.state)
        if rng.random() < OFTEN:
            check_position(game, before, fuzz(book).unwritten)
        check_moves(game, before, seats, rng)
        if seat == CHANCE:
            match.roll()
            for player in range(seats):
                with pytest.raises(UndoError):
                    match.undo(player)
        else:
            if rng.random() < 0.1:
                try_something_illegal(match, game.kernel.moves, rng)
            match.play(seat, rng.choice(match.legal_moves(seat)))
            if rng.random() < 0.3:
                take_back_and_again(match, seat, before)
        assert record.same(match.state_at(len(match.history) - 1), before)
        fuzz(book).check(game, before, match.state)
    check_position(game, match.state, fuzz(book).unwritten)
    return match


@pytest.mark.parametrize(("book", "number"), TABLES)
def test_random_games(book: Book, number: int) -> None:
    """Each comes to its end, and can be told to everybody in both languages."""
    game, seats, options = fuzz(book).tables[number]
    games = int(os.environ.get("CRUACHAN_FUZZ_GAMES", fuzz(book).games))
    for each in range(number, games, len(fuzz(book).tables)):
        rng = Random(f"{seats} {game.board_name} {options} {each}")
        match = play(cast(AnyKernelGame, game), book, seats, options, rng)
        assert match.outcome is not None
        assert match.outcome.winners
        fuzz(book).ended(match)
        for viewer in (None, *range(seats)) if game.secrets else (None,):
            log = list(match.log(viewer, rng.choice(LANGS)))
            assert len(log) == len(match.history)
            assert all(told and "{" not in told for told in log)
