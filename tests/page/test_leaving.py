"""Giving up and playing again, a bot in one's seat and back, somebody who is not there."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import WebSocketRoute, expect

from cruachan.engine.texts import Lang
from tests.page.tabling import Guests, Person


def test_giving_up_and_playing_again(guests: Guests) -> None:
    first, second = guests.two("gallia", sizes=("desk", "phone"))
    first.come()
    second.come()
    menu = first.menu()
    menu.get_by_role("button", name=first.say("menu.resign")).click()
    menu.get_by_role("button", name=first.say("menu.not"), exact=True).click()
    menu.get_by_role("button", name=first.say("menu.resign")).click()
    menu.get_by_role("alert").get_by_role("button", name=first.say("menu.resign")).click()
    seats = first.look()["table"]["seats"]
    names = {"name": seats[first.seat]["name"], "names": seats[second.seat]["name"]}
    for person in (first, second):
        result = person.page.get_by_role("heading", name=person.say("result.resigned", **names))
        expect(result).to_be_visible()
        expect(person.page.locator(".result")).not_to_contain_text(person.say("result.score"))
    first.button("result.rematch").click()
    expect(first.page).not_to_have_url(f"{guests.server.address}/t/{first.table}")
    missing = first.page.get_by_text(first.say("lobby.missing", names=names["names"]))
    expect(missing).to_be_visible()
    second.page.get_by_role("link", name=second.say("result.to_rematch")).click()
    expect(second.page).to_have_url(first.page.url)
    expect(missing).to_be_hidden()
    for person in (first, second):
        person.table = first.page.url.rpartition("/")[2]
        expect(person.page.get_by_role("main")).to_contain_text(names["names"])


def test_a_bot_plays_for_me_until_i_am_back(guests: Guests) -> None:
    anna = guests.client("de")
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "random"}]
    table = str(anna.create("gallia", seats, bot_pace=0.5)["table"])
    anna.act(table, "start")
    me = guests.before(anna, table, 0, "phone").come()
    games = {game["name"]: game for game in anna.get("/games")}
    bot = games["gallia"]["bots"][0]["title"]
    menu = me.menu()
    menu.get_by_role("button", name=me.say("menu.to_bot")).click()
    question = menu.get_by_role("alert")
    expect(question).to_contain_text(me.say("menu.to_bot_sure"))
    assert me.look()["table"]["seats"][0]["bot"] is None
    question.get_by_role("combobox").select_option(bot)
    question.get_by_role("button", name=me.say("menu.to_bot")).click()
    expect(me.page.get_by_text(me.say("bot.plays"))).to_be_visible()
    me.button("bot.back").click()
    expect(me.page.get_by_text(me.say("bot.plays"))).to_be_hidden()
    assert me.look()["table"]["seats"][0]["bot"] is None
    me.logs(me.say("row.to_bot", name="Anna", bot=bot))
    me.logs(me.say("row.back", name="Anna"))


def test_a_bot_for_somebody_who_is_not_there(guests: Guests) -> None:
    first, second = guests.two("gallia", sizes=("desk", "desk"))
    first.come()
    with first.beside("seats") as seats:
        seats.get_by_role("button", name=first.say("seat.vote")).click()
    first.until(lambda: first.look()["table"]["seats"][second.seat]["bot"] is not None)
    second.come()
    second.button("bot.back").click()
    expect(second.button("bot.back")).to_be_hidden()


def absent_for(person: Person, told: dict[str, int]) -> None:
    """Let the server tell somebody more about the seat of whoever is absent."""

    def pass_on(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def heard(text: str | bytes) -> None:
            message = json.loads(text)
            for seat in message.get("table", {}).get("seats", ()):
                seat.update(told if not seat["there"] else {})
            line.send(json.dumps(message))

        server.on_message(heard)

    person.page.route_web_socket("**/listen?*", pass_on)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_it_is_said_before_when_a_bot_can_take_over(guests: Guests, lang: Lang) -> None:
    """It was said after the click, and nobody knew how long it would take."""
    first, second = guests.two("gallia", sizes=("desk", "desk"), langs=(lang, lang))
    told = {"vote_in": 130}
    absent_for(first, told)
    first.page.clock.install()
    first.come()
    name = first.look()["table"]["seats"][second.seat]["name"]
    minutes, seconds = {"en": ("{} min", " sec"), "de": ("{} Min.", " Sek.")}[lang]
    with first.beside("seats") as seats:
        for left in (3, 2):
            time = minutes.format(left)
            expect(seats).to_contain_text(first.say("seat.vote_in", name=name, time=time))
            expect(first.button("seat.vote")).to_be_hidden()
            first.page.clock.run_for("00:20")
        told["vote_in"] = 20
        first.page.reload()
        expect(seats).to_contain_text(seconds)
        first.page.clock.run_for("00:21")
        expect(first.button("seat.vote")).to_be_visible()


def test_with_a_clock_no_bot_takes_over_while_there_is_time(guests: Guests) -> None:
    first, second = guests.two("gallia", clock="3+12")
    first.come()
    name = first.look()["table"]["seats"][second.seat]["name"]
    with first.beside("seats") as seats:
        expect(seats).to_contain_text(first.say("seat.vote_clock", name=name))
        clock = f"{first.say('set.clock')}: {name}"
        expect(seats.get_by_role("timer", name=clock, exact=True)).to_be_visible()
        expect(first.button("seat.vote")).to_be_hidden()
