"""Putting labels where they belong on a grid of characters, without one hiding another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import floor

Point = tuple[float, float]


@dataclass(frozen=True)
class BoardFrame:
    """The part of the plane that is drawn, and the grid of characters it is drawn on."""

    left: float
    top: float
    right: float
    bottom: float
    columns: int
    rows: int

    def cell(self, point: Point) -> Point:
        """Where a point lies on the grid: column and row, not yet rounded."""
        across = (point[0] - self.left) / (self.right - self.left or 1)
        down = (point[1] - self.top) / (self.bottom - self.top or 1)
        return across * (self.columns - 1), down * (self.rows - 1)

    def point(self, column: int, row: int) -> Point:
        """The middle of a character, in the plane."""
        x = self.left + (column + 0.5) / self.columns * (self.right - self.left)
        y = self.top + (row + 0.5) / self.rows * (self.bottom - self.top)
        return x, y


@dataclass(frozen=True)
class BoardSpot:
    """A box of characters: its upper left corner and its size."""

    column: int
    row: int
    width: int
    height: int


def spread(
    centres: Sequence[Point],
    widths: Sequence[int],
    height: int | Sequence[int],
    columns: int,
    rows: int,
    taken: Sequence[BoardSpot] = (),
) -> list[BoardSpot]:
    """A spot for each label: the free one nearest to its centre; below all where none is free."""
    heights = [height] * len(centres) if isinstance(height, int) else height
    placed = list(taken)
    for centre, width, high in zip(centres, widths, heights, strict=True):
        near: BoardSpot | None = None
        for row in range(rows - high + 1):
            # Further away than this no spot of the row can be nearer.
            straight = (2 * (row + high / 2 - centre[1])) ** 2
            if near is None or straight < _distance(centre, near):
                for spot in _free_in_row(centre, row, width, high, columns, placed):
                    if near is None or _distance(centre, spot) < _distance(centre, near):
                        near = spot
        below = max((spot.row + spot.height for spot in placed), default=0)
        placed.append(near or BoardSpot(0, below, width, high))
    return placed[len(taken) :]


def _free_in_row(
    centre: Point, row: int, width: int, high: int, columns: int, placed: Sequence[BoardSpot]
) -> list[BoardSpot]:
    """The free spots of a row nearest to a centre: to the left of it and to the right.

    There is a space between two labels that stand side by side.
    """
    hidden = [
        range(spot.column - width, spot.column + spot.width + 1)
        for spot in placed
        if row < spot.row + spot.height and spot.row < row + high
    ]
    last = columns - width
    middle = min(max(floor(centre[0] - width / 2), -1), last)
    found = []
    for column, step in ((middle, -1), (middle + 1, 1)):
        while any(column in each for each in hidden):
            column += step
        if 0 <= column <= last:
            found.append(BoardSpot(column, row, width, high))
    return found


def _distance(centre: Point, spot: BoardSpot) -> float:
    across = spot.column + spot.width / 2 - centre[0]
    down = spot.row + spot.height / 2 - centre[1]
    # A character is about twice as high as wide.
    return across**2 + (2 * down) ** 2


def ranked(centres: Sequence[Point], width: int, columns: int, rows: int) -> list[BoardSpot]:
    """A spot for each label of one row: what lies further up is never further down.

    From top to bottom the labels are cut into rows, each of as many as fit beside each other, so
    that all of them together are as near to their centres as can be; more rows where it must be.
    """
    order = sorted(range(len(centres)), key=lambda each: centres[each][1])
    most = max((columns + 1) // (width + 1), 1)
    rows = max(rows, -(-len(order) // most))
    best: dict[int, tuple[float, list[BoardSpot]]] = {0: (0.0, [])}
    for row in range(rows):
        found = dict(best)
        for done, (cost, spots) in best.items():
            for size in range(1, min(most, len(order) - done) + 1):
                there = [centres[each] for each in order[done : done + size]]
                new = _beside(there, width, columns, row)
                price = cost + sum(map(_distance, there, new))
                if done + size not in found or price < found[done + size][0]:
                    found[done + size] = price, spots + new
        best = found
    placed = dict(zip(order, best[len(order)][1], strict=True))
    return [placed[each] for each in range(len(centres))]


def _beside(centres: Sequence[Point], width: int, columns: int, row: int) -> list[BoardSpot]:
    """Spots in a row with a space between, each as near to its centre as the others let it."""
    order = sorted(range(len(centres)), key=lambda each: centres[each][0])
    starts = [round(centres[each][0] - width / 2) for each in order]
    for at in range(len(starts)):
        starts[at] = max(starts[at], starts[at - 1] + width + 1 if at else 0)
    end = columns + 1
    for at in reversed(range(len(starts))):
        starts[at] = max(min(starts[at], end - width - 1), 0)
        end = starts[at]
    placed = dict(zip(order, starts, strict=True))
    return [BoardSpot(placed[each], row, width, 1) for each in range(len(centres))]


def line(start: Point, end: Point) -> dict[tuple[int, int], str]:
    """The characters of a straight line, by column and row."""
    across, down = end[0] - start[0], end[1] - start[1]
    steps = max(round(abs(across)), round(abs(down)), 1)
    cells = [
        (round(start[0] + across * step / steps), round(start[1] + down * step / steps))
        for step in range(steps + 1)
    ]
    slope = "╲" if across * down > 0 else "╱"
    return {
        here: "─" if here[1] == there[1] else "│" if here[0] == there[0] else slope
        for here, there in pairwise(cells)
    }


Rings = tuple[tuple[Point, ...], ...]


@lru_cache(maxsize=8)
def fill(shapes: tuple[Rings, ...], frame: BoardFrame) -> list[list[int | None]]:
    """For each character of the grid, row by row, the shape that covers its middle."""
    grid: list[list[int | None]] = [[None] * frame.columns for _ in range(frame.rows)]
    for number, rings in enumerate(shapes):
        for ring in rings:
            for row in range(frame.rows):
                crossings = _crossings(ring, frame.point(0, row)[1])
                for start, end in zip(crossings[::2], crossings[1::2], strict=True):
                    for column in range(frame.columns):
                        if start <= frame.point(column, row)[0] < end:
                            grid[row][column] = number
    return grid


def _crossings(ring: tuple[Point, ...], y: float) -> list[float]:
    """Where a level line crosses the sides of a ring, from left to right."""
    sides = zip(ring, ring[1:] + ring[:1], strict=True)
    return sorted(
        x1 + (y - y1) * (x2 - x1) / (y2 - y1)
        for (x1, y1), (x2, y2) in sides
        if (y1 > y) != (y2 > y)
    )
