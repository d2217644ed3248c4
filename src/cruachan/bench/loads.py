"""Kinds of load on a server, each raised step by step from many addresses of this machine.

Each load runs in a process of its own, so that its work does not delay those who are measured.
Usage: `python -m cruachan.bench.loads KIND PORT`; a line of standard input with a number and with
seconds raises the load to the number, as far as the seconds go; a line of standard output says how
far that was, and what the server refused meanwhile.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import secrets
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from random import Random
from typing import Any, ClassVar

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from cruachan.bench.people import for_two
from cruachan.bots import bots_of
from cruachan.engine import transcript
from cruachan.engine.chance import seed_from
from cruachan.engine.game import CHANCE
from cruachan.engine.match import Match, Player
from cruachan.games import GAMES, game_class, load_game

AT_ONCE = 8
"""Requests on their way at a time."""
EACH_ADDRESS = 10
"""Tables that come from one address."""
WATCHERS = 5
"""Listeners of a table at which people talk."""
READERS = 10
"""Clients that ask for everything again and again."""
FEW = 32
"""Plies between two states that are kept, and between two looks at the clock."""
WINDOW = 1000
"""Events that are read at once."""
NICENESS = 10
TOO_MANY = 429
PATIENCE = 20
"""How often a client that is too fast tries again, a second later."""


def address(number: int) -> str:
    """One of the many addresses that a machine has for itself."""
    return f"127.1.{number // 250 % 250}.{number % 250 + 1}"


@dataclass
class ClientCounts:
    """What all clients of a load were told."""

    asked: int = 0
    """How often they asked for something."""
    refused: Counter[str] = field(default_factory=Counter)
    """What they were told instead, and how often."""


class Visitor:
    """A client with a key and an address of its own."""

    def __init__(self, port: int, number: int, counts: ClientCounts) -> None:
        self.port, self.local, self.counts = port, address(number), counts
        self.refused = counts.refused
        self.key = secrets.token_urlsafe(24)
        self._http = httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{port}/api",
            headers={"authorization": f"Bearer {self.key}"},
            transport=httpx.AsyncHTTPTransport(local_address=self.local),
            timeout=30,
        )

    async def ask(self, method: str, path: str, body: Any = None) -> dict[str, Any] | None:
        """The answer, or None where it was refused or none came."""
        self.counts.asked += 1
        for _ in range(PATIENCE):
            try:
                answer = await self._http.request(method, path, json=body)
            except httpx.HTTPError as error:
                self.refused[type(error).__name__] += 1
                return None
            if answer.status_code != TOO_MANY:
                break
            await asyncio.sleep(1)
        if answer.status_code < 400:
            found: dict[str, Any] = answer.json()
            return found
        self.refused[f"{answer.status_code}: {answer.json().get('text', '')}"] += 1
        return None

    async def look(self, path: str) -> None:
        """Ask for something, and note whether it was refused; who is too fast waits."""
        self.counts.asked += 1
        try:
            answer = await self._http.get(path)
        except httpx.HTTPError as error:
            self.refused[type(error).__name__] += 1
            return
        if answer.status_code >= 400:
            self.refused[f"{answer.status_code}: {answer.json().get('text', '')}"] += 1
        if answer.status_code == TOO_MANY:
            await asyncio.sleep(1)

    async def act(self, table: str, **act: Any) -> dict[str, Any] | None:
        """Do something at a table."""
        body = {"id": secrets.token_hex(8), "act": act}
        return await self.ask("POST", f"/tables/{table}/acts", body)

    async def table(self, game: str, seats: list[dict[str, str]]) -> str | None:
        """A table that has begun."""
        made = await self.ask("POST", "/tables", {"game": game, "seats": seats, "bot_pace": 0})
        if made is None or await self.act(made["table"], kind="start") is None:
            return None
        return str(made["table"])

    async def listen(self, table: str) -> None:
        """Listen until the connection ends."""
        self.counts.asked += 1
        address = f"ws://127.0.0.1:{self.port}/api/tables/{table}/listen?since=0"
        try:
            async with connect(address, local_addr=(self.local, 0), max_size=None) as socket:
                async for _ in socket:
                    pass
        except (OSError, WebSocketException) as error:
            self.refused[type(error).__name__] += 1


PEOPLE = [{"kind": "me", "name": "Anna"}, {"kind": "me", "name": "Ben"}]


class Load:
    """Something of which there is more and more."""

    first: ClassVar[int]
    """The number to begin with."""
    most: ClassVar[int]
    """The number to end with, if the server holds out."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.counts = ClientCounts()
        self.reached = 0
        self._visitors: dict[int, Visitor] = {}
        self._tasks: list[asyncio.Task[None]] = []

    def visitor(self, number: int) -> Visitor:
        """The one with a number."""
        if number not in self._visitors:
            self._visitors[number] = Visitor(self.port, number, self.counts)
        return self._visitors[number]

    async def raise_to(self, level: int) -> None:
        """Add one by one what is missing, several at a time."""
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(number: int) -> None:
            async with gate:
                await self.add(number)
                self.reached += 1

        await asyncio.gather(*(one(number) for number in range(self.reached, level)))

    async def add(self, number: int) -> None:
        """Add one."""
        raise NotImplementedError

    def keep(self, doing: Awaitable[None]) -> None:
        """Let something go on."""
        self._tasks.append(asyncio.ensure_future(doing))

    def keep_on(self, doing: Callable[[], Awaitable[object]], pause: float) -> None:
        """Let something be done again and again."""

        async def forever() -> None:
            while True:
                await doing()
                await asyncio.sleep(pause)

        self.keep(forever())


