"""Positions of Cambria in a line: written, read back, and refused with a reason."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cruachan.engine import record
from cruachan.engine.errors import PositionError
from cruachan.games.cambria.game import Cambria

from .positions import (
    BOTH_BOARDS,
    GAME,
    NORTH,
    after,
    all_roads,
    captured,
    fort,
    new_table,
    on,
    position,
    roads,
    unreached,
)

TARGET = roads(4)[1]
HELD = [road for road in roads(6) if road != TARGET][:5]
FROM = after(position("a:2-4", a=on(HELD)), f"place {TARGET}")
LEGION = position("a:1-1")
BOARDING = after(LEGION, f"legion {TARGET}")


ONE, TWO, THREE = all_roads()[:3]


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


@pytest.mark.parametrize("text", POSITIONS.values(), ids=list(POSITIONS))
def test_positions_are_read_and_written_back(text: str) -> None:
    """To the letter, and to the same record."""
    state = GAME.read_position(text)
    assert GAME.write_position(state) == text
    assert record.same(GAME.read_position(GAME.write_position(state)), state)


def test_roads_ships_and_forts_may_come_in_any_order() -> None:
    """They are written back in the order of the board."""
    text = position("a:?", a=f"{ONE},{TWO}:26", forts=captured(a="6 2"))
    first, second = text.split()[-1].split(",")
    shuffled = text.replace(f"{ONE},{TWO}:26", f"{TWO},{ONE}:62")
    shuffled = shuffled.replace(f"{first},{second}", f"{second},{first}")
    assert shuffled != text
    assert GAME.write_position(GAME.read_position(shuffled)) == text


@BOTH_BOARDS
def test_positions_of_both_boards(game: Cambria) -> None:
    """Each board reads its own roads and forts."""
    text = position("a:1-6", a=on(all_roads(game)[:5]), forts=captured(game, b="6 4/a"), game=game)
    assert game.write_position(game.read_position(text)) == text


GOOD = f"3 a 60 a:2-4 a=3:{ONE}:5 b=4:{TWO}:- c=5:-:- d=5:-:- e=5:-:- {THREE} {fort(6)}:a/b"
SIX, TWO_FORT = fort(6), fort(2)


@pytest.mark.parametrize(
    ("wrong", "right", "said"),
    [
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
    ],
)
def test_a_position_that_is_wrong_is_refused_and_says_where(
    wrong: str, right: str, said: str
) -> None:
    """One part of a good position is made wrong at a time."""
    assert GAME.write_position(GAME.read_position(GOOD)) == GOOD
    assert wrong in GOOD
    with pytest.raises(PositionError, match=said):
        GAME.read_position(GOOD.replace(wrong, right))


def test_an_ended_game_has_no_legion_on_a_road() -> None:
    """It was removed before the last storming."""
    with pytest.raises(PositionError, match=r"C8\.2"):
        GAME.read_position(position("c:over", turns=300, legion=ONE))


def test_the_dummy_is_on_no_ship() -> None:
    """The third colour of a game of two; in a game of three the same line is good."""
    assert GAME.read_position(position("a:2-4", c=":3")).seats == 3
    with pytest.raises(PositionError, match=r"C9\.5"):
        GAME.read_position(position("a:2-4", c=":3", seats=2))


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("3 a 60", f"3 a {'9' * 5000}"),
        ("3 a 60", f"{'3' * 5000} a 60"),
        ("a=3:", f"a={'3' * 5000}:"),
        (":5 b", f":{'5' * 5000} b"),
        ("a:2-4", f"a:{'2' * 5000}-4"),
    ],
    ids=["turns", "seats", "supply", "ships", "dice"],
)
def test_a_number_that_is_far_too_large_is_an_error_for_people(wrong: str, right: str) -> None:
    """Not an OverflowError of NumPy or a ValueError of Python, which nobody catches."""
    assert wrong in GOOD
    with pytest.raises(PositionError):
        GAME.read_position(GOOD.replace(wrong, right))


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


@pytest.mark.parametrize("text", IMPOSSIBLE.values(), ids=list(IMPOSSIBLE))
def test_a_position_that_no_game_can_reach_is_refused(text: str) -> None:
    """PositionError is promised for what "the rules do not allow"."""
    with pytest.raises(PositionError):
        GAME.read_position(text)


def canonical(text: str) -> list[str]:
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
    return parts


def check_reading(text: str) -> bool:
    """Whether a text is read as a position; then writing it gives the text back."""
    try:
        state = GAME.read_position(text)
    except PositionError:
        return False
    assert GAME.write_position(state).split() == canonical(text)
    assert record.same(GAME.read_position(GAME.write_position(state)), state), text
    return True


def test_whatever_is_read_the_answer_is_a_position_or_an_error_for_people() -> None:
    """Good positions with a few characters changed, dropped or doubled."""
    rng = Random(2)
    read_back = 0
    for _ in range(4000):
        text = rng.choice([GOOD, *POSITIONS.values()])
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(text))
            new = rng.choice(["", rng.choice("abcde0123456:=-@,>*? /xsea"), text[at] * 2])
            text = text[:at] + new + text[at + 1 :]
        read_back += check_reading(text)
    assert read_back > 10


@settings(max_examples=300, deadline=None, derandomize=True)
@given(
    st.sampled_from(sorted(POSITIONS.values())),
    st.integers(0, 10),
    st.one_of(st.text(max_size=12), st.sampled_from(GOOD.split())),
)
def test_whatever_stands_in_one_part_of_a_position(text: str, at: int, part: str) -> None:
    """Any text at all, or the part of another position."""
    parts = text.split()
    parts[at] = part
    assert check_reading(" ".join(parts)) in (True, False)


@pytest.mark.parametrize("text", ["", " ", "start", "\0", "3 " * 11, "é" * 11])
def test_texts_that_are_no_position_at_all(text: str) -> None:
    """On either board."""
    for game in (GAME, NORTH):
        with pytest.raises(PositionError):
            game.read_position(text)
