"""G7 Battle."""

from __future__ import annotations

import pytest

from .positions import (
    BOARD,
    GAME,
    RICH,
    STRONG,
    STRONGEST,
    WEAK,
    WEAKEST,
    after,
    assert_moves,
    cards,
    dice,
    legal,
    moved,
    position,
    waits,
)

SEVEN = "Med1,Lig1,Lig1,Lig1,Lig1,Lig1,Lig1"
"""Seven dice of a that leave her one."""
SEVEN_LEFT = "Lig1,Lig1,Lig1,Lig1,Lig1,Lig1"


def field(a: str = "Ins6", b: str = "Ana2", known: str = "-") -> str:
    """a attacks Anares from the Insubres; a rider in the capital keeps the turn open."""
    return position("a:turn", a=f"Med1,{a}", b=f"{b},Ari5", cards=known)


# The rulebook's cases


@pytest.mark.rule("G7.5", "G7.6")
def test_case_a_more_attackers_than_defenders() -> None:
    """5 after the shield against 2: the defenders' die goes, 3 can go in."""
    won = after(field("Ins6", "Ana2"), "move Ins6 Ana", "fight 5")
    assert waits(won) == "a:enter:Ins3>Ana/3"
    assert dice(won, "b") == "Ari5"
    assert dice(after(won, "enter 3"), "a") == "Med1,Ana3"


@pytest.mark.rule("G7.5", "G7.7")
def test_case_b_equal_numbers_kill_each_other() -> None:
    """3 after the shield against 3: both cards lie empty."""
    text = after(field("Ins4", "Ana3"), "move Ins4 Ana", "fight 3")
    assert dice(text, "a") == "Med1"
    assert dice(text, "b") == "Ari5"
    assert waits(text) == "a:move"


@pytest.mark.rule("G7.5", "G7.8")
def test_case_c_more_defenders_than_attackers() -> None:
    """2 after the shield against 5: the attackers' die goes, the defenders' is turned to 3."""
    text = after(field("Ins3", "Ana5"), "move Ins3 Ana", "fight 2")
    assert dice(text, "a") == "Med1"
    assert dice(text, "b") == "Ana3,Ari5"


@pytest.mark.rule("G7.8")
def test_a_card_that_holds_is_no_territory_lost() -> None:
    """b stands with 3 on 2 ears after case C, and does not starve for it."""
    text = after(field("Ins3", "Ana5"), "move Ins3 Ana", "fight 2")
    assert waits(text) == "a:move"


# Shields


@pytest.mark.rule("G7.1")
def test_onto_a_card_with_enemy_dice_the_whole_die_attacks() -> None:
    """Nobody asks how many go; first the shield comes off."""
    attacked = after(field("Ins6", "Ana2"), "move Ins6 Ana")
    assert waits(attacked) == "a:fight:Ins5>Ana"
    assert dice(attacked, "a") == "Med1,Ins5"
    assert dice(attacked, "b") == "Ana2,Ari5"


@pytest.mark.rule("G7.1")
@pytest.mark.parametrize("back", BOARD.backs, ids=lambda back: back.name)
def test_the_palisades_of_an_oppidum_cost_what_they_show(back: object) -> None:
    """Every back, with a 6."""
    name, shields = back.name, back.shields  # type: ignore[attr-defined]
    attacked = after(field("Ins6", "Ana6", f"Ana+{name}s"), "move Ins6 Ana")
    assert waits(attacked) == f"a:fight:Ins{6 - shields}>Ana"


@pytest.mark.rule("G7.1")
def test_a_land_whose_back_is_known_and_whose_front_lies_up_costs_its_front() -> None:
    """One shield."""
    attacked = after(field("Ins6", "Ana6", f"Ana={STRONG}s"), "move Ins6 Ana")
    assert waits(attacked) == "a:fight:Ins5>Ana"


