"""Clocks in the page: chosen with what happens at their end, shown at the seats, and stopped."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.page.looking import nothing_cut
from tests.page.tabling import say
from tests.page.test_called import own_of, until
from tests.page.visiting import Visitors
from tests.server.browsers import Browser


def test_a_clock_its_end_and_vacations_are_chosen_and_one_is_taken(visit: Visitors) -> None:
    page = visit("desk", "de")
    page.goto("/new/gallia?friends")
    page.get_by_label(say("de", "set.seat_name", number=1)).fill("Anna")
    page.get_by_text(say("de", "set.more"), exact=False).click()
    page.get_by_label(say("de", "set.clock"), exact=True).select_option("3+12")
    page.get_by_label(say("de", "set.at_zero"), exact=True).select_option("resign")
    page.get_by_label(say("de", "set.vacation"), exact=True).select_option("7")
    nothing_cut(page)
    page.get_by_role("button", name=say("de", "set.invite"), exact=True).click()
    page.wait_for_url(re.compile("/t/"))
    anna, ben = own_of(page, visit.address), Browser(visit.address)
    table = page.url.rpartition("/")[2].partition("#")[0].partition("?")[0]

    def own() -> dict[str, object]:
        found: dict[str, object] = anna.get(f"/tables/{table}")["table"]["seats"][0]
        return found

    told = anna.get(f"/tables/{table}")["table"]
    assert (told["clock"], told["at_zero"]) == ("3+12", "resign")
    ben.act(table, "sit", name="Ben", word="b")
    anna.act(table, "start")
    clock = page.get_by_label(f"{say('de', 'set.clock')}: Anna")
    expect(clock).to_have_text(re.compile(r"^[23](,\d)? T"))

    # She stops her clock for seven days: nothing longer is left.
    menu = page.get_by_role("button", name=say("de", "menu.more"), exact=True)
    days = page.get_by_role("button", name=re.compile(r"^\d+ Tage$"))
    menu.click()
    expect(days).to_have_text(["3 Tage", "7 Tage"])
    nothing_cut(page)
    days.last.click()
    expect(clock).to_have_text(re.compile("⏸"))
    until(lambda: own()["vacation"])
    menu.click()
    page.get_by_role("button", name=say("de", "menu.vacation_end"), exact=True).click()
    expect(clock).not_to_have_text(re.compile("⏸"))
    until(lambda: not own().get("vacation"))
