"""What is said of refused moves in Gallia Cisalpina, and told of those that are made."""

from __future__ import annotations

from dataclasses import replace

from cruachan.engine.game import CHANCE
from tests.protocol.book import Refused

from .positions import (
    BOARD,
    NAMES,
    OTHER,
    POOR,
    RICH,
    RICHEST,
    WEAK,
    WEAKEST,
    Told,
    after,
    new_table,
    position,
)

OPEN = position("a:turn", a="Med4,Tau1,Ins3,Fri3", b="Boi2,Ari5", cards=f"Ins={RICH}s,Fri={WEAK}s")
HUNGRY_OPEN = position("a:turn", a="Med4,Ins5")
FULL = "Med5,Oro1,Oro1,Tau1,Tau1,Lig1,Lig1,Ins5"
FIGHT = after(position("a:turn", a="Med4,Ins6", b="Ana2,Lin4,Ari5"), "move Ins6 Ana")
NO_DIE = "Med1,Lig1,Lig1,Lig1,Lig1,Lig1,Lig1,Ins6"
ENTER = after(FIGHT, "fight 5")
HUNGER = after(ENTER, "enter 1")
SMALL_CAPITALS = Told(replace(BOARD, recruits=2))
"""The capitals of the box recruit 3, and no move asks for more."""

REFUSALS = {
    "202": Refused(new_table(), 0, "recruit 0", "G2.2"),
    "204": Refused(OPEN, 1, "recruit 0", "G2.4"),
    "301": Refused(OPEN, 0, "start a", "G3.1"),
    "301build": Refused(after(OPEN, "build Ins"), 0, "recruit 0", "G3.1"),
    "301move": Refused(after(OPEN, "move Tau1 Lig"), 0, "build Ins", "G3.1"),
    "302": Refused(OPEN, 0, "end", "G3.2"),
    "401": Refused(OPEN, 0, "recruit 3", "G4.1", SMALL_CAPITALS),
    "403": Refused(position("a:turn", a=FULL), 0, "recruit 3", "G4.3"),
    "404": Refused(HUNGRY_OPEN, 0, "recruit 1", "G4.4"),
    "405": Refused(after(OPEN, "build Ins", "end", "recruit 0"), 1, "scout Ins", "G4.5"),
    "405first": Refused(OPEN, 0, "scout Ins", "G4.5"),
    "405now": Refused(after(OPEN, "recruit 0"), 0, "end", "G4.5"),
    "405back": Refused(after(OPEN, "recruit 0", "scout Ana"), 0, "end", "G4.5"),
    "501": Refused(OPEN, 0, "build Tau", "G5.1"),
    "503": Refused(position("a:turn", cards=f"Ins+{RICH}s"), 0, "demolish Ins", "G5.3"),
    "504": Refused(position("a:turn", a=FULL, cards=f"Ins+{RICH}s"), 0, "demolish Ins", "G5.4"),
    "505": Refused(after(OPEN, "build Ins"), 0, "demolish Ins", "G5.5"),
    "506": Refused(OPEN, 0, "build Med", "G5.6"),
    "601": Refused(OPEN, 0, "move Med4 ?", "G6.1"),
    "602": Refused(OPEN, 0, "move Ins2 Ana", "G6.2"),
    "602none": Refused(OPEN, 0, "move Oro1 Cen", "G6.2"),
    "602number": Refused(after(OPEN, "move Ins3 Ana"), 0, "send 4", "G6.2"),
    "602nobody": Refused(OPEN, 0, "enter 2", "G6.2"),
    "604": Refused(after(OPEN, "move Tau1 Lig"), 0, "move Lig1 Tau", "G6.4"),
    "703": Refused(FIGHT, 0, "fight 6", "G7.3"),
    "706": Refused(
        after(position("a:turn", a=NO_DIE, b="Ana3,Ari5"), "move Ins6 Ana"),
        0,
        "fight 4",
        "G7.6",
    ),
    "706number": Refused(ENTER, 0, "enter 4", "G7.6"),
    "801": Refused(HUNGER, 1, "starve Ari5", "G8.1"),
    "803": Refused(HUNGER, 1, "starve Ven2", "G8.3"),
    "803now": Refused(OPEN, 0, "starve Ins3", "G8.3"),
    "903": Refused(
        after(position("b:turn", turns=199), "recruit 0", "scout none"), 0, "end", "G9.3"
    ),
}
NAMED = {
    "204": ["Ivory"],
    "401": ["2"],
    "403": [NAMES["Med"]],
    "404": ["5", "2"],
    "405": [NAMES["Ins"]],
    "501": [NAMES["Tau"], "1", "3"],
    "503": [NAMES["Ins"]],
    "504": [NAMES["Ins"]],
    "505": [NAMES["Ins"]],
    "506": [NAMES["Med"]],
    "601": [NAMES["Med"]],
    "602": ["2", NAMES["Ins"]],
    "602none": [NAMES["Oro"]],
    "602number": ["1", "3"],
    "604": ["1", NAMES["Lig"]],
    "703": ["1", "5"],
    "706number": ["1", "3"],
}
"""What the reason of a case has to name."""
TOO_EARLY = ((0, "end"), (1, "start b"), (CHANCE, "recruit 0"))

