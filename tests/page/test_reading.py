"""Steps of a first game on a phone: one thing at a time, read from its beginning."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.page.tabling import Guests


def scrolled(page: Page) -> float:
    """How far down what is asked has been read."""
    return float(page.locator(".ask .scroll").evaluate("e => e.scrollTop"))


def test_steps_of_a_lesson_on_a_phone(guests: Guests) -> None:
    client = guests.client()
    table = str(client.create("shent", [], lesson=True)["table"])
    anna = guests.before(client, table, 0, "phone").come()
    page = anna.page
    step = page.get_by_role("region", name=anna.say("lesson.title"))
    expect(step).to_contain_text(anna.say("lesson.step", step=1, of=19))
    page.locator(".deck button").last.scroll_into_view_if_needed()
    page.locator(".deck .wanted").click()
    expect(step).to_contain_text(anna.say("lesson.step", step=2, of=19))
    anna.until(lambda: scrolled(page) == 0)

    wanted = page.locator(".deck .wanted")
    expect(wanted).to_have_count(1)
    wanted.click()
    expect(wanted).to_contain_text("Mistwater")


def test_what_lies_beside_the_board_is_read_from_its_beginning(guests: Guests) -> None:
    client = guests.client()
    table = str(client.create("shent", [], lesson=True)["table"])
    anna = guests.before(client, table, 0, "phone").come()
    panel = anna.page.get_by_role("tabpanel")

    def tab(name: str) -> None:
        anna.page.get_by_role("tab", name=anna.say(f"side.{name}")).click()

    tab("words")
    panel.get_by_role("definition").last.scroll_into_view_if_needed()
    assert panel.evaluate("e => e.scrollTop") > 0
    tab("seats")
    anna.until(lambda: panel.evaluate("e => e.scrollTop") == 0)
