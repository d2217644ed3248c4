"""How moves and positions of Gallia Cisalpina are written, rightly and wrongly."""

from __future__ import annotations

import re

from tests.protocol.book import Typed, Typing, Writing

from .positions import BACKS, OTHER, POOR, RICH, WEAK, after, new_table, position

OPEN = position("a:turn", a="Med4,Tau1,Ins2,Ins3,Lig1,Fri1", cards=f"Ins={RICH}s")
SENDING = after(position("a:turn", a="Med4,Ins3"), "move Ins3 Ana")
FIGHTING = after(position("a:turn", a="Med4,Ins6", b="Ana2,Lin4,Ari5"), "move Ins6 Ana")
ENTERING = after(FIGHTING, "fight 5")
HUNGRY = after(
    position("a:turn", a="Med4,Ins6", b="Ana2,Ven3,Lin3,Lin4,Ari5"),
    "move Ins6 Ana",
    "fight 5",
    "enter 1",
)
SCOUTING = after(position("a:turn", cards=f"Ins={RICH}b"), "recruit 1")
LOOKING = after(position("a:turn", cards=f"Ins={RICH}b"), "recruit 1", "scout Boi")
RAISING = after(position("a:turn", a="Med4,Ins3,Fri3"), "build Ins")
SCENES = (OPEN, SENDING, FIGHTING, ENTERING, HUNGRY, SCOUTING, LOOKING, RAISING, new_table())
NO_MOVES = (
    "move, recruit, recruit 4, recruit x, send 7, send 0, 7, 0, 12, enter 1 2, starve, move Ins3, "
    "end now, back, back 9-9, start c, !, move 3 Ins, scout, move Ins7 Ana, ziehe Ins3 Ana Fri"
)
HIDES = ("hides", "verbirgt")
"""What a back that may not be known is answered with."""
NONSENSE = "move move move move"
REFUSED = (
    (OPEN, "build Tau", "G5.1"),
    (OPEN, "build Med", "G5.6"),
    (OPEN, "move Ins1 Ana", "G6.2"),
    (OPEN, "scout Ins", "G4.5"),
    (OPEN, "end", "G3.2"),
    (OPEN, "starve Ins", "G8.3"),
    (FIGHTING, "fight 6", "G7.3"),
    (ENTERING, "enter 4", "G7.6"),
    (HUNGRY, "starve Ari", "G8.1"),
)

TYPING = Typing(
    nonsense=Typed(OPEN, NONSENSE, 9),
    no_moves=tuple(
        Typed(text, words, (words.strip() or "3", *re.findall(r"\w+", words), *HIDES))
        for words in ("", "  ", "fight", "back ?", *NO_MOVES.split(", "))
        for text in (OPEN, SENDING, SCOUTING)
    ),
    misspelt=Typed(SCOUTING, "scout Insubers", "Insubres"),
    unknown=Typed(SCOUTING, "scout qqq", "qqq"),
    shared=Typed(SCOUTING, "scout li", ["Ligures", "Lingones"]),
    ambiguous=(
        Typed(OPEN, "move Ins Ana", ("move Ins2 Ana", "move Ins3 Ana")),
        Typed(OPEN, "ins ana", ("move Ins2 Ana", "move Ins3 Ana")),
        Typed(HUNGRY, "starve Lin", ("starve Lin3", "starve Lin4")),
    ),
    refused=tuple(Typed(text, words, (rule,)) for text, words, rule in REFUSED),
    parts=(
        *("move", "recruit", "scout", "build", "send", "fight", "enter", "starve", "end", "r"),
        *("back", "start", "a", "b", "none", "nach", "to", "Ins", "Ins3", "Med4", "Ana", "li"),
        *("0", "1", "3", "7", "²", "٣", "ß", "!", BACKS[0], "?", "baue", "reiße", "mit", "-1"),
    ),
)

