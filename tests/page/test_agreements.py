"""An agreement of two is worded, answered and read on the page; its draft is its author's alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.page.tabling import Guests, Person
from tests.page.test_telling import until_told, words

SAID = "Three summers of peace, and the ford stays open."


@pytest.fixture
def two(guests: Guests) -> tuple[Person, Person]:
    """Who proposes a truce of three rounds, on a phone in German or at a desk, and the other."""
    people = guests.two("shent", ("phone", "desk"), ("de", "en"), options={"agreements": "yes"})
    anna, ben = until_told(*people, verb="treat")
    ben.come()
    anna.come()
    anna.page.get_by_text(anna.say("choose.aside"), exact=True).click()
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


def test_what_is_declined_stands_nowhere(two: tuple[Person, Person]) -> None:
    anna, ben = two
    ben.pick("decline")
    anna.is_asked()
    assert [person.look()["view"]["pacts"] for person in two] == [[], []]
