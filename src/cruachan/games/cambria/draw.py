"""Draw a view of Cambria as one standalone SVG picture.

Nothing is told by colour alone: a value is pips and a digit, a player is a shape and a letter, a
road that the roll reaches wears a crown of rays.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache, cached_property
from itertools import permutations

from cruachan.engine import svg
from cruachan.engine.boardfile import Point, ViewBox
from cruachan.engine.picture import Picture, face, piece, place, slot, symbol, wooden, woods
from cruachan.engine.pieces import PIECES
from cruachan.engine.svg import (
    INK,
    PAPER,
    ROW,
    Side,
    name_box,
    tag,
    write,
    write_name,
)
from cruachan.engine.texts import DEFAULT_LANG, Lang
from cruachan.engine.view import Data, DrawnPiece
from cruachan.games.cambria import ground
from cruachan.games.cambria.board import Board, Fort, Road, Ship
from cruachan.games.cambria.shapes import (
    DIGIT,
    LIT,
    STAR,
    STONE,
    WALL,
    draw_die,
    draw_digit,
    draw_laurels,
    draw_legion,
    draw_pips,
    draw_rays,
    draw_ruin,
    draw_walls,
)

STATUS = 98.0
"""How high the lines about dice and turn are."""
PAVING = "#fbf3dc"
KERB = "#54402a"
TOKEN = 17.5
"""The radius of a soldier on a road."""
CROWN = 31.0
"""How far rays, a soldier of any shape and the legion reach."""
OWNER = 12.0
"""The radius of an owner's piece."""
NAME = 20.0
"""How high a name is written."""
MOST_POINTS = 4
"""How many points the best marker has."""


class Drawing(svg.SvgDrawing[Board]):
    """What is to be drawn, and in which words."""

    package = __package__

    def __init__(self, view: Data, board: Board, lang: Lang) -> None:
        super().__init__(view, board, lang)
        self.dummy: Data | None = view.get("dummy")
        if self.dummy:
            self.sides[2] = self.side(self.dummy)
        self.forts: dict[str, Data] = {fort["short"]: fort for fort in view.get("forts") or []}
        self.roads: dict[str, Data] = {road["name"]: road for road in view.get("roads") or []}
        self.ships: dict[int, Data] = {ship["value"]: ship for ship in view.get("ships") or []}

    @property
    def lit(self) -> bool:
        """Whether roads that the roll reaches are lit: not for a player while others decide."""
        seat = self.view.get("seat")
        return seat is None or seat in self.view.get("to_act", ())

    def who(self, colour: int | None) -> Side | None:
        """Who stands behind a colour index."""
        return None if colour is None else self.sides[colour]

    def called(self, side: Side | None) -> str:
        """A player in words, or that nobody is there."""
        return f"{side.name} ({side.letter})" if side else self.say("empty")


class CambriaPicture(Picture[Board]):
    """The land with its forts and roads, the sea with its ships; below it the dice."""

    title = "Cambria"
    tray = STATUS
    drawing = Drawing

    @cached_property
    def corners(self) -> dict[str, tuple[Point, Point]]:
        """For each fort where its digit lies, and where its marker or owner."""
        return {fort.short: free_corners(self.board, fort) for fort in self.board.forts}

    @property
    def box(self) -> ViewBox:
        return self.board.view_box

    def about(self, lang: Lang) -> str:
        return self.board.about.text(lang)

    def ground(self, drawing: Drawing) -> str:
        board = self.board
        x, y, width, height = self.box
        return "".join(
            (
                ground.ground(board, drawing.lang),
                tag("rect", x=x, y=y + height, width=width, height=STATUS, fill=PAPER),
                tag("defs", *symbols(board)),
                sea(drawing),
                *(draw_road(board, road) + slot(f"way:{road.name}") for road in board.roads),
                *(draw_fort(drawing, f, self.corners[f.short][0]) for f in board.forts),
                *(draw_spot(drawing, road) for road in board.roads),
                names(board),
            )
        )

    def describe(self, drawing: Drawing) -> Iterator[tuple[str, str]]:
        yield "standard", describe_standard(drawing)
        for ship in self.board.ships:
            yield f"ship:{ship.value}", describe_ship(drawing, ship)
        for road in self.board.roads:
            yield f"road:{road.name}", describe_road(drawing, road)
        for fort in self.board.forts:
            yield f"fort:{fort.short}", describe_fort(drawing, fort)

    def lay(self, drawing: Drawing) -> Iterator[DrawnPiece]:
        yield from lay_ships(drawing)
        for road in self.board.roads:
            yield from lay_road(drawing, road)
        yield from lay_legion(drawing)
        for fort in self.board.forts:
            yield from lay_fort(drawing, fort, self.corners[fort.short][1])
        if drawing.players:
            yield from lay_dice(drawing)

    def panel(self, drawing: Drawing, y: float) -> tuple[float, str]:
        rows = len(drawing.players) + bool(drawing.dummy)
        if not rows:
            return 0.0, ""
        below = ROW * (rows + 1) + 12
        x, _, width, _ = self.box
        paper = tag("rect", x=x, y=y, width=width, height=below, fill=PAPER)
        return below, paper + panel(drawing)


