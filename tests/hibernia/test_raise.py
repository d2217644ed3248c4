"""H7 Raising warriors."""

from __future__ import annotations

import pytest

from .positions import ROLLS, after, assert_moves, position, side


@pytest.mark.rule("H7.1")
@pytest.mark.parametrize("fallen", [0, 1, 2, 7, 13])
def test_all_her_warriors_come_back_from_the_shield(fallen: int) -> None:
    """Into the supply, where they can march at once."""
    text = position("a:red:dw", a=f"+{fallen}")
    raised = side(after(text, "raise die"), "a")
    assert (raised.supply, raised.shield) == (13, 0)


@pytest.mark.rule("H7.1", "H3.6")
def test_who_raises_first_can_march_with_the_raised() -> None:
    """With an empty supply the march is refused before raising and legal after it."""
    text = position("a:red:dw", a="=0:Cru1,Eil1")
    assert_moves(text, illegal="march Mid die: H4.7")
    assert_moves(after(text, "raise wild"), legal="march Mid die")


@pytest.mark.rule("H7.2")
@pytest.mark.parametrize(
    ("fallen", "back"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (9, 4), (13, 6)]
)
def test_every_other_player_gets_half_back_rounded_down(fallen: int, back: int) -> None:
    """b, c and d alike, whoever raises."""
    side_of = f"+{fallen}"
    text = position("a:red:dw", a="+5", b=side_of, c=side_of, d=side_of)
    raised = after(text, "raise wild")
    for letter in "bcd":
        assert side(raised, letter).shield == fallen - back
        assert side(raised, letter).supply == 13 - fallen + back


@pytest.mark.rule("H7.2")
def test_two_raisings_halve_twice() -> None:
    """7 on the shield: 3 come back, then 2 of the other 4."""
    text = position("a:red:dw", a="+1", b="+7")
    assert side(after(text, "raise die", "raise wild"), "b").shield == 2


@pytest.mark.rule("H7.1", "H7.2")
def test_raising_changes_nothing_on_the_board() -> None:
    """Counties stay as they are."""
    text = position("a:red:dw", a="+3:Cru2,Mid1", b="+3:Eil4,Osr1")
    raised = after(text, "raise die")
    for letter in "abcd":
        assert side(raised, letter).counties == side(text, letter).counties


@pytest.mark.rule("H7.3")
@pytest.mark.parametrize("roll", ROLLS)
@pytest.mark.parametrize("fallen", [0, 6])
def test_raising_is_possible_with_each_play_after_every_roll(roll: str, fallen: int) -> None:
    """Also with nobody on the shield, also when a march would be possible."""
    text = after(position("a:?", a=f"+{fallen}:Cru1,Eil1"), roll)
    if roll == "die purple":
        assert_moves(text, legal=["march Mid wild", "raise wild"], illegal="raise die: H3.4")
    else:
        assert_moves(text, legal="raise die")
        assert_moves(after(text, "raise die"), legal=["march Mid wild", "raise wild"])


@pytest.mark.rule("H7.3", "H3.7")
def test_raising_is_not_possible_with_a_play_that_is_made() -> None:
    """Always possible, but only with a play."""
    text = position("a:red:dw", a="+3")
    assert_moves(text, legal=["raise die", "raise wild"])
    assert_moves(after(text, "raise wild"), legal="raise die", illegal="raise wild: H3.7")


@pytest.mark.rule("H7.3", "H2.2")
def test_raising_is_not_possible_in_anothers_turn() -> None:
    """The others get their half and no more."""
    text = position("a:red:dw", a="+3", b="+3")
    assert_moves(text, legal="raise die", seat=0)
    assert_moves(text, illegal=["raise die: H2.2", "raise wild: H2.2"], seat=1)
