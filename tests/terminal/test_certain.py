"""A hint in the terminal says that a win is certain."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

from cruachan import load_game
from cruachan.bots.advice import Suggestion
from cruachan.engine.texts import Texts
from cruachan.engine.view import Parts
from cruachan.terminal.answers import hint_page
from cruachan.terminal.choices import ListedMove
from cruachan.terminal.table import Advised

CERTAIN = "This wins for certain, still in this turn."


@pytest.mark.parametrize("certain", [CERTAIN, ""])
def test_a_certain_win_is_told_instead_of_chances(certain: str) -> None:
    advised = Advised([Suggestion(4, 0.9, 1.0)], (1.0, 0.0), certain=certain)
    table: Any = SimpleNamespace(
        game=load_game("gallia"), names=("A", "B"), advice=lambda seat, lang: advised
    )
    listed = [ListedMove(1, 4, "move x", "Move there", "x", Parts("move"))]
    console = Console(width=100, file=None, record=True)
    with console.capture() as captured:
        console.print(hint_page(table, 0, listed, Texts("cruachan.terminal", "en")))
    text = captured.get()
    assert "Move there" in text
    assert (CERTAIN in text) == bool(certain)
    assert ("of such games" in text) == (not certain)
