"""Coasts for the boards: Natural Earth's land in board units, and how to write it as TOML.

The outlines are Natural Earth's 1:10m land (public domain), as the npm package world-atlas
carries it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import shapely
from shapely.geometry import Polygon

GRID = 0.1
"""Every vertex lies on this grid, so that neighbours share theirs exactly."""

Place = tuple[float, float]
Ring = list[Place]


def read_rings(topology: dict[str, Any]) -> Iterator[Ring]:
    """Every outer ring of the land, in degrees."""
    scale, shift = topology["transform"]["scale"], topology["transform"]["translate"]

    def arc(index: int) -> Ring:
        deltas = np.cumsum(topology["arcs"][~index if index < 0 else index], axis=0)
        points = [(float(x), float(y)) for x, y in deltas * scale + shift]
        return points[::-1] if index < 0 else points

    for geometry in topology["objects"]["land"]["geometries"]:
        for polygon in geometry["arcs"]:
            arcs = [arc(index) for index in polygon[0]]
            yield [arcs[0][0], *(point for points in arcs for point in points[1:])]


class Projection:
    """Degrees to board units: equirectangular, true to scale in the middle of the picture."""

    def __init__(self, shown: Iterable[Place], width: float, height: float, edge: float) -> None:
        places = list(shown)
        west, east = min(x for x, _ in places), max(x for x, _ in places)
        south, north = min(y for _, y in places), max(y for _, y in places)
        self.squeeze = math.cos(math.radians((south + north) / 2))
        self.scale = min(
            (width - 2 * edge) / ((east - west) * self.squeeze),
            (height - 2 * edge) / (north - south),
        )
        self.middle = (west + east) / 2, (south + north) / 2
        self.centre = width / 2, height / 2

    def __call__(self, place: Place) -> Place:
        """A place on the globe as a place on the board."""
        x = self.centre[0] + (place[0] - self.middle[0]) * self.squeeze * self.scale
        y = self.centre[1] - (place[1] - self.middle[1]) * self.scale
        return x, y


def simplify(polygon: Polygon, points: int) -> Polygon:
    """The finest simplification that has at most this many points."""
    tolerance = 0.1
    while True:
        simple = shapely.set_precision(polygon.simplify(tolerance), GRID)
        if isinstance(simple, Polygon) and len(simple.exterior.coords) <= points:
            return simple
        tolerance *= 1.1


def points_of(polygon: Polygon) -> Ring:
    """The ring without the repeated last point, rounded to what the file holds."""
    return [(round(x, 1), round(y, 1)) for x, y in polygon.exterior.coords[:-1]]


def quoted(words: Sequence[str]) -> str:
    """A TOML list of texts."""
    return "[" + ", ".join(f'"{word}"' for word in words) + "]"


def write_ring(ring: Ring) -> str:
    """A ring as one TOML list of points."""
    return "[" + ",".join(f"[{x:.1f},{y:.1f}]" for x, y in ring) + "]"


def write_place(place: Place) -> str:
    """A place as one TOML point."""
    return f"[{place[0]:.1f}, {place[1]:.1f}]"
