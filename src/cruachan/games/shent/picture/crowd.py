"""Where what is in a land stands: in rows below its name, as far as the land is wide.

However many come together, they stay inside their land and can be told apart: they grow smaller
down to a size that is still legible, then those who are alike stand as one with their number, and
at last a stone says how many more there are.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from cruachan.engine.boardfile import Point, Ring
from cruachan.engine.view import DrawnPiece
from cruachan.games.shent.components.board import Land

RADII = (16.0, 14.0, 12.0, 10.5, 9.4)
"""How great things are drawn: as great as all of them find room."""
TOP, BOTTOM = -6.0, 70.0
"""Between which heights they stand, seen from the land's seat."""
STEP = 2.4
HALF = 1.2
"""How wide a place is, and how far a thing reaches from its middle, in radii."""


class Thing(NamedTuple):
    """Something that is in a land."""

    alike: Hashable
    """A key that equal-looking things share, by which they are stacked."""
    words: str
    lay: Callable[[float, float, float], Iterable[DrawnPiece]]
    """From its middle and radius."""
    key: str = ""
    many: int = 1


class Spot(NamedTuple):
    """Where a thing stands; without one, the stone that says how many more there are."""

    thing: Thing | None
    x: float
    y: float
    radius: float
    left_out: tuple[Thing, ...] = ()


def stand(land: Land, figures: Sequence[Thing], others: Sequence[Thing]) -> list[Spot]:
    """Where figures stand, and below them marker, building and tokens."""
    for things, rest in ((figures, others), (_counted(figures), _counted(others))):
        for radius in RADII:
            places = _places(land, radius, len(things), len(rest))
            if places is not None:
                return [
                    Spot(thing, x, y, radius)
                    for thing, (x, y) in zip([*things, *rest], places, strict=True)
                ]
    return _with_stone(land, [*_counted(others), *_counted(figures)])


def _counted(things: Sequence[Thing]) -> list[Thing]:
    """The things of a land with equal ones stacked."""
    found: dict[Hashable, Thing] = {}
    for thing in things:
        known = found.get(thing.alike)
        found[thing.alike] = thing._replace(many=known.many + 1) if known else thing
    return list(found.values())


def _with_stone(land: Land, things: list[Thing]) -> list[Spot]:
    """The things that fit, and one stone that stands for the others."""
    radius = RADII[-1]
    room = sum(capacity for _, _, _, capacity in _rows(land, radius))
    shown, left_out = things[: max(room - 1, 0)], tuple(things[max(room - 1, 0) :])
    places = _places(land, radius, len(shown) + 1, 0) or [land.seat]
    spots = [Spot(thing, x, y, radius) for thing, (x, y) in zip(shown, places[:-1], strict=True)]
    return [*spots, Spot(None, *places[-1], radius, left_out)]


def _places(land: Land, radius: float, figures: int, others: int) -> list[Point] | None:
    """A place for each of so many figures and, from the next row on, other things.

    Where that does not suffice, the other things follow in the same row; None without room.
    """
    rows = _rows(land, radius)
    for parts in ((figures, others), (figures + others,)):
        found: list[Point] = []
        free = rows
        for many in parts:
            taken = _fill(free, many, land.seat[0])
            if taken is None:
                break
            found += [place for row in taken for place in row]
            free = free[len(taken) :]
        else:
            return found
    return None


Row = tuple[float, float, float, int]
"""The left and the right end of a row, its height, and how many find room there."""


def _fill(rows: Sequence[Row], many: int, middle: float) -> list[list[Point]] | None:
    """The places of so many things in the first rows that have room for them, evenly."""
    needed = next((n for n in range(len(rows) + 1) if sum(r[3] for r in rows[:n]) >= many), None)
    if needed is None:
        return None
    filled: list[list[Point]] = []
    for number, (left, right, y, capacity) in enumerate(rows[:needed]):
        later = rows[number + 1 : needed]
        evenly = -(-many // (len(later) + 1))
        here = min(capacity, max(evenly, many - sum(row[3] for row in later)))
        step = (right - left) / capacity
        half = step * here / 2
        x = min(max(middle, left + half), right - half)
        filled.append([(x + step * (n - (here - 1) / 2), y) for n in range(here)])
        many -= here
    return filled


@cache
def _rows(land: Land, radius: float) -> list[Row]:
    """The rows that lie inside a land for things of this size, from above."""
    found: list[Row] = []
    top = land.seat[1] + TOP
    while top + 2 * HALF * radius <= land.seat[1] + BOTTOM:
        bottom = top + 2 * HALF * radius
        left, right = _span(land, top, bottom)
        capacity = int((right - left) / (STEP * radius))
        if capacity:
            found.append((left, right, (top + bottom) / 2, capacity))
        top = bottom
    return found


def _span(land: Land, top: float, bottom: float) -> tuple[float, float]:
    """How far a land reaches to both sides of its seat at all heights between these."""
    left, right = land.seat[0] - 70, land.seat[0] + 70
    heights = {top, bottom, *(y for ring in land.outline for _, y in ring if top < y < bottom)}
    for y in heights:
        around = (pair for ring in land.outline for pair in _crossings(ring, y))
        here = next((pair for pair in around if pair[0] <= land.seat[0] <= pair[1]), None)
        if here is None:
            return land.seat[0], land.seat[0]
        left, right = max(left, here[0] + 2), min(right, here[1] - 2)
    return left, max(left, right)


def _crossings(ring: Ring, y: float) -> Iterator[tuple[float, float]]:
    """The stretches of a level line that lie inside a ring."""
    sides = pairwise([*ring, ring[0]])
    cuts = sorted(
        x1 + (y - y1) * (x2 - x1) / (y2 - y1)
        for (x1, y1), (x2, y2) in sides
        if (y1 > y) != (y2 > y)
    )
    return zip(cuts[::2], cuts[1::2], strict=True)
