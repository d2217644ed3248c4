"""What refusals claim, read back from their sentences, so that it can be held against the table.

Each game's tests have a check for every reason it can refuse with: it gets what the sentence
names and looks itself, in the view that everybody has, whether it is so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from string import Formatter
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from cruachan.engine.game import CHANCE, Game
from cruachan.engine.kernel import KernelGame
from cruachan.engine.presentation import presentation_of
from cruachan.engine.texts import DEFAULT_LANG, Lang, Texts
from tests.bounds import positions
from tests.tables import moves_of

if TYPE_CHECKING:
    from tests.protocol.book import Book

NAMES = ("Medb", "Fergus", "Nessa", "Derdriu", "Naoise", "Conall")
FAR = 150
"""Positions by lot, each played on."""
EACH = 12
"""Moves that are tried in a position."""

AnyGame = Game[Any, Any]


class Case(NamedTuple):
    """A refusal, and of what it was said."""

    state: Any
    view: Any
    """As a spectator sees the table, in English, with these NAMES."""
    seat: int
    move: Any
    said: Mapping[str, Any]
    """What the reason names."""


Check = Callable[[Case], bool]
Try = tuple[Any, int, Any]
"""A state, a seat and a move."""


@dataclass(frozen=True)
class Claims:
    """How the reasons of a game are held against the table."""

    checks: Mapping[str, Check]
    """By their keys in the words of the game, without `why.`."""
    unchecked: frozenset[str] = frozenset()
    """Reasons that claim nothing of the table, or what only the rules themselves can tell."""
    tries: Callable[[Book, Random], Iterator[Try]] | None = None
    """Moves that may be refused; by lot at the bounds of a game whose moves are numbers."""
    read: Callable[[AnyGame, Any, int, Any], tuple[str, Mapping[str, Any]] | None] | None = None
    """The key of a reason and what it names, where the sentence is not to be read."""


@cache
def _patterns(package: str, lang: Lang) -> list[tuple[str, re.Pattern[str]]]:
    """All reasons of a game as they are said, those with the most words of their own first."""
    reasons = {k: t for k, t in Texts(package, lang).table.items() if k.startswith("why.")}
    found = []
    for key, text in reasons.items():
        parts = [
            re.escape(literal) + (f"(?P<{name}>.+)" if name else "")
            for literal, name, _, _ in Formatter().parse(text)
        ]
        own = sum(len(literal) for literal, *_ in Formatter().parse(text))
        found.append((own, key.removeprefix("why."), re.compile("".join(parts))))
    return [(key, pattern) for _, key, pattern in sorted(found, key=lambda each: -each[0])]


def read_reason(package: str, reason: str, lang: Lang = DEFAULT_LANG) -> tuple[str, dict[str, str]]:
    """The key of a sentence, and what it names."""
    for key, pattern in _patterns(package, lang):
        if match := pattern.fullmatch(reason):
            return key, match.groupdict()
    raise AssertionError(f"no reason of the game: {reason}")


def any_tries(book: Book, rng: Random) -> Iterator[Try]:
    """One for each reason, and any moves of any seats at the bounds of a game of numbers."""
    game = cast(KernelGame[Any, Any, Any], book.plain)
    for refused in book.refusals.values():
        if refused.game is None:
            state, move = game.read_position(refused.position), refused.move
            yield state, refused.seat, moves_of(game, state)[move] if type(move) is str else move
    for text in positions(book, FAR, rng):
        state = game.read_position(text)
        seats = len(presentation_of(game).view(state, None)["players"])
        for _ in range(EACH):
            seat = rng.choice((*game.to_act(state), *game.to_act(state), *range(CHANCE, seats)))
            yield state, seat, rng.randrange(game.kernel.moves)
