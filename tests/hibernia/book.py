"""What the tests that all games share are told of Hibernia."""

from __future__ import annotations

from dataclasses import replace

from cruachan.engine.game import CHANCE
from cruachan.games.hibernia.game import Hibernia
from tests.protocol.book import Book

from .claims import CLAIMS
from .files import FILES
from .lots import FUZZ
from .positions import BOARD, GAME, LAP, after, new_table, position
from .sayings import NAMED, REFUSALS, TOO_EARLY
from .spelling import TYPING, WRITING

SCENES = {
    "before the first lot": new_table("4"),
    "before the castles": after(new_table("3"), "start b"),
    "a roll": position("b:?", a="Mid1", b="Cru2"),
    "both plays": position("a:red:dw", a="Cru1,Eil1", b="Mid1,Lai1,Che1"),
    "black": position("a:black:dw", a="Cru1,Eil1"),
    "purple": position("c:purple:w", c="Cru1,Eil1", start="b"),
    "the die is left": position("a:red:d", a="Cru1,Eil1"),
    "the wild play is left": position("a:red:w", a="Cru1,Eil1"),
    "a march under way": position("a:red:w>Mid+1-1", a="=0:Cru2,Eil2"),
    "a neutral colour": position("a:red:dw", a="Cru1,Eil1", d="Uma1,Mid1", table="3h"),
    "the end": after(position("d:purple:w", a="@3", d=f"@{LAP - 1}"), "raise wild"),
}
OPENING = "4 a 1 a:? a@0=9+3:Air1 b@0=10+2:Lui1 c@0=11+1:Osr1 d@0=12+0:Tua1"
MIDDLE = (
    "4 a 6 a:black:dw a@21=1+2:Air3,Brf4,Ula1,Dal2 b@17=0+3:Lui2,Cru5,Uma1,Con2 "
    "c@15=4+1:Osr2,Mid3,Lai1,Che2 d@19=2+4:Tua3,Eil2,Mus1,Cia1"
)
THREE = (
    "3h b 1 b:green:dw a@0=7+1:Air1,Uma1,Mai1,Mid1,Dei1 b@0=5+3:Lui1,Ula1,Lai1,Eil1,Mus1 "
    "c@0=6+2:Osr1,Ail1,Cru1,Brg1,Cia1 d@0=9+0:Tua1,Dal1,Brf1,Con1,Che1"
)

ODD = "A<&>\"'"
FIRST = BOARD.counties[0].name


def renamed(name: str) -> str:
    """A county's name on the board with an odd one."""
    return ODD if name == FIRST else name


RENAMED = replace(
    BOARD,
    name="I & <I>",
    counties=tuple(
        replace(c, name=renamed(c.name), neighbours=tuple(map(renamed, c.neighbours)))
        for c in BOARD.counties
    ),
)

BOOK = Book(
    GAME,
    SCENES,
    (None, CHANCE, 0, 1, 2),
    spoken=frozenset({"prompt", "points", "players", "neutral"}),
    typing=TYPING,
    writing=WRITING,
    fuzz=FUZZ,
    files=FILES,
    claims=CLAIMS,
    refusals=REFUSALS,
    named=NAMED,
    too_early=TOO_EARLY,
    ours={"en": "This board is our own", "de": "Dieser Plan ist unser eigener"},
    renamed=(Hibernia(RENAMED), ODD),
    counts={
        "opening": (GAME, OPENING, (6, 45, 210)),
        "middle": (GAME, MIDDLE, (11, 79, 305)),
        "three": (GAME, THREE, (22, 194, 1164)),
    },
)
