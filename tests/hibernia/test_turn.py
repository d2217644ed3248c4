"""H3 The turn."""

from __future__ import annotations

import pytest

from cruachan.engine.game import CHANCE

from .positions import (
    ROLLS,
    SHORTS,
    actor,
    after,
    assert_moves,
    legal,
    of_colour,
    position,
    refused_by,
    side,
    waits,
)


@pytest.mark.rule("H3.1")
def test_a_turn_begins_with_one_roll_and_nothing_is_played_before_it() -> None:
    """The roll is chance's alone, and it is one roll."""
    text = position("b:?", b="Cru1,Eil1")
    assert actor(text) == CHANCE
    assert_moves(text, legal=ROLLS, illegal=["start a: H3.1", "castles abcd: H3.1"])
    assert_moves(text, illegal=["march Mid wild: H3.1", "raise die: H3.1", "die red: H3.1"], seat=1)
    rolled = after(text, "die red")
    assert waits(rolled) == "b:red:dw"
    assert_moves(rolled, illegal="die red: H2.2", seat=CHANCE)


@pytest.mark.rule("H3.2")
@pytest.mark.parametrize("face", ["blue", "green", "red", "yellow"])
def test_a_colour_gives_one_play_into_a_county_of_that_colour(face: str) -> None:
    """Whoever holds the whole board reaches its five counties of the colour and no other."""
    text = position(f"a:{face}:d", a=",".join(f"{short}1" for short in SHORTS[:13]))
    for short in SHORTS:
        refused = refused_by(text, f"march {short} die")
        assert (refused == "H3.2") == (short not in of_colour(face)), short


@pytest.mark.rule("H3.2")
def test_the_die_reaches_its_own_colour_only() -> None:
    """Both counties lie next to Cruachan and Éile; the roll is red."""
    text = position("a:red:dw", a="Cru1,Eil1")
    assert_moves(text, legal=["march Mid die", "march Mai die"], illegal="march Brf die: H3.2")


@pytest.mark.rule("H3.3")
def test_black_reaches_every_colour() -> None:
    """What a red roll reaches only by the wild play, the black die reaches too."""
    text = position("a:black:dw", a="Cru1,Eil1")
    assert_moves(text, legal=["march Mid die", "march Brf die", "march Lui die", "march Cru die"])


@pytest.mark.rule("H3.3")
def test_after_black_the_equal_play_of_the_die_is_counted_first() -> None:
    """The wild play is not lost: it opens as soon as the die's is made."""
    text = position("a:black:dw", a="Cru1,Eil1")
    assert_moves(text, illegal=["march Mid wild: H3.3", "raise wild: H3.3"])
    second = after(text, "march Mid die")
    assert_moves(second, legal=["march Brf wild", "raise wild"], illegal="raise die: H3.7")


@pytest.mark.rule("H3.4")
def test_purple_gives_no_play() -> None:
    """Only the wild play is left, and the turn ends with it."""
    text = after(position("a:?", a="Cru1,Eil1"), "die purple")
    assert waits(text) == "a:purple:w"
    assert_moves(
        text,
        legal=["march Mid wild", "raise wild"],
        illegal=["march Mid die: H3.4", "raise die: H3.4"],
    )
    assert waits(after(text, "raise wild")) == "b:?"


@pytest.mark.rule("H3.5")
@pytest.mark.parametrize("face", ["blue", "green", "red", "yellow", "purple"])
def test_each_roll_comes_with_a_wild_play_into_any_colour(face: str) -> None:
    """Mide is red, Bréifne blue, Luigne yellow, Cruachan green."""
    text = after(position("a:?", a="Cru1,Eil1"), f"die {face}")
    assert_moves(text, legal=[f"march {short} wild" for short in ("Mid", "Brf", "Lui", "Cru")])


@pytest.mark.rule("H3.6")
def test_die_and_wild_play_come_in_either_order() -> None:
    """The red die takes Mide and the wild play Bréifne, or the other way round."""
    text = position("a:red:dw", a="Cru1,Eil1")
    die_first = after(text, "march Mid die", "raise wild")
    wild_first = after(text, "raise wild", "march Mid die")
    assert waits(die_first) == waits(wild_first) == "b:?"
    assert side(die_first, "a").counties == side(wild_first, "a").counties
    assert "Mid" in side(die_first, "a").counties


@pytest.mark.rule("H3.6")
def test_the_first_play_can_open_the_way_for_the_second() -> None:
    """From Cruachan the wild play takes Mide, and only then the yellow die reaches Laigin."""
    text = position("a:yellow:dw", a="Cru1")
    assert_moves(text, legal="march Mid wild", illegal="march Lai die: H4.2")
    assert_moves(after(text, "march Mid wild"), legal="march Lai die")


@pytest.mark.rule("H3.7")
@pytest.mark.parametrize(("play", "other"), [("die", "wild"), ("wild", "die")])
def test_each_play_is_made_once(play: str, other: str) -> None:
    """Marching or raising, a second time is refused and the other play is still open."""
    text = position("a:red:dw", a="Cru1,Eil1")
    for first in (f"march Mid {play}", f"raise {play}"):
        assert_moves(
            after(text, first),
            legal=f"raise {other}",
            illegal=[f"raise {play}: H3.7", f"march Mai {play}: H3.7"],
        )


@pytest.mark.rule("H3.7")
def test_neither_play_may_be_passed() -> None:
    """There is no legal move but plays, and the turn goes on only when both are made."""
    text = position("a:red:dw", a="Cru1,Eil1")
    assert {move.split()[0] for move in legal(text)} == {"march", "raise"}
    one_made = after(text, "march Mid die")
    assert waits(one_made) == "a:red:w"
    assert {move.split()[-1] for move in legal(one_made)} == {"wild"}
    assert waits(after(one_made, "march Brf wild")) == "b:?"


@pytest.mark.rule("H3.7", "H8.1")
def test_the_turn_does_not_end_while_warriors_are_missing() -> None:
    """The last play is chosen, but its march is still under way; scoring waits too."""
    text = position("a:yellow:d", a="=0:Cru3,Mid2,Brf1")
    marching = after(text, "march Eil die")
    assert waits(marching) == "a:yellow:->Eil+0-3"
    assert side(marching, "a").steps == 0
    assert waits(after(marching, "pull Cru", "pull Cru")) == "a:yellow:->Eil+2-1"
    assert waits(after(marching, "pull Cru", "pull Cru", "pull Mid")) == "b:?"


@pytest.mark.rule("H3.8")
def test_a_play_is_a_march_or_the_raising_of_warriors() -> None:
    """Whatever else can be written down is no play of a turn."""
    text = position("a:red:dw", a="Cru2,Eil1")
    assert_moves(
        text,
        legal=["march Mid die", "raise die"],
        illegal=["start b: H3.8", "castles abcd: H3.8", "die blue: H3.8"],
    )


@pytest.mark.rule("H3.8")
def test_who_cannot_march_raises() -> None:
    """Without warriors to march with, raising is all that is left to both plays."""
    text = position("a:red:dw", a="=0:Cru1,Eil1")
    assert legal(text) == ["raise die", "raise wild"]
    assert_moves(text, legal="raise die", illegal="march Mid die: H4.7")