@pytest.mark.rule("G7.1", "G7.11")
def test_the_shields_come_off_anew_for_each_attack() -> None:
    """Three cards beside Anares, three attacks: 2+2+2 less a shield each kill 3 of 5."""
    text = position("a:turn", a="Med1,Cen2,Ins2,Boi2", b="Ana5,Ven1,Lin1,Ari5")
    first = after(text, "move Cen2 Ana")
    assert dice(first, "b") == "Ven1,Ana4,Lin1,Ari5"
    second = after(first, "move Ins2 Ana")
    assert dice(second, "b") == "Ven1,Ana3,Lin1,Ari5"
    third = after(second, "move Boi2 Ana")
    assert dice(third, "b") == "Ven1,Ana2,Lin1,Ari5"
    assert dice(third, "a") == "Med1"


@pytest.mark.rule("G7.2")
@pytest.mark.parametrize("pips", range(1, STRONGEST.shields + 1))
def test_an_army_that_the_shields_eat_up_is_lost(pips: int) -> None:
    """And hurts nobody."""
    text = after(field(f"Ins{pips}", "Ana1", f"Ana+{STRONG}s"), f"move Ins{pips} Ana")
    assert dice(text, "a") == "Med1"
    assert dice(text, "b") == "Ana1,Ari5"
    assert waits(text) == "a:move"


@pytest.mark.rule("G7.2")
def test_one_against_one_shield_is_lost() -> None:
    """Also on an open land."""
    text = after(field("Ins1", "Ana1"), "move Ins1 Ana")
    assert (dice(text, "a"), dice(text, "b")) == ("Med1", "Ana1,Ari5")


@pytest.mark.rule("G7.2", "G7.3")
def test_one_more_than_the_shields_fights_without_a_question() -> None:
    """There is nothing to choose: that one fights."""
    tied = after(field("Ins2", "Ana1"), "move Ins2 Ana")
    assert (dice(tied, "a"), dice(tied, "b")) == ("Med1", "Ari5")
    held = after(field("Ins2", "Ana2"), "move Ins2 Ana")
    assert (dice(held, "a"), dice(held, "b")) == ("Med1", "Ana1,Ari5")


# How many fight


@pytest.mark.rule("G7.3")
def test_the_attacker_says_how_many_of_the_rest_fight() -> None:
    """At least 1, at most all."""
    attacked = after(field("Ins6", "Ana2"), "move Ins6 Ana")
    assert legal(attacked) == [f"fight {number}" for number in range(1, 6)]
    assert_moves(
        attacked,
        ["fight 1", "fight 5"],
        ["fight 6: G7.3", "end: G7.3", "move Med1 Oro: G7.3"],
    )


@pytest.mark.rule("G7.3")
@pytest.mark.parametrize(("number", "a", "b"), [(1, 4, 2), (2, 3, 1)])
def test_who_does_not_fight_stays_on_the_own_card(number: int, a: int, b: int) -> None:
    """With a part against 3: the part falls, the rest lives."""
    text = after(field("Ins6", "Ana3"), "move Ins6 Ana", f"fight {number}")
    assert dice(text, "a") == f"Med1,Ins{a}"
    assert dice(text, "b") == f"Ana{b},Ari5"


@pytest.mark.rule("G7.3", "G7.7")
def test_equal_numbers_with_a_part_leave_the_rest() -> None:
    """3 of 5 fight 3: the card lies empty, and 2 stay behind, done for this turn."""
    text = after(field("Ins6", "Ana3"), "move Ins6 Ana", "fight 3")
    assert dice(text, "a") == "Med1,Ins2"
    assert dice(text, "b") == "Ari5"
    assert_moves(text, "move Med1 Oro", "move Ins2 Ana: G6.4")


# Defenders


