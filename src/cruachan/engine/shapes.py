"""Rings of points: how much they enclose, what lies in them, which reach into each other."""

from __future__ import annotations

from collections.abc import Sequence

from cruachan.engine.boardfile import Point, Ring


def sides(ring: Ring) -> list[tuple[Point, Point]]:
    """The sides of a ring, the last one back to its first point."""
    return list(zip(ring, ring[1:] + ring[:1], strict=True))


def area(ring: Ring) -> float:
    """How much a ring encloses."""
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in sides(ring))) / 2


def inside(point: Point, ring: Ring) -> bool:
    """Whether a ray to the right crosses the ring an odd number of times."""
    x, y = point
    crossings = 0
    for (x1, y1), (x2, y2) in sides(ring):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            crossings += 1
    return crossings % 2 == 1


def reaches_into(one: Sequence[Ring], two: Sequence[Ring]) -> bool:
    """Whether a shape has a corner inside another, points they share left aside."""
    for ring in filter(None, two):
        low_x, high_x = min(x for x, _ in ring), max(x for x, _ in ring)
        low_y, high_y = min(y for _, y in ring), max(y for _, y in ring)
        for mine in one:
            for point in set(mine) - set(ring):
                near = low_x < point[0] < high_x and low_y < point[1] < high_y
                if near and inside(point, ring):
                    return True
    return False


def overlap(one: Sequence[Ring], two: Sequence[Ring]) -> bool:
    """Whether one of two shapes reaches into the other."""
    return reaches_into(one, two) or reaches_into(two, one)
