"""Build Cambria's boards: Roman Wales, and northern Britain about the Wall.

The outlines are Natural Earth's 1:10m land (public domain), as the npm package world-atlas
carries it. The choice of forts and roads is ours: found by a search over the roads that leave
room for a soldier, that cross nowhere and that follow Roman roads where they can. To run it, in
an environment that has this package (rivers and mountains are our own, from tools/relief.py):

    npm install world-atlas
    pip install shapely
    python -m tools.make_cambria node_modules/world-atlas/land-10m.json \
        --out src/cruachan/games/cambria/boards

Forts stand where they stood, moved a little where roads and soldiers need room. The same input
gives the same files. What a board has to fulfil is proved by the tests
(`cruachan.games.cambria.board.problems`), not by this script.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import shapely
from shapely.geometry import LineString, Point, Polygon, box
from tools.outlines import (
    Place,
    Projection,
    points_of,
    quoted,
    read_rings,
    simplify,
    write_place,
    write_ring,
)
from tools.relief import NORTHERN_MOUNTAINS, NORTHERN_RIVERS, WELSH_MOUNTAINS, WELSH_RIVERS

from cruachan.engine.svg import name_box, name_lines, text_width
from cruachan.engine.texts import LocalizedText, localized

MARGIN = 40
"""How far the land goes on beyond the picture, so that no false coast shows at its edge."""


def localized_lines(key: str, said: LocalizedText) -> list[str]:
    """The lines of a board file that say something in each language."""
    return [f'{key}.{lang} = "{text}"' for lang, text in said.texts.items()]


@dataclass(frozen=True)
class Plan:
    """What we decide about a board; the rest is computed."""

    name: str
    file: str
    title: LocalizedText
    sentence: LocalizedText
    about: LocalizedText
    size: tuple[int, int]
    shown: tuple[Place, Place]
    """Longitude and latitude of the south-west and of the north-east corner."""
    forts: dict[str, tuple[str, Place]]
    """Short form: name, and longitude and latitude."""
    roads: str
    ships: dict[int, Place]
    """Value: place in board units; so are the places below."""
    standard: Place
    seas: dict[str, Place]
    cartouche: Place
    """The lower right corner of the board's name."""
    rivers: dict[str, tuple[Place, ...]]
    """Longitude and latitude from source to mouth."""
    mountains: dict[str, tuple[int, tuple[Place, ...]]]
    """How high they are drawn, and their summits."""


OURS_EN = (
    "Our own board: the printed one is not reproduced. "
    "Outline derived from Natural Earth 1:10m, public domain; rivers and mountains by our own hand."
)
OURS_DE = (
    "Unser eigener Plan, der gedruckte ist nicht nachgebildet. "
    "Umriss nach Natural Earth 1:10m, gemeinfrei; Flüsse und Berge von eigener Hand."
)

