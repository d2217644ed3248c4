"""A person's games put together in the page: by herself, and by others if she shows them."""

from __future__ import annotations

import json
import time

from playwright.sync_api import expect

from cruachan.engine.texts import Lang, Texts
from tests.page.looking import nothing_cut
from tests.page.test_persons import become
from tests.page.visiting import Visitors
from tests.server.browsers import Browser, person


def tell(lang: Lang, key: str, **values: object) -> str:
    """What the page says of profiles."""
    return Texts("cruachan.server.club", lang).table[f"page.{key}"].format(**values)


def lost(browser: Browser) -> str:
    """A rated game against a bot that was given up."""
    table = browser.table({"kind": "me", "name": "x"}, {"kind": "greedy"}, rated=True)
    browser.act(table, "start")
    browser.act(table, "resign", seat=0)
    return table


def test_own_games_are_put_together_and_shown_to_others(visit: Visitors) -> None:
    page = visit("phone", "de", forgive=("404",))
    become(page, "Dana", "de")
    page.get_by_role("link", name=tell("de", "profile_mine")).click()
    expect(page.get_by_text(tell("de", "profile_none"))).to_be_visible()
    own = Browser(visit.address)
    cookies = page.context.cookies()
    own.http.cookies["cruachan"] = next(c["value"] for c in cookies if c["name"] == "cruachan")
    table = lost(own)
    lost(own)
    page.goto("/profile")
    expect(page.get_by_text(tell("de", "profile_sum", n=2, wins=0))).to_be_visible()
    row = page.get_by_role("row", name="Gallia Cisalpina")
    expect(row.get_by_role("cell").first).to_have_text("2")
    heads = page.get_by_role("columnheader").all_inner_texts()
    assert len(heads) == len(set(heads))
    wide = "table => table.scrollWidth - table.parentElement.clientWidth"
    assert page.locator("table").first.evaluate(wide) <= 0
    year = time.gmtime().tm_year
    expect(page.get_by_role("heading", name=tell("de", "profile_year", year=year))).to_be_visible()
    expect(page.get_by_text(f"{year} hast du 2 Partien beendet")).to_be_visible()
    page.get_by_text(tell("de", "profile_last")).click()
    expect(page.locator(f'a[href="/t/{table}"]')).to_be_visible()
    nothing_cut(page)
    page.get_by_label(tell("de", "profile_show")).check()
    link = page.get_by_label(tell("de", "profile_link"))
    expect(link).to_have_value(f"{visit.address}/profile/{own.get('/me/profile')['shown']}")
    nothing_cut(page)
    shown = link.input_value()
    other = visit("desk", "en", forgive=("404",))
    other.goto("/ratings")
    other.get_by_role("link", name="Dana").click()
    expect(other).to_have_url(shown)
    expect(other.get_by_role("heading", level=1)).to_have_text(
        tell("en", "profile_of", name="Dana")
    )
    expect(other.get_by_text(tell("en", "profile_last"))).to_have_count(0)
    expect(other.get_by_label(tell("en", "profile_show"))).to_have_count(0)
    nothing_cut(other)
    page.get_by_label(tell("de", "profile_show")).uncheck()
    expect(link).to_have_count(0)
    other.reload()
    expect(other.get_by_role("status")).to_contain_text("no such profile")


def test_luck_and_favourites_are_drawn(visit: Visitors) -> None:
    """With what a server answers for many games, whole and not cut, in both lights."""
    anna = person(visit.address, "Etain")
    for _ in range(2):
        lost(anna)
    answer = anna.get("/me/profile")
    answer["curve"] = [
        {"at": 1_700_000_000_000 + n, "luck": 0.1 - n / 100, "cost": 0.02 * (n % 5)}
        for n in range(30)
    ]
    answer["totals"][0] |= {"luck": 0.031, "cost": 0.12, "accuracy": 0.7}
    runes = [{"name": f"{name} (x)", "times": 9} for name in ("galu", "narchad", "thurinas")]
    answer["totals"][0]["liked"] = [{"title": "Favourite runes", "things": runes}]
    answer["pending"] = 3
    for kind in ("phone", "desk"):
        page = visit(kind, "en")
        page.context.add_cookies(
            [{"name": "cruachan", "value": anna.key, "url": visit.address, "httpOnly": True}]
        )
        page.route("**/api/me/profile*", lambda route: route.fulfill(body=json.dumps(answer)))
        page.goto("/profile")
        expect(page.get_by_text(tell("en", "profile_pending", n=3))).to_be_visible()
        chart = page.get_by_role("img", name="Luck: -19%, Play: -8%")
        expect(chart).to_be_visible()
        expect(page.get_by_text("thurinas (x)")).to_be_visible()
        row = page.get_by_role("row", name="Gallia Cisalpina")
        expect(row).to_contain_text("+3.1%")
        expect(row).to_contain_text("-12%")
        nothing_cut(page)
