"""Two at one device: between their turns nothing of either's secrets is in the page."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from cruachan.engine.texts import Lang
from tests.page.tabling import Guests, Person
from tests.page.visiting import Size


def scouted(person: Person) -> str:
    """How the server tells her what she alone knows: the back of the land she scouted."""
    told: str = person.look()["rows"][-1]["told"]
    return told


def curtain_for(person: Person, name: str) -> None:
    expect(
        person.page.get_by_role("heading", name=person.say("curtain.title", name=name))
    ).to_be_visible()
    expect(person.page.get_by_role("tab")).to_have_count(0)


@pytest.mark.parametrize(("size", "lang"), [("phone", "de"), ("desk", "en")])
def test_a_curtain_hides_what_one_of_two_knows(guests: Guests, size: Size, lang: Lang) -> None:
    client = guests.client(lang)
    names = ["Anna", "Ben"]
    seats = [{"kind": "me", "name": name} for name in names]
    table = str(client.create("gallia", seats)["table"])
    client.act(table, "start")
    seat = client.table(table)["view"]["to_act"][0]
    here, there = names[seat], names[1 - seat]
    first = guests.before(client, table, seat, size).come()
    second = Person(first.page, client, table, 1 - seat)

    curtain_for(first, here)
    first.button("curtain.ready", name=here).click()
    first.pick("recruit 0")
    first.pick("scout Oro")
    first.until(lambda: scouted(first) != scouted(second))
    secret = scouted(first)
    first.logs(secret)
    first.button("curtain.pass", name=there).click()
    curtain_for(first, there)
    assert secret not in first.page.content()
    first.page.reload()
    curtain_for(first, there)
    assert secret not in first.page.content()

    second.button("curtain.ready", name=there).click()
    with second.beside("log") as log:
        expect(log).to_contain_text(scouted(second))
        assert secret not in second.page.content()
    second.pick("recruit 0")
    second.pick("scout none")
    second.button("curtain.pass", name=here).click()
    curtain_for(second, here)
    second.button("curtain.ready", name=here).click()
    first.logs(secret)


@pytest.mark.parametrize(("size", "lang"), [("phone", "de")])
def test_at_an_open_table_the_curtain_falls_only_before_hands(
    guests: Guests, size: Size, lang: Lang
) -> None:
    """Who needs no secret to answer is asked before all eyes, and sees none of her own."""
    client = guests.client(lang)
    names = ["Anna", "Ben"]
    seats = [{"kind": "me", "name": name} for name in names]
    made = client.create("shent", seats, board="sirren", options={"open": "yes"})
    table = str(made["table"])
    client.act(table, "start")
    first = client.table(table)["view"]["to_act"][0]
    person = guests.before(client, table, first, size).come()
    other = Person(person.page, client, table, 1 - first)
    title = person.page.get_by_role("heading", name=person.say("curtain.title", name=""))
    person.pick("element naur")
    other.pick("element nen")
    other.pick()
    expect(title).to_have_count(0)
    person.pick()
    person.until(lambda: bool(person.look()["view"]["players"][first]["hand"]))
    waited = client.table(table)["view"]["to_act"]
    assert sorted(waited) == [0, 1], "both lay the first stone of their goals"
    curtain_for(person, names[first])
    person.button("curtain.ready", name=names[first]).click()
    person.is_asked()


def test_a_draft_stays_with_whoever_wrote_it(guests: Guests) -> None:
    """What one of two began to write is not in the page when the other looks, in no box either."""
    client = guests.client("de")
    table = str(
        client.create("shent", [{"kind": "me", "name": n} for n in ("Anna", "Ben")])["table"]
    )
    client.act(table, "start")

    def offers() -> tuple[int, int, list[dict[str, Any]]]:
        seat = client.table(table)["view"]["to_act"][0]
        found = client.table(table, seat=seat)
        return seat, found["asked"], [m for p in found["view"]["points"] for m in p["moves"]]

    def go_on() -> None:
        seat, asked, moves = offers()
        plain = [move for move in moves if not move["needs"] and not move["aside"]]
        client.act(table, "move", seat=seat, answers=asked, move=plain[0]["move"])

    while not any(move["verb"] == "tell" for move in offers()[2]):
        go_on()
    writer = offers()[0]
    first = guests.before(client, table, writer, "phone").come()
    names = ("Anna", "Ben")
    first.button("curtain.ready", name=names[writer]).click()
    first.press("tell")
    box = first.page.get_by_role("textbox", name=first.say("tell.label"))
    box.fill("Das weiß nur ich.")
    while offers()[0] == writer:
        go_on()
    other = names[1 - writer]
    expect(box).to_have_count(0)
    for _ in range(2):
        shown = first.page.evaluate(
            "document.body.innerHTML + [...document.querySelectorAll('textarea, input')]"
            ".map((box) => box.value).join()"
        )
        assert "Das weiß nur ich" not in shown
        ready = first.button("curtain.ready", name=other).or_(
            first.button("curtain.pass", name=other)
        )
        if ready.count():
            ready.first.click()
