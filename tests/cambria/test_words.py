"""Reasons of Cambria that could mislead, and do not."""

from __future__ import annotations

import pytest

from cruachan.engine.texts import LANGS, Lang

from .positions import position, road_name, why
from .sayings import OWN, PLAY, ROMANS, TARGET, THEIRS


@pytest.mark.parametrize(("lang", "said"), [("en", "the legion"), ("de", "die Legion")])
def test_a_road_that_the_legion_holds_is_refused_by_its_name(lang: Lang, said: str) -> None:
    """Not by a player's."""
    assert said in why(PLAY, f"place {ROMANS}", lang)


@pytest.mark.parametrize("lang", LANGS)
def test_nobody_is_told_that_her_own_road_is_not_hers(lang: Lang) -> None:
    """Taking a soldier from a road while the supply lasts (C4.7): the road is a's own."""
    said = why(PLAY, f"from {OWN}", lang)
    assert f"{road_name(OWN)} is not one" not in said
    assert f"{road_name(OWN)} ist keine" not in said


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("move", ["pass", f"legion {TARGET}", f"place {THEIRS}"])
def test_nobody_is_sent_to_a_fort_of_1(move: str, lang: Lang) -> None:
    """A 1 for the dummy opens any empty road (C9.3); forts of 1 do not exist."""
    text = position("a:dummy:1", b=THEIRS, seats=2)
    said = why(text, move, lang)
    assert "fort of 1" not in said
    assert "1er-Festung" not in said
