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


def test_the_panel_tells_what_bots_have_done(guests: Guests) -> None:
    """Whenever bots have played on, all that the server tells by then stands beside the map."""
    anna = guests.client()
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "purposeful"}, {"kind": "purposeful"}]
    table = str(anna.create("shent", seats, bot_pace=0)["table"])
    anna.act(table, "start")
    reader = guests.before(anna, table, 0).come()

    def is_told() -> bool:
        """The panel ends as the story of the server does, and nobody but Anna is asked."""
        if reader.look()["view"]["to_act"] != [0]:
            return False
        saga = anna.get(f"/tables/{table}/saga", form="json", seat=0)
        said = [each["text"] for chapter in saga["chapters"] for each in chapter["passages"]]
        shown = " ".join(panel.inner_text().split())
        return all(" ".join(text.split()) in shown for text in said)

    with reader.beside("saga") as panel:
        for _ in range(8):
            reader.until(is_told)
            _moves(reader)
        reader.until(is_told)
    assert reader.look()["table"]["plies"] > 8, "bots have played, too"


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
