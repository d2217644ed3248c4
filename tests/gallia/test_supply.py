"""G8 Supply."""

from __future__ import annotations

import pytest

from .positions import (
    GAME,
    RICH,
    RICHEST,
    WEAK,
    WEAKEST,
    actor,
    after,
    assert_moves,
    dice,
    ears,
    legal,
    position,
    waits,
)

CONQUEST = ("move Ins6 Ana", "fight 5", "enter 3")
"""a takes Anares from 2 of b."""


def conquered(b: str, known: str = "-") -> str:
    """After a has taken Anares; what else b has is given."""
    text = position("a:turn", a="Med1,Ins6,Tau1", b=f"Ana2,{b},Ari5", cards=known)
    return after(text, *CONQUEST)


@pytest.mark.rule("G8.1")
def test_the_ears_of_all_occupied_lands_count_once() -> None:
    """However many dice lie on a land; the capital has none and needs none."""
    text = position("a:turn", a="Med6,Ins1,Ins2,Fri1,Tau1", cards=f"Fri+{RICH}s")
    assert ears("a", text) == 2 + RICHEST.ears + 2
    player = GAME.presentation.view(GAME.read_position(text), None)["players"][0]
    assert player["outside"] == 5


@pytest.mark.rule("G8.1", "G4.4")
def test_an_oppidum_feeds_with_its_back() -> None:
    """As many as it has ears can be fed, not one more."""
    for extra, fits in ((0, True), (1, False)):
        text = position("a:turn", a=f"Med1,Ins{RICHEST.ears + extra}", cards=f"Ins+{RICH}s")
        assert_moves(text, *(["recruit 1"] if fits else ([], "recruit 1: G4.4")))


@pytest.mark.rule("G8.1")
def test_nobody_starves_in_the_capital() -> None:
    """It is refused, and the other capital is no land of hers."""
    assert_moves(conquered("Lin4"), "starve Lin4", ["starve Ari5: G8.1", "starve Med1: G8.3"])


@pytest.mark.rule("G8.2")
def test_who_loses_a_territory_and_is_short_starves_at_once() -> None:
    """Lingones with 4 have 2 ears: two must go before the turn goes on."""
    text = conquered("Lin4")
    assert waits(text) == "a:starve:d"
    assert actor(text) == 1
    fed = after(text, "starve Lin4", "starve Lin3")
    assert dice(fed, "b") == "Lin2,Ari5"
    assert waits(fed) == "a:move"


@pytest.mark.rule("G8.2")
def test_who_loses_a_territory_and_is_not_short_goes_on() -> None:
    """2 on 2 ears."""
    assert waits(conquered("Lin2")) == "a:move"


@pytest.mark.rule("G8.2")
def test_an_oppidum_that_is_lost_takes_its_ears_along() -> None:
    """As many as its back shows."""
    known = f"Lin+{RICH}s"
    fits = RICHEST.ears
    assert waits(conquered(f"Lin{fits}", known)) == "a:move"
    assert waits(conquered(f"Lin{fits + 1}", known)) == "a:starve:d"


@pytest.mark.rule("G8.2")
def test_a_card_that_still_has_a_die_is_not_lost() -> None:
    """One of two dice dies; b stands with 6 on 2 ears and does not starve."""
    text = position("a:turn", a="Med1,Ins3", b="Ana1,Ana6,Ari5")
    fought = after(text, "move Ins3 Ana", "fight 1")
    assert dice(fought, "b") == "Ana6,Ari5"
    assert waits(fought) == "a:move"


@pytest.mark.rule("G8.2")
def test_the_attacker_starves_when_her_last_die_on_a_card_dies() -> None:
    """By the shields, or fighting; Taurini with 4 have 2 ears."""
    for move in (("move Ins1 Ana",), ("move Ins2 Ana",), ("move Ins3 Ana", "fight 2")):
        pips = move[0].split()[1]
        text = position("a:turn", a=f"Med1,Tau4,{pips}", b="Ana5,Cen1,Ven1,Lin1,Ari5")
        lost = after(text, *move)
        assert waits(lost) == "a:starve:a"
        assert actor(lost) == 0
        fed = after(lost, "starve Tau4", "starve Tau3")
        assert dice(fed, "a") == "Med1,Tau2"
        assert waits(fed) == "a:move"


@pytest.mark.rule("G8.2")
def test_the_attacker_does_not_starve_while_a_die_is_left_on_the_card() -> None:
    """Another army, or those who did not fight."""
    text = position("a:turn", a="Med1,Tau4,Ins1,Ins1", b="Ana5,Lin4,Ari5")
    assert waits(after(text, "move Ins1 Ana")) == "a:move"
    part = position("a:turn", a="Med1,Tau4,Ins4", b="Ana5,Lin4,Ari5")
    assert waits(after(part, "move Ins4 Ana", "fight 2")) == "a:move"


