"""What happens when a clock comes to zero; live clocks; vacations."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from cruachan.engine.texts import LANGS, Lang, Texts
from cruachan.server.errors import ServerError
from cruachan.server.store.lists import StoredTable
from cruachan.server.tables import clock_watch
from cruachan.server.tables.commands import NewTable
from cruachan.server.tables.redaction import seat_status
from cruachan.server.tables.service import TableService
from cruachan.server.tables.session import TableSession
from cruachan.server.tables.setting import CLOCKS, DAY
from tests.server.test_absence import ANNA, BEN, act, run, vote
from tests.server.test_uptime import Clockwork, be_there

MINUTE = 60.0


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clockwork:
    return Clockwork(monkeypatch)


async def of_two(service: TableService, **wishes: Any) -> TableSession:
    """A table of Anna and Ben that has begun; chance has decided."""
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "free"}]
    wish = NewTable.model_validate({"game": "gallia", "seats": seats, **wishes})
    service.rolls = True
    session = await service.maker.create(wish, ANNA)
    await act(service, session.table.id, BEN, "sit", name="Ben")
    await act(service, session.table.id, ANNA, "start")
    return session


def mover(session: TableSession) -> tuple[int, str]:
    """The seat that is waited for, and its key."""
    (seat,) = session.table.timed()
    return seat, (ANNA, BEN)[seat]


def kinds(session: TableSession) -> list[str]:
    return [event.kind for event in session.table.events]


def think(clock: Clockwork, service: TableService, seconds: float) -> None:
    """Let time pass while a server is there."""
    while seconds > 0:
        clock.go_on(min(seconds, 30))
        service.uptime.touch()
        seconds -= 30


async def until(condition: Any) -> None:
    while not condition():
        await asyncio.sleep(0.01)


async def move(service: TableService, session: TableSession) -> None:
    seat, key = mover(session)
    match = session.table.playing()
    packed = session.table.game.pack(match.legal_moves(seat)[0])
    chosen = {"seat": seat, "answers": match.decision_id(seat), "move": packed}
    await act(service, session.table.id, key, "move", **chosen)


def test_a_bot_takes_over_at_zero_and_gives_the_seat_back(tmp_path: Path, clock: Clockwork) -> None:
    async def played(service: TableService) -> None:
        session = await of_two(service, clock="10m+10s", at_zero="bot")
        seat, key = mover(session)
        think(clock, service, 10 * MINUTE - 1)
        await service.clocks.run_out(session.table.id)
        assert "flag" not in kinds(session)
        assert not session.table.seats[seat].bot
        think(clock, service, 2)
        await service.clocks.run_out(session.table.id)
        assert kinds(session)[-2:] == ["flag", "to_bot"]
        assert session.table.seats[seat].bot
        await act(service, session.table.id, key, "chat", seat=seat, text="I am back")
        assert kinds(session)[-2:] == ["back", "chat"]
        assert not session.table.seats[seat].bot
        assert session.table.time_left(seat) == CLOCKS["10m+10s"].more
        think(clock, service, 11)
        await service.clocks.run_out(session.table.id)
        assert session.table.seats[seat].bot, "it runs out again"

    run(tmp_path, played)


def test_who_runs_out_of_time_has_resigned_where_that_was_chosen(
    tmp_path: Path, clock: Clockwork
) -> None:
    async def played(service: TableService) -> None:
        session = await of_two(service, clock="5m+5s", at_zero="resign")
        seat, _ = mover(session)
        think(clock, service, 5 * MINUTE + 1)
        await service.clocks.run_out(session.table.id)
        assert kinds(session)[-2:] == ["flag", "resign"]
        outcome = session.table.playing().outcome
        assert outcome is not None
        assert outcome.winners == (1 - seat,)

    run(tmp_path, played)


def test_where_the_others_vote_nothing_happens_by_itself(tmp_path: Path, clock: Clockwork) -> None:
    async def played(service: TableService) -> None:
        session = await of_two(service, clock="3+12")
        await be_there(clock, service, 80)
        await service.clocks.run_out(session.table.id)
        assert "flag" not in kinds(session)

    run(tmp_path, played)


@pytest.mark.parametrize("at_zero", ["vote", "bot", "resign"])
def test_nobody_is_voted_out_while_there_is_time(
    tmp_path: Path, clock: Clockwork, at_zero: str
) -> None:
    async def played(service: TableService) -> None:
        session = await of_two(service, clock="3+12", at_zero=at_zero)
        await be_there(clock, service, 12)
        assert await vote(service, session) == "has_time"

    run(tmp_path, played)


def test_a_table_in_memory_has_a_timer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody asks for anything: the server acts by itself."""
    live = CLOCKS["5m+5s"]._replace(total=50)
    monkeypatch.setitem(CLOCKS, "5m+5s", live)

    async def played(service: TableService) -> None:
        session = await of_two(service, clock="5m+5s", at_zero="bot")
        await until(lambda: "to_bot" in kinds(session))

    run(tmp_path, played)


