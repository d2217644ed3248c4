"""What cannot be done is refused with its reason, and the rule opens in place."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from cruachan.engine.texts import Lang
from tests.page.tabling import Guests, Person
from tests.page.visiting import Size


def far_off(person: Person) -> tuple[str, str]:
    """A place at which nothing can be done now: its id, and what one types to march there."""
    possible = {point["id"] for point in person.look()["view"]["points"]}
    every = person.client.get("/games/hibernia/still")
    for part in every.split('id="county:')[1:]:
        id_ = part.split('"')[0]
        if f"county:{id_}" not in possible:
            return f"county:{id_}", id_
    raise AssertionError("everything is possible")


def reasoned(said: Locator, reason: dict[str, str]) -> None:
    """A reason is told, and its rule opens in place."""
    expect(said).to_contain_text(reason["text"])
    rule = said.get_by_text(reason["rule_text"])
    expect(rule).to_be_hidden()
    said.get_by_role("group").get_by_text(reason["rule"]).click()
    expect(rule).to_be_visible()


@pytest.mark.parametrize(("size", "lang"), [("phone", "en"), ("desk", "de")])
def test_an_impossible_place_and_an_impossible_move(guests: Guests, size: Size, lang: Lang) -> None:
    client = guests.client(lang)
    names = ("Anna", "Ben", "Cy")
    seats = [{"kind": "me", "name": name} for name in names]
    table = str(client.create("hibernia", seats)["table"])
    client.act(table, "start")
    next(said for said in client.listen(table) if said["view"]["to_act"])
    seat = client.table(table)["view"]["to_act"][0]
    anna = guests.before(client, table, seat, size, ("422",)).come()
    anna.is_asked()
    place, county = far_off(anna)

    def why(**what: object) -> dict[str, str]:
        found: dict[str, str] = client.post(f"/tables/{table}/why", {"seat": seat, **what})
        return found

    told = why(place=place)["text"]
    assert not any(name in told for name in names), "whoever asks is spoken to"
    anna.page.locator(f'[id="{place}"]').first.click()
    if size == "phone":
        reasoned(anna.page.get_by_role("main").get_by_role("status"), why(place=place))
    else:
        dialog = anna.page.get_by_role("dialog", name=anna.say("why.title"))
        reasoned(dialog, why(place=place))
        dialog.get_by_role("button", name=anna.say("menu.close")).click()

    anna.type(f"? march {county} wild")
    reasoned(anna.page.get_by_role("main").get_by_role("status"), why(text=f"march {county} wild"))
    anna.type(f"march {county} wild")
    refused = anna.page.get_by_role("main").get_by_role("alert")
    reasoned(refused, why(text=f"march {county} wild"))
    expect(anna.page.get_by_role("main").get_by_role("status")).to_have_count(0)
    box = anna.page.get_by_role("textbox", name=anna.say("typed.label"))
    expect(box).to_have_value(f"march {county} wild")
    anna.pick()
    expect(refused).to_have_count(0)
    anna.unfold_to(box)
    expect(box).to_have_value("")