@pytest.mark.rule("G7.4")
@pytest.mark.parametrize(
    ("here", "number", "left"),
    [
        ("Ana1,Ana5", 1, "Ana5"),
        ("Ana2,Ana5", 1, "Ana1,Ana5"),
        ("Ana2,Ana5", 3, "Ana4"),
        ("Ana3,Ana3", 4, "Ana2"),
        ("Ana1,Ana1,Ana6", 4, "Ana4"),
        ("Ana1,Ana2,Ana3", 5, "Ana1"),
    ],
)
def test_defenders_fight_together_and_lose_off_the_smallest_die(
    here: str, number: int, left: str
) -> None:
    """All dice on the card are one defence."""
    text = position("a:turn", a="Med1,Ins6", b=f"{here},Cen1,Lin1,Ven1,Ari5")
    fought = after(text, "move Ins6 Ana", f"fight {number}")
    assert dice(fought, "b") == f"Cen1,Ven1,{left},Lin1,Ari5"


@pytest.mark.rule("G7.4", "G7.6")
def test_several_dice_have_to_be_beaten_together() -> None:
    """2 and 2 against 5 fighters: 1 is left to go in."""
    text = after(field("Ins6", "Ana2,Ana2"), "move Ins6 Ana", "fight 5")
    assert dice(text, "a") == "Med1,Ana1"
    assert dice(text, "b") == "Ari5"


