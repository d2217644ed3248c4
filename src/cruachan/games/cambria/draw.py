"""Draw a view of Cambria as one standalone SVG picture.

Nothing is told by colour alone: a value is pips and a digit, a player is a shape and a letter, a
road that the roll reaches wears a crown of rays. Forts, roads and ships are groups with an id, so
that a page can make them clickable.
"""

from __future__ import annotations

import math
from functools import cache
from itertools import permutations
from xml.sax.saxutils import escape

from cruachan.engine import svg
from cruachan.engine.boardfile import Point
from cruachan.engine.svg import (
    INK,
    PAPER,
    PIPS,
    ROW,
    SANS,
    Side,
    draw_piece,
    name_box,
    tag,
    write,
    write_name,
)
from cruachan.engine.view import Data
from cruachan.engine.words import Lang
from cruachan.games.cambria.board import Board, Fort, Road, Ship
from cruachan.games.cambria.ground import ground

STATUS = 98.0
"""How high the lines about dice and turn are."""
WALL = "#8a2f22"
GOLD = "#f3c64f"
STONE = "#fdf6e4"
RUIN = "#c9c1b2"
PAVING = "#fbf3dc"
KERB = "#7d6647"
LIT = "#ffd23d"
TOKEN = 17.5
"""The radius of a soldier on a road."""
CROWN = 31.0
"""How far rays, a soldier of any shape and the legion reach."""
DIGIT, STAR, OWNER = 13.0, 16.0, 12.0
"""How far a value's seal reaches, a marker with points, and the radius of an owner's piece."""
NAME = 20.0
"""How high a name is written."""


class Drawing(svg.Drawing[Board]):
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

    def who(self, colour: int | None) -> Side | None:
        """Who stands behind a colour index."""
        return None if colour is None else self.sides[colour]

    def called(self, side: Side | None) -> str:
        """A player in words, or that nobody is there."""
        return f"{side.name} ({side.letter})" if side else self.say("empty")


def draw(view: Data, board: Board, lang: Lang = "en") -> str:
    """The board with everything on it, and below it the dice, the turn and the players."""
    drawing = Drawing(view, board, lang)
    about = board.about.text(drawing.lang)
    x, y, width, height = board.view_box
    rows = len(drawing.players) + bool(drawing.dummy)
    below = STATUS + ROW * (rows + 1) + 12 if rows else 0.0
    return svg.picture(
        "Cambria",
        board.name,
        about,
        drawing.lang,
        (x, y, width, height + below),
        ground(board, drawing.say("ours")),
        sea(drawing),
        *(draw_road(drawing, road) for road in board.roads),
        *(draw_fort(drawing, fort) for fort in board.forts),
        *(draw_spot(drawing, road) for road in board.roads),
        names(board),
        tag("rect", x=x, y=y + height, width=width, height=below, fill=PAPER) if rows else "",
        panel(drawing) if rows else "",
    )


def draw_board(board: Board, lang: Lang = "en") -> str:
    """The board alone, before anybody sits down."""
    return draw({}, board, lang)


# --- Small things -------------------------------------------------------------------------


def draw_pips(x: float, y: float, value: int, step: float, radius: float) -> str:
    """A number as on a die."""
    spots = [
        tag("circle", cx=x + a * step, cy=y + b * step, r=radius, fill=INK)
        for a, b in PIPS.get(value, ())
    ]
    return tag("g", *spots, class_="pips")


def draw_digit(x: float, y: float, value: int) -> str:
    """A number as a digit on a red seal."""
    return tag(
        "g",
        tag("circle", cx=x, cy=y, r=DIGIT - 1, fill=WALL, stroke="#ffffff", stroke_width=2),
        write(x, y, str(value), 18.0, fill="#ffffff", font_weight="bold", font_family=SANS),
        class_="digit",
    )


