"""The front page: it answers in both languages, sizes and schemes, and nothing is wrong with it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from cruachan.engine.texts import LANGS, Lang
from tests.page.looking import all_well
from tests.page.visiting import SIZES, Scheme, Size, Visitors
from tests.server.running import Running

SCHEMES: tuple[Scheme, ...] = ("light", "dark")


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("size", SIZES)
def test_the_front_page_is_well(visit: Visitors, size: Size, lang: Lang, scheme: Scheme) -> None:
    page = visit(size, lang, scheme)
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", lang)
    expect(page.get_by_role("main")).to_be_visible()
    all_well(page)


def test_an_address_that_leads_nowhere_leads_back(desk: Page, server: Running) -> None:
    desk.goto("/nowhere")
    desk.get_by_role("main").get_by_role("link").click()
    expect(desk).to_have_url(f"{server.address}/")


def test_paper_is_white_also_for_who_reads_in_the_dark(visit: Visitors) -> None:
    page = visit("desk", "en", "dark")
    page.goto("/")
    expect(page.locator("body")).not_to_have_css("background-color", "rgb(255, 255, 255)")
    page.emulate_media(media="print")
    expect(page.locator("body")).to_have_css("background-color", "rgb(255, 255, 255)")
    expect(page.locator("body")).to_have_css("color", "rgb(0, 0, 0)")
