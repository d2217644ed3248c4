"""The line breaks, the server is killed, a seat lies in two tabs: nothing is lost or done twice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.page.tabling import Guests, Person
from tests.page.visiting import Visitors
from tests.server.running import Running

UNREACHABLE = ("ERR_CONNECTION", "ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "WebSocket")
ACTS = "**/acts?*"
AGAIN = 40_000
"""Milliseconds until a line is certainly tried again, and open."""


@pytest.fixture
def own(built: object) -> Iterator[Running]:
    """A server that may be killed."""
    with Running(rules="compiled") as running:
        yield running


def alone(guests: Guests, *forgive: str, **values: Any) -> Person:
    """Anna against bots, when it is her turn."""
    anna = guests.client(values.pop("lang", "en"))
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "random"}, {"kind": "random"}]
    table = str(anna.create("hibernia", seats, bot_pace=0)["table"])
    anna.act(table, "start")
    next(said for said in anna.listen(table, 0) if 0 in said["view"]["to_act"])
    return guests.before(anna, table, 0, forgive=forgive, **values)


def moves(person: Person) -> list[dict[str, Any]]:
    rows = person.look()["rows"]
    return [row for row in rows if row["kind"] == "move" and row["seat"] == person.seat]


def test_a_server_that_is_killed_and_comes_back(browser: Browser, own: Running) -> None:
    visit = Visitors(browser, own.address)
    anna = alone(Guests(visit, own), *UNREACHABLE, size="phone", lang="de").come()
    lost = anna.page.get_by_text(anna.say("line.lost"))

    def killed_before_it_answers(route: Route) -> None:
        route.fetch()
        own.kill()
        route.abort()

    anna.page.route(ACTS, killed_before_it_answers, times=1)
    anna.press()
    expect(lost).to_be_visible()
    own.start()
    expect(lost).to_be_hidden(timeout=AGAIN)
    anna.is_asked()
    assert len(moves(anna)) == 1

    second = anna.offered()
    own.kill()
    expect(lost).to_be_visible()
    anna.type(second.offer["text"])
    own.start()
    expect(lost).to_be_hidden(timeout=AGAIN)
    typed = anna.page.get_by_role("textbox", name=anna.say("typed.label"))
    anna.unfold_to(typed)
    expect(typed).to_be_empty()
    anna.logs(moves(anna)[1]["told"])
    assert [row["text"] for row in moves(anna)][1] == second.offer["text"]
    own.dismiss()
    visit.leave()


def test_a_lost_network_and_its_return(guests: Guests) -> None:
    anna = alone(guests, *UNREACHABLE).come()
    anna.is_asked()
    anna.page.context.set_offline(True)
    expect(anna.page.get_by_text(anna.say("line.lost"))).to_be_visible()
    anna.client.act(anna.table, "chat", seat=0, text="from elsewhere")
    wanted = anna.offered()
    anna.type(wanted.offer["text"])
    anna.page.context.set_offline(False)
    expect(anna.page.get_by_text(anna.say("line.lost"))).to_be_hidden(timeout=AGAIN)
    expect(anna.button("turn.undo")).to_be_visible()
    anna.logs(moves(anna)[0]["told"])
    assert [row["text"] for row in moves(anna)] == [wanted.offer["text"]]


def test_a_board_that_comes_late_moves_no_choice_under_the_finger(guests: Guests) -> None:
    anna = alone(guests, size="phone")
    late: list[Route] = []
    anna.page.route("**/still?*", lambda route: late.append(route), times=1)
    anna.come()
    anna.until(lambda: bool(late))
    expect(anna.page.get_by_role("tab", name=anna.say("side.log"))).to_be_visible()
    point = anna.offered().point["label"]
    place = anna.page.get_by_role("button", name=point, exact=True)
    expect(anna.page.locator(".choices")).to_have_count(0)
    late[0].continue_()
    choices = anna.page.locator(".choices")
    expect(choices).to_be_visible()
    anna.unfold_to(place.first)
    anna.pick()


def test_reload_and_the_back_button(guests: Guests) -> None:
    anna = alone(guests, lang="de", size="phone")
    anna.page.goto("/")
    mine = anna.page.get_by_role("region", name=anna.say("mine.title"))
    mine.get_by_role("link").click()
    anna.is_asked()
    anna.pick()
    anna.is_asked()
    anna.page.reload()
    anna.is_asked()
    anna.menu().get_by_role("link", name=anna.say("menu.replay")).click()
    expect(anna.page.get_by_role("slider")).to_be_visible()
    anna.page.go_back()
    anna.is_asked()
    expect(anna.page.get_by_role("slider")).to_have_count(0)
    anna.page.go_back()
    expect(mine).to_be_visible()
    anna.page.go_forward()
    anna.is_asked()


def test_two_tabs_of_one_seat(guests: Guests) -> None:
    here = alone(guests, "409").come()
    page = here.page.context.new_page()
    there = Person(page, here.client, here.table, 0).come()
    for tab in (here, there):
        tab.is_asked()
    held: list[Route] = []
    there.page.route(ACTS, lambda route: held.append(route), times=1)
    there.press()
    here.pick()
    for tab in (here, there):
        tab.is_asked()
    held[0].continue_()
    expect(there.page.get_by_role("alert")).to_be_visible()
    assert len(moves(here)) == 1
    there.pick()
    for tab in (here, there):
        tab.logs(moves(here)[1]["told"])
        tab.is_asked()
