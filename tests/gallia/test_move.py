"""G6 Moving."""

from __future__ import annotations

import pytest

from cruachan.engine.errors import UnreadableMove

from .positions import (
    GAME,
    RICH,
    RICHEST,
    SHORTS,
    after,
    assert_moves,
    cards,
    dice,
    ears,
    legal,
    moved,
    position,
    waits,
)

TABLE = ("Med Oro Cen Ven", "Tau Ins Ana Lin", "Lig Fri Boi Ari")
FIVE_ELSEWHERE = "Med1,Lig1,Lig1,Lig1,Lig1,Lig1,Lig1"
"""Seven dice that leave one for the test."""


def beside(short: str) -> set[str]:
    """The cards above, below, left and right, read off the table."""
    rows = [row.split() for row in TABLE]
    row = next(number for number, names in enumerate(rows) if short in names)
    column = rows[row].index(short)
    return {
        rows[y][x]
        for y, x in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        if 0 <= y < 3 and 0 <= x < 4
    }


@pytest.mark.rule("G6.1")
@pytest.mark.parametrize("short", SHORTS[:-1])
def test_an_army_moves_one_card_up_down_left_or_right(short: str) -> None:
    """And nowhere else, from every card of the table."""
    text = position("a:turn", a=f"{short}2", b="-")
    targets = {move.split()[2] for move in legal(text) if move.startswith("move")}
    assert targets == beside(short)


@pytest.mark.rule("G6.1")
def test_no_army_leaves_the_table_moves_diagonally_or_far() -> None:
    """Out is refused by number; who names a card that is not beside is told the rule."""
    text = position("a:turn", a="Med4,Ins2")
    assert_moves(text, "move Ins2 Ana", "move Med4 ?: G6.1")
    for target in ("Cen", "Boi", "Lin", "Ins"):
        with pytest.raises(UnreadableMove, match=r"G6\.1"):
            GAME.read_move(GAME.read_position(text), 0, f"move Ins2 {target}")


@pytest.mark.rule("G6.2")
def test_example_of_the_rulebook_four_split_into_three_and_one() -> None:
    """3 of the 4 in the capital go next door: the die there is turned to 1, a new one shows 3."""
    text = after("n - 0 start - - -", "start a")
    assert dice(text, "a") == "Med4"
    split = after(text, "move Med4 Oro", "send 3")
    assert dice(split, "a") == "Med1,Oro3"
    assert moved(split, "a") == ["Oro3"]


@pytest.mark.rule("G6.2")
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_an_army_moves_whole_or_in_part(number: int) -> None:
    """From 1 to all of them."""
    asked = after(position("a:turn", a="Med1,Ins4"), "move Ins4 Ana")
    assert waits(asked) == "a:send:Ins4>Ana"
    assert_moves(asked, f"send {number}", ["send 5: G6.2", "send 6: G6.2", "end: G6.2"])
    gone = after(asked, f"send {number}")
    left = f"Ins{4 - number}," if number < 4 else ""
    assert dice(gone, "a") == f"Med1,{left}Ana{number}"


@pytest.mark.rule("G6.2")
def test_without_a_free_die_only_the_whole_army_moves() -> None:
    """Nobody is asked how many; with one die free she is."""
    text = position("a:turn", a=f"{FIVE_ELSEWHERE},Ins4")
    assert dice(after(text, "move Ins4 Ana"), "a") == "Med1,Ana4,Lig1,Lig1,Lig1,Lig1,Lig1,Lig1"
    one_free = position("a:turn", a=f"{FIVE_ELSEWHERE[:-5]},Ins4")
    assert waits(after(one_free, "move Ins4 Ana")) == "a:send:Ins4>Ana"


@pytest.mark.rule("G6.2")
def test_an_army_of_one_goes_without_a_question() -> None:
    """There is nothing to divide."""
    gone = after(position("a:turn", a="Med1,Ins1"), "move Ins1 Ana")
    assert waits(gone) == "a:move"
    assert dice(gone, "a") == "Med1,Ana1"


