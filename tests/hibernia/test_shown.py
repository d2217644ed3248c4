"""What a view announces: the last round, and which of the two plays has been made."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from cruachan.engine.texts import LANGS, Lang
from tests.hibernia.positions import GAME, LAP, position

NAMES = ("Medb", "Ailill", "Fergus", "Conall")
SHOWN = GAME.presentation


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("steps", "leads"), [(LAP - 1, False), (LAP, True), (LAP + 3, True)])
def test_the_last_round_is_announced_to_everybody(steps: int, leads: bool, lang: Lang) -> None:
    state = GAME.read_position(position("a:red:dw", a="Cru1", b=f"@{steps}:Mid1,Brg1"))
    for viewer in (0, 1, None):
        banner = SHOWN.view(state, viewer, NAMES, lang)["banner"]
        assert bool(banner) == leads
        assert ("Ailill" in banner) == leads


@pytest.mark.parametrize(("open_", "used"), [("dw", 0), ("d", 1), ("w", 1)])
def test_a_die_looks_used_once_its_play_is_made(open_: str, used: int) -> None:
    state = GAME.read_position(position(f"a:red:{open_}", a="Cru1"))
    assert crossed(SHOWN.pieces(SHOWN.view(state, 0, NAMES))) == used


def crossed(pieces: Iterable[object]) -> int:
    """How many pieces are the mark over what has been used."""
    return sum(piece["symbol"] == "used" for piece in pieces)  # type: ignore[index]