def draw(view: Data, board: Board, lang: Lang = DEFAULT_LANG) -> str:
    """The board with everything on it, and below it the dice, the turn and the players."""
    return CambriaPicture(board).draw(view, lang)


def draw_board(board: Board, lang: Lang = DEFAULT_LANG) -> str:
    """The board alone, before anybody sits down."""
    return draw({}, board, lang)


def symbols(board: Board) -> Iterator[str]:
    """All that can lie on the board."""
    yield woods(PIECES)
    yield symbol("legion", draw_legion())
    yield symbol("camp", tag("circle", r=38.0, fill="#eef5f8", stroke="#41657d", stroke_width=2.5))
    yield symbol("rays", draw_rays())
    free = tag("circle", r=13.0, fill="#ffffff", stroke=INK, stroke_width=2.2, data_lit="")
    plus = tag("path", d="M-7 0h14M0 -7v14", stroke=INK, stroke_width=3.4, data_lit="")
    yield symbol("rays-free", draw_rays(), free, plus)
    for road in board.roads:
        yield symbol(f"way-{road.name}", tag("g", draw_way(board, road, lit=True), data_lit=""))
    for value in sorted({fort.value for fort in board.forts}):
        yield symbol(f"ruin-{value}", draw_ruin(value))
    for points in range(1, MOST_POINTS + 1):
        yield symbol(f"vp-{points}", draw_laurels(points))
    yield symbol("die-none", draw_die(0))
    for pips in range(1, 7):
        yield face("die", f"die-{pips}", draw_die(pips))


# --- The sea ------------------------------------------------------------------------------


def sea(drawing: Drawing) -> str:
    """What swims in the sea: the standard and the ships."""
    ships = [draw_ship(drawing, ship) for ship in drawing.board.ships]
    return tag("g", draw_standard(drawing), tag("g", *ships, id="ships"), class_="sea")


def describe_standard(drawing: Drawing) -> str:
    """The camp in a line."""
    if not drawing.players:
        return drawing.say("standard")
    here = drawing.view.get("legion", "sea") == "sea"
    return f"{drawing.say('standard')}: {drawing.say('legion_here' if here else 'legion_away')}"


def draw_standard(drawing: Drawing) -> str:
    """The camp in the sea, from which the legion is away."""
    x, y = drawing.board.standard
    banner = "M0 30V-30M-15 -22H15M-12 -22V2H12V-22M0 -30l-5 -6h10Z"
    return place(
        "standard",
        describe_standard(drawing),
        tag("circle", cx=x, cy=y, r=38.0, fill="#eef5f8", stroke="#41657d", stroke_width=2.5,
            stroke_dasharray="6 5"),
        tag("path", d=banner, transform=f"translate({x:.1f} {y:.1f})", fill="#e7cfc6",
            stroke=WALL, stroke_width=3, stroke_linejoin="round", class_="banner"),
        write(x, y + 52, drawing.say("legion").capitalize(), 19.0, fill="#2f5064",
              font_style="italic"),
        slot("standard"),
        class_="standard",
    )  # fmt: skip


def lay_legion(drawing: Drawing) -> Iterator[DrawnPiece]:
    """The legion: before its camp, or on a road."""
    road, label = drawing.view.get("legion", "sea"), drawing.say("legion")
    if road == "sea":
        middle = drawing.board.standard
        yield piece("camp", "camp", *middle, "standard")
        yield piece("legion", "legion", *middle, "standard", label=label)
    for each in drawing.board.roads:
        if each.name == road:
            yield piece("legion", "legion", *each.middle, f"road:{road}", label=label)


def describe_ship(drawing: Drawing, ship: Ship) -> str:
    """A ship in a line, for screen readers and pointers."""
    words = drawing.say("ship", value=ship.value)
    if not drawing.players:
        return words
    side = drawing.who(drawing.ships.get(ship.value, {}).get("soldier"))
    return f"{words}: {drawing.called(side)}"