def draw_laurels(x: float, y: float, points: int) -> str:
    """A marker with points for the second: a golden star with many rays."""
    rays = [
        (
            x + (STAR - 1) * (1.0 if ray % 2 else 0.8) * math.sin(ray * math.pi / 10),
            y - (STAR - 1) * (1.0 if ray % 2 else 0.8) * math.cos(ray * math.pi / 10),
        )
        for ray in range(20)
    ]
    return tag(
        "g",
        tag("polygon", points=" ".join(f"{a:.1f},{b:.1f}" for a, b in rays), fill=GOLD,
            stroke=INK, stroke_width=1.6, stroke_linejoin="round"),
        write(x, y, str(points), STAR, font_weight="bold", font_family=SANS),
        class_="vp",
    )  # fmt: skip


EAGLE = (
    "M0 -2C-4 -8 -9 -8 -13 -13C-15 -5 -12 2 -4 4L-6 11L0 8L6 11L4 4C12 2 15 -5 13 -13"
    "C9 -8 4 -8 0 -2Z"
)


def draw_legion(x: float, y: float) -> str:
    """The legion: a red shield with a golden eagle."""
    return tag(
        "g",
        tag("path", d="M-18 -20Q0 -27 18 -20V20Q0 27 -18 20Z", fill="none", stroke="#ffffff",
            stroke_width=8),
        tag("path", d="M-18 -20Q0 -27 18 -20V20Q0 27 -18 20Z", fill=WALL, stroke=INK,
            stroke_width=2.4),
        tag("path", d="M-14 -16Q0 -21 14 -16V16Q0 21 -14 16Z", fill="none", stroke=GOLD,
            stroke_width=1.4),
        tag("path", d=EAGLE, fill=GOLD),
        tag("circle", cx=0, cy=-6, r=3.6, fill=GOLD),
        transform=f"translate({x:.1f} {y:.1f})",
        class_="legion",
    )  # fmt: skip


# --- The sea ------------------------------------------------------------------------------


def sea(drawing: Drawing) -> str:
    """What swims in the sea: the standard and the ships."""
    return tag(
        "g",
        draw_standard(drawing),
        *(draw_ship(drawing, ship) for ship in drawing.board.ships),
        class_="sea",
    )


def draw_standard(drawing: Drawing) -> str:
    """The camp in the sea, with the legion while it is there."""
    x, y = drawing.board.standard
    here = drawing.view.get("legion", "sea") == "sea"
    title = f"{drawing.say('standard')}: {drawing.say('legion_here' if here else 'legion_away')}"
    banner = "M0 30V-30M-15 -22H15M-12 -22V2H12V-22M0 -30l-5 -6h10Z"
    return tag(
        "g",
        tag("title", escape(title)),
        tag("circle", cx=x, cy=y, r=38.0, fill="#eef5f8", stroke="#41657d", stroke_width=2.5,
            stroke_dasharray="none" if here else "6 5"),
        draw_legion(x, y) if here else
        tag("path", d=banner, transform=f"translate({x:.1f} {y:.1f})", fill="#e7cfc6",
            stroke=WALL, stroke_width=3, stroke_linejoin="round", class_="banner"),
        write(x, y + 52, drawing.say("legion").capitalize(), 19.0, fill="#2f5064",
              font_style="italic"),
        id="standard",
        data_legion=str(here).lower(),
        class_="standard",
    )  # fmt: skip


