"""Make the wordmarks of the games: `python -m tools.wordmarks FOLDER`.

A wordmark is the title of a game as outlines of a face under the SIL Open Font License. FOLDER is
where npm has put the faces (`npm install --prefix FOLDER` and the packages of `FACES`); it needs
fontTools (`pip install fonttools`). The same faces give the same bytes.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

GAMES = Path(__file__).parents[1] / "src/cruachan/games"
SIZE = 120.0
"""The size of the letters, in the units of the drawing."""


class Face(NamedTuple):
    """How a title is written."""

    text: str
    package: str
    weight: int
    spacing: float
    """Between two letters."""

    def file(self, folder: Path) -> Path:
        """The file with its letters."""
        name = f"{self.package}-latin-{self.weight}-normal.woff"
        return folder / "node_modules/@fontsource" / self.package / "files" / name


FACES = {
    "hibernia": Face("Hibernia", "uncial-antiqua", 400, 1.0),
    "cambria": Face("Cambria", "metamorphous", 400, 2.0),
    "gallia": Face("GALLIA CISALPINA", "cinzel", 600, 4.0),
    "shent": Face("SHENT", "almendra-sc", 400, 4.0),
}


def pen(name: str, *given: Any, **more: Any) -> Any:
    """A pen of fontTools, which draws outlines in its own way."""
    kind = getattr(import_module(f"fontTools.pens.{name}Pen"), f"{name[0].upper()}{name[1:]}Pen")
    return kind(*given, **more)


def outlined(face: Face, folder: Path) -> str:
    """A title as an SVG with one path."""
    font: Any = import_module("fontTools.ttLib").TTFont(face.file(folder))
    glyphs, named = font.getGlyphSet(), font.getBestCmap()
    scale = SIZE / font["head"].unitsPerEm

    def write(on: Any, x: float = 0.0, y: float = 0.0) -> Any:
        for letter in face.text:
            glyph = glyphs[named[ord(letter)]]
            glyph.draw(pen("transform", on, (scale, 0, 0, -scale, x, y)))
            x += glyph.width * scale + face.spacing
        return on

    left, top, right, bottom = write(pen("bounds", glyphs)).bounds
    svg = import_module("fontTools.pens.svgPathPen")
    path = svg.SVGPathPen(glyphs, ntos=lambda value: str(round(value)))
    box = f"0 0 {round(right - left, 1):g} {round(bottom - top, 1):g}"
    drawn = write(path, -left, -top).getCommands()
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"><path d="{drawn}"/></svg>\n'


def main(folder: Path) -> None:
    """Write the wordmark of every game."""
    for game, face in FACES.items():
        (GAMES / game / "wordmark.svg").write_text(outlined(face, folder), "utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
