"""Build Hibernia's boards/ireland.toml: Ireland, cut into twenty early kingdoms.

The outline is Natural Earth's 1:10m land (public domain), as the npm package world-atlas
carries it. The borders, the colours, the castles and the track are ours. To run it:

    npm install world-atlas
    pip install shapely scipy
    python -m tools.make_ireland node_modules/world-atlas/land-10m.json \
        --out src/cruachan/games/hibernia/boards/ireland.toml

The same input gives the same file. What the board has to fulfil is proved by the tests
(`cruachan.games.hibernia.board.problems`), not by this script.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import shapely
from scipy.spatial import Voronoi
from shapely.geometry import LineString, MultiLineString, Point, Polygon, box
from shapely.ops import linemerge, polygonize
from tools.outlines import (
    GRID,
    Projection,
    points_of,
    quoted,
    read_rings,
    simplify,
    write_place,
    write_ring,
)
from tools.track import make_track

WIDTH, HEIGHT = 800, 1000
EDGE = 66  # room for the track and a strip of sea
COLOURS = ("blue", "green", "red", "yellow")

# (name, short, province): [(longitude, latitude), ...]. A county is the union of its seeds'
# Voronoi cells; a second or third seed only stretches it to where the kingdom lay.
SEEDS: dict[tuple[str, str, str], list[tuple[float, float]]] = {
    ("Ailech", "Ail", "Ulaid"): [(-8.05, 54.95), (-7.4, 55.1), (-8.2, 54.68)],
    ("Dál Riata", "Dal", "Ulaid"): [(-6.5, 54.97), (-6.85, 54.9)],
    ("Ulaid", "Ula", "Ulaid"): [(-6.0, 54.42), (-6.25, 54.27)],
    ("Airgialla", "Air", "Ulaid"): [(-7.15, 54.42), (-6.75, 54.3)],
    ("Bréifne", "Brf", "Ulaid"): [(-7.65, 53.97), (-7.25, 53.95), (-7.88, 54.17)],
    ("Luigne", "Lui", "Connacht"): [(-8.7, 54.1), (-8.93, 54.08), (-8.42, 54.27)],
    ("Umall", "Uma", "Connacht"): [(-9.5, 53.95)],
    ("Conmaicne", "Con", "Connacht"): [(-9.5, 53.48), (-9.15, 53.56)],
    ("Cruachan", "Cru", "Connacht"): [(-8.35, 53.8), (-8.22, 53.5)],
    ("Uí Maine", "Mai", "Connacht"): [(-8.58, 53.22), (-8.8, 53.27)],
    ("Mide", "Mid", "Laigin"): [(-7.42, 53.47)],
    ("Brega", "Brg", "Laigin"): [(-6.6, 53.68), (-6.55, 53.9)],
    ("Laigin", "Lai", "Laigin"): [(-6.55, 53.1)],
    ("Osraige", "Osr", "Laigin"): [(-7.29, 52.8), (-7.29, 52.98)],
    ("Uí Cheinnselaig", "Che", "Laigin"): [(-6.7, 52.48)],
    ("Éile", "Eil", "Mumu"): [(-7.97, 52.9), (-7.88, 53.12)],
    ("Tuadmumu", "Tua", "Mumu"): [(-8.95, 52.74), (-9.3, 52.7)],
    ("Ciarraige", "Cia", "Mumu"): [(-9.6, 52.2), (-9.85, 51.95)],
    ("Múscraige", "Mus", "Mumu"): [(-8.75, 52.05), (-9.0, 51.75)],
    ("Déisi", "Dei", "Mumu"): [(-7.7, 52.22), (-8.1, 52.38), (-8.0, 52.06)],
}
CENTRE = ("Bréifne", "Cruachan", "Mide", "Éile")

Adjacency = dict[str, set[str]]


# --- The outline --------------------------------------------------------------------------


def of_ireland(ring: list[tuple[float, float]]) -> bool:
    """Whether a ring of the land belongs to the island or its islets."""
    return all(-11 < x < -5.3 and 51.2 < y < 55.5 for x, y in ring)


# --- The counties -------------------------------------------------------------------------


def wobble(x: float, y: float) -> tuple[float, float]:
    """Push a point a little, its neighbours about as much: straight borders become rivers."""
    dx = 4.5 * math.sin(y / 13 + x / 41) + 2.0 * math.sin(y / 5.7 - x / 7.9)
    dy = 4.5 * math.sin(x / 14 - y / 37 + 2) + 2.0 * math.sin(x / 6.1 + y / 8.3)
    return x + dx, y + dy


def draw_borders(seeds: list[tuple[str, tuple[float, float]]]) -> list[LineString]:
    """The wavy borders between the Voronoi cells of different counties, out into the sea."""
    far = [(WIDTH / 2 + 3000 * math.cos(a), HEIGHT / 2 + 3000 * math.sin(a)) for a in range(0, 7)]
    diagram = Voronoi([point for _, point in seeds] + far)
    owner = [name for name, _ in seeds] + ["the sea"] * len(far)
    between: dict[tuple[str, ...], list[LineString]] = {}
    for (one, two), ends in zip(diagram.ridge_points, diagram.ridge_vertices, strict=True):
        pair = tuple(sorted((owner[one], owner[two])))
        if pair[0] != pair[1] and "the sea" not in pair:
            between.setdefault(pair, []).append(LineString(diagram.vertices[ends]))
    borders: list[LineString] = []
    for ridges in between.values():
        merged = linemerge(MultiLineString(ridges)) if len(ridges) > 1 else ridges[0]
        for line in getattr(merged, "geoms", [merged]):
            points = line.segmentize(7).coords
            borders.append(LineString([wobble(*point) for point in points]))
    return borders


def cut(
    island: Polygon, borders: list[LineString], seeds: list[tuple[str, tuple[float, float]]]
) -> dict[str, Polygon]:
    """Cut the island along the borders. A scrap that a bay cuts off goes to a neighbour."""
    lines = shapely.unary_union([island.exterior, *borders], grid_size=GRID)
    faces = [f for f in polygonize(lines) if island.contains(f.representative_point())]
    pieces: dict[str, list[Polygon]] = {}
    for face in faces:
        inside = [name for name, seed in seeds if face.contains(Point(seed))]
        if inside:
            pieces.setdefault(inside[0], []).append(face)
    used = [face for mine in pieces.values() for face in mine]
    for scrap in (face for face in faces if face not in used):
        neighbour = max(pieces, key=lambda name: border_length(scrap, pieces[name]))
        pieces[neighbour].append(scrap)
    return {name: one_polygon(name, mine) for name, mine in pieces.items()}


def border_length(face: Polygon, others: list[Polygon]) -> float:
    """How much border a scrap has with the pieces of a county."""
    return sum(float(face.intersection(other).length) for other in others)


def one_polygon(name: str, pieces: list[Polygon]) -> Polygon:
    """The pieces of a county as one polygon."""
    whole = shapely.unary_union(pieces, grid_size=GRID)
    if not isinstance(whole, Polygon) or whole.interiors:
        raise SystemExit(f"{name} is not in one piece: move its seeds")
    return whole


def place_for_warriors(polygon: Polygon) -> tuple[float, float]:
    """Where warriors, castle and name, a block wider than high, lie best within the county."""
    west, south, east, north = (round(bound) for bound in polygon.bounds)
    edge = polygon.boundary

    def fit(place: tuple[int, int]) -> float:
        x, y = place
        block = box(x - 52, y - 44, x + 52, y + 38)
        return float(polygon.intersection(block).area + 12 * edge.distance(Point(place)))

    places = itertools.product(range(west, east, 4), range(south, north, 4))
    return max((place for place in places if polygon.contains(Point(place))), key=fit)


def shared_borders(shapes: dict[str, list[list[tuple[float, float]]]]) -> Adjacency:
    """Two counties are neighbours when an edge of one is an edge of the other."""
    edges = {
        name: {frozenset(e) for ring in rings for e in zip(ring, ring[1:] + ring[:1], strict=True)}
        for name, rings in shapes.items()
    }
    return {a: {b for b in edges if b != a and edges[a] & edges[b]} for a in edges}


# --- Castles and colours ------------------------------------------------------------------


def distances(adjacency: Adjacency, start: str) -> dict[str, int]:
    """How many borders away every county is."""
    steps = {start: 0}
    queue = [start]
    for county in queue:
        for other in sorted(adjacency[county] - steps.keys()):
            steps[other] = steps[county] + 1
            queue.append(other)
    return steps


def choose_castles(adjacency: Adjacency, provinces: dict[str, str]) -> tuple[str, ...]:
    """One castle in each province, as alike as can be: centre distance, neighbours, reach."""
    steps = {county: distances(adjacency, county) for county in adjacency}

    def spread(values: list[int]) -> int:
        return max(values) - min(values)

    def unlikeness(castles: tuple[str, ...]) -> tuple[float, tuple[str, ...]]:
        to_centre = [sum(steps[c][m] for m in CENTRE) for c in castles]
        reach = [sum(d <= 2 for d in steps[c].values()) for c in castles]
        to_rivals = [sum(steps[c][o] for o in castles) for c in castles]
        nearest = min(steps[a][b] for a, b in itertools.combinations(castles, 2))
        alike = 2 * spread(to_centre) + 3 * spread([len(adjacency[c]) for c in castles])
        return alike + spread(reach) + spread(to_rivals) - 2 * nearest, castles

    choices = [
        [c for c in adjacency if provinces[c] == province and c not in CENTRE]
        for province in sorted(set(provinces.values()))
    ]
    apart = (
        castles
        for castles in itertools.product(*choices)
        if all(b not in adjacency[a] for a, b in itertools.combinations(castles, 2))
    )
    return min(apart, key=unlikeness)


def colourings(
    adjacency: Adjacency, together: list[tuple[str, ...]], limit: int
) -> Iterator[dict[str, str]]:
    """Every colouring with equal shares, unlike neighbours, and four colours in each group."""
    unlike = {a: set(adjacency[a]) for a in adjacency}
    for group in together:
        for a, b in itertools.permutations(group, 2):
            unlike[a].add(b)
    rest = sorted(adjacency.keys() - set(CENTRE), key=lambda c: -len(unlike[c]))

    def extend(colour: dict[str, str], index: int) -> Iterator[dict[str, str]]:
        if index == len(rest):
            yield dict(colour)
            return
        county = rest[index]
        for hue in COLOURS:
            full = sum(h == hue for h in colour.values()) == limit
            if not full and all(colour.get(other) != hue for other in unlike[county]):
                yield from extend(colour | {county: hue}, index + 1)

    # The names of the colours are exchangeable: the centre's may be fixed.
    yield from extend(dict(zip(CENTRE, COLOURS, strict=True)), 0)


def choose_colours(adjacency: Adjacency, castles: tuple[str, ...]) -> dict[str, str]:
    """The most even colouring: like colours far apart, and every county sees many colours."""
    steps = {county: distances(adjacency, county) for county in adjacency}

    def unevenness(colour: dict[str, str]) -> tuple[float, list[str]]:
        close = dict.fromkeys(COLOURS, 0.0)
        for a, b in itertools.combinations(sorted(colour), 2):
            if colour[a] == colour[b]:
                close[colour[a]] += 1 / steps[a][b] ** 2
        seen = {c: len({colour[o] for o in adjacency[c]}) for c in adjacency}
        poor = sum(3 - n for n in seen.values()) + 4 * sum(3 - seen[c] for c in castles)
        uneven = max(close.values()) - min(close.values())
        return sum(close.values()) + uneven + poor, [colour[c] for c in sorted(colour)]

    limit = len(adjacency) // len(COLOURS)
    return min(colourings(adjacency, [CENTRE, castles], limit), key=unevenness)


# --- The file -----------------------------------------------------------------------------


def write_header(track: list[str]) -> list[str]:
    """Everything before the counties."""
    rows = [track[i : i + 11] for i in range(0, len(track), 11)]
    return [
        "# Made by tools/make_ireland.py. Adjacency (neighbours) = shared borders + arrows.",
        'name = "Ireland"',
        'title.en = "Old Ireland"',
        'title.de = "Altes Irland"',
        'sentence.en = "Older games were played here: whoever draws the castle of Airgialla '
        'wins half of them."',
        'sentence.de = "Hier wurden frühere Partien gespielt: Wer die Festung von Airgialla zieht, '
        'gewinnt jede zweite."',
        'about.en = "This board is our own: the printed one is not reproduced. '
        'Outline derived from Natural Earth 1:10m, public domain."',
        'about.de = "Dieser Plan ist unser eigener, der gedruckte ist nicht nachgebildet. '
        'Umriss nach Natural Earth 1:10m, gemeinfrei."',
        f"view_box = [0, 0, {WIDTH}, {HEIGHT}]",
        "",
        "[track]",
        "colours = [",
        *("    " + quoted(row)[1:-1] + "," for row in rows),
        "]",
    ]


def make_board(topology: dict[str, Any], length: int, seed: int) -> str:
    """The text of boards/ireland.toml."""
    rings = sorted((r for r in read_rings(topology) if of_ireland(r)), key=len, reverse=True)
    project = Projection(rings[0], WIDTH, HEIGHT, EDGE)
    lands = [Polygon([project(point) for point in ring]) for ring in rings]
    island = simplify(lands[0], 600)
    seeds = [(key[0], project(at)) for key, places in SEEDS.items() for at in places]
    mainland = cut(island, draw_borders(seeds), seeds)

    shapes = {key[0]: [points_of(mainland[key[0]])] for key in SEEDS}
    for islet in lands[1:]:
        nearest = min(mainland, key=lambda name: mainland[name].distance(islet))
        shapes[nearest].append(points_of(simplify(islet, 16)))

    borders = shared_borders(shapes)
    arrows = [(a, b) for a, b in itertools.combinations(CENTRE, 2) if b not in borders[a]]
    adjacency = {name: set(others) for name, others in borders.items()}
    for a, b in arrows:
        adjacency[a].add(b)
        adjacency[b].add(a)
    castles = choose_castles(adjacency, {key[0]: key[2] for key in SEEDS})
    colours = choose_colours(adjacency, castles)

    lines = write_header(make_track(length, seed))
    for a, b in arrows:
        lines += ["", "[[arrow]]", f"between = {quoted((a, b))}"]
    for name, short, province in SEEDS:
        lines += [
            "",
            "[[county]]",
            f'name = "{name}"',
            f'short = "{short}"',
            f'colour = "{colours[name]}"',
            f'province = "{province}"',
            f"castle = {str(name in castles).lower()}",
            f"centre = {str(name in CENTRE).lower()}",
            f"neighbours = {quoted([key[0] for key in SEEDS if key[0] in adjacency[name]])}",
            f"place = {write_place(place_for_warriors(mainland[name]))}",
            "shape = [",
            *(f"    {write_ring(ring)}," for ring in shapes[name]),
            "]",
        ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Read the land, write the board."""
    parser = argparse.ArgumentParser(description="Build Hibernia's boards/ireland.toml.")
    parser.add_argument("land", type=Path, help="land-10m.json of the npm package world-atlas")
    parser.add_argument("--out", type=Path, required=True, help="the file to write")
    parser.add_argument("--track", type=int, default=44, help="spaces of the track, 4n")
    parser.add_argument("--seed", type=int, default=1, help="of the track's shuffle")
    options = parser.parse_args()
    if options.track % 4 or not 20 <= options.track <= 64:
        parser.error("--track: a multiple of 4 from 20 to 64")
    topology = json.loads(options.land.read_text(encoding="utf-8"))
    board = make_board(topology, options.track, options.seed)
    options.out.write_text(board, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
