"""Links and codes for other devices: they lead to where those reach the server, or a warning says
that they lead nowhere."""

from __future__ import annotations

import json
import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from cruachan.engine.texts import Lang
from tests.page.looking import nothing_cut
from tests.page.tabling import Guests, say
from tests.page.visiting import Size, Visitors
from tests.server.browsers import person

NETWORK = "http://192.168.7.5:7370"


def in_a_network(page: Page, codes: list[str]) -> None:
    """Let the server say where others reach it; what is drawn as a code is noted."""

    def draw(route: Route) -> None:
        codes.append(json.loads(route.request.post_data or "")["text"])
        route.continue_()

    page.route(re.compile("/api/reach"), lambda route: route.fulfill(json={"address": NETWORK}))
    page.route(re.compile("/api/qr"), draw)


@pytest.mark.parametrize(("lang", "size"), [("de", "phone"), ("en", "desk")])
def test_a_link_for_another_device_warns_where_it_leads_nowhere(
    visit: Visitors, lang: Lang, size: Size
) -> None:
    anna = person(visit.address, "Anna")
    page = visit(size, lang, key=anna.key)
    page.goto("/me")
    alone = page.get_by_text(say(lang, "reach.alone"))
    expect(page.get_by_role("button", name=say(lang, "me.link_show"))).to_be_visible()
    expect(alone).to_have_count(0)
    page.get_by_role("button", name=say(lang, "me.link_show")).click()
    expect(alone).to_be_visible()
    expect(page.get_by_alt_text(say(lang, "menu.code"))).to_be_visible()
    nothing_cut(page)


def test_a_link_for_another_device_leads_through_the_network(visit: Visitors) -> None:
    anna, codes = person(visit.address, "Anna"), list[str]()
    page = visit(key=anna.key)
    in_a_network(page, codes)
    page.goto("/me")
    page.get_by_role("button", name=say("en", "me.link_show")).click()
    link = page.get_by_label(say("en", "me.link"))
    expect(link).to_have_value(re.compile(f"^{NETWORK}/login#"))
    expect(page.get_by_alt_text(say("en", "menu.code"))).to_be_visible()
    expect(page.get_by_text(say("en", "reach.alone"))).to_have_count(0)
    assert codes[-1] == link.input_value()
    other = visit("phone")
    other.goto(f"/login#{urlsplit(link.input_value()).fragment}")
    expect(other.get_by_role("button", name=say("en", "login.do", name="Anna"))).to_be_visible()


def test_the_table_on_another_device(guests: Guests) -> None:
    first, second = guests.two("gallia", ("phone", "desk"), ("de", "en"))
    codes: list[str] = []
    in_a_network(second.page, codes)
    for each, there in ((first, f"{guests.visit.address}/t/"), (second, f"{NETWORK}/t/")):
        each.come()
        menu = each.menu()
        menu.get_by_role("button", name=each.say("menu.another")).click()
        expect(menu.get_by_label(each.say("menu.another"))).to_have_value(re.compile(f"^{there}"))
        expect(menu.get_by_alt_text(each.say("menu.code"))).to_be_visible()
        alone = menu.get_by_text(each.say("reach.alone"))
        expect(alone).to_have_count(1 if each is first else 0)
        nothing_cut(each.page)
        each.page.goto(f"/t/{each.table}/middle")
        expect(each.page.get_by_text(urlsplit(there).netloc)).to_be_visible()
    assert codes[-1] == f"{NETWORK}/t/{second.table}?hand"


def test_an_invitation_leads_through_the_network(visit: Visitors) -> None:
    anna, codes = person(visit.address, "Anna"), list[str]()
    table = anna.table({"kind": "me", "name": "Anna"}, {"kind": "free"})
    page = visit(key=anna.key)
    page.goto(f"/t/{table}")
    expect(page.get_by_text(say("en", "reach.alone"))).to_be_visible()
    in_a_network(page, codes)
    page.reload()
    expect(page.get_by_label(say("en", "invite.link"))).to_have_value(f"{NETWORK}/t/{table}")
    expect(page.get_by_alt_text(say("en", "invite.code"))).to_be_visible()
    expect(page.get_by_text(say("en", "reach.alone"))).to_have_count(0)
    assert codes[-1] == f"{NETWORK}/t/{table}"
