"""H4 The march."""

from __future__ import annotations

import pytest

from .positions import (
    PAIR_FAR_AWAY,
    SHORTS,
    after,
    assert_moves,
    legal,
    neighbours,
    position,
    refused_by,
    side,
    waits,
    with_colours,
)


@pytest.mark.rule("H4.1")
@pytest.mark.parametrize(
    ("held", "need"),
    [("Brf1", 1), ("Brf1,Cru1", 2), ("Brf1,Cru1,Eil1", 3), ("Brf1,Cru1,Eil1,Osr1,Lai1,Brg1", 6)],
)
def test_as_many_march_as_the_player_holds_adjacent_counties(held: str, need: int) -> None:
    """Into empty Mide, where one warrior would do."""
    text = position("a:red:dw", a=held)
    marched = after(text, "march Mid die")
    assert side(marched, "a").counties["Mid"] == need
    assert side(marched, "a").supply == side(text, "a").supply - need


@pytest.mark.rule("H4.1")
def test_counties_far_away_and_how_full_they_are_do_not_count() -> None:
    """Of these only Cruachan is adjacent to Mide: one warrior marches, though five stand there."""
    text = position("a:red:dw", a="Cru5,Ula2,Cia1")
    assert side(after(text, "march Mid die"), "a").counties == {
        "Cru": 5,
        "Ula": 2,
        "Cia": 1,
        "Mid": 1,
    }


@pytest.mark.rule("H4.1")
def test_counties_of_other_players_do_not_count() -> None:
    """Four of Mide's neighbours are b's; a holds only Cruachan."""
    text = position("a:red:dw", a="Cru1", b="Brf1,Brg1,Lai1,Osr1")
    assert side(after(text, "march Mid die"), "a").counties == {"Cru": 1, "Mid": 1}


@pytest.mark.rule("H4.2")
def test_nobody_marches_where_she_holds_no_adjacent_county() -> None:
    """Cruachan touches Mide; it does not touch Umall."""
    text = position("a:red:dw", a="Cru1")
    assert_moves(text, legal="march Mid wild", illegal="march Uma wild: H4.2")


@pytest.mark.rule("H4.2")
@pytest.mark.parametrize("home", SHORTS)
def test_from_a_single_county_exactly_its_neighbours_are_reached(home: str) -> None:
    """Not even the county itself: no adjacent county is held that could reinforce it."""
    text = position("a:purple:w", a=f"{home}2")
    reached = {move.split()[1] for move in legal(text) if move.startswith("march")}
    assert reached == neighbours(home)
    assert refused_by(text, f"march {home} wild") == "H4.2"


@pytest.mark.rule("H4.2")
def test_who_holds_nothing_marches_nowhere() -> None:
    """Every county is refused, and raising is left."""
    text = position("a:black:d")
    assert legal(text) == ["raise die"]
    assert {refused_by(text, f"march {short} die") for short in SHORTS} == {"H4.2"}


@pytest.mark.rule("H4.3")
def test_warriors_come_from_the_supply_while_it_lasts() -> None:
    """With enough in the supply nobody is taken from a county, and nobody may be."""
    text = position("a:red:dw", a="=3:Cru3,Eil3,Brf1")
    marched = after(text, "march Mid die")
    assert side(marched, "a").supply == 0
    assert side(marched, "a").counties == {"Cru": 3, "Eil": 3, "Brf": 1, "Mid": 3}
    assert waits(marched) == "a:red:w"
    assert_moves(text, legal="march Mid die", illegal="pull Cru: H4.3")
    assert_moves(marched, illegal="pull Cru: H4.3")


@pytest.mark.rule("H4.3")
def test_only_what_the_supply_lacks_is_taken_from_counties() -> None:
    """Three march, two are in the supply: one is missing."""
    text = position("a:red:dw", a="=2:Cru3,Eil3,Brf1")
    marching = after(text, "march Mid die")
    assert waits(marching) == "a:red:w>Mid+2-1"
    assert side(marching, "a").supply == 0


@pytest.mark.rule("H4.4")
def test_missing_warriors_are_taken_one_at_a_time_from_any_own_county() -> None:
    """Also from Ciarraige at the other end of the island; and twice from the same."""
    text = position("a:red:dw", a="=0:Cru3,Eil1,Brf1,Cia3")
    marching = after(text, "march Mid die")
    assert legal(marching) == ["pull Cru", "pull Cia"]
    arrived = after(marching, "pull Cia", "pull Cru", "pull Cia")
    assert side(arrived, "a").counties == {"Cru": 2, "Eil": 1, "Brf": 1, "Cia": 1, "Mid": 3}
    assert waits(arrived) == "a:red:w"


@pytest.mark.rule("H4.4")
def test_missing_warriors_come_from_own_counties_only() -> None:
    """Neither from an empty county nor from another player's."""
    marching = after(
        position("a:red:dw", a="=1:Cru3,Eil1", b="Lai3,Osr1"),
        "march Mid die",
    )
    assert_moves(marching, legal="pull Cru", illegal=["pull Lai: H4.4", "pull Ula: H4.4"])


