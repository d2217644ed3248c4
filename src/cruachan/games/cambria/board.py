"""Cambria's boards as data: read one, name it, and say what is wrong with it.

The boards are ours: the files in boards/ hold forts, roads, ships and the shapes to draw.
`load` reads one, `problems` lists every rule of the board that it breaks.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

from cruachan.engine import boardfile
from cruachan.engine.boardfile import (
    BoardError,
    Point,
    Ring,
    TomlTable,
    ViewBox,
    repeated,
    tell,
    unreached,
    wrong_names,
)
from cruachan.engine.texts import DEFAULT_LANG, Lang, LocalizedText, Message, message

USUAL = "wales"
SHIPPED = boardfile.shipped(Path(__file__).with_name("boards"), USUAL)
"""The boards that come with the game, by the names of their files."""

FORTS = {2: 5, 3: 4, 4: 3, 5: 2, 6: 2}
"""How many forts there are of each value."""
ROADS = sum(value * many for value, many in FORTS.items()) // 2
REACH = range(10, 13)
"""How many roads a number may reach."""
ALIKE = {2: 0, 3: 2, 4: 2, 5: 0, 6: 1}
"""How many roads may join two forts of the same value; for 6 there is no room for a second."""

FORT, SOLDIER, SHIP, STANDARD = 32.0, 22.0, 50.0, 40.0
"""How much room a thing needs on the drawn board, from its middle."""
CLEARANCE = 40.0
"""How far a road stays away from forts that it does not join."""
TURN = 25.0
"""How many degrees lie between two roads where they leave a fort."""


@dataclass(frozen=True, slots=True)
class Fort:
    """One Roman fort; as many roads lead to it as its value says."""

    name: str
    short: str
    """Three ASCII letters, for notation."""
    value: int
    place: Point
    label: Point
    """The middle of the drawn name, of its first line when it has two."""


@dataclass(frozen=True, slots=True)
class Road:
    """A road between two forts, with room for one soldier or the legion."""

    between: tuple[str, str]
    """The short forms of the two forts, in alphabetical order."""
    middle: Point
    """Where the soldier stands."""
    bend: Point | None = None
    """Where a bent road is drawn to; none when it is straight."""

    @property
    def name(self) -> str:
        """The name in notation, as in Can-Seg."""
        return "-".join(self.between)


@dataclass(frozen=True, slots=True)
class Ship:
    """A ship in the sea, with room for one soldier."""

    value: int
    place: Point


@dataclass(frozen=True, slots=True)
class River:
    """A river, to look at: nothing in the rules knows it."""

    name: str
    course: Ring
    """From the source, or the edge of the picture, to the mouth."""


@dataclass(frozen=True, slots=True)
class Mountains:
    """Mountains, to look at."""

    name: str
    height: float
    """How high they are drawn."""
    peaks: Ring
    """The middle of the foot of each."""


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
    """Whose it is, and what is special about it."""
    view_box: ViewBox
    land: tuple[Ring, ...]
    """Mainland and islands; a ring does not repeat its first point."""
    seas: tuple[tuple[str, Point], ...]
    """Names written into the sea, and where."""
    cartouche: Point
    """The lower right corner of the board's name."""
    forts: tuple[Fort, ...]
    roads: tuple[Road, ...]
    ships: tuple[Ship, ...]
    standard: Point
    """Where the legion waits in the sea."""
    rivers: tuple[River, ...] = ()
    mountains: tuple[Mountains, ...] = ()

    @property
    def digest(self) -> str:
        """Eight hex digits that change when anything changes that the rules know."""
        forts = [[fort.name, fort.short, fort.value] for fort in self.forts]
        ships = [ship.value for ship in self.ships]
        return boardfile.digest([forts, [road.between for road in self.roads], ships])

    def fort(self, short: str) -> Fort:
        """The fort with this short form."""
        return next(fort for fort in self.forts if fort.short == short)

    def curve(self, road: Road, steps: int = 24) -> list[Point]:
        """The road as it is drawn, from fort to fort."""
        start, end = (self.fort(short).place for short in road.between)
        if road.bend is None:
            return [start, end]
        return [_bent(start, road.bend, end, step / steps) for step in range(steps + 1)]


def _bent(start: Point, bend: Point, end: Point, share: float) -> Point:
    """A point of the quadratic curve that SVG draws, too."""
    a, b, c = (1 - share) ** 2, 2 * share * (1 - share), share**2
    return (
        a * start[0] + b * bend[0] + c * end[0],
        a * start[1] + b * bend[1] + c * end[1],
    )


# --- Reading ------------------------------------------------------------------------------


def load(board: str | Path = USUAL) -> Board:
    """The board of this name that comes with the game, or the one in this file."""
    if board in SHIPPED:
        return _shipped(str(board))
    path = Path(board)
    if not path.suffix and not path.exists():
        raise BoardError(problem("no_board", board=board, known=list(SHIPPED)))
    return _read(path)