WALES = Plan(
    name="Wales",
    file="wales.toml",
    title=localized(en="Wales", de="Wales"),
    sentence=localized(
        en="Sixteen forts between the Irish Sea and the Severn.",
        de="Sechzehn Festungen zwischen der Irischen See und dem Severn.",
    ),
    about=localized(
        en=OURS_EN + " Five roads join forts of the same number: only that number reaches "
        "them, so who stands there stands firmer.",
        de=OURS_DE + " Fünf Straßen verbinden Festungen mit derselben Zahl: Nur diese Zahl "
        "erreicht sie, und wer dort steht, steht fester.",
    ),
    size=(800, 980),
    shown=((-5.42, 51.33), (-2.47, 53.5)),
    forts={
        "Seg": ("Segontium", (-4.266, 53.137)),  # Caernarfon
        "Can": ("Canovium", (-3.834, 53.216)),  # Caerhun
        "Dev": ("Deva", (-2.893, 53.19)),  # Chester
        "Tom": ("Tomen y Mur", (-3.925, 52.931)),
        "Pen": ("Pennal", (-3.93, 52.586)),
        "Med": ("Mediomanum", (-3.43, 52.516)),  # Caersws
        "Vir": ("Viroconium", (-2.644, 52.674)),  # Wroxeter
        "Bra": ("Bravonium", (-2.874, 52.36)),  # Leintwardine
        "Col": ("Castell Collen", (-3.39, 52.254)),  # Llandrindod Wells
        "Bre": ("Bremia", (-3.94, 52.19)),  # Llanio
        "Wis": ("Wiston", (-4.87, 51.82)),
        "Mor": ("Moridunum", (-4.3, 51.857)),  # Carmarthen
        "Cic": ("Cicucium", (-3.452, 51.957)),  # Brecon Gaer
        "Gob": ("Gobannium", (-3.018, 51.82)),  # Abergavenny
        "Nid": ("Nidum", (-3.81, 51.666)),  # Neath
        "Isc": ("Isca", (-2.957, 51.61)),  # Caerleon
    },
    roads="Bra-Col Bra-Gob Bra-Med Bra-Vir Bre-Cic Bre-Col Bre-Med Bre-Mor Bre-Pen Bre-Wis "
    "Can-Dev Can-Seg Can-Tom Cic-Col Cic-Gob Cic-Nid Col-Gob Col-Med Dev-Med Dev-Tom Gob-Isc "
    "Isc-Nid Med-Tom Med-Vir Mor-Nid Mor-Wis Pen-Tom Seg-Tom",
    ships={
        2: (76.0, 286.0),
        3: (196.0, 380.0),
        4: (76.0, 450.0),
        5: (204.0, 522.0),
        6: (84.0, 596.0),
    },
    standard=(92.0, 150.0),
    seas={"Oceanus Hibernicus": (160.0, 36.0), "Sabrina": (372.0, 942.0)},
    cartouche=(206.0, 984.0),
    rivers=WELSH_RIVERS,
    mountains=WELSH_MOUNTAINS,
)

NORTH = Plan(
    name="Northern Britain",
    file="north.toml",
    title=localized(en="Northern Britain", de="Nordbritannien"),
    sentence=localized(
        en="Harder to hold: two numbers reach every road, and the great forts lie side by side.",
        de="Schwerer zu halten: Zwei Zahlen erreichen jede Straße, und die großen Festungen "
        "liegen beieinander.",
    ),
    about=localized(
        en=OURS_EN + " Harder to hold than Wales: no road joins two forts of the same number, "
        "so two numbers reach every road and two doubles throw out whoever stands there. The four "
        "great forts lie side by side: a soldier between them counts in two great sieges at once.",
        de=OURS_DE + " Schwerer zu halten als Wales: Keine Straße verbindet zwei Festungen mit "
        "derselben Zahl, also erreichen zwei Zahlen jede Straße, und zwei Pasche werfen hinaus, "
        "wer dort steht. Die vier großen Festungen liegen beieinander: Ein Soldat dazwischen zählt "
        "bei zwei großen Belagerungen zugleich.",
    ),
    size=(800, 940),
    shown=((-4.12, 53.63), (-0.82, 55.75)),
    forts={
        "Tri": ("Trimontium", (-2.69, 55.6)),  # Newstead
        "Bre": ("Bremenium", (-2.26, 55.28)),  # High Rochester
        "Bla": ("Blatobulgium", (-3.21, 55.08)),  # Birrens
        "Lug": ("Luguvalium", (-2.94, 54.9)),  # Carlisle
        "Vnd": ("Vindolanda", (-2.36, 54.99)),
        "Cor": ("Corstopitum", (-2.03, 54.98)),  # Corbridge
        "Arb": ("Arbeia", (-1.43, 55.0)),  # South Shields
        "Ala": ("Alauna", (-3.49, 54.72)),  # Maryport
        "Bro": ("Brocavum", (-2.72, 54.65)),  # Brougham
        "Vin": ("Vinovia", (-1.68, 54.68)),  # Binchester
        "Gla": ("Glannoventa", (-3.41, 54.35)),  # Ravenglass
        "Gal": ("Galava", (-2.96, 54.42)),  # Ambleside
        "Vir": ("Virosidum", (-2.1, 54.31)),  # Bainbridge
        "Cat": ("Cataractonium", (-1.65, 54.38)),  # Catterick
        "Brt": ("Bremetennacum", (-2.53, 53.81)),  # Ribchester
        "Ebo": ("Eboracum", (-1.08, 53.96)),  # York
    },
    roads="Ala-Bla Ala-Bro Ala-Gla Ala-Lug Arb-Cor Arb-Vin Bla-Tri Bla-Vnd Bre-Cor Bre-Tri "
    "Bre-Vnd Bro-Gal Bro-Lug Bro-Vir Bro-Vnd Brt-Gal Brt-Vir Cat-Ebo Cat-Vin Cat-Vir Cor-Vin "
    "Cor-Vnd Ebo-Vir Gal-Gla Gal-Vir Lug-Vnd Vin-Vir Vin-Vnd",
    ships={
        2: (72.0, 560.0),
        3: (84.0, 690.0),
        4: (184.0, 784.0),
        5: (72.0, 856.0),
        6: (700.0, 214.0),
    },
    standard=(676.0, 84.0),
    seas={
        "Oceanus": (716.0, 300.0),
        "Germanicus": (716.0, 324.0),
        "Oceanus Hibernicus": (118.0, 922.0),
    },
    cartouche=(782.0, 940.0),
    rivers=NORTHERN_RIVERS,
    mountains=NORTHERN_MOUNTAINS,
)


