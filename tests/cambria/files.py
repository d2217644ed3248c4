"""Files that are no board of this game, and what is said of them."""

from __future__ import annotations

from cruachan.games.cambria.board import SHIPPED
from tests.protocol.book import Files

BAD_FILES = {
    'name = "Wales"\n': ("", "top level: the key 'name' is missing. Add it."),
    'name = "Segontium"': ("name = 7", "[[fort]] 1: 'name' must be a text in quotes, not 7."),
    "view_box = [0, 0, 800, 980]": (
        "view_box = [0, 0, 800]",
        "'view_box' must be [x, y, width, height], width and height above 0.",
    ),
    "[outline]\n": ("outline = 3\n[outlin]\n", "'outline' must be a table. Write [outline]."),
    "land = [\n": ("land = [7,\n", "[outline]: 'land' must be a list of rings"),
    "value = 2\nplace": ("value = 2.5\nplace", "[[ship]] 1: 'value' must be a whole number"),
    'short = "Seg"\nvalue = 2': (
        'short = "Seg"\nvalue = true',
        "[[fort]] 1 (Segontium): 'value' must be a whole number, not True.",
    ),
    'between = ["Bra", "Col"]': (
        'between = ["Bra"]',
        "[[road]] 1: 'between' must name exactly two forts.",
    ),
    "middle = [": ("middle = 3 # [", "[[road]] 1: 'middle' must hold points like"),
    "label = [": ("label = [nan, 0] # [", "'label' must hold finite numbers, not nan."),
    "[standard]": ("[standart]", "top level: the key 'standard' is missing. Add it."),
}

FILES = Files(SHIPPED["wales"], 20_000, BAD_FILES, ("fort", "road"))
