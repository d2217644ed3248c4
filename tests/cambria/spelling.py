"""How moves and positions of Cambria are written, rightly and wrongly."""

from __future__ import annotations

import re

from tests.protocol.book import Typed, Typing, Writing

from .positions import (
    GAME,
    after,
    all_roads,
    captured,
    fort,
    fort_name,
    new_table,
    on,
    position,
    road_name,
    roads,
    unreached,
)

OPEN = position("a:4-6", a=":25", b=roads(4)[0])
"""Much is open: roads of a 4 and of a 6, and two ships."""
TARGET = roads(4)[1]
HELD = [road for road in roads(6) if road != TARGET][:5]
FROM = after(position("a:2-4", a=on(HELD)), f"place {TARGET}")
LEGION = position("a:1-1")
BOARDING = after(LEGION, f"legion {TARGET}")
ONE, TWO, THREE = all_roads()[:3]


def shared_beginning() -> tuple[str, list[str]]:
    """A letter with which several forts begin, and their names."""
    names = [each.name for each in GAME.board.forts]
    for letter in (name[0] for name in names):
        begin = [name for name in names if name.startswith(letter)]
        if len(begin) > 1:
            return letter.lower(), begin
    raise AssertionError("no two forts begin alike")


def misspelt(name: str) -> str:
    """A name with two letters in the wrong order."""
    return name[0] + name[2] + name[1] + name[3:]


FAR = unreached(4, 6)[0]
LETTER, BEGIN_ALIKE = shared_beginning()
NO_MOVES = (
    "",
    "   ",
    "place",
    "legion",
    "von",
    "pass now",
    "stay here",
    "ship",
    "ship 1",
    "ship 7 for 4",
    "ship 5 for 9",
    "ship 5 for 4 6",
    "board",
    "board 9",
    "board 4 5",
    "place zzz",
    "place -",
    "place zzz-qqq",
    "die 7",
    "dice 7-1",
    "start f",
    "-1",
)

TYPING = Typing(
    nonsense=Typed(position("a:2-5", a=":4"), "pass the salt", 7),
    no_moves=tuple(
        Typed(OPEN, words, (*re.findall(r"\w+", words), all_roads()[0])) for words in NO_MOVES
    ),
    misspelt=Typed(OPEN, f"place {misspelt(fort_name(fort(2)))}", fort_name(fort(2))),
    unknown=Typed(OPEN, "place qqq", "qqq"),
    shared=Typed(OPEN, f"place {LETTER}", BEGIN_ALIKE),
    ambiguous=(Typed(OPEN, "ship 5", ("ship 5 for 4", "ship 5 for 6")),),
    refused=(
        Typed(
            OPEN,
            f"place {FAR}",
            (
                "C4.1",
                f"{road_name(FAR)} is at no fort of 4 or 6",
                f"{road_name(FAR)} liegt an keiner 4er- oder 6er-",
            ),
        ),
    ),
    parts=(
        *(
            "place",
            "legion",
            "from",
            "ship",
            "board",
            "stay",
            "pass",
            "setze",
            "von",
            "schiff",
            "s",
        ),
        *(
            "b",
            "für",
            "for",
            "1",
            "4",
            "6",
            "9",
            "start",
            "a",
            "e",
            "die",
            "dice",
            "3-5",
            "-",
            "to",
        ),
        *(
            "nach",
            "ä",
            "!",
            "Castell",
            "Collen",
            "Tomen",
            "y",
            "Mur",
            TARGET,
            *all_roads()[:3],
            "med",
        ),
        *("m", "bre-", "-col", "–", fort_name(fort(6)), fort_name(fort(3))),
    ),
)

