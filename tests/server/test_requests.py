"""Requests that come twice, because an answer was lost: done once, and for their sender alone."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, cast

import pytest

from cruachan.bench.postgres import Postgres
from cruachan.engine.transcript import write
from cruachan.server.bots.workers import Workers
from cruachan.server.errors import ServerError, no_table
from cruachan.server.store.databases import Where
from cruachan.server.store.store import Store
from cruachan.server.tables import commands, imports
from cruachan.server.tables.keys import hashed, like_ours, new_key
from cruachan.server.tables.service import TableService

ID = "0123456789abcdef"
ANNA, BEN, CAROL = new_key(), new_key(), new_key()


class Ready:
    """Workers who have nothing to do."""

    async def prepare(self, game: str, board: str) -> None:
        pass


class Stores:
    """Services of one store, each of which believes that it owns every table."""

    def __init__(self, where: Where, count: int = 1) -> None:
        self.all = [TableService(Store(where), cast(Workers, Ready())) for _ in range(count)]

    def __enter__(self) -> list[TableService]:
        return self.all

    def __exit__(self, *_: object) -> None:
        for service in self.all:
            service.store.close()


def new_table(**changes: Any) -> commands.NewTable:
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "free"}]
    return commands.NewTable.model_validate({"game": "gallia", "seats": seats, **changes})


def act(id_: str, kind: str, **values: Any) -> commands.CommandRequest:
    return commands.CommandRequest.model_validate({"id": id_, "act": {"kind": kind, **values}})


async def refusal(doing: Coroutine[Any, Any, Any]) -> str:
    with pytest.raises(ServerError) as refused:
        await doing
    return refused.value.key


def test_an_id_belongs_to_whoever_sent_it_and_to_what_was_sent(tmp_path: Path) -> None:
    async def run() -> None:
        with Stores(tmp_path) as (service,):
            table = (await service.maker.create(new_table(), ANNA)).table.id
            hello = act(ID, "chat", seat=0, text="hello")
            await service.execute(table, act("sit-of-ben", "sit", name="Ben"), BEN, "en")
            _, seq = await service.execute(table, hello, ANNA, "en")
            for _ in range(2):
                assert (await service.execute(table, hello, ANNA, "en"))[1] == seq
                other = act(ID, "chat", seat=0, text="goodbye")
                assert await refusal(service.execute(table, other, ANNA, "en")) == "other_request"
                bens = act(ID, "chat", seat=1, text="hello")
                assert await refusal(service.execute(table, bens, BEN, "en")) == "other_request"
                assert await refusal(service.execute(table, hello, BEN, "en")) == "other_request"
                # The second time round everything comes from the store.
                service.forget(service.sessions[table])
            assert [row.kind for row in service.store.rows(table)] == ["made", "sit", "chat"]

    asyncio.run(run())


def test_an_id_from_before_ids_were_bound_is_still_done_once(tmp_path: Path) -> None:
    async def run() -> None:
        with Stores(tmp_path) as (service,):
            session = await service.maker.create(new_table(), ANNA)
            table = session.table.id
            _, seq = await service.execute(table, act(ID, "chat", seat=0, text="a"), ANNA, "en")
            with service.store.engine.begin() as connection:
                connection.exec_driver_sql("UPDATE rows SET request = ? WHERE seq = 2", (ID,))
            service.forget(session)
            again = act(ID, "chat", seat=0, text="a")
            assert (await service.execute(table, again, ANNA, "en"))[1] == seq

    asyncio.run(run())


def test_a_table_is_made_once_however_often_it_is_asked_for(tmp_path: Path) -> None:
    async def run() -> None:
        with Stores(tmp_path) as (service,):
            made = [service.maker.create(new_table(), ANNA, "en", request=ID) for _ in range(5)]
            tables = {session.table.id for session in await asyncio.gather(*made)}
            assert len(tables) == 1
            again = await service.maker.create(new_table(), ANNA, "en", request=ID)
            assert again.table.id in tables
            assert again.seats_of(ANNA) == {-1, 0}
            service.forget(again)
            assert (
                await service.maker.create(new_table(), ANNA, "en", request=ID)
            ).table.id in tables
            other = new_table(public=True)
            assert (
                await refusal(service.maker.create(other, ANNA, "en", request=ID))
                == "other_request"
            )
            assert (
                await service.maker.create(new_table(), BEN, "en", request=ID)
            ).table.id not in tables
            assert (await service.maker.create(new_table(), ANNA)).table.id not in tables
            assert len(service.store.standings()) == 3

    asyncio.run(run())


def test_a_first_game_is_made_once_and_has_begun(tmp_path: Path) -> None:
    async def run() -> None:
        with Stores(tmp_path) as (service,):
            wish = commands.NewTable.model_validate({"game": "gallia", "lesson": True})
            first = await service.maker.create(wish, ANNA, "en", request=ID)
            again = await service.maker.create(wish, ANNA, "en", request=ID)
            assert again.table.id == first.table.id
            assert again.table.match is not None
            assert len(service.store.standings()) == 1

    asyncio.run(run())


def test_a_file_is_opened_once_however_often_it_is_sent(tmp_path: Path) -> None:
    async def run() -> None:
        with Stores(tmp_path) as (service,):
            wish = commands.NewTable.model_validate({"game": "gallia", "lesson": True})
            match = (await service.maker.create(wish, ANNA)).table.match
            assert match is not None
            saved = commands.SavedGame(text=write(match, None, secrets=True))
            tables = {
                (await service.maker.open_file(saved, ANNA, ID)).table.id,
                (await service.maker.open_file(saved, ANNA, ID)).table.id,
            }
            assert len(tables) == 1
            other = commands.SavedGame(text=saved.text + "\n")
            assert await refusal(service.maker.open_file(other, ANNA, ID)) == "other_request"
            assert len(service.store.standings()) == 2

    asyncio.run(run())


def test_files_are_read_of_one_address_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever sends one does not wait for all those of somebody else."""
    begun: list[str] = []
    gate = threading.Event()

    def read(wish: commands.SavedGame) -> None:
        begun.append(wish.name)
        gate.wait(60)
        raise no_table()

    monkeypatch.setattr(imports, "read", read)

    async def run() -> None:
        with Stores(tmp_path) as (service,):
            names = ["a1", "a2", "a3", "a4", "b1"]
            files = [
                service.maker.open_file(
                    commands.SavedGame(text=name, name=name), ANNA, None, name[0]
                )
                for name in names
            ]
            waiting = asyncio.gather(*files, return_exceptions=True)
            while not begun:
                await asyncio.sleep(0.01)
            gate.set()
            assert all(isinstance(found, ServerError) for found in await waiting)
            assert sorted(begun) == names
            assert begun.index("b1") <= 2

    asyncio.run(run())


