"""G4 Recruiting and scouting."""

from __future__ import annotations

import pytest

from .positions import (
    BACKS,
    CAPITALS,
    GAME,
    LANDS,
    POOR,
    RICH,
    STRONG,
    TOLD,
    actor,
    after,
    assert_moves,
    cards,
    dice,
    legal,
    position,
    turns,
    waits,
)


@pytest.mark.rule("G4.1")
@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_none_to_three_are_recruited_in_the_capital(number: int) -> None:
    """Of either player."""
    for letter, capital in zip("ab", CAPITALS, strict=True):
        sides = {letter: f"{capital}2"}
        text = position(f"{letter}:turn", **sides)  # type: ignore[arg-type]
        assert_moves(text, f"recruit {number}")
        recruited = after(text, f"recruit {number}")
        assert waits(recruited) == f"{letter}:scout"
        assert dice(recruited, letter) == f"{capital}{2 + number}"


@pytest.mark.rule("G4.1")
def test_more_than_a_capital_recruits_is_refused() -> None:
    """A capital of 2 recruits 2; there is no move for 4."""
    state = GAME.read_position(position("a:turn"))
    few = type(TOLD)(TOLD.board)
    few.board_tables.recruits = 2
    moves = {few.write_move(state, 0, move): move for move in few.legal_moves(state, 0)}
    assert "recruit 2" in moves
    assert "recruit 3" not in moves
    refusal = few.why_not(state, 0, moves["recruit 2"] + 1)
    assert refusal is not None
    assert refusal.rule == "G4.1"


@pytest.mark.rule("G4.1", "G9.4")
@pytest.mark.parametrize(
    ("a", "known"),
    [
        ("-", "-"),
        ("Ins6", "-"),
        (",".join(["Med6"] * 8), "-"),
        ("Ins6,Ins6,Ins6,Ins6,Ins6,Ins6,Ins6,Ins6", f"Ins+{POOR}s"),
    ],
)
def test_recruiting_none_is_always_open(a: str, known: str) -> None:
    """Without dice, without ears, without room."""
    assert_moves(position("a:turn", a=a, cards=known), "recruit 0")


@pytest.mark.rule("G4.2")
@pytest.mark.parametrize(
    ("before", "number", "later"),
    [
        ("Med4", 2, "Med6"),
        ("Med4", 3, "Med1,Med6"),
        ("Med6", 1, "Med1,Med6"),
        ("Med6", 3, "Med3,Med6"),
        ("Med2,Med4", 1, "Med2,Med5"),
        ("Med2,Med4", 3, "Med3,Med6"),
        ("Med5,Med5", 2, "Med6,Med6"),
        ("Med5,Med5", 3, "Med1,Med6,Med6"),
        ("-", 1, "Med1"),
        ("-", 3, "Med3"),
        ("Oro2", 2, "Med2,Oro2"),
        ("Med5,Oro2", 3, "Med2,Med6,Oro2"),
    ],
)
def test_recruits_fill_the_fullest_die_below_six_first(
    before: str, number: int, later: str
) -> None:
    """Then they take a free die; an empty capital gets a new one."""
    assert dice(after(position("a:turn", a=before), f"recruit {number}"), "a") == later


@pytest.mark.rule("G4.3")
def test_no_more_are_recruited_than_the_dice_can_show() -> None:
    """All eight dice lie on the table; the capital has room for 2."""
    text = position("a:turn", a="Med4,Oro1,Cen1,Tau1,Ins1,Lig1,Lig1,Lig1")
    assert_moves(text, ["recruit 0", "recruit 1", "recruit 2"], "recruit 3: G4.3")
    full = position("a:turn", a="Med6,Oro1,Cen1,Tau1,Ins1,Lig1,Lig1,Lig1")
    assert_moves(full, "recruit 0", ["recruit 1: G4.3", "recruit 2: G4.3", "recruit 3: G4.3"])
    empty = position("a:turn", a="Oro1,Cen1,Tau1,Ins1,Lig1,Lig1,Lig1,Lig1")
    assert_moves(empty, "recruit 0", "recruit 1: G4.3")
    free = position("a:turn", a="Med6,Oro1,Cen1,Tau1,Ins1,Lig1,Lig1")
    assert_moves(free, "recruit 3")


