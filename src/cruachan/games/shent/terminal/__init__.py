"""SHENT's table: the island, the sky, the players, and what the viewer is out for.

A land is `Sil~A rath3 aF1M b[tal] +band4`: Silverford, a land of water with A's marker, a printed
rune of strength 3, A's hunter 1 and a warrior, B's settlement, and a fetter that lies there. A foe
has `!` for an owner; a small letter stands for a figure that is held or asleep, brackets for one
that is hidden; `>` goes before a land that a quest names. No colour stands without its letter.
"""

from __future__ import annotations

import textwrap
from typing import Any

from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from cruachan.engine.texts import Lang, Texts
from cruachan.engine.view import Choice, Data
from cruachan.games.shent.components.board import Board
from cruachan.games.shent.components.material import printed
from cruachan.games.shent.terminal.pages import (
    figures_page,
    lands_page,
    legends_page,
    pacts_page,
    quests_page,
    runes_page,
    signs_page,
)
from cruachan.games.shent.terminal.signs import (
    ELEMENT,
    FIGURE,
    SIGN,
    goal_head,
    land_line,
    land_name,
    own_player,
    quest_head,
    there,
)
from cruachan.terminal.boards.common import LONGEST_NAME, WIDE, compose, headings, seat_line
from cruachan.terminal.boards.layout import BoardFrame, fill, spread

SIDE = 46
"""Columns beside the map."""
CELL = 38
"""Columns of a player with all numbers."""
NUMBERS = ("tur", "golu", "aglar", "hand", "lands")
FEW_ROWS, MOST_ROWS = 16, 40
"""Rows of the map on a wide screen: the least, and the most."""
TALL = 60
"""From so many rows on there is a map on a narrow screen, too."""
LEAST_OWN = 4
"""Rows for what the viewer holds and is out for, beside the map."""
TAUGHT = 2
"""Up to this round the heads of the numbers are explained where there is room."""
LEAST_LANDS = 4
"""Rows that the lands should get, before the quests are told in full."""

Land = dict[str, Any]


def names(view: Data) -> list[str]:
    """The lands."""
    return [land["name"] for land in view["lands"]]


def example(view: Data) -> str:
    """A land to speak of: one that a move names, else any, and a short name."""
    said = " ".join(move["label"] for point in view["points"] for move in point["moves"])
    return min(names(view), key=lambda name: (name not in said, len(name)))


def tag(view: Data, move: Choice) -> str:
    """The letters by which the map shows a land."""
    return next((land["tag"] for land in view["lands"] if land["short"] == move["target"]), "")


def mark(view: Data, point: str, move: Choice) -> str:
    """Of a move into a land: whose figures stand there, and the rune it carries."""
    land = next((land for land in view["lands"] if land["short"] == move["target"]), None)
    if land is None:
        return ""
    others = {figure["owner"] for figure in land["figures"]} - {view["seat"]}
    letters = "".join(
        "!" if owner is None else view["players"][owner]["letter"].lower()
        for owner in sorted(others, key=lambda owner: -1 if owner is None else owner)
    )
    rune = f"{printed(land['rune']['name'])}{land['rune']['strength']}" if land["rune"] else ""
    marks = ",".join(filter(None, (letters, rune)))
    return f"({marks})" if marks else ""


def pages(view: Data, board: Board, lang: Lang) -> dict[str, RenderableType]:
    """All lands, all quests, all figures, the runes: by the words that ask for them."""
    words = Texts("cruachan.games.shent", lang)
    return {
        words("terminal_page.lands"): lands_page(view, board, words),
        words("terminal_page.quests"): quests_page(view, words),
        words("terminal_page.figures"): figures_page(view, words),
        words("terminal_page.legends"): legends_page(view, words),
        words("terminal_page.pacts"): pacts_page(view, words),
        words("terminal_page.runes"): runes_page(view, words),
        words("terminal_page.signs"): signs_page(words),
    }