EIGHT = "Med1,Ins3,Lig1,Lig1,Lig1,Lig1,Lig1,Lig1"
WRITING = Writing(
    good=(
        "n - 0 start - - -",
        "s - 0 start - - -",
        "n a 0 a:turn Med4 Ari5 -",
        "s b 7 a:turn Med1,Oro6,Oro6 - -",
        f"n a 12 a:turn Med4 Ari5 Oro={RICH}a,Cen={WEAK}b,Ven={POOR}ab,Tau={OTHER}s",
        f"n a 12 a:build Med4,Ins1,Fri3 Ari5 Ins+{RICH}s'",
        "n a 12 a:move Med4,Ins1* Ari5 -",
        "n a 12 a:scout Med4 Ari5 -",
        "n a 12 a:look:Ins Med4 Ari5 -",
        "n a 12 a:raise:Ins Med4,Ins1 Ari5 Ins+?'",
        "n a 12 a:send:Ins3>Ana Med4,Ins3 Ari5 -",
        "n a 12 a:fight:Ins3>Ana Med4,Ins3* Ana2,Ari5 -",
        "n a 12 a:enter:Ins3>Ana/2 Med4,Ins3* Ari5 -",
        "n a 12 a:starve:d Med4,Ana2* Lin4,Ari5 -",
        "n a 12 a:starve:a Med4,Tau4 Ana5,Ari5 -",
        "n a 12 a:starve:da Med4,Tau4 Lin4,Ari5 -",
        "s a 12 a:starve:e Med4,Tau4 Lin4,Ari5 -",
        "s a 12 a:starve:em Med4,Tau4* Lin4,Ari5 -",
        "s a 12 a:starve:em Med4,Tau4 Lin4,Ari5 -",
        f"s a 12 a:starve:eb Med4,Tau6 Ari5 Tau+{POOR}s'",
        "n a 12 a:over:a Med4,Ari1* Lin4 -",
        "n a 200 a:over:- Med4 Lin4 -",
    ),
    base=f"n a 12 a:turn Med4,Ins3 Ana2,Ari5 Ins={RICH}a",
    wrong=(
        (f" Ins={RICH}a", "", "has 7 parts; this one has 6"),
        (f" Ins={RICH}a", " - -", "this one has 8"),
        ("n a", "x a", "'x' is neither n nor s"),
        ("12", "-1", "'-1' is not the number of turns"),
        ("12", "x", "turns finished"),
        ("12", "201", "turns finished"),
        ("12", "9" * 5000, "turns finished"),
        ("n a", "n c", "'c' does not say who began"),
        ("n a", "n -", "who began"),
        ("a:turn", "start", "who began"),
        ("a:turn", "c:turn", "'c:turn' does not say what is waited for"),
        ("a:turn", "a:dance", "does not say what is waited for"),
        ("a:turn", "a:starve:x", "does not say"),
        ("a:turn", "a:fight:Ins3", "does not say"),
        ("a:turn", "a:send:Ins7>Ana", "does not say"),
        ("a:turn", "a:look:Xyz", "'Xyz' is none of the cards Med"),
        ("a:turn", "a:send:Ins3>Xyz", "'Xyz' is none of the cards"),
        ("a:turn", "a:send:Xyz3>Ins", "'Xyz' is none of the cards"),
        ("Med4,Ins3", "Med4,Ins", "'Ins' is not a die on a card"),
        ("Med4,Ins3", "Med4,Ins0", "is not a die"),
        ("Med4,Ins3", "Med4,Ins7", "is not a die"),
        ("Med4,Ins3", "Med4,", "'' is not a die"),
        ("Med4,Ins3", "Med4,ins3", "'ins' is none of the cards"),
        ("Med4,Ins3", ",".join(["Med4"] * 9), "more than 8 .G1.4"),
        (f"Ins={RICH}a", "Ins", "is not a card with its back"),
        (f"Ins={RICH}a", "Ins=0-0a", "is not a card with its back"),
        (f"Ins={RICH}a", f"Ins={RICH}c", "is not a card with its back"),
        (f"Ins={RICH}a", f"Xyz={RICH}a", "'Xyz' is none of the cards"),
        (f"Ins={RICH}a", f"Med={RICH}a", "no capital .G5.6"),
        (f"Ins={RICH}a", f"Ins={RICH}a,Ins={POOR}b", "each land once"),
        (f"Ins={RICH}a", f"Ins={RICH}a,Fri={RICH}b", "each back is there once .G1.2"),
        (f"Ins={RICH}a", f"Ins+{RICH}a", "seen by both .G10.2"),
        (f"Ins={RICH}a", "Ins+?", "seen by both .G10.2"),
        ("Ana2,Ari5", "Ana2*,Ari5", "whose turn it is have moved .G6.4"),
        ("a:turn", "a:send:Ins2>Fri", "is not there .G6.2"),
        ("a:turn", "a:fight:Ins3>Ana", "is not there"),
        ("a:turn", "a:send:Ins3>Ana", "Who is fought stands there"),
        ("a:turn Med4,Ins3", "a:fight:Ins3>Fri Med4,Ins3*", "Who is fought stands there"),
        ("a:turn Med4,Ins3", "a:enter:Ins3>Fri/4 Med4,Ins3*", "who fought go in .G7.6"),
        ("a:turn Med4,Ins3", "a:enter:Ins3>Fri Med4,Ins3*", "who fought go in .G7.6"),
        ("Ana2,Ari5", "Ins2,Ari5", "dice of both players"),
    ),
    unreachable=dict(
        zip(
            [
                "a stands in b's capital and the game goes on",
                "eight territories and the game goes on",
                "an army under way to a card far away",
                "an army under way to its own card",
                "a part asked for without a free die",
                "going in with a part without a free die",
                "hunger of somebody who is fed: nobody can move",
                "strict hunger without the option",
                "looking at the back of a capital",
                "chance for a back that is known",
                "raising a card that lies on its front",
                "an oppidum that both have seen and nobody knows",
                "a land named twice",
                "a card scouted before the lot",
                "a die moved in a turn that has not begun",
                "a card turned in a turn that has not begun",
                "a turn of building without a card turned",
                "hunger after such a turn",
                "a turn after the last",
            ],
            [
                "n a 13 b:turn Ari4 - -",
                "n a 12 a:turn Med1,Oro1,Cen1,Tau1,Ins1,Ana1,Lig1,Fri1 Ari5 -",
                "n a 12 a:send:Ins3>Lin Med4,Ins3 Ari5 -",
                "n a 12 a:send:Ins3>Ins Med4,Ins3 Ari5 -",
                f"n a 12 a:send:Ins3>Ana {EIGHT} Ari5 -",
                f"n a 12 a:enter:Ins3>Ana/2 {EIGHT.replace('Ins3', 'Ins3*')} Ari5 -",
                "n a 12 a:starve:d Med4 Ari5 -",
                "n a 12 a:starve:e Med4,Ins3 Ari5 -",
                "n a 12 a:look:Med Med4 Ari5 -",
                f"n a 12 a:look:Ins Med4 Ari5 Ins={RICH}a",
                "n a 12 a:raise:Ins Med4,Ins1 Ari5 -",
                "n a 12 a:turn Med4 Ari5 Ins+?s",
                f"n a 12 a:turn Med4 Ari5 Ins=?a,Ins={RICH}b",
                f"n - 0 start - - Ins={RICH}a",
                "n a 12 a:turn Med4* Ari5 -",
                f"n a 12 a:turn Med4 Ari5 Ins={RICH}s'",
                "n a 12 a:build Med4 Ari5 -",
                "s a 12 a:starve:eb Med4,Ins3 Ari5 -",
                "n a 200 a:turn Med4 Ari5 -",
            ],
            strict=True,
        )
    ),
    letters="abns04:=+-*,>/ ?'InsMedAri23",
)