# --- Room for roads and soldiers ----------------------------------------------------------

Places = dict[str, Place]
Roads = list[tuple[str, str]]


def split_roads(plan: Plan) -> Roads:
    """The roads as pairs of short forms."""
    return [(road[:3], road[4:]) for road in plan.roads.split()]


def middle(a: Place, b: Place) -> Place:
    """Where the soldier of a straight road stands."""
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def lack(wanted: float, there: float, weight: float) -> float:
    """The cost of a distance that is too small."""
    return weight * max(0.0, wanted - there) ** 2


def crowding(places: Places, roads: Roads, true: Places, land: Polygon) -> float:
    """How far the places are from the true ones, and how much stands in each other's way."""
    cost = sum(0.03 * math.dist(places[short], true[short]) ** 2 for short in places)
    for here, there in itertools.combinations(places.values(), 2):
        cost += lack(146, math.dist(here, there), 1)
    ways = {road: LineString([places[end] for end in road]) for road in roads}
    soldiers = {road: middle(places[road[0]], places[road[1]]) for road in roads}
    for one, two in itertools.combinations(roads, 2):
        cost += lack(68, math.dist(soldiers[one], soldiers[two]), 3)
        if not set(one) & set(two) and ways[one].intersects(ways[two]):
            cost += 100_000
    for road, way in ways.items():
        for short in places.keys() - set(road):
            cost += lack(78, math.dist(soldiers[road], places[short]), 3)
            cost += lack(64, way.distance(Point(places[short])), 3)
    for short, (x, y) in places.items():
        ends = [places[b if a == short else a] for a, b in roads if short in (a, b)]
        turns = sorted(math.degrees(math.atan2(ey - y, ex - x)) for ex, ey in ends)
        for this, following in itertools.pairwise([*turns, turns[0] + 360]):
            cost += lack(44, following - this, 2)
        shore = land.exterior.distance(Point(x, y))
        cost += lack(16, shore if land.contains(Point(x, y)) else -shore, 3)
    return cost


def make_room(plan: Plan, true: Places, land: Polygon, rounds: int) -> Places:
    """Move the forts a little, one at a time, as long as it helps."""
    roads, chance = split_roads(plan), random.Random(1)
    places, best = dict(true), crowding(true, roads, true, land)
    for step in range(rounds):
        short = chance.choice(sorted(places))
        reach = 24 * (1 - step / rounds) + 1
        x, y = places[short]
        moved = places | {short: (x + chance.gauss(0, reach), y + chance.gauss(0, reach))}
        cost = crowding(moved, roads, true, land)
        if cost < best:
            places, best = moved, cost
    return {short: (round(x, 1), round(y, 1)) for short, (x, y) in places.items()}


# --- Names --------------------------------------------------------------------------------

NAME = 20.0
"""How high a fort's name is written."""
FORT, SOLDIER = 34.0, 33.0
"""Half the width of a fort with its walls, and of a soldier with the rays around him."""


def cover(name: str, at: Place) -> Polygon:
    """What a name covers, its first line written around a place."""
    return box(*name_box(*at, name, NAME))