def render(view: Data, board: Board, width: int, height: int, lang: Lang) -> RenderableType:
    """The map with everything beside it; on a narrow screen the lands that matter."""
    words = Texts("cruachan.games.shent", lang)
    if width >= WIDE and height >= FEW_ROWS:
        return _wide(view, board, width, min(height, MOST_ROWS), words)
    parts: list[RenderableType] = [_narrow(view, board, width, height, words)]
    if height >= TALL:
        rows = max(len(board.lands), FEW_ROWS)
        parts += ["", _map(view, board, width, rows), Text(words("terminal.legend"), "dim")]
    return Group(*parts)


# Narrow: a few lines about everything


def _narrow(view: Data, board: Board, width: int, height: int, words: Texts) -> Text:
    lines = [_head(view, words, width), *_players(view, width, words)]
    lands = _lands_that_matter(view, board, width, words)
    for most in (4, 3, 2, 1):
        own = _own(view, width, most, words)
        if len(lines) + len(own) + len(lands) <= height:
            break
    if height - len(lines) - len(own) < min(len(lands), LEAST_LANDS):
        own = own[:2] + _quests_in_a_row(view, width, words)
    own = own[: max(height - len(lines), 0)]
    room = height - len(lines) - len(own)
    if len(lands) > room:
        more = Text(words("terminal.more_lands"), "dim")
        lands = [*lands[: room - 1], more] if room > 0 else []
    spare = room - len(lands) if view["round"] <= TAUGHT else 0
    return Text("\n").join([*lines, *own, *lands, *_taught(view, width, spare, words)])


def _taught(view: Data, width: int, spare: int, words: Texts) -> list[Text]:
    """What the heads of the numbers and the letters of the figures mean, if there is room."""
    standing = [figure for land in view["lands"] for figure in land["figures"]]
    letters = {FIGURE[figure["kind"]]: figure["name"] for figure in standing}
    said = [words("terminal.numbers")]
    if letters:
        named = ", ".join(f"{letter} {name}" for letter, name in letters.items())
        said.append(words("terminal.letters", letters=named))
    lines: list[str] = []
    for each in said:
        more = textwrap.wrap(each, width)
        lines += more if len(lines) + len(more) <= spare else []
    return [Text(line, "dim") for line in lines]


def _head(view: Data, words: Texts, width: int) -> Text:
    """The round, the phase, the constellation on its ring, and the round event, in a line."""
    text = Text(" · ".join(_news(view, words)), "bold")
    text.truncate(width, overflow="ellipsis")
    return text


def _news(view: Data, words: Texts) -> list[str]:
    ring = " ".join(f"[{sign}]" if key == view["sky"] else sign for key, sign in SIGN.items())
    parts = [
        words("terminal.round", number=view["round"]),
        view["phase_name"],
        words("terminal.sky", sky=view["sky_name"], ring=ring) if view["sky"] else "",
    ]
    if view["weather"]:
        parts.append(f"{printed(view['weather']['rune'])} {view['weather']['strength']}")
    return [part for part in parts if part]


