"""Giving up and playing again, a bot in one's seat and back, somebody who is not there."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.page.tabling import Guests


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
    me.menu().get_by_role("button", name=me.say("menu.to_bot", bot=bot)).click()
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
