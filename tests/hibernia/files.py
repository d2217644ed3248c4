"""Files that are no board of this game, and what is said of them."""

from __future__ import annotations

from cruachan.games.hibernia.board import SHIPPED
from tests.protocol.book import Files

BAD_FILES = {
    'name = "Ireland"\n': ("", "top level: the key 'name' is missing. Add it."),
    'name = "Ireland"': ("name = 7", "top level: 'name' must be a text in quotes, not 7."),
    'name = "Ailech"': (
        'name = " "',
        "[[county]] 1 ( ): 'name' must be a text in quotes, not ' '.",
    ),
    "view_box = [0, 0, 800, 1000]": (
        "view_box = [0, 0, 800]",
        "'view_box' must be [x, y, width, height], width and height above 0.",
    ),
    "[0, 0, 800, ": (
        "[0, 0, -800, ",
        "'view_box' must be [x, y, width, height], width and height above 0.",
    ),
    "[track]\n": ("track = 3\n[trakc]\n", "top level: 'track' must be a table. Write [track]."),
    '"yellow", "blue", "yellow"': (
        '"yellow", "pink", "yellow"',
        "[track]: unknown colour 'pink'. Use one of blue, green, red, yellow.",
    ),
    '"yellow", "blue"': ('3, "blue"', "[track]: 'colours' must be a list of texts in quotes."),
    'between = ["Bréifne", "Éile"]': (
        'between = ["Bréifne"]',
        "[[arrow]] 1: 'between' must name exactly two counties.",
    ),
    "[[arrow]]\n": ("[arrow]\n", "'arrow' must be a list of tables. Write [[arrow]]."),
    'colour = "green"': ('colour = "grean"', "[[county]] 1 (Ailech): unknown colour 'grean'."),
    "castle = false": ('castle = "no"', "[[county]] 1 (Ailech): 'castle' must be true or false"),
    "neighbours = [": ("neighbours = 3 # [", "'neighbours' must be a list of texts in quotes."),
    "place = [": ("place = 3 # [", "'place' must hold points like [120.5, 88.0], not 3."),
    "shape = [\n": ("shape = [7,\n", "'shape' must be a list of rings, each a list of points."),
    "    [[": ("    [[true,1],[", "'shape' must hold numbers, not True."),
    "    [[5": ("    [[nan,1],[5", "'shape' must hold finite numbers, not nan."),
}

FILES = Files(SHIPPED["ireland"], 80_000, BAD_FILES, ("county",))
