"""Files that are no board of this game, and what is said of them."""

from __future__ import annotations

from cruachan.games.gallia.cards import SHIPPED
from tests.protocol.book import Files

BAD_FILES = {
    'name = "Padus"\n': ("", "top level: the key 'name' is missing. Add it."),
    "[front]\n": ("front = 3\n[fron]\n", "'front' must be a table. Write [front]."),
    "[capital]": ("[capitol]", "top level: the key 'capital' is missing. Add it."),
    "shields = 1": ("shields = 1.5", "[front]: 'shields' must be a whole number, not 1.5."),
    "recruits = 3": ('recruits = "3"', "[capital]: 'recruits' must be a whole number, not '3'."),
    "shields = 2\nears = 2": (
        "shields = true\nears = 2",
        "[[back]] 1: 'shields' must be a whole number, not True.",
    ),
    "shields = 2\nears = 3\n": ("shields = 2\n", "[[back]] 2: the key 'ears' is missing. Add it."),
    'name = "Mediolanum"': ('name = " "', "[[card]] 1 ( ): 'name' must be a text in quotes"),
    'short = "Ins"\ncapital = false': (
        'short = "Ins"\ncapital = "no"',
        "[[card]] 6 (Insubres): 'capital' must be true or false, not 'no'.",
    ),
    'short = "Ven"': ("short = 7", "[[card]] 4 (Veneti): 'short' must be a text in quotes, not 7."),
    "[[card]]\nname": ("[[card]\nname", "not valid TOML"),
}

FILES = Files(SHIPPED, 5_000, BAD_FILES, ("back", "card"))
