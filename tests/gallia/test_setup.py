"""G1 The box, G2 Setup."""

from __future__ import annotations

import pytest

from cruachan.engine.errors import OptionError, PositionError
from cruachan.engine.game import CHANCE
from cruachan.games.gallia.shown import CardView

from .positions import (
    BACKS,
    BOARD,
    CAPITALS,
    GAME,
    LANDS,
    RICH,
    RICHEST,
    STRONG,
    STRONGEST,
    actor,
    after,
    assert_moves,
    cards,
    dice,
    legal,
    new_table,
    position,
    turns,
    waits,
)


def seen(text: str) -> dict[str, CardView]:
    """What a spectator sees of each card."""
    view = GAME.presentation.view(GAME.read_position(text), None)
    return {card["short"]: card for card in view["cards"]}


# G1 The box


@pytest.mark.rule("G1.1")
def test_ten_lands_and_two_capitals() -> None:
    """Each of the capitals belongs to a player."""
    table = seen(new_table())
    assert len(table) == 12
    assert [short for short in table if table[short]["capital"] is None] == list(LANDS)
    assert len(LANDS) == 10
    assert [table[short]["capital"] for short in CAPITALS] == [0, 1]


@pytest.mark.rule("G1.2")
def test_every_front_shows_a_shield_and_two_ears() -> None:
    """Whatever is on the back."""
    table = seen(new_table())
    assert {(table[short]["shields"], table[short]["ears"]) for short in LANDS} == {(1, 2)}


@pytest.mark.rule("G1.2")
def test_the_ten_backs_are_all_different() -> None:
    """Shields 2 to 4 and ears 2 to 5 (R-G2)."""
    assert len(BACKS) == len(set(BACKS)) == 10
    assert all(2 <= back.shields <= 4 for back in BOARD.backs)
    assert all(2 <= back.ears <= 5 for back in BOARD.backs)


@pytest.mark.rule("G1.2")
def test_an_oppidum_shows_its_back_and_the_land_its_front() -> None:
    """Also when the back is known and the front lies up."""
    table = seen(position("a:turn", a="Ins1,Fri1", cards=f"Ins+{RICH}s,Fri={STRONG}s"))
    assert (table["Ins"]["shields"], table["Ins"]["ears"]) == (RICHEST.shields, RICHEST.ears)
    assert (table["Fri"]["shields"], table["Fri"]["ears"]) == (1, 2)
    assert table["Fri"]["back"] == {"shields": STRONGEST.shields, "ears": STRONGEST.ears}


@pytest.mark.rule("G1.3")
@pytest.mark.parametrize("short", CAPITALS)
def test_a_capital_has_two_shields_and_no_ears(short: str) -> None:
    """On both sides: it has no back of its own."""
    card = seen(new_table())[short]
    assert (card["shields"], card["ears"], card["back"]) == (2, 0, None)
    assert BOARD.recruits == 3


@pytest.mark.rule("G1.3")
def test_an_attack_on_a_capital_costs_two() -> None:
    """4 attack, 2 are left to fight."""
    attacked = after(position("a:turn", a="Med1,Boi4", b="Ari5"), "move Boi4 Ari")
    assert waits(attacked) == "a:fight:Boi2>Ari"


@pytest.mark.rule("G1.4")
def test_several_dice_of_a_player_lie_on_one_card() -> None:
    """Up to all eight."""
    text = position("a:turn", a=",".join(["Ins1"] * 8))
    assert GAME.write_position(GAME.read_position(text)) == text
    view = GAME.presentation.view(GAME.read_position(text), None)
    assert [player["free_dice"] for player in view["players"]] == [0, 7]


@pytest.mark.rule("G1.4")
def test_nobody_has_nine_dice() -> None:
    """Eight each, 16 in all."""
    for side in ("a", "b"):
        with pytest.raises(PositionError, match=r"G1\.4"):
            GAME.read_position(position("a:turn", **{side: ",".join(["Ins1"] * 9)}))  # type: ignore[arg-type]


@pytest.mark.rule("G1.4")
def test_a_die_shows_one_to_six() -> None:
    """It is a die."""
    for pips in (0, 7):
        with pytest.raises(PositionError):
            GAME.read_position(position("a:turn", a=f"Ins{pips}"))


# G2 Setup


@pytest.mark.rule("G2.1")
def test_the_cards_lie_in_three_rows_of_four_with_the_capitals_in_opposite_corners() -> None:
    """All lands on their front."""
    table = seen(new_table())
    places = {(card["row"], card["column"]) for card in table.values()}
    assert places == {(row, column) for row in range(3) for column in range(4)}
    assert [(table[c]["row"], table[c]["column"]) for c in CAPITALS] == [(0, 0), (2, 3)]
    assert not any(card["oppidum"] for card in table.values())
    assert not any(card["dice"] for card in table.values())


@pytest.mark.rule("G2.2")
@pytest.mark.parametrize(("lot", "a", "b"), [("a", "Med4", "Ari5"), ("b", "Med5", "Ari4")])
def test_who_begins_has_four_and_the_other_five(lot: str, a: str, b: str) -> None:
    """In their capitals, and nothing else lies on the table."""
    ready = after(new_table(), f"start {lot}")
    assert (dice(ready, "a"), dice(ready, "b")) == (a, b)
    assert waits(ready) == f"{lot}:turn"
    assert ready.split()[1] == lot
    assert turns(ready) == 0
    assert cards(ready) == "-"


