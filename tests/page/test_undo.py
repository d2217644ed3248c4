"""Taking back: at once within the game's own limits, beyond them when everybody agrees."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.page.tabling import Guests, Person, move


def told(person: Person, text: str) -> str:
    """How a move was told to somebody."""
    rows: list[dict[str, Any]] = person.look()["rows"]
    return str(next(row["told"] for row in rows if row.get("text") == text))


def struck(person: Person, text: str) -> None:
    """A move is struck through in the log that she sees."""
    with person.beside("log") as log:
        gone = log.get_by_role("deletion").filter(has_text=told(person, text))
        expect(gone).to_be_visible()


def test_a_move_is_taken_back_within_the_limits(guests: Guests) -> None:
    first, second = guests.two("gallia", langs=("de", "en"))
    first.come()
    second.come()
    first.pick("recruit 1")
    first.button("turn.undo").click()
    for person in (first, second):
        struck(person, "recruit 1")
    expect(first.button("turn.ask_undo")).to_be_hidden()
    first.pick("recruit 2")
    expect(first.button("turn.undo")).to_be_visible()


def test_beyond_the_limits_the_other_is_asked(guests: Guests) -> None:
    first, second = guests.two("gallia", sizes=("desk", "phone"))
    for person in (first, second):
        move(person.client, person.table, person.seat or 0, "recruit 0")
        move(person.client, person.table, person.seat or 0, "scout none")
    first.come()
    second.come()
    name = first.look()["table"]["seats"][first.seat]["name"]
    question = second.page.get_by_text(second.say("undo.asks", name=name))

    first.button("turn.ask_undo").click()
    expect(question).to_be_visible()
    expect(first.page.get_by_text(first.say("undo.asked"))).to_be_visible()
    second.button("undo.no").click()
    expect(question).to_be_hidden()
    other = first.look()["table"]["seats"][second.seat]["name"]
    expect(first.page.get_by_text(first.say("undo.refused", name=other))).to_be_visible()
    first.logs(first.say("row.answer.no", name=other))
    expect(first.page.get_by_role("deletion")).to_have_count(0)

    first.button("turn.ask_undo").click()
    second.button("undo.yes").click()
    for person in (first, second):
        struck(person, "scout none")
    first.is_asked()