def draw_ship(drawing: Drawing, ship: Ship) -> str:
    """A ship: the value on its sail as pips and digit, and room for a soldier."""
    x, y = ship.place
    hull = "M-46 10Q-42 34 -20 36H20Q42 34 48 4Q38 12 26 14H-28Q-40 14 -46 10Z"
    return place(
        f"ship:{ship.value}",
        describe_ship(drawing, ship),
        tag("g",
            tag("path", d="M-12 16V-42", stroke=KERB, stroke_width=4),
            tag("path", d="M-35 -36Q-12 -40 11 -36Q15 -16 11 6Q-12 2 -35 6Q-31 -16 -35 -36Z",
                fill=STONE, stroke=INK, stroke_width=2, stroke_linejoin="round"),
            tag("path", d=hull, fill="#7a4f2c", stroke=INK, stroke_width=2,
                stroke_linejoin="round"),
            tag("path", d="M-38 22Q0 27 40 20", fill="none", stroke="#c79a63", stroke_width=2),
            transform=f"translate({x:.1f} {y:.1f})", data_lit=""),
        draw_pips(x - 11, y - 16, ship.value, 11, 3.8),
        draw_digit(x - 38, y - 34, ship.value),
        tag("circle", cx=x + 30, cy=y - 6, r=12.0, fill="#eef5f8", stroke="#41657d",
            stroke_width=2, stroke_dasharray="4 3", class_="berth"),
        slot(f"ship:{ship.value}"),
        data_ship=ship.value,
        class_="ship",
    )  # fmt: skip


def lay_ships(drawing: Drawing) -> Iterator[DrawnPiece]:
    """The soldiers aboard."""
    for ship in drawing.board.ships:
        side = drawing.who(drawing.ships.get(ship.value, {}).get("soldier"))
        if side:
            at, (x, y) = f"ship:{ship.value}", ship.place
            key, label = f"aboard:{ship.value}:{side.letter}", drawing.called(side)
            yield wooden(key, side, x + 30, y - 6, 16.0, side.letter, at, label)


# --- Roads --------------------------------------------------------------------------------


def way(board: Board, road: Road) -> str:
    """A road as the data of a path."""
    (x, y), (x2, y2) = (board.fort(short).place for short in road.between)
    bend = f"Q{road.bend[0]:g} {road.bend[1]:g} " if road.bend else "L"
    return f"M{x:g} {y:g}{bend}{x2:g} {y2:g}"


def describe_road(drawing: Drawing, road: Road) -> str:
    """A road in a line, for screen readers and pointers."""
    seen = drawing.roads.get(road.name, {})
    a, b = (drawing.board.fort(short).name for short in road.between)
    words = drawing.say("road", a=a, b=b)
    if not drawing.players:
        return words
    there = drawing.called(drawing.who(seen.get("soldier")))
    words += f": {drawing.say('legion') if seen.get('legion') else there}"
    return f"{words}, {drawing.say('reached')}" if seen.get("reached") else words


def draw_road(board: Board, road: Road) -> str:
    """A road as it lies there."""
    return tag("g", draw_way(board, road), class_="way", pointer_events="none", aria_hidden="true")


def draw_way(board: Board, road: Road, lit: bool = False) -> str:
    """The pavement between two kerbs; a road that the roll reaches is broad and bright."""
    line: dict[str, object] = {"d": way(board, road), "fill": "none"}
    kerb, paving, stones = (INK, LIT, "#b98a00") if lit else (KERB, PAVING, "#cdb98f")
    width = 13 if lit else 9
    return (
        tag("path", stroke=kerb, stroke_width=width + 5, **line)
        + tag("path", stroke=paving, stroke_width=width, **line)
        + tag("path", stroke=stones, stroke_width=width, stroke_dasharray="1.6 7", **line)
    )


def draw_spot(drawing: Drawing, road: Road) -> str:
    """Where a soldier or the legion can stand."""
    x, y = road.middle
    return place(
        f"road:{road.name}",
        describe_road(drawing, road),
        tag("path", d=way(drawing.board, road), fill="none", stroke="#000000", stroke_opacity=0,
            stroke_width=26),
        tag("circle", cx=x, cy=y, r=13.0, fill=PAVING, stroke=KERB, stroke_width=2.2),
        slot(f"road:{road.name}"),
        data_road=road.name,
        class_="road",
    )  # fmt: skip


