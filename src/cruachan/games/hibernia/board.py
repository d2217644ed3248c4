"""Hibernia's board as data: read it, name it, and say what is wrong with it.

The board is ours: board.toml holds counties, arrows, track and the shapes to draw.
`load` reads it, `problems` lists every rule of the board that it breaks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path

from cruachan.engine import boardfile
from cruachan.engine.boardfile import (
    Point,
    Problem,
    Ring,
    Table,
    ViewBox,
    repeated,
    tell,
    unreached,
    wrong_names,
)
from cruachan.engine.shapes import area, inside, overlap, sides

COLOURS = ("blue", "green", "red", "yellow")
SHIPPED = Path(__file__).with_name("board.toml")

Edge = frozenset[Point]


@dataclass(frozen=True, slots=True)
class County:
    """One county: what the rules know of it, and how it is drawn."""

    name: str
    short: str
    """Three ASCII letters, for notation."""
    colour: str
    province: str
    castle: bool
    centre: bool
    neighbours: tuple[str, ...]
    """Every adjacent county, whether a border or an arrow joins them."""
    place: Point
    """Where the warriors stand."""
    shape: tuple[Ring, ...]
    """Mainland first, islands after; a ring does not repeat its first point."""


@dataclass(frozen=True, slots=True)
class Board:
    """The whole board."""

    name: str
    about_en: str
    about_de: str
    view_box: ViewBox
    track: tuple[str, ...]
    """The colours of the scoring track, from the start space (sword) on."""
    counties: tuple[County, ...]
    arrows: tuple[tuple[str, str], ...]
    """Centre counties that are adjacent without sharing a border."""

    @property
    def digest(self) -> str:
        """Eight hex digits that change when anything changes that the rules know."""
        known = [
            [c.name, c.colour, c.castle, c.centre, sorted(c.neighbours)] for c in self.counties
        ]
        return boardfile.digest([known, self.track])


# --- Reading ------------------------------------------------------------------------------


def load(path: Path | None = None) -> Board:
    """The board in this file; without a path, the one that comes with the game."""
    return _shipped() if path is None else _read(path)


@cache
def _shipped() -> Board:
    return _read(SHIPPED)


def _read(path: Path) -> Board:
    table = boardfile.read(path)
    track = table.table("track")
    return Board(
        name=table.text("name"),
        about_en=table.text("about_en"),
        about_de=table.text("about_de"),
        view_box=table.view_box("view_box"),
        track=tuple(_colour(track, word) for word in track.texts("colours")),
        counties=tuple(_county(county) for county in table.tables("county")),
        arrows=tuple(
            arrow.pair("between", "counties") for arrow in table.tables("arrow", required=False)
        ),
    )


def _county(table: Table) -> County:
    return County(
        name=table.text("name"),
        short=table.text("short"),
        colour=_colour(table, table.text("colour")),
        province=table.text("province"),
        castle=table.flag("castle"),
        centre=table.flag("centre"),
        neighbours=table.texts("neighbours"),
        place=table.point("place"),
        shape=table.rings("shape"),
    )


def _colour(table: Table, word: str) -> str:
    return table.one_of("colour", word, COLOURS)


# --- Checking -----------------------------------------------------------------------------


def problems(board: Board, lang: str = "en") -> list[str]:
    """Every rule of the board that this board breaks, in words; empty when it is sound."""
    return tell(board, CHECKS, lang)


def check_counts(board: Board) -> Iterator[Problem]:
    """[H1.2] Twenty counties, five in each colour, in four provinces."""
    count = len(board.counties)
    if count != 20:
        yield (
            f"There are {count} counties; there must be 20.",
            f"Es gibt {count} Grafschaften; es müssen 20 sein.",
        )
    for colour, many in _tally(county.colour for county in board.counties):
        if many != 5:
            yield (
                f"There are {many} {colour} counties; there must be 5.",
                f"Es gibt {many} Grafschaften in {GERMAN[colour]}; es müssen 5 sein.",
            )
    provinces = sorted({county.province for county in board.counties})
    if len(provinces) != 4:
        yield (
            f"There are {len(provinces)} provinces ({', '.join(provinces)}); there must be 4.",
            f"Es gibt {len(provinces)} Provinzen ({', '.join(provinces)}); es müssen 4 sein.",
        )


def check_names(board: Board) -> Iterator[Problem]:
    """Names and short forms are distinct; a short form is three ASCII letters."""
    yield from wrong_names(board.counties, "counties", "Grafschaften")


def check_neighbours(board: Board) -> Iterator[Problem]:
    """The table is symmetric, and names only other counties, each once."""
    counties = _by_name(board)
    for county in board.counties:
        for name in repeated(county.neighbours):
            yield (
                f"{county.name} lists {name} twice as a neighbour.",
                f"{county.name} nennt {name} zweimal als Nachbarn.",
            )
        for name in dict.fromkeys(county.neighbours):
            if name == county.name:
                yield (
                    f"{county.name} lists itself as a neighbour.",
                    f"{county.name} nennt sich selbst als Nachbarn.",
                )
            elif name not in counties:
                yield (
                    f"{county.name} lists the neighbour {name}, which is no county.",
                    f"{county.name} nennt den Nachbarn {name}, der keine Grafschaft ist.",
                )
            elif county.name not in counties[name].neighbours:
                yield (
                    f"{county.name} lists {name} as a neighbour, but {name} does not list "
                    f"{county.name}.",
                    f"{county.name} nennt {name} als Nachbarn, aber {name} nennt "
                    f"{county.name} nicht.",
                )


def check_connected(board: Board) -> Iterator[Problem]:
    """Every county can be reached from every other."""
    apart = unreached({county.name: county.neighbours for county in board.counties})
    if apart:
        yield (
            f"The board is not connected: {', '.join(apart)} cannot be reached from "
            f"{board.counties[0].name}.",
            f"Der Plan hängt nicht zusammen: {', '.join(apart)} ist von "
            f"{board.counties[0].name} aus nicht zu erreichen.",
        )


def check_colours(board: Board) -> Iterator[Problem]:
    """[H1.2] No two counties that share a border have the same colour."""
    arrows = {frozenset(arrow) for arrow in board.arrows}
    for one, two in combinations(board.counties, 2):
        bordering = _adjacent(one, two) and frozenset((one.name, two.name)) not in arrows
        if bordering and one.colour == two.colour:
            yield (
                f"{one.name} and {two.name} share a border and are both {one.colour}.",
                f"{one.name} und {two.name} grenzen aneinander und sind beide "
                f"{GERMAN[one.colour]}.",
            )


def check_centre(board: Board) -> Iterator[Problem]:
    """[H1.3] Four centre counties, pairwise adjacent, showing all four colours."""
    centre = [county for county in board.counties if county.centre]
    if len(centre) != 4:
        yield (
            f"There are {len(centre)} centre counties; there must be 4.",
            f"Es gibt {len(centre)} Grafschaften in der Mitte; es müssen 4 sein.",
        )
    for one, two in combinations(centre, 2):
        if not _adjacent(one, two):
            yield (
                f"The centre counties {one.name} and {two.name} are not adjacent: "
                "join them by a border or an arrow.",
                f"Die mittleren Grafschaften {one.name} und {two.name} sind nicht benachbart: "
                "Eine Grenze oder ein Pfeil muss sie verbinden.",
            )
    for colour in repeated(county.colour for county in centre):
        yield (
            f"Two centre counties are {colour}; they must show all four colours.",
            f"Zwei mittlere Grafschaften sind {GERMAN[colour]}; sie müssen alle vier Farben "
            "zeigen.",
        )


def check_castles(board: Board) -> Iterator[Problem]:
    """[H1.4] Four castles: one per province, all four colours, off the centre, apart."""
    castles = [county for county in board.counties if county.castle]
    if len(castles) != 4:
        yield (
            f"There are {len(castles)} castle counties; there must be 4.",
            f"Es gibt {len(castles)} Grafschaften mit Festung; es müssen 4 sein.",
        )
    for province in repeated(county.province for county in castles):
        yield (
            f"Two castles lie in the province {province}; each province has one.",
            f"Zwei Festungen liegen in der Provinz {province}; jede Provinz hat eine.",
        )
    for colour in repeated(county.colour for county in castles):
        yield (
            f"Two castle counties are {colour}; they must show all four colours.",
            f"Zwei Grafschaften mit Festung sind {GERMAN[colour]}; sie müssen alle vier Farben "
            "zeigen.",
        )
    for county in castles:
        if county.centre:
            yield (
                f"{county.name} is a castle county and a centre county; it may be only one.",
                f"{county.name} hat eine Festung und liegt in der Mitte; nur eines darf sein.",
            )
    for one, two in combinations(castles, 2):
        if _adjacent(one, two):
            yield (
                f"The castle counties {one.name} and {two.name} are adjacent.",
                f"Die Grafschaften mit Festung {one.name} und {two.name} sind benachbart.",
            )


def check_track(board: Board) -> Iterator[Problem]:
    """[H1.5] A loop of 20 to 64 spaces from yellow on, the four colours equally often."""
    length = len(board.track)
    if not 20 <= length <= 64 or length % 4:
        yield (
            f"The track has {length} spaces; it must be a multiple of 4 from 20 to 64.",
            f"Die Wertungsleiste hat {length} Felder; es müssen 20 bis 64 und ein "
            "Vielfaches von 4 sein.",
        )
    elif len({many for _, many in _tally(board.track)}) > 1:
        counts = _tally(board.track)
        yield (
            "The track must show the four colours equally often, not "
            + ", ".join(f"{many} {colour}" for colour, many in counts)
            + ".",
            "Die Wertungsleiste muss die vier Farben gleich oft zeigen, nicht "
            + ", ".join(f"{many} {GERMAN[colour]}" for colour, many in counts)
            + ".",
        )
    if board.track and board.track[0] != "yellow":
        yield (
            f"The track starts with {board.track[0]}; the start space must be yellow.",
            f"Die Wertungsleiste beginnt mit {GERMAN[board.track[0]]}; das Startfeld muss "
            "gelb sein.",
        )


def check_borders(board: Board) -> Iterator[Problem]:
    """[H1.2] The table of neighbours is exactly the drawn borders and the arrows."""
    edged = [(county, _edges(county)) for county in board.counties]
    arrows = {frozenset(arrow) for arrow in board.arrows}
    for (one, edges), (two, other_edges) in combinations(edged, 2):
        a, b = one.name, two.name
        drawn = bool(edges & other_edges)
        arrow = frozenset((a, b)) in arrows
        if drawn and arrow:
            yield (
                f"{a} and {b} share a border and have an arrow too; remove the arrow.",
                f"{a} und {b} haben eine Grenze und dazu einen Pfeil; der Pfeil muss weg.",
            )
        elif (drawn or arrow) and not _adjacent(one, two):
            yield (
                f"{a} and {b} are joined in the drawing, but are not neighbours in the table.",
                f"{a} und {b} sind in der Zeichnung verbunden, aber in der Tabelle keine Nachbarn.",
            )
        elif not (drawn or arrow) and _adjacent(one, two):
            yield (
                f"{a} and {b} are neighbours in the table, but the drawing has neither a "
                "border nor an arrow between them.",
                f"{a} und {b} sind in der Tabelle Nachbarn, aber in der Zeichnung verbindet sie "
                "weder eine Grenze noch ein Pfeil.",
            )


def check_arrows(board: Board) -> Iterator[Problem]:
    """[H1.3] An arrow joins two different centre counties."""
    centre = {county.name for county in board.counties if county.centre}
    for a, b in board.arrows:
        if a == b or not {a, b} <= centre:
            yield (
                f"The arrow between {a} and {b} does not join two centre counties.",
                f"Der Pfeil zwischen {a} und {b} verbindet nicht zwei mittlere Grafschaften.",
            )


def check_shapes(board: Board) -> Iterator[Problem]:
    """Every ring is a real one, and the warriors' place lies inside the county."""
    for county in board.counties:
        for number, ring in enumerate(county.shape, start=1):
            if len(ring) < 3 or area(ring) == 0:
                yield (
                    f"{county.name}: ring {number} of the shape encloses no area.",
                    f"{county.name}: Ring {number} der Form umschließt keine Fläche.",
                )
            elif any(a == b for a, b in sides(ring)):
                yield (
                    f"{county.name}: ring {number} of the shape repeats a point in a row; "
                    "a ring closes by itself.",
                    f"{county.name}: Ring {number} der Form wiederholt einen Punkt unmittelbar; "
                    "ein Ring schließt sich von selbst.",
                )
        if not any(inside(county.place, ring) for ring in county.shape):
            yield (
                f"{county.name}: the place for the warriors lies outside the shape.",
                f"{county.name}: Der Platz für die Krieger liegt außerhalb der Form.",
            )


