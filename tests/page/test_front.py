"""The front page: it answers in both languages, sizes and schemes, and nothing is wrong with it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from cruachan.engine.texts import LANGS, Lang
from cruachan.games import BUILT_IN
from tests.page.looking import all_well, nothing_cut
from tests.page.tabling import say
from tests.page.visiting import SIZES, Scheme, Size, Visitors
from tests.server.browsers import FREE, ME, Browser
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


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_game_has_a_look_of_its_own(visit: Visitors, server: Running, scheme: Scheme) -> None:
    """Its cover, its name as it writes it, and its colour, which fits the scheme."""
    page = visit("desk", "en", scheme)
    page.goto("/")
    expect(page.locator(".game img.shown")).to_have_count(len(BUILT_IN), timeout=60_000)
    for game in server.client().get("/games"):
        card = page.get_by_role("article", name=game["title"])
        look = game["identity"]
        accent = look["accent"] if scheme == "light" else look["accent_dark"]
        rgb = f"rgb({', '.join(str(int(accent[at : at + 2], 16)) for at in (1, 3, 5))})"
        expect(card.get_by_role("heading")).to_have_css("color", rgb)
        expect(card.get_by_role("button").first).to_have_css("background-color", rgb)
        expect(card.locator("img")).to_have_attribute("src", re.compile(f"/{game['name']}/cover"))
        expect(card.locator(f'path[d="{look["icon"]}"]')).to_be_visible()
        expect(card.locator(".mark")).to_have_css("mask-image", re.compile("/wordmark"))


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


@pytest.mark.parametrize(("lang", "size"), [("de", "phone"), ("en", "desk")])
def test_many_games_are_looked_through(visit: Visitors, lang: Lang, size: Size) -> None:
    """By their game, and those that wait alone, once there are many."""
    anna = Browser(visit.address)
    for _ in range(8):
        anna.table(ME, FREE)
    page = visit(size, lang, key=anna.key)
    page.goto("/")
    rows = page.locator("section", has=page.locator("#continue")).locator("li")
    expect(rows).to_have_count(8)
    which = page.get_by_role("combobox", name=say(lang, "mine.game"), exact=True)
    expect(which).to_have_count(0)
    other = anna.table(ME, FREE, game="shent")
    page.reload()
    expect(rows).to_have_count(9)
    nothing_cut(page)
    which.select_option("shent")
    expect(rows).to_have_count(1)
    expect(rows.locator(f"a[href='/t/{other}']")).to_be_visible()
    which.select_option("")
    page.get_by_role("checkbox", name=say(lang, "mine.mine")).check()
    expect(rows).to_have_count(0)