@pytest.mark.rule("H4.5")
def test_the_last_warrior_of_a_county_stays() -> None:
    """Cruachan with two can give one, Éile with one cannot; then Cruachan cannot either."""
    text = position("a:red:dw", a="=0:Cru2,Eil1,Lui2")
    marching = after(text, "march Mid die")
    assert_moves(marching, legal="pull Cru", illegal="pull Eil: H4.5")
    assert_moves(after(marching, "pull Cru"), legal="pull Lui", illegal="pull Cru: H4.5")


@pytest.mark.rule("H4.6")
def test_nobody_is_taken_from_the_county_that_is_reinforced() -> None:
    """However many stand there already."""
    text = position("a:red:dw", a="=0:Mid5,Cru2,Eil1,Cia2")
    marching = after(text, "march Mid die")
    assert_moves(marching, legal=["pull Cru", "pull Cia"], illegal="pull Mid: H4.6")


@pytest.mark.rule("H4.6", "H4.7")
def test_warriors_in_the_target_do_not_help_to_reinforce_it() -> None:
    """Mide's own five are no reserve for a march into Mide; for one into Bréifne they are."""
    text = position("a:black:dw", a="=0:Mid5,Cru1,Eil1")
    assert_moves(text, legal="march Brf die", illegal="march Mid die: H4.7")


@pytest.mark.rule("H4.7")
def test_without_the_whole_number_there_is_no_march() -> None:
    """Three must march: two in the supply and one to spare are enough, one to spare less is not."""
    enough = position("a:red:dw", a="=2:Cru2,Eil1,Brf1")
    too_few = position("a:red:dw", a="=2:Cru1,Eil1,Brf1")
    assert_moves(enough, legal="march Mid die")
    assert_moves(too_few, legal="march Lui wild", illegal="march Mid die: H4.7")


@pytest.mark.rule("H4.7")
def test_the_number_needed_is_not_lowered_to_what_there_is() -> None:
    """One warrior could take the empty county, but three would have to march."""
    text = position("a:red:d", a="=1:Cru1,Eil1,Brf1")
    assert_moves(text, legal="raise die", illegal="march Mid die: H4.7")


@pytest.mark.rule("H4.8")
def test_a_march_once_chosen_is_carried_out() -> None:
    """While a warrior is missing there is neither another march nor raising nor a roll."""
    marching = after(position("a:red:dw", a="=1:Cru2,Eil1"), "march Mid die")
    assert legal(marching) == ["pull Cru"]
    assert_moves(
        marching,
        legal="pull Cru",
        illegal=["march Brf wild: H4.8", "raise wild: H4.8", "raise die: H4.8", "die red: H3.8"],
    )
    assert_moves(after(marching, "pull Cru"), legal=["march Lai wild", "raise wild"])


@pytest.mark.rule("H4.9")
def test_an_own_county_can_be_reinforced_and_does_not_count_itself() -> None:
    """Cruachan and Éile send two to Mide's one."""
    text = position("a:red:dw", a="Mid1,Cru1,Eil1")
    marched = after(text, "march Mid die")
    assert side(marched, "a").counties == {"Mid": 3, "Cru": 1, "Eil": 1}
    assert side(marched, "a").supply == side(text, "a").supply - 2


@pytest.mark.rule("H4.9", "H4.2")
def test_a_county_that_stands_alone_cannot_be_reinforced() -> None:
    """It is not adjacent to itself."""
    text = position("a:red:dw", a="Mid4,Cia1,Tua1")
    assert_moves(text, legal="march Tua wild", illegal="march Mid die: H4.2")


@pytest.mark.rule("H3.2", "H4.1", "H4.3", "H4.5", "H4.7", "H6.1", "H6.3", "H7.1", "H7.2")
def test_example_of_both_rulebooks_johns_turn() -> None:
    """John (a) rolls yellow, takes Alison's (b) blue county with 3 against 2, and has to raise.

    Our board has hardly a county without a yellow neighbour, so three counties change colour here.
    """
    game = with_colours(Ula="red", Lui="red", Lai="green")
    text = position("a:yellow:dw", a="=2:Ail1,Air2,Brg1", b=f"Brf2,{PAIR_FAR_AWAY}")
    assert not [move for move in legal(text, game=game) if move.endswith("die") and "march" in move]
    assert_moves(text, legal="march Brf wild", illegal="march Eil die: H4.2", game=game)

    marching = after(text, "march Brf wild", game=game)
    assert waits(marching) == "a:yellow:d>Brf+2-1"
    assert legal(marching, game=game) == ["pull Air"]

    fought = after(marching, "pull Air", game=game)
    john, alison = side(fought, "a"), side(fought, "b")
    assert john.counties == {"Ail": 1, "Air": 1, "Brg": 1, "Brf": 1}
    assert "Brf" not in alison.counties
    assert john.supply == 0
    assert john.shield == side(text, "a").shield + 2
    assert alison.shield == side(text, "b").shield + 2

    assert_moves(fought, illegal="march Eil die: H4.7", game=game)
    assert legal(fought, game=game) == ["raise die"]

    raised = after(fought, "raise die", game=game)
    assert side(raised, "a").supply == john.shield
    assert side(raised, "a").shield == 0
    assert side(raised, "b").shield == alison.shield - alison.shield // 2
    assert waits(raised) == "b:?"
