"""Geometry of polygons: area, containment, overlap."""

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
    odd = False
    x1, y1 = ring[-1] if ring else point
    for x2, y2 in ring:
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            odd = not odd
        x1, y1 = x2, y2
    return odd


def bounds(rings: Sequence[Ring]) -> tuple[float, float, float, float]:
    """The least and the greatest x, and the same of y, of a shape that has points."""
    xs = [x for ring in rings for x, _ in ring]
    ys = [y for ring in rings for _, y in ring]
    return min(xs), max(xs), min(ys), max(ys)


def reaches_into(one: Sequence[Ring], two: Sequence[Ring]) -> bool:
    """Whether a shape has a corner inside another, points they share left aside."""
    for ring in filter(None, two):
        low_x, high_x, low_y, high_y = bounds([ring])
        for mine in one:
            for point in set(mine) - set(ring):
                near = low_x < point[0] < high_x and low_y < point[1] < high_y
                if near and inside(point, ring):
                    return True
    return False


def overlap(one: Sequence[Ring], two: Sequence[Ring]) -> bool:
    """Whether one of two shapes reaches into the other."""
    if not (any(one) and any(two)):
        return False
    low_x, high_x, low_y, high_y = bounds(one)
    left, right, top, bottom = bounds(two)
    if right <= low_x or high_x <= left or bottom <= low_y or high_y <= top:
        return False
    return reaches_into(one, two) or reaches_into(two, one)
