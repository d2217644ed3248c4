"""Positions at the bounds of a game, and all that is said of them.

Games by lot seldom come where a number is as large as it can be, so each game's tests make such
positions (`Fuzz.far`). What is said of them must be the same in every mode of the rules:
`python -m tests.bounds GAME` says it of those it reads, after the positions of games by lot.
"""

from __future__ import annotations

import gc
import hashlib
import json
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Any, cast

from cruachan.engine.errors import PositionError
from cruachan.engine.kernel import KernelGame
from cruachan.engine.presentation import presentation_of
from tests.walk import walk

if TYPE_CHECKING:
    from tests.protocol.book import Book

PLIES = 3
"""So far games are played on."""
SOME = 7
"""Of so many moves one is answered in words."""


def positions(book: Book, number: int, rng: Random) -> Iterator[str]:
    """All that the tests of a game have written down, and so many more by lot, played on a bit."""
    yield from book.scenes.values()
    yield from book.writing.good if book.writing else ()
    yield from (each.position for each in book.refusals.values() if each.game is None)
    assert book.fuzz
    game = book.plain
    while number:
        try:
            state = game.read_position(book.fuzz.far(rng))
        except PositionError:
            continue
        number -= 1
        yield game.write_position(state)
        for _ in range(PLIES):
            for seat in game.to_act(state):
                state = game.apply(state, seat, rng.choice(game.legal_moves(state, seat)))
                yield game.write_position(state)


def account(game: KernelGame[Any, Any, Any], text: str) -> str:
    """All that a game says of a position, and of those that follow from it."""
    state = game.read_position(text)
    kernel, board = game.kernel, game.board_tables
    said: list[Any] = [state.tobytes().hex(), game.write_position(state), game.outcome(state)]
    said += [int(kernel.winners(board, state)), int(kernel.way(board, state))]
    said += [int(kernel.rounds(state)), game.when(state)]
    seat = next(iter(game.to_act(state)), 0)
    said.append(presentation_of(game).view(state, seat))
    said.append([int(kernel.refuses(board, state, seat, move)) for move in range(kernel.moves)])
    said.append([str(game.why_not(state, seat, move)) for move in range(0, kernel.moves, SOME)])
    for move in game.legal_moves(state, seat):
        after = game.apply(state, seat, move)
        said += [move, after.tobytes().hex(), game.outcome(after)]
        said.append(presentation_of(game).tell(state, seat, move, after, None, (), "en"))
    return hashlib.sha256(json.dumps(said, default=str).encode()).hexdigest()


def accounts(name: str, texts: Iterable[str]) -> list[str]:
    """A line for each position."""
    book: Book = import_module(f"tests.{name}.book").BOOK
    game = cast(KernelGame[Any, Any, Any], book.plain)
    return [f"{text} {account(game, text)}" for text in map(str.strip, texts)]


if __name__ == "__main__":
    # A tenth of the time that compiling takes is the search for garbage.
    gc.disable()
    print("\n".join((*walk(sys.argv[1]), *accounts(sys.argv[1], sys.stdin))))
