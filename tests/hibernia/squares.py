"""A second board for tests: sixteen square counties in four rows, written as a file."""

from __future__ import annotations

from pathlib import Path

ROWS = ("bgry", "rybg", "bgry", "gybr")
COLOURS = {"b": "blue", "g": "green", "r": "red", "y": "yellow"}
CORNERS = {(0, 0), (0, 3), (3, 0), (3, 3)}
CENTRE = {(1, 1), (1, 2), (2, 1), (2, 2)}
SIDE = 140
TRACK = "ygrbbrygybgrrbygybrggbyrybgr"

HEADER = """\
name = "Squares"
title = { en = "The Squares", de = "Die Quadrate" }
sentence = { en = "Sixteen square counties.", de = "Sechzehn quadratische Grafschaften." }
about = { en = "This board is our own, for tests.", de = "Dieser Plan ist unser eigener." }
view_box = [0, 0, 800, 800]

[track]
colours = [%s]

[[arrow]]
between = ["Bb", "Cc"]

[[arrow]]
between = ["Bc", "Cb"]
"""
COUNTY = """
[[county]]
name = "%s"
short = "%s"
colour = "%s"
province = "%s"
castle = %s
centre = %s
neighbours = [%s]
place = [%d, %d]
shape = [[[%d, %d], [%d, %d], [%d, %d], [%d, %d]]]
"""


def name_of(row: int, column: int) -> str:
    """Aa to Dd."""
    return "ABCD"[row] + "abcd"[column]


def joined(one: tuple[int, int], two: tuple[int, int]) -> bool:
    """Whether two counties share a side, or an arrow joins them across the centre."""
    far = abs(one[0] - two[0]), abs(one[1] - two[1])
    return sum(far) == 1 or (far == (1, 1) and {one, two} <= CENTRE)


def text() -> str:
    """The whole file."""
    places = [(row, column) for row in range(4) for column in range(4)]
    found = HEADER % ", ".join(f'"{COLOURS[letter]}"' for letter in TRACK)
    for row, column in places:
        near = [name_of(*other) for other in places if joined((row, column), other)]
        left, top = 120 + column * SIDE, 120 + row * SIDE
        right, bottom = left + SIDE, top + SIDE
        name = name_of(row, column)
        found += COUNTY % (
            name,
            f"{name[0]}q{name[1]}",
            COLOURS[ROWS[row][column]],
            ("North", "South")[row // 2] + ("west", "east")[column // 2],
            str((row, column) in CORNERS).lower(),
            str((row, column) in CENTRE).lower(),
            ", ".join(f'"{each}"' for each in near),
            left + SIDE // 2,
            top + SIDE // 2,
            *(left, top, right, top, right, bottom, left, bottom),
        )
    return found


def write(folder: Path) -> Path:
    """The board in a file of this folder."""
    path = folder / "squares.toml"
    path.write_text(text(), "utf-8")
    return path
