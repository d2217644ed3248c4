"""Cambria's table: every fort with its roads and who stands there, the players, the ships.

A fort is a line: `6+4 Med A+2 >Bra. BreB TomL` is Mediomanum, worth 6 and 4 for the second; A leads
and two roads are open; the road to Bra is empty and the roll reaches it, on the road to Bre stands
B's soldier, on the road to Tom the legion. On a wide screen there is a map, too. No colour stands
without its letter.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from cruachan.engine.texts import Lang, Texts
from cruachan.engine.view import Choice, Data
from cruachan.games.cambria.board import Board
from cruachan.games.cambria.state import LAST_FORTS
from cruachan.terminal.boards.common import (
    LONGEST_NAME,
    PIECE,
    WIDE,
    compose,
    headings,
    no_tag,
    seat_line,
)
from cruachan.terminal.boards.layout import BoardFrame, line, spread

PAIR = 73
"""Columns of the forts in two columns."""
SINGLE = 45
"""Columns of the forts in one."""
FEW_ROWS, MOST_ROWS = 22, 34
"""Rows of the map: the least that shows every road, and the most."""
LEGEND_ROWS = 33
"""Rows that leave room for a legend below the forts in one column and five players."""
NUMBERS = (7, 8, 7)
"""Columns of the points, the markers and the supply."""
STANDING = 6
"""Columns of how a fort stands, at least; more where many are level."""
CELL = 38
"""Columns of a player."""

FORT = Style.parse("black on #d9c9a3")
STORMED = Style(dim=True)
REACHED = Style(bold=True, underline=True)
LEGION = Style.parse("bold white on #8c1d18")
EMPTY, STANDARD, HERE = ".", "L", ">"
"""An empty road, the legion, and what the roll reaches."""

Fort = dict[str, Any]
Road = dict[str, Any]

tag = no_tag


def names(view: Data) -> list[str]:
    """The forts and the roads."""
    return [thing["name"] for thing in (*view["forts"], *view["roads"])]


def example(view: Data) -> str:
    """A road, rather one that the roll does not reach."""
    return str(min(view["roads"], key=lambda road: road["reached"])["name"])


def mark(view: Data, point: str, move: Choice) -> str:
    """The soldier that a move would throw out or ask to go."""
    for road in view["roads"]:
        if point == f"road:{road['name']}":
            stands = _stands(view, road).plain
            return "" if stands == EMPTY else f":{stands}"
    return ""


def render(view: Data, board: Board, width: int, height: int, lang: Lang) -> RenderableType:
    """The forts and the players; a map where there is room for one."""
    texts = Texts(__package__, lang)
    if width < WIDE or height < FEW_ROWS:
        table = _narrow(view, width, texts)
        if height < 2 * FEW_ROWS:
            return table
        return Group(table, "", _map(view, board, width, MOST_ROWS), _legend(texts))
    return _wide(view, board, width, height, texts)


def _narrow(view: Data, width: int, texts: Texts) -> RenderableType:
    columns = 2 if width >= PAIR else 1
    return Group(_head(view, texts), _forts(view, columns), _players(view, width, texts))


def _wide(view: Data, board: Board, width: int, height: int, texts: Texts) -> RenderableType:
    rows = min(height, MOST_ROWS)
    columns = 2 if width - PAIR - 3 >= 2 * rows + 20 else 1
    side = PAIR if columns == 2 else SINGLE
    map_width = min(width - side - 3, 3 * rows)
    table = Table.grid(padding=(0, 3, 0, 0))
    table.add_column(width=map_width, no_wrap=True)
    table.add_column(width=side)
    beside: list[RenderableType] = [_head(view, texts)]
    beside += ["", _forts(view, columns), "", _players(view, side, texts)]
    if columns == 2 or rows >= LEGEND_ROWS:
        beside += ["", _legend(texts)]
    table.add_row(_map(view, board, map_width, rows), Group(*beside))
    return table


def _head(view: Data, texts: Texts) -> Text:
    """The round, the dice, how near the end is, and where the legion stands."""
    parts = [texts("terminal.round", number=view["round"])]
    if view["dice"]:
        dice = "-".join(map(str, view["dice"]))
        parts.append(texts("terminal.replaced" if view["replaced"] else "terminal.dice", dice=dice))
    elif view["die"]:
        parts.append(f"{texts('terminal.die')} {view['die']}")
    parts.append(texts("terminal.forts", many=view["forts_left"], last=LAST_FORTS))
    where = texts("terminal.sea") if view["legion"] == "sea" else view["legion"]
    parts.append(texts("terminal.legion", letter=STANDARD, where=where))
    return Text(" · ".join(parts), "bold")


# Forts and roads


def _colours(view: Data) -> list[dict[str, Any]]:
    """The players, and the dummy when two play."""
    return [*view["players"], *([view["dummy"]] if view["dummy"] else [])]


def _letter(view: Data, colour: int) -> str:
    return str(_colours(view)[colour]["letter"])


def _stands(view: Data, road: Road) -> Text:
    """Who stands on a road, as a letter."""
    if road["legion"]:
        return Text(STANDARD, LEGION)
    if road["soldier"] is None:
        return Text(EMPTY)
    holder = _colours(view)[road["soldier"]]
    return Text(holder["letter"], PIECE[holder["piece"]])


def _roads_at(view: Data, fort: Fort) -> list[Road]:
    return [road for road in view["roads"] if fort["short"] in road["between"]]


def _worth(fort: Fort) -> str:
    """The points of the fort, and of the VP marker that lies there or lay there."""
    return f"{fort['value']}+{fort['vp']}" if fort["vp"] else str(fort["value"])


def _standing(view: Data, fort: Fort) -> str:
    """`A+2`: A leads, two roads are open; `AB+2`: two are level; `[A/B]`: taken, VP marker to B."""
    if fort["owner"] is not None:
        return f"[{_letter(view, fort['owner'])}{_vp(view, fort)}]"
    held = [road["soldier"] for road in _roads_at(view, fort)]
    there = Counter(colour for colour in held if colour is not None)
    most = max(there.values(), default=0)
    leaders = (_letter(view, colour) for colour in sorted(there) if there[colour] == most)
    return f"{''.join(leaders)}+{held.count(None)}"


def _vp(view: Data, fort: Fort) -> str:
    if not fort["vp"]:
        return ""
    owner = fort["vp_owner"]
    return "/" + (_letter(view, owner) if isinstance(owner, int) else "-")


def _fort_line(view: Data, fort: Fort, worth: int, standing: int) -> Text:
    """A fort with its roads: `6+4 Med A+2 >Bra. BreB TomL`."""
    stormed = fort["owner"] is not None
    text = Text(f"{_worth(fort):<{worth}} ", STORMED if stormed else "")
    text.append(fort["short"], STORMED if stormed else FORT)
    text.append(f" {_standing(view, fort):<{standing}}", STORMED if stormed else "bold")
    for road in _roads_at(view, fort):
        other = next(short for short in road["between"] if short != fort["short"])
        text.append(HERE if road["reached"] else " ", "bold")
        text.append(other, REACHED if road["reached"] else STORMED if stormed else "")
        text.append_text(_stands(view, road))
    return text


def _forts(view: Data, columns: int) -> RenderableType:
    """All forts, the big ones first, in one column or in two."""
    forts = sorted(view["forts"], key=lambda fort: -fort["value"])
    length = -(-len(forts) // columns)
    table = Table.grid(padding=(0, 2, 0, 0))
    blocks = []
    for start in range(0, len(forts), length):
        block = forts[start : start + length]
        worth = max(len(_worth(fort)) for fort in block)
        standing = max(STANDING, *(len(_standing(view, fort)) for fort in block))
        blocks.append([_fort_line(view, fort, worth, standing) for fort in block])
    for row in zip(*blocks, strict=True):
        table.add_row(*row)
    return table


# Players and ships


def _players(view: Data, width: int, texts: Texts) -> RenderableType:
    """A cell for each colour and one for the ships, as many beside each other as fit."""
    columns = max(width // (CELL + 2), 1)
    cell = min((width - 2 * (columns - 1)) // columns, 3 + LONGEST_NAME + sum(NUMBERS))
    name_width = cell - 3 - sum(NUMBERS)
    titles = [texts(f"terminal.{key}") for key in ("points", "markers", "supply")]
    header = " " * (name_width + 3) + headings(titles, NUMBERS)
    cells = [_player(view, player, name_width) for player in _colours(view)]
    cells.append(_ships(view, texts))
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_row(*[Text(header, "dim")] * min(columns, len(cells) - 1))
    for start in range(0, len(cells), columns):
        table.add_row(*cells[start : start + columns])
    return table


def _player(view: Data, player: dict[str, Any], name_width: int) -> Text:
    text = seat_line(view, player, name_width)
    numbers = zip((player["points"], player["markers"], player["supply"]), NUMBERS, strict=True)
    return text.append("".join(f"{number:>{size}}" for number, size in numbers))


def _ships(view: Data, texts: Texts) -> Text:
    """`Ships 2A 3. 4. 5. 6.`: A's soldier is on ship 2."""
    text = Text(f" {texts('terminal.ships')} ")
    for ship in view["ships"]:
        text.append(f" {ship['value']}")
        text.append_text(_stands(view, ship | {"legion": False}))
    return text


