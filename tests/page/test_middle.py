"""A screen in the middle of the table, and two phones around it."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.page.looking import nothing_cut
from tests.page.tabling import Guests, Person


def last_told(person: Person) -> str:
    return str(person.look()["rows"][-1]["told"])


def test_the_middle_follows_and_knows_no_secret(guests: Guests) -> None:
    first, second = guests.two("gallia", sizes=("phone", "phone"))
    first.come()
    second.come()
    link = first.menu().get_by_role("link", name=first.say("menu.middle"))
    expect(link).to_have_attribute("href", f"/t/{first.table}/middle")
    first.button("menu.close").click()
    middle = guests.before(first.client, first.table, None).come("/middle")
    expect(middle.page.get_by_text(middle.look()["view"]["prompt"])).to_be_visible()

    first.pick("recruit 0")
    first.pick("scout Oro")
    first.logs(last_told(first))
    expect(middle.page.get_by_text(last_told(middle))).to_be_visible()
    assert last_told(first) != last_told(middle)
    assert last_told(first) not in middle.page.content()
    second.pick("recruit 1")
    expect(middle.page.get_by_text(last_told(middle))).to_be_visible()
    expect(middle.page.get_by_role("textbox")).to_have_count(0)
    gone = last_told(middle)
    second.button("turn.undo").click()
    expect(middle.page.get_by_text(gone)).to_have_count(0)
    sheets = first.client.get(f"/tables/{first.table}", seat=first.seat, pieces=True)["sheets"]
    secret = [e["value"] for sheet in sheets if sheet["own"] for e in sheet["entries"]][-1]
    with first.beside("seats") as seats:
        expect(seats).to_contain_text(secret)
    assert secret not in middle.page.content()


def test_a_phone_holds_hand_and_choices_while_the_board_lies_elsewhere(guests: Guests) -> None:
    first, _ = guests.two("gallia", sizes=("phone", "phone"))
    first.come("?hand")
    hand = first.page.locator("#hand")
    expect(hand).to_be_visible()
    board = first.page.locator(".ground")
    box = board.bounding_box()
    assert box is not None
    assert box["width"] <= 1
    first.pick("recruit 0")
    nothing_cut(first.page)
    first.button("hand.board").click()
    expect(hand).to_have_count(0)
    box = board.bounding_box()
    assert box is not None
    assert box["width"] > 300
