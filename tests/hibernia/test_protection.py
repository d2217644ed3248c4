"""H5 Protection, and what the harder game lifts of it in the first round (H11.2, H11.3)."""

from __future__ import annotations

import pytest

from .positions import PAIR_FAR_AWAY, after, assert_moves, position, side, waits


@pytest.mark.rule("H5.1")
def test_nobody_marches_into_the_only_adjacent_pair() -> None:
    """b holds Mide and Osraige, and nothing else that touches; Ulaid stands apart."""
    text = position("a:black:dw", a="Brf1,Eil1,Brg1", b="Mid1,Osr1,Ula1")
    assert_moves(
        text,
        legal="march Ula die",
        illegal=["march Mid die: H5.1", "march Osr die: H5.1"],
    )


@pytest.mark.rule("H5.1")
def test_the_only_pair_is_safe_from_a_march_that_would_not_win() -> None:
    """One warrior against four would change no owner, and is refused all the same."""
    text = position("a:black:dw", a="Cru1", b="Mid4,Osr1")
    assert_moves(text, legal="march Brf die", illegal="march Mid die: H5.1")


@pytest.mark.rule("H5.1")
def test_with_a_second_pair_the_first_is_not_protected() -> None:
    """b has Ciarraige and Múscraige besides."""
    text = position("a:black:dw", a="Brf1,Eil1", b=f"Mid1,Osr1,{PAIR_FAR_AWAY}")
    assert_moves(text, legal=["march Mid die", "march Osr die"])


@pytest.mark.rule("H5.1")
def test_three_counties_in_a_row_are_two_pairs() -> None:
    """Each end can be taken; a pair is left."""
    text = position("a:black:dw", a="Brf1,Cru1,Dei1", b="Mid1,Lai1,Che1")
    assert_moves(text, legal=["march Mid die", "march Che die"])
    taken = after(text, "march Mid die")
    assert_moves(taken, illegal=["march Lai wild: H5.1", "march Che wild: H5.1"])


@pytest.mark.rule("H5.2")
def test_no_march_takes_the_county_all_pairs_hang_on() -> None:
    """Laigin joins Mide and Uí Cheinnselaig: without it b would have no pair."""
    text = position("a:black:dw", a="Brg1,Osr1", b="Mid1,Lai1,Che1")
    assert_moves(text, legal="march Mid die", illegal="march Lai die: H5.2")


@pytest.mark.rule("H5.2")
@pytest.mark.parametrize(("defenders", "refused"), [(1, True), (2, True), (3, False)])
def test_such_a_county_may_be_attacked_when_it_will_hold(defenders: int, refused: bool) -> None:
    """Two march: they would take Laigin from one, empty it of two, and fall before three."""
    text = position("a:yellow:dw", a="Brg1,Osr1", b=f"Mid1,Lai{defenders},Che1")
    if refused:
        assert_moves(text, legal="raise die", illegal="march Lai die: H5.2")
    else:
        assert_moves(text, legal="march Lai die")
        assert side(after(text, "march Lai die"), "b").counties == {"Mid": 1, "Lai": 1, "Che": 1}


@pytest.mark.rule("H5.2")
def test_a_triangle_always_keeps_a_pair() -> None:
    """Mide, Cruachan and Éile all touch: three pairs, of which one stays whatever is taken."""
    text = position("a:black:dw", a="Brf1", b="Mid1,Cru1,Eil1")
    assert_moves(text, legal=["march Mid die", "march Cru die", "march Eil die"])
    assert_moves(after(text, "march Mid die"), illegal="march Cru wild: H5.1")


@pytest.mark.rule("H5.3")
def test_who_has_no_adjacent_pair_is_safe_everywhere() -> None:
    """b's three counties are strewn over the board; a reaches all and may enter none."""
    text = position("a:black:dw", a="Brf1,Dei1,Cru1", b="Mid1,Lui1,Tua1")
    assert_moves(
        text,
        legal="march Eil die",
        illegal=["march Mid die: H5.3", "march Lui die: H5.3", "march Tua die: H5.3"],
    )


@pytest.mark.rule("H5.3")
def test_a_single_county_is_safe_also_from_a_march_that_would_not_win() -> None:
    """Without a pair before the march there is none after it."""
    text = position("a:red:dw", a="Cru1", b="Mid9")
    assert_moves(text, legal="march Brf wild", illegal="march Mid die: H5.3")


@pytest.mark.rule("H5.3")
def test_each_player_is_protected_for_herself() -> None:
    """b has no pair and is safe, c has two and is not; what c holds does not help b."""
    text = position("a:black:dw", a="Brf1,Cru1", b="Mid1", c=f"Eil1,Tua1,{PAIR_FAR_AWAY}")
    assert_moves(text, legal="march Eil die", illegal="march Mid die: H5.3")


@pytest.mark.rule("H5.4")
def test_empty_and_own_counties_can_be_marched_into() -> None:
    """Also when the player herself has just one pair, or would have none."""
    text = position("a:black:dw", a="Cru1,Mid1")
    assert_moves(text, legal=["march Eil die", "march Mid die", "march Cru die"])


@pytest.mark.rule("H5.4", "H10.2")
def test_neutral_counties_can_be_marched_into() -> None:
    """The same counties: in d's hands a protected pair, in nobody's hands fair game."""
    four = position("a:black:dw", a="Cru1,Brf1", d="Mid1,Eil1")
    three = position("a:black:dw", a="Cru1,Brf1", d="Mid1,Eil1", table="3")
    assert_moves(four, illegal=["march Mid die: H5.1", "march Eil die: H5.1"])
    assert_moves(three, legal=["march Mid die", "march Eil die"])