@pytest.mark.rule("G8.2", "G8.6")
def test_a_winner_who_leaves_her_card_has_not_lost_it() -> None:
    """All go in: the card they left lies empty, and nobody starves for it."""
    text = position("a:turn", a="Med1,Tau4,Ins6", b="Ana2,Ari5")
    won = after(text, "move Ins6 Ana", "fight 5", "enter 3")
    assert dice(won, "a") == "Med1,Tau4,Ana3"
    assert waits(won) == "a:move"


@pytest.mark.rule("G8.2")
def test_a_position_written_before_the_winner_goes_in_is_the_same_position() -> None:
    """Read back and played on, the loser starves as she does without reading."""
    text = position("a:turn", a="Med1,Ins6,Tau1", b="Ana2,Lin4,Ari5")
    halfway = after(text, "move Ins6 Ana", "fight 5")
    assert waits(halfway) == "a:enter:Ins3>Ana/3"
    assert after(halfway, "enter 3") == after(text, *CONQUEST)


@pytest.mark.rule("G8.3")
def test_the_loser_chooses_which_warriors_starve() -> None:
    """One at a time, from any die outside the capital."""
    text = conquered("Lin3,Ven3")
    assert legal(text) == ["starve Ven3", "starve Lin3"]
    one = after(text, "starve Ven3")
    assert legal(one) == ["starve Ven2", "starve Lin3"]
    assert dice(after(one, "starve Ven2"), "b") == "Ven1,Lin3,Ari5"
    assert dice(after(one, "starve Lin3"), "b") == "Ven2,Lin2,Ari5"


@pytest.mark.rule("G8.3")
def test_no_more_starve_than_must() -> None:
    """When it fits nobody starves any more."""
    fed = after(conquered("Lin3"), "starve Lin3")
    assert_moves(fed, (), ["starve Tau1: G8.3"])
    assert waits(fed) == "a:move"


@pytest.mark.rule("G8.3")
def test_only_her_own_dice_outside_the_capital_starve() -> None:
    """Not the enemy's, not one that is not there, and nothing else is done."""
    text = conquered("Lin3,Ven3")
    assert_moves(
        text,
        ["starve Lin3", "starve Ven3"],
        ["starve Tau1: G8.3", "starve Lin2: G8.3", "recruit 0: G8.3", "end: G8.3"],
    )


@pytest.mark.rule("G8.3")
def test_of_two_equal_dice_the_starving_player_chooses_the_one_that_has_moved() -> None:
    """a has lost the Insubres; of two equal armies in Taurini one has moved and one has not.

    She would let one of the moved army starve, so that the other can still move with all it has.
    """
    text = position("a:turn", a="Med1,Tau3,Lig3,Ins1,Cen1", b="Ana5,Lin1,Ven1,Ari5")
    lost = after(text, "move Lig3 Tau", "send 3", "move Ins1 Ana")
    assert waits(lost) == "a:starve:a"
    outcomes = set()
    state = GAME.read_position(lost)
    for move in GAME.legal_moves(state, 0):
        outcomes.add(GAME.write_position(GAME.apply(state, 0, move)).split()[4])
    assert "Med1,Cen1,Tau2*,Tau3" in outcomes
    assert "Med1,Cen1,Tau2,Tau3*" in outcomes


@pytest.mark.rule("G8.4")
def test_a_land_emptied_by_hunger_costs_its_ears_too() -> None:
    """5 on 4 ears: who takes the single one loses 2 ears with it and two more warriors."""
    text = conquered("Lin1,Ven4")
    wise = after(text, "starve Ven4")
    assert (dice(wise, "b"), waits(wise)) == ("Ven3,Lin1,Ari5", "a:move")
    chain = after(text, "starve Lin1")
    assert waits(chain) == "a:starve:d"
    assert legal(chain) == ["starve Ven4"]
    fed = after(chain, "starve Ven4", "starve Ven3")
    assert (dice(fed, "b"), waits(fed)) == ("Ven2,Ari5", "a:move")


@pytest.mark.rule("G8.4")
def test_hunger_can_empty_land_after_land() -> None:
    """Until it fits or nobody is left outside."""
    text = conquered("Lin1,Ven1,Cen6")
    for move in ("starve Lin1", "starve Ven1", "starve Cen6", "starve Cen5", "starve Cen4"):
        assert waits(text) == "a:starve:d"
        text = after(text, move)
    assert waits(text) == "a:starve:d"
    text = after(text, "starve Cen3")
    assert (dice(text, "b"), waits(text)) == ("Cen2,Ari5", "a:move")


@pytest.mark.rule("G8.5")
def test_if_both_are_short_the_defender_starves_first() -> None:
    """3 against 3: both lose their last die there, and both have 4 on 2 ears elsewhere."""
    text = position("a:turn", a="Med1,Tau4,Ins4", b="Ana3,Lin4,Ari5")
    tied = after(text, "move Ins4 Ana", "fight 3")
    assert waits(tied) == "a:starve:da"
    assert actor(tied) == 1
    assert_moves(tied, "starve Lin4", seat=1)
    assert_moves(tied, (), "starve Tau4: G2.4", seat=0)
    defender_fed = after(tied, "starve Lin4", "starve Lin3")
    assert waits(defender_fed) == "a:starve:a"
    assert actor(defender_fed) == 0
    both = after(defender_fed, "starve Tau4", "starve Tau3")
    assert (dice(both, "a"), dice(both, "b")) == ("Med1,Tau2", "Lin2,Ari5")
    assert waits(both) == "a:move"


