"""Two people and bots at one table over the network, to the end, for each game."""

from __future__ import annotations

import pytest

from cruachan.bench.people import seat_people
from tests.server.running import Running

TABLES = [
    ("hibernia", 2, 2, {}),
    ("cambria", 2, 2, {}),
    ("gallia", 2, 0, {}),
    ("shent", 2, 2, {"options": {"limit": "15", "tales": "short"}}),
]


@pytest.mark.parametrize(("game", "people", "bots", "wishes"), TABLES)
def test_a_whole_game(
    server: Running, game: str, people: int, bots: int, wishes: dict[str, object]
) -> None:
    table, persons = seat_people(server.client, game, people, bots, game, **wishes)
    for person in persons:
        person.start()
    for person in persons:
        person.join(timeout=240)
        assert not person.is_alive(), f"{game} did not end"
        assert person.failed is None
        assert person.result
        assert person.seen == list(range(1, len(person.seen) + 1))
        assert person.acknowledged
    assert persons[0].result == persons[1].result
    checked = server.client().get(f"/tables/{table}/verify")
    assert checked["fits"], checked["text"]