def lay_road(drawing: Drawing, road: Road) -> Iterator[DrawnPiece]:
    """Light and rays where the roll reaches a road, and the soldier who stands there."""
    seen, at = drawing.roads.get(road.name, {}), f"road:{road.name}"
    side = drawing.who(seen.get("soldier"))
    if seen.get("reached") and drawing.lit:
        yield piece(f"way:{road.name}", f"way-{road.name}", 0, 0, f"way:{road.name}", mark=True)
        shape = "rays" if side or seen.get("legion") else "rays-free"
        yield piece(f"rays:{road.name}", shape, *road.middle, at, mark=True)
    if side:
        key, label = f"soldier:{road.name}:{side.letter}", drawing.called(side)
        yield wooden(key, side, *road.middle, TOKEN, side.letter, at, label)


# --- Forts --------------------------------------------------------------------------------


def describe_fort(drawing: Drawing, fort: Fort) -> str:
    """A fort in a line, for screen readers and pointers."""
    seen = drawing.forts.get(fort.short, {})
    side = drawing.who(seen.get("owner"))
    words = drawing.say("fort", name=fort.name, value=fort.value)
    if not drawing.players:
        return words
    words += (
        f": {drawing.say('stormed', who=drawing.called(side)) if side else drawing.say('standing')}"
    )
    return words + (f", {drawing.say('vp', vp=seen['vp'])}" if lies_there(seen) else "")


def lies_there(seen: Data) -> bool:
    """Whether a marker with points still lies at a fort."""
    return bool(seen.get("vp")) and seen.get("owner") is None and seen.get("vp_owner") is None


def draw_fort(drawing: Drawing, fort: Fort, corner: Point) -> str:
    """Walls with four gates and towers; pips inside, the digit at a corner."""
    x, y = fort.place
    towers = "".join(
        f"M{x + a * 24 - 6:g} {y + b * 24 - 6:g}h12v12h-12Z" for a in (-1, 1) for b in (-1, 1)
    )
    return place(
        f"fort:{fort.short}",
        describe_fort(drawing, fort),
        # From corner to corner: wall, gate, wall.
        draw_walls(x, y, fort.value, STONE, WALL, "18 12 18 0"),
        tag("path", d=towers, fill=WALL, data_lit=""),
        slot(f"ruin:{fort.short}"),
        draw_digit(*corner, fort.value),
        slot(f"fort:{fort.short}"),
        data_fort=fort.name,
        data_value=fort.value,
        class_="fort",
    )


def lay_fort(drawing: Drawing, fort: Fort, corner: Point) -> Iterator[DrawnPiece]:
    """The marker with points, or the ruin and its owner."""
    seen, at = drawing.forts.get(fort.short, {}), f"fort:{fort.short}"
    side = drawing.who(seen.get("owner"))
    if lies_there(seen):
        label = drawing.say("vp", vp=seen["vp"])
        yield piece(f"vp:{fort.short}", f"vp-{seen['vp']}", *corner, at, label=label)
    if side:
        key, label = f"owner:{fort.short}", drawing.say("stormed", who=drawing.called(side))
        yield piece(f"ruin:{fort.short}", f"ruin-{fort.value}", *fort.place, f"ruin:{fort.short}")
        yield wooden(key, side, *corner, OWNER, side.letter, at, label)


@cache
def free_corners(board: Board, fort: Fort) -> tuple[Point, Point]:
    """The places for digit and marker: the upper corners, unless something else needs the room."""
    x, y = fort.place
    spots = [(x + across, y + down) for across, down in round_the_walls()]

    @cache
    def room(spot: Point, reach: float) -> float:
        return min(clearance(board, fort, spot) - reach, 3.0)

    def worth(pair: tuple[Point, Point]) -> tuple[float, float]:
        one, two = pair
        apart = min(math.dist(one, two) - DIGIT - STAR, 3.0)
        return min(room(one, DIGIT), room(two, STAR), apart), -spots.index(one) - spots.index(two)

    return max(permutations(spots, 2), key=worth)


def round_the_walls() -> list[Point]:
    """Where something may lie at a fort, seen from its middle: corners first, the upper ones."""
    found = []
    for step in (14, 10, 2, 6, *(step for step in range(16) if step % 4 != 2)):
        a, b = math.cos(step * math.pi / 8), math.sin(step * math.pi / 8)
        # A square with round corners; the pips stay free.
        far = 36 / (abs(a) ** 3 + abs(b) ** 3) ** (1 / 3)
        found.append((round(far * a, 1), round(far * b, 1)))
    return found


