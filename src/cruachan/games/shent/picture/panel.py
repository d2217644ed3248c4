"""What lies beside the island: the sky, the rounds, the players, and what the signs mean."""

from __future__ import annotations

import math
from xml.sax.saxutils import escape

from cruachan.engine.boardfile import Point
from cruachan.engine.svg import INK, ROW, SANS, tag, write
from cruachan.engine.view import Data
from cruachan.games.shent.box.material import ELEMENTS, RUNES, printed
from cruachan.games.shent.picture import signs
from cruachan.games.shent.picture.drawing import BLOOD, STONE, Drawing, draw_figure
from cruachan.games.shent.picture.terms import term

SKY = 300.0
"""How high the ring of elements and the rounds are."""
RING = 84.0
RING_WIDTH = 436.0
LINE = 38.0
"""How high a line of the legend is."""
COLUMNS = {"tur": 0.5, "golu": 0.59, "aglar": 0.68, "hand": 0.77, "owned": 0.86, "quests": 0.95}
ELEMENT_AT = 0.41
"""Where the columns of the table stand, as shares of its width."""

Box = tuple[float, float, float]
"""The left, the top and the width of a block."""


def blocks(drawing: Drawing) -> list[tuple[float, str]]:
    """What stands below the map: how high each block is, and its name."""
    rows = len(drawing.players)
    found = [(ROW + 4, "headline")] if rows else []
    found.append((SKY, "sky"))
    if rows:
        found.append((ROW * (rows + 1) + 12, "table"))
    found += [
        (legend_height(len(shown)), name) for name, shown in legends(drawing).items() if shown
    ]
    return found


def panel(drawing: Drawing, x: float, y: float, width: float) -> str:
    """All blocks, one below the other."""
    drawn = ""
    for height, name in blocks(drawing):
        box = (x, y, width)
        if name == "headline":
            drawn += write(x + width / 2, y + ROW / 2 + 4, drawing.headline(), 28.0,
                           font_weight="bold")  # fmt: skip
        elif name == "sky":
            drawn += draw_sky(drawing, box) + draw_track(drawing, box)
        elif name == "table":
            drawn += draw_table(drawing, box)
        else:
            drawn += legend(drawing, box, name, legends(drawing)[name])
        y += height
    return tag("g", drawn, class_="panel")


# --- Sky ----------------------------------------------------------------------------------


def draw_sky(drawing: Drawing, box: Box) -> str:
    """The ring of elements; rays and a stone show which one stands in the sky."""
    x, y = box[0] + RING_WIDTH / 2, box[1] + SKY / 2
    now: str | None = drawing.view.get("sky")
    places = {
        element: (x + RING * math.sin(step * math.pi / 3), y - RING * math.cos(step * math.pi / 3))
        for step, element in enumerate(ELEMENTS)
    }
    parts = [tag("circle", cx=x, cy=y, r=RING, fill="none", stroke=INK, stroke_width=1.4)]
    if now:
        parts.append(tag("title", escape(drawing.say("in_the_sky", element=drawing.means(now)))))
        a, b = places[now]
        parts.append(tag("line", x1=x, y1=y, x2=a, y2=b, stroke=BLOOD, stroke_width=5))
        parts.append(tag("circle", cx=x, cy=y, r=30.0, fill=STONE, stroke=BLOOD, stroke_width=4))
        parts.append(signs.sign(signs.ELEMENTS[now], x, y, 17.0))
    for element, (a, b) in places.items():
        parts.append(draw_element(drawing, element, (a, b), (x, y), element == now))
    return tag("g", *parts, class_="sky", data_sky=now or "")


