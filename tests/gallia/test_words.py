"""Reasons of Gallia Cisalpina that could mislead, and do not."""

from __future__ import annotations

import pytest

from cruachan.engine.texts import LANGS, Lang

from .positions import NAMES, RICH, position, why
from .sayings import OPEN


@pytest.mark.parametrize("lang", LANGS)
def test_a_number_when_nobody_asks_for_one_is_not_answered_with_a_range_of_nothing(
    lang: Lang,
) -> None:
    """'From 1 to 0' is no advice; no army is under way."""
    said = why(OPEN, "enter 2", lang)
    assert "1 to 0" not in said
    assert "1 bis 0" not in said


@pytest.mark.parametrize("lang", LANGS)
def test_scouting_nothing_too_early_names_no_card(lang: Lang) -> None:
    """No card was meant."""
    assert NAMES["Med"] not in why(OPEN, "scout none", lang)


@pytest.mark.parametrize("lang", LANGS)
def test_nobody_is_told_to_end_a_turn_that_has_not_begun(lang: Lang) -> None:
    """The turn is about nothing yet when a lot is typed."""
    said = why(OPEN, "start a", lang)
    assert "already" not in said
    assert "schon" not in said


@pytest.mark.parametrize("lang", LANGS)
def test_who_cannot_demolish_for_want_of_a_die_is_not_told_to_bring_three(lang: Lang) -> None:
    """One die would do (G5.3)."""
    text = position("a:turn", cards=f"Ins+{RICH}s")
    assert "3" not in why(text, "demolish Ins", lang)


@pytest.mark.parametrize("lang", LANGS)
def test_whoever_asks_why_not_is_spoken_to(lang: Lang) -> None:
    """Not told of as somebody of a name."""
    said = why(OPEN, "move Boi3 Ana", lang)
    assert said.startswith({"en": "You have no army", "de": "Du hast"}[lang])
