"""Gallia Cisalpina at a table: what one comes for is found first, and nothing is covered."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from cruachan.engine.texts import LANGS, Lang
from cruachan.server.client import Client
from tests.page.playing import SPOT, Hand, table_for
from tests.page.tabling import say
from tests.page.visiting import SIZES, Size, Visitors

INSIDE = """(inner) => {
    const outer = inner.closest('.scroll').getBoundingClientRect();
    const box = inner.getBoundingClientRect();
    return box.top >= outer.top - 1 && box.bottom <= outer.bottom + 1;
}"""
"""Whether something is seen in the sheet without scrolling."""
OVER_NEWS = """() => {
    const b = document.querySelector('.line .news').getBoundingClientRect();
    const boxes = [...document.querySelectorAll('.zooms button')]
        .map((each) => each.getBoundingClientRect());
    return boxes.some((a) =>
        a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom);
}"""
"""Whether the buttons to come nearer lie on what is told above the board."""


def _table(visit: Visitors, anna: Client, size: Size) -> Page:
    table = table_for(anna, "gallia", 1)
    page = visit(size, key=anna.key)
    page.goto(f"/t/{table}")
    assert Hand(page, seed=1, taps=False).wait()
    return page


def test_a_phone_shows_recruiting_before_the_moves_that_the_board_shows_too(
    visit: Visitors, anna: Client
) -> None:
    page = _table(visit, anna, "phone")
    page.locator("details.onboard > summary").click()
    page.locator('.place[data-point="card:Med"]').click()
    more = page.locator(".opened").get_by_role("button", name=say("en", "choose.more"))
    assert more.evaluate(INSIDE)
    first = page.locator(".opened .offers > *").first
    expect(first.get_by_role("button", name="recruit three warriors")).to_be_visible()


def test_a_menu_draws_no_move_that_nobody_considers_and_says_no_move_twice(
    visit: Visitors, anna: Client
) -> None:
    page = _table(visit, anna, "desk")
    page.mouse.click(*page.evaluate(SPOT, "card:Med"))
    menu = page.locator(".menu")
    expect(menu.get_by_role("button", name="recruit three warriors")).to_be_visible()
    expect(menu.get_by_role("button").first).to_have_accessible_name(say("en", "choose.fewer"))
    page.wait_for_timeout(600)
    expect(page.locator(".field .ghosts > *")).to_have_count(0)
    expect(menu.locator(".brings")).to_have_count(0)
    menu.get_by_role("button", name="recruit three warriors").hover()
    expect(page.locator(".field .ghosts > *")).not_to_have_count(0)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("size", SIZES)
def test_two_armies_that_can_go_to_one_card_are_asked_for(
    visit: Visitors, anna: Client, size: Size, lang: Lang
) -> None:
    """None of them gives its name to what was tapped, and the place is not asked for again."""
    table = table_for(anna, "gallia", 1)
    page = visit(size, lang, key=anna.key)
    page.goto(f"/t/{table}")
    hand = Hand(page, seed=1, taps=False)
    for text in ("recruit 3", "scout none"):
        assert hand.wait()
        now = anna.table(table, 0)
        anna.act(table, "move", seat=0, answers=now["asked"], text=text)
    assert hand.wait()
    if size == "phone":
        page.locator("details.onboard > summary").click()
    page.locator('.place[data-point="card:Med"]').click()
    expect(page.get_by_text(say(lang, "choose.where"))).to_be_visible()
    page.mouse.click(*page.evaluate(SPOT, "card:Oro"))
    opened = page.locator(".opened" if size == "phone" else ".menu")
    expect(opened.get_by_role("heading")).to_have_text(say(lang, "choose.which"))
    expect(opened.locator(".offers button")).to_have_count(2)
    expect(opened.get_by_text(say(lang, "choose.where"))).to_have_count(0)


def test_the_buttons_to_come_nearer_lie_on_no_words(visit: Visitors, anna: Client) -> None:
    page = _table(visit, anna, "desk")
    expect(page.locator(".zooms")).to_be_visible()
    assert not page.evaluate(OVER_NEWS)
