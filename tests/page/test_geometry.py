"""The largest tables with the longest names: nothing is cut off, nothing lies on something else."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from cruachan.engine.texts import LANGS
from cruachan.server.client import Client
from tests.page.looking import all_well, nothing_cut
from tests.page.playing import Hand, usual_bot
from tests.page.tabling import Guests, move, say
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
  const field = document.querySelector('.field').getBoundingClientRect();
  const zooms = [...document.querySelectorAll('.zooms button')]
    .map((each) => each.getBoundingClientRect());
  return zooms.every((zoom) => zoom.top >= field.top && zoom.bottom <= field.bottom);
}"""
"""Whether the buttons that bring the board nearer lie on it, and on nothing else."""
DEEDS = """() => {
  const row = document.querySelector('.commands');
  const room = row.getBoundingClientRect();
  const boxes = [...row.querySelectorAll('button')].map((each) => each.getBoundingClientRect());
  return boxes.length > 2 && boxes.every((a, at) =>
    a.left >= room.left - 1 && a.right <= room.right + 1 &&
    boxes.slice(at + 1).every((b) => a.right <= b.left + 1 || b.right <= a.left + 1));
}"""
"""Whether the buttons below the moves stand side by side, each whole."""
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


@pytest.mark.parametrize("width", [1280, 1024])
def test_no_button_below_the_moves_is_cut_off(visit: Visitors, guests: Guests, width: int) -> None:
    """In German: to ask for a move back, to pass, and the menu."""
    people = [guests.client("de"), guests.client("de")]
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "free"}]
    table = str(people[0].create("cambria", seats, bot_pace=0)["table"])
    people[1].act(table, "sit", name="Ben")
    people[0].act(table, "start")
    for said in people[0].listen(table, seat=0):
        asked = said["view"]["to_act"]
        if not asked or asked[0] < 0:
            continue
        view = people[asked[0]].table(table, seat=asked[0])["view"]
        offers = [each for point in view["points"] for each in point["moves"]]
        if any(each["text"] == "pass" for each in offers) and asked == [0] and view["round"] > 1:
            break
        move(people[asked[0]], table, asked[0], next(e["text"] for e in offers if not e["needs"]))
    viewport = {"width": width, "height": 800}
    page = visit("desk", "de", key=people[0].key, viewport=viewport)
    page.goto(f"/t/{table}")
    expect(page.get_by_role("button", name=say("de", "turn.ask_undo"))).to_be_visible()
    expect(page.locator(".commands .end button")).to_be_visible()
    assert page.evaluate(DEEDS)
    nothing_cut(page)


@pytest.mark.parametrize("width", [1440, 1280])
def test_a_turn_of_a_story_has_room_for_its_buttons(
    visit: Visitors, guests: Guests, width: int
) -> None:
    """In German: to take back, to be given a hint, to march, and the menu."""
    anna = guests.client("de")
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "purposeful"}]
    table = str(anna.create("shent", seats, bot_pace=0)["table"])
    anna.act(table, "start")
    for said in anna.listen(table, seat=0):
        view = said["view"]
        if view["to_act"] != [0]:
            continue
        found = anna.table(table, seat=0)
        if found["view"]["to_act"] != [0]:
            continue
        if found["view"]["asked"]["kind"] == "turn_prepare":
            break
        offers = [each for point in found["view"]["points"] for each in point["moves"]]
        move(anna, table, 0, next(e["text"] for e in offers if not e["needs"] and not e["aside"]))
    page = visit("desk", "de", key=anna.key, viewport={"width": width, "height": 900})
    page.goto(f"/t/{table}")
    expect(page.locator(".commands .end button")).to_be_visible()
    assert page.evaluate(DEEDS)
    nothing_cut(page)
