"""How moves and positions of Hibernia are written, rightly and wrongly."""

from __future__ import annotations

from tests.protocol.book import Typed, Typing, Writing

from .positions import NAMES, after, position

BOTH_OPEN = position("a:red:dw", a="Cru1,Eil1")
"""Red counties are open to die and wild, the others to wild alone."""
UNDER_WAY = after(position("a:red:dw", a="=1:Cru2,Eil2"), "march Mid die")
NO_MOVES = ("", "   ", "march", "marsch", "raise Mid", "raise the flag", "pull", "march zzz", "-1")

TYPING = Typing(
    nonsense=Typed(BOTH_OPEN, "raise the flag", 3),
    no_moves=tuple(
        Typed(BOTH_OPEN, words, (words.split()[-1] if words.strip() else "Mide",))
        for words in NO_MOVES
    ),
    misspelt=Typed(BOTH_OPEN, "march Mdie wild", "Mide"),
    unknown=Typed(BOTH_OPEN, "march qqq wild", "qqq"),
    shared=Typed(BOTH_OPEN, "march uí wild", [n for n in NAMES.values() if n.startswith("Uí")]),
    ambiguous=(
        Typed(BOTH_OPEN, "march Mid", ("march Mid die", "march Mid wild")),
        Typed(BOTH_OPEN, "mide", ("march Mid die", "march Mid wild")),
        Typed(BOTH_OPEN, "raise", ("raise die", "raise wild")),
    ),
    refused=(
        Typed(BOTH_OPEN, "march Uma wild", ("H4.2", "next to Umall", "neben Umall")),
        Typed(
            BOTH_OPEN,
            "march Brf die",
            ("H3.2", "is blue and the die is red", "ist blau, der Würfel zeigt rot"),
        ),
        Typed(BOTH_OPEN, "pull Cru", ("H4.3", "No march is under way", "kein Marsch unterwegs")),
        Typed(BOTH_OPEN, "die red", ("H3.8", "not a play", "keine Aktion")),
    ),
    parts=(
        *("march", "raise", "pull", "die", "wild", "m", "r", "a", "d", "w", "f", "n", "uí", "ä"),
        *("start", "castles", "abcd", "red", "Mid", "Mide", "Éile", "ber", "!", "0", "würfel"),
    ),
)

