"""Hibernia's boards as data: read one, name it, and say what is wrong with it.

Every TOML file in boards/ is a board of the game: counties, arrows, track and the shapes to draw.
`load` reads one, `problems` lists every rule of the board that it breaks (docs/add-a-board.md).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

from cruachan.engine import boardfile
from cruachan.engine.boardfile import (
    Point,
    Ring,
    TomlTable,
    ViewBox,
    repeated,
    tell,
    unreached,
    wrong_names,
)
from cruachan.engine.shapes import area, inside, overlap, sides
from cruachan.engine.texts import DEFAULT_LANG, Lang, LocalizedText, Message, message
from cruachan.games.hibernia.state import COUNTIES, TRACK

COLOURS = ("blue", "green", "red", "yellow")
USUAL = "eriu"
SHIPPED = boardfile.shipped(Path(__file__).with_name("boards"), USUAL)
"""The boards that come with the game, by the names of their files."""
SIZES = tuple(range(12, COUNTIES + 1, 4))
"""How many counties a board may have: three to five of each colour."""

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
    """The name in transcripts."""
    title: LocalizedText
    """What players read when they choose a board."""
    sentence: LocalizedText
    """What is special about it, in a sentence."""
    about: LocalizedText
    """Whose it is."""
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


def load(board: str | Path = USUAL) -> Board:
    """The board of this name that comes with the game, or the one in this file."""
    return _shipped(str(board)) if board in SHIPPED else _read(Path(board))


@cache
def _shipped(name: str) -> Board:
    return _read(SHIPPED[name])


def _read(path: Path) -> Board:
    table = boardfile.read(path)
    track = table.table("track")
    name, about = table.text("name"), table.localized("about")
    return Board(
        name=name,
        title=table.localized_or("title", LocalizedText.of(lambda _: name)),
        sentence=table.localized_or("sentence", about),
        about=about,
        view_box=table.view_box("view_box"),
        track=tuple(_colour(track, word) for word in track.texts("colours")),
        counties=tuple(_county(county) for county in table.tables("county")),
        arrows=tuple(
            arrow.pair("between", problem("counties"))
            for arrow in table.tables("arrow", required=False)
        ),
    )


def _county(table: TomlTable) -> County:
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


def _colour(table: TomlTable, word: str) -> str:
    return table.one_of(problem("colour"), word, COLOURS)


# --- Checking -----------------------------------------------------------------------------


def problems(board: Board, lang: Lang = DEFAULT_LANG) -> list[str]:
    """Every rule of the board that this board breaks, in words; empty when it is sound."""
    return tell(board, CHECKS, lang)


def problem(key: str, /, **values: Any) -> Message:
    """Something that is wrong with a board."""
    return message(__package__, f"problem.{key}", **values)


def check_counts(board: Board) -> Iterator[Message]:
    """[H1.2] 12, 16 or 20 counties, as many in each colour, in four provinces."""
    count = len(board.counties)
    if count not in SIZES:
        yield problem("count", count=count)
    for colour, many in _tally(county.colour for county in board.counties):
        if count in SIZES and many != count // 4:
            yield problem("of_colour", many=many, due=count // 4, colour=_called(colour))
    provinces = sorted({county.province for county in board.counties})
    if len(provinces) != 4:
        yield problem("provinces", count=len(provinces), provinces=provinces)


def check_names(board: Board) -> Iterator[Message]:
    """Names and short forms are distinct; a short form is three ASCII letters."""
    yield from wrong_names(board.counties, problem("counties"))


def check_neighbours(board: Board) -> Iterator[Message]:
    """The table is symmetric, and names only other counties, each once."""
    counties = _by_name(board)
    for county in board.counties:
        for name in repeated(county.neighbours):
            yield problem("neighbour_twice", county=county.name, name=name)
        for name in dict.fromkeys(county.neighbours):
            if name == county.name:
                yield problem("own_neighbour", county=county.name)
            elif name not in counties:
                yield problem("no_county", county=county.name, name=name)
            elif county.name not in counties[name].neighbours:
                yield problem("one_sided", county=county.name, name=name)


def check_connected(board: Board) -> Iterator[Message]:
    """Every county can be reached from every other."""
    apart = unreached({county.name: county.neighbours for county in board.counties})
    if apart:
        yield problem("apart", counties=apart, first=board.counties[0].name)


def check_colours(board: Board) -> Iterator[Message]:
    """[H1.2] No two counties that share a border have the same colour."""
    arrows = {frozenset(arrow) for arrow in board.arrows}
    for one, two in combinations(board.counties, 2):
        bordering = _adjacent(one, two) and frozenset((one.name, two.name)) not in arrows
        if bordering and one.colour == two.colour:
            yield problem("same_colour", a=one.name, b=two.name, colour=_called(one.colour))


def check_centre(board: Board) -> Iterator[Message]:
    """[H1.3] Four centre counties, pairwise adjacent, showing all four colours."""
    centre = [county for county in board.counties if county.centre]
    if len(centre) != 4:
        yield problem("centre_count", count=len(centre))
    for one, two in combinations(centre, 2):
        if not _adjacent(one, two):
            yield problem("centre_apart", a=one.name, b=two.name)
    for colour in repeated(county.colour for county in centre):
        yield problem("centre_colour", colour=_called(colour))


def check_castles(board: Board) -> Iterator[Message]:
    """[H1.4] Four castles: one per province, all four colours, off the centre, apart."""
    castles = [county for county in board.counties if county.castle]
    if len(castles) != 4:
        yield problem("castle_count", count=len(castles))
    for province in repeated(county.province for county in castles):
        yield problem("castle_province", province=province)
    for colour in repeated(county.colour for county in castles):
        yield problem("castle_colour", colour=_called(colour))
    for county in castles:
        if county.centre:
            yield problem("castle_centre", county=county.name)
    for one, two in combinations(castles, 2):
        if _adjacent(one, two):
            yield problem("castles_near", a=one.name, b=two.name)


def check_track(board: Board) -> Iterator[Message]:
    """[H1.5] A loop of 20 to 64 spaces from yellow on, the four colours equally often."""
    length = len(board.track)
    counts = _tally(board.track)
    if not 20 <= length <= TRACK or length % 4:
        yield problem("track_length", length=length)
    elif len({many for _, many in counts}) > 1:
        shown = [problem("so_many", many=many, colour=_called(colour)) for colour, many in counts]
        yield problem("track_colours", counts=shown)
    if board.track and board.track[0] != "yellow":
        yield problem("track_start", colour=_called(board.track[0]))


def check_borders(board: Board) -> Iterator[Message]:
    """[H1.2] The table of neighbours is exactly the drawn borders and the arrows."""
    edged = [(county, _edges(county)) for county in board.counties]
    arrows = {frozenset(arrow) for arrow in board.arrows}
    for (one, edges), (two, other_edges) in combinations(edged, 2):
        a, b = one.name, two.name
        drawn = bool(edges & other_edges)
        arrow = frozenset((a, b)) in arrows
        if drawn and arrow:
            yield problem("border_and_arrow", a=a, b=b)
        elif (drawn or arrow) and not _adjacent(one, two):
            yield problem("only_drawn", a=a, b=b)
        elif not (drawn or arrow) and _adjacent(one, two):
            yield problem("not_drawn", a=a, b=b)


def check_arrows(board: Board) -> Iterator[Message]:
    """[H1.3] An arrow joins two different centre counties."""
    centre = {county.name for county in board.counties if county.centre}
    for a, b in board.arrows:
        if a == b or not {a, b} <= centre:
            yield problem("arrow", a=a, b=b)


def check_shapes(board: Board) -> Iterator[Message]:
    """Every ring is a real one, and the warriors' place lies inside the county."""
    for county in board.counties:
        for number, ring in enumerate(county.shape, start=1):
            if len(ring) < 3 or area(ring) == 0:
                yield problem("no_area", county=county.name, number=number)
            elif any(a == b for a, b in sides(ring)):
                yield problem("point_twice", county=county.name, number=number)
        if not any(inside(county.place, ring) for ring in county.shape):
            yield problem("place_outside", county=county.name)


def check_overlaps(board: Board) -> Iterator[Message]:
    """No border belongs to three counties, and no county has a corner inside another."""
    owners: dict[Edge, list[str]] = {}
    for county in board.counties:
        for edge in _edges(county):
            owners.setdefault(edge, []).append(county.name)
    for crowd in sorted({tuple(names) for names in owners.values() if len(names) > 2}):
        yield problem("crowd", counties=crowd)
    for one, two in combinations(board.counties, 2):
        if overlap(one.shape, two.shape):
            yield problem("overlap", a=one.name, b=two.name)


Check = Callable[[Board], Iterator[Message]]
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


# --- Small helpers ------------------------------------------------------------------------


def _called(colour: str) -> Message:
    return message(__package__, f"colour.{colour}")


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
