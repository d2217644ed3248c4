"""Hibernia's table: the counties, the players and the track.

On a narrow screen the counties are small cells about where they lie; on a wide one they are areas
with names, and a list says who is adjacent to whom. No colour stands without its letter.
"""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from cruachan.engine.texts import Lang, Texts
from cruachan.engine.view import Choice, Data
from cruachan.games.hibernia.board import Board
from cruachan.terminal.boards.common import (
    LONGEST_NAME,
    PIECE,
    WIDE,
    compose,
    headings,
    no_tag,
    seat_line,
)
from cruachan.terminal.boards.layout import BoardFrame, fill, ranked, spread

SIDE = 32
"""Columns of the players' table on a narrow screen."""
MAP_ROWS = 10
FEW_ROWS, NAMED_ROWS, MOST_ROWS = 15, 23, 30
"""Rows of the wide map: the least, those with room for full names, the most."""
PAIR_OF_LISTS = 68
"""Columns of the list of neighbours."""
NUMBERS = (6, 7, 7)
"""Columns of the steps, the supply and the shield."""
AHEAD = 7
"""How many spaces before each marker are shown beside the player."""

COUNTY = {
    "blue": Style.parse("white on #1d4f91"),
    "green": Style.parse("white on #1e6b34"),
    "red": Style.parse("white on #9b2d2d"),
    "yellow": Style.parse("black on #d8b428"),
}
DIE = COUNTY | {
    "black": Style.parse("white on #202020"),
    "purple": Style.parse("white on #6b2d84"),
}
CASTLE, CENTRE, PLAIN = "^", "+", " "

tag = no_tag


def names(view: Data) -> list[str]:
    """The counties."""
    return [county["name"] for county in view["counties"]]


def example(view: Data) -> str:
    """A county, to be named in an example."""
    return names(view)[0]


def mark(view: Data, point: str, move: Choice) -> str:
    """Nothing: a march says all there is to say."""
    return ""


def render(view: Data, board: Board, width: int, height: int, lang: Lang) -> RenderableType:
    """The map, the players beside it and the track below."""
    texts = Texts(__package__, lang)
    if width < WIDE:
        return _narrow(view, board, width, height, texts)
    return _wide(view, board, width, height, texts)


def _narrow(view: Data, board: Board, width: int, height: int, texts: Texts) -> RenderableType:
    beside = width >= 2 * SIDE + 1
    map_width = width - SIDE - 1 if beside else width
    players = _players(view, min(SIDE, width), texts)
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(width=map_width, no_wrap=True)
    if beside:
        table.add_column(width=SIDE, no_wrap=True)
        table.add_row(_cells(view, board, map_width, texts), players)
    else:
        table.add_row(_cells(view, board, map_width, texts))
        table.add_row(players)
    parts: list[RenderableType] = [table, _track(view, width, texts)]
    if height > 2 * MAP_ROWS + len(view["counties"]) // 2:
        parts.append(_neighbours(view, width, texts))
    return Group(*parts)


