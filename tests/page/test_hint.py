"""Advice at a table: it is shown on the board, says what it brings, and asks before it plays."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from cruachan.engine.texts import Lang
from tests.page.looking import all_well
from tests.page.playing import SPOT, Hand, table_for
from tests.page.tabling import Guests
from tests.page.test_telling import until_told, words
from tests.page.visiting import Size, Visitors
from tests.server.running import Running


@pytest.mark.parametrize(
    ("size", "lang", "ask", "said"),
    [
        ("phone", "de", "Tipp", r"Du gewinnst etwa \d+\s% solcher Partien"),
        ("desk", "en", "Hint", r"You win about \d+% of such games"),
    ],
)
def test_a_hint_explains_itself(
    visit: Visitors, server: Running, size: Size, lang: Lang, ask: str, said: str
) -> None:
    anna = server.client()
    table = table_for(anna, "cambria", 1)
    page = visit(size, lang, key=anna.key)
    page.goto(f"/t/{table}")
    asks = page.get_by_role("button", name=ask, exact=True)
    expect(asks).to_be_enabled()
    lay = asks.bounding_box()
    asks.click()
    card = page.locator(".advices")
    expect(card.locator(".why")).not_to_be_empty()
    assert asks.bounding_box() == lay, "the button lies where it lay"
    expect(page.locator(".field .ghosts > *")).not_to_have_count(0)
    faces = page.locator('.field .ghosts use[href^="#die-"]')
    assert faces.count() == 0, "no die lies on another"
    numbers = card.locator("details")
    expect(card.get_by_text(re.compile(said))).to_be_hidden()
    numbers.locator("summary").click()
    expect(card).to_contain_text(re.compile(said))
    expect(card.locator("meter")).to_have_count(2)
    expect(numbers.locator("li").first).to_contain_text(re.compile(r"\d+\s?%.* \d+\s?%"))
    all_well(page)
    before = anna.table(table, seat=0)["table"]["plies"]
    card.locator(".advice > button:not(.play)").nth(1).click()
    assert anna.table(table, seat=0)["table"]["plies"] == before
    card.locator(".play").click()
    expect(card).to_have_count(0)
    assert anna.table(table, seat=0)["table"]["plies"] > before


def test_a_tap_on_the_board_has_the_place_of_the_hint(visit: Visitors, server: Running) -> None:
    """The hint stayed, and what was tapped could not be seen: nor that a second tap plays it."""
    anna = server.client()
    table = table_for(anna, "hibernia", 2)
    page = visit("phone", key=anna.key, confirm=True)
    page.goto(f"/t/{table}")
    assert Hand(page, seed=1, taps=False).wait()
    page.get_by_role("button", name="Hint", exact=True).click()
    card = page.locator(".advices")
    expect(card).to_be_visible()
    points = anna.table(table, seat=0)["view"]["points"]
    spots = [page.evaluate(SPOT, point["id"]) for point in points if ":" in point["id"]]
    page.touchscreen.tap(*next(spot for spot in spots if spot))
    expect(card).to_have_count(0)
    offer = page.locator(".opened .offer > button").first
    expect(offer).to_be_in_viewport(ratio=1)
    filled = "(button) => getComputedStyle(button).backgroundColor"
    sheet = "() => getComputedStyle(document.querySelector('.opened')).backgroundColor"
    assert offer.evaluate(filled) != page.evaluate(sheet), "it looks like a button"
    expect(offer).to_have_class(re.compile(r"\bmain\b"))


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_a_hint_that_is_told_in_words_leaves_the_field_for_them(guests: Guests, size: Size) -> None:
    """Playing the move opens the field, with all that tells it in sight; the hint is gone."""
    teller, _ = until_told(*guests.two("shent", sizes=(size, size), hints=True))
    teller.come()
    teller.is_asked()
    teller.button("hint.ask").click()
    play = teller.button("hint.play")
    expect(play.first).to_be_visible()
    play.first.click()
    telling = teller.page.locator("section.telling")
    expect(telling).to_be_visible()
    expect(teller.page.locator(".advices")).to_have_count(0)
    for part in (words(teller), teller.button("tell.engine"), teller.button("tell.other")):
        expect(part).to_be_in_viewport(ratio=1)
    low = words(teller).bounding_box()
    tells = teller.button("tell.engine").bounding_box()
    assert low
    assert tells
    assert low["y"] + low["height"] <= tells["y"], "nothing lies over the field"
    teller.button("tell.engine").click()
    expect(telling).to_have_count(0)


def test_an_effect_at_a_place_keeps_its_name_while_it_is_told(guests: Guests) -> None:
    """The name of a place alone does not say what happens there."""
    anna, ben = guests.two("shent", sizes=("desk", "desk"))
    for _ in range(200):
        now = anna.client.table(anna.table)["view"]["to_act"]
        person = next(each for each in (anna, ben) if each.seat in now)
        found = person.look()
        deck = found["view"].get("deck") or []
        tells = [
            offer["text"]
            for point in found["view"]["points"]
            for offer in point["moves"]
            if offer["tell"]
        ]
        above = {card["id"]: card["label"] for card in deck}
        at = next(
            (c for c in deck if c["kind"] == "place" and c["move"] in tells and c["under"]), None
        )
        if at:
            break
        offers = [offer for point in found["view"]["points"] for offer in point["moves"]]
        move = next(offer["move"] for offer in offers if not offer["needs"])
        person.client.act(person.table, "move", seat=person.seat, answers=found["asked"], move=move)
    else:
        pytest.fail("nothing is told of a place")
    person.come()
    person.press(at["move"])
    heading = person.page.locator("section.telling h3")
    expect(heading).to_contain_text(above[at["under"]])
    expect(heading).to_contain_text(at["label"])
