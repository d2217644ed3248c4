"""What stands below the island and the sky: the turn, the players, and what the signs mean."""

from __future__ import annotations

from cruachan.engine.svg import ROW, tag, write
from cruachan.engine.view import Data
from cruachan.games.shent.components.material import RUNES, printed
from cruachan.games.shent.picture import signs
from cruachan.games.shent.picture.drawing import ShentDrawing
from cruachan.games.shent.picture.terms import term

LINE = 38.0
"""How high a line of the legend is."""
COLUMNS = {"tur": 0.5, "golu": 0.59, "aglar": 0.68, "hand": 0.77, "owned": 0.86, "quests": 0.95}
ELEMENT_AT = 0.41
"""Where the columns of the table stand, as shares of its width."""

Rect = tuple[float, float, float]
"""The left, the top and the width of a block."""


def blocks(drawing: ShentDrawing) -> list[tuple[float, str]]:
    """What stands there: how high each block is, and its name."""
    rows = len(drawing.players)
    found = [(ROW + 4, "headline"), (ROW * (rows + 1) + 12, "table")] if rows else []
    found += [
        (legend_height(len(shown)), name) for name, shown in legends(drawing).items() if shown
    ]
    return found


def panel(drawing: ShentDrawing, x: float, y: float, width: float) -> str:
    """All blocks, one below the other."""
    drawn = ""
    for height, name in blocks(drawing):
        box = (x, y, width)
        if name == "headline":
            drawn += write(x + width / 2, y + ROW / 2 + 4, drawing.headline(), 28.0,
                           font_weight="bold")  # fmt: skip
        elif name == "table":
            drawn += draw_table(drawing, box)
        else:
            drawn += legend(drawing, box, name, legends(drawing)[name])
        y += height
    return tag("g", drawn, class_="panel")


# --- Players ------------------------------------------------------------------------------


def draw_table(drawing: ShentDrawing, box: Rect) -> str:
    """A row for each player."""
    x, y, width = box
    rows = [drawing.draw_heads(box, {"element": ELEMENT_AT} | COLUMNS)]
    for number, player in enumerate(drawing.players, start=1):
        row = (x, y + ROW * number, width)
        rows.append(drawing.draw_seat(row, _counted(player), COLUMNS))
        element = player.get("element")
        if element:
            rows.append(signs.sign(signs.ELEMENTS[element], x + width * ELEMENT_AT,
                                   row[1] + ROW / 2, 14.0))  # fmt: skip
    return tag("g", *rows, class_="table")


def _counted(player: Data) -> Data:
    """The player with numbers where the view has lists."""
    return {**player, "owned": player["lands"], "quests": len(player["quests"])}


# --- Legend -------------------------------------------------------------------------------


def legends(drawing: ShentDrawing) -> dict[str, dict[str, str]]:
    """Which signs are explained: those of the board, and in a game what stands on it."""
    carried = {land.rune for land in drawing.board.lands}
    runes = [rune for number, rune in enumerate(RUNES) if number in carried]
    found = {"runes": {_label(drawing, rune): signs.RUNES[rune] for rune in runes}}
    if drawing.players:
        found["figures"] = {_label(drawing, kind): path for kind, path in signs.FIGURES.items()}
        found["signs"] = _signs_seen(drawing)
    return found


def _label(drawing: ShentDrawing, key: str) -> str:
    return f"{printed(key)} · {term(key, drawing.lang)}"


def _signs_seen(drawing: ShentDrawing) -> dict[str, str]:
    """The tokens and badges that lie somewhere."""
    tokens, flags = set(), set()
    for land in drawing.lands.values():
        tokens |= {token["kind"] for token in land.get("tokens") or []}
        building = [land["building"]] if land.get("building") else []
        for figure in [*(land.get("figures") or []), *building]:
            flags |= set(figure.get("flags", ()))
    found = {term(f"token.{kind}", drawing.lang): signs.TOKENS[kind]
             for kind in signs.TOKENS if kind in tokens}  # fmt: skip
    return found | {
        term(flag, drawing.lang): signs.FLAGS[flag] for flag in signs.FLAGS if flag in flags
    }


def legend_height(many: int) -> float:
    """Room for so many signs in three columns, with a head."""
    return LINE * (1 + -(-many // 3)) + 16


def legend(drawing: ShentDrawing, box: Rect, head: str, shown: dict[str, str]) -> str:
    """What the signs mean, in three columns."""
    x, y, width = box
    parts = [write(x + 24, y + LINE / 2, drawing.say(head), 22.0, text_anchor="start",
                   font_style="italic")]  # fmt: skip
    down = -(-len(shown) // 3)
    for number, (label, path) in enumerate(shown.items()):
        column, row = divmod(number, down)
        a, b = x + 40 + column * (width - 24) / 3, y + LINE * (row + 1.5)
        parts.append(signs.sign(path, a, b, 13.0))
        parts.append(write(a + 26, b, label, 20.0, text_anchor="start"))
    return tag("g", *parts, class_=f"legend legend-{head}")