def _wide(view: Data, board: Board, width: int, height: int, texts: Texts) -> RenderableType:
    listed = 1 + -(-len(view["counties"]) // 2)
    below = height - 3 - listed >= NAMED_ROWS
    rows = min(max(height - 3 - below * listed, FEW_ROWS), MOST_ROWS)
    map_width = min(width // 2 + 8, 3 * rows)
    side = width - map_width - 3
    table = Table.grid(padding=(0, 3, 0, 0))
    table.add_column(width=map_width, no_wrap=True)
    table.add_column(width=side)
    beside: list[RenderableType] = [_players(view, side, texts)]
    if side >= PAIR_OF_LISTS and rows >= NAMED_ROWS:
        beside += ["", _neighbours(view, side, texts)]
    beside.append(_legend(board, texts))
    table.add_row(_areas(view, board, map_width, rows, texts), Group(*beside))
    parts: list[RenderableType] = [table, _track(view, width, texts)]
    if len(beside) == 2 and below:
        parts.append(_neighbours(view, width, texts))
    return Group(*parts)


# The map


def _letter(colour: str, texts: Texts) -> str:
    return texts(f"terminal_letter.{colour}")


def _mark(county: dict[str, Any]) -> str:
    return CASTLE if county["castle"] else CENTRE if county["centre"] else PLAIN


def _holder(view: Data, county: dict[str, Any]) -> Text:
    """Who stands in a county, and how many."""
    if county["owner"] is None:
        return Text(".")
    holder = _pieces(view)[county["owner"]]
    return Text(f"{holder['letter']}{county['warriors']}", PIECE[holder["piece"]])


def _pieces(view: Data) -> list[dict[str, Any]]:
    """The players, and the neutral colour when three play."""
    return [*view["players"], *([view["neutral"]] if view["neutral"] else [])]


def _cell(view: Data, county: dict[str, Any], texts: Texts) -> Text:
    """A county in a few letters: `+Mid R A3`."""
    style = COUNTY[county["colour"]]
    cell = Text(f"{_mark(county)}{county['short']} {_letter(county['colour'], texts)} ", style)
    return cell.append_text(_holder(view, county))


def _cells(view: Data, board: Board, columns: int, texts: Texts) -> Text:
    """The narrow map: a cell for each county."""
    cells = [_cell(view, county, texts) for county in view["counties"]]
    places = [county.place for county in board.counties]
    xs, ys = [x for x, _ in places], [y for _, y in places]
    width = max(cell.cell_len for cell in cells)
    frame = BoardFrame(min(xs), min(ys), max(xs), max(ys), columns - width, MAP_ROWS)
    centres = [(x + width / 2, y + 0.5) for x, y in map(frame.cell, places)]
    spots = ranked(centres, width, columns, MAP_ROWS)
    rows = max(spot.row for spot in spots) + 1
    return compose([[" "] * columns for _ in range(rows)], {}, spots, [[c] for c in cells])


def _areas(view: Data, board: Board, columns: int, rows: int, texts: Texts) -> Text:
    """The wide map: each county an area of its letters, with its name on it."""
    shapes = tuple(county.shape for county in board.counties)
    xs = [x for rings in shapes for ring in rings for x, _ in ring]
    ys = [y for rings in shapes for ring in rings for _, y in ring]
    frame = BoardFrame(min(xs), min(ys), max(xs), max(ys), columns, rows)
    grid = fill(shapes, frame)
    counties = view["counties"]
    signs = [_letter(county["colour"], texts).lower() for county in counties]
    letters = [
        [" " if c is None else signs[c][x % len(signs[c])] for x, c in enumerate(row)]
        for row in grid
    ]
    styles = {
        (x, y): COUNTY[counties[c]["colour"]] + Style(dim=True)
        for y, row in enumerate(grid)
        for x, c in enumerate(row)
        if c is not None
    }
    named = rows >= NAMED_ROWS
    labels = [_label(view, c, texts) if named else [_cell(view, c, texts)] for c in counties]
    widths = [max(line.cell_len for line in label) for label in labels]
    centres = [frame.cell(county.place) for county in board.counties]
    spots = spread(centres, widths, len(labels[0]), columns, rows)
    return compose(letters, styles, spots, labels)


def _label(view: Data, county: dict[str, Any], texts: Texts) -> list[Text]:
    style = COUNTY[county["colour"]]
    name = Text(f"{_mark(county)}{county['name']} ".lstrip(), style + Style(bold=True))
    below = Text(f"{_letter(county['colour'], texts)} ", style)
    below.append_text(_holder(view, county))
    width = max(name.cell_len, below.cell_len)
    for line in (name, below):
        line.append(" " * (width - line.cell_len), style)
    return [name, below]


def _neighbours(view: Data, width: int, texts: Texts) -> RenderableType:
    """Who is adjacent to whom: what the map cannot say for certain."""
    shorts = {county["name"]: county["short"] for county in view["counties"]}
    lines = []
    for county in view["counties"]:
        line = Text()
        line.append(f" {county['short']} ", COUNTY[county["colour"]])
        line.append(f" {county['name']}: " if width >= 2 * 52 else " ")
        line.append(" ".join(shorts[name] for name in county["neighbours"]))
        lines.append(line)
    table = Table.grid(padding=(0, 2, 0, 0))
    half = (len(lines) + 1) // 2
    for row in range(half):
        table.add_row(*lines[row::half])
    return Group(Text(texts("terminal.neighbours"), "bold"), table)


def _legend(board: Board, texts: Texts) -> Text:
    pairs = ", ".join(f"{one} - {two}" for one, two in board.arrows)
    text = texts("terminal.legend", castle=CASTLE, centre=CENTRE)
    if pairs:
        text += " " + texts("terminal.arrows", pairs=pairs)
    return Text(text, "dim")


# The players


def _players(view: Data, width: int, texts: Texts) -> RenderableType:
    """Each player's numbers, the counties of each colour, and the spaces to come."""
    name_width = max(min(width - 3 - sum(NUMBERS), LONGEST_NAME), 1)
    head = texts("terminal.round", number=view["round"])
    if view["die"]:
        head += " · " + texts("terminal.die") + " "
    title = Text(head, "bold")
    if view["die"]:
        face = texts(f"terminal_colour.{view['die']}")
        title.append(f" {face} ", DIE[view["die"]])
    lines = [title]
    columns = [texts(f"terminal.{key}") for key in ("steps", "supply", "shield")]
    header = f" {texts('terminal.holds'):<{name_width + 2}}"
    header += headings(columns, NUMBERS)
    lines.append(Text(header, "dim"))
    for player in view["players"]:
        lines += _player(view, player, name_width, width, texts)
    if view["neutral"]:
        letter = view["neutral"]["letter"]
        line = Text(" ")
        line.append(letter, PIECE[view["neutral"]["piece"]])
        lines.append(line.append(" " + texts("terminal.neutral")))
    return Text("\n").join(lines)


def _player(
    view: Data, player: dict[str, Any], name_width: int, width: int, texts: Texts
) -> list[Text]:
    first = seat_line(view, player, name_width)
    goal = f"{player['steps']}/{view['track_length']}"
    numbers = zip((goal, player["supply"], player["shield"]), NUMBERS, strict=True)
    first.append("".join(f"{number:>{size}}" for number, size in numbers))
    second = Text("  ")
    for colour, style in COUNTY.items():
        held = sum(c["owner"] == player["seat"] and c["colour"] == colour for c in view["counties"])
        second.append(" ")
        if held:
            second.append(f"{_letter(colour, texts)}{held}", style)
        else:
            second.append(f"{_letter(colour, texts)}-", "dim")
    second.append(" >")
    for step in range(1, AHEAD + 1):
        colour = view["track"][(player["steps"] + step) % view["track_length"]]
        letter = _letter(colour, texts)
        if second.cell_len + len(letter) < width:
            second.append(" ").append(letter, COUNTY[colour])
    return [first, second]


def _track(view: Data, width: int, texts: Texts) -> Text:
    """The track from the last marker on, as far as the screen goes."""
    players = view["players"]
    size = max(len(_letter(colour, texts)) for colour in COUNTY) + 1
    room = width // size
    first = min(player["steps"] for player in players)
    last = max(player["steps"] for player in players)
    if last - first + AHEAD >= room:
        first = last + AHEAD - room
    steps = range(first, first + min(room, view["track_length"]))
    here = {step: "".join(p["letter"] for p in players if p["steps"] == step) for step in steps}
    colours = Text()
    for step in steps:
        space = step % view["track_length"]
        colour = view["track"][space]
        sword = "*" if space == 0 else ""
        colours.append(f"{_letter(colour, texts) + sword:<{size}}"[:size], COUNTY[colour])
    lines = []
    for row in range(0, max(map(len, here.values())), size):
        lines.append(Text("".join(f"{here[s][row : row + size]:<{size}}" for s in steps), "bold"))
    return Text("\n").join([*lines, colours])
