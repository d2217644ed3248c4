"""What the tests that all games share are told of Gallia Cisalpina."""

from __future__ import annotations

from dataclasses import replace

from cruachan.engine.game import CHANCE
from cruachan.games.gallia.game import Gallia
from tests.protocol.book import Book

from .claims import CLAIMS
from .files import FILES
from .lots import FUZZ
from .positions import BOARD, GAME, OTHER, RICH, TOLD, WEAK, after, new_table, position
from .sayings import NAMED, REFUSALS, TALES, TOO_EARLY
from .spelling import TYPING, WRITING

OPEN = position("a:turn", a="Med4,Tau1,Ins3", b="Ana2,Ari5", cards=f"Ins={RICH}a,Boi={WEAK}b")
FIGHT = after(position("a:turn", a="Med4,Ins6", b="Ana2,Lin4,Ari5"), "move Ins6 Ana")
SCENES = {
    "before the lot": new_table(),
    "a turn": OPEN,
    "a turn without ears": position("a:turn", a="Med4,Ins5"),
    "scouting": after(OPEN, "recruit 0"),
    "looking": after(OPEN, "recruit 0", "scout Fri"),
    "raising": after(position("a:turn", a="Med4,Ins3,Fri3"), "build Ins"),
    "building": after(OPEN.replace("Tau1", "Tau3"), "build Ins"),
    "sending": after(OPEN, "move Ins3 Fri"),
    "moving": after(OPEN, "move Ins3 Fri", "send 1"),
    "fighting": FIGHT,
    "going in": after(FIGHT, "fight 5"),
    "hunger": after(FIGHT, "fight 5", "enter 1"),
    "strict hunger": after(
        position("a:turn", a="Med1,Ins3", strict=True), "recruit 0", "scout none"
    ),
    "won": after(position("a:turn", a="Boi1", b="Lin4"), "move Boi1 Ari"),
    "drawn": after(position("b:turn", turns=199), "recruit 0", "scout none"),
}
MIDDLE = position(
    "a:turn",
    a="Med3,Oro2,Tau1,Ins5,Ins1",
    b="Ana4,Lin3,Boi1,Ari4",
    cards=f"Oro={OTHER}b,Ins+{RICH}s,Lin={WEAK}a",
)
HUNGRY = position("b:turn", a="Med2,Ins2,Cen3", b="Ana6,Lin5,Ari1", strict=True)

ODD = "A<&>\"'"
RENAMED = replace(
    BOARD,
    name="I & <I>",
    cards=(*BOARD.cards[:5], replace(BOARD.cards[5], name=ODD), *BOARD.cards[6:]),
)

BOOK = Book(
    GAME,
    SCENES,
    (None, CHANCE, 0, 1),
    told=TOLD,
    typing=TYPING,
    writing=WRITING,
    fuzz=FUZZ,
    files=FILES,
    refusals=REFUSALS,
    claims=CLAIMS,
    named=NAMED,
    too_early=TOO_EARLY,
    tales=TALES,
    ours={
        "en": "Padus · names and backs are our own",
        "de": "Padus · Namen und Rückseiten sind von uns",
    },
    renamed=(Gallia(RENAMED), ODD),
    counts={
        "opening": (GAME, new_table(), (2, 12, 104, 908)),
        "middle": (GAME, MIDDLE, (21, 180, 1494)),
        "hungry": (GAME, HUNGRY, (12, 84, 509)),
    },
)
