"""A table of two persons, on a server that gives notices."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from cruachan.server.notices.notices import Notices
from cruachan.server.notices.settings import NoticeSettings
from cruachan.server.store import notices as stored
from cruachan.server.store.notices import Way
from cruachan.server.tables.commands import NewTable
from cruachan.server.tables.identity import Identity, anonymous
from cruachan.server.tables.keys import new_key
from cruachan.server.tables.service import TableService
from cruachan.server.tables.session import TableSession
from tests.server.receiving import Received, WebReceiver, open_receiver
from tests.server.test_absence import act
from tests.server.test_memory import opened
from tests.server.test_uptime import Clockwork

ADDRESS = "https://games.example"


class World:
    """Anna and Ben at a table, and what is sent to Anna."""

    def __init__(self, service: TableService, settings: NoticeSettings, clock: Clockwork) -> None:
        self.service = service
        self.clock = clock
        self.notices = Notices(service, settings)
        self.web = WebReceiver()
        self.keys = [new_key(), new_key()]
        self.who: list[Identity] = []

    async def begin(self, **wishes: Any) -> TableSession:
        """Let both be persons, sit down and begin."""
        for name, key in zip(("Anna", "Ben"), self.keys, strict=True):
            if len(self.who) < 2:
                await self.service.persons.become(anonymous(key), name, "blue", name)
                known = await self.service.persons.identify(key)
                assert known is not None
                self.who.append(known)
        seats = [{"kind": "me", "name": "Anna"}, {"kind": "free"}]
        wish = NewTable.model_validate({"game": "gallia", "seats": seats, **wishes})
        self.service.rolls = True
        self.session = await self.service.maker.create(wish, self.who[0])
        await act(self.service, self.table, self.who[1], "sit", name="Ben")
        await act(self.service, self.table, self.who[0], "start")
        return self.session

    @property
    def table(self) -> str:
        return self.session.table.id

    @property
    def mover(self) -> int:
        return self.session.table.waited()[0]

    async def move(self) -> None:
        """Make any move of whoever is waited for."""
        match, seat = self.session.table.playing(), self.mover
        packed = self.session.table.game.pack(match.legal_moves(seat)[0])
        chosen = {"seat": seat, "answers": match.decision_id(seat), "move": packed}
        await act(self.service, self.table, self.who[seat], "move", **chosen)

    async def until(self, seat: int) -> None:
        """Play until a seat is waited for whose turn it was not."""
        while self.mover == seat:
            await self.move()
        while self.mover != seat:
            await self.move()

    async def follow(self, seat: int, kind: str = "json", **target: str) -> Way:
        """Have a person told by a webhook."""
        at = {"url": self.web.url, **target}
        return await self.notices.add(self.who[seat], kind, at, "en")

    async def prefer(self, seat: int, **wishes: Any) -> None:
        await self.service.persons.set_settings(self.who[seat], {"notices": wishes})
        await self.notices.queue.look_again(self.who[seat].person or "")

    async def look(self, seconds: float = 0, queue: Any = None) -> list[Received]:
        """Let time pass and notices be sent; the requests that have come by now."""
        while 0 < seconds < 1000:
            step = min(seconds, 30)
            self.clock.go_on(step)
            self.service.uptime.touch()
            seconds -= step
        self.clock.go_on(seconds)
        queue = queue or self.notices.queue
        for _ in range(2):
            await queue.look()
            await queue.settle()
        return self.web.requests

    async def rows(self) -> list[Any]:
        return await self.service.store.query(stored.to_look_at, stored.NEVER, 1000)


def in_world(
    folder: Path,
    doing: Callable[[World], Awaitable[None]],
    **settings: Any,
) -> None:
    """Do something in a world, by a clock that only the test moves."""
    wanted: dict[str, Any] = {
        "address": ADDRESS,
        "webhooks": True,
        "private_addresses": True,
    } | settings

    async def run() -> None:
        with pytest.MonkeyPatch.context() as patch:
            clock = Clockwork(patch)
            async with opened(folder) as service, asyncio.timeout(120):
                world = World(service, NoticeSettings(**wanted), clock)
                async with open_receiver(world.web):
                    await doing(world)
                await world.notices.outside.close()

    asyncio.run(run())