@pytest.mark.rule("G4.4", "G8.1")
def test_nobody_recruits_while_more_stand_outside_than_ears_are_grown() -> None:
    """3 on a land of 2 ears are too many, 2 are not; those in the capital need none."""
    assert_moves(position("a:turn", a="Med6,Ins2"), ["recruit 1", "recruit 3"])
    assert_moves(
        position("a:turn", a="Med1,Ins3"),
        "recruit 0",
        ["recruit 1: G4.4", "recruit 2: G4.4", "recruit 3: G4.4"],
    )


@pytest.mark.rule("G4.4")
def test_the_other_players_hunger_keeps_nobody_from_recruiting() -> None:
    """Each counts her own."""
    assert_moves(position("b:turn", a="Ins6", b="Lin2,Ari5"), "recruit 3")


@pytest.mark.rule("G4.5")
@pytest.mark.parametrize("number", [0, 3])
def test_any_land_on_its_front_is_scouted_whoever_stands_there(number: int) -> None:
    """Own, enemy and empty lands, known or not, but no oppidum and no capital; or none."""
    known = f"Tau+{RICH}s,Ana+{STRONG}s,Fri={POOR}s"
    text = position("a:turn", a="Med2,Tau1,Ins2", b="Ana1,Lin1,Ari5", cards=known)
    scouting = after(text, f"recruit {number}")
    open_lands = {f"scout {short}" for short in LANDS if short not in ("Tau", "Ana")}
    assert set(legal(scouting)) == open_lands | {"scout none"}
    assert_moves(
        scouting,
        ["scout Ins", "scout Lin", "scout Lig", "scout Fri", "scout none"],
        ["scout Tau: G4.5", "scout Ana: G4.5", "scout Med: G4.5", "scout Ari: G4.5"],
    )


@pytest.mark.rule("G4.5", "G3.1")
def test_scouting_comes_only_after_recruiting() -> None:
    """Not at the beginning of a turn; a turn of moving is about something else."""
    text = position("a:turn", a="Med4,Ins2")
    assert_moves(text, (), ["scout Ins: G4.5", "scout none: G4.5"])
    assert_moves(after(text, "move Ins2 Ana", "send 1"), (), "scout Ins: G3.1")


@pytest.mark.rule("G4.5", "G10.1")
def test_what_is_scouted_only_the_scout_sees_and_both_see_which_land() -> None:
    """The back is turned out by chance, since nobody had seen it."""
    text = position("a:turn")
    looking = after(text, "recruit 1", "scout Ins")
    assert waits(looking) == "a:look:Ins"
    assert actor(looking) == -1
    assert legal(looking) == [f"back {back}" for back in BACKS]
    seen = after(looking, f"back {RICH}")
    assert cards(seen) == f"Ins={RICH}a"
    state = GAME.read_position(seen)
    for viewer, known in ((0, RICH), (1, "?"), (None, "?")):
        assert cards(GAME.write_position(state, viewer)) == f"Ins={known}a"


@pytest.mark.rule("G4.5")
def test_a_back_that_the_other_has_scouted_is_seen_without_a_lot() -> None:
    """It is the same back."""
    text = position("a:turn", cards=f"Ins={RICH}b")
    seen = after(text, "recruit 0", "scout Ins")
    assert waits(seen) == "b:turn"
    assert cards(seen) == f"Ins={RICH}ab"


@pytest.mark.rule("G4.5")
def test_scouting_turns_no_card() -> None:
    """It is laid back face down."""
    seen = after(position("a:turn"), "recruit 0", "scout Boi", f"back {STRONG}")
    view = GAME.presentation.view(GAME.read_position(seen), 0)
    boi = next(card for card in view["cards"] if card["short"] == "Boi")
    assert (boi["oppidum"], boi["shields"], boi["ears"]) == (False, 1, 2)


@pytest.mark.rule("G4.6")
@pytest.mark.parametrize("scout", [("scout none",), ("scout Ins", f"back {RICH}")])
def test_with_scouting_the_turn_ends(scout: tuple[str, ...]) -> None:
    """Whether a land was looked at or none."""
    text = position("a:turn", a="Med4,Ins3")
    ended = after(text, "recruit 0", *scout)
    assert waits(ended) == "b:turn"
    assert turns(ended) == turns(text) + 1
