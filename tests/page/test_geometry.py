"""The largest tables with the longest names: nothing is cut off, nothing lies on something else."""

from __future__ import annotations

from typing import Any

import pytest

from cruachan.engine.texts import LANGS
from cruachan.server.client import Client
from tests.page.looking import all_well, nothing_cut
from tests.page.playing import Hand, usual_bot
from tests.page.visiting import Size, Visitors

LARGEST = [("hibernia", 4, None), ("cambria", 5, "north"), ("gallia", 2, None), ("shent", 6, None)]
LONG = "Muirchertach mac Lochlainn of the Cenel"
SIZES: list[tuple[Size, dict[str, Any]]] = [
    ("phone", {}),
    ("phone", {"viewport": {"width": 844, "height": 390}}),
    ("phone", {"viewport": {"width": 320, "height": 640}}),
    ("desk", {}),
    ("desk", {"viewport": {"width": 1280, "height": 800}}),
]
ZOOM = """() => {
  const zoom = document.querySelector('.zooms')?.getBoundingClientRect();
  const field = document.querySelector('.field').getBoundingClientRect();
  return !zoom || (zoom.top >= field.top && zoom.bottom <= field.bottom);
}"""
"""Whether the buttons that bring the board nearer lie on it, and on nothing else."""
FIELD = "() => document.querySelector('.field').clientWidth / innerWidth"
"""How much of the window's width the board has."""


@pytest.mark.parametrize(("game", "seats", "board"), LARGEST)
def test_nothing_is_cut_off(
    visit: Visitors, anna: Client, game: str, seats: int, board: str | None
) -> None:
    """What keeps people out does not hang on the width: it is looked for in one window each of a
    phone and a desk."""
    bot = usual_bot(anna, game)
    sitting = [{"kind": "me", "name": LONG}]
    sitting += [{"kind": bot, "name": f"{LONG[:36]} {n}"} for n in range(1, seats)]
    table = anna.create(game, sitting, bot_pace=0, **({"board": board} if board else {}))["table"]
    anna.act(table, "start")
    for number, (size, more) in enumerate(SIZES):
        page = visit(size, LANGS[number % 2], key=anna.key, **more)
        page.goto(f"/t/{table}")
        hand = Hand(page, seed=number, taps=False)
        assert hand.wait()
        look = nothing_cut if more else all_well
        look(page)
        assert size == "phone" or page.evaluate(ZOOM)
        assert size == "phone" or page.evaluate(FIELD) >= 0.5
        tabs = page.get_by_role("tab")
        for tab in range(tabs.count()):
            tabs.nth(tab).click()
            look(page)
            if tabs.nth(tab).is_visible() and size == "phone":
                tabs.nth(tab).click()
        page.context.close()