@pytest.mark.rule("G6.2")
def test_an_army_that_is_not_there_does_not_move() -> None:
    """Of another size, on another card, or the enemy's."""
    text = position("a:turn", a="Med4,Ins2", b="Lin3,Ari5")
    assert_moves(
        text,
        "move Ins2 Ana",
        ["move Ins3 Ana: G6.2", "move Fri2 Boi: G6.2", "move Lin3 Ana: G6.2"],
    )


@pytest.mark.rule("G6.3")
def test_armies_never_merge() -> None:
    """Each die stays a die, where it came from and where it goes."""
    text = position("a:turn", a="Med1,Ins2,Ana3")
    joined = after(text, "move Ins2 Ana", "send 2")
    assert dice(joined, "a") == "Med1,Ana2,Ana3"
    part = after(text, "move Ins2 Ana", "send 1")
    assert dice(part, "a") == "Med1,Ins1,Ana1,Ana3"


@pytest.mark.rule("G6.4")
def test_what_has_moved_does_not_move_again() -> None:
    """Whole or part; in the next turn it does."""
    text = position("a:turn", a="Med1,Ins3")
    whole = after(text, "move Ins3 Ana", "send 3")
    assert_moves(whole, "move Med1 Oro", "move Ana3 Lin: G6.4")
    part = after(text, "move Ins3 Ana", "send 2")
    assert_moves(part, (), "move Ana2 Lin: G6.4")
    later = after(part, "end", "recruit 0", "scout none")
    assert_moves(later, "move Ana2 Lin")


@pytest.mark.rule("G6.4")
def test_what_stayed_behind_may_move() -> None:
    """To another card or after the others."""
    text = after(position("a:turn", a="Med1,Ins3"), "move Ins3 Ana", "send 1")
    assert_moves(text, ["move Ins2 Fri", "move Ins2 Ana"])
    again = after(text, "move Ins2 Fri", "send 1")
    assert dice(again, "a") == "Med1,Ins1,Ana1,Fri1"
    assert_moves(again, "move Ins1 Tau", "move Fri1 Boi: G6.4")


@pytest.mark.rule("G6.4")
def test_of_two_equal_dice_on_a_card_the_one_that_has_not_moved_moves() -> None:
    """One comes in and the other goes out."""
    text = after(position("a:turn", a="Ins2,Ana2"), "move Ins2 Ana", "send 2")
    assert_moves(text, "move Ana2 Lin")
    gone = after(text, "move Ana2 Lin", "send 2")
    assert waits(gone) == "b:turn"
    assert dice(gone, "a") == "Ana2,Lin2"


@pytest.mark.rule("G6.5")
def test_any_number_of_armies_move_in_a_turn() -> None:
    """All eight."""
    text = position("a:turn", a=",".join(f"Ins{pips}" for pips in (1, 1, 2, 2, 3, 4, 5, 6)))
    for pips in (1, 1, 2, 2, 3, 4, 5):
        text = after(text, f"move Ins{pips} Ana")
        assert waits(text) == "a:move"
    text = after(text, "move Ins6 Fri")
    assert dice(text, "a") == "Ana1,Ana1,Ana2,Ana2,Ana3,Ana4,Ana5,Fri6"
    assert waits(text) == "b:turn"


@pytest.mark.rule("G6.6")
def test_a_card_without_an_enemy_die_is_taken_without_a_fight() -> None:
    """Its shields cost nothing."""
    taken = after(position("a:turn", a="Med1,Ins3"), "move Ins3 Ana", "send 3")
    assert dice(taken, "a") == "Med1,Ana3"


@pytest.mark.rule("G6.6", "G7.10")
def test_an_empty_oppidum_is_taken_as_it_is() -> None:
    """It stays an oppidum and feeds whoever walks in."""
    known = f"Ana+{RICH}s"
    taken = after(position("a:turn", a="Med1,Ins3", cards=known), "move Ins3 Ana", "send 3")
    assert dice(taken, "a") == "Med1,Ana3"
    assert cards(taken) == known
    assert ears("a", taken) == RICHEST.ears