# The map


def _map(view: Data, board: Board, columns: int, rows: int) -> Text:
    """Forts with their names, roads as lines, and in the middle of each who stands there."""
    forts = [_fort_label(view, fort) for fort in view["forts"]]
    roads = [[_road_label(view, road)] for road in view["roads"]]
    places = [fort.place for fort in board.forts]
    xs, ys = [x for x, _ in places], [y for _, y in places]
    edge = max(label[0].cell_len for label in forts) / 2
    frame = BoardFrame(min(xs), min(ys), max(xs), max(ys), columns - round(2 * edge), rows - 2)

    def cell(place: tuple[float, float]) -> tuple[float, float]:
        column, row = frame.cell(place)
        return column + edge, row + 1

    centres = [cell(place) for place in places]
    boards = spread(centres, [label[0].cell_len for label in forts], 2, columns, rows)
    middles = [cell(road.middle) for road in board.roads]
    stands = spread(middles, [3] * len(roads), 1, columns, rows, boards)
    at = {
        fort.short: (tables.column + tables.width / 2 - 0.5, tables.row + 0.5)
        for fort, tables in zip(board.forts, boards, strict=True)
    }
    # On a narrow screen some stand below the map, or reach beyond its edge.
    used = max(spot.row + spot.height for spot in (*boards, *stands))
    across = max(columns, *(spot.column + spot.width for spot in (*boards, *stands)))
    ground = [[" "] * across for _ in range(used)]
    for road, spot in zip(board.roads, stands, strict=True):
        for short in road.between:
            for (x, y), sign in line(at[short], (spot.column + 1, spot.row)).items():
                ground[y][x] = sign
    return compose(ground, {}, [*boards, *stands], [*forts, *roads])


def _fort_label(view: Data, fort: Fort) -> list[Text]:
    """`Mediomanum` above `6+4 A+2`."""
    style = Style(dim=True, reverse=True) if fort["owner"] is not None else FORT
    below = f"{_worth(fort)} {_standing(view, fort)}"
    width = max(len(fort["name"]), len(below))
    name = Text(f"[{fort['name']:^{width}}]", style + Style(bold=True))
    return [name, Text(f"[{below:^{width}}]", style)]


def _road_label(view: Data, road: Road) -> Text:
    left, right = (HERE, "<") if road["reached"] else ("(", ")")
    return Text.assemble((left, "bold"), _stands(view, road), (right, "bold"))


def _legend(texts: Texts) -> Text:
    return Text(texts("terminal.legend", legion=STANDARD), "dim")
