"""What a tap on the board does: it plays what is meant, and shows first what strikes somebody."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from cruachan.engine.texts import Lang
from cruachan.server.client import Client
from tests.page.playing import SPOT
from tests.page.visiting import Visitors

BRIEF = 4
"""So many steps of Hibernia's lesson only explain."""
BOUNCE = 600
"""Milliseconds after which a tap near the last one is meant for the next question."""


def at_the_first_move(anna: Client) -> str:
    """A lesson of Hibernia whose next step wants a move."""
    table = str(anna.create("hibernia", [], lesson=True)["table"])
    for _ in range(BRIEF):
        anna.act(table, "go_on", seat=0)
    return table


def tap(page: Page, place: str) -> None:
    """Touch a county where nothing lies on it."""
    page.wait_for_function(f"({SPOT})('{place}') !== null")
    page.touchscreen.tap(*page.evaluate(SPOT, place))


@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_lesson_is_played_by_touching_counties(
    visit: Visitors, anna: Client, lang: Lang
) -> None:
    """The die's play is taken by itself; an attack is shown whole, and made by a second tap."""
    table = at_the_first_move(anna)
    page = visit("phone", lang, key=anna.key)
    page.goto(f"/t/{table}")
    lesson = page.locator(".lesson")
    expect(lesson).to_contain_text("5 ")
    expect(page.locator(".field .mark.can")).not_to_have_count(0)
    tap(page, "county:Air")
    expect(lesson).to_contain_text("6 ")
    expect(page.locator(".field .mark.can")).not_to_have_count(0)
    now = anna.table(table, 0)
    assert now["view"]["plays"] == ["wild"]
    page.wait_for_timeout(BOUNCE)
    tap(page, "county:Brf")
    choice = page.locator(".opened .offer > button")
    expect(choice).to_have_count(1)
    expect(choice).to_be_in_viewport(ratio=1)
    tap(page, "county:Brf")
    expect(lesson).to_contain_text("7 ")


def test_the_wild_twin_stays_in_the_list(visit: Visitors, anna: Client) -> None:
    table = at_the_first_move(anna)
    page = visit("desk", key=anna.key)
    page.goto(f"/t/{table}")
    page.get_by_text("Other moves").click()
    expect(
        page.get_by_role("button", name="March into Airgialla with 1 (wild play)")
    ).to_be_visible()


def test_what_only_the_wild_play_reaches_is_marked_more_faintly(
    visit: Visitors, anna: Client
) -> None:
    """All counties looked alike, and the prompt spoke of those of one colour."""
    table = at_the_first_move(anna)
    page = visit("desk", key=anna.key)
    page.goto(f"/t/{table}")
    expect(page.locator(".field .mark.can")).not_to_have_count(0)
    counties = [
        {move["manner"] for move in point["moves"]}
        for point in anna.table(table, 0)["view"]["points"]
        if point["id"].startswith("county:")
    ]
    wild = sum(manners == {"wild"} for manners in counties)
    assert 0 < wild < len(counties)
    expect(page.locator(".field .mark.can.spare")).to_have_count(wild)


def test_a_click_beside_an_open_menu_looks_and_does_not_move(visit: Visitors, anna: Client) -> None:
    """Whoever clicks elsewhere wants to look there: only a further click plays."""
    table = at_the_first_move(anna)
    anna.act(table, "move", seat=0, answers=anna.table(table, 0)["asked"], text="march Air die")
    page = visit("desk", key=anna.key)
    page.goto(f"/t/{table}")
    expect(page.locator(".lesson")).to_contain_text("6 ")
    expect(page.locator(".field .mark.can")).not_to_have_count(0)
    page.mouse.click(*page.evaluate(SPOT, "county:Brf"))
    expect(page.locator(".menu")).to_be_visible()
    before = anna.table(table, 0)["table"]["plies"]
    free = next(
        point["id"]
        for point in anna.table(table, 0)["view"]["points"]
        if len(point["moves"]) == 1 and not point["moves"][0].get("asks") and ":" in point["id"]
    )
    page.mouse.click(*page.evaluate(SPOT, free))
    expect(page.locator(".menu")).to_be_visible()
    assert anna.table(table, 0)["table"]["plies"] == before