@cache
def _shipped(name: str) -> Board:
    return _read(SHIPPED[name])


def _read(path: Path) -> Board:
    table = boardfile.read(path)
    x, y, width, height = table.view_box("view_box")
    name, about = table.text("name"), table.localized("about")
    return Board(
        name=name,
        title=table.localized_or("title", LocalizedText.of(lambda _: name)),
        sentence=table.localized_or("sentence", about),
        about=about,
        view_box=(x, y, width, height),
        cartouche=table.point_or_none("cartouche") or (x + width - 18, y + height),
        land=table.table("outline").rings("land"),
        seas=tuple(
            (sea.text("name"), sea.point("place")) for sea in table.tables("sea", required=False)
        ),
        forts=tuple(_fort(fort) for fort in table.tables("fort")),
        roads=tuple(_road(road) for road in table.tables("road")),
        ships=tuple(
            Ship(ship.whole("value"), ship.point("place")) for ship in table.tables("ship")
        ),
        standard=table.table("standard").point("place"),
        rivers=tuple(
            River(river.text("name"), river.line("course"))
            for river in table.tables("river", required=False)
        ),
        mountains=tuple(
            Mountains(each.text("name"), float(each.whole("height")), each.line("peaks"))
            for each in table.tables("mountains", required=False)
        ),
    )


def _fort(table: TomlTable) -> Fort:
    x, y = table.point("place")
    return Fort(
        name=table.text("name"),
        short=table.text("short"),
        value=table.whole("value"),
        place=(x, y),
        label=table.point_or_none("label") or (x, y + FORT + 12),
    )


def _road(table: TomlTable) -> Road:
    one, two = sorted(table.pair("between", problem("forts")))
    return Road((one, two), table.point("middle"), table.point_or_none("bend"))


# --- Checking -----------------------------------------------------------------------------


def problems(board: Board, lang: Lang = DEFAULT_LANG) -> list[str]:
    """Every rule of the board that this board breaks, in words; empty when it is sound.

    The drawing is only looked at when the roads join forts that are there.
    """
    wrong = tell(board, CHECKS, lang)
    sound = {fort.short for fort in board.forts}
    joined = all(a != b and {a, b} <= sound for a, b in (road.between for road in board.roads))
    return wrong + (tell(board, CHECKS_OF_THE_DRAWING, lang) if joined else [])


def problem(key: str, /, **values: Any) -> Message:
    """Something that is wrong with a board."""
    return message(__package__, f"problem.{key}", **values)


def check_counts(board: Board) -> Iterator[Message]:
    """[C1.1] [C1.2] Five 2s, four 3s, three 4s, two 5s and two 6s; 28 roads."""
    counts = Counter(fort.value for fort in board.forts)
    for value in sorted(FORTS.keys() | counts.keys()):
        if counts[value] != FORTS.get(value, 0):
            yield problem("of_value", value=value, many=counts[value], due=FORTS.get(value, 0))
    if len(board.roads) != ROADS:
        yield problem("roads", many=len(board.roads), due=ROADS)


def check_names(board: Board) -> Iterator[Message]:
    """Names and short forms are distinct; a short form is three ASCII letters."""
    yield from wrong_names(board.forts, problem("forts"))


def check_roads(board: Board) -> Iterator[Message]:
    """[C1.1] Each road joins two forts, and no two roads join the same two."""
    known = {fort.short for fort in board.forts}
    for name in repeated(road.name for road in board.roads):
        yield problem("same_road", road=name)
    for road in board.roads:
        one, two = road.between
        if one == two:
            yield problem("leads_back", road=road.name)
        for short in sorted({one, two} - known):
            yield problem("no_fort", road=road.name, short=short)


def check_values(board: Board) -> Iterator[Message]:
    """[C1.2] As many roads lead to a fort as its value says."""
    for fort in board.forts:
        many = sum(fort.short in road.between for road in board.roads)
        if many != fort.value:
            yield problem("value", fort=fort.name, value=fort.value, many=many)


def check_connected(board: Board) -> Iterator[Message]:
    """Every fort can be reached from every other."""
    neighbours: dict[str, list[str]] = {fort.short: [] for fort in board.forts}
    for one, two in (road.between for road in board.roads):
        neighbours.get(one, []).append(two)
        neighbours.get(two, []).append(one)
    apart = [board.fort(short).name for short in unreached(neighbours)]
    if apart:
        yield problem("apart", forts=apart, first=board.forts[0].name)


def check_reach(board: Board) -> Iterator[Message]:
    """[C1.2] Each number reaches 10 to 12 different roads."""
    for value in FORTS:
        many = sum(value in _values(board, road) for road in board.roads)
        if many not in REACH:
            yield problem("reach", value=value, many=many, least=REACH[0], most=REACH[-1])


