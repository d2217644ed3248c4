"""What the tests that all games share are told of Cairn."""

from __future__ import annotations

from cruachan_cairn.game import Cairn

from cruachan.engine.game import CHANCE
from tests.protocol.book import Book, Refused

SCENES = {
    "before the lot": "2 start 3,4,5",
    "a turn": "2 a:4 1,0,2",
    "three players": "3 c:2 3,2,5",
    "the last stones": "2 b:9 0,0,2",
    "the end": "2 over:b:4 0,0,0",
}
REFUSALS = {
    "101": Refused("2 a:4 1,0,2", 1, "take Kno 1", "K1.1"),
    "102": Refused("2 a:4 1,0,2", 0, "start a", "K1.2"),
    "103": Refused("2 a:4 1,0,2", 0, "take Kno 3", "K1.3"),
    "104": Refused("2 over:b:4 0,0,0", 0, "take Kno 1", "K1.4"),
}
BOOK = Book(Cairn.on_board(), SCENES, (None, CHANCE, 0, 1), draws_players=False, refusals=REFUSALS)
