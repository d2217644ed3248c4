"""The story beside the map keeps up with the table: it is asked for when something happens."""

from __future__ import annotations

from playwright.sync_api import Request, expect

from tests.page.tabling import Guests, Person


def _moves(person: Person) -> None:
    """Whoever is asked makes the first move that is offered, without a browser."""
    found = person.look()
    offers = [offer for point in found["view"]["points"] for offer in point["moves"]]
    answer = {"seat": person.seat, "answers": found["asked"], "move": offers[0]["move"]}
    person.client.act(person.table, "move", **answer)


def test_the_saga_is_asked_for_when_something_happens_and_only_then(guests: Guests) -> None:
    """Whatever comes while a request runs is asked for after it; chat is no part of the story."""
    people = guests.two("shent", sizes=("desk", "desk"))
    reader = people[1].come()
    asked: list[str] = []

    def note(request: Request) -> None:
        if f"/tables/{reader.table}/saga" in request.url:
            asked.append(request.url)

    reader.page.on("request", note)

    def more_than(number: int) -> None:
        for _ in range(600):
            if len(asked) > number:
                return
            reader.page.wait_for_timeout(100)
        raise AssertionError("the story is not asked for")

    with reader.beside("saga") as saga:
        expect(saga.get_by_role("link").first).to_be_attached()
        for _ in range(3):
            before = len(asked)
            now = reader.client.table(reader.table)["view"]["to_act"]
            _moves(next(each for each in people if each.seat in now))
            more_than(before)
        reader.page.wait_for_timeout(1000)
        before = len(asked)
        other = people[0]
        other.client.act(other.table, "chat", seat=other.seat, text="well told")
        expect(reader.page.get_by_role("button", name="well told")).to_be_visible()
        reader.page.wait_for_timeout(1000)
        assert len(asked) == before
