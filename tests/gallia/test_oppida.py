"""G5 Oppida."""

from __future__ import annotations

import pytest

from .positions import (
    BACKS,
    CAPITALS,
    OTHER,
    POOR,
    RICH,
    RICHEST,
    WEAK,
    actor,
    after,
    assert_moves,
    cards,
    dice,
    ears,
    legal,
    position,
    shields,
    waits,
)


@pytest.mark.rule("G5.1")
@pytest.mark.parametrize("here", ["Ins3", "Ins6", "Ins1,Ins2", "Ins1,Ins1,Ins1", "Ins4,Ins6"])
def test_three_warriors_build_on_one_die_or_several(here: str) -> None:
    """They are counted together."""
    assert_moves(position("a:turn", a=f"Med4,{here}"), "build Ins")


@pytest.mark.rule("G5.1")
@pytest.mark.parametrize("here", ["Ins1", "Ins2", "Ins1,Ins1"])
def test_fewer_than_three_do_not_build(here: str) -> None:
    """One would have to stay."""
    assert_moves(position("a:turn", a=f"Med4,{here}"), (), "build Ins: G5.1")


@pytest.mark.rule("G5.1")
def test_nobody_builds_where_she_has_no_die() -> None:
    """Neither on an empty land nor on the enemy's."""
    text = position("a:turn", a="Med4,Ins3", b="Boi4,Ari5")
    assert_moves(text, "build Ins", ["build Boi: G5.1", "build Fri: G5.1"])


@pytest.mark.rule("G5.2")
@pytest.mark.parametrize(
    ("here", "left"),
    [
        ("Ins3", "Ins1"),
        ("Ins6", "Ins4"),
        ("Ins1,Ins2", "Ins1"),
        ("Ins1,Ins6", "Ins5"),
        ("Ins2,Ins6", "Ins6"),
        ("Ins3,Ins5", "Ins1,Ins5"),
        ("Ins1,Ins1,Ins1", "Ins1"),
        ("Ins1,Ins1,Ins4", "Ins4"),
    ],
)
def test_two_become_farmers_off_the_smallest_die_first(here: str, left: str) -> None:
    """And the card lies on its back."""
    text = position("a:turn", a=here, cards=f"Ins={RICH}s")
    built = after(text, "build Ins")
    assert dice(built, "a") == left
    assert cards(built).startswith(f"Ins+{RICH}s")
    assert shields("Ins", built) == RICHEST.shields


@pytest.mark.rule("G5.2", "G10.3")
def test_a_back_that_nobody_has_seen_is_turned_out_by_chance() -> None:
    """Any of those that lie nowhere else, all alike; then both know it."""
    text = position("a:turn", a="Med4,Ins3,Fri3", cards=f"Tau={POOR}b")
    raising = after(text, "build Ins")
    assert waits(raising) == "a:raise:Ins"
    assert actor(raising) == -1
    assert legal(raising) == [f"back {back}" for back in BACKS if back != POOR]
    built = after(raising, f"back {RICH}")
    assert cards(built) == f"Tau={POOR}b,Ins+{RICH}s'"
    assert waits(built) == "a:build"


@pytest.mark.rule("G5.2", "G8.1")
def test_an_oppidum_grows_what_is_on_its_back() -> None:
    """Instead of the 2 ears of the front."""
    text = position("a:turn", a="Med1,Ins3", cards=f"Ins={RICH}s")
    assert ears("a", text) == 2
    assert ears("a", after(text, "build Ins")) == RICHEST.ears


@pytest.mark.rule("G5.3")
@pytest.mark.parametrize(
    ("here", "later"),
    [
        ("Ins1", "Ins3"),
        ("Ins4", "Ins6"),
        ("Ins5", "Ins1,Ins6"),
        ("Ins6", "Ins2,Ins6"),
        ("Ins1,Ins4", "Ins1,Ins6"),
        ("Ins2,Ins5", "Ins3,Ins6"),
        ("Ins5,Ins5", "Ins6,Ins6"),
        ("Ins5,Ins6", "Ins1,Ins6,Ins6"),
    ],
)
def test_demolishing_brings_two_back_to_the_fullest_die_below_six(here: str, later: str) -> None:
    """Then onto a free die; the card lies on its front."""
    text = position("a:turn", a=here, cards=f"Ins+{RICH}s")
    assert_moves(text, "demolish Ins")
    torn = after(text, "demolish Ins")
    assert dice(torn, "a") == later
    assert cards(torn).startswith(f"Ins={RICH}s")
    assert shields("Ins", torn) == 1


