"""Choices as cards on the page: step by step, on the map too, and no question without a choice."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.page.tabling import Guests, Person
from tests.page.test_telling import words

OWN = "Nobody had asked the rain, and yet it came."


def until(people: tuple[Person, Person], found: Any) -> Person:
    """Play until somebody's view is so; she."""
    for _ in range(400):
        now = people[0].client.table(people[0].table)["view"]["to_act"]
        person = next(each for each in people if each.seat in now)
        seen = person.look()
        if found(seen["view"]):
            return person
        moves = [move for point in seen["view"]["points"] for move in point["moves"]]
        first = min((m for m in moves if not m["needs"]), key=lambda move: move["order"])
        person.client.act(
            person.table, "move", seat=person.seat, answers=seen["asked"], move=first["move"]
        )
    raise AssertionError("it does not come to that")


def test_the_only_move_is_made_without_a_question(guests: Guests) -> None:
    """After it has been taken back it is asked for."""
    person = until(guests.two("shent"), lambda view: len(view["deck"]) == 1)
    plies = person.look()["table"]["plies"]
    person.come()
    person.until(lambda: bool(person.look()["table"]["plies"] > plies))
    moves = person.page.locator(".deck .card-button:not(.quiet)")
    person.until(lambda: moves.count() != 1)


def test_own_words_take_the_place_of_the_line_that_would_be_told(guests: Guests) -> None:
    people = guests.two("shent", langs=("de", "en"))
    teller = until(people, lambda view: view["asked"]["kind"] == "event_read")
    deck = teller.look()["view"]["deck"]
    card = next(each for each in deck if each["move"] and each["story"])
    teller.come()
    expect(teller.page.locator(".banner")).to_have_text(teller.look()["view"]["banner"])
    assert teller.page.locator(".deck .card-button").count() <= 8
    teller.press(card["move"])
    line = teller.page.locator(".telling .line")
    expect(line).to_have_text(card["story"])
    words(teller).fill(OWN)
    expect(line).to_have_count(0)
    expect(words(teller)).to_have_value(OWN)


def test_a_figure_is_tapped_then_a_land(guests: Guests) -> None:
    """No menu covers the map."""
    person = until(guests.two("shent"), lambda view: view["asked"]["kind"] == "turn_move")
    person.come()
    person.is_asked()
    deck = person.look()["view"]["deck"]
    figures = [card for card in deck if card["at"].startswith("piece:") and not card["move"]]
    if figures:
        person.page.locator(f'[data-card="{figures[0]["id"]}"]').click()
        expect(person.button("choose.back")).to_be_visible()
    lands = person.page.locator('.deck [data-at^="land:"]')
    expect(lands.first).to_be_visible()
    place = str(lands.first.get_attribute("data-at"))
    plies = person.look()["table"]["plies"]
    person.page.locator(f'[id="{place}"]').first.click()
    expect(person.page.locator(".menu")).to_have_count(0)
    person.until(lambda: bool(person.look()["table"]["plies"] > plies))


SEEN = """element => {
    const box = element.getBoundingClientRect();
    const middle = box.left + box.width / 2;
    const at = part => document.elementFromPoint(middle, box.top + box.height * part);
    return [0.2, 0.5, 0.8].every(part => element.contains(at(part)));
}"""
"""Whether nothing lies on an element, and all of it is on the screen."""


def in_sight(person: Person, what: str) -> list[bool]:
    """Of each element that a selector finds, whether it is in sight as it stands."""
    return [bool(each.evaluate(SEEN)) for each in person.page.locator(what).all()]


def test_on_a_phone_all_answers_are_in_sight_and_none_is_in_the_bar(guests: Guests) -> None:
    people = guests.two("shent", sizes=("phone", "phone"), langs=("de", "de"))
    asked = until(
        people,
        lambda view: (
            view["asked"]["kind"] == "event_answer"
            and len(view["prompt"]) > 150
            and sum(not card["under"] for card in view["deck"]) == 2
        ),
    )
    asked.come()
    asked.until(lambda: in_sight(asked, ".deck .card-button") == [True, True])
    assert asked.page.locator(".commands .end button").count() == 0


def test_on_a_phone_nothing_lies_on_the_field_for_words(guests: Guests) -> None:
    people = guests.two("shent", sizes=("phone", "phone"), langs=("de", "de"))
    teller = until(people, lambda view: view["asked"]["kind"] == "event_read")
    deck = teller.look()["view"]["deck"]
    card = next(each for each in deck if each["move"] and each["story"])
    teller.come()
    teller.press(card["move"])
    words(teller).fill(f"{OWN} {OWN}")
    row = ".telling .row button:visible"
    teller.until(lambda: in_sight(teller, f"#words, {row}") == [True] * 4)
    assert True not in in_sight(teller, ".zooms button")