POSITIONS = {
    "before the lot": new_table(4),
    "setup, a roll": position("b:setup?", a=ONE),
    "setup, a soldier": position("c:setup:4", start="b", b=ONE),
    "setup of two": position("b:setup?", a=ONE, seats=2),
    "a roll": position("b:?", a=f"{ONE}:26", b=TWO, legion=THREE),
    "a play": position("d:3-5", d=":4", seats=5, start="c"),
    "a ship's number": position("a:3-5*", a=":4"),
    "a soldier to move": FROM,
    "a ship to board": BOARDING,
    "a ship to board with a ship's number": position("a:1-4*@", legion=roads(4)[0]),
    "a soldier to board": after(position("a:1-4", a=on(HELD)), f"legion {TARGET}", "board 3"),
    "the dummy's roll": position("a:dummy?", c=ONE, seats=2),
    "the dummy's road": position("a:dummy:1", c=ONE, seats=2),
    "the dummy's soldier": position(f"a:dummy:4>{TARGET}", c=on(HELD), seats=2),
    "forts": position("a:?", forts=captured(a="6/b 2 3", b="4/a 4", c="5/x 6/a")),
    "the end": position("b:over", forts=captured(a="6/b 6 5 5", b="4 4/a 4 3", c="2 2")),
    "the end after 100 turns": position("c:over", turns=300),
}
SIX, TWO_FORT = fort(6), fort(2)
IMPOSSIBLE = {
    "turns before the lot": position("start", turns=7),
    "soldiers before the lot": position("start", a=ONE),
    "legion before the lot": position("start", legion=ONE),
    "forts before the lot": position("start", forts=captured(a="6")),
    "turns in the setup": position("a:setup?", turns=7),
    "nobody placed before the second": position("b:setup?"),
    "two placed by one in the setup": position("b:setup?", a=f"{ONE},{TWO}"),
    "a later seat has placed already": position("b:setup:4", a=ONE, c=TWO),
    "a fort stormed in the setup": position("b:setup?", a=ONE, forts=captured(a="2")),
    "the legion out in the setup": position("b:setup?", a=ONE, legion=TWO),
    "a ship manned in the setup": position("b:setup?", a=":3"),
    "the dummy placed in the setup": position("b:setup?", a=ONE, c=TWO, seats=2),
    "not her turn by the number of turns": position("a:?", turns=61),
    "the end after another's turn": position("a:over", turns=300),
    "both markers of a fort": position("a:?", forts=captured(a="6/a")),
    "a ship's number from a manned ship": position("a:2-4*", a=":2", b=":4"),
    "a ship's number and an empty supply": position("a:2-4*", a=on(HELD)),
    "a double 1 with a ship's number": position("a:1-1*"),
    "a soldier to move with a ship's number": FROM.replace("2-4>", "2-4*>"),
    "the legion moved to a road out of reach": position("a:1-4@", legion=unreached(4)[0]),
    "a soldier to move to a held road": FROM.replace(f"2-4>{TARGET}", f"2-4>{HELD[0]}"),
    "the dummy's soldier with a supply": position(f"a:dummy:4>{TARGET}", c=ONE, seats=2),
    "a fort left that should have fallen": position("b:over", turns=300, a=ONE, start="c"),
}


def in_order(text: str) -> str:
    """A position with roads, ships and forts in the order of the board, and plain numbers."""
    parts = text.split()
    parts[2] = str(int(parts[2]))
    for number in range(4, 9):
        head, held, ships = parts[number].split(":")
        names = sorted(held.split(","), key=["-", *all_roads()].index)
        parts[number] = f"{head}:{','.join(names)}:{''.join(sorted(ships))}"
    order = [each.short for each in GAME.board.forts]
    forts = parts[10].split(",")
    parts[10] = ",".join(
        sorted(forts, key=lambda item: order.index(item[:3]) if item != "-" else 0)
    )
    return " ".join(parts)