def check_overlaps(board: Board) -> Iterator[Problem]:
    """No border belongs to three counties, and no county has a corner inside another."""
    owners: dict[Edge, list[str]] = {}
    for county in board.counties:
        for edge in _edges(county):
            owners.setdefault(edge, []).append(county.name)
    for crowd in sorted({tuple(names) for names in owners.values() if len(names) > 2}):
        names = ", ".join(crowd)
        yield (
            f"{names}: a border can only belong to two counties.",
            f"{names}: Eine Grenze kann nur zu zwei Grafschaften gehören.",
        )
    for one, two in combinations(board.counties, 2):
        if overlap(one.shape, two.shape):
            yield (
                f"The shapes of {one.name} and {two.name} overlap.",
                f"Die Formen von {one.name} und {two.name} überlappen sich.",
            )


Check = Callable[[Board], Iterator[Problem]]
CHECKS: tuple[Check, ...] = (
    check_counts,
    check_names,
    check_neighbours,
    check_connected,
    check_colours,
    check_centre,
    check_castles,
    check_track,
    check_borders,
    check_arrows,
    check_shapes,
    check_overlaps,
)
GERMAN = {"blue": "blau", "green": "grün", "red": "rot", "yellow": "gelb"}


# --- Small helpers ------------------------------------------------------------------------


def _by_name(board: Board) -> dict[str, County]:
    return {county.name: county for county in board.counties}


def _tally(colours: Iterator[str] | tuple[str, ...]) -> list[tuple[str, int]]:
    counts = Counter(colours)
    return [(colour, counts[colour]) for colour in COLOURS]


def _adjacent(one: County, two: County) -> bool:
    """In the table; one side is enough, for check_neighbours reports the missing other."""
    return two.name in one.neighbours or one.name in two.neighbours


def _edges(county: County) -> set[Edge]:
    return {frozenset(side) for ring in county.shape for side in sides(ring)}
