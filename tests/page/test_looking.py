"""What is looked for on every page is found where it is."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.page.looking import axe, nothing_cut
from tests.page.visiting import Visitors

FINE = """<!doctype html><html lang="en"><title>Fine</title><main><h1>Fine</h1>
<button style="min-width: 44px; min-height: 44px">Yes</button> <p>Some <a href="/">link</a> here</p>
<div style="overflow: auto; width: 60px; height: 50px" tabindex="0">as long as one likes</div>
<span style="position: absolute; width: 1px; height: 1px; overflow: hidden">unseen words</span>
</main></html>"""


@pytest.mark.parametrize(
    ("spoilt", "told"),
    [
        ("<div style='width: 3000px'>wide</div>", "3000 px wide|the page is"),
        (
            "<div style='width: 40px; overflow: hidden; white-space: nowrap'>a long line</div>",
            'div "a long line" is cut off by div',
        ),
        (
            "<div style='height: 10px; overflow: hidden'><p style='margin: 0'>high</p></div>",
            'p "high" is cut off by div',
        ),
        ("<button style='width: 20px; height: 20px; padding: 0'>x</button>", 'button "x" is 20'),
        (
            "<p style='width: 9px'><button class='named' style='width: 9px'>ear</button>, two</p>",
            'follows button.named "ear" begins a line',
        ),
    ],
)
def test_what_is_cut_off_or_too_small_is_found(desk: Page, spoilt: str, told: str) -> None:
    desk.set_content(FINE)
    nothing_cut(desk)
    desk.set_content(FINE.replace("</main>", f"{spoilt}</main>"))
    with pytest.raises(AssertionError, match=told):
        nothing_cut(desk)


def test_a_finger_needs_more_room_than_a_mouse(phone: Page, desk: Page) -> None:
    small = FINE.replace("min-width: 44px; min-height: 44px", "min-width: 44px; height: 30px")
    for page in (phone, desk):
        page.set_content(small)
    nothing_cut(desk)
    with pytest.raises(AssertionError, match="30 px, and 44 are needed"):
        nothing_cut(phone)


def test_what_keeps_people_out_is_found(desk: Page) -> None:
    desk.goto("/")
    expect(desk.get_by_role("main")).to_be_visible()
    axe(desk)
    desk.evaluate("document.querySelector('main').append(document.createElement('button'))")
    with pytest.raises(AssertionError, match="button-name"):
        axe(desk)


def test_whatever_goes_wrong_in_the_page_fails_its_test(browser: Browser) -> None:
    visitors = Visitors(browser, "http://127.0.0.1:9")
    page = visitors()
    page.evaluate("console.error('one')")
    page.evaluate("setTimeout(() => { throw new Error('two') })")
    page.wait_for_timeout(100)
    forgiven = visitors(forgive=("three",))
    forgiven.evaluate("console.error('three')")
    with pytest.raises(AssertionError, match=r"(?s)one.*two") as caught:
        visitors.leave()
    assert "three" not in str(caught.value)