@pytest.mark.rule("H5.4", "H10.2")
def test_neutral_counties_without_a_pair_can_be_marched_into() -> None:
    """As they stand after the setup: one by one, none adjacent to another."""
    four = position("a:red:dw", a="Cru1", d="Mid1,Air1")
    three = position("a:red:dw", a="Cru1", d="Mid1,Air1", table="3")
    assert_moves(four, illegal="march Mid die: H5.3")
    assert_moves(three, legal="march Mid die")


# H11: the first round of the harder game. Mide and Tuadmumu have the common neighbour Éile.


@pytest.mark.rule("H11.2")
def test_in_the_first_round_two_counties_with_a_common_neighbour_are_a_pair() -> None:
    """b has three such pairs: taking Airgialla leaves one; in the plain game she is just safe."""
    sides = {"a": "Brf1,Ail1", "b": "Mid1,Air1,Tua1"}
    harder = position("a:red:dw", **sides, table="4h", round_number=1)
    plain = position("a:red:dw", **sides, table="4", round_number=1)
    assert_moves(harder, legal="march Air die")
    assert_moves(plain, illegal="march Air die: H5.3")


@pytest.mark.rule("H11.2", "H5.1")
def test_in_the_first_round_the_only_such_pair_is_not_marched_into() -> None:
    """Mide and Tuadmumu are all that b has near each other; Dál Riata lies far off."""
    text = position(
        "a:black:dw", a="Cru1,Mai1,Air1", b="Mid1,Tua1,Dal1", table="4h", round_number=1
    )
    assert_moves(
        text,
        legal="march Dal die",
        illegal=["march Mid die: H5.1", "march Tua die: H5.1"],
    )


@pytest.mark.rule("H11.2", "H5.2")
def test_in_the_first_round_no_march_leaves_a_player_without_such_a_pair() -> None:
    """Mide is near Airgialla and near Tuadmumu, which are not near each other."""
    text = position("a:red:dw", a="Brf1,Cru1", b="Mid1,Air1,Tua1", table="4h", round_number=1)
    assert_moves(text, legal="march Air die", illegal="march Mid die: H5.2")


@pytest.mark.rule("H11.2", "H5.3")
def test_in_the_first_round_counties_far_from_each_other_are_no_pair() -> None:
    """Nothing within two steps of Mide: b is safe there as in the plain game."""
    text = position("a:red:dw", a="Cru1", b="Mid1,Cia1", table="4h", round_number=1)
    assert_moves(text, legal="march Mai die", illegal="march Mid die: H5.3")


@pytest.mark.rule("H11.2")
@pytest.mark.parametrize("holder", ["a", "b", "c", "nobody"])
def test_whoever_holds_the_common_neighbour(holder: str) -> None:
    """Mide and Tuadmumu are a pair over Éile, be it b's, a's, c's or empty: Airgialla can fall."""
    held = {"a": "Ail1,Brf1", "b": "Mid1,Tua1,Air1", "c": "Ula1"}
    if holder in held:
        held[holder] += ",Eil1"
    text = position("a:red:dw", **held, table="4h", round_number=1)
    assert_moves(text, legal="march Air die")


@pytest.mark.rule("H11.2")
def test_in_the_first_round_adjacent_counties_are_a_pair_too() -> None:
    """ "Also" means besides: the adjacent pair in the south leaves the rest open."""
    text = position("a:red:dw", a="Cru1", b=f"Mid1,{PAIR_FAR_AWAY}", table="4h", round_number=1)
    assert_moves(text, legal="march Mid die")


@pytest.mark.rule("H11.3")
def test_from_the_second_round_on_only_adjacent_counties_are_a_pair() -> None:
    """What could be taken in round 1 is safe in round 2."""
    sides = {"a": "Brf1,Ail1", "b": "Mid1,Air1,Tua1"}
    first = position("a:red:dw", **sides, table="4h", round_number=1)
    second = position("a:red:dw", **sides, table="4h", round_number=2)
    assert_moves(first, legal="march Air die")
    assert_moves(second, illegal="march Air die: H5.3")


@pytest.mark.rule("H11.3")
def test_the_first_round_ends_when_all_have_had_a_turn() -> None:
    """d's turn still is in the first round, a's next one is in the second."""
    text = position("d:purple:w", b="Mid1,Air1,Tua1", d="Ail1", table="4h", round_number=1)
    assert_moves(text, legal="march Air wild")
    over_to_a = after(text, "raise wild", "die black", "raise die", "raise wild")
    assert waits(over_to_a) == "b:?"
    d_again = after(over_to_a, "die purple", "raise wild", "die purple", "raise wild", "die purple")
    assert_moves(d_again, illegal="march Air wild: H5.3")


@pytest.mark.rule("H11.3")
def test_nothing_else_is_lifted_in_the_first_round() -> None:
    """Reach, colour, numbers and the order of plays hold as ever."""
    text = position("a:red:dw", a="=1:Cru1,Eil1", b="Brg1", table="4h", round_number=1)
    assert_moves(
        text,
        legal="raise die",
        illegal=["march Uma die: H4.2", "march Brf die: H3.2", "march Mid die: H4.7"],
    )