def check_alike(board: Board) -> Iterator[Message]:
    """[C1.2] No road joins two 2s or two 5s, at most two join two 3s, at most two two 4s."""
    for value, most in ALIKE.items():
        alike = [road.name for road in board.roads if _values(board, road) == [value, value]]
        if len(alike) > most:
            yield problem("alike", value=value, roads=alike, most=most)


def check_ships(board: Board) -> Iterator[Message]:
    """[C1.3] Five ships, with the values 2 to 6."""
    values = sorted(ship.value for ship in board.ships)
    if values != list(FORTS):
        yield problem("ships", values=values)


def check_crossings(board: Board) -> Iterator[Message]:
    """Two roads meet only in a fort."""
    for one, two in combinations(board.roads, 2):
        shared = set(one.between) & set(two.between)
        ends = [board.fort(short).place for short in shared]
        if _cross(board.curve(one), board.curve(two), ends):
            yield problem("cross", a=one.name, b=two.name)


def check_turns(board: Board) -> Iterator[Message]:
    """Roads leave a fort in different directions."""
    for fort in board.forts:
        roads = [road for road in board.roads if fort.short in road.between]
        for one, two in combinations(roads, 2):
            if one.between == two.between:
                continue
            turn = abs(_heading(board, one, fort) - _heading(board, two, fort)) % 360
            if min(turn, 360 - turn) < TURN:
                yield problem("turn", a=one.name, b=two.name, fort=fort.name)


def check_clearance(board: Board) -> Iterator[Message]:
    """No road passes through a fort that it does not join."""
    for road in board.roads:
        curve = board.curve(road)
        for fort in board.forts:
            if fort.short not in road.between and _distance(fort.place, curve) < CLEARANCE:
                yield problem("clearance", road=road.name, fort=fort.name)


def check_middles(board: Board) -> Iterator[Message]:
    """The soldier stands on the road."""
    for road in board.roads:
        if _distance(road.middle, board.curve(road)) > 3:
            yield problem("middle", road=road.name)


def check_room(board: Board) -> Iterator[Message]:
    """Everything lies in the picture, and nothing on top of another thing."""
    things = _things(board)
    left, top, width, height = board.view_box
    for thing, (x, y), room in things:
        if not (room <= x - left <= width - room and room <= y - top <= height - room):
            yield problem("outside", thing=thing)
    for one, two in combinations(things, 2):
        if math.dist(one[1], two[1]) < one[2] + two[2]:
            yield problem("close", one=one[0], two=two[0])


Check = Callable[[Board], Iterator[Message]]
CHECKS: tuple[Check, ...] = (
    check_counts,
    check_names,
    check_roads,
    check_values,
    check_connected,
    check_reach,
    check_alike,
    check_ships,
)
CHECKS_OF_THE_DRAWING: tuple[Check, ...] = (
    check_crossings,
    check_turns,
    check_clearance,
    check_middles,
    check_room,
)


# --- Small helpers ------------------------------------------------------------------------

Thing = tuple[str | Message, Point, float]
"""What lies on the board, where, and how much room it needs."""


def _things(board: Board) -> list[Thing]:
    soldiers = [(problem("soldier", road=r.name), r.middle, SOLDIER) for r in board.roads]
    ships = [(problem("ship", value=ship.value), ship.place, SHIP) for ship in board.ships]
    return [
        *((fort.name, fort.place, FORT) for fort in board.forts),
        *soldiers,
        *ships,
        (problem("standard"), board.standard, STANDARD),
    ]


def _values(board: Board, road: Road) -> list[int]:
    """The values of the forts that a road joins."""
    return [fort.value for fort in board.forts if fort.short in road.between]


def _heading(board: Board, road: Road, fort: Fort) -> float:
    """The direction in which a road leaves a fort, in degrees."""
    curve = board.curve(road)
    (x, y), (x2, y2) = curve[:2] if road.between[0] == fort.short else curve[:-3:-1]
    return math.degrees(math.atan2(y2 - y, x2 - x))


def _distance(place: Point, curve: list[Point]) -> float:
    """How far a place is from a road."""
    return min(math.dist(place, _nearest(place, a, b)) for a, b in pairwise(curve))


def _nearest(place: Point, a: Point, b: Point) -> Point:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    share = ((place[0] - a[0]) * dx + (place[1] - a[1]) * dy) / length if length else 0.0
    share = min(1.0, max(0.0, share))
    return a[0] + share * dx, a[1] + share * dy


def _cross(one: list[Point], two: list[Point], ends: list[Point]) -> bool:
    """Whether two roads meet anywhere but in the forts where both end."""
    return any(
        _meet(a, b, c, d) and not {a, b} & {c, d} & set(ends)
        for a, b in pairwise(one)
        for c, d in pairwise(two)
    )


def _meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two straight pieces have a point in common."""

    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    apart = max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0])
    apart = apart or max(a[1], b[1]) < min(c[1], d[1]) or max(c[1], d[1]) < min(a[1], b[1])
    return not apart and side(a, b, c) * side(a, b, d) <= 0 and side(c, d, a) * side(c, d, b) <= 0
