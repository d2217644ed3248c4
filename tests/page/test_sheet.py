"""SHENT on a phone: every answer is in sight, and whoever writes sees what she writes."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.tabling import Guests, Person
from tests.page.test_telling import until_told, words
from tests.page.visiting import Size

HIDDEN = """() => {
    const found = [], room = document.querySelector('.ask .scroll').getBoundingClientRect();
    const cards = [...document.querySelectorAll('.deck .card-button')];
    const whole = cards.map((each) => each.getBoundingClientRect())
        .filter((box) => box.top >= room.top - 1 && box.bottom <= room.bottom + 1).length;
    if (whole < Math.min(2, cards.length)) found.push(`${whole} of ${cards.length} cards`);
    const prompt = document.getElementById('prompt').getBoundingClientRect();
    if (prompt.top < room.top || prompt.bottom > room.bottom) found.push('the question');
    for (const button of document.querySelectorAll('.ask button'))
        if (button.checkVisibility() && button.scrollWidth > button.clientWidth + 1)
            found.push(`the words of ${button.textContent}`);
    return found;
}"""
"""What is not wholly in sight of a question and its first two answers."""

WASTED = """() => {
    const sheet = document.querySelector('.ask').getBoundingClientRect();
    const floor = document.querySelector('.ground').getBoundingClientRect();
    const room = document.querySelector('.ask .scroll'), end = room.getBoundingClientRect().bottom;
    const used = Math.max(...[...room.children].map((each) => each.getBoundingClientRect().bottom));
    return sheet.top < floor.bottom - 1 ? end - used : 0;
}"""
"""How many pixels of a sheet that covers the map show nothing."""

UNSEEN = """() => {
    const sheet = document.querySelector('.ask').getBoundingClientRect();
    const floor = document.querySelector('.ground').getBoundingClientRect();
    const named = [...document.querySelectorAll('#prompt .place')].map((each) => each.textContent);
    return named.filter((name) => {
        const lands = [...document.querySelectorAll('.field g[id^="land:"]')];
        const called = (each) => each.querySelector('title')?.textContent ?? '';
        const land = lands.find((each) => called(each).startsWith(name));
        const box = land?.querySelector('path, polygon')?.getBoundingClientRect();
        if (!box) return false;
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        return x < 0 || x > innerWidth || y < floor.top || y > Math.min(sheet.top, floor.bottom);
    });
}"""
"""The lands of a question that lie out of sight."""
OUTSIDE = """() => {
    const floor = document.querySelector('.ground').getBoundingClientRect();
    const sheet = document.querySelector('.ask').getBoundingClientRect();
    const low = sheet.left < floor.right ? Math.min(sheet.top, floor.bottom) : floor.bottom;
    const boxes = [...document.querySelectorAll('.zooms button')]
        .map((each) => each.getBoundingClientRect());
    return boxes.filter((box) => box.top < floor.top - 1 || box.bottom > low + 1).length;
}"""
"""How many buttons of the map lie elsewhere than on the part of it that is free."""
MOST_WASTED = 24
"""Pixels around what is shown."""


def decide(person: Person, found: dict[str, Any], number: int) -> None:
    """Make one of the moves of the moment, another each time."""
    offers = [offer for point in found["view"]["points"] for offer in point["moves"]]
    moves = [each for each in offers if not each["aside"] and not each["needs"]] or offers
    move = moves[number * 7 % len(moves)]["move"]
    person.client.act(person.table, "move", seat=person.seat, answers=found["asked"], move=move)


def test_the_answers_to_every_question_are_in_sight(guests: Guests) -> None:
    """A question, whoever's turn it is, and two answers at least, whole; no words run out.

    The sheet covers no more of the map than it fills, and the lands of the question lie in sight.
    """
    people = guests.two("shent", langs=("de", "en"), sizes=("phone", "phone"))
    anna, _ = people
    anna.come()
    seen: set[str] = set()
    for number in range(120):
        acting = anna.client.table(anna.table)["view"]["to_act"]
        person = next((each for each in people if each.seat in acting), None)
        if person is None:
            continue
        found = person.look()
        view, kind = found["view"], found["view"]["asked"]["kind"]
        if person is anna and kind not in seen:
            seen.add(kind)
            decision = f"{found['asked']} {found['table']['plies']}"
            asked = anna.page.locator(f'.choices[data-decision="{decision}"]')
            expect(asked.locator(".deck, .alone").first).to_be_visible()
            hidden = anna.page.evaluate(HIDDEN)
            assert not hidden, (kind, hidden)
            anna.until(lambda: anna.page.evaluate(WASTED) <= MOST_WASTED)
            anna.until(lambda: not anna.page.evaluate(UNSEEN))
            anna.until(lambda: not anna.page.evaluate(OUTSIDE))
            if kind == "event_read":
                name = view["players"][view["turn"]]["name"]
                turn = anna.page.locator(".line .turn")
                expect(turn).to_contain_text(anna.say("turn.tell", name=name))
        decide(person, found, number)
        if len(seen) >= 12:
            break
    assert len(seen) >= 8


def test_a_keyboard_leaves_the_field_and_its_buttons(guests: Guests) -> None:
    """What is typed lies whole above the keyboard, with what tells it, and once only."""
    teller, _ = until_told(*guests.two("shent", sizes=("phone", "phone")))
    teller.come()
    teller.press("tell")
    field = words(teller)
    expect(field).to_be_focused()
    teller.page.set_viewport_size({"width": 390, "height": 480})
    tale = "A grey gull sat on the wall.\nIt said nothing.\nSo did we."
    field.fill(tale)
    for part in (field, teller.button("tell.own"), teller.button("tell.engine")):
        expect(part).to_be_in_viewport(ratio=1)
    box, row = field.bounding_box(), teller.page.locator("section.telling .row").bounding_box()
    assert box
    assert row
    assert box["y"] + box["height"] <= row["y"] + 1
    told = teller.page.locator("section.telling").get_by_text("A grey gull")
    expect(told).to_have_count(0)
    expect(teller.page.locator(".foot")).to_be_hidden()


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_the_buttons_of_the_map_lie_on_the_map(guests: Guests, size: Size) -> None:
    """On the part that is free; not on what is told above it, and nowhere while somebody writes."""
    teller, _ = until_told(*guests.two("shent", sizes=(size, "phone")))
    teller.come()
    expect(teller.page.locator(".zooms button").first).to_be_visible()
    teller.until(lambda: not teller.page.evaluate(OUTSIDE))
    teller.press("tell")
    expect(words(teller)).to_be_focused()
    language = teller.page.locator("header").get_by_role("button").last
    language.click(trial=True, timeout=2000)


def test_no_notation_is_asked_for_beside_cards(guests: Guests) -> None:
    """The field for typed moves stands nowhere near the story."""
    anna, _ = until_told(*guests.two("shent", sizes=("phone", "desk")))
    anna.come()
    anna.is_asked()
    expect(anna.page.get_by_role("textbox", name=anna.say("typed.label"))).to_have_count(0)