def clearance(board: Board, fort: Fort, spot: Point) -> float:
    """How far a place at a fort is from all else: soldiers, names, other forts, the edge."""
    x, y = spot
    left, top, width, height = board.view_box
    gaps = [math.dist(spot, road.middle) - CROWN for road in board.roads]
    gaps += [away(spot, name_box(*each.label, each.name, NAME)) for each in board.forts]
    gaps += [math.dist(spot, each.place) - 46 for each in board.forts if each is not fort]
    return min(*gaps, x - left, left + width - x, y - top, top + height - y)


def away(spot: Point, box: svg.Rect) -> float:
    """How far a place is from a box; 0 inside it."""
    left, top, right, bottom = box
    across, down = max(left - spot[0], spot[0] - right, 0), max(top - spot[1], spot[1] - bottom, 0)
    return math.hypot(across, down)


def names(board: Board) -> str:
    """The names of the forts."""
    written = [write_name(*fort.label, fort.name, NAME) for fort in board.forts]
    return tag("g", *written, pointer_events="none", aria_hidden="true", class_="names")


# --- The panel below ----------------------------------------------------------------------

COLUMNS = {"supply": 0.47, "points": 0.61, "markers": 0.75, "forts": 0.9}
"""Where the numbers of a player stand, as a share of the width."""


def panel(drawing: Drawing) -> str:
    """Below the board: the dice, what goes on, and the table of the players."""
    x, y, width, height = drawing.board.view_box
    top = y + height + STATUS
    dice = shown_dice(drawing)
    aside, told = x + 26 + 74 * len(dice), detail(drawing)
    room = x + width - aside - svg.EDGE
    table = [{**player, "forts": stormed(drawing, player)} for player in drawing.players]
    rows = [
        drawing.draw_seat((x, top + ROW * line, width), player, COLUMNS)
        for line, player in enumerate(table, start=1)
    ]
    if drawing.dummy:
        numbers = {**drawing.dummy, "forts": stormed(drawing, {**drawing.dummy, "seat": 2})}
        rows.append(
            svg.draw_player(
                (x, top + ROW * (len(table) + 1), width),
                drawing.sides[2],
                drawing.sides[2].short_name,
                {at: numbers[key] for key, at in COLUMNS.items()},
                data_dummy="true",
            )
        )
    return tag(
        "g",
        write(aside, y + height + 34, drawing.headline(), 26.0, text_anchor="start",
              font_weight="bold"),
        write(aside, y + height + 68, told, svg.fitted(told, 21.0, room), text_anchor="start"),
        drawing.draw_heads((x, top, width), COLUMNS),
        *rows,
        class_="panel",
    )  # fmt: skip


def stormed(drawing: Drawing, player: Data) -> int:
    """How many forts a player has stormed."""
    return sum(fort.get("owner") == player["seat"] for fort in drawing.forts.values())


def shown_dice(drawing: Drawing) -> list[int | None]:
    """The dice on the table: the dummy's one, the one of the setup, or two."""
    alone = drawing.view.get("dummy_die") or drawing.view.get("die")
    return [alone] if alone else drawing.view.get("dice") or [None, None]


def detail(drawing: Drawing) -> str:
    """The roll, how many roads it reaches, and where the legion is."""
    view = drawing.view
    shown = [str(die) for die in shown_dice(drawing) if die]
    if view.get("result"):
        parts = [drawing.say("over")]
    elif not shown:
        parts = [drawing.say("no_dice")]
    else:
        dice = drawing.say("and", one=shown[0], two=shown[1]) if shown[1:] else shown[0]
        parts = [drawing.say("dummy_die" if view.get("dummy_die") else "dice", dice=dice)]
        many = sum(bool(road.get("reached")) for road in drawing.roads.values())
        parts += [drawing.count("reach", many)] if many else []
    legion = view.get("legion", "sea")
    at_sea = legion == "sea"
    parts.append(drawing.say("at_sea") if at_sea else drawing.say("on_road", road=legion))
    return " · ".join(parts)


def lay_dice(drawing: Drawing) -> Iterator[DrawnPiece]:
    """The dice below the board."""
    x, y, _, height = drawing.board.view_box
    if drawing.view.get("result"):
        return
    for n, die in enumerate(shown_dice(drawing)):
        label = drawing.say("die", pips=die) if die else drawing.say("no_die")
        yield piece(
            f"die:{n}", f"die-{die or 'none'}", x + 50 + 74 * n, y + height + 49, label=label
        )
