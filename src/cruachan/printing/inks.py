"""The colours of a drawing as they are printed: all of them, in grey, or without backgrounds."""

from __future__ import annotations

import re

COLOUR = re.compile(r'\b(fill|stroke)="#([0-9a-fA-F]{6}|[0-9a-fA-F]{3})"')
PATTERN = re.compile(
    r'(<pattern\b[^>]*\bid="(?P<name>[^"]*)"[^>]*>)<rect\b[^>]*\bfill="(?P<ground>#\w+)"[^>]*/>'
)
PATTERNED = re.compile(r'<(?!/)[^<>]*\bfill="url\(#(?P<name>[^")]*)\)"[^<>]*/>')
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

    lettered = FONT.sub(f'font-family="{TYPEFACE}"', seamless(drawing))
    return COLOUR.sub(colour, lettered) if grey or save_ink else lettered


def seamless(drawing: str) -> str:
    """A drawing whose patterns have no ground of their own: it lies below them in one piece, for
    readers of PDF show white lines between the tiles of a pattern."""
    grounds = {found["name"]: found["ground"] for found in PATTERN.finditer(drawing)}

    def both(found: re.Match[str]) -> str:
        ground = grounds.get(found["name"])
        return found[0].replace(f"url(#{found['name']})", ground) + found[0] if ground else found[0]

    return PATTERNED.sub(both, PATTERN.sub(r"\1", drawing))


def plain(colour: str, grey: bool) -> str:
    """A single colour as it is printed."""
    return f"#{3 * f'{round(255 * lightness(colour[1:])):02x}'}" if grey else colour
