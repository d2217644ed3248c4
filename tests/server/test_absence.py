"""When a bot may play for somebody: after minutes without an act, a vote, and a notice."""

from __future__ import annotations

import asyncio
import secrets
from pathlib import Path
from typing import Any

import pytest

from cruachan.server.errors import ServerError
from cruachan.server.limits import LIMITS
from cruachan.server.tables.commands import CommandRequest, NewTable
from cruachan.server.tables.identity import Asker
from cruachan.server.tables.keys import new_key
from cruachan.server.tables.redaction import seat_status
from cruachan.server.tables.service import TableService
from cruachan.server.tables.session import TableSession
from tests.server.test_memory import opened

ANNA, BEN = new_key(), new_key()
MINUTE = 60.0


async def act(service: TableService, table: str, key: Asker, kind: str, **values: Any) -> Any:
    request = {"id": secrets.token_hex(8), "act": {"kind": kind, **values}}
    return await service.execute(table, CommandRequest.model_validate(request), key, "en")


async def of_two(service: TableService, clock: str = "none") -> TableSession:
    """A table of Anna and Ben that has begun."""
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "free"}]
    wish = NewTable.model_validate({"game": "gallia", "seats": seats, "clock": clock})
    session = await service.maker.create(wish, ANNA)
    await act(service, session.table.id, BEN, "sit", name="Ben")
    await act(service, session.table.id, ANNA, "start")
    return session


async def vote(service: TableService, session: TableSession) -> str:
    """Anna's vote that a bot plays for Ben: why it is refused, or nothing."""
    try:
        await act(service, session.table.id, ANNA, "vote", seat=0, about=1)
    except ServerError as error:
        return error.key
    return ""


def pass_time(session: TableSession, minutes: float) -> None:
    """Let minutes pass in which nobody does anything at a table."""
    presence = session.presence
    presence._begun -= minutes * MINUTE
    presence._seen = {seat: at - minutes * MINUTE for seat, at in presence._seen.items()}


async def has(session: TableSession, kind: str) -> None:
    while session.table.events[-1].kind != kind:
        await asyncio.sleep(0.01)


def run(folder: Path, doing: Any) -> None:
    async def started() -> None:
        async with opened(folder) as service, asyncio.timeout(60):
            await doing(service)

    asyncio.run(started())


def test_who_plays_by_requests_or_has_just_sat_down_is_there(tmp_path: Path) -> None:
    """A bot moved for whoever had no connection, however lately she had done something."""

    async def played(service: TableService) -> None:
        session = await of_two(service)
        assert await vote(service, session) == "is_there"
        pass_time(session, LIMITS.absence - 1)
        session.seats_of(BEN)
        pass_time(session, 2)
        assert await vote(service, session) == "is_there"
        pass_time(session, LIMITS.absence)
        assert await vote(service, session) == ""

    run(tmp_path, played)


def test_who_is_at_the_old_table_is_there(tmp_path: Path) -> None:
    async def played(service: TableService) -> None:
        session = await of_two(service)
        await act(service, session.table.id, BEN, "resign", seat=1)
        await act(service, session.table.id, ANNA, "rematch", seat=0)
        again = await service.session(session.table.rematch or "")
        await act(service, again.table.id, ANNA, "start", wordless=True)
        bens = next(iter(again.seats_of(BEN)))
        pass_time(again, LIMITS.absence + 1)
        pass_time(session, LIMITS.absence - 1)
        ballot = {"seat": 1 - bens, "about": bens}
        with pytest.raises(ServerError) as caught:
            await act(service, again.table.id, ANNA, "vote", **ballot)
        assert caught.value.key == "is_there"
        pass_time(session, 2)
        await act(service, again.table.id, ANNA, "vote", **ballot)

    run(tmp_path, played)


def vote_in(session: TableSession, seat: int) -> int | None:
    """The seconds until the others may vote about a seat, as everybody is told."""
    return seat_status(session.table, seat, session.present()).vote_in


@pytest.mark.parametrize("clock", ["none", "3+12"])
def test_it_is_told_before_when_a_bot_may_take_over(tmp_path: Path, clock: str) -> None:
    """It was told to whoever asked for the bot too early."""

    async def played(service: TableService) -> None:
        session = await of_two(service, clock)
        session.presence.come(frozenset({0}))
        pass_time(session, LIMITS.absence - 3)
        assert vote_in(session, 0) is None
        left = vote_in(session, 1)
        if clock != "none":
            assert left is None
            return
        assert left is not None
        assert 0 < left <= 3 * MINUTE
        pass_time(session, 3)
        assert vote_in(session, 1) == 0
        assert await vote(service, session) == ""
        assert vote_in(session, 1) is None

    run(tmp_path, played)


def test_where_there_is_a_clock_time_alone_decides(tmp_path: Path) -> None:
    """Who closed the page was voted out at once although three days were left."""

    async def played(service: TableService) -> None:
        session = await of_two(service, "3+12")
        pass_time(session, 24 * 60)
        assert await vote(service, session) == "has_time"
        session.table.seats[1].left = 0
        assert await vote(service, session) == ""
        assert session.table.seats[1].bot

    run(tmp_path, played)


def test_who_does_not_come_back_in_time_is_played_by_a_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LIMITS, "notice", 0.001)

    async def played(service: TableService) -> None:
        session = await of_two(service)
        pass_time(session, LIMITS.absence)
        assert await vote(service, session) == ""
        await has(session, "to_bot")
        kinds = [event.kind for event in session.table.events[-3:]]
        assert kinds == ["vote", "absent", "to_bot"]
        await act(service, session.table.id, BEN, "back", seat=1)
        assert session.table.people == {0, 1}

    run(tmp_path, played)


@pytest.mark.parametrize("acts", [True, False])
def test_who_comes_back_in_time_keeps_the_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, acts: bool
) -> None:
    """Whether she does something, or only looks."""
    monkeypatch.setattr(LIMITS, "notice", 10.0 if acts else 0.02)

    async def played(service: TableService) -> None:
        session = await of_two(service)
        pass_time(session, LIMITS.absence)
        assert await vote(service, session) == ""
        assert list(session.table.notices) == [1]
        assert await vote(service, session) == "voted"
        session.seats_of(BEN)
        if acts:
            await act(service, session.table.id, BEN, "chat", seat=1, text="Here I am")
        else:
            await has(session, "here")
        assert not session.table.notices
        assert not session.table.votes
        assert not session.table.seats[1].bot

    run(tmp_path, played)