def draw_element(drawing: Drawing, element: str, place: Point, middle: Point, now: bool) -> str:
    """One element of the ring, its name on the outer side."""
    x, y = place
    weight = "bold" if now else "normal"
    meaning, word = term(element, drawing.lang), printed(element)
    if abs(x - middle[0]) < 1:
        far = -44 if y < middle[1] else 44
        label = write(x, y + far, f"{meaning} · {word}", 21.0, font_weight=weight)
    else:
        far, anchor = (-38, "end") if x < middle[0] else (38, "start")
        label = write(x + far, y - 10, meaning, 21.0, text_anchor=anchor, font_weight=weight)
        label += write(x + far, y + 12, word, 18.0, text_anchor=anchor, font_style="italic")
    rim = tag("circle", cx=x, cy=y, r=31.0, fill="none", stroke=BLOOD, stroke_width=5)
    return tag(
        "g",
        rim if now else "",
        tag("circle", cx=x, cy=y, r=26.0, fill=f"url(#ground-{element})", stroke=INK,
            stroke_width=2),
        signs.sign(signs.ELEMENTS[element], x, y, 15.0),
        label,
        class_="element now" if now else "element",
        data_element=element,
    )  # fmt: skip


# --- Rounds -------------------------------------------------------------------------------


def draw_track(drawing: Drawing, box: Box) -> str:
    """The rounds from 1 to 10 in two rows, with the stone and the figures that wait."""
    x, y, width = box
    left = x + RING_WIDTH + 10
    step = (x + width - 14 - left) / 5
    cells = []
    for stone in range(1, 11):
        row, column = divmod(stone - 1, 5)
        cells.append(draw_stone(drawing, stone, left + step * column, y + 28 + row * 124, step))
    return tag("g", *cells, class_="track")


def draw_stone(drawing: Drawing, stone: int, x: float, y: float, width: float) -> str:
    """One round of the track: its number, and who waits there to come back."""
    here = drawing.view.get("stone") == stone
    waiting = drawing.stones.get(stone, [])
    words = [drawing.say("stone", stone=stone)]
    words += [drawing.say("here")] if here else []
    words += [drawing.figure(figure) for figure in waiting]
    middle = x + width / 2
    parts = [
        tag("title", escape("; ".join(words))),
        tag("rect", x=x + 3, y=y, width=width - 6, height=116, rx=8, fill=STONE,
            fill_opacity=0.6, stroke=INK, stroke_width=2.6 if here else 0.8),
        tag("circle", cx=middle, cy=y + 26, r=20.0, fill=INK, stroke=BLOOD, stroke_width=4)
        if here else "",
        write(middle, y + 26, str(stone), 24.0, fill="#ffffff" if here else INK,
              font_family=SANS, font_weight="bold" if here else "normal"),
    ]  # fmt: skip
    across = max(min(2, len(waiting)), -(-len(waiting) // 2), 1)
    gap = (width - 12) / across
    radius = min(13.0, gap * 0.4)
    for number, figure in enumerate(waiting):
        row, column = divmod(number, across)
        parts.append(draw_figure(drawing, figure, x + 6 + gap * (column + 0.5), y + 66 + row * 32,
                                 radius))  # fmt: skip
    return tag(
        "g",
        *parts,
        class_="stone here" if here else "stone",
        data_stone=stone,
    )


# --- Players ------------------------------------------------------------------------------


def draw_table(drawing: Drawing, box: Box) -> str:
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


def legends(drawing: Drawing) -> dict[str, dict[str, str]]:
    """Which signs are explained: those of the board, and in a game what stands on it."""
    carried = {land.rune for land in drawing.board.lands}
    runes = [rune for number, rune in enumerate(RUNES) if number in carried]
    found = {"runes": {_label(drawing, rune): signs.RUNES[rune] for rune in runes}}
    if drawing.players:
        found["figures"] = {_label(drawing, kind): path for kind, path in signs.FIGURES.items()}
        found["signs"] = _signs_seen(drawing)
    return found


def _label(drawing: Drawing, key: str) -> str:
    return f"{printed(key)} · {term(key, drawing.lang)}"


def _signs_seen(drawing: Drawing) -> dict[str, str]:
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


def legend(drawing: Drawing, box: Box, head: str, shown: dict[str, str]) -> str:
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