def square(at: Place, half: float) -> Polygon:
    """What a fort or a soldier covers."""
    return box(at[0] - half, at[1] - half, at[0] + half, at[1] + half)


def spots_for(name: str, fort: Place) -> Iterator[Place]:
    """Where a name may stand: below, above and beside its fort."""
    x, y = fort
    lines = name_lines(name)
    half = max(text_width(line, NAME) for line in lines) / 2
    rise = (NAME - 1) * (len(lines) - 1)
    for shift, aside in itertools.product(range(-48, 49, 8), (46, 51)):
        yield x + shift, y + aside
        yield x + shift, y - aside - rise
    for shift in range(-30, 31, 6):
        yield x + half + 35, y + shift - rise / 2
        yield x - half - 35, y + shift - rise / 2


def place_names(plan: Plan, places: Places) -> Places:
    """Where each name is least in the way; each gives way to the others a few times."""
    roads = split_roads(plan)
    ways = [LineString([places[end] for end in road]) for road in roads]
    solid = [square(place, FORT) for place in places.values()]
    solid += [square(middle(places[a], places[b]), SOLDIER) for a, b in roads]
    solid += [square(place, 50) for place in (*plan.ships.values(), plan.standard)]
    solid += [cover(line, place) for line, place in plan.seas.items()]
    frame = box(4, 4, plan.size[0] - 4, plan.size[1] - 4)
    chosen: Places = {}

    def trouble(short: str, spot: Place) -> float:
        name = cover(plan.forts[short][0], spot)
        others = [cover(plan.forts[s][0], at) for s, at in chosen.items() if s != short]
        cost = 6 * sum(name.intersection(other).area for other in others)
        cost += 3 * sum(name.intersection(other).area for other in solid)
        cost += 8 * sum(name.intersection(way).length for way in ways)
        cost += 40 * name.difference(frame).area
        gaps = {s: name.distance(square(at, FORT)) for s, at in places.items()}
        other = min(gap for s, gap in gaps.items() if s != short)
        cost += lack(gaps[short] + 20, other, 4)
        return float(cost + 1.2 * name.centroid.distance(Point(places[short])))

    for short in sorted(places) * 4:
        spots = list(spots_for(plan.forts[short][0], places[short]))
        troubles = [trouble(short, spot) for spot in spots]
        chosen[short] = spots[troubles.index(min(troubles))]
    return chosen


# --- Rivers and mountains -----------------------------------------------------------------

GAP, ASIDE = 4.0, 32
"""How far a mountain stays away from other things, and how far it may step aside for that."""


def lay_rivers(plan: Plan, project: Projection, land: list[Polygon]) -> dict[str, list[Place]]:
    """The courses of the rivers, each ending at the coast or at the edge of the land."""
    ground = shapely.union_all(land)
    found: dict[str, list[Place]] = {}
    for name, course in plan.rivers.items():
        shown = LineString([project(place) for place in course]).intersection(ground)
        pieces = [piece for piece in getattr(shown, "geoms", [shown]) if piece.length > 0]
        longest = max(pieces, key=lambda piece: piece.length)
        found[name] = [(round(x, 1), round(y, 1)) for x, y in longest.coords]
    return found


def raise_mountains(
    plan: Plan, project: Projection, places: Places, names: Places, land: Polygon
) -> dict[str, list[Place]]:
    """The feet of the mountains; each steps aside for all that stands on the land, if it can."""
    roads = split_roads(plan)
    solid = [square(place, FORT) for place in places.values()]
    solid += [square(middle(places[a], places[b]), SOLDIER - 12) for a, b in roads]
    solid += [LineString([places[end] for end in road]).buffer(5) for road in roads]
    solid += [cover(plan.forts[short][0], at) for short, at in names.items()]
    taken = shapely.union_all(solid).buffer(GAP)
    steps = itertools.product(range(-ASIDE, ASIDE + 1, 4), repeat=2)
    near = sorted(steps, key=lambda step: math.hypot(*step))
    found: dict[str, list[Place]] = {}
    for name, (height, summits) in plan.mountains.items():
        for x, y in map(project, summits):
            spots = (mountain((x + across, y + down), height) for across, down in near)
            free = next((s for s in spots if land.contains(s) and not s.intersects(taken)), None)
            if free is not None:
                left, _, right, foot = free.bounds
                found.setdefault(name, []).append((round((left + right) / 2, 1), round(foot, 1)))
                taken = taken.union(free.buffer(GAP))
    return found