@pytest.mark.rule("G5.3")
def test_one_die_is_enough_to_demolish_and_without_one_it_is_refused() -> None:
    """An empty oppidum and one of the enemy's stay."""
    known = f"Ins+{RICH}s,Fri+{WEAK}s,Boi+{POOR}s"
    text = position("a:turn", a="Med4,Ins1", b="Boi2,Ari5", cards=known)
    assert "demolish Ins" in legal(text)
    assert "demolish Fri" not in legal(text)
    assert "demolish Boi" not in legal(text)


@pytest.mark.rule("G5.3")
def test_who_has_no_die_on_an_oppidum_is_told_the_rule_of_demolishing() -> None:
    """G5.1 is about building; that 3 warriors are needed is not why."""
    text = position("a:turn", cards=f"Ins+{RICH}s")
    assert_moves(text, (), "demolish Ins: G5.3")


@pytest.mark.rule("G5.4")
def test_without_room_for_the_two_it_is_not_demolished() -> None:
    """Seven dice elsewhere and a 5 or a 6 on the oppidum; a 4 has room."""
    rest = "Med1,Oro1,Tau1,Tau1,Lig1,Lig1,Lig1"
    known = f"Ins+{RICH}s"
    for here, fits in (("Ins4", True), ("Ins5", False), ("Ins6", False)):
        text = position("a:turn", a=f"{rest},{here}", cards=known)
        assert_moves(text, *(["demolish Ins"] if fits else ([], "demolish Ins: G5.4")))
    two = position("a:turn", a="Med1,Oro1,Tau1,Tau1,Lig1,Lig1,Ins5,Ins5", cards=known)
    assert_moves(two, "demolish Ins")
    free = position("a:turn", a="Med1,Oro1,Tau1,Tau1,Lig1,Lig1,Ins6", cards=known)
    assert_moves(free, "demolish Ins")


@pytest.mark.rule("G5.5")
def test_any_number_of_oppida_are_built_and_demolished_in_a_turn() -> None:
    """Two built and one demolished."""
    text = position(
        "a:turn",
        a="Med4,Ins3,Fri3,Tau2",
        cards=f"Tau+{WEAK}s,Ins={RICH}s,Fri={POOR}s,Boi={OTHER}s",
    )
    done = after(text, "build Ins", "demolish Tau", "build Fri")
    assert dice(done, "a") == "Med4,Tau4,Ins1,Fri1"
    assert f"Tau={WEAK}s" in cards(done)
    assert f"Ins+{RICH}s" in cards(done)
    assert f"Fri+{POOR}s" in cards(done)


@pytest.mark.rule("G5.5")
def test_each_card_is_turned_at_most_once_a_turn() -> None:
    """Neither built and demolished nor demolished and built; in the next turn again."""
    known = f"Tau+{WEAK}s,Ins={RICH}s"
    text = position("a:turn", a="Med4,Ins5,Tau2,Fri3", cards=known)
    assert_moves(after(text, "build Ins"), "demolish Tau", "demolish Ins: G5.5")
    torn = after(text, "demolish Tau")
    assert_moves(torn, "build Ins", "build Tau: G5.5")
    later = after(torn, "end", "recruit 0", "scout none")
    assert_moves(later, "build Tau")


@pytest.mark.rule("G5.6")
def test_capitals_are_never_turned() -> None:
    """Whoever's, and however many stand there."""
    text = position("a:turn", a="Med6,Ins3")
    assert_moves(text, "build Ins", [f"build {short}: G5.6" for short in CAPITALS])