PIPS = WEAKEST.shields + 3
SIEGE = position("a:turn", a=f"Med1,Ins{PIPS}", b="Ana1,Ari5", cards=f"Ana+{WEAK}s")
NAMES_INS, NAMES_ANA = NAMES["Ins"], NAMES["Ana"]
TALES = {
    "start": (new_table(), "start b", ["Ink begins"]),
    "recruit": (OPEN.replace("Ins3", "Ins2"), "recruit 0", ["Ivory recruits 0"]),
    "scout": (after(OPEN, "recruit 0"), "scout Ana", [f"Ivory scouts {NAMES_ANA}"]),
    "scout nothing": (after(OPEN, "recruit 0"), "scout none", ["Ivory scouts nothing"]),
    "back": (after(OPEN, "recruit 0", "scout Ana"), f"back {POOR}", ["Only Ivory"]),
    "build": (OPEN, "build Ins", [f"Ivory builds an oppidum in {NAMES_INS}", str(RICHEST.ears)]),
    "raise": (after(OPEN.split(" Ins=")[0] + " -", "build Ins"), f"back {OTHER}", ["back"]),
    "demolish": (
        position("a:turn", a="Med4,Ins1", cards=f"Ins+{RICH}s"),
        "demolish Ins",
        [f"Ivory demolishes the oppidum in {NAMES_INS}"],
    ),
    "march": (OPEN, "move Ins3 Ana", [f"Ivory moves from {NAMES_INS} to {NAMES_ANA}"]),
    "send": (after(OPEN, "move Ins3 Ana"), "send 2", ["2"]),
    "attack": (SIEGE, f"move Ins{PIPS} Ana", ["Ivory attacks", str(PIPS), str(WEAKEST.shields)]),
    "fight": (after(SIEGE, f"move Ins{PIPS} Ana"), "fight 3", ["3", "1", f"{NAMES_ANA} is won"]),
    "enter": (after(SIEGE, f"move Ins{PIPS} Ana", "fight 3"), "enter 1", ["destroyed"]),
    "eaten": (SIEGE.replace(f"Ins{PIPS}", "Ins1"), "move Ins1 Ana", ["lost"]),
    "tied": (FIGHT, "fight 2", [f"{NAMES_ANA} is empty now"]),
    "held": (FIGHT, "fight 1", [f"{NAMES_ANA} holds"]),
    "starve": (HUNGER, "starve Lin4", [f"Ink loses a warrior in {NAMES['Lin']} to hunger"]),
    "end": (after(OPEN, "move Tau1 Lig"), "end", ["Ivory ends the turn"]),
    "lands": (
        position("a:turn", a="Med1,Oro1,Cen1,Tau1,Lig1,Fri1,Ins1,Ins1"),
        "move Ins1 Ana",
        ["Ivory holds 8 cards and wins"],
    ),
    "capital": (
        position("a:turn", a="Boi1", b="Lin4"),
        "move Boi1 Ari",
        [f"Ivory takes {NAMES['Ari']} and wins"],
    ),
    "drawn": (
        after(position("b:turn", turns=199), "recruit 0"),
        "scout none",
        ["After 200 turns"],
    ),
}
