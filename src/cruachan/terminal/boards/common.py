"""What the drawings of several games share: the colours of the pieces, and labels on a ground."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.style import Style
from rich.text import Text

from cruachan.engine.view import Choice, Data
from cruachan.terminal.boards.layout import BoardSpot

WIDE = 120
"""From so many columns on there is room for a real map."""
LONGEST_NAME = 20
SHORTEST_NAME = 3
"""Letters, however narrow the terminal is."""

PIECE = {
    "ivory": Style.parse("bold black on #fff8e1"),
    "ink": Style.parse("bold white on #10182b"),
    "copper": Style.parse("bold black on #d5834a"),
    "rose": Style.parse("bold black on #f4a6bd"),
    "teal": Style.parse("bold white on #0f6b6b"),
    "moss": Style.parse("bold black on #a8c256"),
}


def seat_line(view: Data, player: dict[str, Any], name_width: int) -> Text:
    """Whose turn it is, the letter and the name, as in `>B Medb`."""
    turn = view["turn"] == player["seat"]
    line = Text(">" if turn else " ", "bold")
    line.append(player["letter"], PIECE[player["piece"]])
    name = player["name"][: max(name_width, SHORTEST_NAME)]
    return line.append(f" {name:<{max(name_width, 0)}}", "bold" if turn else "")


def headings(titles: Sequence[str], widths: Sequence[int]) -> str:
    """The titles of columns above their numbers, one that is too long cut, so that none touch."""
    cut = (
        title if len(title) < width else f"{title[: width - 2]}…"
        for title, width in zip(titles, widths, strict=True)
    )
    return "".join(f"{title:>{width}}" for title, width in zip(cut, widths, strict=True))


def compose(
    letters: Sequence[Sequence[str]],
    styles: dict[tuple[int, int], Style],
    spots: Sequence[BoardSpot],
    labels: Sequence[Sequence[Text]],
) -> Text:
    """The ground with the labels laid over it."""
    over = {
        (spot.column, spot.row + down): line
        for spot, label in zip(spots, labels, strict=True)
        for down, line in enumerate(label)
    }
    lines = []
    for y, row in enumerate(letters):
        line = Text()
        x = 0
        while x < len(row):
            if (x, y) in over:
                line.append_text(over[x, y])
                x += over[x, y].cell_len
            else:
                line.append(row[x], styles.get((x, y)))
                x += 1
        lines.append(line)
    return Text("\n").join(lines)


def no_tag(view: Data, move: Choice) -> str:
    """Nothing: the board shows its places by their names."""
    return ""
