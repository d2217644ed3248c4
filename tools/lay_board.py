"""Write a board that `tools.search_boards` has found as a file of Hibernia.

    python -m tools.lay_board boards.json --number 0 --name Eriu --title Ireland Irland \
        --out src/cruachan/games/hibernia/boards/eriu.toml

Shapes, borders, provinces and the centre are those of the first board; colours, castles and track
are those of the design with this number in the file.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from tools.search_boards import Design, read_candidates

from cruachan.engine.languages import LANGS
from cruachan.games.hibernia.board import COLOURS, SHIPPED

FIRST = "ireland"
MADE = "# Made by tools/lay_board.py from ireland.toml: other colours, castles and track."
ROW = 10
"""Spaces of the track in a row of the file."""


def lay(source: str, design: Design, name: str, titles: tuple[str, str]) -> str:
    """The text of the first board with another design."""
    head, *counties = source.split("[[county]]\n")
    track = [COLOURS[colour] for colour in design.track]
    rows = [track[at : at + ROW] for at in range(0, len(track), ROW)]
    spaces = "".join("    " + ", ".join(f'"{each}"' for each in row) + ",\n" for row in rows)
    head = re.sub(r"^#.*", MADE, head, count=1)
    head = re.sub(r"^name = .*", f'name = "{name}"', head, count=1, flags=re.M)
    for lang, title in zip(LANGS, titles, strict=True):
        head = re.sub(rf"^title\.{lang} = .*", f'title.{lang} = "{title}"', head, flags=re.M)
    head = re.sub(r"colours = \[\n.*?\]", lambda _: f"colours = [\n{spaces}]", head, flags=re.S)
    for number, county in enumerate(counties):
        castle = str(number in design.castles).lower()
        colour = COLOURS[design.colours[number]]
        county = re.sub(r"^colour = .*", f'colour = "{colour}"', county, flags=re.M)
        counties[number] = re.sub(r"^castle = .*", f"castle = {castle}", county, flags=re.M)
    return "[[county]]\n".join([head, *counties])


def main() -> None:
    """Read the design, write the board."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("file", type=Path, help="what tools.search_boards wrote")
    parser.add_argument("--number", type=int, default=0, help="which of its boards, from 0")
    parser.add_argument("--name", required=True, help="in transcripts")
    parser.add_argument("--title", nargs=len(LANGS), required=True, metavar=LANGS)
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    design = read_candidates(asked.file)[asked.number].design
    source = SHIPPED[FIRST].read_text(encoding="utf-8")
    text = lay(source, design, asked.name, tuple(asked.title))
    asked.out.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
