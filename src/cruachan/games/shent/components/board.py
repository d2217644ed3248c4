"""SHENT's boards as data: read one, name it, and say what is wrong with it.

The boards are ours: the files in boards/ hold the lands and their shapes, and `generator` makes
more. `load` reads one, `problems` lists every rule of the board that it breaks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property, partial
from itertools import combinations
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
from cruachan.engine.languages import DEFAULT_LANG, LANGS, Lang, language_name
from cruachan.engine.shapes import area, inside, overlap
from cruachan.engine.texts import LocalizedText, Message, message
from cruachan.games.shent.components.material import BAD, ELEMENTS, GOOD, NARCHAD, RUNES

SIZES = range(18, 61, 6)
"""How many lands a board may have."""
STRONGEST = 8
STRONGEST_NARCHAD = 4

BOARDS = ("elvarin", "sirren", "thornavar")
"""The boards that come with the game: 36, 24 and 48 lands; the first is the usual one."""
_FOLDER = Path(__file__).with_name("boards")


@dataclass(frozen=True, slots=True)
class Land:
    """One land: what the rules know of it, and how it is drawn."""

    names: LocalizedText
    short: str
    """Three ASCII letters, for notation."""
    element: int
    """A place in ELEMENTS."""
    rune: int | None
    """A place in RUNES, for a land that carries one."""
    strength: int
    """Of its rune; 0 without one."""
    seat: Point
    """Where figures are drawn."""
    outline: tuple[Ring, ...]
    """Mainland first, islands after; a ring does not repeat its first point."""

    @property
    def name(self) -> str:
        """The name in the default language, which notation uses."""
        return self.names.text(DEFAULT_LANG)

    def called(self, lang: Lang) -> str:
        """The name in a language."""
        return self.names.text(lang)


@dataclass(frozen=True)
class Board:
    """The whole board."""

    name: str
    title: LocalizedText
    """What the island is called."""
    box: ViewBox
    lands: tuple[Land, ...]

    @property
    def about(self) -> Message:
        """Whose board it is."""
        return message(__package__, "island.about", lands=len(self.lands))

    @cached_property
    def near(self) -> tuple[tuple[int, ...], ...]:
        """[S1.2] The neighbours of each land: all whose outlines share a point with its own."""
        at: dict[Point, list[int]] = {}
        for number, land in enumerate(self.lands):
            for point in {point for ring in land.outline for point in ring}:
                at.setdefault(point, []).append(number)
        found: list[set[int]] = [set() for _ in self.lands]
        for there in at.values():
            for number in there:
                found[number].update(there)
        return tuple(tuple(sorted(others - {number})) for number, others in enumerate(found))

    @cached_property
    def distances(self) -> tuple[tuple[int, ...], ...]:
        """How many steps lie between two lands; -1 where no way leads."""
        return tuple(_steps(self.near, start) for start in range(len(self.lands)))

    def distance(self, a: int, b: int) -> int:
        """How many steps lie between two lands."""
        return self.distances[a][b]

    @cached_property
    def digest(self) -> str:
        """Eight hex digits that change when anything changes that the rules know."""
        known = [
            [land.name, land.short, land.element, land.rune, land.strength] for land in self.lands
        ]
        return boardfile.digest([known, self.near])


def _steps(near: tuple[tuple[int, ...], ...], start: int) -> tuple[int, ...]:
    """The distances of all lands from one of them."""
    steps = [-1] * len(near)
    steps[start] = 0
    reached = [start]
    for land in reached:
        for other in near[land]:
            if steps[other] < 0:
                steps[other] = steps[land] + 1
                reached.append(other)
    return tuple(steps)


def board_for(seats: int) -> str:
    """The board for so many players."""
    usual, small, large = BOARDS
    return small if seats <= 2 else usual if seats <= 4 else large


# --- Reading ------------------------------------------------------------------------------


def load(board: str | Path | None = None) -> Board:
    """The board of this name that comes with the game, or the one in this file."""
    if board is None or board in BOARDS:
        return _shipped(str(board or BOARDS[0]))
    path = Path(board)
    if not path.suffix and not path.exists():
        raise BoardError(problem("no_board", board=board, known=BOARDS))
    return _read(path)


@cache
def _shipped(name: str) -> Board:
    return _read(_FOLDER / f"{name}.toml")


def _read(path: Path) -> Board:
    table = boardfile.read(path)
    return Board(
        name=table.text("name"),
        title=table.localized("title"),
        box=table.view_box("view_box"),
        lands=tuple(_land(land) for land in table.tables("land")),
    )


def _land(table: TomlTable) -> Land:
    element = table.one_of(problem("element"), table.text("element"), ELEMENTS)
    bears = "rune" in table.data
    rune = table.one_of(problem("rune"), table.text("rune"), RUNES) if bears else None
    return Land(
        names=table.localized("name"),
        short=table.text("short"),
        element=ELEMENTS.index(element),
        rune=RUNES.index(rune) if rune else None,
        strength=table.whole("strength") if bears else 0,
        seat=table.point("seat"),
        outline=table.rings("outline"),
    )


# --- Checking -----------------------------------------------------------------------------


def problems(board: Board, lang: Lang = DEFAULT_LANG) -> list[str]:
    """Every rule of the board that this board breaks, in words; empty when it is sound."""
    checks = CHECKS if len(board.lands) <= SIZES[-1] else (check_counts,)
    return tell(board, checks, lang)


def problem(key: str, /, **values: Any) -> Message:
    """Something that is wrong with a board."""
    return message(__package__, f"problem.{key}", **values)


def check_counts(board: Board) -> Iterator[Message]:
    """[S1.1] A multiple of six lands from 18 to 60, the same number of each element."""
    count = len(board.lands)
    if count not in SIZES:
        yield problem("count", count=count)
        return
    each = count // 6
    many = Counter(land.element for land in board.lands)
    for number, element in enumerate(ELEMENTS):
        if many[number] != each:
            yield problem("of_element", many=many[number], element=element, due=each)


def check_names(board: Board) -> Iterator[Message]:
    """Names in each language and short forms are distinct; a short form is three letters."""
    yield from wrong_names(board.lands, problem("lands"))
    for lang in LANGS[1:]:
        language = LocalizedText.of(partial(language_name, lang))
        named = (land.names.texts[lang] for land in board.lands if lang in land.names.texts)
        for name in repeated(named):
            yield problem("same_in", name=name, language=language)


def check_connected(board: Board) -> Iterator[Message]:
    """[S1.1] Every land can be reached from every other, and has two neighbours at least."""
    lands, near = board.lands, board.near
    for land, others in zip(lands, near, strict=True):
        if len(others) < 2:
            yield problem("neighbours", land=land.names, many=len(others))
    apart = unreached({str(n): [str(other) for other in near[n]] for n in range(len(lands))})
    if apart:
        far = [lands[int(number)].names for number in apart]
        yield problem("apart", lands=far, first=lands[0].names)


def check_strengths(board: Board) -> Iterator[Message]:
    """[S1.3] A rune has a strength from 1 to 8, narchad at most 4."""
    for land in board.lands:
        if land.rune is None:
            continue
        most = STRONGEST_NARCHAD if land.rune == NARCHAD else STRONGEST
        if not 1 <= land.strength <= most:
            rune, strength = RUNES[land.rune], land.strength
            yield problem("strength", land=land.names, rune=rune, strength=strength, most=most)


def check_runes(board: Board) -> Iterator[Message]:
    """[S1.3] About one land in four carries a rune, good and bad ones in balance."""
    runes = [land.rune for land in board.lands if land.rune is not None]
    count = len(board.lands)
    if not count <= 6 * len(runes) <= 2 * count:
        yield problem("runes", runes=len(runes), lands=count)
    good, bad = (sum(rune in kind for rune in runes) for kind in (GOOD, BAD))
    if abs(good - bad) > 1:
        yield problem("balance", good=good, bad=bad)


def check_shapes(board: Board) -> Iterator[Message]:
    """Every ring is a real one, and the seat lies inside the land."""
    for land in board.lands:
        for number, ring in enumerate(land.outline, start=1):
            if len(ring) < 3 or area(ring) == 0:
                yield problem("no_area", land=land.names, number=number)
            elif len(set(ring)) < len(ring):
                yield problem("point_twice", land=land.names, number=number)
        if not any(inside(land.seat, ring) for ring in land.outline):
            yield problem("seat_outside", land=land.names)


def check_overlaps(board: Board) -> Iterator[Message]:
    """No land has a corner inside another, and all lie in the picture."""
    x, y, width, height = board.box
    for land in board.lands:
        points = [point for ring in land.outline for point in ring]
        if not all(x <= a <= x + width and y <= b <= y + height for a, b in points):
            yield problem("outside", land=land.names)
    for one, two in combinations(board.lands, 2):
        if overlap(one.outline, two.outline):
            yield problem("overlap", a=one.names, b=two.names)


Check = Callable[[Board], Iterator[Message]]
CHECKS: tuple[Check, ...] = (
    check_counts,
    check_names,
    check_connected,
    check_strengths,
    check_runes,
    check_shapes,
    check_overlaps,
)


TAG = 3
"""Letters by which a land goes on a small map."""


def tags(board: Board, lang: Lang) -> tuple[str, ...]:
    """Three letters of each land's name in a language, all different.

    The default language has those of notation. None stands for one land in one language and for
    another one in another, so all can be typed.
    """
    names = tuple(land.names for land in board.lands)
    return _tags_of(names, tuple(land.short for land in board.lands))[lang]


@cache
def _tags_of(
    names: tuple[LocalizedText, ...], shorts: tuple[str, ...]
) -> dict[Lang, tuple[str, ...]]:
    """The tags by language; a land without a name in a language goes by its short form."""
    tags = {DEFAULT_LANG: shorts}
    for lang in LANGS[1:]:
        found: list[str] = []
        for place, name in enumerate(names):
            others = (
                each for known in tags.values() for at, each in enumerate(known) if at != place
            )
            found.append(_tag(name.texts.get(lang, ""), {*found, *others}) or shorts[place])
        tags[lang] = tuple(found)
    return tags


def _tag(name: str, taken: set[str]) -> str:
    """The first letter and two others of a name that are not taken; empty where there are none."""
    letters = name.replace(" ", "")
    tries = (letters[0] + "".join(more) for more in combinations(letters[1:], TAG - 1))
    return next((tag for tag in tries if tag not in taken), "")