def mountain(foot: Place, height: float) -> Polygon:
    """What a mountain covers."""
    x, y = foot
    return box(x - height * 0.6, y - height * 0.8, x + height * 0.6, y)


# --- The file -----------------------------------------------------------------------------


def clip_land(
    topology: dict[str, Any], project: Projection, size: tuple[int, int]
) -> list[Polygon]:
    """The land in the picture, the largest piece first."""
    frame = box(-MARGIN, -MARGIN, size[0] + MARGIN, size[1] + MARGIN)
    pieces: list[Polygon] = []
    for ring in read_rings(topology):
        if not any(-12 < x < 4 and 49 < y < 60 for x, y in ring):
            continue
        shown = shapely.make_valid(Polygon([project(point) for point in ring])).intersection(frame)
        pieces += [p for p in getattr(shown, "geoms", [shown]) if isinstance(p, Polygon)]
    pieces = [piece for piece in pieces if piece.area > 12]
    return sorted(pieces, key=lambda piece: -piece.area)


def make_board(plan: Plan, topology: dict[str, Any], rounds: int) -> str:
    """The text of one board file."""
    project = Projection(plan.shown, *plan.size, edge=0)
    land = clip_land(topology, project, plan.size)
    rings = [points_of(simplify(piece, 700 if piece is land[0] else 24)) for piece in land]
    true = {short: project(place) for short, (_, place) in plan.forts.items()}
    places = make_room(plan, true, land[0], rounds)
    names = place_names(plan, places)
    roads = split_roads(plan)
    lines = [
        "# Made by tools/make_cambria.py. The value of a fort is the number of its roads.",
        f'name = "{plan.name}"',
        *localized_lines("title", plan.title),
        *localized_lines("sentence", plan.sentence),
        *localized_lines("about", plan.about),
        f"view_box = [0, 0, {plan.size[0]}, {plan.size[1]}]",
        f"cartouche = {write_place(plan.cartouche)}",
        "",
        "[outline]",
        "land = [",
        *(f"    {write_ring(ring)}," for ring in rings),
        "]",
    ]
    for name, course in lay_rivers(plan, project, land).items():
        lines += ["", "[[river]]", f'name = "{name}"', f"course = {write_ring(course)}"]
    for name, feet in raise_mountains(plan, project, places, names, land[0]).items():
        height = plan.mountains[name][0]
        lines += ["", "[[mountains]]", f'name = "{name}"', f"height = {height}"]
        lines += [f"peaks = {write_ring(feet)}"]
    for name, place in plan.seas.items():
        lines += ["", "[[sea]]", f'name = "{name}"', f"place = {write_place(place)}"]
    lines += ["", "[standard]", f"place = {write_place(plan.standard)}"]
    for value, place in plan.ships.items():
        lines += ["", "[[ship]]", f"value = {value}", f"place = {write_place(place)}"]
    for short, (name, _) in plan.forts.items():
        lines += [
            "",
            "[[fort]]",
            f'name = "{name}"',
            f'short = "{short}"',
            f"value = {sum(short in road for road in roads)}",
            f"place = {write_place(places[short])}",
            f"label = {write_place(names[short])}",
        ]
    for road in sorted(roads):
        soldier = middle(places[road[0]], places[road[1]])
        lines += ["", "[[road]]", f"between = {quoted(road)}", f"middle = {write_place(soldier)}"]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Read the land, write the boards."""
    parser = argparse.ArgumentParser(description="Build Cambria's boards.")
    parser.add_argument("land", type=Path, help="land-10m.json of the npm package world-atlas")
    parser.add_argument("--out", type=Path, required=True, help="the folder of the boards")
    parser.add_argument("--rounds", type=int, default=6000, help="of moving forts apart")
    options = parser.parse_args()
    topology = json.loads(options.land.read_text(encoding="utf-8"))
    for plan in (WALES, NORTH):
        board = make_board(plan, topology, options.rounds)
        (options.out / plan.file).write_text(board, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
