"""What the tests that all games share are told of Cairn."""

from __future__ import annotations

from cruachan.engine.game import CHANCE
from tests.cairn.game import Cairn
from tests.protocol.book import Book

SCENES = {
    "before the lot": "2 start 3,4,5",
    "a turn": "2 a:4 1,0,2",
    "three players": "3 c:2 3,2,5",
    "the last stones": "2 b:9 0,0,2",
    "the end": "2 over:b:4 0,0,0",
}
BOOK = Book(Cairn.on_board(), SCENES, (None, CHANCE, 0, 1), draws_players=False)