def test_a_table_that_nobody_has_in_memory_runs_out_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: Clockwork
) -> None:
    monkeypatch.setattr(clock_watch, "LOOK", 0.01)

    async def played(service: TableService) -> None:
        session = await of_two(service, clock="1+4", at_zero="bot")
        service._drop(session)
        await be_there(clock, service, 25)
        watching = asyncio.ensure_future(service.clocks.watch())
        await until(lambda: session.table.id in service.sessions)
        again = service.sessions[session.table.id]
        await until(lambda: "to_bot" in kinds(again))
        watching.cancel()

    run(tmp_path, played)


def test_a_table_that_cannot_be_read_does_not_stop_the_clocks_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: Clockwork
) -> None:
    monkeypatch.setattr(clock_watch, "LOOK", 0.01)

    async def played(service: TableService) -> None:
        broken = await of_two(service, clock="1+4", at_zero="bot")
        clock.go_on(1)
        session = await of_two(service, clock="1+4", at_zero="bot")
        service._drop(broken)
        service._drop(session)
        read = service._read

        def unless_broken(stored: StoredTable) -> TableSession:
            if stored.id == broken.table.id:
                raise KeyError("damaged")
            return read(stored)

        monkeypatch.setattr(service, "_read", unless_broken)
        await be_there(clock, service, 25)
        watching = asyncio.ensure_future(service.clocks.watch())
        await until(lambda: session.table.id in service.sessions)
        again = service.sessions[session.table.id]
        await until(lambda: "to_bot" in kinds(again))
        watching.cancel()

    run(tmp_path, played)


def test_a_move_adds_its_seconds_and_there_may_be_more_than_at_first(
    tmp_path: Path, clock: Clockwork
) -> None:
    async def played(service: TableService) -> None:
        session = await of_two(service, clock="10m+10s")
        seat, _ = mover(session)
        think(clock, service, 4)
        await move(service, session)
        left = session.table.seats[seat].left
        assert left == (10 * 60 - 4 + 10) * 1000

    run(tmp_path, played)


def test_a_clock_stands_still_on_vacation(tmp_path: Path, clock: Clockwork) -> None:
    async def played(service: TableService) -> None:
        session = await of_two(service, clock="1+4", at_zero="bot", vacation=7)
        seat, key = mover(session)
        await be_there(clock, service, 1)
        await act(service, session.table.id, key, "vacation", seat=seat, days=3)
        shown = seat_status(session.table, seat, session.present())
        assert (shown.runs, shown.vacation_left) == (False, 7)
        await be_there(clock, service, 3 * 24 + 2)
        assert session.table.time_left(seat) == pytest.approx(21 * 3_600_000, abs=120_000)
        shown = seat_status(session.table, seat, session.present())
        assert (shown.runs, shown.vacation, shown.vacation_left) == (True, None, 4)
        with pytest.raises(ServerError) as caught:
            await act(service, session.table.id, key, "vacation", seat=seat, days=5)
        assert caught.value.key == "vacation_used"
        await act(service, session.table.id, key, "vacation", seat=seat, days=4)
        await be_there(clock, service, 24)
        await act(service, session.table.id, key, "vacation", seat=seat, days=0)
        assert session.table.seats[seat].vacation_used == pytest.approx(4 * DAY, abs=120_000)
        service.sessions.clear()
        async with service.at(session.table.id) as again:
            assert again.table.seats[seat] == session.table.seats[seat]

    run(tmp_path, played)


@pytest.mark.parametrize("clock_kind", ["none", "10m+10s"])
def test_no_vacation_from_a_live_clock_or_none(tmp_path: Path, clock_kind: str) -> None:
    async def played(service: TableService) -> None:
        session = await of_two(service, clock=clock_kind, vacation=7)
        with pytest.raises(ServerError) as caught:
            await act(service, session.table.id, ANNA, "vacation", seat=0, days=1)
        assert caught.value.key == "no_vacation"

    run(tmp_path, played)


def test_resigning_at_zero_is_for_two() -> None:
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "free"}, {"kind": "free"}]
    with pytest.raises(ValidationError, match="where two play"):
        NewTable.model_validate({"game": "hibernia", "seats": seats, "at_zero": "resign"})


@pytest.mark.parametrize("lang", LANGS)
def test_every_time_control_has_a_name_on_the_page_and_in_the_help(lang: Lang) -> None:
    """The page offers those that have one."""
    page = Path(__file__).parents[2] / "web" / "src" / "texts" / "front" / f"{lang}.json"
    named = {key for key in json.loads(page.read_text("utf-8")) if key.startswith("clock.")}
    assert named == {f"clock.{clock}" for clock in ("none", *CLOCKS)}
    about = Texts("cruachan.cli", lang)("option.clock")
    assert [clock for clock in CLOCKS if clock not in about] == []