class TablesLoad(Load):
    """Tables at which two people have begun."""

    first, most = 256, 65_536

    async def add(self, number: int) -> None:
        await self.visitor(number // EACH_ADDRESS).table(for_two()[0], PEOPLE)


class ListenersLoad(Load):
    """Listeners of one table at which somebody says something twice a second."""

    first, most = 128, 16_384
    table: str | None = None

    async def raise_to(self, level: int) -> None:
        if self.table is None:
            host = self.visitor(10_000)
            self.table = table = await host.table(for_two()[0], PEOPLE) or ""
            self.keep_on(lambda: host.act(table, kind="chat", seat=0, text="hm"), 0.5)
        await super().raise_to(level)

    async def add(self, number: int) -> None:
        assert self.table is not None
        self.keep(self.visitor(number // 50).listen(self.table))
        await asyncio.sleep(0.01)


def longest_game() -> str:
    """The name of a game that goes on for as long as one likes, if there is one."""
    return next((name for name in GAMES if game_class(name).kernel is None), for_two()[0])


class GrownGame:
    """A saved game that grows."""

    def __init__(self) -> None:
        people = [Player("Anna"), Player("Ben")]
        game = load_game(longest_game())
        self.match = Match(game, people, {}, seed_from("stress"), keep_every=FEW)
        self.rng = Random(1)

    async def grown_to(self, plies: int) -> str:
        """Its transcript, once it has so many plies."""
        match = self.match
        while len(match.history) < plies and not match.outcome:
            seat = match.to_act[0]
            if seat == CHANCE:
                match.roll()
            else:
                match.push(seat, self.rng.choice(match.legal_moves(seat)))
            if not len(match.history) % FEW:
                await asyncio.sleep(0)
        return transcript.write(match, secrets=True)


class EventsLoad(Load):
    """Events of one table, which ten clients read again and again from the first."""

    first, most = 500, 32_000
    table: str | None = None

    def __init__(self, port: int) -> None:
        super().__init__(port)
        self.game = GrownGame()

    async def raise_to(self, level: int) -> None:
        text = await self.game.grown_to(level)
        made = await self.visitor(10_000).ask("POST", "/files", {"text": text})
        if made is None:
            return
        if self.table is None:
            for number in range(READERS):
                self.keep_on(partial(self._read, self.visitor(number)), 0.05)
        self.table, self.reached = str(made["table"]), level

    async def _read(self, reader: Visitor) -> None:
        """Read everything that happened, window by window."""
        for before in range(1 + WINDOW, self.reached + WINDOW, WINDOW):
            await reader.look(f"/tables/{self.table}/log?before={before}&limit={WINDOW}")


QUESTIONS = (
    "?limit=1000&pieces=true",
    "/log?limit=1000",
    "/transcript",
    "/view?ply=3&pieces=true",
    "/drawing?ply=5",
    "/saga",
)
"""What takes the server longest to answer."""


class QuestionsLoad(Load):
    """Clients that ask the heaviest questions about one table again and again."""

    first, most = 10, 640
    plies = 300
    table: str | None = None

    async def raise_to(self, level: int) -> None:
        if self.table is None:
            text = await GrownGame().grown_to(self.plies)
            made = await self.visitor(10_000).ask("POST", "/files", {"text": text})
            self.table = str((made or {}).get("table"))
        for number in range(self.reached, level):
            self.keep(self._ask_on(self.visitor(number), number))
        self.reached = level

    async def _ask_on(self, visitor: Visitor, number: int) -> None:
        """Ask one question after the other, each as soon as the last one is answered."""
        for turn in count(number):
            await visitor.look(f"/tables/{self.table}{QUESTIONS[turn % len(QUESTIONS)]}")


class PliesLoad(Load):
    """The plies of a saved game that ten clients open and look at."""

    first, most = 500, 32_000

    def __init__(self, port: int) -> None:
        super().__init__(port)
        self.game = GrownGame()

    async def raise_to(self, level: int) -> None:
        text = await self.game.grown_to(level)
        opened = await asyncio.gather(*(self._open(number, text) for number in range(READERS)))
        if any(opened):
            self.reached = level

    async def _open(self, number: int, text: str) -> bool:
        visitor = self.visitor(number)
        made = await visitor.ask("POST", "/files", {"text": text})
        if made:
            await visitor.ask("GET", f"/tables/{made['table']}?seat=0&since=0")
        return made is not None


class BotsLoad(Load):
    """Tables of the strongest bots alone."""

    first, most = 32, 4096

    async def add(self, number: int) -> None:
        name = max(GAMES, key=lambda name: max(game_class(name).players))
        game = load_game(name)
        seats = [{"kind": bots_of(game)[-1]}] * max(game.players)
        await self.visitor(number // 4).table(name, seats)


class ChatLoad(Load):
    """Tables at which somebody says something every second, with five listeners each."""

    first, most = 32, 4096

    async def add(self, number: int) -> None:
        visitor = self.visitor(number)
        table = await visitor.table(for_two()[0], PEOPLE)
        if table is not None:
            for _ in range(WATCHERS):
                self.keep(visitor.listen(table))
            self.keep_on(lambda: visitor.act(table, kind="chat", seat=0, text="hm"), 1.0)


LOADS: dict[str, type[Load]] = {
    "tables": TablesLoad,
    "listeners": ListenersLoad,
    "events": EventsLoad,
    "questions": QuestionsLoad,
    "plies": PliesLoad,
    "bots": BotsLoad,
    "chat": ChatLoad,
}


async def obey(kind: str, port: int) -> None:
    """Raise a load as standard input asks, and say what came of it."""
    load = LOADS[kind](port)
    for _ in count():
        order = await asyncio.to_thread(sys.stdin.readline)
        if not order.strip():
            return
        level, seconds = order.split()
        load.counts.asked = 0
        load.counts.refused.clear()
        late = False
        try:
            async with asyncio.timeout(float(seconds)):
                await load.raise_to(int(level))
        except TimeoutError:
            late = True
        said = {"reached": load.reached, "late": late, "asked": load.counts.asked}
        print(json.dumps(said | {"refused": load.counts.refused}), flush=True)


if __name__ == "__main__":
    with contextlib.suppress(OSError, AttributeError):
        os.nice(NICENESS)
    asyncio.run(obey(sys.argv[1], int(sys.argv[2])))
