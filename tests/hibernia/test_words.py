"""The words of both languages, and the reasons they give for every refusal."""

from __future__ import annotations

import pytest

from cruachan.engine.game import CHANCE
from cruachan.engine.words import LANGS, Lang, Words
from cruachan.games import hibernia

from .positions import GAME, LAP, MOVES, NAMES, after, new_table, position, rule_text

EN = Words(hibernia.__name__, "en").table


# Refusals: one case for every number that the rules can refuse with.

NEAR = position("a:red:dw", a="Cru1,Eil1", b="Osr1,Lai1,Che1")
UNDER_WAY = after(position("a:red:dw", a="=0:Mid2,Cru2,Eil1,Tua2"), "march Mid die")


def first_round(a: str, b: str) -> str:
    """The harder game in its first round, when a common neighbour makes a pair (H11.2)."""
    return position("a:red:dw", a=a, b=b, table="4h", round_number=1)


REFUSALS = {
    "202lot": (new_table(), 0, "raise die", "H2.2"),
    "202": (position("b:red:dw", b="Cru1"), 0, "march Mid die", "H2.2"),
    "203": (after(new_table(), "start a"), 0, "raise die", "H2.3"),
    "301": (position("a:?", a="Cru1"), 0, "march Mid die", "H3.1"),
    "302": (NEAR, 0, "march Brf die", "H3.2"),
    "303": (position("a:black:dw", a="Cru1"), 0, "march Mid wild", "H3.3"),
    "304": (position("a:purple:w", a="Cru1"), 0, "march Mid die", "H3.4"),
    "307die": (position("a:red:w", a="Cru1"), 0, "march Mid die", "H3.7"),
    "307wild": (position("a:red:d", a="Cru1"), 0, "march Mid wild", "H3.7"),
    "308": (NEAR, 0, "die red", "H3.8"),
    "402": (NEAR, 0, "march Uma die", "H4.2"),
    "403": (NEAR, 0, "pull Cru", "H4.3"),
    "404": (UNDER_WAY, 0, "pull Ula", "H4.4"),
    "405": (UNDER_WAY, 0, "pull Eil", "H4.5"),
    "406": (UNDER_WAY, 0, "pull Mid", "H4.6"),
    "407": (position("a:red:dw", a="=0:Cru1"), 0, "march Mid die", "H4.7"),
    "408": (UNDER_WAY, 0, "march Brf wild", "H4.8"),
    "501": (position("a:red:dw", a="Cru1", b="Mid1,Osr1"), 0, "march Mid die", "H5.1"),
    "502": (position("a:red:dw", a="Cru1", b="Mid1,Osr1,Brg1"), 0, "march Mid die", "H5.2"),
    "503": (position("a:red:dw", a="Cru1", b="Mid1"), 0, "march Mid die", "H5.3"),
    "501near": (first_round("Cru1,Mai1", "Mid1,Tua1"), 0, "march Mid die", "H5.1"),
    "502near": (first_round("Brf1,Cru1", "Mid1,Air1,Tua1"), 0, "march Mid die", "H5.2"),
    "503near": (first_round("Cru1", "Mid1,Cia1"), 0, "march Mid die", "H5.3"),
    "902": (
        after(position("d:purple:w", d=f"@{LAP - 1}"), "raise wild"),
        0,
        "march Mid die",
        "H9.2",
    ),
}
ABOUT_A_COUNTY = {"302", "402", "404", "405", "406", "407", "501", "502", "501near", "502near"}
"""Refusals that depend on the county named; the others would refuse any county alike."""
ABOUT_A_PLAYER = {"402", "404", "407", "501", "502", "503", "202"}


def reason(case: str, lang: Lang) -> str:
    """What is said when the move of a case is refused."""
    text, seat, move, rule = REFUSALS[case]
    refusal = GAME.why_not(GAME.read_position(text), seat, MOVES[move], lang)
    assert refusal is not None
    assert refusal.rule == rule
    assert refusal.text == rule_text(rule, lang)
    return refusal.reason


def test_there_is_a_case_for_every_reason() -> None:
    """And a reason for every case."""
    assert {key.removeprefix("why.h") for key in EN if key.startswith("why.")} == set(REFUSALS)


@pytest.mark.parametrize("case", REFUSALS)
def test_every_refusal_has_its_reason_in_both_languages(case: str) -> None:
    """A full sentence each, without a brace left over, and with the text of its rule."""
    english, german = (reason(case, lang) for lang in LANGS)
    assert english != german
    for said in (english, german):
        assert said.endswith(".")
        assert len(said.split()) > 2
        assert "{" not in said


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("case", sorted(ABOUT_A_COUNTY))
def test_a_refusal_that_is_about_a_county_names_it(case: str, lang: Lang) -> None:
    """By its full name."""
    short = REFUSALS[case][2].split()[1]
    assert NAMES[short] in reason(case, lang)


@pytest.mark.parametrize("lang", LANGS)
def test_a_march_under_way_is_named_by_its_target(lang: Lang) -> None:
    """Not by the county that was asked for."""
    assert "Mide" in reason("408", lang)
    assert "Bréifne" not in reason("408", lang)


@pytest.mark.parametrize("case", sorted(ABOUT_A_PLAYER))
def test_a_refusal_that_is_about_a_player_names_her(case: str) -> None:
    """The one whose turn it is, the protected one, or the one who lacks something."""
    other = case in ("202", "501", "502", "503")
    assert ("Ink" if other else "Ivory") in reason(case, "en")
    assert ("Tinte" if other else "Elfenbein") in reason(case, "de")


def test_a_march_that_is_too_large_says_by_how_much() -> None:
    """What is needed and what there is."""
    text = position("a:red:dw", a="=1:Cru1,Eil2,Brf1,Mid5")
    refusal = GAME.why_not(GAME.read_position(text), 0, MOVES["march Mid die"])
    assert refusal is not None
    assert refusal.reason == "The march into Mide needs 3 warriors; Ivory can bring only 2."


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("seat", [CHANCE, 1])
def test_nobody_is_told_that_it_is_not_the_turn_of_the_player_whose_turn_it_is(
    seat: int, lang: Lang
) -> None:
    """It is a's turn, also when chance rolls out of turn."""
    state = GAME.read_position(position("a:red:dw", a="Cru1"))
    refusal = GAME.why_not(state, seat, MOVES["die red"], lang)
    assert refusal is not None
    assert refusal.reason not in ("It is not Ivory's turn.", "Elfenbein ist nicht am Zug.")


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("seat", "move"), [(0, "raise die"), (1, "start b"), (CHANCE, "die red")])
def test_before_the_lot_it_is_nobodys_turn(seat: int, move: str, lang: Lang) -> None:
    """The reason must not name a player, least of all the one who is being refused."""
    refusal = GAME.why_not(GAME.read_position(new_table()), seat, MOVES[move], lang)
    assert refusal is not None
    assert not any(name in refusal.reason for name in ("Ivory", "Ink", "Elfenbein", "Tinte"))