WRITING = Writing(
    good=(
        "4 - 1 start a@0=13+0:- b@0=13+0:- c@0=13+0:- d@0=13+0:-",
        "3 - 1 start a@0=13+0:- b@0=13+0:- c@0=13+0:- d@0=14+0:-",
        "4h c 1 castles a@0=13+0:- b@0=13+0:- c@0=13+0:- d@0=13+0:-",
        "4 b 3 c:? a@12=5+3:Ail1,Mid4 b@0=13+0:- c@43=0+13:- d@7=0+0:Cru13",
        "4 b 3 c:red:dw a@12=5+3:Ail1,Mid4 b@0=13+0:- c@3=9+3:Eil1 d@7=0+0:Cru13",
        "3h a 1 b:purple:w a@0=13+0:- b@0=12+0:Lui1 c@0=13+0:- d@0=9+0:Air1,Uma1,Mai1,Mid1,Dei1",
        "4 a 9 a:red:w>Mid+1-2 a@5=0+6:Brf1,Cru3,Eil2 b@0=13+0:- c@0=13+0:- d@0=13+0:-",
        "4 a 9 a:red:->Mid+0-2 a@5=0+7:Cru3,Eil3 b@0=13+0:- c@0=13+0:- d@0=13+0:-",
        "4 d 12 over a@44=13+0:- b@41=13+0:- c@0=13+0:- d@46=13+0:-",
    ),
    base="4 a 2 a:red:dw a@0=10+1:Cru2 b@0=13+0:- c@0=13+0:- d@0=13+0:-",
    wrong=(
        ("d@0=13+0:-", "", "has 8 parts; this one has 7"),
        ("d@0=13+0:-", "d@0=13+0:- e", "this one has 9"),
        ("4 a", "5 a", "'5' is not 3, 4, 3h or 4h"),
        ("4 a", "4x a", "'4x'"),
        ("4 a 2", "4 a 0", "round|'0'"),
        ("4 a 2", "4 a -1", "'-1'"),
        ("4 a 2", "4 a two", "'two'"),
        ("4 a 2", "4 a 10000", "'10000'"),
        ("4 a 2", "4 - 2", "start player"),
        ("4 a 2", "4 e 2", "'e' is none of the seats a, b, c, d"),
        ("4 a 2", "4 ab 2", "'ab' is none of the seats"),
        ("4 a 2", "3 d 2", "'d' is none of the seats a, b, c"),
        ("a:red:dw", "e:?", "'e' is none of the seats"),
        ("a:red:dw", "?", "'\\?' does not say what is waited for"),
        ("a:red:dw", "a:pink:dw", "'a:pink:dw' does not say"),
        ("a:red:dw", "a:red:wd", "does not say"),
        ("a:red:dw", "a:red:dw>Mid", "does not say"),
        ("a:red:dw", "a:purple:dw", "H3.4"),
        ("a:red:dw", "a:red:-", "H3.7"),
        ("a:red:dw", "a:red:", "H3.7"),
        ("a:red:dw", "a:red:w>Xyz+1-1", "'Xyz' is none of the counties Ail"),
        ("a:red:dw", "a:red:w>mid+1-1", "'mid' is none of the counties"),
        ("a@0=10+1:Cru2", "a@0=10+1", "is not colour a as in"),
        ("a@0=10+1:Cru2", "b@0=10+1:Cru2", "is not colour a"),
        ("a@0=10+1:Cru2", "a@-1=10+1:Cru2", "is not colour a"),
        ("a@0=10+1:Cru2", "a@10000=10+1:Cru2", "10000"),
        ("a@0=10+1:Cru2", "a@0=99999+1:Cru2", "99999"),
        ("a@0=10+1:Cru2", "a@0=10+1:Cru", "'Cru' is not a county with its warriors"),
        ("a@0=10+1:Cru2", "a@0=10+1:Cru2,", "'' is not a county"),
        ("a@0=10+1:Cru2", "a@0=10+1:Xyz2", "'Xyz' is none of the counties"),
        ("a@0=10+1:Cru2", "a@0=10+1:Cru1,Cru1", "Cru is named twice"),
        ("b@0=13+0:-", "b@0=12+0:Cru1", "Cru is named twice"),
        ("a@0=10+1:Cru2", "a@0=12+1:Cru0", "1 to 14 warriors"),
        ("a@0=10+1:Cru2", "a@0=10+1:Cru15", "1 to 14 warriors"),
        ("a@0=10+1:Cru2", "a@0=10+0:Cru2", "Colour a has 13 warriors, not 14"),
        ("a@0=10+1:Cru2", "a@0=10+2:Cru2", "Colour a has 15 warriors, not 14"),
        ("d@0=13+0:-", "d@0=14+0:-", "Colour d has 15 warriors"),
        ("4 a 2", "3 a 2", "Colour d has 13 warriors"),
        ("a:red:dw a@0=10+1", "a:red:w>Mid+0-2 a@0=0+11", "cannot be finished .H4.7"),
        ("a:red:dw a@0=10+1", "a:red:w>Mid+1-0 a@0=0+10", "cannot be finished .H4.7"),
    ),
    unreachable=dict(
        zip(
            [
                "missing with a supply",
                "more than adjacent counties",
                "no play spent on the march",
                "neutral steps and shield",
                "over with a shared lead",
                "warriors before the lots",
                "a start player before the lot",
            ],
            [
                "4 a 2 a:red:w>Mid+1-1 a@0=9+0:Cru2,Eil1 b@0=13+0:- c@0=13+0:- d@0=13+0:-",
                "4 a 2 a:red:w>Mid+3-1 a@0=0+7:Cru2,Eil1 b@0=13+0:- c@0=13+0:- d@0=13+0:-",
                "4 a 2 a:red:dw>Mid+1-1 a@0=0+9:Cru2,Eil1 b@0=13+0:- c@0=13+0:- d@0=13+0:-",
                "3 a 2 a:? a@0=13+0:- b@0=13+0:- c@0=13+0:- d@7=5+9:-",
                "4 a 2 over a@0=13+0:- b@0=13+0:- c@0=13+0:- d@0=13+0:-",
                "4 - 1 start a@0=3+0:Mid10 b@0=13+0:- c@0=13+0:- d@0=13+0:-",
                "4 b 1 start a@0=13+0:- b@0=13+0:- c@0=13+0:- d@0=13+0:-",
            ],
            strict=True,
        )
    ),
    letters="abcdw04h:=+-@,> ?CruMid",
)