WRITING = Writing(
    good=tuple(POSITIONS.values()),
    base=f"3 a 60 a:2-4 a=3:{ONE}:5 b=4:{TWO}:- c=5:-:- d=5:-:- e=5:-:- {THREE} {fort(6)}:a/b",
    wrong=(
        (f" {SIX}:a/b", "", "has 11 parts; this one has 10"),
        (f" {SIX}:a/b", f" {SIX}:a/b x", "this one has 12"),
        ("3 a 60", "1 a 60", "'1' is not 2, 3, 4 or 5 players"),
        ("3 a 60", "6 a 60", "'6' is not 2, 3, 4 or 5"),
        ("3 a 60", "33 a 60", "'33'"),
        ("3 a 60", "3 a -1", "'-1' is not the number of turns"),
        ("3 a 60", "3 a two", "'two'"),
        ("3 a 60", "3 a 301", "'301'"),
        ("3 a 60", "3 a 9999", "'9999'"),
        ("3 a 60", "3 - 60", "start player .C2.2"),
        ("a:2-4", "start", "start player .C2.2"),
        ("3 a 60", "3 d 60", "'d' is none of the seats a, b, c"),
        ("3 a 60", "3 ab 60", "'ab' is none of the seats"),
        ("a:2-4", "d:?", "'d' is none of the seats a, b, c"),
        ("a:2-4", "f:?", "'f:\\?' does not say what is waited for"),
        ("a:2-4", "?", "does not say"),
        ("a:2-4", "a:2-7", "does not say"),
        ("a:2-4", "a:0-4", "does not say"),
        ("a:2-4", "a:setup:1", "does not say"),
        ("a:2-4", "a:dummy:7", "does not say"),
        ("a:2-4", "a:1-4@1", "does not say"),
        ("a:2-4", "a:2-4>", "does not say"),
        ("a:2-4", "a:2-4>Xyz-Abc", "'Xyz-Abc' is none of the roads"),
        ("a:2-4", "a:dummy:3", "Only two players have a dummy .C9.1"),
        ("a:2-4", "a:dummy?", "C9.1"),
        (f"a=3:{ONE}:5", f"a=3:{ONE}", "is not colour a as in"),
        (f"a=3:{ONE}:5", f"b=3:{ONE}:5", "is not colour a"),
        (f"a=3:{ONE}:5", f"a=-3:{ONE}:5", "is not colour a"),
        (f"a=3:{ONE}:5", f"a=6:{ONE}:5", "is not colour a"),
        (f"a=3:{ONE}:5", f"a=3:{ONE}:7", "is not colour a"),
        (f"a=3:{ONE}:5", f"a=3:{ONE}:", "is not colour a"),
        (f"a=3:{ONE}:5", "a=3:Xyz-Abc:5", "'Xyz-Abc' is none of the roads"),
        (f"a=3:{ONE}:5", f"a=3:{ONE.lower()}:5", "is none of the roads"),
        (f"a=3:{ONE}:5", f"a=3:{ONE},:5", "'' is none of the roads"),
        (f"a=3:{ONE}:5", f"a=2:{ONE},{ONE}:5", f"On {ONE} stand two soldiers .C4.2"),
        (f"b=4:{TWO}:-", f"b=4:{ONE}:-", f"On {ONE} stand two soldiers"),
        (f"a=3:{ONE}:5", f"a=2:{ONE}:55", "On ship 5 stand two soldiers .C6.6"),
        (f"b=4:{TWO}:-", f"b=3:{TWO}:5", "On ship 5 stand two soldiers"),
        (f"a=3:{ONE}:5", f"a=2:{ONE}:5", "Colour a has 4 soldiers, not 5 .C1.4"),
        (f"a=3:{ONE}:5", f"a=4:{ONE}:5", "Colour a has 6 soldiers"),
        ("e=5:-:-", "e=4:-:-", "Colour e has 4 soldiers"),
        ("d=5:-:-", "d=4:-:6", "Nobody plays colour d"),
        (f"{SIX}:a/b", f"{SIX}:e/b", "Nobody plays colour e"),
        (f"{SIX}:a/b", f"{SIX}:a/d", "Nobody plays colour d"),
        (f" {THREE} ", " Xyz-Abc ", "'Xyz-Abc' is none of the roads"),
        (f" {THREE} ", f" {ONE} ", "Where the legion stands, no soldier does .C4.2"),
        (f"{SIX}:a/b", f"{SIX}:a", "VP marker only from 4 on .C1.5"),
        (f"{SIX}:a/b", f"{TWO_FORT}:a/b", "VP marker only from 4 on"),
        (f"{SIX}:a/b", f"{SIX}:a/b,{SIX}:a/b", "each fort once"),
        (f"{SIX}:a/b", "Xyz:a", "'Xyz:a' is not a stormed fort as in"),
        (f"{SIX}:a/b", f"{SIX}:f/b", "is not a stormed fort"),
        (f"{SIX}:a/b", f"{SIX}:a/b,", "'' is not a stormed fort"),
        (f"{SIX}:a/b", captured(a="2 2 2 2 2 3 3 3 3 4"), "six forts left or fewer"),
        ("3 a 60", "3 a 300", "100 turns .C8.1"),
        ("a:2-4", "a:over", "six forts left or fewer, or 100 turns .C8.1"),
        ("a:2-4", f"a:2-4>{TARGET}", "cannot be finished .C4.7"),
        ("a:2-4", "a:1-4@5", "cannot be finished"),
        ("a:2-4", "a:2-4@", "cannot be finished"),
        (f"a:2-4 a=3:{ONE}:5", f"a:1-4@3 a=3:{ONE}:5", "cannot be finished .C4.7, C6.7"),
    ),
    unreachable=IMPOSSIBLE,
    letters="abcde0123456:=-@,>*? /xsea",
    in_order=in_order,
)
