"""Leagues in the page: set up, joined, begun, played to the end, and looked at afterwards."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from cruachan.engine.texts import Lang, Texts
from tests.page.looking import nothing_cut
from tests.page.test_persons import become
from tests.page.visiting import Size, Visitors
from tests.server.browsers import Browser, person


def tell(lang: Lang, key: str, **values: object) -> str:
    """What the page says of leagues."""
    return Texts("cruachan.server.club", lang).table[f"page.{key}"].format(**values)


def test_a_season_from_its_beginning_to_its_end(visit: Visitors) -> None:
    page = visit("phone", "de", forgive=("409",))
    page.goto("/leagues")
    expect(page.get_by_text(tell("de", "league_person"))).to_be_visible()
    become(page, "Deirdre", "de")
    page.goto("/")
    page.get_by_role("link", name=tell("de", "leagues"), exact=True).click()
    page.get_by_label(tell("de", "league_name")).fill("Winterliga")
    page.get_by_label(tell("de", "league_game"), exact=True).select_option("gallia")
    expect(page.get_by_label(tell("de", "league_players"), exact=True)).to_have_value("2")
    page.get_by_label(tell("de", "league_days")).fill("0")
    nothing_cut(page)
    page.get_by_role("button", name=tell("de", "league_make"), exact=True).click()
    page.wait_for_url(re.compile("/leagues/."))
    expect(page.get_by_role("heading", level=1)).to_have_text("Winterliga")
    page.get_by_role("button", name=tell("de", "league_join"), exact=True).click()
    expect(page.locator("tr.me")).to_contain_text("Deirdre")
    page.get_by_role("button", name=tell("de", "league_start"), exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("mindestens 2")
    emer = Browser(visit.address)
    emer.post("/me", name="Emer", colour="blue")
    league = page.url.rpartition("/")[2]
    emer.post(f"/leagues/{league}/acts", kind="join")
    page.get_by_role("button", name=tell("de", "league_start"), exact=True).click()
    expect(page.get_by_role("link", name=tell("de", "table_going"))).to_be_visible()
    nothing_cut(page)
    (table,) = emer.mine()
    (own,) = [each["mine"] for each in emer.get("/tables/mine")]
    emer.act(table, "resign", seat=own[0])
    expect(page.get_by_text(tell("de", "season_over"))).to_be_visible()
    expect(page.locator("tr.me")).to_contain_text("1")
    expect(page.get_by_text("Deirdre (1.)")).to_be_visible()
    with page.expect_download() as file:
        page.get_by_role("link", name=tell("de", "league_calendar")).click()
    assert file.value.suggested_filename == "cruachan.ics"
    expect(page.get_by_role("button", name=tell("de", "league_next"), exact=True)).to_be_visible()
    nothing_cut(page)


def removed(page: Page, lang: Lang, name: str) -> None:
    """The organiser removes somebody from the season."""
    page.get_by_text(tell(lang, "league_remove"), exact=True).click()
    page.get_by_label(tell(lang, "league_remove_who")).select_option(name)
    page.get_by_role("button", name=tell(lang, "league_remove_do"), exact=True).click()
    sure = page.get_by_role("button", name=tell(lang, "league_remove_sure", name=name))
    nothing_cut(page)
    sure.click()
    expect(sure).to_have_count(0)


@pytest.mark.parametrize(("lang", "size"), [("de", "phone"), ("en", "desk")])
def test_the_organiser_removes_somebody(visit: Visitors, lang: Lang, size: Size) -> None:
    """Before the season begins, as if she had never joined; afterwards from the rounds to come."""
    anna, ben, cara, dara = (
        person(visit.address, each) for each in ("Anna", "Ben", "Cara", "Dara")
    )
    setting = {"name": "Club", "game": "gallia", "players": 2, "days": 1}
    league = anna.post("/leagues", **setting)["league"]
    for each in (anna, ben, cara, dara):
        each.post(f"/leagues/{league}/acts", kind="join")
    page = visit(size, lang, key=anna.key)
    page.goto(f"/leagues/{league}")
    rows = page.locator("tbody tr")
    expect(rows).to_have_count(4)
    removed(page, lang, "Dara")
    expect(rows).to_have_count(3)
    assert not dara.get(f"/leagues/{league}")["joined"]
    page.get_by_role("button", name=tell(lang, "league_start"), exact=True).click()
    removed(page, lang, "Ben")
    expect(rows.filter(has_text="Ben")).to_contain_text(tell(lang, "withdrawn"))
    assert ben.get(f"/leagues/{league}")["withdrawn"]
    page.get_by_text(tell(lang, "league_remove"), exact=True).click()
    who = page.get_by_label(tell(lang, "league_remove_who"))
    expect(who.locator("option")).to_have_text(["", "Cara"])
    other = visit(size, lang, key=cara.key)
    other.goto(f"/leagues/{league}")
    expect(other.get_by_text(tell(lang, "league_by", name="Anna"))).to_be_visible()
    expect(other.get_by_text(tell(lang, "league_remove"), exact=True)).to_have_count(0)
