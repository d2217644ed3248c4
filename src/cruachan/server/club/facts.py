"""What is counted of a finished game for the profiles of its players: luck, play, and favourites.

A strong player's judgement of a game takes seconds, so it is made once for each game that somebody
wants to see in her profile, in the background, while no bot waits for a process; then it is stored.
A server that was killed goes on with the games that are still wanted, and two servers that count
the same game at once store it once.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from cruachan.arena.analysis import Judged, summary, why_not
from cruachan.engine.errors import CruachanError
from cruachan.engine.game import CHANCE
from cruachan.engine.match import Match
from cruachan.engine.transcript import write
from cruachan.games import GAMES
from cruachan.server.bots.worker import AnalysisTask
from cruachan.server.bots.workers import COMPILING, BotFailed
from cruachan.server.store import profiles as stored
from cruachan.server.store.lists import StoredTable
from cruachan.server.tables.session import restore

if TYPE_CHECKING:
    from cruachan.server.tables.service import TableService

log = logging.getLogger(__name__)
PLAYOUTS = 60
"""How much is thought about a decision: a seventh of what an analysis of one game does."""
LOOK = 10.0
"""Seconds between two looks for games that are wanted."""
BUSY = 1.0
"""Seconds after which is looked again whether bots still wait."""
TRIES = 3
"""How often a game is tried whose process failed."""


class SeatFacts(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was counted of a seat in a finished game."""

    luck: float | None = None
    """How much dice and lots changed its chance of winning; None where nobody can say."""
    cost: float | None = None
    """How much of its chance its moves gave away."""
    decisions: int = 0
    """In how many steps it had a choice."""
    good: int = 0
    """How many of them were as good as the best that was found."""
    liked: dict[str, dict[str, int]] = {}
    """How often which thing was chosen, by its kind and key."""


GameFacts = tuple[SeatFacts, ...]
"""Of each seat; empty where the game is there no more, or cannot be played again."""
_decoder = msgspec.json.Decoder(GameFacts)


def encode(facts: GameFacts) -> str:
    """Facts as they are stored."""
    return msgspec.json.encode(facts).decode()


def decode(data: str) -> GameFacts:
    """Facts as they were stored."""
    return _decoder.decode(data)


def count(match: Match[Any, Any], judged: list[Judged] | None) -> GameFacts:
    """The facts of a finished match, with what a strong player said of it, if she can."""
    seats = range(len(match.players))
    liked: list[dict[str, Counter[str]]] = [{} for _ in seats]
    counting = GAMES[match.game.name].favourites
    for seat, kind, key in counting.counted(match) if counting else ():
        if seat != CHANCE:
            liked[seat].setdefault(kind, Counter())[key] += 1
    return tuple(_seat(seat, judged, liked[seat]) for seat in seats)


def _seat(seat: int, judged: list[Judged] | None, liked: dict[str, Counter[str]]) -> SeatFacts:
    own = {kind: dict(counted) for kind, counted in liked.items()}
    if judged is None:
        return SeatFacts(liked=own)
    part = summary(judged, seat)
    return SeatFacts(round(part.luck, 4), round(part.cost, 4), part.decisions, part.good, own)


class WantedGame(NamedTuple):
    """A game that is to be counted."""

    match: Match[Any, Any]
    transcript: str
    """Empty where nobody can judge it."""


class FactsWatch:
    """Counts the games that are wanted, one after the other."""

    def __init__(self, service: TableService) -> None:
        self.service = service
        self._failed: Counter[str] = Counter()

    async def watch(self) -> None:
        """Look for games that are wanted, for as long as the server runs."""
        while True:
            try:
                while await self.look():
                    pass
            except CruachanError as error:
                log.warning("profiles: %s", error)
            except Exception:
                log.exception("profiles")
            await asyncio.sleep(LOOK)

    async def look(self) -> bool:
        """Count the game that is wanted most; whether there was one."""
        table = await self.service.store.query(stored.next_wanted)
        if table is None:
            return False
        try:
            facts = await self._facts(table)
        except BotFailed as error:
            self._failed[table] += 1
            log.warning("profiles: game of %s: %s", table, error)
            if self._failed[table] < TRIES:
                return False
            facts = ()
        await self.service.persons.write(stored.add_facts(table, encode(facts)))
        self._failed.pop(table, None)
        return True

    async def _facts(self, table: str) -> GameFacts:
        made = await self.service.store.read(self.service.store.table, table)
        if made is None or made.game not in GAMES:
            return ()
        try:
            await self.service.known(made.game, made.board)
            wanted = await self.service.off_loop(self._read, made)
        except CruachanError as error:
            log.warning("profiles: the game of %s cannot be played again: %s", table, error)
            return ()
        judged = await self._judge(wanted) if wanted.transcript else None
        return await self.service.off_loop(count, wanted.match, judged)

    def _read(self, made: StoredTable) -> WantedGame:
        table = restore(self.service.store, made)
        assert table.match is not None
        known = table.match.outcome is not None and why_not(table.match) is None
        return WantedGame(table.match, write(table.match) if known else "")

    async def _judge(self, wanted: WantedGame) -> list[Judged]:
        """What a strong player says of all plies, a moment's thinking at a time."""
        judged: list[Judged] = []
        ply, workers = 0, self.service.workers
        while ply < len(wanted.match.history):
            while workers.crowded:
                await asyncio.sleep(BUSY)
            task = AnalysisTask(wanted.transcript, ply, PLAYOUTS)
            found, ply = await workers.ask(task, COMPILING)
            judged += found
        return judged
