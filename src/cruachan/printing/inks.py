"""The colours of a drawing as they are printed: all of them, in grey, or without backgrounds."""

from __future__ import annotations

import re

COLOUR = re.compile(r'\b(fill|stroke)="#([0-9a-fA-F]{6}|[0-9a-fA-F]{3})"')
FONT = re.compile(r'font-family="[^"]*"')
TYPEFACE = "Libertinus Serif"
"""Comes with typst, under the SIL Open Font License."""
LIGHT = {"fill": 0.55, "stroke": 0.62}
"""From this lightness on an area is a background and a line faint: saving ink leaves them out."""


def lightness(colour: str) -> float:
    """How light a colour of six or three hexadecimal digits looks, from 0 to 1."""
    digits = colour if len(colour) == 6 else "".join(2 * each for each in colour)
    red, green, blue = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def inked(drawing: str, grey: bool, save_ink: bool) -> str:
    """A drawing in the typeface of the kit and the colours that are wanted."""

    def colour(found: re.Match[str]) -> str:
        light = lightness(found[2])
        if save_ink and light >= LIGHT[found[1]]:
            return f'{found[1]}="#ffffff"'
        if grey:
            return f'{found[1]}="#{3 * f"{round(255 * light):02x}"}"'
        return found[0]

    lettered = FONT.sub(f'font-family="{TYPEFACE}"', drawing)
    return COLOUR.sub(colour, lettered) if grey or save_ink else lettered


def plain(colour: str, grey: bool) -> str:
    """A single colour as it is printed."""
    return f"#{3 * f'{round(255 * lightness(colour[1:])):02x}'}" if grey else colour