def test_a_key_is_made_once_however_often_it_is_asked_for(tmp_path: Path) -> None:
    async def run() -> None:
        with Stores(tmp_path) as (service,):
            session = await service.maker.create(new_table(), ANNA)
            table = session.table.id
            key = await service.seat_keys.share(table, 0, ANNA, ID)
            assert like_ours(key)
            assert session.seats_of(key) == {0}
            assert await service.seat_keys.share(table, 0, ANNA, ID) == key
            service.forget(session)
            assert await service.seat_keys.share(table, 0, ANNA, ID) == key
            assert await refusal(service.seat_keys.share(table, -1, ANNA, ID)) == "other_request"
            assert await service.seat_keys.share(table, 0, ANNA) != await service.seat_keys.share(
                table, 0, ANNA
            )
            assert len(service.store.keys(table)) == 2 + 1 + 2
            assert [row.kind for row in service.store.rows(table)] == ["made", *["key"] * 3]

    asyncio.run(run())


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Where:
    if request.param == "sqlite":
        return tmp_path
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.fresh("requests")


def test_a_server_that_was_away_adds_no_key_to_a_seat_that_changed_hands(where: Where) -> None:
    """It still believes that it owns the table, and that Ben sits there."""

    async def run() -> None:
        with Stores(where, 2) as (here, away):
            table = (await here.maker.create(new_table(), ANNA)).table.id
            await here.execute(table, act("sit-of-ben", "sit", name="Ben"), BEN, "en")
            link = await here.seat_keys.share(table, 1, BEN)
            assert (await away.session(table)).seats_of(BEN) == {1}
            await here.execute(table, act("ben-leaves", "stand", seat=1), BEN, "en")
            await here.execute(table, act("sit-of-carol", "sit", name="Carol"), CAROL, "en")
            assert await refusal(away.seat_keys.share(table, 1, BEN)) == "unstored"
            assert await refusal(away.seat_keys.share(table, 1, BEN)) == "not_yours"
            away.forget(await away.session(table))
            assert await refusal(away.seat_keys.enter(table, link, new_key())) == "no_key"
            opened = {key for key, seat in here.store.keys(table) if seat == 1}
            assert opened == {hashed(CAROL)}

    asyncio.run(run())


def test_a_server_that_was_away_lets_nobody_in_by_an_old_link(where: Where) -> None:
    async def run() -> None:
        with Stores(where, 2) as (here, away):
            table = (await here.maker.create(new_table(), ANNA)).table.id
            await here.execute(table, act("sit-of-ben", "sit", name="Ben"), BEN, "en")
            link = await here.seat_keys.share(table, 1, BEN)
            await away.session(table)
            await here.execute(table, act("ben-leaves", "stand", seat=1), BEN, "en")
            assert await refusal(away.seat_keys.enter(table, link, new_key())) == "unstored"
            assert [seat for _, seat in here.store.keys(table) if seat == 1] == []

    asyncio.run(run())
