"""Two at one device: between their turns nothing of either's secrets is in the page."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from cruachan.engine.texts import Lang
from cruachan.server.client import Client
from tests.page.tabling import Guests, Person, move
from tests.page.visiting import Size

NAMES = ("Anna", "Ben")


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
    with person.page.expect_response("**/saga?*") as told, person.beside("saga"):
        assert "seat=" not in told.value.url, "a story before all eyes has nobody's secrets"
    person.pick()
    person.until(lambda: bool(person.look()["view"]["players"][first]["hand"]))
    # Both lay the first stone of their goals, once all have drawn.
    person.until(lambda: sorted(client.table(table)["view"]["to_act"]) == [0, 1])
    curtain_for(person, names[first])
    person.button("curtain.ready", name=names[first]).click()
    person.is_asked()


def test_a_draft_stays_with_whoever_wrote_it(guests: Guests) -> None:
    """What one of two began to write is not in the page when the other looks, in no box either."""
    client = guests.client("de")
    table = str(client.create("shent", [{"kind": "me", "name": n} for n in NAMES])["table"])
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
    first.button("curtain.ready", name=NAMES[writer]).click()
    first.press("tell")
    box = first.page.get_by_role("textbox", name=first.say("tell.label"))
    box.fill("Das weiß nur ich.")
    while offers()[0] == writer:
        go_on()
    other = NAMES[1 - writer]
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


def one_knows(client: Client) -> tuple[str, int, str]:
    """A table of two at one device: the seat that is asked, and what it alone knows."""
    seats = [{"kind": "me", "name": name} for name in NAMES]
    table = str(client.create("gallia", seats)["table"])
    client.act(table, "start")
    seat = int(client.table(table)["view"]["to_act"][0])
    for each, text in (
        (seat, "recruit 0"),
        (seat, "scout Oro"),
        (1 - seat, "recruit 0"),
        (1 - seat, "scout none"),
    ):
        move(client, table, each, text)
        if text == "scout Oro":
            secret = str(client.table(table, seat)["rows"][-1]["told"])
    return table, seat, secret


def test_a_curtain_falls_before_another_one_s_eyes(guests: Guests) -> None:
    """Whoever has the device cannot look through the other's eyes from the menu."""
    client = guests.client()
    table, seat, secret = one_knows(client)
    other = Person(guests.before(client, table, seat).come().page, client, table, 1 - seat)
    here, there = NAMES[1 - seat], NAMES[seat]
    curtain_for(other, there)
    other.button("curtain.ready", name=there).click()
    other.logs(secret)
    other.menu().get_by_role("button", name=here, exact=True).click()
    curtain_for(other, here)
    assert secret not in other.page.content()
    other.button("curtain.ready", name=here).click()
    other.logs(scouted(other))
    assert secret not in other.page.content()
    other.menu().get_by_role("button", name=there, exact=True).click()
    curtain_for(other, there)
    assert secret not in other.page.content()
    other.button("curtain.ready", name=there).click()
    other.logs(secret)


def test_a_replay_shows_a_shared_device_what_all_may_see(guests: Guests) -> None:
    client = guests.client("de")
    table, seat, secret = one_knows(client)
    person = guests.before(client, table, seat, "phone")
    ply = client.table(table)["table"]["plies"]
    page = person.come(f"/replay?ply={ply - 2}").page
    eyes = page.get_by_role("combobox", name=person.say("replay.eyes"))
    expect(eyes).to_have_value("null")
    expect(page.get_by_role("slider")).to_be_visible()
    assert secret not in page.content()
    eyes.select_option(NAMES[seat])
    title = person.say("curtain.title", name=NAMES[seat])
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    assert secret not in page.content()
    person.button("curtain.ready", name=NAMES[seat]).click()
    expect(page.get_by_text(secret).first).to_be_visible()
    eyes.select_option(NAMES[1 - seat])
    expect(page.get_by_text(secret)).to_have_count(0)
    assert secret not in page.content()


def test_a_story_on_a_shared_device_is_what_all_may_know(guests: Guests) -> None:
    client = guests.client()
    seats = [{"kind": "me", "name": name} for name in NAMES]
    table = str(client.create("shent", seats, board="sirren")["table"])
    client.act(table, "start")
    person = guests.before(client, table, 0)
    with person.page.expect_response("**/saga?*") as told:
        person.come("/saga")
    assert "seat=" not in told.value.url
    assert told.value.ok
