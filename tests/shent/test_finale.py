"""The end of a game: goals are unsealed, and not a moment before."""

from __future__ import annotations

import pytest

from cruachan.engine.texts import LANGS, Lang
from cruachan.games.shent.core.state import State
from tests.shent.tables import by_bots, game_for

NAMES = ("Medb", "Ailill")


def last_two(seed: int) -> tuple[State, State]:
    """The last position of a game in which somebody moves, and its end."""
    *_, (before, _, _, after) = by_bots(2, seed, {"limit": "10"})
    return before, after


@pytest.mark.parametrize("lang", LANGS)
def test_everybody_reads_all_goals_at_the_end_the_winners_last(lang: Lang) -> None:
    before, after = last_two(3)
    shown = game_for(2).presentation
    for viewer in (0, 1, None):
        assert shown.view(before, viewer, NAMES, lang)["finale"] == []
        seals = shown.view(after, viewer, NAMES, lang)["finale"]
        assert [seal["seat"] for seal in seals] == list(reversed(after.outcome))
        assert all(NAMES[seal["seat"]] in seal["title"] and seal["text"] for seal in seals)
        assert "?" not in "".join(seal["text"] for seal in seals)
