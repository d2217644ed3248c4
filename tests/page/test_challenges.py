"""The daily game and puzzles in the page: begun, played, shared, and refused a second time."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from cruachan.challenges import puzzle as puzzles
from cruachan.engine.texts import Lang, Texts
from tests.page.looking import all_well
from tests.page.tabling import say
from tests.page.visiting import Size, Visitors
from tests.server.browsers import Browser

BEGUN = 300_000
"""Milliseconds until a game that was never played here has begun."""


def tell(lang: Lang, key: str, **values: object) -> str:
    """What the page says of the daily game and of puzzles."""
    return Texts("cruachan.server.challenges", lang)(f"page.{key}", **values)


def same(page: Page, address: str) -> Browser:
    """The browser of a page, as the API knows it."""
    found = Browser(address)
    cookies = page.context.cookies()
    found.http.cookies["cruachan"] = next(c["value"] for c in cookies if c["name"] == "cruachan")
    return found


def introduce(page: Page, lang: Lang) -> None:
    """Say a name where it is asked for."""
    page.get_by_label(say(lang, "name.ask")).fill("Anna")
    page.get_by_role("button", name=say(lang, "name.go")).click()


@pytest.mark.parametrize(("size", "lang"), [("phone", "de"), ("desk", "en")])
def test_the_daily_game_and_a_puzzle(visit: Visitors, size: Size, lang: Lang) -> None:
    page = visit(size, lang)
    page.goto("/")
    page.get_by_role("link", name=tell(lang, "daily_play")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(tell(lang, "daily"))
    expect(page.get_by_text(tell(lang, "daily_world"))).to_be_visible()
    all_well(page)
    page.get_by_role("button", name=tell(lang, "daily_play")).click()
    introduce(page, lang)
    page.wait_for_url(re.compile("/t/"), timeout=BEGUN)
    table = page.url.rsplit("/", 1)[-1]
    own = same(page, visit.address)
    told = own.get("/daily")
    assert (told["status"], told["table"]) == ("playing", table)
    page.goto("/daily")
    go_on = page.get_by_role("link", name=tell(lang, "daily_go_on"))
    expect(go_on).to_have_attribute("href", re.compile(table))
    expect(page.get_by_role("button", name=tell(lang, "daily_play"))).to_have_count(0)

    page.get_by_role("link", name=tell(lang, "puzzles"), exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(tell(lang, "puzzles"))
    all_well(page)
    page.get_by_role("button", name=tell(lang, "puzzle_start")).click()
    page.wait_for_url(re.compile("/t/"), timeout=BEGUN)
    expect(page.get_by_role("heading", name=tell(lang, "puzzle_find"))).to_be_visible()
    table = page.url.rsplit("/", 1)[-1]
    wanted = puzzles.find(own.get(f"/tables/{table}/puzzle")["id"])
    asked = own.get(f"/tables/{table}", seat=wanted.seat)["asked"]
    text = wanted.answer if size == "desk" else wanted.other
    own.act(table, "move", seat=wanted.seat, answers=asked, text=text)
    card = page.locator(".puzzle")
    said = tell(lang, "puzzle_solved" if size == "desk" else "puzzle_missed")
    expect(card.get_by_role("heading")).to_contain_text(said)
    expect(card).to_contain_text(f"{wanted.proof.games}")
    again = card.get_by_role("button", name=tell(lang, "puzzle_again"))
    expect(again).to_have_count(0 if size == "desk" else 1)
    page.goto("/puzzles")
    expect(page.get_by_text(re.compile(r"\d+ ± \d+"))).to_be_visible()
    expect(page.get_by_role("button", name=re.compile(f": {said}$"))).to_have_count(1)


def test_what_is_played_today_is_asked_once(visit: Visitors) -> None:
    page = visit("desk")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/")
    expect(page.locator("#today")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert sum("/api/daily" in each for each in asked) == 1
