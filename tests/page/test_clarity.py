"""What a newcomer meets first: short questions to her, no notation, a board dark in the dark,
buttons that keep their places, and an end that tells how it came about."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from cruachan.engine.texts import Lang
from cruachan.server.client import Client
from tests.page.looking import all_well
from tests.page.playing import LOOK, Hand, table_for
from tests.page.reading import NOTATION, SHOWN
from tests.page.tabling import say
from tests.page.visiting import Scheme, Visitors

BOXES = """() => [...document.querySelectorAll('.ask button, .side button')]
    .filter((each) => !each.closest('.end') && each.offsetParent)
    .map((each) => { const { x, y, right, bottom } = each.getBoundingClientRect();
                     return [x, y, right, bottom]; })"""
"""Where buttons are that do not end a turn."""

LIGHT = """() => {
    const sea = [...document.querySelectorAll('.field svg rect')].find(
        (each) => /^#/.test(each.getAttribute('fill') ?? '') && each.getBBox().width > 300);
    const fill = sea.getAttribute('fill');
    return [1, 3, 5].reduce((sum, at) => sum + parseInt(fill.slice(at, at + 2), 16), 0) / 3;
}"""
"""How light the ground of the board is, 0 to 255."""

OVER_NAMES = """() => [...document.querySelectorAll('.field .mark')].filter((mark) => {
    const top = [...document.querySelectorAll('.field svg > .marks')].at(-1);
    return top.contains(mark) && [...document.querySelectorAll('.field svg text')].some((name) => {
        if (name.closest('.lying, symbol')) return false;
        const [a, b] = [mark.getBoundingClientRect(), name.getBoundingClientRect()];
        return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    });
}).length"""
"""How many rings lie above a name or a number of the board."""
TOUCHING = """() => {
    const rings = [...document.querySelectorAll('.mark.can circle.line')].map((ring) => {
        const { x, y, width } = ring.getBoundingClientRect();
        return { x: x + width / 2, y: y + width / 2, r: width / 2 };
    });
    return rings.filter((a, at) => rings.slice(at + 1).some(
        (b) => Math.hypot(a.x - b.x, a.y - b.y) < a.r + b.r)).length;
}"""
"""How many rings reach into another."""
SMEARED = """() => [...document.querySelectorAll('.field text.rim')].filter(
    (rim) => getComputedStyle(rim).vectorEffect !== 'none'
        || parseFloat(getComputedStyle(rim).strokeWidth) > 0.25 * rim.getAttribute('font-size'))
    .length"""
"""How many names of the board lie on a rim that is too wide for them."""


@pytest.mark.parametrize(
    ("game", "bots", "lang", "scheme"),
    [("hibernia", 2, "en", "dark"), ("cambria", 1, "de", "light"), ("gallia", 1, "en", "dark")],
)
def test_a_phone_says_what_is_asked_and_keeps_its_buttons_apart(
    visit: Visitors, anna: Client, game: str, bots: int, lang: Lang, scheme: Scheme
) -> None:
    table = table_for(anna, game, bots)
    page = visit("phone", lang, scheme, key=anna.key)
    page.goto(f"/t/{table}")
    hand = Hand(page, seed=3, taps=True)
    assert hand.wait()
    expect(page.locator(".scores .score")).to_have_count(3 if game != "gallia" else 2)
    assert (page.evaluate(LIGHT) < 90) == (scheme == "dark")
    assert page.evaluate(OVER_NAMES) == 0
    assert page.evaluate(SMEARED) == 0
    if page.locator(".choices > .offers").count() == 0:
        expect(page.get_by_text(say(lang, "choose.tap"))).to_be_visible()
    all_well(page)
    before: list[list[float]] = []
    for _ in range(8):
        assert "Anna:" not in page.get_by_role("heading", level=2).inner_text()
        assert not NOTATION.search(page.evaluate(SHOWN)), page.evaluate(SHOWN)
        assert page.evaluate(TOUCHING) == 0
        last = page.locator(".commands .end button")
        if last.count():
            box = last.bounding_box()
            assert box is not None
            middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            under = [each for each in before if _holds(each, middle)]
            assert not under, (last.inner_text(), under)
        before = page.evaluate(BOXES)
        hand.choose()
        if not hand.wait():
            break


def _holds(box: list[float], point: tuple[float, float]) -> bool:
    left, top, right, bottom = box
    return left < point[0] < right and top < point[1] < bottom


def test_the_moves_of_a_place_open_below_the_board_and_the_list_is_folded(
    visit: Visitors, anna: Client
) -> None:
    """Nothing covers what it is about; amounts are counted."""
    page = _recruiting(visit, anna)
    assert page.locator("details.onboard").get_attribute("open") is None
    page.locator("details.onboard > summary").click()
    page.locator('.place[data-point="card:Med"]').click()
    opened = page.locator(".opened")
    expect(opened.locator("output")).to_have_text("3")
    expect(opened.get_by_role("button", name=say("en", "choose.more"))).to_be_disabled()
    opened.get_by_role("button", name=say("en", "choose.fewer")).click()
    expect(opened.get_by_role("button", name="recruit two warriors")).to_be_visible()
    assert page.locator(".menu").count() == 0
    board, sheet = (page.locator(each).bounding_box() for each in (".ground", ".ask"))
    assert board is not None
    assert sheet is not None
    assert sheet["y"] >= board["y"] + board["height"] - 1
    opened.get_by_role("button", name=say("en", "menu.close")).click()
    expect(opened).to_have_count(0)


def _recruiting(visit: Visitors, anna: Client) -> Page:
    table = table_for(anna, "gallia", 1)
    page = visit("phone", key=anna.key)
    page.goto(f"/t/{table}")
    assert Hand(page, seed=1, taps=False).wait()
    return page


def test_a_hint_gives_a_reason(visit: Visitors, anna: Client) -> None:
    """The one that the server gives, on a phone too."""
    table = table_for(anna, "hibernia", 2)
    page = visit("phone", key=anna.key)
    page.goto(f"/t/{table}")
    assert Hand(page, seed=1, taps=False).wait()
    with page.expect_response(re.compile("/hint")) as answer:
        page.get_by_role("button", name=say("en", "hint.ask"), exact=True).click()
    said: dict[str, Any] = answer.value.json()
    assert said["moves"][0]["reason"]
    expect(page.locator(".advices .why")).to_have_text(said["moves"][0]["reason"])


ROWS = """(of) => {
    const found = [...document.querySelectorAll(of)].filter((each) => each.offsetHeight > 0);
    const boxes = found.map((each) => each.getBoundingClientRect());
    const tops = boxes.map((box) => box.top + box.height / 2);
    return found.length > 2 && Math.max(...tops) - Math.min(...tops) < 10;
}"""
"""Whether what is found lies in one row."""


def test_bars_keep_to_one_row_and_a_preview_says_what_it_is(visit: Visitors, anna: Client) -> None:
    """At a desk in German, whose words are long: nothing jumps to a second row."""
    table = table_for(anna, "shent", 1)
    page = visit("desk", "de", key=anna.key, forgive=("409",))
    page.goto("/new/shent")
    expect(page.locator(".presets input:checked")).to_have_count(1)
    page.goto(f"/t/{table}?seat=0")
    hand = Hand(page, 4, taps=False)
    assert hand.wait()
    page.wait_for_function(ROWS, arg=".tabs button", polling=LOOK)
    card = page.locator(".deck button.card-button").first
    card.hover()
    brings = page.locator(".deck .brings")
    expect(brings).to_contain_text(say("de", "choose.told"))
    for _ in range(25):
        hand.choose()
        assert hand.wait()
        if page.locator(".commands .end button").count():
            break
    page.wait_for_function(ROWS, arg=".commands button", polling=LOOK)


def test_a_desk_shows_how_far_each_of_four_players_is(visit: Visitors, anna: Client) -> None:
    table = table_for(anna, "hibernia", 3)
    page = visit("desk", key=anna.key)
    page.goto(f"/t/{table}")
    assert Hand(page, seed=1, taps=False).wait()
    expect(page.locator(".seat")).to_have_count(4)
    for seat in page.locator(".seat").all():
        expect(seat.locator(".value").first).to_be_in_viewport()