@pytest.mark.rule("G7.5")
@pytest.mark.parametrize("fighters", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("defenders", [1, 3, 5, 6])
def test_each_side_loses_the_smaller_number(fighters: int, defenders: int) -> None:
    """Counted over the whole table."""
    text = after(field("Ins6", f"Ana{defenders}"), "move Ins6 Ana", f"fight {fighters}")
    lost = min(fighters, defenders)
    state = GAME.read_position(text)
    assert sum(state.pips[:8].tolist()) == 1 + 5 - lost
    assert sum(state.pips[8:].tolist()) == 5 + defenders - lost


# Going in


@pytest.mark.rule("G7.6")
@pytest.mark.parametrize(("number", "left"), [(1, "Ins2,Ana1"), (2, "Ins1,Ana2"), (3, "Ana3")])
def test_the_winner_goes_in_with_all_or_with_a_part(number: int, left: str) -> None:
    """At least 1; a part takes a free die."""
    won = after(field("Ins6", "Ana2"), "move Ins6 Ana", "fight 5")
    assert_moves(won, f"enter {number}", ["enter 4: G7.6", "end: G7.6"])
    assert dice(after(won, f"enter {number}"), "a") == f"Med1,{left}"


@pytest.mark.rule("G7.6", "G7.3")
def test_only_those_who_fought_go_in() -> None:
    """3 of 5 fight 2: one goes in, two stay."""
    won = after(field("Ins6", "Ana2"), "move Ins6 Ana", "fight 3")
    assert waits(won) == "a:enter:Ins3>Ana/1"
    assert_moves(won, "enter 1", ["enter 2: G7.6", "enter 3: G7.6"])
    assert dice(after(won, "enter 1"), "a") == "Med1,Ins2,Ana1"


@pytest.mark.rule("G7.6")
def test_without_a_free_die_nobody_wins_with_a_part() -> None:
    """All fight, or so few that they do not win."""
    text = position("a:turn", a=f"{SEVEN},Ins6", b="Ana3,Ari5")
    attacked = after(text, "move Ins6 Ana")
    assert_moves(
        attacked, ["fight 1", "fight 2", "fight 3", "fight 5"], ["fight 4: G7.6", "fight 6: G7.3"]
    )
    assert legal(attacked) == ["fight 1", "fight 2", "fight 3", "fight 5"]


@pytest.mark.rule("G7.6")
def test_without_a_free_die_the_winner_goes_in_with_all() -> None:
    """Without a question."""
    text = position("a:turn", a=f"{SEVEN},Ins6", b="Ana3,Ari5")
    won = after(text, "move Ins6 Ana", "fight 5")
    assert dice(won, "a") == f"Med1,Ana2,{SEVEN_LEFT}"
    free = position("a:turn", a=f"{SEVEN[:-5]},Ins6", b="Ana3,Ari5")
    assert waits(after(free, "move Ins6 Ana", "fight 5")) == "a:enter:Ins2>Ana/2"


@pytest.mark.rule("G7.7")
def test_equal_numbers_leave_an_oppidum_standing() -> None:
    """Nobody has gone in; it can be walked into."""
    known = f"Ana+{WEAK}s"
    pips = WEAKEST.shields + 2
    text = position("a:turn", a=f"Med1,Tau1,Cen2,Ins{pips}", b="Ana2,Ari5", cards=known)
    tied = after(text, f"move Ins{pips} Ana", "fight 2")
    assert cards(tied) == known
    assert "Ana" not in dice(tied, "a") + dice(tied, "b")
    walked = after(tied, "move Cen2 Ana", "send 1")
    assert cards(walked) == known
    assert "Ana1" in dice(walked, "a")


@pytest.mark.rule("G7.8")
def test_an_oppidum_that_holds_stands() -> None:
    """Its defenders are fewer."""
    known = f"Ana+{WEAK}s"
    pips = WEAKEST.shields + 2
    text = after(field(f"Ins{pips}", "Ana5", known), f"move Ins{pips} Ana", "fight 2")
    assert cards(text) == known
    assert dice(text, "b") == "Ana3,Ari5"


@pytest.mark.rule("G7.9")
def test_a_die_that_has_attacked_is_done() -> None:
    """What did not fight, what stayed behind, what went in."""
    held = after(field("Ins6", "Ana3"), "move Ins6 Ana", "fight 1")
    assert_moves(held, "move Med1 Oro", ["move Ins4 Ana: G6.4", "move Ins4 Fri: G6.4"])
    won = after(field("Ins6", "Ana2"), "move Ins6 Ana", "fight 5", "enter 1")
    assert moved(won, "a") == ["Ins2", "Ana1"]
    assert_moves(won, "move Med1 Oro", ["move Ins2 Fri: G6.4", "move Ana1 Lin: G6.4"])


@pytest.mark.rule("G7.10")
@pytest.mark.parametrize("number", [1, 2])
def test_going_in_after_a_fight_destroys_the_oppidum(number: int) -> None:
    """With all or with a part; both still know its back."""
    pips = WEAKEST.shields + 3
    text = field(f"Ins{pips}", "Ana1", f"Ana+{WEAK}s,Boi+{RICH}s")
    won = after(text, f"move Ins{pips} Ana", "fight 3")
    assert cards(won) == f"Ana+{WEAK}s,Boi+{RICH}s"
    taken = after(won, f"enter {number}")
    assert cards(taken) == f"Ana={WEAK}s,Boi+{RICH}s"


@pytest.mark.rule("G7.10")
def test_an_oppidum_is_destroyed_also_when_the_winner_goes_in_without_a_question() -> None:
    """A single fighter who wins, or no free die."""
    pips = WEAKEST.shields + 2
    text = position("a:turn", a=f"{SEVEN},Ins{pips}", b="Ana1,Ari5", cards=f"Ana+{WEAK}s")
    taken = after(text, f"move Ins{pips} Ana", "fight 2")
    assert cards(taken) == f"Ana={WEAK}s"


@pytest.mark.rule("G7.11")
def test_any_number_of_attacks_are_made_in_a_turn() -> None:
    """On the same card until it falls, then on another; also two dice from one card."""
    text = position("a:turn", a="Med1,Ins3,Ins4,Cen3", b="Ana4,Ven1,Ari5")
    first = after(text, "move Ins3 Ana", "fight 2")
    assert dice(first, "b") == "Ven1,Ana2,Ari5"
    second = after(first, "move Ins4 Ana", "fight 3")
    assert dice(second, "b") == "Ven1,Ari5"
    third = after(second, "move Cen3 Ven", "fight 2")
    assert dice(third, "b") == "Ari5"
    assert dice(third, "a") == "Med1,Ven1,Ana1"
