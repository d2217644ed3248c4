"""The books of all games, and tests over them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from typing import Any

import pytest

from cruachan.engine.game import CHANCE
from cruachan.engine.presentation import presentation_of
from cruachan.games import GAMES
from tests.protocol.book import AnyGame, Book

TOYS = ("cairn",)
"""Games that live in the tests."""


@cache
def books() -> dict[str, Book]:
    """The books of all games of the house, and of those that live in the tests."""
    return {name: import_module(f"tests.{name}.book").BOOK for name in (*GAMES, *TOYS)}


def cases(of: Callable[[Book], Iterable[Any]]) -> list[Any]:
    """Each book with each of the things it has, as parameters of a test."""
    return [
        pytest.param(book, each, id=f"{name}-{each}".replace(" ", "_")[:60])
        for name, book in books().items()
        for each in of(book)
    ]


EVERY_BOOK = pytest.mark.parametrize("book", books().values(), ids=list(books()))
EVERY_SCENE = pytest.mark.parametrize(("book", "scene"), cases(lambda book: book.scenes))


def numbered(items: Iterable[Any]) -> range:
    """The indices of items, to call tests by."""
    return range(len(tuple(items)))


def seats_of(game: AnyGame, state: Any) -> int:
    """How many sit at the table."""
    return int(presentation_of(game).view(state, None)["seats"])


def actor_of(game: AnyGame, state: Any) -> int:
    """The first seat that the game waits for; chance, where nobody is."""
    return next(iter(game.to_act(state)), CHANCE)
