"""Telling in own words: a draft survives a reload, all read what was told, and any may veil it."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.page.looking import nothing_cut
from tests.page.tabling import Guests, Person, move
from tests.page.test_persons import become
from tests.page.visiting import Visitors
from tests.server.browsers import Browser

HALF = "A grey gull sat on the wall and"
WHOLE = f"{HALF} said nothing at all."
ANEW = "The wall was bare, and the sea was calm."


def until_told(*people: Person, verb: str = "tell") -> tuple[Person, Person]:
    """Play until somebody tells what happens, in her own words; she, and the other."""
    for _ in range(60):
        now = people[0].client.table(people[0].table)["view"]["to_act"]
        person = next(each for each in people if each.seat in now)
        found = person.look()
        offers = [offer for point in found["view"]["points"] for offer in point["moves"]]
        if any(offer["verb"] == verb for offer in offers):
            return person, next(each for each in people if each is not person)
        person.client.act(
            person.table, "move", seat=person.seat, answers=found["asked"], move=offers[0]["move"]
        )
    raise AssertionError("nobody tells")


def words(person: Person) -> Locator:
    return person.page.get_by_role("textbox", name=person.say("tell.label"))


def reads(person: Person, text: str) -> None:
    """A telling stands in the saga beside the map."""
    with person.beside("saga") as saga:
        expect(saga).to_contain_text(text)


def test_a_draft_survives_and_is_told(guests: Guests) -> None:
    anna, ben = guests.two("shent", langs=("de", "en"))
    teller, listener = until_told(anna, ben)
    listener.come()
    teller.come()
    teller.press("tell")
    words(teller).press_sequentially(HALF)
    teller.page.reload()
    teller.press("tell")
    expect(words(teller)).to_have_value(HALF)
    words(teller).press("End")
    words(teller).press_sequentially(WHOLE.removeprefix(HALF))
    teller.button("tell.own").click()
    expect(words(teller)).to_have_count(0)
    for person in (teller, listener):
        reads(person, WHOLE)
    kept = teller.page.evaluate("Object.keys(localStorage).filter((key) => key.includes('draft'))")
    assert kept == []


def test_a_draft_follows_a_person_to_her_other_device(visit: Visitors, guests: Guests) -> None:
    """What is written on one is read on the other; what was told is gone on both."""
    anna, ben = guests.two("shent", langs=("de", "en"))
    teller, _ = until_told(anna, ben)
    become(teller.page, "Nuala", teller.lang)
    own = Browser(guests.server.address)
    own.http.cookies["cruachan"] = teller.client.key
    there = visit("desk", teller.lang)
    there.goto(f"/login#{own.link()}")
    there.get_by_role("button", name=teller.say("login.do", name="Nuala")).click()
    expect(there.get_by_role("link", name="Nuala")).to_be_visible()
    other = Person(there, teller.client, teller.table, teller.seat)
    for person in (teller, other):
        person.come()
        person.press("tell")
    words(teller).press_sequentially(HALF)
    named = re.sub("([A-Z])", r".\1", teller.table).lower()
    kept = f"draft.{named}_{teller.seat}_tell"
    teller.until(lambda: own.get("/me/settings")["settings"].get(kept, {}).get("text") == HALF)
    there.reload()
    other.press("tell")
    expect(words(other)).to_have_value(HALF)
    words(other).fill(WHOLE)
    other.button("tell.own").click()
    expect(words(other)).to_have_count(0)
    other.until(lambda: kept not in own.get("/me/settings")["settings"])


def test_what_was_told_is_veiled_and_told_anew(guests: Guests) -> None:
    anna, ben = guests.two("shent", sizes=("desk", "phone"))
    teller, listener = until_told(anna, ben)
    move(teller.client, teller.table, teller.seat or 0, "tell", WHOLE)
    teller.come()
    listener.come()
    for person in (teller, listener):
        person.logs(WHOLE)
        reads(person, WHOLE)
    listener.menu().get_by_role("button", name=listener.say("menu.veil")).click()
    for person in (teller, listener):
        with person.beside("log") as log:
            expect(log).not_to_contain_text(WHOLE)
            expect(log).to_contain_text(person.say("row.veil"))
        with person.beside("saga") as saga:
            expect(saga).not_to_contain_text(WHOLE)
        assert WHOLE not in person.page.content()
    expect(words(listener)).to_have_count(0)
    words(teller).fill(ANEW)
    teller.page.reload()
    expect(words(teller)).to_have_value(ANEW)
    teller.button("tell.own").click()
    expect(words(teller)).to_have_count(0)
    for person in (teller, listener):
        person.logs(ANEW)
        reads(person, ANEW)


def test_words_are_counted_and_never_cut_off(guests: Guests) -> None:
    """Near the bound one is warned, beyond it nothing is sent; paragraphs stay paragraphs."""
    anna, ben = guests.two("shent", langs=("de", "de"), sizes=("phone", "phone"))
    teller, listener = until_told(anna, ben)
    listener.come()
    teller.come()
    teller.press("tell")
    own, send = words(teller), teller.button("tell.own")
    own.fill("x" * 1900)
    expect(teller.page.get_by_text(teller.say("tell.near", n=100, most=2000))).to_be_visible()
    own.fill("x" * 2003)
    expect(own).to_have_value("x" * 2003)
    expect(teller.page.get_by_text(teller.say("tell.over", n=3, most=2000))).to_be_visible()
    expect(send).to_be_disabled()
    own.fill("Erst war es still.\n\nDann sang jemand.")
    send.click()
    listener.logs("Erst war es still.\n\nDann sang jemand.")
    with listener.beside("log") as log:
        expect(log).to_contain_text("sagt: „Erst war es still.")


def test_of_a_long_tale_the_beginning_passes_over_the_board(guests: Guests) -> None:
    """It hides neither the board nor its own end: who wants more of it looks into the log."""
    anna, ben = guests.two("shent", sizes=("phone", "phone"))
    teller, listener = until_told(anna, ben)
    tale = "\n\n".join([WHOLE * 5] * 6)
    move(teller.client, teller.table, teller.seat or 0, "tell", tale)
    listener.come()
    news = listener.page.locator(".news")
    expect(news).to_contain_text(HALF)
    expect(news).to_contain_text("…")
    nothing_cut(listener.page)
    board = listener.page.locator(".ground").bounding_box()
    over = news.bounding_box()
    assert board
    assert over
    assert over["height"] < board["height"] / 2
    listener.logs(tale)


def test_there_is_room_to_tell_on_a_phone(guests: Guests) -> None:
    teller, _ = until_told(*guests.two("shent", sizes=("phone", "phone")))
    teller.come()
    teller.press("tell")
    for part in (words(teller), teller.button("tell.own"), teller.button("tell.engine")):
        expect(part).to_be_in_viewport(ratio=1)


def test_a_step_that_lies_open_is_closed_with_the_question(guests: Guests) -> None:
    """What is asked next is shown from its first step, and so is what is asked again."""
    anna, _ = until_told(*guests.two("shent", sizes=("desk", "desk")), verb="declare")
    anna.come()
    cards = anna.page.locator(".deck .card-button")
    expect(cards).to_have_count(3)
    anna.pick()
    anna.is_asked()
    back = anna.button("choose.back")
    expect(back).to_have_count(0)
    cards.and_(anna.page.locator("[data-leads]")).first.click()
    expect(back).to_be_visible()
    assert cards.count() <= 8
    anna.button("turn.undo").click()
    expect(back).to_have_count(0)
    expect(cards).to_have_count(3)
