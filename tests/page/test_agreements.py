"""An agreement of two is worded, answered and read on the page; its draft is its author's alone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.tabling import Guests, Person
from tests.page.test_telling import until_told, words

SAID = "Three summers of peace, and the ford stays open."


def name_of(person: Person) -> str:
    """Her name at the table: the lot decides which of the two proposes."""
    return str(person.look()["table"]["seats"][person.seat or 0]["name"])


@pytest.fixture
def two(guests: Guests) -> tuple[Person, Person]:
    """Who proposes a truce of three rounds, on a phone in German or at a desk, and the other."""
    people = guests.two("shent", ("phone", "desk"), ("de", "en"), options={"agreements": "yes"})
    anna, ben = until_told(*people, verb="treat")
    ben.come()
    anna.come()
    anna.pick(f"treat {'ab'[ben.seat or 0]}")
    anna.pick("truce 3")
    assert "truce" not in str(ben.look()["view"]), "a draft is its author's alone"
    anna.press("offer")
    words(anna).fill(SAID)
    anna.button("tell.own").click()
    ben.is_asked()
    expect(ben.page.get_by_role("main")).to_contain_text(SAID)
    return anna, ben


def test_a_truce_is_accepted_and_all_read_it(two: tuple[Person, Person]) -> None:
    anna, ben = two
    ben.pick("accept")
    for person in two:
        person.logs(SAID)
        stands, *_ = person.look()["view"]["pacts"]
        with person.beside("seats") as seats:
            expect(seats).to_contain_text(stands["text"])
    anna.is_asked()


def test_what_is_declined_stands_nowhere_and_says_so_until_it_is_read(
    two: tuple[Person, Person],
) -> None:
    anna, ben = two
    ben.pick("decline")
    anna.is_asked()
    assert [person.look()["view"]["pacts"] for person in two] == [[], []]
    outcome = anna.page.locator(".outcome")
    expect(outcome).to_contain_text(name_of(ben))
    anna.page.reload()
    expect(outcome).to_contain_text(name_of(ben))
    anna.button("outcome.read").click()
    expect(outcome).to_have_count(0)
    anna.page.reload()
    anna.is_asked()
    expect(outcome).to_have_count(0)


def test_a_counter_offer_has_two_columns(two: tuple[Person, Person]) -> None:
    """What was proposed from the other side, with a promise in own words."""
    _, ben = two
    ben.pick("amend")
    sides = [ben.page.locator(f'.deck [data-kind="{side}"]') for side in ("left", "right")]
    boxes: list[Any] = [side.bounding_box() for side in sides]
    left, right = boxes
    assert left["y"] == right["y"]
    assert left["x"] + left["width"] <= right["x"]
    ben.press("pledge 3")
    words(ben).fill(SAID)
    ben.button("tell.own").click()
    expect(sides[0]).to_contain_text(
        {"en": "promise", "de": "versprech"}[ben.lang], ignore_case=True
    )
    ben.pick("pass")
