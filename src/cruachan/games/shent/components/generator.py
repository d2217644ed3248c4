"""New boards for SHENT: an island of so many lands, the same one for the same seed.

The lands are the cells of a honeycomb whose corners are moved and whose borders are roughened.
Only the four basic operations are used on coordinates, so every machine draws the same bytes.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

from cruachan.engine.boardfile import Point, Ring
from cruachan.engine.errors import OptionError
from cruachan.engine.languages import COMPLETE_LANGS, DEFAULT_LANG
from cruachan.engine.shapes import inside, sides
from cruachan.engine.texts import LocalizedText
from cruachan.games.shent.components.board import (
    SIZES,
    STRONGEST_NARCHAD,
    Board,
    Land,
    problem,
    problems,
)
from cruachan.games.shent.components.landnames import BEGINNINGS, ENDINGS, NAMES
from cruachan.games.shent.components.material import BAD, ELEMENTS, GOOD, NARCHAD, RUNES

Cell = tuple[int, int]
Corner = tuple[int, int]

STEP_X, STEP_Y = 71.0, 41.0
"""Half the width of a cell, and a quarter of its height."""
MARGIN = 58.0
SHIFT = 18.0
"""How far a corner is moved at most, in each direction."""
ROUGHNESS = 0.16
COAST_ROUGHNESS = 0.24
"""How far the middle of a border is moved at most, as a share of its length."""
WILDNESS = 0.8
"""How much chance there is in the shape of the island."""
WITH_LAKE = 30
"""From so many lands on there is a lake in the middle."""
STRENGTHS = (2, 3, 3, 4, 4, 5, 5, 6, 7)
SWAPS = 3000
ATTEMPTS = 200

SHOWN = ((0, -58), (-36, -50), (36, -50), (-60, -20), (60, -20), (-52, 30), (52, 30), (0, 62))
"""The rim of what is drawn in a land, seen from its seat."""

OPEN = tuple(sorted(set(range(len(RUNES))) - GOOD - BAD))
AROUND = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
"""The corners of a cell, seen from its middle."""


def new(lands: int, seed: int) -> Board:
    """An island with so many lands."""
    if lands not in SIZES:
        raise OptionError(problem("size", least=SIZES[0], most=SIZES[-1], lands=lands))
    dice = Random(seed)
    for _ in range(ATTEMPTS):
        title = dice.choice(BEGINNINGS) + dice.choice(ENDINGS)
        board = _inhabit(_island(lands, dice), dice)
        name = f"{title.lower()}-{lands}-{seed}"
        board = replace(board, name=name, title=_everywhere(title))
        if not problems(board):
            return board
    raise OptionError(problem("no_sound", lands=lands, seed=seed))


def _everywhere(text: str) -> LocalizedText:
    return LocalizedText.of(lambda _: text, COMPLETE_LANGS)


# --- The island ---------------------------------------------------------------------------


def _island(lands: int, dice: Random) -> list[Ring]:
    """The outlines of the lands, from the top left to the bottom right."""
    cells = _grow(lands, dice)
    owners: dict[Corner, int] = {}
    for cell in cells:
        for corner in _corners(cell):
            owners[corner] = owners.get(corner, 0) + 1
    places = {
        (x, y): (
            x * STEP_X + dice.uniform(-SHIFT, SHIFT),
            y * STEP_Y + dice.uniform(-SHIFT, SHIFT),
        )
        for x, y in sorted(owners)
    }
    borders: dict[tuple[Corner, Corner], list[Point]] = {}
    rings = [_ring(cell, places, owners, borders, dice) for cell in cells]
    left = min(x for ring in rings for x, _ in ring) - MARGIN
    top = min(y for ring in rings for _, y in ring) - MARGIN
    return [tuple((round(x - left, 1), round(y - top, 1)) for x, y in ring) for ring in rings]


def _grow(lands: int, dice: Random) -> list[Cell]:
    """Connected cells around a middle one, the near ones rather than the far."""
    worth: dict[Cell, float] = {}
    wide = 4 if lands < 30 else 5 if lands < 54 else 6
    high = lands / wide / 2.3

    def price(cell: Cell) -> float:
        if cell not in worth:
            x, y = _middle(cell)
            worth[cell] = (x / wide) ** 2 + (y / 3 / high) ** 2 + dice.uniform(0, WILDNESS)
        return worth[cell]

    cells: set[Cell] = {(0, 0)}
    lake = {(dice.choice((-1, 1)), dice.choice((-1, 0, 1)))} if lands >= WITH_LAKE else set()
    while len(cells) < lands:
        beside = {other for cell in cells for other in _beside(cell)} - cells - lake
        shore = sorted(cell for cell in beside if abs(_middle(cell)[0]) <= wide)
        cells.add(min(shore, key=price))
    return sorted(cells, key=lambda cell: (cell[1], cell[0]))


def _middle(cell: Cell) -> Corner:
    return 2 * cell[0] + cell[1] % 2, 3 * cell[1]


def _beside(cell: Cell) -> list[Cell]:
    column, row = cell
    lean = column + row % 2
    return [(column - 1, row), (column + 1, row)] + [
        (lean + side, row + way) for side in (-1, 0) for way in (-1, 1)
    ]


def _corners(cell: Cell) -> list[Corner]:
    x, y = _middle(cell)
    return [(x + right, y + down) for right, down in AROUND]


def _ring(
    cell: Cell,
    places: dict[Corner, Point],
    owners: dict[Corner, int],
    borders: dict[tuple[Corner, Corner], list[Point]],
    dice: Random,
) -> Ring:
    """The outline of a cell; a border that a neighbour has drawn already is walked back."""
    corners = _corners(cell)
    ring: list[Point] = []
    for one, two in zip(corners, corners[1:] + corners[:1], strict=True):
        if (two, one) in borders:
            ring += borders[two, one][:0:-1]
        else:
            wild = COAST_ROUGHNESS if min(owners[one], owners[two]) < 3 else ROUGHNESS
            line = _roughen([places[one], places[two]], wild, dice)
            borders[one, two] = line
            ring += line[:-1]
    return tuple(ring)


def _roughen(line: list[Point], wild: float, dice: Random) -> list[Point]:
    """The line with the middle of each part moved sideways, three times over."""
    for _ in range(3):
        finer = line[:1]
        for (x, y), (x2, y2) in pairwise(line):
            aside = dice.uniform(-wild, wild)
            finer.append(((x + x2) / 2 - (y2 - y) * aside, (y + y2) / 2 + (x2 - x) * aside))
            finer.append((x2, y2))
        line = finer
    return line


def _seat(ring: Ring) -> Point:
    """Near the centre of gravity, where names and figures have most room around."""
    x, y = _centre(ring)
    spots = [(x + a, y + b) for b in (0, -8, 8, -16, 16) for a in (0, -8, 8)]
    x, y = max(spots, key=lambda spot: _room(spot, ring))
    return round(x, 1), round(y, 1)


def _centre(ring: Ring) -> Point:
    twice = x = y = 0.0
    for (x1, y1), (x2, y2) in sides(ring):
        cross = x1 * y2 - x2 * y1
        twice += cross
        x += (x1 + x2) * cross
        y += (y1 + y2) * cross
    return x / (3 * twice), y / (3 * twice)


def _room(spot: Point, ring: Ring) -> int:
    """How much of what a land shows lies inside it, from 0 to 8 steps outwards."""
    for step in range(8, 0, -1):
        share = 0.5 + step / 12
        if all(inside((spot[0] + a * share, spot[1] + b * share), ring) for a, b in SHOWN):
            return step
    return 0


# --- Elements, runes, names ---------------------------------------------------------------


def _inhabit(rings: list[Ring], dice: Random) -> Board:
    """The island with elements, runes and names, still without a title."""
    width = max(x for ring in rings for x, _ in ring) + MARGIN
    height = max(y for ring in rings for _, y in ring) + MARGIN
    lands = tuple(Land(_everywhere(""), "", 0, None, 0, _seat(ring), (ring,)) for ring in rings)
    board = Board("", _everywhere(""), (0.0, 0.0, round(width, 1), round(height, 1)), lands)
    elements = _elements(board, dice)
    runes = _runes(board, elements, dice)
    names = _names(elements, runes, dice)
    shorts = _shorts([name.text(DEFAULT_LANG) for name in names])
    return replace(board, lands=tuple(
        replace(land, names=name, short=short, element=element,
                rune=rune[0] if rune else None, strength=rune[1] if rune else 0)
        for land, name, short, element, rune in zip(
            lands, names, shorts, elements, runes, strict=True)
    ))  # fmt: skip


def _elements(board: Board, dice: Random) -> list[int]:
    """Each element equally often; those of one kind are swapped apart."""
    count = len(board.lands)
    elements = [number % len(ELEMENTS) for number in range(count)]
    dice.shuffle(elements)
    weight = [[(0, 9, 2)[steps] if steps < 3 else 0 for steps in row] for row in board.distances]

    def crowding(land: int) -> int:
        return sum(
            weight[land][other] for other in range(count) if elements[other] == elements[land]
        )

    for _ in range(SWAPS):
        one, two = dice.randrange(count), dice.randrange(count)
        before = crowding(one) + crowding(two)
        elements[one], elements[two] = elements[two], elements[one]
        if crowding(one) + crowding(two) > before:
            elements[one], elements[two] = elements[two], elements[one]
    return elements


def _runes(board: Board, elements: list[int], dice: Random) -> list[tuple[int, int] | None]:
    """A rune and its strength for about one land in four, far from each other."""
    found: list[tuple[int, int] | None] = [None] * len(elements)
    taken: list[int] = []
    for rune, strength in _stones(len(elements), dice):
        fitting = [e for e, names in enumerate(NAMES) if any(n.rune == RUNES[rune] for n in names)]
        dice.shuffle(fitting)
        element = min(fitting, key=lambda e: sum(elements[land] == e for land in taken))
        free = [n for n, e in enumerate(elements) if e == element and n not in taken]
        dice.shuffle(free)
        land = max(free, key=lambda n: min((board.distance(n, t) for t in taken), default=0))
        taken.append(land)
        found[land] = rune, strength
    return found


def _stones(lands: int, dice: Random) -> list[tuple[int, int]]:
    """Different runes with strengths: as many good as bad ones, and equally strong."""
    count = round(lands / 4)
    pairs = round(count * 0.4)
    strengths = [dice.choice(STRENGTHS) for _ in range(pairs)]
    good = list(zip(dice.sample(sorted(GOOD), pairs), strengths, strict=True))
    bad = [
        (rune, min(strength, STRONGEST_NARCHAD) if rune == NARCHAD else strength)
        for rune, strength in zip(dice.sample(sorted(BAD), pairs), strengths, strict=True)
    ]
    others = [(rune, dice.choice(STRENGTHS)) for rune in dice.sample(OPEN, count - 2 * pairs)]
    stones = good + bad + others
    dice.shuffle(stones)
    return stones


def _names(
    elements: list[int], runes: list[tuple[int, int] | None], dice: Random
) -> list[LocalizedText]:
    """A name for each land, of its element and for its rune."""
    plain = [[name for name in names if not name.rune] for names in NAMES]
    for names in plain:
        dice.shuffle(names)
    found = []
    for element, rune in zip(elements, runes, strict=True):
        if rune is None:
            name = plain[element].pop()
        else:
            name = next(name for name in NAMES[element] if name.rune == RUNES[rune[0]])
        found.append(name.names)
    return found


def _shorts(names: list[str]) -> list[str]:
    """Three letters of each name, the first ones where they are free."""
    found: list[str] = []
    for name in names:
        spare = (
            name[0] + name[a] + name[b]
            for a in range(1, len(name))
            for b in range(a + 1, len(name))
        )
        found.append(next(short for short in spare if short not in found))
    return found


# --- Writing ------------------------------------------------------------------------------


def make(lands: int, seed: int) -> str:
    """A new island as a file."""
    return write(new(lands, seed))


def write(board: Board) -> str:
    """The board as a file."""
    head = [
        f'name = "{board.name}"',
        f"title = {_write_texts(board.title)}",
        f"view_box = [{', '.join(str(number) for number in board.box)}]",
    ]
    return "\n".join(head + [_write_land(land) for land in board.lands]) + "\n"


def _write_texts(names: LocalizedText) -> str:
    return "{ " + ", ".join(f'{lang} = "{text}"' for lang, text in names.texts.items()) + " }"


def _write_land(land: Land) -> str:
    rune = (
        [f'rune = "{RUNES[land.rune]}"', f"strength = {land.strength}"]
        if land.rune is not None
        else []
    )
    rings = ", ".join("[" + ",".join(f"[{x},{y}]" for x, y in ring) + "]" for ring in land.outline)
    return "\n".join([
        "",
        "[[land]]",
        f"name = {_write_texts(land.names)}",
        f'short = "{land.short}"',
        f'element = "{ELEMENTS[land.element]}"',
        *rune,
        f"seat = [{land.seat[0]}, {land.seat[1]}]",
        f"outline = [{rings}]",
    ])  # fmt: skip