@pytest.mark.rule("G2.2")
def test_the_lot_decides_who_begins() -> None:
    """Both alike, and nobody acts before."""
    assert legal(new_table()) == ["start a", "start b"]
    assert actor(new_table()) == CHANCE
    assert GAME.chances(GAME.setup(2, {})) == [1, 1]
    for seat in (0, 1):
        assert_moves(new_table(), (), ["recruit 0: G2.2", "start a: G2.2"], seat=seat)


@pytest.mark.rule("G2.3")
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_at_the_beginning_nobody_knows_a_back(viewer: int | None) -> None:
    """Each of the ten may lie under each land."""
    view = GAME.presentation.view(GAME.read_position(after(new_table(), "start b")), viewer)
    assert all(card["back"] is None for card in view["cards"])
    assert all(card["looked"] == [] and not card["shown"] for card in view["cards"])
    assert view["unseen"] == list(BACKS)


@pytest.mark.rule("G2.4")
def test_the_players_take_turns() -> None:
    """a, b, a, b."""
    text = after(new_table(), "start b")
    order = []
    for number in range(4):
        order.append(waits(text)[0])
        text = after(text, f"recruit {number % 2}", "scout none")
    assert order == ["b", "a", "b", "a"]


@pytest.mark.rule("G2.4")
def test_only_the_player_whose_turn_it_is_acts() -> None:
    """The same move is legal to one and refused to the other."""
    text = position("a:turn", a="Med4,Tau1,Ins3")
    assert_moves(text, ["recruit 1", "move Ins3 Ana", "build Ins"], seat=0)
    assert_moves(text, (), ["recruit 1: G2.4", "move Ins3 Ana: G2.4", "build Ins: G2.4"], seat=1)
    assert_moves(text, (), "recruit 1: G2.4", seat=CHANCE)
    assert legal(text, 1) == []


@pytest.mark.rule("G2.4", "G8.3")
def test_who_starves_chooses_in_the_other_players_turn() -> None:
    """And the player whose turn it is waits."""
    hungry = after(
        position("a:turn", a="Med1,Ins6", b="Ana2,Lin4,Ari5"),
        "move Ins6 Ana",
        "fight 5",
        "enter 3",
    )
    assert actor(hungry) == 1
    assert_moves(hungry, "starve Lin4", seat=1)
    assert_moves(hungry, (), ["starve Lin4: G2.4", "move Med1 Oro: G2.4"], seat=0)


def test_the_game_is_for_two_and_has_two_options() -> None:
    """Anything else is told."""
    for seats in (1, 3):
        with pytest.raises(OptionError):
            GAME.setup(seats, {})
    with pytest.raises(OptionError, match="strict"):
        GAME.setup(2, {"harder": "yes"})
    with pytest.raises(OptionError):
        GAME.setup(2, {"strict": "maybe"})
    assert new_table(strict="yes") == "s - 0 start - - -"
    assert new_table() == "n - 0 start - - -"


# G11 The fair start


@pytest.mark.rule("G11.1")
@pytest.mark.parametrize(
    ("lot", "a", "b"), [("a", "Med4", "Boi1,Ari4"), ("b", "Med4,Oro1", "Ari4")]
)
def test_with_a_fair_start_one_of_the_second_players_warriors_stands_outside(
    lot: str, a: str, b: str
) -> None:
    """Beside the capital, in the same row; the warriors are as many as ever."""
    ready = after(new_table(fair="yes"), f"start {lot}")
    assert (dice(ready, "a"), dice(ready, "b")) == (a, b)
    assert waits(ready) == f"{lot}:turn"
    table = seen(ready)
    outside = next(card for short, card in table.items() if short in LANDS and card["dice"])
    capital = table[CAPITALS[1 - "ab".index(lot)]]
    assert outside["row"] == capital["row"]
    assert abs(outside["column"] - capital["column"]) == 1


@pytest.mark.rule("G11.1")
def test_the_warrior_outside_moves_like_any_other() -> None:
    """In the second player's first turn, after the first player's."""
    ready = after(new_table(fair="yes"), "start a", "recruit 3", "scout none")
    assert_moves(ready, ["move Boi1 Ari", "move Ari4 Boi"], ["build Boi: G5.1"])


@pytest.mark.rule("G11.2")
def test_a_fair_start_is_off_unless_somebody_asks_for_it() -> None:
    """And changes nothing but the start: both options are written beside each other."""
    assert GAME.complete(2, {}) == {"strict": "no", "fair": "no"}
    plain, mended = (after(new_table(fair=fair), "start a") for fair in ("no", "yes"))
    assert dice(plain, "b") == "Ari5"
    choices = [(strict, fair) for strict in ("no", "yes") for fair in ("no", "yes")]
    heads = [new_table(strict=strict, fair=fair).split()[0] for strict, fair in choices]
    assert heads == ["n", "nf", "s", "sf"]
    assert mended.startswith("nf a 0 a:turn ")
    assert legal(mended) == legal(plain)


@pytest.mark.rule("G11.2")
@pytest.mark.parametrize("options", ["f", "fn", "nff", "fs", "N"])
def test_options_of_a_position_are_written_in_one_way(options: str) -> None:
    """n or s, then perhaps f."""
    with pytest.raises(PositionError, match="fair start"):
        GAME.read_position(position("a:turn").replace("n", options, 1))
