"""What the tests that all games share are told of Cambria."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cruachan.engine.game import CHANCE
from cruachan.games.cambria.game import Cambria
from tests.protocol.book import Book

from .claims import CLAIMS
from .files import FILES
from .lots import FUZZ
from .positions import GAME, NORTH, after, all_roads, captured, new_table, on, position, roads
from .sayings import NAMED, REFUSALS, TALES, TOO_EARLY
from .spelling import TYPING, WRITING

OWN, THEIRS, ROMANS, TARGET = roads(4)[:4]
FIVE = [road for road in roads(6) if road not in (OWN, THEIRS, ROMANS, TARGET)][:5]
LOOK = {"a": f"{OWN}:3", "b": THEIRS, "legion": ROMANS}


def scene(waits: str, **more: Any) -> str:
    """A position with a soldier of a and of b, the legion out, and one of a's on ship 3."""
    return position(waits, **(LOOK | more))


SCENES = {
    "before the first lot": new_table(4),
    "a setup roll": position("b:setup?", a=OWN),
    "a setup soldier": position("b:setup:4", a=OWN),
    "a roll": scene("b:?"),
    "two numbers": scene("a:2-4"),
    "a double": scene("a:4-4"),
    "a 1 and a number": scene("a:1-4"),
    "a number and a 1": scene("c:4-1"),
    "a double 1": scene("a:1-1"),
    "a ship's number": scene("a:2-4*"),
    "a soldier to move": after(position("a:4-4", a=on(FIVE), b=THEIRS), f"place {THEIRS}"),
    "a ship to board": after(scene("a:1-4"), f"legion {THEIRS}"),
    "a soldier to board": after(position("a:1-4", a=on(FIVE)), f"legion {OWN}", "board 5"),
    "the dummy's roll": scene("a:dummy?", seats=2, c=TARGET),
    "the dummy's road": scene("a:dummy:4", seats=2, c=TARGET),
    "the dummy's any road": scene("b:dummy:1", seats=2, c=TARGET),
    "the dummy's soldier": after(scene("a:dummy:4", seats=2, c=on(FIVE)), f"place {TARGET}"),
    "five players": scene("e:2-4", seats=5, d=FIVE[0], e=FIVE[1]),
    "forts taken": scene("b:5-6", forts=captured(a="6/b 5 2", b="4/a", c="3 4/x")),
    "the end": after(position("c:2-3", turns=299, forts=captured(a="6/b", b="3")), "pass"),
}
FIRST, SECOND, THIRD = all_roads()[:3]
OPENING = position("a:?", a=FIRST, b=SECOND, c=THIRD, turns=0)
"""Three players after their setup on the Welsh board."""
MIDDLE = position(
    "b:1-5",
    a=on(all_roads(NORTH)[:3]) + ":2",
    b=on(all_roads(NORTH)[3:7]) + ":4",
    c=on(all_roads(NORTH)[7:11]),
    d=on(all_roads(NORTH)[11:13]) + ":56",
    legion=all_roads(NORTH)[13],
    forts=captured(NORTH, a="6/b 2", c="4"),
    seats=4,
    game=NORTH,
)
"""Four players in the north: the mover's supply is empty, she is on a ship, the legion is out."""
DUMMY = position("a:dummy?", a=FIRST, b=on(SECOND, THIRD), c=on(roads(6)[-5:]), seats=2)
"""Two players: the dummy's supply is empty."""

ODD = "A<&>\"'"
WALES = GAME.board
RENAMED = replace(
    WALES, name="I & <I>", forts=(replace(WALES.forts[0], name=ODD), *WALES.forts[1:])
)

BOOK = Book(
    GAME,
    SCENES,
    (None, CHANCE, 0, 1),
    spoken=frozenset({"prompt", "points", "players", "dummy"}),
    typing=TYPING,
    writing=WRITING,
    fuzz=FUZZ,
    files=FILES,
    claims=CLAIMS,
    refusals=REFUSALS,
    named=NAMED,
    too_early=TOO_EARLY,
    tales=TALES,
    ours={"en": "Our own board", "de": "Unser eigener Plan"},
    renamed=(Cambria(RENAMED), ODD),
    counts={
        "opening": (GAME, OPENING, (36, 632, 18852)),
        "middle": (NORTH, MIDDLE, (17, 100, 2122, 35296)),
        "dummy": (GAME, DUMMY, (6, 56, 280, 10080)),
    },
)
