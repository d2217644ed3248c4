"""H6 Battle."""

from __future__ import annotations

import pytest

from .positions import PAIR_FAR_AWAY, SHORTS, after, position, side, waits


@pytest.mark.rule("H6.1", "H6.3")
@pytest.mark.parametrize(
    ("attackers", "defenders", "left"),
    [
        ("Brf1,Cru1,Brg1,Lai1,Osr1", 3, "a2"),
        ("Brf1,Cru1", 1, "a1"),
        ("Brf1", 2, "b1"),
        ("Brf1,Cru1", 6, "b4"),
        ("Brf1,Cru1,Eil1", 3, "-"),
        ("Brf1", 1, "-"),
    ],
)
def test_warriors_fall_one_for_one(attackers: str, defenders: int, left: str) -> None:
    """The fewer of the two numbers falls on each side; the first case is the German 5:3."""
    text = position("a:red:dw", a=attackers, b=f"Mid{defenders},{PAIR_FAR_AWAY}")
    fought = after(text, "march Mid die")
    marched = len(attackers.split(","))
    fallen = min(marched, defenders)
    assert side(fought, "a").shield == fallen
    assert side(fought, "b").shield == fallen
    assert side(fought, "a").supply == side(text, "a").supply - marched
    for letter in "ab":
        stands = side(fought, letter).counties.get("Mid")
        assert stands == (int(left[1:]) if left[0] == letter else None)


@pytest.mark.rule("H6.1")
def test_example_of_the_german_rulebook_five_against_three_becomes_two_to_nothing() -> None:
    """a marches with 5 into Mide, where 3 of b stand: 2 of a are left."""
    text = position("a:red:dw", a="Brf1,Cru1,Brg1,Lai1,Osr1", b=f"Mid3,{PAIR_FAR_AWAY}")
    fought = after(text, "march Mid die")
    assert side(fought, "a").counties["Mid"] == 2
    assert "Mid" not in side(fought, "b").counties


@pytest.mark.rule("H6.1")
def test_warriors_of_one_colour_do_not_fight() -> None:
    """Reinforcing costs nobody."""
    text = position("a:red:dw", a="Mid2,Cru1,Eil1")
    marched = after(text, "march Mid die")
    assert side(marched, "a").counties["Mid"] == 4
    assert side(marched, "a").shield == 0


@pytest.mark.rule("H6.1")
def test_warriors_taken_from_counties_fight_like_those_of_the_supply() -> None:
    """Battle begins when the last missing warrior has come."""
    text = position("a:red:dw", a="=1:Brf3,Cru1,Eil1", b=f"Mid2,{PAIR_FAR_AWAY}")
    marching = after(text, "march Mid die", "pull Brf")
    assert side(marching, "b").counties["Mid"] == 2
    fought = after(marching, "pull Brf")
    assert side(fought, "a").counties == {"Brf": 1, "Cru": 1, "Eil": 1, "Mid": 1}
    assert side(fought, "a").shield == side(text, "a").shield + 2
    assert waits(fought) == "a:red:w"


@pytest.mark.rule("H6.2")
def test_equal_numbers_leave_the_county_empty() -> None:
    """Two against two: nobody holds Mide, and the next march there meets nobody."""
    text = position("a:red:dw", a="Brf1,Cru1", b=f"Mid2,{PAIR_FAR_AWAY}")
    fought = after(text, "march Mid die")
    assert all("Mid" not in side(fought, letter).counties for letter in "abcd")
    again = after(fought, "march Mid wild")
    assert side(again, "a").counties["Mid"] == 2
    assert side(again, "a").shield == side(fought, "a").shield


@pytest.mark.rule("H6.3")
def test_the_fallen_join_those_already_on_the_shield() -> None:
    """a had 1 there and b had 4; two of each fall."""
    text = position("a:red:dw", a="+1:Brf1,Cru1,Eil1", b=f"+4:Mid2,{PAIR_FAR_AWAY}", c="+3")
    fought = after(text, "march Mid die")
    assert [side(fought, letter).shield for letter in "abcd"] == [3, 6, 3, 0]
    assert side(fought, "b").supply == side(text, "b").supply


@pytest.mark.rule("H6.4")
@pytest.mark.parametrize("defenders", [1, 2, 3, 4, 5])
def test_after_a_march_no_county_holds_two_colours(defenders: int) -> None:
    """However the battle of three against some ends."""
    text = position("a:red:dw", a="Brf1,Cru1,Eil1", b=f"Mid{defenders},{PAIR_FAR_AWAY}")
    fought = after(text, "march Mid die")
    for short in SHORTS:
        holders = [letter for letter in "abcd" if short in side(fought, letter).counties]
        assert len(holders) <= 1, short


@pytest.mark.rule("H6.4", "H4.1")
def test_who_has_warriors_in_a_county_holds_it() -> None:
    """The county just taken counts at once for the next march: two go into Laigin, not one."""
    text = position("a:red:dw", a="Brf1,Brg1", b=f"Mid1,{PAIR_FAR_AWAY}")
    fought = after(text, "march Mid die")
    assert side(fought, "a").counties["Mid"] == 1
    assert side(after(fought, "march Lai wild"), "a").counties["Lai"] == 2


@pytest.mark.rule("H6.4")
def test_a_county_lost_is_held_no_more() -> None:
    """b's march from Mide into Laigin is possible before the battle and not after it."""
    text = position("a:red:d", a="Brf1,Cru1", b=f"Mid1,{PAIR_FAR_AWAY}")
    rolled = after(text, "march Mid die", "die yellow")
    assert waits(rolled).startswith("b:")
    assert "Mid" not in side(rolled, "b").counties
