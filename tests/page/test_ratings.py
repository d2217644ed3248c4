"""Ratings in the page: a table that counts, one's own page, and everybody's."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from cruachan.engine.texts import Lang, Texts
from tests.page.looking import nothing_cut
from tests.page.tabling import say
from tests.page.test_persons import become
from tests.page.visiting import Visitors
from tests.server.browsers import ME, Browser


def tell(lang: Lang, key: str) -> str:
    """What the page says of ratings."""
    return Texts("cruachan.server.club", lang).table[f"page.{key}"]


def test_a_game_that_counts_is_set_and_lost_and_shown(visit: Visitors) -> None:
    page = visit("phone", "de")
    page.goto("/new/gallia")
    page.get_by_text(say("de", "set.more"), exact=False).click()
    tick = page.get_by_label(re.compile(tell("de", "rated")))
    expect(page.get_by_label(re.compile(say("de", "set.public")))).to_be_visible()
    expect(tick).to_have_count(0)
    become(page, "Deirdre", "de")
    expect(page.get_by_text(tell("de", "rated_none"))).to_be_visible()
    page.goto("/new/gallia")
    page.get_by_text(say("de", "set.more"), exact=False).click()
    tick.check()
    nothing_cut(page)
    page.get_by_role("button", name=say("de", "set.play"), exact=True).click()
    page.wait_for_url(re.compile("/t/"), timeout=300_000)
    table = page.url.rsplit("/", 1)[-1]
    key = next(each["value"] for each in page.context.cookies() if each["name"] == "cruachan")
    own = Browser(visit.address)
    own.http.cookies["cruachan"] = key
    assert own.get(f"/tables/{table}")["table"]["rated"]
    own.act(table, "resign", seat=0)
    page.goto("/me")
    line = page.locator("section", has=page.locator("#ratings"))
    expect(line).to_contain_text("vorläufig")
    expect(line).to_contain_text("Partien: 1, gewonnen: 0")
    line.get_by_role("link", name=tell("de", "all_ratings")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(tell("de", "ratings"))
    mine = page.locator("tr.me")
    expect(mine).to_contain_text("Deirdre")
    expect(mine).to_contain_text("?")
    expect(page.get_by_role("row", name=re.compile("Solide"))).to_contain_text("1500")
    nothing_cut(page)
    lines = "rows => Math.max(...rows.map(row => row.clientHeight))"
    assert page.locator("tbody tr").evaluate_all(lines) < 90, "names are read, not spelled"


def test_the_lobby_says_that_a_game_counts(visit: Visitors) -> None:
    own = Browser(visit.address)
    own.post("/me", name="Emer", colour="blue")
    table = own.table(ME, {"kind": "free"}, rated=True, clock="3+12")
    page = visit("desk", "en", forgive=("401",))
    page.goto(f"/t/{table}")
    expect(page.get_by_text(f"{tell('en', 'rated')}.")).to_be_visible()
    page.get_by_label(say("en", "lobby.name")).fill("Nobody")
    page.get_by_role("button", name=say("en", "lobby.sit"), exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("counts for ratings")


def test_a_game_with_others_that_counts_has_a_clock(visit: Visitors) -> None:
    page = visit("phone", "de")
    become(page, "Fand", "de")
    page.goto("/new/gallia?friends")
    page.get_by_text(say("de", "set.more"), exact=False).click()
    clock = page.get_by_label(say("de", "set.clock"), exact=True)
    expect(clock).to_have_value("none")
    page.get_by_label(re.compile(tell("de", "rated"))).check()
    expect(clock).to_have_value("3+12")
    expect(clock.locator("option[value=none]")).to_have_count(0)
    nothing_cut(page)
