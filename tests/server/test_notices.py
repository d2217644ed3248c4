"""One notice for each decision of a person, after she has not acted for a while."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cruachan.server.notices.preferences import Preferences, preferences
from cruachan.server.notices.queue import CLAIMED, NoticeQueue, pause
from cruachan.server.store import notices as stored
from cruachan.server.tables.commands import NewTable
from cruachan.server.tables.listeners import TableListener
from cruachan.server.tables.redaction import Audience
from tests.server.noticing import ADDRESS, World, in_world
from tests.server.receiving import Received
from tests.server.test_absence import act


def told(requests: list[Received]) -> list[dict[str, object]]:
    return [json.loads(each.body) for each in requests]


def test_a_person_is_told_once_after_she_has_done_nothing_for_a_while(tmp_path: Path) -> None:
    async def played(world: World) -> None:
        await world.begin(clock="3+12")
        seat = world.mover
        await world.follow(seat)
        assert await world.look(100) == []
        (first,) = told(await world.look(30))
        assert first["link"] == f"{ADDRESS}/t/{world.table}"
        assert (first["game"], first["table"], first["seat"]) == ("gallia", world.table, seat)
        assert "your turn" not in str(first["title"]), "a webhook may be read by others"
        assert ("Anna", "Ben")[seat] in str(first["title"])
        assert "Time left: 2 days 23 hours" in str(first["text"])
        assert len(await world.look(100_000)) == 1, "never again for the same decision"

    in_world(tmp_path, played)


def test_nobody_is_told_who_has_acted(tmp_path: Path) -> None:
    async def played(world: World) -> None:
        await world.begin()
        seat = world.mover
        await world.follow(seat)
        await world.look(100)
        while world.mover == seat:
            await world.move()
        assert await world.look(1000) == []
        await world.until(seat)
        assert len(await world.look(200)) == 1, "the next decision is another one"

    in_world(tmp_path, played)


def test_all_parts_of_a_turn_are_one_decision(tmp_path: Path) -> None:
    """She makes one part of her turn, goes away, is told; makes another one, and is not again."""

    async def played(world: World) -> None:
        await world.begin()
        for _ in range(60):
            seat = world.mover
            turn = await world.rows()
            await world.move()
            if world.mover == seat and (await world.rows())[0].decision == turn[0].decision:
                break
        await world.follow(seat)
        assert await world.look(110) == [], "she has just moved"
        assert len(await world.look(20)) == 1
        before = (await world.rows())[0].decision
        await act(world.service, world.table, world.who[seat], "chat", seat=seat, text="wait")
        assert (await world.rows())[0].decision == before
        assert len(await world.look(1000)) == 1

    in_world(tmp_path, played)


def test_who_sees_the_table_is_not_told_and_who_hides_it_is(tmp_path: Path) -> None:
    async def played(world: World) -> None:
        session = await world.begin()
        seat = world.mover
        await world.follow(seat)
        await world.prefer(seat, delay=0)
        window = TableListener(Audience(seat, "en"), frozenset({seat}), 0)
        world.service.watch(session, window)
        (in_sight,) = world.service.sight_observers
        window.visible = True
        await in_sight(session, seat, True)
        assert await world.look(50) == []
        await in_sight(session, seat, True)
        assert await world.look(50) == []
        window.visible = False
        await in_sight(session, seat, False)
        assert len(await world.look(1)) == 1, "the connection is open, and the window is hidden"

    in_world(tmp_path, played)


def test_a_muted_table_is_silent_until_it_is_not_muted(tmp_path: Path) -> None:
    async def played(world: World) -> None:
        await world.begin()
        seat = world.mover
        await world.follow(seat)
        await world.prefer(seat, muted=[world.table])
        assert await world.look(500) == []
        await world.prefer(seat, delay=3600)
        assert await world.look(500) == []
        assert len(await world.look(3000)) == 1

    in_world(tmp_path, played)


def test_a_notice_of_quiet_hours_comes_when_they_are_over(tmp_path: Path) -> None:
    async def played(world: World) -> None:
        await world.begin()
        seat = world.mover
        await world.follow(seat)
        # The clock of the test begins at 22:13 by UTC.
        await world.prefer(seat, delay=0, quiet_from=22, quiet_until=7)
        assert await world.look(8 * 3600) == []
        assert len(await world.look(3600)) == 1

    in_world(tmp_path, played)


@pytest.mark.parametrize(
    ("hour", "later"), [(21, 21), (22, 31), (23, 31), (3, 7), (6, 7), (7, 7), (12, 12)]
)
def test_quiet_hours_over_midnight(hour: int, later: int) -> None:
    wishes = Preferences(quiet_from=22, quiet_until=7)
    assert wishes.after_quiet(hour * 3_600_000) == later * 3_600_000


def test_quiet_hours_are_where_she_lives() -> None:
    wishes = Preferences(quiet_from=22, quiet_until=7, zone="Europe/Berlin")
    summer = 1_784_500_000_000 // 86_400_000 * 86_400_000
    assert wishes.after_quiet(summer + 20 * 3_600_000) == summer + 29 * 3_600_000
    assert (
        Preferences(quiet_from=22, quiet_until=7, zone="Nowhere/X").after_quiet(0) == 7 * 3_600_000
    )


def test_what_was_stored_wrongly_counts_as_not_chosen() -> None:
    assert preferences('{"delay": "x"}') == preferences("nonsense") == Preferences()
    assert preferences('{"delay": 0, "new": 1}').delay == 0


def test_what_fails_is_tried_again_later_and_later(tmp_path: Path) -> None:
    async def played(world: World) -> None:
        await world.begin()
        seat = world.mover
        way = await world.follow(seat)
        world.web.status = 500
        assert len(await world.look(130)) == 1
        assert len(await world.look(5)) == 1
        assert len(await world.look(30)) == 2
        found = await world.service.store.query(stored.way, way.id)
        assert found is not None
        assert found.failed == "HTTP 500"
        world.web.status = 200
        assert len(await world.look(30)) == 2
        assert len(await world.look(60)) == 3
        assert len({each["id"] for each in told(world.web.requests)}) == 1
        assert len(await world.look(100_000)) == 3
        found = await world.service.store.query(stored.way, way.id)
        assert found is not None
        assert found.failed is None

    in_world(tmp_path, played)


def test_what_failed_is_not_tried_again_after_she_has_acted(tmp_path: Path) -> None:
    async def played(world: World) -> None:
        await world.begin()
        seat = world.mover
        await world.follow(seat)
        world.web.status = 503
        assert len(await world.look(130)) == 1
        world.web.status = 200
        while world.mover == seat:
            await world.move()
        assert len(await world.look(4000)) == 1

    in_world(tmp_path, played)


def test_pauses_grow_and_have_an_end() -> None:
    assert [pause(tries) for tries in (1, 2, 3, 20)] == [30_000, 60_000, 120_000, 3_600_000]


def test_of_several_servers_one_sends(tmp_path: Path) -> None:
    """All look at the same moment, again and again; each notice is sent once."""

    async def played(world: World) -> None:
        await world.begin()
        seat = world.mover
        for number in range(5):
            await world.follow(seat, room=str(number))
        queues = [world.notices.queue]
        queues += [
            NoticeQueue(world.service, world.notices.queue.senders, ADDRESS) for _ in range(3)
        ]
        del world.service.along[1:]
        world.clock.go_on(130)
        for _ in range(2):  # One queue sends fewer than five of one owner at the same time.
            for queue in queues:
                await queue.look()
            for queue in queues:
                await queue.settle()
        found = told(world.web.requests)
        assert len(found) == 5
        assert len({each["id"] for each in found}) == 5

    in_world(tmp_path, played)


def test_what_a_killed_server_had_claimed_is_sent_by_another(tmp_path: Path) -> None:
    async def played(world: World) -> None:
        await world.begin()
        seat = world.mover
        await world.follow(seat)
        world.clock.go_on(130)
        for row in await world.rows():
            await world.notices.queue._plan(row)
        store = world.service.store
        (due,) = await store.query(stored.due_notices, stored.NEVER, 10, 10)
        queued = due.notice
        await world.service.persons.write(stored.claim(queued, queued.due + CLAIMED))
        assert await world.look(CLAIMED / 1000 - 5) == []
        assert [each["id"] for each in told(await world.look(10))] == [queued.id]

    in_world(tmp_path, played)


def test_everybody_at_a_table_is_told_by_its_own_webhook(tmp_path: Path) -> None:
    async def played(world: World) -> None:
        await world.begin()
        target = {"url": world.web.url}
        await world.notices.add_to_table(world.who[0], world.table, "json", target, "de")
        first = world.mover
        (said,) = told(await world.look(1))
        assert "ist dran" in str(said["title"])
        while world.mover == first:
            await world.move()
        assert len(await world.look(1)) == 2

    in_world(tmp_path, played)


def test_a_channel_is_told_of_the_turn_that_goes_on_when_it_is_added(tmp_path: Path) -> None:
    async def played(world: World) -> None:
        await world.begin()
        assert await world.look(1) == []
        await world.notices.add_to_table(
            world.who[0], world.table, "json", {"url": world.web.url}, "en"
        )
        assert [said["seat"] for said in told(await world.look(1))] == [world.mover]

    in_world(tmp_path, played)


def test_a_lesson_calls_nobody(tmp_path: Path) -> None:
    async def played(world: World) -> None:
        await world.begin()
        wish = {"game": "gallia", "lesson": True, "seats": [{"kind": "me", "name": "Anna"}]}
        session = await world.service.maker.create(NewTable.model_validate(wish), world.who[0])
        assert session.table.waited() == (0,)
        assert {row.table for row in await world.rows()} == {world.table}

    in_world(tmp_path, played)


def test_nothing_is_written_or_sent_where_notices_are_off(tmp_path: Path) -> None:
    async def played(world: World) -> None:
        world.service.along.clear()
        await world.begin()
        assert await world.rows() == []

    in_world(tmp_path, played)


def test_when_the_game_is_over_nobody_is_waited_for(tmp_path: Path) -> None:
    async def played(world: World) -> None:
        await world.begin()
        seat = world.mover
        await world.follow(seat)
        await act(world.service, world.table, world.who[seat], "resign", seat=seat)
        assert await world.rows() == []
        assert await world.look(1000) == []

    in_world(tmp_path, played)