def draw_ship(drawing: Drawing, ship: Ship) -> str:
    """A ship: the value on its sail as pips and digit, and the soldier aboard."""
    x, y = ship.place
    side = drawing.who(drawing.ships.get(ship.value, {}).get("soldier"))
    hull = "M-46 10Q-42 34 -20 36H20Q42 34 48 4Q38 12 26 14H-28Q-40 14 -46 10Z"
    return tag(
        "g",
        tag("title", escape(f"{drawing.say('ship', value=ship.value)}: {drawing.called(side)}")),
        tag("g",
            tag("path", d="M-12 16V-42", stroke=KERB, stroke_width=4),
            tag("path", d="M-35 -36Q-12 -40 11 -36Q15 -16 11 6Q-12 2 -35 6Q-31 -16 -35 -36Z",
                fill=STONE, stroke=INK, stroke_width=2, stroke_linejoin="round"),
            tag("path", d=hull, fill="#7a4f2c", stroke=INK, stroke_width=2,
                stroke_linejoin="round"),
            tag("path", d="M-38 22Q0 27 40 20", fill="none", stroke="#c79a63", stroke_width=2),
            transform=f"translate({x:.1f} {y:.1f})"),
        draw_pips(x - 11, y - 16, ship.value, 11, 3.8),
        draw_digit(x - 38, y - 34, ship.value),
        draw_piece(side, x + 30, y - 6, 16.0, side.letter) if side else
        tag("circle", cx=x + 30, cy=y - 6, r=12.0, fill="#eef5f8", stroke="#41657d",
            stroke_width=2, stroke_dasharray="4 3", class_="berth"),
        id=f"ship-{ship.value}",
        data_ship=ship.value,
        class_="ship",
    )  # fmt: skip


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
    there = drawing.called(drawing.who(seen.get("soldier")))
    words = (
        f"{drawing.say('road', a=a, b=b)}: {drawing.say('legion') if seen.get('legion') else there}"
    )
    return f"{words}, {drawing.say('reached')}" if seen.get("reached") else words


def draw_road(drawing: Drawing, road: Road) -> str:
    """The pavement between two kerbs; a road that the roll reaches is broad and bright."""
    line: dict[str, object] = {"d": way(drawing.board, road), "fill": "none"}
    reached = drawing.roads.get(road.name, {}).get("reached")
    kerb, paving, stones = (INK, LIT, "#b98a00") if reached else (KERB, PAVING, "#cdb98f")
    width = 13 if reached else 9
    return tag(
        "g",
        tag("path", stroke=kerb, stroke_width=width + 5, **line),
        tag("path", stroke=paving, stroke_width=width, **line),
        tag("path", stroke=stones, stroke_width=width, stroke_dasharray="1.6 7", **line),
        class_="way reached" if reached else "way",
        pointer_events="none",
        aria_hidden="true",
    )


def draw_spot(drawing: Drawing, road: Road) -> str:
    """Where a soldier or the legion stands; rays around it when the roll reaches the road."""
    x, y = road.middle
    seen = drawing.roads.get(road.name, {})
    side, reached, legion = (
        drawing.who(seen.get("soldier")), bool(seen.get("reached")), bool(seen.get("legion")),
    )  # fmt: skip
    parts = [tag("title", escape(describe_road(drawing, road)))]
    parts.append(tag("path", d=way(drawing.board, road), fill="none", stroke="#000000",
                     stroke_opacity=0, stroke_width=26))  # fmt: skip
    if reached:
        parts.append(draw_rays(x, y))
    if legion:
        parts.append(draw_legion(x, y))
    elif side:
        parts.append(draw_piece(side, x, y, TOKEN, side.letter))
    else:
        parts.append(tag("circle", cx=x, cy=y, r=13.0, fill="#ffffff" if reached else PAVING,
                         stroke=INK if reached else KERB, stroke_width=2.2))  # fmt: skip
        if reached:
            parts.append(tag("path", d=f"M{x - 7:g} {y:g}h14M{x:g} {y - 7:g}v14", stroke=INK,
                             stroke_width=3.4))  # fmt: skip
    return tag(
        "g",
        *parts,
        id=f"road-{road.name}",
        data_road=road.name,
        data_reached=str(reached).lower(),
        class_="road reached" if reached else "road",
    )


def draw_rays(x: float, y: float) -> str:
    """The crown of a road that can be chosen."""
    rays = ""
    for ray in range(12):
        a, b = math.cos(ray * math.pi / 6), math.sin(ray * math.pi / 6)
        rays += f"M{x + 23 * a:.1f} {y + 23 * b:.1f}L{x + 29 * a:.1f} {y + 29 * b:.1f}"
    return tag(
        "g",
        tag("circle", cx=x, cy=y, r=23.0, fill=LIT, stroke=INK, stroke_width=2),
        tag("path", d=rays, stroke=INK, stroke_width=3.2, stroke_linecap="round"),
        class_="rays",
    )