@pytest.mark.rule("G8.5")
def test_of_two_who_lost_a_territory_only_the_one_who_is_short_starves() -> None:
    """Here the attacker."""
    text = position("a:turn", a="Med1,Tau4,Ins4", b="Ana3,Lin2,Ari5")
    assert waits(after(text, "move Ins4 Ana", "fight 3")) == "a:starve:a"


@pytest.mark.rule("G8.6")
def test_moving_out_is_not_limited_by_ears() -> None:
    """3 go onto 2 ears, as in the rulebook's own example; also a 6."""
    text = after("n - 0 start - - -", "start a", "move Med4 Oro", "send 3", "end")
    assert dice(text, "a") == "Med1,Oro3"
    assert waits(text) == "b:turn"
    out = after(position("a:turn", a="Med6"), "move Med6 Oro", "send 6")
    assert (dice(out, "a"), waits(out)) == ("Oro6", "b:turn")


@pytest.mark.rule("G8.6")
def test_walking_away_from_a_card_is_no_loss() -> None:
    """The ears are lost and nobody starves."""
    text = position("a:turn", a="Med1,Tau4,Ins2")
    left = after(text, "move Ins2 Tau", "send 2")
    assert dice(left, "a") == "Med1,Tau2,Tau4"
    assert waits(left) == "a:move"


@pytest.mark.rule("G8.7")
def test_with_strict_supply_who_ends_a_turn_short_starves() -> None:
    """Without the option nobody does."""
    moves = ("move Ins3 Fri", "send 3", "end")
    assert waits(after(position("a:turn", a="Med1,Ins3"), *moves)) == "b:turn"
    strict = after(position("a:turn", a="Med1,Ins3", strict=True), *moves)
    assert waits(strict) == "a:starve:em"
    assert actor(strict) == 0
    (starve,) = legal(strict)
    assert_moves(strict, starve, ["starve Med1: G8.1", "end: G8.3", "recruit 0: G8.3"])
    fed = after(strict, starve)
    assert (dice(fed, "a"), waits(fed)) == ("Med1,Fri2", "b:turn")


@pytest.mark.rule("G8.7")
def test_with_strict_supply_who_ends_a_turn_fed_does_not_starve() -> None:
    """Four on two lands."""
    moves = ("move Ins3 Fri", "send 3", "move Med1 Oro")
    assert waits(after(position("a:turn", a="Med1,Ins3", strict=True), *moves)) == "b:turn"


@pytest.mark.rule("G8.7")
def test_with_strict_supply_a_turn_that_ends_by_itself_starves_too() -> None:
    """The last army has moved."""
    text = after(position("a:turn", a="Ins3", strict=True), "move Ins3 Fri", "send 3")
    assert waits(text) == "a:starve:em"


@pytest.mark.rule("G8.7")
@pytest.mark.parametrize("scout", [("scout none",), ("scout Ins", f"back {RICH}")])
def test_with_strict_supply_recruiting_none_does_not_help(scout: tuple[str, ...]) -> None:
    """The turn ends all the same, in the same way."""
    text = after(position("a:turn", a="Med1,Ins4", strict=True), "recruit 0", *scout)
    assert waits(text) == "a:starve:e"
    fed = after(text, "starve Ins4", "starve Ins3")
    assert (dice(fed, "a"), waits(fed)) == ("Med1,Ins2", "b:turn")


@pytest.mark.rule("G8.7")
def test_with_strict_supply_building_is_looked_at_at_the_end_of_the_turn() -> None:
    """Five warriors become three: that fits the back or it does not."""
    pips = WEAKEST.ears + 3
    text = position("a:turn", a=f"Med1,Ins{pips}", cards=f"Ins={WEAK}s", strict=True)
    built = after(text, "build Ins")
    assert waits(built) == "a:starve:eb"
    assert dice(after(built, f"starve Ins{pips - 2}"), "a") == f"Med1,Ins{pips - 3}"


@pytest.mark.rule("G8.7")
def test_with_strict_supply_only_the_player_whose_turn_ends_starves() -> None:
    """The other one is looked at when hers ends."""
    text = position("a:turn", a="Med1", b="Lin6,Ari5", strict=True)
    assert waits(after(text, "recruit 0", "scout none")) == "b:turn"


@pytest.mark.rule("G8.7")
def test_with_strict_supply_a_chain_of_hunger_goes_on() -> None:
    """A land emptied costs its ears."""
    text = position("a:turn", a="Med1,Tau1,Ins4", strict=True)
    ended = after(text, "recruit 0", "scout none", "starve Tau1")
    assert waits(ended) == "a:starve:e"
    fed = after(ended, "starve Ins4", "starve Ins3")
    assert (dice(fed, "a"), waits(fed)) == ("Med1,Ins2", "b:turn")
