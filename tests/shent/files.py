"""Files that are no board of this game, and what is said of them."""

from __future__ import annotations

from pathlib import Path

from cruachan.games.shent import components
from tests.protocol.book import Files

BAD_FILES = {
    'name = "sirren"\n': ("", "top level: the key 'name' is missing. Add it."),
    'title = { en = "Sirren", de = "Sirren" }\n': ("", "top level: the key 'title' is missing."),
    'title = { en = "Sirren", de = "Sirren" }': (
        'title = "Sirren"',
        "top level: 'title' must be a text in each language, as in { en = ",
    ),
    '{ en = "Wallrock", de = "Mauerfels" }': (
        '{ en = "Wallrock", de = 7 }',
        "[[land]] 1, name: 'de' must be a text in quotes, not 7.",
    ),
    '{ en = "Flamecrag", de = "Lohfels" }': (
        '{ en = "Flamecrag", de = "Loh  fels" }',
        "[[land]] 2 (Flamecrag): 'name' must be one line of at most 40 characters",
    ),
    'element = "cae"': ('element = "ice"', "unknown element 'ice'. Use one of nen, gwelu"),
    'rune = "nuthad"': ('rune = "nuit"', "unknown rune 'nuit'. Use one of galas"),
    "strength = 2\n": ("", "the key 'strength' is missing. Add it."),
    "seat = [": ("seat = 3 # [", "'seat' must hold points like"),
    "outline = [": ("outline = [7, ", "'outline' must be a list of rings"),
}

FILES = Files(Path(components.__path__[0]) / "boards" / "sirren.toml", 50_000, BAD_FILES, ("land",))
