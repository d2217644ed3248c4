"""Which of several figures a reading is applied to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, combinations, islice

from cruachan.games.shent.core.reading import Act, Target
from cruachan.games.shent.core.state import State, value

MOST_TARGETS = 20
"""How many choices of several figures are offered."""
MOST_PARTED = 8
"""Of how many figures all parts are looked at."""


def parts(pieces: list[int], fits: Callable[[Target], bool]) -> list[Target]:
    """Which of several figures: all, each one, then ever smaller parts; not too many.

    The order does not depend on `fits`: what is offered for any strength and still fits the one
    that is drawn is offered for that one too.
    """
    return list(islice(filter(fits, _parts(pieces)), MOST_TARGETS))


def _parts(pieces: list[int]) -> Iterator[Target]:
    if len(pieces) > 1:
        yield tuple(pieces)
    yield from ((piece,) for piece in pieces)
    few = pieces[:MOST_PARTED]
    sizes = range(min(len(pieces) - 1, len(few)), 1, -1)
    yield from chain.from_iterable(combinations(few, size) for size in sizes)


def most(pieces: list[int], number: int) -> list[Target]:
    """The most figures that may be chosen."""
    if not pieces:
        return []
    if len(pieces) <= number:
        return [tuple(pieces)]
    return list(islice(combinations(pieces, number), MOST_TARGETS))


def up_to(state: State, act: Act, pieces: Iterable[int]) -> list[Target]:
    """Up to S figures: all, or which of them; a caster may be content with the best ones."""
    best = sorted(pieces, key=lambda piece: (-value(state.pieces[piece]), piece))
    size = min(act.strength, len(best))
    if not size:
        return []
    if act.magic:
        firsts = [tuple(best[:count]) for count in range(size, 1, -1)]
        return firsts + [(piece,) for piece in best]
    return list(islice(combinations(best, size), MOST_TARGETS))
