"""H10 Three players."""

from __future__ import annotations

import pytest

from cruachan.engine.game import CHANCE

from .positions import (
    CASTLES,
    GAME,
    LAP,
    after,
    assert_moves,
    legal,
    new_table,
    position,
    side,
    waits,
)


@pytest.mark.rule("H10.1")
def test_the_neutral_colour_stands_on_five_counties_of_one_colour() -> None:
    """The castle left over and the other counties of its colour, one warrior each."""
    ready = after(new_table("3"), "start a", "castles dabc")
    counties = side(ready, "d").counties
    colours = {c.colour for c in GAME.board.counties if c.short in counties}
    assert CASTLES[0] in counties
    assert list(counties.values()) == [1] * 5
    assert len(colours) == 1


@pytest.mark.rule("H10.1")
def test_with_four_nobody_is_neutral() -> None:
    """The fourth colour has its castle and a seat."""
    ready = after(new_table("4"), "start d", "castles dabc")
    assert side(ready, "d").counties == {CASTLES[0]: 1}
    assert GAME.presentation.view(GAME.read_position(ready), None)["neutral"] is None


@pytest.mark.rule("H10.2", "H6.1")
@pytest.mark.parametrize(("attackers", "holder"), [("Cru1", None), ("Cru1,Brf1", "a")])
def test_neutral_warriors_defend_like_others(attackers: str, holder: str | None) -> None:
    """One neutral takes one attacker along."""
    text = position("a:red:dw", a=attackers, d="Mid1", table="3")
    fought = after(text, "march Mid die")
    assert side(fought, "a").shield == 1
    for letter in "abcd":
        assert ("Mid" in side(fought, letter).counties) == (letter == holder)


@pytest.mark.rule("H10.2")
def test_neutral_warriors_can_hold_against_an_attack() -> None:
    """Two of three neutral warriors are left."""
    text = position("a:red:dw", a="Cru1", d="Mid3", table="3")
    assert side(after(text, "march Mid die"), "d").counties == {"Mid": 2}


@pytest.mark.rule("H10.2")
def test_neutral_warriors_belong_to_nobody() -> None:
    """Nobody marches from their counties, takes warriors from them or counts them."""
    text = position("a:red:dw", a="=1:Cru2,Eil1", d="Uma3,Con1", table="3")
    assert side(after(text, "march Lui wild"), "a").counties["Lui"] == 1
    marching = after(text, "march Mid die")
    assert_moves(marching, legal="pull Cru", illegal="pull Uma: H4.4")
    alone = position("a:yellow:dw", a="Cia1", d="Uma3,Con1", table="3")
    assert_moves(alone, legal="march Mus die", illegal="march Lui die: H4.2")


@pytest.mark.rule("H10.2")
def test_neutral_counties_are_not_protected() -> None:
    """The last two adjacent neutral counties can be taken; those of player c cannot."""
    text = position("a:black:dw", a="Brf1,Lai1", c="Cru1,Lui1", d="Mid1,Brg1", table="3")
    assert_moves(
        text,
        legal=["march Mid die", "march Brg die"],
        illegal=["march Cru die: H5.1", "march Lui die: H5.1"],
    )


@pytest.mark.rule("H10.3")
def test_fallen_neutral_warriors_leave_the_game() -> None:
    """They do not lie on the shield: they are back in the box, and the attacker's are not."""
    text = position("a:red:dw", a="Cru1,Brf1", d="Mid1,Air1", table="3")
    fought = after(text, "march Mid die")
    assert side(fought, "d").shield == 0
    assert side(fought, "a").shield == 1
    before, later = (
        GAME.presentation.view(GAME.read_position(p), None)["neutral"] for p in (text, fought)
    )
    assert before is not None
    assert later is not None
    assert later["box"] == before["box"] + 1


@pytest.mark.rule("H10.3", "H7.2")
def test_raising_brings_no_neutral_warrior_back() -> None:
    """Whoever raises, how often ever."""
    text = position("a:red:dw", a="Cru1,Brf1", d="Mid1,Air1", table="3")
    fought = after(text, "march Mid die", "raise wild")
    later = after(fought, "die red", "raise die", "raise wild")
    assert side(later, "d").counties == {"Air": 1}
    assert side(later, "d") == side(fought, "d")


@pytest.mark.rule("H10.4")
def test_the_neutral_colour_has_no_turn() -> None:
    """After c it is a's turn again, and the fourth seat may do nothing."""
    text = position("c:purple:w", d="Mid2,Cru1", table="3")
    assert legal(text, 3) == []
    assert_moves(text, illegal=["raise wild: H2.2", "march Mid wild: H2.2"], seat=3)
    assert waits(after(text, "raise wild")) == "a:?"


@pytest.mark.rule("H10.4", "H9.2")
def test_the_neutral_colour_does_not_score_and_has_no_place() -> None:
    """Its counties bring nobody steps; the result has three places."""
    text = position("c:purple:w", c=f"@{LAP - 1}", d="Mid1,Cru1,Eil1,Brf1", table="3")
    over = after(text, "raise wild")
    outcome = GAME.outcome(GAME.read_position(over))
    assert outcome is not None
    assert outcome.places == (2, 2, 1)
    assert side(over, "d").steps == 0


@pytest.mark.rule("H10.5")
def test_the_shield_starts_with_3_2_1_and_the_supply_with_the_rest() -> None:
    """13 less one on the castle, less those on the shield."""
    ready = after(new_table("3"), "start b", "castles abcd")
    assert [side(ready, letter).shield for letter in "bca"] == [3, 2, 1]
    assert [side(ready, letter).supply for letter in "bca"] == [9, 10, 11]


@pytest.mark.rule("H10.1", "H11.1")
def test_the_harder_game_with_three() -> None:
    """Every colour, the neutral one too, has its five counties: the board is full."""
    ready = after(new_table("3h"), "start a", "castles cdab")
    held = [short for letter in "abcd" for short in side(ready, letter).counties]
    assert sorted(held) == sorted(county.short for county in GAME.board.counties)
    assert GAME.to_act(GAME.read_position(ready)) == (CHANCE,)