def _players(view: Data, width: int, words: Texts) -> list[Text]:
    """A cell for each player, two in a row where there is room."""
    columns = max(width // (CELL + 2), 1)
    name_width = min((width - 2 * (columns - 1)) // columns - CELL + 9, LONGEST_NAME)
    titles = [words(f"terminal.{key}") for key in (*NUMBERS, "quests")]
    header = Text(" " * (name_width + 5) + headings(titles, [4] * len(titles)), "dim")
    cells = [_player(view, player, name_width) for player in view["players"]]
    lines = [Text("  ").join([header] * min(columns, len(cells)))]
    for start in range(0, len(cells), columns):
        lines.append(Text("  ").join(cells[start : start + columns]))
    return lines


def _player(view: Data, player: dict[str, Any], name_width: int) -> Text:
    """`>A Anna ^ 12 5 1 3 4 2+1`: fire, tûr, golu, aglar, hand, lands, quests and those done."""
    text = seat_line(view, player, name_width).append(" ")
    text.append(SIGN.get(player["element"], "-"), ELEMENT.get(player["element"], ""))
    for key in NUMBERS:
        text.append(f"{player[key]:>4}", "default")
    quests = f"{len(player['quests'])}+{player['fulfilled']}"
    return text.append(f"{quests:>4}")


def _own(view: Data, width: int, rows: int, words: Texts) -> list[Text]:
    """The viewer's hand, goal and quests, each in so many rows at most."""
    player = own_player(view)
    if player is None:
        return []
    runes = ", ".join(f"{rune['name']} ({rune['meaning']})" for rune in player["runes"])
    if len(runes) > rows * width - 8:
        runes = ", ".join(rune["name"] for rune in player["runes"])
    stones = (
        f" · {words('terminal.stones')} {', '.join(player['stones'])}" if player["stones"] else ""
    )
    lines = _item(words("terminal.hand_of"), (runes or "-") + stones, width, rows)
    goal = player["goal"]
    lines += _item(goal_head(goal, words), goal["text"] or "-", width, rows)
    for quest in player["quests"]:
        lines += _item(quest_head(quest, words), quest["text"], width, rows)
    return lines


def _quests_in_a_row(view: Data, width: int, words: Texts) -> list[Text]:
    """The viewer's quests in one line, each with the beginning of its text."""
    player = own_player(view)
    quests = player["quests"] if player else []
    if not quests:
        return []
    share = (width - len(words("terminal.lands_named"))) // len(quests) - 1
    said = []
    for quest in quests:
        done = " " + "/".join(map(str, quest["progress"])) if quest["progress"] else ""
        text = Text(f"{quest['number']}{done}: {quest['text']}")
        text.truncate(share, overflow="ellipsis")
        said.append(text)
    return [Text(f"{words('terminal.lands_named')} ", "bold").append_text(Text(" ").join(said))]


def _item(head: str, text: str, width: int, rows: int) -> list[Text]:
    """A head in bold and a text, cut where it has no room."""
    lines = textwrap.wrap(
        f"{head} {text}", width, subsequent_indent="  ", max_lines=rows, placeholder=" ..."
    )
    styled = [Text(line) for line in lines]
    styled[0].stylize("bold", 0, min(len(head), len(lines[0])))
    return styled


def _lands_that_matter(view: Data, board: Board, width: int, words: Texts) -> list[Text]:
    """Own lands, lands where something stands, those of quests, and those to go to next."""
    seat, lands = view["seat"], view["lands"]
    mine = [_is_own(land, seat) for land in lands]
    here = [any(f["owner"] == seat for f in land["figures"]) for land in lands]
    groups: dict[str, list[Text]] = {}
    for number in sorted(range(len(lands)), key=lambda number: not here[number]):
        land = lands[number]
        if mine[number] or (seat is not None and here[number]):
            key = "own"
        elif land["figures"] or land["building"] or land["tokens"] or land["marker"] is not None:
            key = "others"
        elif land["quest"]:
            key = "named"
        elif any(here[other] for other in board.near[number]):
            key = "near"
        else:
            continue
        groups.setdefault(key, []).append(land_line(view, land))
    lines: list[Text] = []
    for key in ("own", "others", "named", "near"):
        if key in groups:
            lines += _flow(words(f"terminal.lands_{key}"), groups[key], width)
    return lines


def _is_own(land: Land, seat: int | None) -> bool:
    return seat is not None and land["marker"] == seat


def _flow(head: str, cells: list[Text], width: int) -> list[Text]:
    """Cells behind a head, as many in a row as there is room for."""
    lines = [Text(head, "bold")]
    for cell in cells:
        if lines[-1].cell_len + cell.cell_len + 2 > width:
            lines.append(Text(" "))
        gap = " " if lines[-1].cell_len == len(head) or lines[-1].plain == " " else "  "
        lines[-1].append(gap, "default").append_text(cell)
    return lines


# Wide: a map


def _wide(view: Data, board: Board, width: int, rows: int, words: Texts) -> RenderableType:
    map_width = min(width - SIDE - 3, 3 * rows + 20)
    side = width - map_width - 3
    beside = _beside(view, side, rows, words)
    table = Table.grid(padding=(0, 3, 0, 0))
    table.add_column(width=map_width, no_wrap=True)
    table.add_column(width=side, no_wrap=True)
    table.add_row(_map(view, board, map_width, rows), Text("\n").join(beside))
    return table


def _beside(view: Data, side: int, rows: int, words: Texts) -> list[Text]:
    """Everything that is not on the map, in as many rows as it has."""
    lines = [Text(line, "bold") for line in _rows(_news(view, words), side)]
    players = _players(view, side, words)
    if view["weather"] and view["weather"]["text"]:
        said = textwrap.wrap(view["weather"]["text"], side)
        room = rows - len(lines) - len(players) - 2 - LEAST_OWN
        lines += [Text(line, "italic") for line in said[: max(room, 2)]]
    lines += [Text(""), *players, Text("")]
    for most in (4, 3, 2, 1):
        own = _own(view, side, most, words)
        if len(lines) + len(own) <= rows:
            break
    lines += own
    explains = f"{words('terminal.numbers')} {words('terminal.legend')}"
    legend = [Text(line, "dim") for line in textwrap.wrap(explains, side)]
    if len(lines) + len(legend) < rows:
        lines += [Text(""), *legend]
    return lines[:rows]


def _rows(parts: list[str], width: int) -> list[str]:
    """Parts with dots between them, in rows that end where a part ends."""
    rows = [parts[0]]
    for part in parts[1:]:
        if len(rows[-1]) + len(part) + 3 <= width:
            rows[-1] += f" · {part}"
        else:
            rows.append(part)
    return rows


def _map(view: Data, board: Board, columns: int, rows: int) -> Text:
    """Each land an area of its element's sign, with its label where figures stand."""
    lands = view["lands"]
    shapes = tuple(land.outline for land in board.lands)
    points = [point for rings in shapes for ring in rings for point in ring]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    frame = BoardFrame(min(xs), min(ys), max(xs), max(ys), columns, rows)
    grid = fill(shapes, frame)
    letters, styles = _ground(view, grid)
    labels = [_label(view, land) for land in lands]
    order = sorted(range(len(lands)), key=lambda number: -len(labels[number]))
    sizes = [max(line.cell_len for line in labels[number]) for number in order]
    centres = [frame.cell(board.lands[number].seat) for number in order]
    heights = [len(labels[number]) for number in order]
    spots = spread(centres, sizes, heights, columns, rows)
    below = max(spot.row + spot.height for spot in spots) - rows
    letters += [[" "] * columns for _ in range(below)]
    return compose(letters, styles, spots, [labels[number] for number in order])


def _ground(
    view: Data, grid: list[list[int | None]]
) -> tuple[list[list[str]], dict[tuple[int, int], Style]]:
    """The signs of the elements, thinly, with a gap where one land ends and another begins."""
    letters, styles = [], {}
    for y, row in enumerate(grid):
        line = []
        for x, number in enumerate(row):
            right = row[x + 1] if x + 1 < len(row) else None
            edge = number is None or number != right
            element = "" if number is None else view["lands"][number]["element"]
            line.append(" " if edge or (x + y) % 2 else SIGN[element])
            if not edge:
                styles[x, y] = ELEMENT[element] + Style(dim=True)
        letters.append(line)
    return letters, styles


def _label(view: Data, land: Land) -> list[Text]:
    """The land, and below it who and what is there."""
    style = ELEMENT[land["element"]] + Style(bold=True)
    first = land_name(view, land)
    second = there(view, land)
    lines = [first, second] if second else [first]
    width = 1 + max(line.cell_len for line in lines)
    for line in lines:
        line.append(" " * (width - line.cell_len), style)
    return lines