# --- Forts --------------------------------------------------------------------------------


def describe_fort(drawing: Drawing, fort: Fort) -> str:
    """A fort in a line, for screen readers and pointers."""
    seen = drawing.forts.get(fort.short, {})
    side = drawing.who(seen.get("owner"))
    words = drawing.say("fort", name=fort.name, value=fort.value)
    words += (
        f": {drawing.say('stormed', who=drawing.called(side)) if side else drawing.say('standing')}"
    )
    return words + (f", {drawing.say('vp', vp=seen['vp'])}" if lies_there(seen) else "")


def lies_there(seen: Data) -> bool:
    """Whether a marker with points still lies at a fort."""
    return bool(seen.get("vp")) and seen.get("owner") is None and seen.get("vp_owner") is None


def draw_fort(drawing: Drawing, fort: Fort) -> str:
    """Walls with four gates and towers; pips and digit; marker or owner at the corners."""
    x, y = fort.place
    seen = drawing.forts.get(fort.short, {})
    side = drawing.who(seen.get("owner"))
    wall = {"fill": "none", "stroke": WALL if side is None else "#6f675c"}
    parts = [
        tag("rect", x=x - 28, y=y - 28, width=56, height=56, rx=9, fill="#ffffff", opacity=0.85),
        tag("rect", x=x - 25, y=y - 25, width=50, height=50, rx=5,
            fill=RUIN if side else STONE),
        # From corner to corner: wall, gate, wall.
        tag("path", d=f"M{x - 24:g} {y - 24:g}h48v48h-48Z", stroke_width=5,
            stroke_dasharray="18 12 18 0" if side is None else "8 5", **wall),
        draw_pips(x, y, fort.value, 11.5, 4.3),
    ]  # fmt: skip
    if side is None:
        towers = "".join(
            f"M{x + a * 24 - 6:g} {y + b * 24 - 6:g}h12v12h-12Z" for a in (-1, 1) for b in (-1, 1)
        )
        parts.append(tag("path", d=towers, fill=WALL))
    first, second = free_corners(drawing.board, fort)
    parts.append(draw_digit(*first, fort.value))
    if lies_there(seen):
        parts.append(draw_laurels(*second, seen["vp"]))
    if side:
        parts.append(draw_piece(side, *second, OWNER, side.letter))
    return tag(
        "g",
        tag("title", escape(describe_fort(drawing, fort))),
        *parts,
        id=f"fort-{fort.short}",
        data_fort=fort.name,
        data_value=fort.value,
        class_="fort stormed" if side else "fort",
    )


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


def away(spot: Point, box: svg.Box) -> float:
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
    aside = x + 26 + 74 * len(dice)
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
        *(draw_die(drawing, x + 18 + 74 * n, y + height + 17, die) for n, die in enumerate(dice)),
        write(aside, y + height + 34, drawing.headline(), 26.0, text_anchor="start",
              font_weight="bold"),
        write(aside, y + height + 68, detail(drawing), 21.0, text_anchor="start"),
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
        parts += [drawing.say("reach" if many != 1 else "reach_one", many=many)] if many else []
    legion = view.get("legion", "sea")
    at_sea = legion == "sea"
    parts.append(drawing.say("at_sea") if at_sea else drawing.say("on_road", road=legion))
    return " · ".join(parts)


def draw_die(drawing: Drawing, x: float, y: float, die: int | None) -> str:
    """A die with its pips; a question mark before it is rolled."""
    title = drawing.say("die", pips=die) if die else drawing.say("no_die")
    return tag(
        "g",
        tag("title", escape(title)),
        tag("rect", x=x, y=y, width=64, height=64, rx=13, fill="#ffffff", stroke=INK,
            stroke_width=4),
        draw_pips(x + 32, y + 32, die, 16, 6) if die else
        write(x + 32, y + 32, "?", 30.0, font_family=SANS, font_weight="bold"),
        class_=f"die die-{die}" if die else "die",
    )  # fmt: skip
